#include "tt/core/bind/tensor_methods.h"

#include <algorithm>

#include "tt/core/base/error.h"
#include "tt/core/bind/conversions.h"
#include "tt/core/bind/dtype_object.h"
#include "tt/core/bind/memory_format_object.h"
#include "tt/core/bind/size_object.h"
#include "tt/core/bind/tensor_data.h"
#include "tt/core/bind/tensor_object.h"
#include "tt/core/tensor/view.h"

namespace tt {
namespace {

PyObject* shape(PyObject* self, void*) {
  auto* object = reinterpret_cast<TensorObject*>(self);
  TensorImpl* impl = object->impl;
  // Only `out=` and `data` change the sizes of a tensor that somebody has seen.
  if (TT_LIKELY(object->shape && !(impl->flags & kResized))) return Py_NewRef(object->shape);
  return guarded([&] {
    PyObject* size = new_size(impl->sizes());
    Py_XSETREF(object->shape, Py_NewRef(size));
    impl->flags &= static_cast<uint8_t>(~kResized);
    return size;
  });
}

PyObject* view_of(PyObject* self, void*) {
  const TensorImpl* impl = unwrap(self);
  if (!impl->view) Py_RETURN_NONE;
  return guarded([&] { return wrap(impl->view->base()); });
}

PyObject* dtype(PyObject* self, void*) { return to_python(unwrap(self)->dtype()); }
PyObject* device(PyObject* self, void*) {
  return guarded([&] { return to_python(unwrap(self)->device()); });
}
PyObject* layout(PyObject* self, void*) { return to_python(unwrap(self)->layout()); }
PyObject* ndim(PyObject* self, void*) { return PyLong_FromLong(unwrap(self)->ndim()); }
PyObject* item_bytes(PyObject* self, void*) { return PyLong_FromLongLong(unwrap(self)->itemsize()); }
PyObject* total_bytes(PyObject* self, void*) {
  return PyLong_FromLongLong(unwrap(self)->itemsize() * unwrap(self)->numel());
}
PyObject* version(PyObject* self, void*) { return PyLong_FromUnsignedLong(unwrap(self)->version()); }

// The one argument of a method, by position or by its name; null when it is not given.
PyObject* optional_argument(const char* method, const char* name, PyObject* const* args, Py_ssize_t count,
                            PyObject* names) {
  Py_ssize_t named = names ? PyTuple_GET_SIZE(names) : 0;
  TT_CHECK(count + named <= 1, Type, method, ": takes at most 1 argument, got ", count + named);
  if (named == 0) return count ? args[0] : nullptr;
  PyObject* given = PyTuple_GET_ITEM(names, 0);
  if (PyUnicode_CompareWithASCIIString(given, name) != 0) {
    PyErr_Format(PyExc_TypeError, "%s: got an unexpected keyword argument '%U'", method, given);
    throw PythonError();
  }
  return args[0];
}

// Channels (dim 1) fastest, then the dims after them from the last, then the batch.
bool has_channels_last(const TensorImpl& impl, int ndim) {
  if (impl.ndim() != ndim) return false;
  int64_t expected = 1;
  for (int i = 0; i < ndim; ++i) {
    int dim = i == 0 ? 1 : i == ndim - 1 ? 0 : ndim - i;
    if (impl.size(dim) == 0) return true;
    if (impl.size(dim) != 1 && impl.stride(dim) != expected) return false;
    expected *= impl.size(dim);
  }
  return true;
}

template <DeviceType type>
PyObject* is_on(PyObject* self, void*) {
  return PyBool_FromLong(unwrap(self)->device().type == type);
}

// size() and stride(), whole or of one dim.
template <bool strides>
PyObject* geometry(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
  return guarded([&]() -> PyObject* {
    const TensorImpl* impl = unwrap(self);
    PyObject* given = optional_argument(strides ? "stride" : "size", "dim", args, count, names);
    if (!given || given == Py_None) return strides ? new_tuple(impl->strides()) : shape(self, nullptr);
    const char* what = strides ? "stride" : "size";
    TT_CHECK(PyIndex_Check(given) && !PyBool_Check(given), Type, what, ": argument 'dim' must be int, not ",
             Py_TYPE(given)->tp_name);
    // What does not fit is clamped, and out of range all the same.
    Py_ssize_t dim = PyNumber_AsSsize_t(given, nullptr);
    if (dim == -1 && PyErr_Occurred()) throw PythonError();
    TT_CHECK(impl->ndim() > 0, Index, what, ": dimension specified as ", dim,
             " but tensor has no dimensions");
    int wrapped = wrap_dim(dim, impl->ndim());
    return PyLong_FromLongLong(strides ? impl->stride(wrapped) : impl->size(wrapped));
  });
}

// Of the named format: whether a fresh tensor of these sizes would have these strides.
PyObject* is_contiguous_in(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
  return guarded([&]() -> PyObject* {
    PyObject* given = optional_argument("is_contiguous", "memory_format", args, count, names);
    MemoryFormat format = MemoryFormat::Contiguous;
    TT_CHECK(!given || memory_format_from_python(given, format), Type,
             "is_contiguous: argument 'memory_format' must be tt.memory_format, not ",
             Py_TYPE(given)->tp_name);
    TT_CHECK(format != MemoryFormat::Preserve, Runtime,
             "is_contiguous: preserve_format is the order of no tensor");
    const TensorImpl& impl = *unwrap(self);
    if (format == MemoryFormat::Contiguous) return PyBool_FromLong(impl.is_contiguous());
    return PyBool_FromLong(has_channels_last(impl, format == MemoryFormat::ChannelsLast ? 4 : 5));
  });
}

PyObject* numel(PyObject* self, PyObject*) { return PyLong_FromLongLong(unwrap(self)->numel()); }
PyObject* dim(PyObject* self, PyObject*) { return PyLong_FromLong(unwrap(self)->ndim()); }
PyObject* storage_offset(PyObject* self, PyObject*) { return PyLong_FromLongLong(unwrap(self)->offset()); }
PyObject* element_size(PyObject* self, PyObject*) { return item_bytes(self, nullptr); }
PyObject* data_ptr(PyObject* self, PyObject*) {
  const TensorImpl* impl = unwrap(self);
  return PyLong_FromVoidPtr(impl->storage()->data() ? impl->data() : nullptr);
}
PyObject* storage_ptr(PyObject* self, PyObject*) { return PyLong_FromVoidPtr(unwrap(self)->storage()); }
PyObject* storage_bytes(PyObject* self, PyObject*) {
  return PyLong_FromLongLong(unwrap(self)->storage()->bytes());
}
PyObject* is_floating_point(PyObject* self, PyObject*) {
  return PyBool_FromLong(is_floating(unwrap(self)->dtype()));
}
PyObject* is_complex_method(PyObject* self, PyObject*) {
  return PyBool_FromLong(is_complex(unwrap(self)->dtype()));
}
PyObject* is_signed(PyObject* self, PyObject*) {
  Category c = category(unwrap(self)->dtype());
  return PyBool_FromLong(c != Category::Bool && c != Category::Unsigned);
}
PyObject* is_view(PyObject* self, PyObject*) { return PyBool_FromLong(unwrap(self)->view != nullptr); }
PyObject* dispatch_keys(PyObject* self, PyObject*) {
  return guarded([&] { return PyUnicode_FromString(to_string(unwrap(self)->keys()).c_str()); });
}

template <class Function>
PyCFunction method(Function function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

}  // namespace

PyMethodDef tensor_methods[] = {
    {"size", method(geometry<false>), METH_FASTCALL | METH_KEYWORDS,
     "size(dim=None)\n--\n\nThe sizes as a Size, or the size of one dim."},
    {"stride", method(geometry<true>), METH_FASTCALL | METH_KEYWORDS,
     "stride(dim=None)\n--\n\nThe strides in elements, or the stride of one dim."},
    {"numel", numel, METH_NOARGS, "numel()\n--\n\nHow many elements there are."},
    {"dim", dim, METH_NOARGS, "dim()\n--\n\nHow many dims there are."},
    {"storage_offset", storage_offset, METH_NOARGS,
     "storage_offset()\n--\n\nWhere the first element lies in the storage, in elements."},
    {"element_size", element_size, METH_NOARGS, "element_size()\n--\n\nBytes of one element."},
    {"data_ptr", data_ptr, METH_NOARGS, "data_ptr()\n--\n\nThe address of the first element."},
    {"_storage_ptr", storage_ptr, METH_NOARGS,
     "_storage_ptr()\n--\n\nIdentifies the storage: equal for tensors that share it."},
    {"_storage_bytes", storage_bytes, METH_NOARGS, "_storage_bytes()\n--\n\nSize of the storage in bytes."},
    {"is_contiguous", method(is_contiguous_in), METH_FASTCALL | METH_KEYWORDS,
     "is_contiguous(memory_format=tt.contiguous_format)\n--\n\nWhether elements lie one after the other in "
     "the order of the format."},
    {"is_floating_point", is_floating_point, METH_NOARGS,
     "is_floating_point()\n--\n\nWhether the dtype is floating."},
    {"is_complex", is_complex_method, METH_NOARGS, "is_complex()\n--\n\nWhether the dtype is complex."},
    {"is_signed", is_signed, METH_NOARGS, "is_signed()\n--\n\nWhether elements can be negative."},
    {"_is_view", is_view, METH_NOARGS,
     "_is_view()\n--\n\nWhether the tensor is a differentiable view of another."},
    {"_dispatch_keys", dispatch_keys, METH_NOARGS,
     "_dispatch_keys()\n--\n\nThe tensor's dispatch keys, highest first."},
    {"__complex__", tensor_complex, METH_NOARGS, nullptr},
    {"tolist", tensor_tolist, METH_NOARGS,
     "tolist()\n--\n\nThe elements as nested lists of Python numbers; one number for a 0-d tensor."},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef tensor_properties[] = {
    {"shape", shape, nullptr, "The sizes of the dims, as a Size.", nullptr},
    {"dtype", dtype, nullptr, "The type of the elements.", nullptr},
    {"device", device, nullptr, "Where the memory is.", nullptr},
    {"layout", layout, nullptr, "How the memory is arranged.", nullptr},
    {"ndim", ndim, nullptr, "How many dims there are.", nullptr},
    {"data", tensor_data, set_tensor_data,
     "The same elements without history. What is written through it is counted as a write, which backward notices. "
     "Assigning a tensor makes this one look into that one's memory.",
     nullptr},
    {"itemsize", item_bytes, nullptr, "Bytes of one element.", nullptr},
    {"nbytes", total_bytes, nullptr, "Bytes of all elements.", nullptr},
    {"is_cpu", is_on<DeviceType::CPU>, nullptr, "Whether the memory is the CPU's.", nullptr},
    {"is_cuda", is_on<DeviceType::CUDA>, nullptr, "Whether the memory is a CUDA device's.", nullptr},
    {"is_meta", is_on<DeviceType::Meta>, nullptr, "Whether there is no memory, only metadata.", nullptr},
    {"_base", view_of, nullptr, "The tensor of which this is a view, or None.", nullptr},
    {"_version", version, nullptr, "How often the storage was written to.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace tt
