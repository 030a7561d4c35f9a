// The CPU's half of argmax, max.dim and their like: rows are cut into tiles, or columns that follow one
// another are taken side by side. Must not know how elements are compared.
#include <algorithm>
#include <cstring>

#include "tt/core/base/parallel.h"
#include "tt/core/base/trace.h"
#include "tt/core/dispatch/describe.h"
#include "tt/core/iterate/cast.h"
#include "tt/kernels/cpu/extremum_table.h"
#include "tt/kernels/cpu/isa.h"
#include "tt/kernels/cpu/scratch.h"
#include "tt/kernels/plan/extremum.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {

TT_DECLARE_ISA_COPIES(ExtremumLoops, extremum_loops)

namespace {

constexpr int64_t kTile = 4096;  // elements of a row at a time: what is searched again is in the L1 cache
constexpr int64_t kGrain = 65536;
constexpr int64_t kFewColumns = 8;

struct Kept {
  int64_t size, input_stride, value_stride, place_stride;  // bytes
};

int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

class Search {
 public:
  Search(Plan& plan, const ExtremumLoops& loops, bool greatest) {
    const TensorImpl& self = *plan.borrowed;
    int dim = extremum_plan(plan).dim;
    dtype_ = self.dtype();
    compared_ = loops.compared[static_cast<int>(dtype_)];
    loop_ = (greatest ? loops.greatest : loops.least)[static_cast<int>(compared_)];
    input_ = self.data();
    count_ = self.ndim() ? self.size(dim) : 1;
    step_ = self.ndim() ? self.stride(dim) * self.itemsize() : self.itemsize();
    const TensorImpl* values = plan.result_count == 2 ? plan.results[0] : nullptr;
    const TensorImpl& places = *plan.results[plan.result_count - 1];
    values_ = values ? values->data() : nullptr;
    places_ = places.data();
    keep_dims(self, dim, extremum_plan(plan).keepdim, values, places);
    is_direct_ = compared_ == dtype_ || (dtype_ == DType::Bool && compared_ == DType::UInt8);
    by_columns_ = kept_count_ && kept_[0].input_stride == itemsize(dtype_) && kept_[0].size >= kFewColumns &&
                  step_ != itemsize(dtype_) && count_ < (int64_t{1} << 31);
  }

  const char* variant() const { return by_columns_ ? "contiguous across the dim" : "along the dim"; }

  void run() const {
    if (by_columns_) return run_columns();
    int64_t outputs = 1;
    for (int d = 0; d < kept_count_; ++d) outputs *= kept_[d].size;
    if (outputs < num_threads() && count_ > kGrain) {
      for (int64_t index = 0; index < outputs; ++index) split_row(at(index));
      return;
    }
    parallel_for(0, outputs, std::max<int64_t>(kGrain / count_, 1), [&](int64_t first, int64_t last) {
      alignas(64) char tile[kTile * kMaxComparedBytes];
      for (int64_t index = first; index < last; ++index) row(at(index), tile);
    });
  }

 private:
  struct Output {
    const char* input;
    char* value;
    char* place;
  };

  // Dims that are kept, innermost in the input first, and those in one that lie one after the other in all.
  void keep_dims(const TensorImpl& self, int dim, bool keepdim, const TensorImpl* values,
                 const TensorImpl& places) {
    for (int d = 0; d < self.ndim(); ++d) {
      if (d == dim || self.size(d) == 1) continue;
      int out = d > dim && !keepdim ? d - 1 : d;
      kept_[kept_count_++] = {self.size(d), self.stride(d) * self.itemsize(),
                              values ? values->stride(out) * values->itemsize() : 0,
                              places.stride(out) * places.itemsize()};
    }
    std::stable_sort(kept_, kept_ + kept_count_,
                     [](const Kept& a, const Kept& b) { return a.input_stride < b.input_stride; });
    int last = 0;
    for (int d = 1; d < kept_count_; ++d) {
      Kept& inner = kept_[last];
      const Kept& outer = kept_[d];
      bool follows = outer.input_stride == inner.size * inner.input_stride &&
                     outer.value_stride == inner.size * inner.value_stride &&
                     outer.place_stride == inner.size * inner.place_stride;
      if (follows)
        inner.size *= outer.size;
      else
        kept_[++last] = outer;
    }
    kept_count_ = kept_count_ ? last + 1 : 0;
  }

  Output at(int64_t index, int from = 0) const {
    Output output{input_, values_, places_};
    for (int d = from; d < kept_count_; ++d) {
      int64_t place = index % kept_[d].size;
      index /= kept_[d].size;
      output.input += place * kept_[d].input_stride;
      output.value += place * kept_[d].value_stride;
      output.place += place * kept_[d].place_stride;
    }
    return output;
  }

  // Elements of a row from `first`, as they are compared.
  const char* elements(const Output& output, int64_t first, int64_t count, char* tile) const {
    const char* from = output.input + first * step_;
    if (is_direct_ && (step_ == itemsize(dtype_) || count == 1)) return from;
    cast_loop(dtype_, compared_)(from, step_, tile, itemsize(compared_), count);
    return tile;
  }

  void write(const Output& output, int64_t place) const {
    if (values_)
      std::memcpy(output.value, output.input + place * step_, static_cast<size_t>(itemsize(dtype_)));
    std::memcpy(output.place, &place, sizeof(place));
  }

  // The place of *best, which is the extremum of the tile that begins at `first`.
  int64_t find(const Output& output, int64_t first, const void* best, char* tile) const {
    int64_t count = std::min(kTile, count_ - first);
    return first + loop_.find(elements(output, first, count, tile), count, best);
  }

