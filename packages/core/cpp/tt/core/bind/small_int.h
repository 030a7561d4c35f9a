// Python ints of one digit, which nearly all sizes, dims and indices are, read without a call.
#pragma once

#include "tt/core/bind/python.h"

namespace tt {

// False when `object` is not exactly an int or has more digits.
inline bool small_int(PyObject* object, int64_t& value) {
  if (!PyLong_CheckExact(object)) return false;
  auto* number = reinterpret_cast<PyLongObject*>(object);
#if PY_VERSION_HEX >= 0x030C0000
  if (!PyUnstable_Long_IsCompact(number)) return false;
  value = PyUnstable_Long_CompactValue(number);
#else
  Py_ssize_t size = Py_SIZE(number);  // its sign is the number's
  if (size < -1 || size > 1) return false;
  value = size * static_cast<int64_t>(number->ob_digit[0]);
#endif
  return true;
}

}  // namespace tt
