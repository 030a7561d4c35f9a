// The functions of `tt_core._C` that `tt` is made of: tensors from and to other memory, dtypes, devices, threads,
// the allocator.
#include "tt/core/module/functions.h"

#include <nanobind/stl/vector.h>

#include "tt/core/base/allocator.h"
#include "tt/core/base/error.h"
#include "tt/core/base/parallel.h"
#include "tt/core/bind/buffer.h"
#include "tt/core/bind/construct.h"
#include "tt/core/bind/dlpack.h"
#include "tt/core/bind/dtype_object.h"
#include "tt/core/bind/foreign_memory.h"
#include "tt/core/bind/generator_object.h"
#include "tt/core/bind/objects.h"
#include "tt/core/bind/result_type.h"
#include "tt/core/bind/storage_bytes.h"
#include "tt/core/bind/tensor_object.h"
#include "tt/core/iterate/promote.h"
#include "tt/core/module/inspection.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace tt {
namespace {

DType dtype_argument(nb::handle object, const char* function, const char* argument) {
  DType dtype = dtype_from_python(object.ptr());
  TT_CHECK(dtype != DType::Undefined, Type, function, ": expected a tt.dtype for '", argument, "', got ",
           Py_TYPE(object.ptr())->tp_name);
  return dtype;
}

const TensorImpl& tensor_argument(nb::handle object, const char* function) {
  TT_CHECK(is_tensor(object.ptr()), Type, function, ": expected a tensor, got ",
           Py_TYPE(object.ptr())->tp_name);
  return *unwrap(object.ptr());
}

Device device_argument(nb::handle object, const char* function) {
  Device device;
  TT_CHECK(device_from_python(object.ptr(), device), Type, function, ": expected a device, got ",
           Py_TYPE(object.ptr())->tp_name);
  return device;
}

}  // namespace

void add_functions(nb::module_& m) {
  m.def(
      "tensor_from_data",
      [](nb::handle data, nb::handle dtype, const char* function) {
        return checked([&] {
          DType wanted = dtype.is_none() ? DType::Undefined : dtype_argument(dtype, function, "dtype");
          try {
            return wrap(tensor_from_data(data.ptr(), wanted));
          } catch (Error& error) {
            error.name_op(function);
            throw;
          }
        });
      },
      "data"_a.none(), "dtype"_a.none(), "function"_a = "tensor");
  m.def(
      "tensor_from_buffer",
      [](nb::handle object) { return checked([&] { return wrap(tensor_from_buffer(object.ptr())); }); },
      "object"_a);
  m.def(
      "storage_to_bytes",
      [](nb::handle tensor) {
        return checked([&] { return storage_to_bytes(tensor_argument(tensor, "storage_to_bytes")); });
      },
      "tensor"_a, "A copy of all bytes under the tensor.");
  m.def(
      "tensor_from_bytes",
      [](nb::handle bytes, nb::handle dtype) {
        return checked([&] {
          return wrap(tensor_from_bytes(bytes.ptr(), dtype_argument(dtype, "tensor_from_bytes", "dtype")));
        });
      },
      "bytes"_a, "dtype"_a, "A tensor of one dim with these bytes as elements.");
  m.def(
      "to_dlpack",
      [](nb::handle tensor, bool versioned, bool is_copied) {
        return checked([&] { return to_dlpack(tensor_argument(tensor, "to_dlpack"), versioned, is_copied); });
      },
      "tensor"_a, "versioned"_a, "is_copied"_a, "A DLPack capsule over the tensor's memory.");
  m.def(
      "from_dlpack",
      [](nb::handle capsule) { return checked([&] { return wrap(from_dlpack(capsule.ptr())); }); },
      "capsule"_a.none(), "A tensor over the memory of a DLPack capsule, which is used up.");
  m.def(
      "result_type",
      [](const char* op) -> nb::object {
        PyTypeObject* type = find_result_type(op);
        return type ? nb::borrow(reinterpret_cast<PyObject*>(type)) : nb::none();
      },
      "op"_a, "The named tuple that the op of that name returns, or None.");
  m.def(
      "promote_types",
      [](nb::handle a, nb::handle b) {
        return checked([&] {
          return to_python(promote_types(dtype_argument(a, "promote_types", "type1"),
                                         dtype_argument(b, "promote_types", "type2")));
        });
      },
      "type1"_a.none(), "type2"_a.none(), "The dtype in which two dtypes of one rank meet.");
  m.def(
      "can_cast",
      [](nb::handle from, nb::handle to) {
        return checked([&] {
          return PyBool_FromLong(
              can_cast(dtype_argument(from, "can_cast", "from_"), dtype_argument(to, "can_cast", "to")));
        });
      },
      "from_"_a.none(), "to"_a.none(),
      "Whether a result of dtype `from_` may be written to a tensor of dtype `to`.");
  m.def(
      "get_default_dtype", [] { return checked([] { return to_python(default_dtype()); }); },
      "The dtype of factories and of Python floats.");
  m.def(
      "set_default_dtype",
      [](nb::handle dtype) {
        checked([&] {
          set_default_dtype(dtype_argument(dtype, "set_default_dtype", "d"));
          Py_RETURN_NONE;
        });
      },
      "d"_a.none(), "Sets the dtype of factories and of Python floats; a floating dtype.");
  m.def("get_num_threads", num_threads, "How many threads a parallel kernel uses.");
  m.def(
      "set_num_threads",
      [](int count) {
        checked([&] {
          set_num_threads(count);
          Py_RETURN_NONE;
        });
      },
      "count"_a, "Sets how many threads a parallel kernel uses; positive.");
  m.def(
      "attach",
      [](const char* name, nb::handle object) {
        checked([&] {
          add_attribute(name, object.ptr());
          Py_RETURN_NONE;
        });
      },
      "name"_a, "object"_a, "Adds an attribute to the Tensor type; for packages above core.");
  m.def(
      "tensor_over",
      [](nb::handle owner, uintptr_t address, const std::vector<int64_t>& sizes,
         const std::vector<int64_t>& strides, nb::handle dtype, nb::handle device) {
        return checked([&] {
          return wrap(tensor_over(owner.ptr(), reinterpret_cast<void*>(address), sizes, strides,
                                  dtype_argument(dtype, "tensor_over", "dtype"),
                                  device_argument(device, "tensor_over")));
        });
      },
      "owner"_a, "address"_a, "sizes"_a, "strides"_a, "dtype"_a, "device"_a,
      "A tensor over memory that `owner` keeps; strides in elements.");
  m.def(
      "device_generator",
      [](nb::handle device) {
        return checked([&] { return default_generator_object(device_argument(device, "device_generator")); });
      },
      "device"_a, "What ops on a device draw from when no generator is given.");
  m.def(
      "follow_seed", [] { seed_other_generators(default_generator().state().seed); },
      "Starts the streams of all other devices from the seed of the CPU's.");
  m.def("empty_cache", cpu::empty_cache,
        "Gives the cached memory of this thread and of the shared classes back.");
  m.def("set_cache_limit", cpu::set_cache_limit, "bytes"_a, "Bounds the bytes that the CPU allocator keeps.");
  m.def(
      "cache_stats",
      [] {
        cpu::CacheStats stats = cpu::cache_stats();
        nb::dict dict;
        dict["allocated_bytes"] = stats.allocated_bytes;
        dict["cached_bytes"] = stats.cached_bytes;
        dict["limit_bytes"] = stats.limit_bytes;
        return dict;
      },
      "Bytes of large CPU blocks in use, and kept for the next tensor.");
}

}  // namespace tt
