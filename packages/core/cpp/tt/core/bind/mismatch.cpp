#include "tt/core/bind/mismatch.h"

#include <cstring>

#include "tt/core/base/error.h"

namespace tt {
namespace {

// As users write it: `self` is `input` for a function in torch's documentation, and so here.
std::string shown(const char* argument) { return std::strcmp(argument, "self") == 0 ? "input" : argument; }

std::string type_name(ArgType type, int list_size) {
  std::string text;
  switch (type) {
    case ArgType::Tensor:
      return "Tensor";
    case ArgType::TensorList:
      return "tuple of Tensors";
    case ArgType::Int:
      return "int";
    case ArgType::IntList:
      return list_size > 0 ? "int or tuple of ints" : "tuple of ints";
    case ArgType::Float:
      return "float";
    case ArgType::Bool:
      return "bool";
    case ArgType::BoolList:
      return "tuple of bools";
    case ArgType::Scalar:
      return "Number";
    case ArgType::Str:
      return "str";
    case ArgType::DType:
      return "tt.dtype";
    case ArgType::Device:
      return "tt.device";
    case ArgType::Layout:
      return "tt.layout";
    case ArgType::MemoryFormat:
      return "tt.memory_format";
    case ArgType::Generator:
      return "tt.Generator";
  }
  return text;
}

std::string expected(const OpSpec& spec, const char* argument) {
  for (int i = 0; i < spec.arg_count; ++i) {
    const ArgSpec& arg = spec.args[i];
    if (std::strcmp(arg.name, argument) != 0) continue;
    return type_name(arg.type, arg.list_size) + (arg.optional ? " or None" : "");
  }
  return "Tensor";
}

int positional_count(const OpSpec& spec) {
  int count = 0;
  while (count < spec.arg_count && !spec.args[count].keyword_only) ++count;
  return count;
}

std::string given(PyObject* object) {
  std::string text = Py_TYPE(object)->tp_name;
  if (!PyTuple_Check(object) && !PyList_Check(object)) return text;
  // For a sequence what matters is what is in it.
  Py_ssize_t count = PySequence_Fast_GET_SIZE(object);
  text += " of (";
  for (Py_ssize_t i = 0; i < count && i < 4; ++i) {
    text += std::string(i ? ", " : "") + Py_TYPE(PySequence_Fast_GET_ITEM(object, i))->tp_name;
  }
  return text + (count > 4 ? ", ...)" : ")");
}

std::string text_of(const Mismatch& mismatch, const OpSpec& spec) {
  switch (mismatch.kind) {
    case Mismatch::Kind::TooMany:
      return "takes at most " + std::to_string(positional_count(spec)) + " positional arguments, got " +
             std::to_string(mismatch.position);
    case Mismatch::Kind::WrongType: {
      std::string where =
          mismatch.position < 0 ? "" : " (position " + std::to_string(mismatch.position + 1) + ")";
      return "argument '" + shown(mismatch.argument) + "'" + where + " must be " +
             expected(spec, mismatch.argument) + ", not " + given(mismatch.object);
    }
    case Mismatch::Kind::Missing:
      return "missing required argument '" + shown(mismatch.argument) + "'";
    case Mismatch::Kind::UnknownKeyword: {
      const char* name = PyUnicode_AsUTF8(mismatch.object);
      if (!name) throw PythonError();
      return std::string("got an unexpected keyword argument '") + name + "'";
    }
    case Mismatch::Kind::GivenTwice:
      return "got multiple values for argument '" + shown(mismatch.argument) + "'";
    case Mismatch::Kind::None:
      break;
  }
  return "";
}

}  // namespace

void fail_binding(const OpGroup& group, const std::vector<Mismatch>& mismatches) {
  std::string text;
  if (group.overloads.size() == 1) {
    text = text_of(mismatches[0], *group.overloads[0]->spec);
  } else {
    text = "the arguments fit none of the overloads";
    for (size_t i = 0; i < mismatches.size(); ++i) {
      const OpSpec& spec = *group.overloads[i]->spec;
      text += std::string("\n  ") + spec.schema + ": " + text_of(mismatches[i], spec);
    }
  }
  throw Error(ErrorKind::Type, text);
}

}  // namespace tt
