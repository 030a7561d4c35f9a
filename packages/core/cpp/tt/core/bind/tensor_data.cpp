#include "tt/core/bind/tensor_data.h"

#include <algorithm>

#include "tt/core/base/error.h"
#include "tt/core/bind/tensor_object.h"

namespace tt {
namespace {

bool is_same_look(const TensorImpl& a, const TensorImpl& b) {
  return a.storage() == b.storage() && a.same_kind(b) && a.same_sizes(b) && a.offset() == b.offset() &&
         std::ranges::equal(a.strides(), b.strides());
}

bool can_move_to(const TensorImpl& tensor, const TensorImpl& data) {
  auto is_movable = [](Device device) {
    return device.type == DeviceType::CPU || device.type == DeviceType::CUDA;
  };
  if (tensor.layout() != data.layout()) return false;
  return tensor.device().type == data.device().type ||
         (is_movable(tensor.device()) && is_movable(data.device()));
}

}  // namespace

PyObject* tensor_data(PyObject* self, void*) {
  return guarded([&] {
    const TensorImpl& impl = *unwrap(self);
    return wrap(alias_unchecked(impl, impl.sizes(), impl.strides().data(), impl.offset()));
  });
}

int set_tensor_data(PyObject* self, PyObject* value, void*) {
  return guarded(-1, [&] {
    TT_CHECK(value, Runtime, "Deleting tensor data is not allowed. Delete tensor instead!");
    TT_CHECK(is_tensor(value), Type, "data: expected a tensor, got ", Py_TYPE(value)->tp_name);
    TensorImpl& tensor = *unwrap(self);
    const TensorImpl& data = *unwrap(value);
    if (is_same_look(tensor, data)) return 0;  // as after `x.data += 1`, which assigns what it wrote to
    TT_CHECK(
        !tensor.view, Runtime,
        "data: a view looks into its base's memory and cannot be given another; hint: copy_() writes to it");
    TT_CHECK(can_move_to(tensor, data), Runtime, "data: incompatible tensor type: the tensor is ",
             name(tensor.layout()), " on ", to_string(tensor.device()), ", the other ", name(data.layout()),
             " on ", to_string(data.device()));
    TT_CHECK(!tensor.requires_grad() || is_floating(data.dtype()) || is_complex(data.dtype()), Runtime,
             "data set to a tensor that requires gradients must be floating point or complex dtype, got ",
             name(data.dtype()));
    tensor.set_data(data);
    return 0;
  });
}

}  // namespace tt
