#include "tt/core/bind/private_device.h"

#include <unordered_map>

#include "tt/core/base/allocator.h"
#include "tt/core/base/error.h"
#include "tt/core/base/interned.h"

namespace tt {
namespace {

const char* registered_name = nullptr;
Location registered_at;

// The GIL guards all of it.
class PythonAllocator final : public Allocator {
 public:
  void set(PyObject* allocate, PyObject* free) {
    allocate_ = PyRef::share(allocate);
    free_ = PyRef::share(free);
  }

  bool has_functions() const { return static_cast<bool>(allocate_); }

  void* allocate(size_t bytes, int) override {
    GilGuard gil;
    TT_CHECK(registered_name, Runtime, "no memory can be allocated on ", name(DeviceType::PrivateUse1),
             ": no allocator is registered for it");
    if (!allocate_) return cpu::allocate(bytes);
    PyRef free = free_;
    PyRef address = PyRef::checked(calling_python(
        [&] { return PyObject_CallFunction(allocate_.get(), "n", static_cast<Py_ssize_t>(bytes)); }));
    TT_CHECK(PyLong_Check(address.get()), Type, "expected the allocate function of device ", registered_name,
             " to return an address, got ", Py_TYPE(address.get())->tp_name);
    void* data = PyLong_AsVoidPtr(address.get());
    if (!data && PyErr_Occurred()) throw PythonError();
    TT_CHECK(data, OutOfMemory, "cannot allocate ", bytes, " bytes on ", registered_name);
    freed_with_[data] = std::move(free);
    return data;
  }

  void deallocate(void* data, size_t bytes, int) noexcept override {
    if (!Py_IsInitialized()) return;
    GilGuard gil;
    auto found = freed_with_.find(data);
    if (found == freed_with_.end()) return cpu::deallocate(data, bytes);
    PyRef free = std::move(found->second);
    freed_with_.erase(found);
    // A tensor may die while an exception is on its way.
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyRef address = PyRef::steal(PyLong_FromVoidPtr(data));
    PyRef result = PyRef::steal(calling_python([&] {
      return PyObject_CallFunction(free.get(), "On", address.get(), static_cast<Py_ssize_t>(bytes));
    }));
    if (!result) PyErr_WriteUnraisable(free.get());
    PyErr_Restore(type, value, trace);
  }

  // Of a storage that grows for `out=`.
  void copy(void* to, Device to_device, const void* from, Device from_device, size_t bytes,
            bool non_blocking) override {
    TT_CHECK(!has_functions(), Runtime, "a tensor on ", to_string(to_device),
             " cannot be resized: only the device's own kernels reach its memory");
    Allocator::copy(to, to_device, from, from_device, bytes, non_blocking);
  }

 private:
  PyRef allocate_, free_;  // null: the CPU's memory
  std::unordered_map<void*, PyRef> freed_with_;
};

// Leaked: tensors may outlive statics.
PythonAllocator& python_allocator() {
  static auto* made = new PythonAllocator;
  return *made;
}

}  // namespace

void register_private_device(const char* name, PyObject* allocate, PyObject* free, Location where) {
  TT_CHECK(!registered_name, Runtime, "two devices are registered, of which there can be one: '",
           registered_name ? registered_name : "", "' at ", registered_at.file, ":", registered_at.line,
           " and '", name, "' at ", where.file, ":", where.line);
  registered_name = interned(name);
  registered_at = where;
  python_allocator().set(allocate, free);
  set_allocator(DeviceType::PrivateUse1, &python_allocator());
  set_private_device_name(registered_name);
}

void remove_private_device() {
  registered_name = nullptr;
  set_private_device_name(nullptr);
  python_allocator().set(nullptr, nullptr);
}

bool private_device_is_host() { return registered_name && !python_allocator().has_functions(); }

Tensor host_tensor(const TensorImpl& tensor) {
  TT_CHECK(tensor.device().type == DeviceType::PrivateUse1, Value,
           "expected a tensor of the registered device, got ", "one on ", to_string(tensor.device()));
  Storage* storage = tensor.storage();
  storage->forbid_reallocation();
  retain(storage);
  Storage* shared = wrap_memory(
      storage->data(), storage->bytes(), Device{},
      [](void* context) { release(static_cast<Storage*>(context)); }, storage);
  return new_tensor(shared, tensor.dtype(), tensor.layout(), tensor.sizes(), tensor.strides().data(),
                    tensor.offset());
}

}  // namespace tt
