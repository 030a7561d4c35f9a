#include "tt/core/bind/generator_object.h"

#include <cstring>

#include "tt/core/base/error.h"
#include "tt/core/bind/dtype_object.h"
#include "tt/core/bind/objects.h"
#include "tt/core/bind/tensor_object.h"

namespace tt {
namespace {

struct GeneratorObject {
  PyObject_HEAD
  Generator* generator;
  bool is_owner;  // not of a default one
  Device device;
};

Generator& generator_of(PyObject* self) { return *reinterpret_cast<GeneratorObject*>(self)->generator; }
Device device_of(PyObject* self) { return reinterpret_cast<GeneratorObject*>(self)->device; }

PyObject* wrap_generator(Generator* generator, bool is_owner, Device device = {}) {
  auto* object = PyObject_New(GeneratorObject, &generator_type);
  if (!object) throw PythonError();
  object->generator = generator;
  object->is_owner = is_owner;
  object->device = device;
  generator->wrapper = object;
  return reinterpret_cast<PyObject*>(object);
}

PyObject* make(PyTypeObject*, PyObject* args, PyObject* kwargs) {
  return guarded([&]() -> PyObject* {
    static const char* names[] = {"device", nullptr};
    PyObject* given = nullptr;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:Generator", const_cast<char**>(names), &given))
      return nullptr;
    Device device;
    TT_CHECK(!given || given == Py_None || device_from_python(given, device), Type,
             "Generator: argument 'device' must be tt.device or str, not ", Py_TYPE(given)->tp_name);
    TT_CHECK(device.type == DeviceType::CPU, Runtime, "Generator: device type ", to_string(device),
             " has no generators");
    return wrap_generator(new Generator, true);
  });
}

void destroy(PyObject* self) {
  auto* object = reinterpret_cast<GeneratorObject*>(self);
  if (object->is_owner) delete object->generator;
  PyObject_Free(self);
}

// Negative seeds count down from the largest, as torch's do.
uint64_t seed_from_python(PyObject* given) {
  TT_CHECK(PyIndex_Check(given), Type, "manual_seed: expected a seed that is an int, got ",
           Py_TYPE(given)->tp_name);
  PyRef seed = PyRef::checked(PyNumber_Index(given));
  int overflow = 0;
  long long value = PyLong_AsLongLongAndOverflow(seed.get(), &overflow);
  if (overflow == 0)
    return value < 0 ? ~uint64_t{0} + static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  uint64_t wide = overflow > 0 ? PyLong_AsUnsignedLongLong(seed.get()) : 0;
  if (overflow < 0 || PyErr_Occurred()) {
    PyErr_Clear();
    fail(ErrorKind::Value, "manual_seed: expected a seed from -2**63 to 2**64 - 1");
  }
  return wide;
}

PyObject* manual_seed(PyObject* self, PyObject* seed) {
  return guarded([&] {
    generator_of(self).set_state({seed_from_python(seed), 0});
    return Py_NewRef(self);
  });
}

PyObject* seed(PyObject* self, PyObject*) {
  return guarded([&] {
    uint64_t fresh = random_seed();
    generator_of(self).set_state({fresh, 0});
    return PyLong_FromUnsignedLongLong(fresh);
  });
}

PyObject* initial_seed(PyObject* self, PyObject*) {
  return PyLong_FromUnsignedLongLong(generator_of(self).state().seed);
}

constexpr int64_t kStateBytes = sizeof(Generator::State);

PyObject* get_state(PyObject* self, PyObject*) {
  return guarded([&] {
    int64_t size[] = {kStateBytes};
    Tensor bytes = empty(Ints(size, 1), DType::UInt8);
    Generator::State state = generator_of(self).state();
    std::memcpy(bytes->data(), &state, sizeof(state));
    return wrap(std::move(bytes));
  });
}

PyObject* set_state(PyObject* self, PyObject* given) {
  return guarded([&] {
    TT_CHECK(is_tensor(given), Type, "set_state: expected a tensor, got ", Py_TYPE(given)->tp_name);
    const TensorImpl& bytes = *unwrap(given);
    TT_CHECK(bytes.dtype() == DType::UInt8 && bytes.device().type == DeviceType::CPU, Type,
             "set_state: expected a uint8 tensor on the CPU, got dtype ", name(bytes.dtype()), " on ",
             to_string(bytes.device()));
    TT_CHECK(bytes.numel() == kStateBytes && bytes.is_contiguous(), Runtime, "set_state: expected ",
             kStateBytes, " contiguous elements, as get_state() gives them, got shape ",
             to_string(bytes.sizes()));
    Generator::State state;
    std::memcpy(&state, bytes.data(), sizeof(state));
    generator_of(self).set_state(state);
    return Py_NewRef(self);
  });
}

void check_can_be_copied(PyObject* self) {
  TT_CHECK(device_of(self).type == DeviceType::CPU, Runtime, "Generator: the one of ",
           to_string(device_of(self)), " cannot be copied; hint: get_state() gives its state");
}

PyObject* clone_state(PyObject* self, PyObject*) {
  return guarded([&] {
    check_can_be_copied(self);
    PyObject* clone = wrap_generator(new Generator, true);
    generator_of(clone).set_state(generator_of(self).state());
    return clone;
  });
}

// For pickle and copy: a fresh generator, and the state that __setstate__ is given.
PyObject* reduce(PyObject* self, PyObject*) {
  return guarded([&] {
    check_can_be_copied(self);
    return Py_BuildValue("O()N", &generator_type, get_state(self, nullptr));
  });
}

PyObject* device(PyObject* self, void*) { return to_python(device_of(self)); }

PyObject* repr(PyObject* self) {
  return PyUnicode_FromFormat("<tt.Generator device='%s' seed=%llu>", to_string(device_of(self)).c_str(),
                              static_cast<unsigned long long>(generator_of(self).state().seed));
}

PyMethodDef methods[] = {
    {"manual_seed", manual_seed, METH_O,
     "manual_seed(seed)\n--\n\nStarts the stream of `seed`, an int of 64 bits; returns the generator."},
    {"seed", seed, METH_NOARGS, "seed()\n--\n\nStarts a stream that nobody can foresee; returns its seed."},
    {"initial_seed", initial_seed, METH_NOARGS, "initial_seed()\n--\n\nThe seed of the stream."},
    {"get_state", get_state, METH_NOARGS,
     "get_state()\n--\n\nThe seed and the place in the stream, as a uint8 tensor."},
    {"set_state", set_state, METH_O,
     "set_state(new_state)\n--\n\nGoes back to a state that get_state gave; returns the generator."},
    {"clone_state", clone_state, METH_NOARGS,
     "clone_state()\n--\n\nAnother generator at the same place of the same stream."},
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {"__setstate__", set_state, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef properties[] = {
    {"device", device, nullptr, "The device for which it draws.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

PyTypeObject generator_type = {PyVarObject_HEAD_INIT(nullptr, 0)};

Generator* generator_from_python(PyObject* object) {
  return Py_TYPE(object) == &generator_type ? &generator_of(object) : nullptr;
}

PyObject* to_python(Generator& generator) {
  if (!generator.wrapper) Py_RETURN_NONE;
  return Py_NewRef(static_cast<PyObject*>(generator.wrapper));
}

PyObject* default_generator_object(Device device) {
  Generator& generator = default_generator(device);
  if (!generator.wrapper) wrap_generator(&generator, false, device);  // as long-lived as the generator
  return Py_NewRef(static_cast<PyObject*>(generator.wrapper));
}

void init_generators(PyObject* module) {
  generator_type.tp_name = "tt.Generator";
  generator_type.tp_basicsize = sizeof(GeneratorObject);
  generator_type.tp_flags = Py_TPFLAGS_DEFAULT;
  generator_type.tp_doc =
      "Generator(device='cpu')\n--\n\nA random stream: Philox 4x32-10 from a seed, with a place in it. The "
      "same for any number of "
      "threads; not torch's values.";
  generator_type.tp_new = make;
  generator_type.tp_dealloc = destroy;
  generator_type.tp_repr = repr;
  generator_type.tp_methods = methods;
  generator_type.tp_getset = properties;
  add_type(module, "Generator", generator_type);
  PyRef object = PyRef::steal(wrap_generator(&default_generator(), false));
  add_object(module, "default_generator", object.get());
}

}  // namespace tt
