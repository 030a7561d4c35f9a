// The op table as data: what the build bakes from opspec, and what ops registered at run
// time are parsed into. Plain structs with static lifetime.
#pragma once

#include <cstdint>

#include "tt/core/base/location.h"
#include "tt/core/base/promotion.h"

namespace tt {

enum class ArgType : uint8_t {
  Tensor,
  TensorList,
  Int,
  IntList,
  Float,
  Bool,
  BoolList,
  Scalar,
  Str,
  DType,
  Device,
  Layout,
  MemoryFormat,
  Generator,
};

enum class DefaultKind : uint8_t { Required, None, Int, Float, Bool, IntList, Str, DType };

struct DefaultSpec {
  DefaultKind kind;
  int64_t i;  // the value; for an IntList the count
  double d;
  const char* s;  // a string, or a dtype's name
  const int64_t* ints;
};

struct ArgSpec {
  const char* name;
  ArgType type;
  bool optional;
  bool keyword_only;
  int8_t list_size;   // -1: not a list, 0: any length, n: fixed, and one int stands for n of them
  uint8_t alias_set;  // 0: none, 1: a, 2: b ...
  bool writes;        // (a!)
  DefaultSpec fallback;
};

struct ReturnSpec {
  const char* name;  // "" when it has none
  ArgType type;
  uint8_t alias_set;
  bool writes;
};

enum OpFlag : uint32_t {
  kFunction = 1,     // tt.name
  kMethod = 2,       // Tensor.name
  kInplaceForm = 4,  // name_ exists
  kOutForm = 8,      // out= exists
  kView = 16,        // a result aliases an argument
  kMutates = 32,     // an argument is marked (a!)
  kFactory = 64,     // its key comes from device=
  kVarargs = 128,    // its first int[] may be given as *size
  kInternal = 256,   // ops.name only
  kPointwise = 512,
  kReduction = 1024,
  kComposite = 2048,
  kTakesNumbers = 4096,   // a number may stand for a tensor that is not written to
  kRunTime = 8192,        // registered by a running program, which may take it away again
  kExactNumbers = 16384,  // a number is not rounded to the short float beside it
};

struct OpSpec {
  const char* name;
  const char* overload;
  const char* schema;
  const char* doc;
  const char* numpy;
  const char* slots;    // comma separated
  const char* functor;  // "" when there is none
  Location where;       // the table entry
  const ArgSpec* args;
  uint8_t arg_count;
  const ReturnSpec* returns;
  uint8_t return_count;
  uint32_t flags;
  uint32_t accepts;  // bit(DType)
  Promotion promotes;
  const char* result;  // "" or a dtype's name
};

struct OpTable {
  const OpSpec* ops;
  int count;
};

}  // namespace tt
