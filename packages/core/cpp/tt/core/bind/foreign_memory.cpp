#include "tt/core/bind/foreign_memory.h"

#include "tt/core/base/error.h"

namespace tt {

Tensor tensor_over(PyObject* owner, void* data, Ints sizes, Ints strides, DType dtype, Device device) {
  TT_CHECK(sizes.size() == strides.size() && sizes.size() <= kMaxDims, Value, "expected as many strides (",
           strides.size(), ") as sizes (", sizes.size(), "), and at most ", kMaxDims);
  int64_t count = checked_numel(sizes, itemsize(dtype)), last = 0;
  for (size_t d = 0; d < sizes.size(); ++d) {
    TT_CHECK(strides[d] >= 0, Value, "negative strides are not supported, got ", to_string(strides));
    last += sizes[d] > 0 ? (sizes[d] - 1) * strides[d] : 0;
  }
  auto let_go = [](void* context) {
    if (!Py_IsInitialized()) return;
    GilGuard gil;
    Py_DECREF(static_cast<PyObject*>(context));
  };
  int64_t bytes = count ? (last + 1) * itemsize(dtype) : 0;
  Storage* storage = wrap_memory(bytes ? data : nullptr, bytes, device, let_go, Py_NewRef(owner));
  return new_tensor(storage, dtype, Layout::Strided, sizes, strides.data(), 0);
}

}  // namespace tt
