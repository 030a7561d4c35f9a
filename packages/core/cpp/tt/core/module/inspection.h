// The functions of `tt_core._C` through which tests look at single parts of core.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "tt/core/base/key_set.h"

namespace tt {

// Runs a body that may throw tt::Error and returns the object that it makes.
template <class Body>
nanobind::object checked(Body&& body);

// Alias keys included; throws Value for an unknown name.
Key key_named(const std::string& text);

void add_inspection(nanobind::module_& m);

}  // namespace tt

#include "tt/core/bind/python.h"

template <class Body>
nanobind::object tt::checked(Body&& body) {
  PyObject* result = guarded([&]() -> PyObject* { return body(); });
  if (!result) throw nanobind::python_error();
  return nanobind::steal(result);
}
