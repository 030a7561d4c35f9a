// Python's dtype, device and layout objects. dtypes and layouts are singletons, compared by identity.
#pragma once

#include "tt/core/base/device.h"
#include "tt/core/base/dtype.h"
#include "tt/core/bind/python.h"

namespace tt {

struct DTypeObject {
  PyObject_HEAD
  DType dtype;
};
struct DeviceObject {
  PyObject_HEAD
  Device device;
};
struct LayoutObject {
  PyObject_HEAD
  Layout layout;
};

extern TT_API PyTypeObject dtype_type;
extern TT_API PyTypeObject device_type;
extern TT_API PyTypeObject layout_type;

// New references.
TT_API PyObject* to_python(DType dtype);
TT_API PyObject* to_python(Device device);
TT_API PyObject* to_python(Layout layout);

// dtype from a dtype object or, as torch, a Python type (float is float64). Undefined when it is neither.
TT_API DType dtype_from_python(PyObject* object);

// Device from a device object, a string ("cuda:1") or, as torch, an index. False when the type does not
// fit; throws on a bad string.
TT_API bool device_from_python(PyObject* object, Device& device);

}  // namespace tt
