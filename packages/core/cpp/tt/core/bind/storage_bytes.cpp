#include "tt/core/bind/storage_bytes.h"

#include <cstring>

#include "tt/core/base/error.h"
#include "tt/core/bind/buffer.h"

namespace tt {

PyObject* storage_to_bytes(const TensorImpl& tensor) {
  require_readable(tensor, "storage_to_bytes");
  const Storage& storage = *tensor.storage();
  return PyBytes_FromStringAndSize(static_cast<const char*>(storage.data()), storage.bytes());
}

Tensor tensor_from_bytes(PyObject* bytes, DType dtype) {
  char* data;
  Py_ssize_t length;
  if (PyBytes_AsStringAndSize(bytes, &data, &length) < 0) throw PythonError();
  int64_t size[] = {length / itemsize(dtype)};
  TT_CHECK(size[0] * itemsize(dtype) == length, Value, "tensor_from_bytes: ", length,
           " bytes are no whole number of elements of ", name(dtype));
  Tensor made = empty(Ints(size, 1), dtype);
  if (length) std::memcpy(made->data(), data, static_cast<size_t>(length));
  return made;
}

}  // namespace tt
