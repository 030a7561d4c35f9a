// The generic binder: which overload's schema do the arguments fit? Knows no op by name.
//
// Note [Binding]
// Overloads are tried in the order of the table. Each attempt fills the slots of the same Call; the first
// that fits wins. A failed attempt leaves only a Mismatch behind (what was wrong with which argument),
// which becomes text when no overload fits.
#include "tt/core/bind/binder.h"

#include <algorithm>
#include <vector>

#include "tt/core/base/error.h"
#include "tt/core/bind/list_argument.h"
#include "tt/core/bind/mismatch.h"
#include "tt/core/bind/objects.h"
#include "tt/core/bind/slot_object.h"
#include "tt/core/bind/small_int.h"

namespace tt {
namespace {

PyObject* out_name;

// NumPy's and Python's spellings that torch accepts beside its own.
struct Spelling {
  PyObject *other, *ours;
};
Spelling spellings[6];

// Whether `given` is the interned name `known`. Names in the source of a call are interned too.
bool is_name(PyObject* known, PyObject* given) {
  return known == given || (!PyUnicode_CHECK_INTERNED(given) && PyUnicode_Compare(known, given) == 0);
}

int keyword_index(const std::vector<PyObject*>& keywords, PyObject* given) {
  auto find = [&](auto&& fits) {
    auto found = std::ranges::find_if(keywords, fits);
    return found == keywords.end() ? -1 : static_cast<int>(found - keywords.begin());
  };
  int index = find([&](PyObject* keyword) { return is_name(keyword, given); });
  if (index >= 0) return index;
  for (const Spelling& spelling : spellings) {
    if (is_name(spelling.other, given))
      return find([&](PyObject* keyword) { return keyword == spelling.ours; });
  }
  return -1;
}

// Of a keyword that was given, under its own name or another spelling.
PyObject* value_of(const std::vector<PyObject*>& keywords, const Arguments& given, int index) {
  for (Py_ssize_t k = 0; k < given.name_count(); ++k) {
    if (keyword_index(keywords, PyTuple_GET_ITEM(given.names, k)) == index)
      return given.positional[given.count + k];
  }
  return Py_None;
}

// `x.view(2, 3)`: the ints that are left become the one int[].
bool is_varargs(const Op& op, int index, PyObject* object) {
  return op.has(kVarargs) && op.spec->args[index].type == ArgType::IntList && PyIndex_Check(object) &&
         !is_tensor(object);
}

bool bind_out(PyObject* value, const Op& op, Call& call, Mismatch& mismatch) {
  if (!op.has(kOutForm) || call.form != Form::Functional) return mismatch.unknown_keyword(out_name);
  if (value == Py_None) return true;
  PyObject** items = &value;
  Py_ssize_t count = 1;
  if (PyTuple_Check(value) || PyList_Check(value)) {
    items = PySequence_Fast_ITEMS(value);
    count = PySequence_Fast_GET_SIZE(value);
  }
  if (count != op.spec->return_count) return mismatch.wrong_type("out", -1, value);
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (!is_tensor(items[i])) return mismatch.wrong_type("out", -1, items[i]);
    call.out[i] = unwrap(items[i]);
    call.keys = call.keys | call.out[i]->keys();
  }
  call.out_count = static_cast<uint8_t>(count);
  call.form = Form::Out;
  return true;
}

// A number may stand for a tensor where the op goes element by element, but not for all of them and not for
// the one that is written to.
bool check_numbers(const Op& op, const std::vector<PyObject*>& keywords, const Arguments& given,
                   const Call& call, Mismatch& mismatch) {
  uint32_t numbers = op.tensor_args & ~call.tensor_mask;
  uint32_t written = op.writes | (call.form == Form::InPlace ? 1u : 0u);
  uint32_t refused = !op.has(kTakesNumbers) || call.tensor_mask == 0 ? numbers : numbers & written;
  if (refused == 0) return true;
  int index = __builtin_ctz(refused);
  const char* name = op.spec->args[index].name;
  if (index < given.count) return mismatch.wrong_type(name, index, given.positional[index]);
  return mismatch.wrong_type(name, -1, value_of(keywords, given, index));
}

bool bind(const Op& op, const std::vector<PyObject*>& keywords, const Arguments& given, Call& call,
          Mismatch& mismatch) {
  const OpSpec& spec = *op.spec;
  uint32_t seen = 0;
  int index = 0;
  for (Py_ssize_t p = 0; p < given.count; ++p, ++index) {
    PyObject* object = given.positional[p];
    if (index >= spec.arg_count || spec.args[index].keyword_only) return mismatch.too_many(given.count);
    seen |= 1u << index;
    // The two most frequent cases, without a call.
    ArgType type = spec.args[index].type;
    if (type == ArgType::Tensor && TT_LIKELY(Py_TYPE(object) == &tensor_type)) {
      call.set(index, unwrap(object));
      continue;
    }
    if (int64_t value; type == ArgType::Int && small_int(object, value)) {
      call.args[index] = Slot::of(value);
      continue;
    }
    if (slot_from_python(object, spec.args[index], call, index)) continue;
    if (!is_varargs(op, index, object)) return mismatch.wrong_type(spec.args[index].name, p, object);
    if (!int_list_from_items(given.positional + p, given.count - p, call, call.args[index])) {
      return mismatch.wrong_type(spec.args[index].name, p, object);
    }
    break;
  }
  for (Py_ssize_t k = 0; k < given.name_count(); ++k) {
    PyObject* name = PyTuple_GET_ITEM(given.names, k);
    PyObject* value = given.positional[given.count + k];
    int at = keyword_index(keywords, name);
    if (at < 0) {
      if (!is_name(out_name, name)) return mismatch.unknown_keyword(name);
      if (!bind_out(value, op, call, mismatch)) return false;
      continue;
    }
    if (seen >> at & 1) return mismatch.given_twice(spec.args[at].name);
    seen |= 1u << at;
    if (!slot_from_python(value, spec.args[at], call, at))
      return mismatch.wrong_type(spec.args[at].name, -1, value);
  }
  if (TT_UNLIKELY(op.required & ~seen))
    return mismatch.missing(spec.args[__builtin_ctz(op.required & ~seen)].name);
  for (uint32_t rest = op.all_args & ~seen; rest; rest &= rest - 1) {
    int i = __builtin_ctz(rest);
    call.args[i] = op.defaults[i];
  }
  if (op.device_arg >= 0) {
    const Slot& device = call.args[op.device_arg];
    // A destination brings its own keys, and what they imply for a tensor that is written to.
    if (device.tag == Tag::Device && call.out_count == 0)
      call.keys = KeySet(backend_key(device.device().type));
    else if (call.keys.empty())
      call.keys = KeySet(Key::CPU);
  }
  return call.tensor_mask == op.tensor_args || check_numbers(op, keywords, given, call, mismatch);
}

void clear(Call& call, Form form) {
  call.keys = {};
  call.tensor_mask = call.list_mask = 0;
  call.ints_used = 0;
  call.out_count = 0;
  call.form = form;
}

}  // namespace

