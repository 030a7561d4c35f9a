// The CPU's half of every reduction: lays the iterator's dims out as outputs and elements to reduce, splits
// them over threads and combines what loops return for segments. Must not know what is computed.
#pragma once

#include "tt/core/iterate/tensor_iterator.h"
#include "tt/kernels/cpu/reduce_table.h"

namespace tt::kernels {

// Which way a loop goes through memory. Tiles are copied first: elements that are mapped or of another dtype than the
// accumulator's, and outputs that do not lie one after the other.
enum class ReduceWay : uint8_t { Inner, Strided, Outer, InnerTiles, OuterTiles };

// Dims of one kind, innermost first; strides in bytes.
struct ReduceDims {
  int count = 0;
  int64_t sizes[kMaxDims];
  int64_t input_strides[kMaxDims];
  int64_t output_strides[kMaxDims];

  ReduceDims() {}
  void add(int64_t size, int64_t input_stride, int64_t output_stride) {
    sizes[count] = size;
    input_strides[count] = input_stride;
    output_strides[count++] = output_stride;
  }
  int64_t inner_size() const { return count ? sizes[0] : 1; }
  int64_t inner_stride() const { return count ? input_strides[0] : 0; }
  int64_t outer_size() const {
    int64_t size = 1;
    for (int d = 1; d < count; ++d) size *= sizes[d];
    return size;
  }
};

// One reduction, ready to run. A unit is a block of outputs along the innermost kept dim; what each of them
// reduces is cut into segments, always the same ones for one shape.
class Reduction {
 public:
  Reduction(const TensorIterator& iter, const ReduceLoops& loops);
  void run(int threads) const;
  const char* variant() const;

 private:
  struct Unit {
    const char* input;
    char* output;
    int64_t outputs;
  };
  Unit unit_at(int64_t index) const;
  void choose_way();
  void cut();
  // accumulators = segments [first, last) of the unit, combined.
  void reduce(const Unit& unit, int64_t first, int64_t last, char* accumulators) const;
  void segment(const Unit& unit, int64_t index, char* accumulators) const;
  void tile(const char* input, int64_t count, int64_t outputs, char* accumulators) const;
  void fetch(const char* input, int64_t stride, int64_t count, char* to) const;
  bool writes_accumulators(const Unit& unit) const;
  // From what was combined to results, and those to the output.
  void complete(const Unit& unit, char* accumulators) const;
  void write(const Unit& unit, const char* accumulators) const;
  void run_units(int64_t first, int64_t last) const;
  void run_chunks() const;

  const ReduceLoop* loop_;
  DType accumulator_, input_dtype_, output_dtype_;
  bool via_bool_;
  ReduceWay way_;
  int64_t accumulator_bytes_;
  const char* input_;
  char* output_;
  ReduceDims kept_, reduced_;
  int64_t block_, blocks_per_row_, units_;
  int64_t segment_size_, segments_per_row_, segments_;
};

}  // namespace tt::kernels