  void row(const Output& output, char* tile) const {
    alignas(8) char best[kMaxComparedBytes], value[kMaxComparedBytes];
    int64_t best_first = 0;
    for (int64_t first = 0; first < count_; first += kTile) {
      int64_t count = std::min(kTile, count_ - first);
      loop_.value(elements(output, first, count, tile), count, first ? value : best);
      if (!first || !loop_.beats(value, best)) continue;
      std::memcpy(best, value, sizeof(best));
      best_first = first;
    }
    write(output, find(output, best_first, best, tile));
  }

  // A row over threads: the extremum of each tile, then the first tile that has the best.
  void split_row(const Output& output) const {
    int64_t tiles = divide_up(count_, kTile);
    Scratch values(tiles * kMaxComparedBytes);
    alignas(64) char tile[kTile * kMaxComparedBytes];
    parallel_for(0, tiles, kGrain / kTile, [&](int64_t begin, int64_t end) {
      alignas(64) char own[kTile * kMaxComparedBytes];
      for (int64_t t = begin; t < end; ++t) {
        int64_t count = std::min(kTile, count_ - t * kTile);
        loop_.value(elements(output, t * kTile, count, own), count, values.data() + t * kMaxComparedBytes);
      }
    });
    int64_t best = 0;
    for (int64_t t = 1; t < tiles; ++t) {
      if (loop_.beats(values.data() + t * kMaxComparedBytes, values.data() + best * kMaxComparedBytes))
        best = t;
    }
    write(output, find(output, best * kTile, values.data() + best * kMaxComparedBytes, tile));
  }

  void run_columns() const {
    int64_t blocks = divide_up(kept_[0].size, kExtremumColumns), outer = 1;
    for (int d = 1; d < kept_count_; ++d) outer *= kept_[d].size;
    int64_t grain = std::max<int64_t>(kGrain / (count_ * std::min(kept_[0].size, kExtremumColumns)), 1);
    parallel_for(0, blocks * outer, grain, [&](int64_t begin, int64_t end) {
      for (int64_t task = begin; task < end; ++task) {
        int64_t first = task % blocks * kExtremumColumns;
        Output output = at(task / blocks, 1);
        output.input += first * kept_[0].input_stride;
        output.value += first * kept_[0].value_stride;
        output.place += first * kept_[0].place_stride;
        columns(output, std::min(kExtremumColumns, kept_[0].size - first));
      }
    });
  }

  void columns(const Output& output, int64_t width) const {
    constexpr int64_t kRows = 8;  // converted at a time
    alignas(64) char best[kExtremumColumns * kMaxComparedBytes];
    alignas(64) char places[kExtremumColumns * sizeof(int64_t)] = {};
    alignas(64) char rows[kRows * kExtremumColumns * kMaxComparedBytes];
    int64_t bytes = itemsize(compared_);
    cast_loop(dtype_, compared_)(output.input, itemsize(dtype_), best, bytes, width);
    int64_t group = is_direct_ ? count_ : kRows;
    for (int64_t first = 1; first < count_; first += group) {
      int64_t count = std::min(group, count_ - first), step = is_direct_ ? step_ : width * bytes;
      const char* from = output.input + first * step_;
      for (int64_t i = 0; !is_direct_ && i < count; ++i) {
        cast_loop(dtype_, compared_)(from + i * step_, itemsize(dtype_), rows + i * step, bytes, width);
      }
      loop_.columns(is_direct_ ? from : rows, step, count, width, first, best, places);
    }
    if (values_) cast_loop(compared_, dtype_)(best, bytes, output.value, kept_[0].value_stride, width);
    DType place = bytes == 8 ? DType::Int64 : DType::Int32;
    cast_loop(place, DType::Int64)(places, itemsize(place), output.place, kept_[0].place_stride, width);
  }

  DType dtype_, compared_;
  ExtremumLoop loop_;
  const char* input_;
  char *values_, *places_;
  int64_t count_, step_;
  Kept kept_[kMaxDims];
  int kept_count_ = 0;
  bool is_direct_, by_columns_;
};

template <bool greatest>
void extremum_run(const Op&, Call&, Plan& plan) {
  const auto& loops = *static_cast<const ExtremumLoops*>(plan.run->data);
  TraceScope trace(Stage::Loop, nullptr, nullptr, greatest ? "greatest" : "least", loops.where);
  Search search(plan, loops, greatest);
  if (TracePause pause{trace}) {
    trace.detail("dtype", std::string(name(plan.borrowed->dtype())));
    trace.detail("variant", std::string(search.variant()));
    trace.detail("isa", std::string(loops.isa));
    trace.detail("threads", threads_for(plan.borrowed->numel(), kGrain));
    trace.detail("elements", plan.borrowed->numel());
    trace.detail("bytes", bytes_of(*plan.borrowed));
  }
  search.run();
}

}  // namespace

void register_extrema() {
  register_extremum_plans();
  const ExtremumLoops* loops = &TT_PICK_ISA(extremum_loops);
  register_run("max.dim", Key::CPU, extremum_run<true>, "extremum_run", loops);
  register_run("argmax", Key::CPU, extremum_run<true>, "extremum_run", loops);
  register_run("min.dim", Key::CPU, extremum_run<false>, "extremum_run", loops);
  register_run("argmin", Key::CPU, extremum_run<false>, "extremum_run", loops);
}

}  // namespace tt::kernels
