// Device and Layout: two of the three axes (device, layout, dtype) along which a tensor extends.
#pragma once

#include <cstdint>
#include <string>

#include "tt/core/base/macros.h"

namespace tt {

enum class DeviceType : uint8_t { CPU, CUDA, Meta, PrivateUse1 };
enum class Layout : uint8_t { Strided, SparseCOO };

struct Device {
  DeviceType type = DeviceType::CPU;
  int8_t index = -1;  // -1: the current device of its type

  friend bool operator==(Device a, Device b) { return a.type == b.type && a.index == b.index; }
};

TT_API const char* name(DeviceType type);
// What users call PrivateUse1, the device type of whoever registers one; null: "privateuseone". `name` lives for
// ever.
TT_API void set_private_device_name(const char* name);
TT_API std::string to_string(Device device);
// "cuda:1", "meta" ...; throws a Runtime error that lists the known types.
TT_API Device parse_device(const std::string& text);

inline const char* name(Layout layout) { return layout == Layout::Strided ? "strided" : "sparse_coo"; }

}  // namespace tt
