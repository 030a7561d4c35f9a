// Why arguments did not fit an overload, kept as facts until somebody has to read it.
#pragma once

#include <string>
#include <vector>

#include "tt/core/bind/op_object.h"

namespace tt {

struct Mismatch {
  enum class Kind : uint8_t { None, TooMany, WrongType, Missing, UnknownKeyword, GivenTwice };
  Kind kind = Kind::None;
  const char* argument = "";
  Py_ssize_t position = -1;
  PyObject* object = nullptr;  // borrowed from the caller's arguments

  bool too_many(Py_ssize_t count) { return set(Kind::TooMany, "", count, nullptr); }
  bool wrong_type(const char* name, Py_ssize_t at, PyObject* value) {
    return set(Kind::WrongType, name, at, value);
  }
  bool missing(const char* name) { return set(Kind::Missing, name, -1, nullptr); }
  bool unknown_keyword(PyObject* name) { return set(Kind::UnknownKeyword, "", -1, name); }
  bool given_twice(const char* name) { return set(Kind::GivenTwice, name, -1, nullptr); }

 private:
  bool set(Kind k, const char* name, Py_ssize_t at, PyObject* value) {
    kind = k;
    argument = name;
    position = at;
    object = value;
    return false;
  }
};

// Throws Type, without the op's name in front; one mismatch for each overload of the group.
[[noreturn]] void fail_binding(const OpGroup& group, const std::vector<Mismatch>& mismatches);

}  // namespace tt
