#include "tt/core/module/run_time.h"

#include <nanobind/stl/string.h>

#include "tt/core/base/error.h"
#include "tt/core/base/interned.h"
#include "tt/core/bind/op_groups.h"
#include "tt/core/bind/private_device.h"
#include "tt/core/bind/python_kernel.h"
#include "tt/core/bind/tensor_object.h"
#include "tt/core/dispatch/registry.h"
#include "tt/core/module/inspection.h"
#include "tt/core/module/op_definition.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace tt {
namespace {

Location place(const std::string& file, int line) { return {interned(file), line}; }

// A function without a result.
template <class Body>
nb::object done(Body&& body) {
  return checked([&]() -> PyObject* {
    body();
    Py_RETURN_NONE;
  });
}

void add_ops(nb::module_& m) {
  m.def(
      "define_op",
      [](const std::string& name, const std::string& overload, const std::string& schema,
         const std::string& doc, const std::string& file, int line, nb::list args, nb::list returns) {
        done([&] { define_op(name, overload, schema, doc, file, line, args, returns); });
      },
      "name"_a, "overload"_a, "schema"_a, "doc"_a, "file"_a, "line"_a, "args"_a, "returns"_a,
      "Defines an op at run time and makes its callable.");
  m.def(
      "undefine_op",
      [](const std::string& qualified) {
        done([&] {
          Op& op = Registry::instance().at(qualified);
          TT_CHECK(op.has(kRunTime), Runtime, "op ", qualified, " was not defined at run time");
          detach_op(op);
          Registry::instance().undefine(op);
        });
      },
      "qualified"_a, "Takes an op away that define_op defined; its kernels have been removed.");
  m.def(
      "op_callable",
      [](const std::string& qualified) {
        return checked([&] {
          const Op& op = Registry::instance().at(qualified);
          return new_op_object(group_of_overload(op), Form::Functional, false).give();
        });
      },
      "qualified"_a, "The callable of one overload.");
  m.def("is_op_callable", [](nb::handle object) { return group_of(object.ptr()) != nullptr; }, "object"_a);
}

void add_kernels(nb::module_& m) {
  m.def(
      "register_kernel",
      [](const std::string& op, const std::string& key, nb::handle function, const std::string& file,
         int line) {
        done([&] {
          const Op& found = Registry::instance().at(op);
          if (function.is_none())
            Registry::instance().kernel(op, key_named(key), nullptr, "fallthrough", nullptr,
                                        place(file, line));
          else
            register_python_kernel(found, key_named(key), function.ptr(), place(file, line));
        });
      },
      "op"_a, "key"_a, "function"_a.none(), "file"_a, "line"_a,
      "Registers a Python function as kernel; None: the key falls through.");
  m.def(
      "remove_python_kernel",
      [](const std::string& op, const std::string& key) {
        done([&] { remove_python_kernel(Registry::instance().at(op), key_named(key)); });
      },
      "op"_a, "key"_a);
  m.def(
      "register_fallback",
      [](const std::string& key, nb::handle function, const std::string& file, int line) {
        done([&] { register_python_fallback(key_named(key), function.ptr(), place(file, line)); });
      },
      "key"_a, "function"_a, "file"_a, "line"_a,
      "Registers a Python function as kernel of every op that has none for the key.");
  m.def(
      "remove_fallback",
      [](const std::string& key) { done([&] { remove_python_fallback(key_named(key)); }); }, "key"_a);
}

void add_device(nb::module_& m) {
  m.def(
      "register_private_device",
      [](const std::string& name, nb::handle allocate, nb::handle free, const std::string& file, int line) {
        auto or_null = [](nb::handle object) { return object.is_none() ? nullptr : object.ptr(); };
        done([&] {
          register_private_device(name.c_str(), or_null(allocate), or_null(free), place(file, line));
        });
      },
      "name"_a, "allocate"_a.none(), "free"_a.none(), "file"_a, "line"_a,
      "Names the device type PrivateUse1 and says where its memory comes from.");
  m.def("remove_private_device", remove_private_device);
  m.def("private_device_is_host", private_device_is_host);
  m.def("private_device_name", [] { return name(DeviceType::PrivateUse1); });
  m.def(
      "host_tensor",
      [](nb::handle tensor) {
        return checked([&] {
          TT_CHECK(is_tensor(tensor.ptr()), Type, "host_tensor: expected a Tensor, got ",
                   Py_TYPE(tensor.ptr())->tp_name);
          return wrap(host_tensor(*unwrap(tensor.ptr())));
        });
      },
      "tensor"_a, "A CPU tensor over the memory of a tensor of the registered device.");
}

}  // namespace

void add_run_time_registration(nb::module_& m) {
  add_ops(m);
  add_kernels(m);
  add_device(m);
}

}  // namespace tt
