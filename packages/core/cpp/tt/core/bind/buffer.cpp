#include "tt/core/bind/buffer.h"

#include <cstring>
#include <string>

#include "tt/core/base/error.h"
#include "tt/core/base/warn.h"
#include "tt/core/bind/buffer_format.h"
#include "tt/core/bind/tensor_object.h"
#include "tt/core/tensor/view.h"

namespace tt {
namespace {

// What the C++ type needs, which for complex numbers is more than NumPy's arrays promise.
int64_t alignment(DType dtype) { return itemsize(dtype); }

bool is_fortran_contiguous(const TensorImpl& impl) {
  int64_t expected = 1;
  for (int d = 0; d < impl.ndim(); ++d) {
    if (impl.size(d) != 1 && impl.stride(d) != expected) return impl.numel() == 0;
    expected *= impl.size(d);
  }
  return true;
}

bool wants(int flags, int what) { return (flags & what) == what; }

void check_order(const TensorImpl& impl, int flags) {
  bool c = impl.is_contiguous(), fortran = is_fortran_contiguous(impl);
  bool fits = (c || wants(flags, PyBUF_STRIDES)) && (c || !wants(flags, PyBUF_C_CONTIGUOUS)) &&
              (fortran || !wants(flags, PyBUF_F_CONTIGUOUS)) &&
              (c || fortran || !wants(flags, PyBUF_ANY_CONTIGUOUS));
  TT_CHECK(fits, Buffer,
           "buffer: the tensor is not contiguous in the order that is asked for; hint: tensor.contiguous()");
}

// What a buffer points to: it keeps the storage, since the tensor may be given another one.
struct Export {
  Storage* storage;
  Py_ssize_t geometry[2 * kMaxDims];  // sizes, then strides in bytes

