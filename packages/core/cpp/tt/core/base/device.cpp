#include "tt/core/base/device.h"

#include <cstring>

#include "tt/core/base/error.h"

namespace tt {

namespace {
constexpr const char* kPrivate = "privateuseone";
const char* names[] = {"cpu", "cuda", "meta", kPrivate};
}  // namespace

const char* name(DeviceType type) { return names[static_cast<int>(type)]; }

void set_private_device_name(const char* name) {
  names[static_cast<int>(DeviceType::PrivateUse1)] = name ? name : kPrivate;
}

std::string to_string(Device device) {
  std::string text = name(device.type);
  if (device.index >= 0) text += ":" + std::to_string(device.index);
  return text;
}

Device parse_device(const std::string& text) {
  size_t colon = text.find(':');
  std::string type = text.substr(0, colon);
  int index = -1;
  if (colon != std::string::npos) {
    std::string digits = text.substr(colon + 1);
    bool valid =
        !digits.empty() && digits.size() <= 3 && digits.find_first_not_of("0123456789") == std::string::npos;
    TT_CHECK(valid && std::stoi(digits) < 128, Runtime, "invalid device string: '", text,
             "', expected a type and an index from 0 to 127, as in 'cuda:0'");
    index = std::stoi(digits);
  }
  for (int i = 0; i < 4; ++i) {
    if (type == names[i]) return {static_cast<DeviceType>(i), static_cast<int8_t>(index)};
  }
  if (type == kPrivate) return {DeviceType::PrivateUse1, static_cast<int8_t>(index)};
  fail(ErrorKind::Runtime, "expected one of cpu, cuda, meta, ", name(DeviceType::PrivateUse1),
       " at the start of a device string, got '", text, "'");
}

}  // namespace tt
