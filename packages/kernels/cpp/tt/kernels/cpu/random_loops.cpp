// Uniform and normal numbers from Philox blocks, a batch of blocks at a time. Stage 7 of a call, compiled
// once per ISA. Integers and uniform numbers have the same bits for every ISA; normal numbers may differ in
// the last ones.
#include "tt/kernels/cpu/random_table.h"
#include "tt/kernels/functors/box_muller.h"
#include "tt/kernels/functors/philox.h"

namespace tt::kernels::TT_ISA {
namespace {

constexpr int kBlocks = 64;  // a batch

// Word k of block j of a batch is w[k][j].
struct Batch {
  alignas(64) uint32_t w[4][kBlocks];

  TT_HD void draw(uint64_t seed, uint64_t block) {
#pragma omp simd
    for (int j = 0; j < kBlocks; ++j) {
      PhiloxWords words = philox(seed, block + static_cast<uint64_t>(j));
      w[0][j] = words.w[0];
      w[1][j] = words.w[1];
      w[2][j] = words.w[2];
      w[3][j] = words.w[3];
    }
  }
};

// What is made of a batch: number k of block j is v[k][j], so that a loop over blocks vectorises.
template <class T>
struct Lanes {
  static constexpr int kEach = 16 / sizeof(T);
  alignas(64) T v[kEach][kBlocks];

  TT_HD void store(T* out) const {
#pragma omp simd
    for (int j = 0; j < kBlocks; ++j) {
      for (int k = 0; k < kEach; ++k) out[kEach * j + k] = v[k][j];
    }
  }
};

// make(batch, lanes) for each batch; of the last one there may be fewer elements.
template <class T, class Make>
TT_HD void in_batches(uint64_t seed, uint64_t block, int64_t first, int64_t count, T* to, Make make) {
  constexpr int64_t kEach = Lanes<T>::kEach, kElements = kBlocks * kEach;
  Batch batch;
  Lanes<T> lanes;
  block += static_cast<uint64_t>(first / kEach);
  for (int64_t done = 0; done < count; done += kElements, block += kBlocks) {
    batch.draw(seed, block);
    make(batch, lanes);
    if (count - done >= kElements) {
      lanes.store(to + done);
      continue;
    }
    alignas(64) T last[kElements];
    lanes.store(last);
    __builtin_memcpy(to + done, last, static_cast<size_t>(count - done) * sizeof(T));
  }
}

TT_HD uint64_t pair(uint32_t high, uint32_t low) { return static_cast<uint64_t>(high) << 32 | low; }

// The bodies of make() are structs: a lambda's call operator would be a symbol of its own.
struct Uniform {
  int drop;
  float unit;
  TT_HD void operator()(const Batch& batch, Lanes<float>& lanes) const {
    for (int k = 0; k < 4; ++k) {
#pragma omp simd
      for (int j = 0; j < kBlocks; ++j) {
        lanes.v[k][j] = static_cast<float>(static_cast<int32_t>(batch.w[k][j] >> drop)) * unit;
      }
    }
  }
};

struct UniformDouble {
  TT_HD void operator()(const Batch& batch, Lanes<double>& lanes) const {
    for (int k = 0; k < 2; ++k) {
#pragma omp simd
      for (int j = 0; j < kBlocks; ++j) {
        uint64_t bits = pair(batch.w[2 * k][j], batch.w[2 * k + 1][j]) >> 11;
        lanes.v[k][j] = static_cast<double>(static_cast<int64_t>(bits)) * 0x1p-53;
      }
    }
  }
};

struct Normal {
  float scale;
  TT_HD void operator()(const Batch& batch, Lanes<float>& lanes) const {
    for (int k = 0; k < 4; k += 2) {
#pragma omp simd
      for (int j = 0; j < kBlocks; ++j) {
        NormalPair<float> made = box_muller(batch.w[k][j], batch.w[k + 1][j]);
        lanes.v[k][j] = made.first * scale;
        lanes.v[k + 1][j] = made.second * scale;
      }
    }
  }
};

struct NormalDouble {
  double scale;
  TT_HD void operator()(const Batch& batch, Lanes<double>& lanes) const {
    for (int j = 0; j < kBlocks; ++j) {
      NormalPair<double> made =
          box_muller(pair(batch.w[0][j], batch.w[1][j]), pair(batch.w[2][j], batch.w[3][j]));
      lanes.v[0][j] = made.first * scale;
      lanes.v[1][j] = made.second * scale;
    }
  }
};

void uniform(uint64_t seed, uint64_t block, int64_t first, int64_t count, int bits, float* to) {
  in_batches(seed, block, first, count, to, Uniform{32 - bits, 1.0f / static_cast<float>(1 << bits)});
}

void uniform_double(uint64_t seed, uint64_t block, int64_t first, int64_t count, double* to) {
  in_batches(seed, block, first, count, to, UniformDouble{});
}

void normal(uint64_t seed, uint64_t block, int64_t first, int64_t count, float scale, float* to) {
  in_batches(seed, block, first, count, to, Normal{scale});
}

void normal_double(uint64_t seed, uint64_t block, int64_t first, int64_t count, double scale, double* to) {
  in_batches(seed, block, first, count, to, NormalDouble{scale});
}

}  // namespace

extern const RandomLoops random_loops;
constinit const RandomLoops random_loops{uniform, uniform_double, normal, normal_double, here(), TT_ISA_NAME};

}  // namespace tt::kernels::TT_ISA
