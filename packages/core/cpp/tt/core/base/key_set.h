// Dispatch keys and 64-bit sets of them. A call's key set is the union of its arguments'
// sets; the highest key that the op does not fall through decides who handles the call.
#pragma once

#include <cstdint>
#include <string>

#include "tt/core/base/device.h"
#include "tt/core/base/macros.h"

namespace tt {

// From lowest to highest priority.
enum class Key : uint8_t {
  CPU,
  CUDA,
  Meta,
  PrivateUse1,  // dense tensors, one key a device type
  SparseCPU,
  SparseCUDA,
  SparseMeta,
  SparsePrivateUse1,  // sparse COO
  ADInplaceOrView,    // version counters and view records: what follows from alias marks
  Autograd,           // records the call on the graph
  Count,
  // Alias keys: places to register under, never part of a set.
  CompositeExplicitAutograd,  // one kernel for every backend
  CompositeImplicitAutograd,  // a body over other ops, which bring the gradients
};

inline constexpr int kKeyCount = static_cast<int>(Key::Count);
inline constexpr int kBackendKeyCount = static_cast<int>(Key::ADInplaceOrView);

TT_API const char* name(Key key);

class KeySet {
 public:
  constexpr KeySet() = default;
  constexpr explicit KeySet(uint64_t raw) : raw_(raw) {}
  constexpr KeySet(Key key) : raw_(uint64_t{1} << static_cast<int>(key)) {}
  static constexpr KeySet all() { return KeySet((uint64_t{1} << kKeyCount) - 1); }
  static constexpr KeySet below(Key key) { return KeySet((uint64_t{1} << static_cast<int>(key)) - 1); }

  constexpr bool has(Key key) const { return raw_ >> static_cast<int>(key) & 1; }
  constexpr bool empty() const { return raw_ == 0; }
  constexpr uint64_t raw() const { return raw_; }
  // The set must not be empty.
  constexpr Key highest() const { return static_cast<Key>(63 - __builtin_clzll(raw_)); }

  friend constexpr KeySet operator|(KeySet a, KeySet b) { return KeySet(a.raw_ | b.raw_); }
  friend constexpr KeySet operator&(KeySet a, KeySet b) { return KeySet(a.raw_ & b.raw_); }
  friend constexpr KeySet operator-(KeySet a, KeySet b) { return KeySet(a.raw_ & ~b.raw_); }
  friend constexpr bool operator==(KeySet a, KeySet b) { return a.raw_ == b.raw_; }

 private:
  uint64_t raw_ = 0;
};

// "CPU, Autograd", highest first.
TT_API std::string to_string(KeySet keys);

constexpr Key backend_key(DeviceType type, Layout layout = Layout::Strided) {
  return static_cast<Key>(static_cast<int>(type) + (layout == Layout::SparseCOO ? 4 : 0));
}

}  // namespace tt