  explicit Export(const TensorImpl& impl) : storage(impl.storage()) {
    retain(storage);
    storage->forbid_reallocation();
    for (int d = 0; d < impl.ndim(); ++d) {
      geometry[d] = impl.size(d);
      geometry[impl.ndim() + d] = impl.stride(d) * impl.itemsize();
    }
  }
  ~Export() { release(storage); }
};

int get_buffer(PyObject* self, Py_buffer* view, int flags) {
  view->obj = nullptr;
  return guarded(-1, [&] {
    const TensorImpl& impl = *unwrap(self);
    require_readable(impl, "buffer");
    TT_CHECK(!impl.requires_grad(), Buffer,
             "buffer: the memory of a tensor that requires grad is not shared; hint: tensor.detach()");
    const char* format = buffer_format(impl.dtype());
    TT_CHECK(format, Type, "buffer: dtype ", name(impl.dtype()),
             " has no counterpart in NumPy; hint: tensor.to(tt.float32)");
    check_order(impl, flags);
    auto* exported = new Export(impl);
    alignas(16) static char nothing[16];
    view->buf = impl.numel() ? impl.data() : nothing;
    view->obj = Py_NewRef(self);
    view->len = impl.numel() * impl.itemsize();
    view->itemsize = impl.itemsize();
    view->readonly = 0;
    view->ndim = impl.ndim();
    view->format = flags & PyBUF_FORMAT ? const_cast<char*>(format) : nullptr;
    view->shape = flags & PyBUF_ND ? exported->geometry : nullptr;
    view->strides = wants(flags, PyBUF_STRIDES) ? exported->geometry + impl.ndim() : nullptr;
    view->suboffsets = nullptr;
    view->internal = exported;
    return 0;
  });
}

void release_buffer(PyObject*, Py_buffer* view) { delete static_cast<Export*>(view->internal); }

void release_view(void* context) {
  if (!Py_IsInitialized()) return;
  GilGuard gil;
  auto* view = static_cast<Py_buffer*>(context);
  PyBuffer_Release(view);
  delete view;
}

// A buffer that is released unless it is given away.
struct OwnedView {
  Py_buffer* view = new Py_buffer{};
  ~OwnedView() {
    if (view) release_view(view);
  }
  Py_buffer* give() { return std::exchange(view, nullptr); }
};

// Whether the memory may be written to. Throws when the object exports none.
bool get_view(PyObject* object, Py_buffer* view) {
  int flags = PyBUF_STRIDES | PyBUF_FORMAT;
  if (PyObject_GetBuffer(object, view, flags | PyBUF_WRITABLE) == 0) return true;
  PyErr_Clear();
  if (PyObject_GetBuffer(object, view, flags) == 0) return false;
  // NumPy's own refusal, of dates for example.
  if (PyErr_ExceptionMatches(PyExc_ValueError)) {
    PyErr_Clear();
    fail(ErrorKind::Type, "can't convert the array: its elements are no numbers");
  }
  throw PythonError();
}

DType dtype_of(const Py_buffer& view) {
  TT_CHECK(!is_foreign_order(view.format), Value,
           "the array has a byte order that is not the machine's; hint: "
           "array.astype(array.dtype.newbyteorder('='))");
  DType dtype = dtype_of_format(view.format, view.itemsize);
  TT_CHECK(dtype != DType::Undefined, Type, "can't convert an array whose elements have the buffer format '",
           view.format ? view.format : "B",
           "'; supported are bool, the integers, float16, float32, float64, complex64 and complex128");
  return dtype;
}

int64_t stride_of(const Py_buffer& view, int dim) {
  int64_t bytes = view.strides[dim];
  if (view.shape[dim] <= 1 && bytes < 0) return 0;
  TT_CHECK(bytes >= 0, Value,
           "at least one stride in the given array is negative, and tensors with negative strides are not "
           "supported; hint: array.copy()");
  TT_CHECK(bytes % view.itemsize == 0, Value, "the array's strides (", bytes,
           " bytes) are not a multiple of its itemsize (", view.itemsize, "); hint: array.copy()");
  return bytes / view.itemsize;
}

}  // namespace

PyBufferProcs tensor_buffer = {get_buffer, release_buffer};

void require_readable(const TensorImpl& impl, const char* what) {
  TT_CHECK(impl.device().type == DeviceType::CPU, Type, what, ": the elements of a tensor on ",
           to_string(impl.device()), " cannot be read",
           impl.device().type == DeviceType::Meta ? ", it has none" : "; hint: tensor.cpu() first");
  TT_CHECK(impl.layout() == Layout::Strided, Type, what, ": not possible for layout ", name(impl.layout()));
}

Tensor tensor_from_buffer(PyObject* object) {
  OwnedView owned;
  Py_buffer* view = owned.view;
  bool writable = get_view(object, view);
  DType dtype = dtype_of(*view);
  TT_CHECK(view->ndim <= kMaxDims, Value, "a tensor has at most ", kMaxDims, " dims, got ", view->ndim);
  int64_t sizes[kMaxDims], strides[kMaxDims];
  int64_t last = 0;
  for (int d = 0; d < view->ndim; ++d) {
    sizes[d] = view->shape[d];
    strides[d] = stride_of(*view, d);
    last += sizes[d] > 0 ? (sizes[d] - 1) * strides[d] : 0;
  }
  Ints shape(sizes, static_cast<size_t>(view->ndim));
  int64_t count = checked_numel(shape, view->itemsize);
  TT_CHECK(count == 0 || reinterpret_cast<uintptr_t>(view->buf) % alignment(dtype) == 0, Value,
           "the array's memory is not aligned for its dtype; hint: array.copy()");
  if (!writable) {
    warn(
        "The given NumPy array is not writable, and a tensor cannot be read-only: writing to the tensor is "
        "undefined behaviour. Copy the array first to protect its data.");
  }
  int64_t bytes = count ? (last + 1) * view->itemsize : 0;
  Storage* storage = wrap_memory(view->buf, bytes, Device{}, release_view, view);
  (void)owned.give();
  return new_tensor(storage, dtype, Layout::Strided, shape, strides, 0);
}

bool scalar_from_buffer(PyObject* object, Scalar& value, DType& dtype) {
  if (!PyObject_CheckBuffer(object) || is_tensor(object)) return false;
  OwnedView owned;
  Py_buffer* view = owned.view;
  if (PyObject_GetBuffer(object, view, PyBUF_STRIDES | PyBUF_FORMAT) != 0) {
    PyErr_Clear();
    return false;
  }
  if (view->ndim != 0 || is_foreign_order(view->format)) return false;
  dtype = dtype_of_format(view->format, view->itemsize);
  if (dtype == DType::Undefined) return false;
  alignas(16) char element[16];
  std::memcpy(element, view->buf, static_cast<size_t>(view->itemsize));
  value = load(element, dtype);
  return true;
}

}  // namespace tt
