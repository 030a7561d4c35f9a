#include "tt/core/tensor/storage.h"

#include <algorithm>
#include <new>

#include "tt/core/base/error.h"

namespace tt {
namespace {

Allocator& allocator_of(Device device) {
  Allocator* found = allocator(device.type);
  TT_CHECK(found, Runtime, "no memory can be allocated on ", to_string(device),
           ": no allocator is registered for it");
  return *found;
}

// "cuda" without an index is the current one. An allocator that is not there is missed only where there are bytes.
Device with_index(Device device) {
  Allocator* found = device.index < 0 ? allocator(device.type) : nullptr;
  if (found) device.index = static_cast<int8_t>(found->current_index());
  return device;
}

inline void* allocate(int64_t bytes, Device device) {
  if (bytes == 0 || device.type == DeviceType::Meta) return nullptr;
  if (TT_LIKELY(device.type == DeviceType::CPU)) return cpu::allocate(static_cast<size_t>(bytes));
  return allocator_of(device).allocate(static_cast<size_t>(bytes), device.index);
}

inline void deallocate(void* data, int64_t bytes, Device device) {
  if (!data) return;
  if (TT_LIKELY(device.type == DeviceType::CPU))
    cpu::deallocate(data, static_cast<size_t>(bytes));
  else
    allocator_of(device).deallocate(data, static_cast<size_t>(bytes), device.index);
}

Storage* blank() {
  void* block = thread_state.storages.pop();
  return new (block ? block : ::operator new(sizeof(Storage))) Storage;
}

}  // namespace

Storage* new_storage(int64_t bytes, Device device) {
  if (TT_UNLIKELY(device.type != DeviceType::CPU)) device = with_index(device);
  void* data = allocate(bytes, device);
  Storage* storage = blank();
  storage->data_ = data;
  storage->bytes_ = bytes;
  storage->device_ = device;
  return storage;
}

Storage* wrap_memory(void* data, int64_t bytes, Device device, Storage::Deleter deleter, void* context) {
  Storage* storage = blank();
  storage->data_ = data;
  storage->bytes_ = bytes;
  storage->device_ = device;
  storage->deleter_ = deleter;
  storage->context_ = context;
  return storage;
}

void Storage::reallocate(int64_t bytes) {
  TT_CHECK(owns_memory() && may_reallocate_, Runtime,
           "cannot resize a storage whose memory is shared with another library, such as NumPy");
  void* grown = allocate(bytes, device_);
  // Views of the old bytes go on seeing them.
  if (data_ && grown) {
    try {
      auto kept = static_cast<size_t>(std::min(bytes, bytes_));
      allocator_of(device_).copy(grown, device_, data_, device_, kept, false);
    } catch (...) {
      deallocate(grown, bytes, device_);
      throw;
    }
  }
  deallocate(data_, bytes_, device_);
  data_ = grown;
  bytes_ = bytes;
}

void destroy(Storage* storage) {
  if (storage->deleter_)
    storage->deleter_(storage->context_);
  else
    deallocate(storage->data_, storage->bytes_, storage->device_);
  storage->~Storage();
  FreeList& list = thread_state.storages;
  if (list.count < 256 && thread_state.caches_open)
    list.push(storage);
  else
    ::operator delete(storage);
}

}  // namespace tt
