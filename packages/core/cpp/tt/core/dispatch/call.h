// Call: one op call's arguments and results. The binder (or C++ code) fills the slots, every
// kernel reads them. It lives on the caller's stack and is left uninitialised on purpose.
//
// Arguments are borrowed from the caller; only results are owned.
#pragma once

#include <cstdint>
#include <cstring>

#include "tt/core/base/error.h"
#include "tt/core/base/memory_format.h"
#include "tt/core/base/scalar.h"
#include "tt/core/tensor/tensor.h"

namespace tt {

class Generator;  // base/generator.h

inline constexpr int kMaxArgs = 12;
inline constexpr int kMaxResults = 4;

enum class Tag : uint8_t {
  None,
  Tensor,
  TensorList,
  Int,
  Unsigned,
  Float,
  Bool,
  Complex,
  IntList,
  BoolList,
  Str,
  DType,
  Device,
  Layout,
  MemoryFormat,
  Generator,
  Object,
};

struct Slot {
  union {
    TensorImpl* tensor;
    TensorImpl* const* tensors;
    int64_t i;
    double d;
    const double* complex;  // re, im
    const int64_t* ints;
    const char* s;
    Generator* generator;
    void* object;
  };
  uint32_t length;
  Tag tag;

  bool is_none() const { return tag == Tag::None; }
  bool is_tensor() const { return tag == Tag::Tensor; }
  bool is_number() const { return tag >= Tag::Int && tag <= Tag::Complex; }
  Ints list() const { return {ints, length}; }
  DType dtype() const { return static_cast<DType>(i); }
  Layout layout() const { return static_cast<Layout>(i); }
  MemoryFormat memory_format() const { return static_cast<MemoryFormat>(i); }
  Device device() const { return {static_cast<DeviceType>(i & 0xff), static_cast<int8_t>(i >> 8)}; }

  static Slot none() {
    Slot s;
    s.i = 0;
    s.length = 0;
    s.tag = Tag::None;
    return s;
  }
  static Slot of(TensorImpl* t) {
    Slot s = none();
    s.tensor = t;
    s.tag = Tag::Tensor;
    return s;
  }
  static Slot of(int64_t v) {
    Slot s = none();
    s.i = v;
    s.tag = Tag::Int;
    return s;
  }
  static Slot of(bool v) {
    Slot s = none();
    s.i = v;
    s.tag = Tag::Bool;
    return s;
  }
  static Slot of(double v) {
    Slot s = none();
    s.d = v;
    s.tag = Tag::Float;
    return s;
  }
  static Slot of(DType v) {
    Slot s = none();
    s.i = static_cast<int64_t>(v);
    s.tag = Tag::DType;
    return s;
  }
  static Slot of(Layout v) {
    Slot s = none();
    s.i = static_cast<int64_t>(v);
    s.tag = Tag::Layout;
    return s;
  }
  static Slot of(MemoryFormat v) {
    Slot s = none();
    s.i = static_cast<int64_t>(v);
    s.tag = Tag::MemoryFormat;
    return s;
  }
  static Slot of(Device v) {
    Slot s = none();
    s.i = static_cast<int64_t>(v.type) | static_cast<int64_t>(v.index) * 256;
    s.tag = Tag::Device;
    return s;
  }
  static Slot of(Ints v) {
    Slot s = none();
    s.ints = v.data();
    s.length = static_cast<uint32_t>(v.size());
    s.tag = Tag::IntList;
    return s;
  }
  static Slot of(Generator& v) {
    Slot s = none();
    s.generator = &v;
    s.tag = Tag::Generator;
    return s;
  }
  static Slot of(const char* v) {
    Slot s = none();
    s.s = v;
    s.length = static_cast<uint32_t>(std::strlen(v));
    s.tag = Tag::Str;
    return s;
  }

  Scalar scalar() const {
    switch (tag) {
      case Tag::Bool:
        return Scalar::of(i != 0);
      case Tag::Unsigned:
        return Scalar::of(static_cast<uint64_t>(i));
      case Tag::Float:
        return Scalar::of(d);
      case Tag::Complex:
        return Scalar::of(ComplexDouble{complex[0], complex[1]});
      default:
        return Scalar::of(i);
    }
  }
};
static_assert(sizeof(Slot) == 16);

// Functional makes the output, InPlace writes to `self`, Out writes to what `out=` names.
enum class Form : uint8_t { Functional, InPlace, Out };
inline constexpr int kFormCount = 3;
inline const char* name(Form form) {
  static constexpr const char* kNames[] = {"functional", "inplace", "out"};
  return kNames[static_cast<int>(form)];
}

struct Call {
  Call() {}
  explicit Call(Form f) : form(f) {}
  ~Call() {
    for (int i = 0; i < result_count; ++i) {
      if (results[i].tag == Tag::Tensor && results[i].tensor) release(results[i].tensor);
    }
    while (overflow) {
      void* next = *static_cast<void**>(overflow);
      ::operator delete(overflow);
      overflow = next;
    }
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // Space for a list's elements that lives as long as the call.
  int64_t* reserve_ints(uint32_t count) {
    if (TT_LIKELY(ints_used + count <= kInlineInts)) {
      int64_t* space = ints + ints_used;
      ints_used = static_cast<uint8_t>(ints_used + count);
      return space;
    }
    void* block = ::operator new(sizeof(void*) + count * sizeof(int64_t));
    *static_cast<void**>(block) = overflow;
    overflow = block;
    return reinterpret_cast<int64_t*>(static_cast<char*>(block) + sizeof(void*));
  }

  void set(int index, TensorImpl* tensor) {
    args[index] = Slot::of(tensor);
    tensor_mask |= 1u << index;
    keys = keys | tensor->keys();
  }
  // Takes over the reference.
  void add_result(Tensor tensor) { results[result_count++] = Slot::of(tensor.give()); }
  Tensor take_result(int index = 0) {
    Slot& slot = results[index];
    if (slot.tag != Tag::Tensor) return {};
    TensorImpl* tensor = slot.tensor;
    slot = Slot::none();
    return Tensor::steal(tensor);
  }

  // When there is one result and it is a tensor.
  Tensor take_only_result() {
    result_count = 0;
    return Tensor::steal(results[0].tensor);
  }

  static constexpr uint32_t kInlineInts = 24;

  KeySet keys;               // union over the tensors that the call mentions
  uint32_t tensor_mask = 0;  // slots whose tag is Tensor
  uint32_t list_mask = 0;    // slots whose tag is TensorList
  Form form = Form::Functional;
  uint8_t result_count = 0;
  uint8_t out_count = 0;
  uint8_t ints_used = 0;
  bool recorded = false;     // a node is being made of this call, though recording is off inside of it
  void* overflow = nullptr;  // blocks of reserve_ints, linked
  Slot args[kMaxArgs];
  TensorImpl* out[kMaxResults];
  Slot results[kMaxResults];
  int64_t ints[kInlineInts];
};

// Calls visit(TensorImpl&) for each tensor argument, lists included, `out=` not.
template <class Visit>
void for_each_tensor(const Call& call, Visit&& visit) {
  for (uint32_t mask = call.tensor_mask; mask; mask &= mask - 1)
    visit(*call.args[__builtin_ctz(mask)].tensor);
  for (uint32_t mask = call.list_mask; mask; mask &= mask - 1) {
    const Slot& slot = call.args[__builtin_ctz(mask)];
    for (uint32_t i = 0; i < slot.length; ++i) {
      if (slot.tensors[i]) visit(*slot.tensors[i]);
    }
  }
}

}  // namespace tt
