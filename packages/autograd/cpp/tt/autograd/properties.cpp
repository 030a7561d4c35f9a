// What autograd adds to the Tensor type: requires_grad, grad, grad_fn and their kin.
#include <algorithm>

#include "tt/autograd/meta.h"
#include "tt/autograd/python_types.h"
#include "tt/core/base/error.h"
#include "tt/core/base/warn.h"
#include "tt/core/bind/tensor_object.h"

namespace tt::autograd {
namespace {

PyObject* get_requires_grad(PyObject* self, void*) { return PyBool_FromLong(unwrap(self)->requires_grad()); }

int set_requires_grad(PyObject* self, PyObject* value, void*) {
  return guarded(-1, [&] {
    TensorImpl& tensor = *unwrap(self);
    TT_CHECK(value && PyBool_Check(value), Runtime, "requires_grad must be a bool");
    bool wanted = value == Py_True;
    if (wanted == tensor.requires_grad()) return 0;
    TT_CHECK(is_leaf(tensor), Runtime, "you can only change requires_grad flags of leaf variables.",
             wanted ? ""
                    : " If you want to use a computed variable in a subgraph that doesn't require "
                      "differentiation use var_no_grad = var.detach().");
    TT_CHECK(!wanted || is_floating(tensor.dtype()) || is_complex(tensor.dtype()), Runtime,
             "only Tensors of floating point and complex dtype can require gradients, got ",
             name(tensor.dtype()));
    tensor.set_requires_grad(wanted);
    return 0;
  });
}

PyObject* get_grad(PyObject* self, void*) {
  return guarded([&]() -> PyObject* {
    TensorImpl& tensor = *unwrap(self);
    Meta* meta = meta_of(tensor);
    if (meta && meta->grad) return wrap(meta->grad);
    if (tensor.requires_grad() && !is_leaf(tensor) && !meta_of(tensor)->retains_grad) {
      warn(
          "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute "
          "won't be populated during autograd.backward(). If you indeed want the .grad field to be populated "
          "for a non-leaf Tensor, use .retain_grad() on the non-leaf Tensor.");
    }
    Py_RETURN_NONE;
  });
}

int set_grad(PyObject* self, PyObject* value, void*) {
  return guarded(-1, [&] {
    TensorImpl& tensor = *unwrap(self);
    if (!value || value == Py_None) {
      if (Meta* meta = meta_of(tensor)) Tensor old = std::move(meta->grad);
      return 0;
    }
    TT_CHECK(is_tensor(value), Type, "assigned grad expected to be a Tensor or None but got grad of type ",
             Py_TYPE(value)->tp_name);
    TensorImpl& grad = *unwrap(value);
    TT_CHECK(&grad != &tensor, Runtime, "can't assign Variable as its own grad");
    TT_CHECK(std::ranges::equal(grad.sizes(), tensor.sizes()), Runtime,
             "attempting to assign a gradient of size '", to_string(grad.sizes()), "' to a tensor of size '",
             to_string(tensor.sizes()),
             "'. Please ensure that the gradient and the tensor are the same size");
    TT_CHECK(grad.dtype() == tensor.dtype(), Runtime, "attempting to assign a gradient with dtype '",
             name(grad.dtype()), "' to a tensor of dtype '", name(tensor.dtype()), "'");
    TT_CHECK(grad.device() == tensor.device(), Runtime, "attempting to assign a gradient on device '",
             to_string(grad.device()), "' to a tensor on device '", to_string(tensor.device()), "'");
    Tensor old = std::exchange(ensure_meta(tensor).grad, Tensor::share(&grad));
    return 0;
  });
}

PyObject* get_grad_fn(PyObject* self, void*) {
  return guarded([&] { return wrap_node(grad_fn_of(*unwrap(self))); });
}

PyObject* get_is_leaf(PyObject* self, void*) {
  return guarded([&] { return PyBool_FromLong(is_leaf(*unwrap(self))); });
}

PyObject* get_output_nr(PyObject* self, void*) {
  return guarded([&] {
    TensorImpl& tensor = *unwrap(self);
    return PyLong_FromUnsignedLong(grad_fn_of(tensor) ? meta_of(tensor)->output : 0);
  });
}

PyObject* get_retains_grad(PyObject* self, void*) {
  Meta* meta = meta_of(*unwrap(self));
  return PyBool_FromLong(meta && meta->retains_grad);
}

PyObject* get_backward_hooks(PyObject* self, void*) {
  Meta* meta = meta_of(*unwrap(self));
  return Py_NewRef(meta && meta->hooks ? meta->hooks.get() : Py_None);
}

PyGetSetDef properties[] = {
    {"requires_grad", get_requires_grad, set_requires_grad,
     "True when backward must compute a gradient for this tensor. May be set on leaves of floating or "
     "complex dtype.",
     nullptr},
    {"grad", get_grad, set_grad,
     "The gradient that backward() has added up so far, or None. It grows with each backward(); set it to "
     "None to start anew.",
     nullptr},
    {"grad_fn", get_grad_fn, nullptr, "The node that made this tensor, or None for a leaf.", nullptr},
    {"is_leaf", get_is_leaf, nullptr, "True when no recorded op made this tensor.", nullptr},
    {"output_nr", get_output_nr, nullptr, "Which output of grad_fn this tensor is.", nullptr},
    {"retains_grad", get_retains_grad, nullptr,
     "True when backward keeps the gradient of this tensor, which is no leaf.", nullptr},
    {"_backward_hooks", get_backward_hooks, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

void add_properties() {
  for (PyGetSetDef* property = properties; property->name; ++property) add_property(property);
}

}  // namespace tt::autograd
