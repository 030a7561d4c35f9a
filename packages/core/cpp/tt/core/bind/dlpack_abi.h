// The structs of DLPack, the C interface by which array libraries hand memory to each other, as its
// specification (major version 1) lays them out. Only what both sides must agree on.
#pragma once

#include <cstdint>

namespace tt::dlpack {

struct Version {
  uint32_t major;
  uint32_t minor;
};

inline constexpr Version kVersion{1, 1};  // what is exported

struct Device {
  int32_t type;
  int32_t id;
};
inline constexpr int32_t kCpu = 1;
inline constexpr int32_t kCuda = 2;

enum class Code : uint8_t {
  Int = 0,
  UInt = 1,
  Float = 2,
  OpaqueHandle = 3,
  BFloat = 4,
  Complex = 5,
  Bool = 6
};

struct DataType {
  Code code;
  uint8_t bits;    // of one element; both parts of a complex number
  uint16_t lanes;  // more than 1 for vectors as elements
};

struct Array {
  void* data;
  Device device;
  int32_t ndim;
  DataType dtype;
  int64_t* shape;
  int64_t* strides;  // in elements; null: contiguous, before version 1.2
  uint64_t byte_offset;
};

// What a capsule named "dltensor" holds. Whoever takes it renames the capsule and calls the deleter once.
struct Managed {
  Array array;
  void* context;
  void (*deleter)(Managed* self);
};

inline constexpr uint64_t kReadOnly = 1;
inline constexpr uint64_t kIsCopied = 2;

// The same for "dltensor_versioned".
struct ManagedVersioned {
  Version version;
  void* context;
  void (*deleter)(ManagedVersioned* self);
  uint64_t flags;
  Array array;
};

// As the specification's C headers lay them out on a machine of 64 bits.
static_assert(sizeof(DataType) == 4 && sizeof(Array) == 48);
static_assert(sizeof(Managed) == 64 && sizeof(ManagedVersioned) == 80);

}  // namespace tt::dlpack