const Op& bind_any(const OpGroup& group, Form form, const Arguments& given, Call& call) {
  try {
    for (size_t i = 0; i < group.overloads.size(); ++i) {
      Mismatch mismatch;
      if (TT_LIKELY(bind(*group.overloads[i], group.keywords[i], given, call, mismatch)))
        return *group.overloads[i];
      clear(call, form);
    }
    std::vector<Mismatch> all;
    for (size_t i = 0; i < group.overloads.size(); ++i) {
      // Arguments that run Python code may fit this time.
      if (bind(*group.overloads[i], group.keywords[i], given, call, all.emplace_back()))
        return *group.overloads[i];
      clear(call, form);
    }
    fail_binding(group, all);
  } catch (Error& error) {
    error.name_op((group.name + (form == Form::InPlace ? "_" : "")).c_str());
    throw;
  }
}

void init_binder() {
  auto intern = [](const char* name) { return PyRef::checked(PyUnicode_InternFromString(name)).give(); };
  out_name = intern("out");
  constexpr const char* kSpellings[][2] = {{"input", "self"}, {"axis", "dim"}, {"keepdims", "keepdim"},
                                           {"x", "self"},     {"x1", "self"},  {"x2", "other"}};
  static_assert(std::size(kSpellings) == std::size(spellings));
  for (size_t i = 0; i < std::size(spellings); ++i)
    spellings[i] = {intern(kSpellings[i][0]), intern(kSpellings[i][1])};
}

}  // namespace tt
