// Philox 4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw ("Parallel random numbers: as
// easy as 1, 2, 3", 2011): four random 32-bit integers from a seed and a block number, on every device alike.
// Note [Random streams] in core/base/generator.h.
#pragma once

#include <cstdint>

#include "tt/core/base/macros.h"

namespace tt::kernels {

struct PhiloxWords {
  uint32_t w[4];
};

TT_HD void philox_round(PhiloxWords& c, uint32_t key0, uint32_t key1) {
  uint64_t a = uint64_t{0xD2511F53} * c.w[0], b = uint64_t{0xCD9E8D57} * c.w[2];
  c = {{static_cast<uint32_t>(b >> 32) ^ c.w[1] ^ key0, static_cast<uint32_t>(b),
        static_cast<uint32_t>(a >> 32) ^ c.w[3] ^ key1, static_cast<uint32_t>(a)}};
}

TT_HD PhiloxWords philox(uint64_t seed, uint64_t block) {
  PhiloxWords c{{static_cast<uint32_t>(block), static_cast<uint32_t>(block >> 32), 0, 0}};
  uint32_t key0 = static_cast<uint32_t>(seed), key1 = static_cast<uint32_t>(seed >> 32);
#pragma GCC unroll 10
  for (int round = 0; round < 10; ++round) {
    philox_round(c, key0, key1);
    key0 += 0x9E3779B9;
    key1 += 0xBB67AE85;
  }
  return c;
}

}  // namespace tt::kernels
