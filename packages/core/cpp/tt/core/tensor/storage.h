// Storage: the bytes under one or more tensors, and the version counter that their saved
// uses are checked against.
#pragma once

#include <cstdint>

#include "tt/core/base/allocator.h"
#include "tt/core/base/device.h"
#include "tt/core/base/ref_counted.h"

namespace tt {

class Storage {
 public:
  // Frees memory that no Allocator owns: a NumPy array's, a DLPack tensor's.
  using Deleter = void (*)(void* context);

  void* data() const { return data_; }
  int64_t bytes() const { return bytes_; }
  Device device() const { return device_; }
  bool owns_memory() const { return deleter_ == nullptr; }
  // Somebody outside of tt (NumPy) holds the address from now on.
  void forbid_reallocation() { may_reallocate_ = false; }

  // Counts writes. Views share their base's storage, hence its counter.
  uint32_t version() const { return version_; }
  void bump_version() { ++version_; }

  // Grows in place for `out=`; the old bytes are kept, for the views of them.
  TT_API void reallocate(int64_t bytes);

  RefCount references;

 private:
  friend TT_API Storage* new_storage(int64_t, Device);
  friend TT_API Storage* wrap_memory(void*, int64_t, Device, Deleter, void*);
  friend TT_API void destroy(Storage*);

  void* data_ = nullptr;
  int64_t bytes_ = 0;
  Device device_;
  uint32_t version_ = 0;
  bool may_reallocate_ = true;
  Deleter deleter_ = nullptr;
  void* context_ = nullptr;
};

// Fresh memory from the device's allocator; the meta device has none.
TT_API Storage* new_storage(int64_t bytes, Device device);
TT_API Storage* wrap_memory(void* data, int64_t bytes, Device device, Storage::Deleter deleter,
                            void* context);
TT_API void destroy(Storage* storage);

inline void retain(Storage* storage) { storage->references.retain(); }
inline void release(Storage* storage) {
  if (storage->references.release()) destroy(storage);
}

}  // namespace tt
