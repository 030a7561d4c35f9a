#include "tt/core/module/inspection.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <mutex>

#include "tt/core/base/error.h"
#include "tt/core/base/parallel.h"
#include "tt/core/bind/size_object.h"
#include "tt/core/dispatch/registry.h"
#include "tt/core/tensor/overlap.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace tt {
namespace {

using List = std::vector<int64_t>;

void check_geometry(const List& sizes, const List& strides) {
  TT_CHECK(sizes.size() == strides.size() && sizes.size() <= kMaxDims, Value,
           "expected as many strides as sizes, at most ", kMaxDims, ", got ", sizes.size(), " and ",
           strides.size());
}

void add_geometry(nb::module_& m) {
  m.def(
      "checked_numel",
      [](const List& sizes, int64_t itemsize) {
        return checked([&] { return PyLong_FromLongLong(checked_numel(sizes, itemsize)); });
      },
      "sizes"_a, "itemsize"_a, "How many elements `sizes` have; throws where their bytes cannot be counted.");
  m.def(
      "infer_size",
      [](List sizes, int64_t numel) {
        return checked([&] {
          infer_size(sizes.data(), static_cast<int>(sizes.size()), numel);
          return new_tuple(sizes);
        });
      },
      "sizes"_a, "numel"_a, "`sizes` with -1 replaced.");
  m.def(
      "view_strides",
      [](const List& sizes, const List& strides, const List& target) {
        return checked([&]() -> PyObject* {
          check_geometry(sizes, strides);
          List result(target.size());
          if (!view_strides(sizes, strides.data(), target, result.data())) Py_RETURN_NONE;
          return new_tuple(result);
        });
      },
      "sizes"_a, "strides"_a, "target"_a,
      "The strides of a view of another shape, or None when it needs a copy.");
  m.def(
      "check_in_storage",
      [](const List& sizes, const List& strides, int64_t offset, int64_t itemsize, int64_t bytes) {
        checked([&]() -> PyObject* {
          check_geometry(sizes, strides);
          check_in_storage(sizes, strides, offset, itemsize, bytes);
          Py_RETURN_NONE;
        });
      },
      "sizes"_a, "strides"_a, "offset"_a, "itemsize"_a, "storage_bytes"_a,
      "Throws when a view leaves its storage.");
  m.def(
      "has_internal_overlap",
      [](const List& sizes, const List& strides) {
        return checked([&] {
          check_geometry(sizes, strides);
          return PyBool_FromLong(has_internal_overlap(sizes, strides.data()));
        });
      },
      "sizes"_a, "strides"_a, "Whether two indices of a view mean one element.");
  m.def(
      "have_common_byte",
      [](const List& sizes_a, const List& strides_a, int64_t offset_a, int64_t itemsize_a,
         const List& sizes_b, const List& strides_b, int64_t offset_b, int64_t itemsize_b) {
        return checked([&] {
          check_geometry(sizes_a, strides_a);
          check_geometry(sizes_b, strides_b);
          return PyBool_FromLong(have_common_byte({sizes_a, strides_a, offset_a, itemsize_a},
                                                  {sizes_b, strides_b, offset_b, itemsize_b}));
        });
      },
      "sizes_a"_a, "strides_a"_a, "offset_a"_a, "itemsize_a"_a, "sizes_b"_a, "strides_b"_a, "offset_b"_a,
      "itemsize_b"_a, "Whether two views of one storage share memory.");
}

}  // namespace

Key key_named(const std::string& text) {
  for (int k = 0; k <= static_cast<int>(Key::CompositeImplicitAutograd); ++k) {
    if (k != kKeyCount && text == name(static_cast<Key>(k))) return static_cast<Key>(k);
  }
  fail(ErrorKind::Value, "unknown dispatch key '", text, "'");
}

namespace {

void probe_kernel(const Op& op, Call&) {
  fail(ErrorKind::Runtime, "the probe kernel of ", op.qualified, " was called");
}

void add_dispatch(nb::module_& m) {
  m.def(
      "key_set_names", [](uint64_t raw) { return to_string(KeySet(raw) & KeySet::all()); }, "raw"_a,
      "The keys in a set of bits, highest first.");
  m.def(
      "register_probe",
      [](const std::string& op, const std::string& key) {
        checked([&]() -> PyObject* {
          Registry::instance().kernel(op, key_named(key), probe_kernel, "probe_kernel");
          Py_RETURN_NONE;
        });
      },
      "op"_a, "key"_a, "Registers a kernel that raises when it is called.");
  m.def(
      "remove_kernel",
      [](const std::string& op, const std::string& key) {
        checked([&]() -> PyObject* {
          Registry::instance().remove_kernel(op, key_named(key));
          Py_RETURN_NONE;
        });
      },
      "op"_a, "key"_a, "Takes the kernel of an op and key away again.");
  m.def(
      "parallel_ranges",
      [](int64_t begin, int64_t end, int64_t grain, int64_t step) {
        std::mutex mutex;
        std::vector<List> ranges;
        parallel_for(
            begin, end, grain,
            [&](int64_t first, int64_t last) {
              std::lock_guard lock(mutex);
              ranges.push_back({first, last});
            },
            step);
        return ranges;
      },
      "begin"_a, "end"_a, "grain"_a, "step"_a = 1,
      "The parts into which parallel_for splits a range, in any order.");
}

}  // namespace

void add_inspection(nb::module_& m) {
  add_geometry(m);
  add_dispatch(m);
}

}  // namespace tt
