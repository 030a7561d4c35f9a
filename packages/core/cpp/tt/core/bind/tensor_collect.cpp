#include "tt/core/bind/tensor_collect.h"

#include <utility>

#include "tt/core/bind/tensor_object.h"
#include "tt/core/tensor/view.h"

namespace tt {
namespace {

TensorObject* object_of(PyObject* self) { return reinterpret_cast<TensorObject*>(self); }
bool is_owned(const TensorObject* object) { return object->impl && (object->impl->flags & kOwnsWrapper); }

// What the collector may count as the wrapper's references: that which the wrapper alone keeps alive.
bool is_sole_owner(const TensorObject* object) {
  return !is_owned(object) && object->impl->references.count() == 1;
}

int visit_autograd(const TensorImpl& impl, visitproc visit, void* arg) {
  if (!impl.autograd) return 0;
  struct Closure {
    visitproc visit;
    void* arg;
  } closure{visit, arg};
  return impl.autograd->traverse(
      [](void* found, void* closure_arg) {
        auto* c = static_cast<Closure*>(closure_arg);
        return c->visit(static_cast<PyObject*>(found), c->arg);
      },
      &closure);
}

int visit_owned(const TensorImpl& impl, visitproc visit, void* arg) {
  if (impl.flags & kOwnsWrapper) Py_VISIT(static_cast<PyObject*>(impl.wrapper));
  return visit_autograd(impl, visit, arg);
}

// A view refers to its base and to the views in between; each view of the chain refers to the base.
int visit_bases(const TensorImpl& impl, visitproc visit, void* arg) {
  uint32_t references_to_base = 0;
  for (const ViewMeta* view = impl.view; view; view = view->parent->view) {
    const TensorImpl &parent = *view->parent, &base = *view->base();
    bool is_last = &parent == &base;
    ++references_to_base;
    if (parent.references.count() != (is_last ? references_to_base : 1)) return 0;
    if (int result = visit_owned(parent, visit, arg)) return result;
  }
  return 0;
}

}  // namespace

int tensor_traverse(PyObject* self, visitproc visit, void* arg) {
  TensorObject* object = object_of(self);
  Py_VISIT(object->dict);
  if (!is_sole_owner(object)) return 0;
  if (int result = visit_bases(*object->impl, visit, arg)) return result;
  return visit_autograd(*object->impl, visit, arg);
}

int tensor_clear(PyObject* self) {
  TensorObject* object = object_of(self);
  Py_CLEAR(object->dict);
  if (!is_sole_owner(object)) return 0;
  TensorImpl* impl = object->impl;
  if (impl->view) {
    impl->flags &= static_cast<uint8_t>(~kDifferentiableView);
    destroy(std::exchange(impl->view, nullptr));
  }
  if (impl->autograd) impl->autograd->clear();
  return 0;
}

}  // namespace tt
