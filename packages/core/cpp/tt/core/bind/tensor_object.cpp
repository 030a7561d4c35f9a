// The type `Tensor`: life and death of wrappers. Note [Tensor ownership] in tensor.h is carried out here.
#include "tt/core/bind/tensor_object.h"

#include <structmember.h>

#include <string>
#include <utility>
#include <vector>

#include "tt/core/bind/buffer.h"
#include "tt/core/bind/index.h"
#include "tt/core/bind/number_slots.h"
#include "tt/core/bind/objects.h"
#include "tt/core/bind/tensor_collect.h"
#include "tt/core/bind/tensor_methods.h"
#include "tt/core/tensor/view.h"

namespace tt {
namespace {

// Freed wrappers of the exact type, kept for the next `wrap`; the GIL guards them.
constexpr int kKept = 128;
TensorObject* kept[kKept];
int kept_count = 0;

TensorObject* object_of(PyObject* self) { return reinterpret_cast<TensorObject*>(self); }

TensorObject* new_object(PyTypeObject* type) {
  TensorObject* object;
  if (type == &tensor_type && kept_count > 0) {
    object = kept[--kept_count];
    _Py_NewReference(reinterpret_cast<PyObject*>(object));  // its type is still set
  } else {
    object = reinterpret_cast<TensorObject*>(type == &tensor_type
                                                 ? PyObject_GC_New(TensorObject, type)
                                                 : reinterpret_cast<TensorObject*>(type->tp_alloc(type, 0)));
    if (!object) throw PythonError();
  }
  object->impl = nullptr;
  object->dict = object->weakrefs = object->shape = nullptr;
  return object;
}

// Whether a wrapper made anew could be told from this one.
bool has_state(PyObject* self) {
  TensorObject* object = object_of(self);
  return object->dict || object->weakrefs || Py_TYPE(self) != &tensor_type;
}

// Wrapper's last reference is gone. True when C++ still holds the tensor: then the impl now owns the wrapper.
bool flip_ownership(PyObject* self) {
  TensorImpl* impl = object_of(self)->impl;
  if (impl->references.count() == 1 || !has_state(self)) return false;
  // From here the object is alive again with the one reference that the impl owns.
  Py_SET_REFCNT(self, 1);
  impl->flags |= kOwnsWrapper;
  release(impl);
  return true;
}

void clear_attributes(TensorObject* object) {
  Py_CLEAR(object->dict);
  Py_CLEAR(object->shape);
}

void release_impl(TensorObject* object) {
  TensorImpl* impl = std::exchange(object->impl, nullptr);
  impl->wrapper = nullptr;
  release(impl);
}

// The members that `__slots__` made, which Python's own dealloc would clear.
void clear_slots(PyTypeObject* type, PyObject* self) {
  for (; type != &tensor_type; type = type->tp_base) {
    for (Py_ssize_t i = 0; i < Py_SIZE(type); ++i) {
      const PyMemberDef& member = type->tp_members[i];
      if (member.type != T_OBJECT_EX || (member.flags & READONLY)) continue;
      auto** place = reinterpret_cast<PyObject**>(reinterpret_cast<char*>(self) + member.offset);
      Py_CLEAR(*place);
    }
  }
}

void tensor_dealloc(PyObject* self) {
  if (flip_ownership(self)) return;
  TensorObject* object = object_of(self);
  PyObject_GC_UnTrack(self);
  if (object->weakrefs) PyObject_ClearWeakRefs(self);
  clear_attributes(object);
  release_impl(object);
  if (kept_count < kKept)
    kept[kept_count++] = object;
  else
    PyObject_GC_Del(self);
}

// Python gives a subclass a dealloc of its own, which would clear the object before ownership can
// flip; this one replaces it when the class is made.
void subclass_dealloc(PyObject* self) {
  if (flip_ownership(self)) return;
  TensorObject* object = object_of(self);
  PyTypeObject* type = Py_TYPE(self);
  if (type->tp_finalize && PyObject_CallFinalizerFromDealloc(self) < 0) return;  // __del__ kept it
  if (flip_ownership(self)) return;                                              // or gave it to C++
  PyObject_GC_UnTrack(self);
  if (object->weakrefs) PyObject_ClearWeakRefs(self);
  clear_slots(type, self);
  clear_attributes(object);
  release_impl(object);
  type->tp_free(self);
  Py_DECREF(type);
}

// `Tensor()` itself is no constructor; a subclass may wrap an existing tensor: Sub(tensor).
PyObject* tensor_new(PyTypeObject* type, PyObject* args, PyObject*) {
  return guarded([&]() -> PyObject* {
    PyObject* source = PyTuple_GET_SIZE(args) > 0 ? PyTuple_GET_ITEM(args, 0) : nullptr;
    if (!source || !is_tensor(source)) {
      return PyErr_Format(
          PyExc_TypeError,
          "%s: expected a tensor to wrap as first argument%s%s; hint: tt.tensor(data) makes a new tensor",
          type->tp_name, source ? ", got " : "", source ? Py_TYPE(source)->tp_name : "");
    }
    if (type == &tensor_type) return Py_NewRef(source);
    TensorImpl& base = *unwrap(source);
    Tensor shared = alias_unchecked(base, base.sizes(), base.strides().data(), base.offset());
    TensorObject* object = new_object(type);
    shared->wrapper = object;
    object->impl = shared.give();  // tracked since tp_alloc
    return reinterpret_cast<PyObject*>(object);
  });
}

// See Note [Tracking wrappers].
void track(PyObject* self) {
  if (!PyObject_GC_IsTracked(self)) PyObject_GC_Track(self);
}

int set_attribute(PyObject* self, PyObject* name, PyObject* value) {
  int result = PyObject_GenericSetAttr(self, name, value);
  if (object_of(self)->dict) track(self);
  return result;
}

PyObject* get_dict(PyObject* self, void* closure) {
  PyObject* dict = PyObject_GenericGetDict(self, closure);
  if (dict) track(self);
  return dict;
}

PyGetSetDef dict_property = {"__dict__", get_dict, PyObject_GenericSetDict, nullptr, nullptr};

PyObject* tensor_repr(PyObject* self) {
  // Printing is Python's (tt/printing); it is looked up on the type so that core need not import it.
  static PyObject* name = PyUnicode_InternFromString("__tensor_repr__");
  PyRef printer = PyRef::steal(PyObject_GetAttr(reinterpret_cast<PyObject*>(Py_TYPE(self)), name));
  if (printer) return PyObject_CallOneArg(printer.get(), self);
  PyErr_Clear();
  return guarded([&]() -> PyObject* {
    const TensorImpl& impl = *unwrap(self);
    std::string text = std::string("<tensor ") + tt::name(impl.dtype()) + to_string(impl.sizes()) + ">";
    return PyUnicode_FromString(text.c_str());
  });
}

int metatype_init(PyObject* cls, PyObject* args, PyObject* kwargs) {
  if (PyType_Type.tp_init(cls, args, kwargs) < 0) return -1;
  reinterpret_cast<PyTypeObject*>(cls)->tp_dealloc = subclass_dealloc;
  return 0;
}

PyTypeObject metatype = {PyVarObject_HEAD_INIT(nullptr, 0)};

void drop(void* wrapper) {
  // The interpreter may be gone when the last C++ owner dies.
  if (!Py_IsInitialized()) return;
  GilGuard gil;
  // A wrapper may own the next one of a long chain: they are dropped in a loop, not in each other's dealloc.
  static auto* pending = new std::vector<PyObject*>;
  static bool is_dropping = false;
  pending->push_back(static_cast<PyObject*>(wrapper));
  if (is_dropping) return;
  is_dropping = true;
  while (!pending->empty()) {
    PyObject* next = pending->back();
    pending->pop_back();
    Py_DECREF(next);
  }
  is_dropping = false;
}

}  // namespace

PyTypeObject tensor_type = {PyVarObject_HEAD_INIT(nullptr, 0)};

PyObject* wrap(Tensor tensor) {
  TensorImpl* impl = tensor.get();
  if (TT_UNLIKELY(!impl)) Py_RETURN_NONE;
  if (auto* existing = static_cast<PyObject*>(impl->wrapper)) {
    if (impl->flags & kOwnsWrapper) {
      // Flips back: the impl's reference to the wrapper goes to the caller, ours to the wrapper.
      impl->flags &= static_cast<uint8_t>(~kOwnsWrapper);
      (void)tensor.give();
      return existing;
    }
    return Py_NewRef(existing);
  }
  TensorObject* object = new_object(&tensor_type);
  object->impl = tensor.give();
  impl->wrapper = object;
  if (TT_UNLIKELY(impl->autograd != nullptr || impl->view != nullptr))
    PyObject_GC_Track(object);  // Note [Tracking wrappers]
  return reinterpret_cast<PyObject*>(object);
}

void track_wrapper(TensorImpl& impl) {
  if (impl.wrapper) track(static_cast<PyObject*>(impl.wrapper));
}

void add_attribute(const char* name, PyObject* object) {
  if (PyDict_SetItemString(tensor_type.tp_dict, name, object) < 0) throw PythonError();
  PyType_Modified(&tensor_type);
}

void add_property(PyGetSetDef* getset) {
  PyRef descriptor = PyRef::checked(PyDescr_NewGetSet(&tensor_type, getset));
  add_attribute(getset->name, descriptor.get());
}

void init_tensor(PyObject* module) {
  drop_wrapper = drop;
  metatype.tp_name = "tt.TensorType";
  metatype.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE;
  metatype.tp_base = &PyType_Type;
  metatype.tp_init = metatype_init;
  if (PyType_Ready(&metatype) < 0) throw PythonError();

  PyTypeObject& type = tensor_type;
  Py_SET_TYPE(&type, &metatype);
  type.tp_name = "tt.Tensor";
  type.tp_doc = "A tensor: sizes, strides and an offset over a storage, with a dtype, a device and a layout.";
  type.tp_basicsize = sizeof(TensorObject);
  type.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC;
  type.tp_dealloc = tensor_dealloc;
  type.tp_traverse = tensor_traverse;
  type.tp_clear = tensor_clear;
  type.tp_new = tensor_new;
  type.tp_repr = tensor_repr;
  type.tp_hash = [](PyObject* self) { return reinterpret_cast<Py_hash_t>(self); };  // id(), as torch
  type.tp_richcompare = compare_tensors;
  type.tp_setattro = set_attribute;
  type.tp_dictoffset = offsetof(TensorObject, dict);
  type.tp_weaklistoffset = offsetof(TensorObject, weakrefs);
  type.tp_as_number = &tensor_number_methods;
  type.tp_as_mapping = &tensor_mapping;
  type.tp_as_sequence = &tensor_sequence;
  type.tp_as_buffer = &tensor_buffer;
  type.tp_methods = tensor_methods;
  type.tp_getset = tensor_properties;
  add_type(module, "Tensor", type);
  add_property(&dict_property);
}

}  // namespace tt
