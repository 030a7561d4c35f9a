#include "tt/core/bind/buffer_format.h"

#include <cstring>

namespace tt {

// struct's codes, and NumPy's Zf and Zd for complex numbers.
const char* buffer_format(DType dtype) {
  switch (dtype) {
    case DType::Bool:
      return "?";
    case DType::UInt8:
      return "B";
    case DType::UInt16:
      return "H";
    case DType::UInt32:
      return "I";
    case DType::UInt64:
      return "Q";
    case DType::Int8:
      return "b";
    case DType::Int16:
      return "h";
    case DType::Int32:
      return "i";
    case DType::Int64:
      return "q";
    case DType::Float16:
      return "e";
    case DType::Float32:
      return "f";
    case DType::Float64:
      return "d";
    case DType::Complex64:
      return "Zf";
    case DType::Complex128:
      return "Zd";
    case DType::BFloat16:
    case DType::Undefined:
      break;
  }
  return nullptr;
}

bool is_foreign_order(const char* format) { return format && (*format == '>' || *format == '!'); }

DType dtype_of_format(const char* format, Py_ssize_t size) {
  const char* code = format ? format : "B";
  if (*code == '@' || *code == '=' || *code == '<') ++code;
  if (code[0] && !code[1] && std::strchr("lq", code[0])) return size == 4 ? DType::Int32 : DType::Int64;
  if (code[0] && !code[1] && std::strchr("LQ", code[0])) return size == 4 ? DType::UInt32 : DType::UInt64;
  for (int i = 0; i < kDTypeCount; ++i) {
    auto dtype = static_cast<DType>(i);
    const char* ours = buffer_format(dtype);
    if (ours && std::strcmp(ours, code) == 0 && itemsize(dtype) == size) return dtype;
  }
  return DType::Undefined;
}

}  // namespace tt
