#include "tt/kernels/cuda/python.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <vector>

#include "tt/core/base/allocator.h"
#include "tt/core/base/error.h"
#include "tt/core/bind/objects.h"
#include "tt/core/bind/python.h"
#include "tt/core/bind/tensor_object.h"
#include "tt/kernels/cuda/allocator.h"
#include "tt/kernels/cuda/device.h"
#include "tt/kernels/cuda/kernel.h"
#include "tt/kernels/cuda/pinned.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace tt::cuda {
namespace {

TensorImpl& tensor_argument(nb::handle object, const char* function) {
  TT_CHECK(is_tensor(object.ptr()), Type, function, ": expected a Tensor, got ",
           Py_TYPE(object.ptr())->tp_name);
  return *unwrap(object.ptr());
}

void add_devices(nb::module_& m) {
  m.def("set_emulator_library", set_emulator_library, "path"_a);
  m.def("wants_emulator", wants_emulator);
  m.def(
      "problem",
      [] {
        std::string why;
        find_driver(&why);
        return why;
      },
      "Why there is no driver, with a hint; empty when there is one.");
  m.def("is_emulated", [] { return find_driver() && driver().is_emulated; });
  m.def("driver_version", [] {
    int version = 0;
    if (const Driver* table = find_driver()) table->driver_version(&version);
    return version;
  });
  m.def("device_count", device_count);
  m.def("current_device", [] { return checked([] { return driver(), current_device(); }); });
  m.def("set_device", [](int index) { checked([&] { set_device(index); }); }, "index"_a);
  m.def(
      "properties",
      [](int index) {
        return checked([&] {
          const Properties& found = properties(index);
          nb::dict dict;
          dict["name"] = found.name;
          dict["major"] = found.major;
          dict["minor"] = found.minor;
          dict["multi_processor_count"] = found.multiprocessors;
          dict["total_memory"] = found.total_bytes;
          return dict;
        });
      },
      "index"_a);
  m.def(
      "synchronize",
      [](int index) {
        checked([&] {
          nb::gil_scoped_release release;
          synchronize(index);
        });
      },
      "index"_a);
  m.def(
      "emulator_checks",
      [](int on) {
        return checked([&] {
          TT_CHECK(driver().emulator_checks, Runtime, "emulator_checks: a device is not emulated");
          if (on >= 0) empty_cache();
          return driver().emulator_checks(on);
        });
      },
      "on"_a = -1, "Turns the emulator's checks on (1) or off (0); returns whether they are on.");
}

// Throws where there is no such device.
int existing(int index) {
  checked([&] { (void)properties(index); });
  return index;
}

void add_memory(nb::module_& m) {
  m.def(
      "memory_stats",
      [](int index) {
        MemoryStats stats = memory_stats(existing(index));
        nb::dict dict;
        dict["allocated_bytes"] = stats.allocated_bytes;
        dict["reserved_bytes"] = stats.reserved_bytes;
        dict["max_allocated_bytes"] = stats.max_allocated_bytes;
        dict["max_reserved_bytes"] = stats.max_reserved_bytes;
        return dict;
      },
      "index"_a);
  m.def("reset_peak_memory_stats", [](int index) { reset_peak_memory_stats(existing(index)); }, "index"_a);
  m.def("empty_cache", empty_cache);
  m.def(
      "mem_get_info",
      [](int index) {
        return checked([&] {
          DeviceGuard guard(index);
          size_t free_bytes = 0, total_bytes = 0;
          check(driver().memory_info(&free_bytes, &total_bytes), "asking for the device's memory");
          return nb::make_tuple(free_bytes, total_bytes);
        });
      },
      "index"_a);
  m.def(
      "pin_memory",
      [](nb::handle tensor) {
        return nb::steal(checked([&] { return wrap(pinned_copy(tensor_argument(tensor, "pin_memory"))); }));
      },
      "tensor"_a.none());
  m.def(
      "is_pinned",
      [](nb::handle tensor) {
        return checked([&] { return is_pinned(tensor_argument(tensor, "is_pinned").storage()->data()); });
      },
      "tensor"_a.none());
  m.def(
      "record_stream",
      [](nb::handle tensor, int index, Address stream) {
        checked([&] {
          const TensorImpl& used = tensor_argument(tensor, "record_stream");
          record_stream(used.storage()->data(), {index, stream_at(stream)});
        });
      },
      "tensor"_a.none(), "index"_a, "stream"_a);
}

// A kernel by its name with whatever arguments: tensors as the addresses of their first elements, ints as int64. For
// kernels written by hand, and for tests of the emulator.
void add_launch(nb::module_& m) {
  m.def(
      "launch_named",
      [](const std::string& name, const std::string& unit, std::vector<unsigned> grid,
         std::vector<unsigned> block, nb::args given) {
        checked([&] {
          TT_CHECK(grid.size() == 3 && block.size() == 3, Value,
                   "launch: grid and block have three sizes each");
          std::vector<int64_t> values(given.size());
          std::vector<void*> pointers(given.size());
          int device = current_device();
          for (size_t i = 0; i < given.size(); ++i) {
            nb::handle argument = given[i];
            pointers[i] = &values[i];
            if (is_tensor(argument.ptr())) {
              const TensorImpl& tensor = *unwrap(argument.ptr());
              TT_CHECK(tensor.device().type == DeviceType::CUDA, Runtime,
                       "launch: expected tensors on cuda, got ", to_string(tensor.device()));
              values[i] = reinterpret_cast<int64_t>(tensor.data());
              device = tensor.device().index;
            } else {
              values[i] = nb::cast<int64_t>(argument);
            }
          }
          DeviceGuard guard(device);
          static auto* slots = new std::map<std::string, KernelSlot>;  // the GIL guards it
          TraceScope trace(Stage::Loop, nullptr, nullptr, "launch");
          const Kernel& kernel = (*slots)[name].get([&] { return KernelSource{name, unit, ""}; });
          launch(kernel, {{grid[0], grid[1], grid[2]}, {block[0], block[1], block[2]}}, pointers.data(),
                 trace);
        });
      },
      "name"_a, "unit"_a, "grid"_a, "block"_a, "args"_a);
}

}  // namespace

void add_python(nb::module_& module) {
  nb::module_ m = module.def_submodule("cuda", "Devices, memory, streams and events, as plain numbers.");
  add_devices(m);
  add_memory(m);
  add_streams(m);
  add_launch(m);
}

}  // namespace tt::cuda
