#include "tt/core/bind/dlpack.h"

#include <algorithm>
#include <memory>

#include "tt/core/base/error.h"
#include "tt/core/base/warn.h"
#include "tt/core/bind/dlpack_abi.h"

namespace tt {
namespace {

using dlpack::Code, dlpack::Managed, dlpack::ManagedVersioned;

constexpr const char* kName = "dltensor";
constexpr const char* kUsedName = "used_dltensor";
constexpr const char* kVersionedName = "dltensor_versioned";
constexpr const char* kUsedVersionedName = "used_dltensor_versioned";

Code code_of(DType dtype) {
  if (dtype == DType::BFloat16) return Code::BFloat;
  switch (category(dtype)) {
    case Category::Bool:
      return Code::Bool;
    case Category::Unsigned:
      return Code::UInt;
    case Category::Signed:
      return Code::Int;
    case Category::Float:
      return Code::Float;
    case Category::Complex:
      break;
  }
  return Code::Complex;
}

DType dtype_of(const dlpack::DataType& given) {
  for (int i = 0; i < kDTypeCount && given.lanes == 1; ++i) {
    auto dtype = static_cast<DType>(i);
    if (code_of(dtype) == given.code && 8 * itemsize(dtype) == given.bits) return dtype;
  }
  fail(ErrorKind::Buffer, "from_dlpack: no dtype for elements of DLPack's type code ",
       static_cast<int>(given.code), " with ", static_cast<int>(given.bits), " bits and ", given.lanes,
       " lanes");
}

dlpack::Device device_number(const TensorImpl& tensor) {
  if (tensor.device().type == DeviceType::CUDA) return {dlpack::kCuda, tensor.device().index};
  return {dlpack::kCpu, 0};
}

// What an exported array points to: it keeps the storage, and with it the memory, but no Python object.
template <class M>
struct Export {
  M managed{};
  Storage* storage;
  int64_t geometry[2 * kMaxDims];

