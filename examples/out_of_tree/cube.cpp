// How cube is computed on the CPU, and the module that registers it. What the op is says tt_cube/ops.py.
#include "core_stamp.gen.h"
#include "tt/core/bind/op_groups.h"
#include "tt/core/bind/python.h"
#include "tt/core/dispatch/registry.h"
#include "tt/core/iterate/dtype_dispatch.h"
#include "tt/core/iterate/tensor_iterator.h"

namespace cube {

extern const tt::OpTable op_table;  // made from ops.py

template <class T>
void loop(char* const* data, const int64_t* strides_bytes, int64_t inner, int64_t outer, const void*) {
  for (int64_t row = 0; row < outer; ++row) {
    for (int64_t i = 0; i < inner; ++i) {
      T x = *reinterpret_cast<const T*>(data[1] + row * strides_bytes[3] + i * strides_bytes[1]);
      *reinterpret_cast<T*>(data[0] + row * strides_bytes[2] + i * strides_bytes[0]) = x * x * x;
    }
  }
}

void cube_cpu(const tt::Op&, tt::Call& call) {
  tt::TensorIterator iter;
  iter.add_output(nullptr);
  iter.add_input(*call.args[0].tensor);
  iter.build({});
  tt::dispatch_dtype<tt::kFloatDouble>(iter.common_dtype(), [&]<class T>() {
    iter.for_each(loop<T>, {.where = tt::here(), .name = "Cube", .isa = "baseline"});
  });
  call.add_result(iter.take_output());
}

PyModuleDef definition{
    PyModuleDef_HEAD_INIT, "_C", "The op cube.", -1, nullptr, nullptr, nullptr, nullptr, nullptr};

}  // namespace cube

PyMODINIT_FUNC PyInit__C() {
  return tt::guarded([]() -> PyObject* {
    tt::PyRef module = tt::PyRef::checked(PyModule_Create(&cube::definition));
    if (PyModule_AddStringConstant(module.get(), "stamp", TT_CORE_STAMP) < 0) return nullptr;
    tt::Registry& registry = tt::Registry::instance();
    for (int i = 0; i < cube::op_table.count; ++i) registry.define(cube::op_table.ops[i]);
    registry.kernel("cube", tt::Key::CPU, cube::cube_cpu, "cube_cpu");
    tt::attach_ops();
    return module.give();
  });
}
