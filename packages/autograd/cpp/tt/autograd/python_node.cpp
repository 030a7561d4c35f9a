// The Python side of a node: what `grad_fn` returns. A thin handle; it exists only while Python holds it.
#include <cstring>
#include <string>

#include "tt/autograd/accumulator.h"
#include "tt/autograd/formula_node.h"
#include "tt/autograd/hooks.h"
#include "tt/autograd/python_types.h"
#include "tt/autograd/traverse.h"
#include "tt/core/bind/tensor_object.h"

namespace tt::autograd {
namespace {

struct NodeObject {
  PyObject_HEAD
  Node* node;  // owned
  PyObject* dict;
  PyObject* weakrefs;
};

extern PyTypeObject node_type;

Node& node_of(PyObject* self) { return *reinterpret_cast<NodeObject*>(self)->node; }

void node_dealloc(PyObject* self) {
  PyObject_GC_UnTrack(self);
  auto* object = reinterpret_cast<NodeObject*>(self);
  if (object->weakrefs) PyObject_ClearWeakRefs(self);
  Py_CLEAR(object->dict);
  if (Node* node = std::exchange(object->node, nullptr)) {
    node->wrapper = nullptr;
    release(node);
  }
  PyObject_GC_Del(self);
}

int node_traverse(PyObject* self, visitproc visit, void* arg) {
  auto* object = reinterpret_cast<NodeObject*>(self);
  Py_VISIT(object->dict);
  Walk walk(reinterpret_cast<Walk::Visit>(visit), arg);
  walk.node(object->node);
  return walk.run();
}

int node_clear(PyObject* self) {
  auto* object = reinterpret_cast<NodeObject*>(self);
  Py_CLEAR(object->dict);
  // Hooks are what leads back from a graph to Python; without them there is no cycle.
  if (Hooks* hooks = object->node ? std::exchange(object->node->hooks, nullptr) : nullptr) delete hooks;
  return 0;
}

PyObject* node_repr(PyObject* self) {
  return PyUnicode_FromFormat("<%s object at %p>", node_of(self).name(), self);
}

PyObject* node_name(PyObject* self, PyObject*) { return PyUnicode_FromString(node_of(self).name()); }

PyObject* next_functions(PyObject* self, void*) {
  return guarded([&]() -> PyObject* {
    Node& node = node_of(self);
    PyRef tuple = PyRef::checked(PyTuple_New(node.edge_count));
    for (uint32_t i = 0; i < node.edge_count; ++i) {
      const Edge& edge = node.edges[i];
      PyRef next = PyRef::checked(wrap_node(edge.node.get()));
      PyTuple_SET_ITEM(tuple.get(), i, PyRef::checked(Py_BuildValue("(OI)", next.get(), edge.output)).give());
    }
    return tuple.give();
  });
}

PyObject* variable(PyObject* self, void*) {
  return guarded([&]() -> PyObject* {
    auto* accumulator = dynamic_cast<Accumulator*>(&node_of(self));
    if (accumulator) return wrap(accumulator->leaf());
    return PyErr_Format(PyExc_AttributeError, "'%s' object has no attribute 'variable'",
                        node_of(self).name());
  });
}

PyObject* sequence_nr(PyObject* self, PyObject*) {
  return PyLong_FromUnsignedLongLong(node_of(self).sequence);
}

PyObject* hook_dict(PyRef& dict) {
  if (!dict) dict = PyRef::steal(PyDict_New());
  return Py_XNewRef(dict.get());
}
PyObject* hooks_before(PyObject* self, void*) { return hook_dict(hooks_of(node_of(self)).before); }
PyObject* hooks_after(PyObject* self, void*) { return hook_dict(hooks_of(node_of(self)).after); }

// `_saved_other`: what the node saved under the name `other`.
PyObject* node_getattro(PyObject* self, PyObject* name) {
  PyObject* found = PyObject_GenericGetAttr(self, name);
  if (found || !PyErr_ExceptionMatches(PyExc_AttributeError)) return found;
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  const char* text = PyUnicode_AsUTF8(name);
  if (!text) PyErr_Clear();  // lone surrogates, which no saved name has
  PyErr_Restore(type, value, traceback);
  auto* node = dynamic_cast<FormulaNode*>(&node_of(self));
  if (!text || !node || std::strncmp(text, "_saved_", 7) != 0) return nullptr;
  return guarded([&]() -> PyObject* {
    const Derivative& derivative = node->derivative();
    for (int i = 0; i < derivative.save_count; ++i) {
      if (std::strcmp(derivative.saves[i].name, text + 7) != 0 || !node->is_saved(i)) continue;
      PyErr_Clear();
      return node->unpack(i);
    }
    return nullptr;
  });
}

PyMethodDef methods[] = {
    {"name", node_name, METH_NOARGS, "name()\n--\n\nThe node's name, such as 'MulBackward0'."},
    {"_sequence_nr", sequence_nr, METH_NOARGS,
     "_sequence_nr()\n--\n\nThe place in the order of recording; backward takes nodes by falling number."},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef properties[] = {
    {"next_functions", next_functions, nullptr,
     "Where the gradients of the inputs go: (node or None, output) for each.", nullptr},
    {"variable", variable, nullptr, "The leaf of an AccumulateGrad.", nullptr},
    {"_hooks_before", hooks_before, nullptr, nullptr, nullptr},
    {"_hooks_after", hooks_after, nullptr, nullptr, nullptr},
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyTypeObject make_type() {
  PyTypeObject type = {PyVarObject_HEAD_INIT(nullptr, 0)};
  type.tp_name = "tt.autograd.Node";
  type.tp_basicsize = sizeof(NodeObject);
  type.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC;
  type.tp_doc = "A node of the graph that backward runs through: what a tensor's grad_fn is.";
  type.tp_dealloc = node_dealloc;
  type.tp_traverse = node_traverse;
  type.tp_clear = node_clear;
  type.tp_repr = node_repr;
  type.tp_getattro = node_getattro;
  type.tp_methods = methods;
  type.tp_getset = properties;
  type.tp_dictoffset = offsetof(NodeObject, dict);
  type.tp_weaklistoffset = offsetof(NodeObject, weakrefs);
  return type;
}

PyTypeObject node_type = make_type();

}  // namespace

PyObject* wrap_node(Node* node) {
  if (!node) Py_RETURN_NONE;
  if (node->wrapper) return Py_NewRef(static_cast<PyObject*>(node->wrapper));
  auto* object = PyObject_GC_New(NodeObject, &node_type);
  if (!object) throw PythonError();
  retain(node);
  object->node = node;
  object->dict = nullptr;
  object->weakrefs = nullptr;
  node->wrapper = object;
  PyObject_GC_Track(object);
  return reinterpret_cast<PyObject*>(object);
}

Node* unwrap_node(PyObject* object) { return Py_TYPE(object) == &node_type ? &node_of(object) : nullptr; }

PyObject* attach_to_node(PyObject*, PyObject* const* args, Py_ssize_t count) {
  if (count != 2)
    return PyErr_Format(PyExc_TypeError, "attach_to_node: expected 2 arguments, got %zd", count);
  if (PyDict_SetItem(node_type.tp_dict, args[0], args[1]) < 0) return nullptr;
  PyType_Modified(&node_type);
  Py_RETURN_NONE;
}

void init_node(PyObject* module) {
  if (PyType_Ready(&node_type) < 0) throw PythonError();
  if (PyModule_AddObjectRef(module, "Node", reinterpret_cast<PyObject*>(&node_type)) < 0) throw PythonError();
}

}  // namespace tt::autograd