  explicit Export(const TensorImpl& tensor) : storage(tensor.storage()) {
    retain(storage);
    storage->forbid_reallocation();
    int ndim = tensor.ndim();
    std::ranges::copy(tensor.sizes(), geometry);
    std::ranges::copy(tensor.strides(), geometry + ndim);
    managed.context = this;
    managed.deleter = [](M* self) { delete static_cast<Export*>(self->context); };
    dlpack::Array& array = managed.array;
    array.data = tensor.numel() ? tensor.data() : nullptr;
    array.device = device_number(tensor);
    array.ndim = ndim;
    array.dtype = {code_of(tensor.dtype()), static_cast<uint8_t>(8 * tensor.itemsize()), 1};
    array.shape = geometry;
    array.strides = geometry + ndim;
    array.byte_offset = 0;
  }
  ~Export() { release(storage); }
};

// A capsule that nobody took frees what it holds; it may die while an exception is on its way.
template <class M>
void destroy_capsule(PyObject* capsule, const char* name) {
  if (!PyCapsule_IsValid(capsule, name)) return;
  auto* managed = static_cast<M*>(PyCapsule_GetPointer(capsule, name));
  if (managed->deleter) managed->deleter(managed);
}

template <class M>
PyObject* capsule_of(std::unique_ptr<Export<M>> exported, const char* name, PyCapsule_Destructor destructor) {
  PyObject* capsule = PyCapsule_New(&exported->managed, name, destructor);
  if (capsule) (void)exported.release();
  return capsule;
}

// Frees the producer's memory; the producer takes the GIL if it needs it.
template <class M>
void release_managed(void* context) {
  auto* managed = static_cast<M*>(context);
  if (managed->deleter) managed->deleter(managed);
}

struct Geometry {
  int64_t sizes[kMaxDims], strides[kMaxDims];
  int64_t bytes = 0;  // from the first element to the last
};

Geometry geometry_of(const dlpack::Array& array, DType dtype) {
  TT_CHECK(array.device.type == dlpack::kCpu || array.device.type == dlpack::kCuda, Buffer,
           "from_dlpack: the memory is on a device of DLPack's type ", array.device.type,
           ", and only the CPU's (", dlpack::kCpu, ") and CUDA's (", dlpack::kCuda, ") can be taken");
  TT_CHECK(array.ndim >= 0 && array.ndim <= kMaxDims, Buffer, "from_dlpack: a tensor has at most ", kMaxDims,
           " dims, got ", array.ndim);
  Geometry geometry;
  Ints shape(array.shape, static_cast<size_t>(array.ndim));
  int64_t count = checked_numel(shape, itemsize(dtype)), last = 0;
  std::ranges::copy(shape, geometry.sizes);
  if (!array.strides) contiguous_strides(shape, geometry.strides);
  for (int d = 0; d < array.ndim; ++d) {
    if (array.strides) geometry.strides[d] = array.strides[d];
    if (geometry.sizes[d] <= 1 || count == 0) geometry.strides[d] = std::max<int64_t>(geometry.strides[d], 0);
    TT_CHECK(geometry.strides[d] >= 0, Buffer, "from_dlpack: the stride of dim ", d, " is negative (",
             geometry.strides[d],
             "), and tensors with negative strides are not supported; hint: copy the array first");
    last += geometry.sizes[d] > 0 ? (geometry.sizes[d] - 1) * geometry.strides[d] : 0;
  }
  geometry.bytes = count ? (last + 1) * itemsize(dtype) : 0;
  return geometry;
}

Device device_of(const dlpack::Array& array) {
  if (array.device.type == dlpack::kCpu) return {};
  Allocator* cuda = allocator(DeviceType::CUDA);
  TT_CHECK(cuda, Buffer, "from_dlpack: the memory is CUDA's, for which no allocator is registered");
  (void)cuda->current_index();  // throws, with what is missing, where there is no driver
  return {DeviceType::CUDA, static_cast<int8_t>(array.device.id)};
}

// Takes the memory over only when nothing can fail any more: until then the capsule owns it.
template <class M>
Tensor take(PyObject* capsule, const char* name, const char* used_name) {
  auto* managed = static_cast<M*>(PyCapsule_GetPointer(capsule, name));
  const dlpack::Array& array = managed->array;
  bool is_read_only = false;
  if constexpr (std::is_same_v<M, ManagedVersioned>) {
    TT_CHECK(managed->version.major == dlpack::kVersion.major, Buffer,
             "from_dlpack: expected DLPack of major version ", dlpack::kVersion.major, ", got ",
             managed->version.major, ".", managed->version.minor);
    is_read_only = managed->flags & dlpack::kReadOnly;
  }
  DType dtype = dtype_of(array.dtype);
  Geometry geometry = geometry_of(array, dtype);
  Device device = device_of(array);
  char* data = static_cast<char*>(array.data) + array.byte_offset;
  TT_CHECK(
      geometry.bytes == 0 || reinterpret_cast<uintptr_t>(data) % static_cast<uintptr_t>(itemsize(dtype)) == 0,
      Buffer, "from_dlpack: the memory is not aligned for dtype ", tt::name(dtype),
      "; hint: copy the array first");
  if (is_read_only) {
    warn(
        "The given array is not writable, and a tensor cannot be read-only: writing to the tensor is "
        "undefined "
        "behaviour. Copy the array first to protect its data.");
  }
  if (PyCapsule_SetName(capsule, used_name) != 0) throw PythonError();
  Storage* storage =
      wrap_memory(geometry.bytes ? data : nullptr, geometry.bytes, device, release_managed<M>, managed);
  Ints shape(geometry.sizes, static_cast<size_t>(array.ndim));
  return new_tensor(storage, dtype, Layout::Strided, shape, geometry.strides, 0);
}

}  // namespace

PyObject* to_dlpack(const TensorImpl& tensor, bool versioned, bool is_copied) {
  DeviceType type = tensor.device().type;
  TT_CHECK((type == DeviceType::CPU || type == DeviceType::CUDA) && tensor.layout() == Layout::Strided,
           Buffer, "__dlpack__: expected a strided tensor on the CPU or CUDA, got one on ",
           to_string(tensor.device()));
  if (!versioned) {
    auto destructor = [](PyObject* capsule) { destroy_capsule<Managed>(capsule, kName); };
    return capsule_of(std::make_unique<Export<Managed>>(tensor), kName, destructor);
  }
  auto exported = std::make_unique<Export<ManagedVersioned>>(tensor);
  exported->managed.version = dlpack::kVersion;
  exported->managed.flags = is_copied ? dlpack::kIsCopied : 0;
  auto destructor = [](PyObject* capsule) { destroy_capsule<ManagedVersioned>(capsule, kVersionedName); };
  return capsule_of(std::move(exported), kVersionedName, destructor);
}

Tensor from_dlpack(PyObject* capsule) {
  if (PyCapsule_IsValid(capsule, kVersionedName))
    return take<ManagedVersioned>(capsule, kVersionedName, kUsedVersionedName);
  if (PyCapsule_IsValid(capsule, kName)) return take<Managed>(capsule, kName, kUsedName);
  const char* name = PyCapsule_CheckExact(capsule) ? PyCapsule_GetName(capsule) : nullptr;
  bool is_used =
      name && (std::string_view(name) == kUsedName || std::string_view(name) == kUsedVersionedName);
  TT_CHECK(!is_used, Runtime, "from_dlpack: the capsule was used before, and a capsule can be taken once");
  fail(ErrorKind::Runtime, "from_dlpack: expected an array with __dlpack__ or a DLPack capsule, got ",
       Py_TYPE(capsule)->tp_name);
}

}  // namespace tt
