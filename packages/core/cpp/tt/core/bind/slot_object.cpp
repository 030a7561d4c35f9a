// Stage 2: one Python object into one slot, driven by the schema's argument type alone.
#include "tt/core/bind/slot_object.h"

#include "tt/core/base/error.h"
#include "tt/core/bind/buffer.h"
#include "tt/core/bind/dtype_object.h"
#include "tt/core/bind/generator_object.h"
#include "tt/core/bind/list_argument.h"
#include "tt/core/bind/memory_format_object.h"
#include "tt/core/bind/number_argument.h"
#include "tt/core/bind/size_object.h"
#include "tt/core/bind/tensor_object.h"

namespace tt {
namespace {

bool dtype_slot(PyObject* object, Slot& slot) {
  DType dtype = dtype_from_python(object);
  if (dtype == DType::Undefined) return false;
  slot = Slot::of(dtype);
  return true;
}

}  // namespace

bool slot_from_python(PyObject* object, const ArgSpec& arg, Call& call, int index) {
  Slot& slot = call.args[index];
  if (arg.type == ArgType::Tensor && TT_LIKELY(is_tensor(object))) {
    call.set(index, unwrap(object));
    return true;
  }
  slot.length = 0;
  if (object == Py_None) {
    slot = Slot::none();
    return arg.optional;
  }
  switch (arg.type) {
    case ArgType::Tensor:
      return number_slot(object, call, slot);
    case ArgType::Scalar:
      return number_or_tensor_slot(object, call, slot);
    case ArgType::TensorList:
      return tensor_list_slot(object, call, index, slot);
    case ArgType::Int: {
      int64_t value;
      if (PyBool_Check(object) || !index_slot(object, value)) return false;
      slot = Slot::of(value);
      return true;
    }
    case ArgType::IntList:
      return int_list_slot(object, arg, call, slot);
    case ArgType::Float: {
      if (PyBool_Check(object)) return false;
      if (!number_or_tensor_slot(object, call, slot) || slot.tag == Tag::Complex) return false;
      slot = Slot::of(slot.scalar().real());
      return true;
    }
    case ArgType::Bool: {
      if (PyBool_Check(object)) {
        slot = Slot::of(object == Py_True);
        return true;
      }
      Scalar value;
      DType dtype;
      if (!scalar_from_buffer(object, value, dtype) || dtype != DType::Bool) return false;
      slot = Slot::of(value.i != 0);
      return true;
    }
    case ArgType::BoolList:
      return bool_list_slot(object, call, slot);
    case ArgType::Str: {
      if (!PyUnicode_Check(object)) return false;
      Py_ssize_t size = 0;
      slot.s = PyUnicode_AsUTF8AndSize(object, &size);
      if (!slot.s) throw PythonError();
      slot.length = static_cast<uint32_t>(size);
      slot.tag = Tag::Str;
      return true;
    }
    case ArgType::DType:
      return dtype_slot(object, slot);
    case ArgType::Device: {
      Device device;
      if (!device_from_python(object, device)) return false;
      // There is one CPU.
      if (device.type == DeviceType::CPU || device.type == DeviceType::Meta) device.index = -1;
      slot = Slot::of(device);
      return true;
    }
    case ArgType::Layout: {
      if (Py_TYPE(object) != &layout_type) return false;
      slot = Slot::of(reinterpret_cast<LayoutObject*>(object)->layout);
      return true;
    }
    case ArgType::MemoryFormat: {
      MemoryFormat format;
      if (!memory_format_from_python(object, format)) return false;
      slot = Slot::of(format);
      return true;
    }
    case ArgType::Generator: {
      Generator* generator = generator_from_python(object);
      if (!generator) return false;
      slot = Slot::of(*generator);
      return true;
    }
  }
  return false;
}

PyObject* slot_to_python(const Slot& slot) {
  switch (slot.tag) {
    case Tag::Tensor:
      return wrap(Tensor::share(slot.tensor));
    case Tag::TensorList: {
      PyRef list = PyRef::checked(PyList_New(slot.length));
      for (uint32_t i = 0; i < slot.length; ++i) {
        PyList_SET_ITEM(list.get(), i, wrap(Tensor::share(slot.tensors[i])));
      }
      return list.give();
    }
    case Tag::Int:
      return PyLong_FromLongLong(slot.i);
    case Tag::Unsigned:
      return PyLong_FromUnsignedLongLong(static_cast<uint64_t>(slot.i));
    case Tag::Float:
      return PyFloat_FromDouble(slot.d);
    case Tag::Bool:
      return PyBool_FromLong(slot.i != 0);
    case Tag::Complex:
      return PyComplex_FromDoubles(slot.complex[0], slot.complex[1]);
    case Tag::IntList:
    case Tag::BoolList:
      return new_tuple(slot.list());
    case Tag::Str:
      return PyUnicode_FromStringAndSize(slot.s, slot.length);
    case Tag::DType:
      return to_python(slot.dtype());
    case Tag::Device:
      return to_python(slot.device());
    case Tag::Layout:
      return to_python(slot.layout());
    case Tag::Generator:
      return to_python(*slot.generator);
    case Tag::Object:
      return Py_NewRef(static_cast<PyObject*>(slot.object));
    case Tag::MemoryFormat:
      return to_python(slot.memory_format());
    case Tag::None:
      break;
  }
  Py_RETURN_NONE;
}

}  // namespace tt
