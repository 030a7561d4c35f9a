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

// transform(batch, elements of the batch) for each batch; the last one may be cut.
template <class T, class Transform>
TT_HD void in_batches(uint64_t seed, uint64_t block, int64_t first, int64_t count, T* to,
                      Transform transform) {
  constexpr int64_t kEach = 16 / sizeof(T), kElements = kBlocks * kEach;
  Batch batch;
  block += static_cast<uint64_t>(first / kEach);
  for (int64_t done = 0; done < count; done += kElements, block += kBlocks) {
    batch.draw(seed, block);
    if (count - done >= kElements) {
      transform(batch, to + done);
      continue;
    }
    alignas(64) T last[kElements];
    transform(batch, last);
    __builtin_memcpy(to + done, last, static_cast<size_t>(count - done) * sizeof(T));
  }
}

TT_HD uint64_t pair(uint32_t high, uint32_t low) { return static_cast<uint64_t>(high) << 32 | low; }

void uniform(uint64_t seed, uint64_t block, int64_t first, int64_t count, int bits, float* to) {
  const int drop = 32 - bits;
  const float unit = 1.0f / static_cast<float>(1 << bits);
  in_batches(seed, block, first, count, to,
             [=](const Batch& batch, float* out) __attribute__((always_inline)) {
#pragma omp simd
               for (int j = 0; j < kBlocks; ++j) {
                 for (int k = 0; k < 4; ++k)
                   out[4 * j + k] = static_cast<float>(static_cast<int32_t>(batch.w[k][j] >> drop)) * unit;
               }
             });
}

void uniform_double(uint64_t seed, uint64_t block, int64_t first, int64_t count, double* to) {
  in_batches(seed, block, first, count, to,
             [](const Batch& batch, double* out) __attribute__((always_inline)) {
#pragma omp simd
               for (int j = 0; j < kBlocks; ++j) {
                 for (int k = 0; k < 2; ++k) {
                   uint64_t bits = pair(batch.w[2 * k][j], batch.w[2 * k + 1][j]) >> 11;
                   out[2 * j + k] = static_cast<double>(static_cast<int64_t>(bits)) * 0x1p-53;
                 }
               }
             });
}

void normal(uint64_t seed, uint64_t block, int64_t first, int64_t count, float scale, float* to) {
  in_batches(seed, block, first, count, to,
             [=](const Batch& batch, float* out) __attribute__((always_inline)) {
#pragma omp simd
               for (int j = 0; j < kBlocks; ++j) {
                 for (int k = 0; k < 2; ++k) {
                   NormalPair<float> made = box_muller(batch.w[2 * k][j], batch.w[2 * k + 1][j]);
                   out[4 * j + 2 * k] = made.first * scale;
                   out[4 * j + 2 * k + 1] = made.second * scale;
                 }
               }
             });
}

void normal_double(uint64_t seed, uint64_t block, int64_t first, int64_t count, double scale, double* to) {
  in_batches(seed, block, first, count, to,
             [=](const Batch& batch, double* out) __attribute__((always_inline)) {
               for (int j = 0; j < kBlocks; ++j) {
                 NormalPair<double> made =
                     box_muller(pair(batch.w[0][j], batch.w[1][j]), pair(batch.w[2][j], batch.w[3][j]));
                 out[2 * j] = made.first * scale;
                 out[2 * j + 1] = made.second * scale;
               }
             });
}

}  // namespace

extern const RandomLoops random_loops;
constinit const RandomLoops random_loops{uniform, uniform_double, normal, normal_double, here(), TT_ISA_NAME};

}  // namespace tt::kernels::TT_ISA
