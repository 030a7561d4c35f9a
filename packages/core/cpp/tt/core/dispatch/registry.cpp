#include "tt/core/dispatch/registry.h"

#include <algorithm>
#include <cstring>

#include "tt/core/base/error.h"
#include "tt/core/dispatch/absent_kernels.h"

namespace tt {
namespace {

DType dtype_named(const char* text) {
  for (int i = 0; i < kDTypeCount; ++i) {
    if (std::strcmp(name(static_cast<DType>(i)), text) == 0) return static_cast<DType>(i);
  }
  fail(ErrorKind::Value, "unknown dtype '", text, "' in the op table");
}

Slot default_slot(const ArgSpec& arg) {
  const DefaultSpec& fallback = arg.fallback;
  switch (fallback.kind) {
    case DefaultKind::Int:
      if (arg.type == ArgType::MemoryFormat) return Slot::of(static_cast<MemoryFormat>(fallback.i));
      if (arg.type == ArgType::Layout) return Slot::of(static_cast<Layout>(fallback.i));
      return Slot::of(fallback.i);
    case DefaultKind::Float:
      return Slot::of(fallback.d);
    case DefaultKind::Bool:
      return Slot::of(fallback.i != 0);
    case DefaultKind::IntList:
      return Slot::of(Ints(fallback.ints, static_cast<size_t>(fallback.i)));
    case DefaultKind::Str:
      if (arg.type == ArgType::Device) return Slot::of(parse_device(fallback.s));
      return Slot::of(fallback.s);
    case DefaultKind::DType:
      return Slot::of(dtype_named(fallback.s));
    case DefaultKind::Required:
    case DefaultKind::None:
      break;
  }
  return Slot::none();
}

// The arguments of a view are kept with it, so that it can be made again.
void check_recordable(const Op& op) {
  for (int i = 0; i < op.spec->arg_count; ++i) {
    ArgType type = op.spec->args[i].type;
    bool fits = type != ArgType::TensorList && type != ArgType::Str && type != ArgType::Scalar &&
                type != ArgType::Generator;
    TT_CHECK(fits, Value, "op ", op.qualified, " makes a view, so its argument '", op.spec->args[i].name,
             "' cannot be a list of tensors, a string, a number of any kind or a generator");
  }
}

void forget(KernelEntry& entry) { entry = KernelEntry{}; }

std::string place(Location where) { return std::string(where.file) + ":" + std::to_string(where.line); }

}  // namespace

Registry& Registry::instance() {
  static Registry* registry = new Registry;  // leaked: kernels may run while statics are destroyed
  return *registry;
}

Op& Registry::define(const OpSpec& spec) {
  auto op = std::make_unique<Op>();
  op->spec = &spec;
  op->qualified = spec.name;
  if (*spec.overload) op->qualified += std::string(".") + spec.overload;
  if (Op* earlier = find(op->qualified)) {
    fail(ErrorKind::Runtime, "op ", op->qualified, " is defined twice: at ", place(earlier->spec->where),
         " and at ", place(spec.where));
  }
  TT_CHECK(spec.arg_count <= kMaxArgs && spec.return_count <= kMaxResults, Value, "op ", op->qualified,
           " has ", int{spec.arg_count}, " arguments and ", int{spec.return_count}, " results; at most ",
           kMaxArgs, " and ", kMaxResults, " are supported");
  for (int i = 0; i < spec.arg_count; ++i) {
    const ArgSpec& arg = spec.args[i];
    op->defaults[i] = default_slot(arg);
    op->all_args |= 1u << i;
    if (arg.fallback.kind == DefaultKind::Required) op->required |= 1u << i;
    if (arg.type == ArgType::Device && (spec.flags & kFactory)) op->device_arg = static_cast<int8_t>(i);
    if (arg.type == ArgType::Tensor) op->all_tensor_args |= 1u << i;
    if (arg.type == ArgType::IntList || arg.type == ArgType::BoolList) op->list_args |= 1u << i;
    if (arg.type == ArgType::Tensor && !arg.optional) op->tensor_args |= 1u << i, ++op->tensor_arg_count;
    if (arg.writes) op->writes |= static_cast<uint16_t>(1u << i);
    for (int r = 0; r < spec.return_count; ++r) {
      bool views = arg.alias_set && !arg.writes && spec.returns[r].alias_set == arg.alias_set;
      if (views) op->viewed_arg = static_cast<int8_t>(i);
    }
  }
  uint32_t leading = (1u << op->tensor_arg_count) - 1;
  op->needs_only_tensors = op->tensor_arg_count && op->required == leading && op->tensor_args == leading;
  if (op->viewed_arg >= 0) check_recordable(*op);
  compute(*op);
  by_name_[op->qualified] = op.get();
  ops_.push_back(std::move(op));
  return *ops_.back();
}

void Registry::undefine(Op& op) {
  by_name_.erase(op.qualified);
  aliases_.erase(&op);
  for (KernelEntry& entry : op.table)
    entry = {undefined_kernel, nullptr, "undefined_kernel", op.spec->where, 5};
  for (KeySet& mask : op.mask) mask = KeySet::all();
  auto at = std::ranges::find_if(ops_, [&](const auto& other) { return other.get() == &op; });
  undefined_.push_back(std::move(*at));
  ops_.erase(at);
}

Op* Registry::find(std::string_view qualified) {
  auto found = by_name_.find(std::string(qualified));
  return found == by_name_.end() ? nullptr : found->second;
}

Op& Registry::at(std::string_view qualified) {
  Op* op = find(qualified);
  TT_CHECK(op, NotImplemented, "there is no op '", qualified, "'");
  return *op;
}

void Registry::kernel(std::string_view name, Key key, Kernel kernel, const char* kernel_name,
                      const void* data, Location where) {
  Op& op = at(name);
  KernelEntry* entry = &op.table[key < Key::Count ? static_cast<int>(key) : 0];
  if (key == Key::CompositeExplicitAutograd) entry = &aliases_[&op].explicit_entry;
  if (key == Key::CompositeImplicitAutograd) entry = &aliases_[&op].implicit_entry;
  TT_CHECK(entry->rule != 1, Runtime, "op ", op.qualified, " has two kernels for ", tt::name(key),
           ": registered at ", place(entry->where), " and at ", place(where));
  *entry = {kernel, data, kernel_name, where, 1};
  compute(op);
}

void Registry::plan(std::string_view name, const void* plan, const char* plan_name, Location where) {
  Op& op = at(name);
  TT_CHECK(!op.plan, Runtime, "op ", op.qualified, " has two plans: registered at ", place(op.plan_where),
           " and at ", place(where));
  op.plan = plan;
  op.plan_name = plan_name;
  op.plan_where = where;
}

void Registry::fallback(Key key, Kernel kernel, const char* kernel_name, const void* data, Location where) {
  KernelEntry& entry = fallbacks_[static_cast<int>(key)];
  TT_CHECK(!entry.kernel, Runtime, "key ", tt::name(key), " has two fallbacks: registered at ",
           place(entry.where), " and at ", place(where));
  entry = {kernel, data, kernel_name, where, 4};
  for (auto& op : ops_) compute(*op);
}

void Registry::remove_kernel(std::string_view name, Key key) {
  Op& op = at(name);
  if (key == Key::CompositeExplicitAutograd)
    forget(aliases_[&op].explicit_entry);
  else if (key == Key::CompositeImplicitAutograd)
    forget(aliases_[&op].implicit_entry);
  else
    forget(op.table[static_cast<int>(key)]);
  compute(op);
}

void Registry::remove_fallback(Key key) {
  forget(fallbacks_[static_cast<int>(key)]);
  for (auto& op : ops_) compute(*op);
}

KernelEntry Registry::registered(const Op& op, Key key) const {
  if (key < Key::Count) {
    const KernelEntry& entry = op.table[static_cast<int>(key)];
    return entry.rule == 1 ? entry : KernelEntry{};
  }
  auto alias = aliases_.find(&op);
  if (alias == aliases_.end()) return {};
  return key == Key::CompositeExplicitAutograd ? alias->second.explicit_entry : alias->second.implicit_entry;
}

// The numbers are those of Note [Dispatch table].
void Registry::compute_entry(Op& op, Key key) {
  KernelEntry& entry = op.table[static_cast<int>(key)];
  if (entry.rule == 1) return;
  bool backend = static_cast<int>(key) < kBackendKeyCount;
  auto found = aliases_.find(&op);
  const Alias* alias = found == aliases_.end() ? nullptr : &found->second;
  const KernelEntry& fallback = fallbacks_[static_cast<int>(key)];
  auto take = [&](const KernelEntry& from, uint8_t rule) {
    entry = from;
    entry.rule = rule;
  };
  if (backend && alias && alias->explicit_entry.kernel) return take(alias->explicit_entry, 2);
  if ((backend || key == Key::Autograd) && alias && alias->implicit_entry.kernel)
    return take(alias->implicit_entry, 3);
  if (fallback.kernel) return take(fallback, 4);
  if (backend) return take({missing_kernel, nullptr, "missing_kernel", here(), 5}, 5);
  forget(entry);
}

void Registry::compute(Op& op) {
  KeySet present;
  for (int k = 0; k < kKeyCount; ++k) {
    Key key = static_cast<Key>(k);
    compute_entry(op, key);
    if (op.table[k].kernel) present = present | key;
  }
  bool aliases = op.has(kView) || op.writes;
  // A composite writes through the ops inside, each of which looks after what it writes.
  KeySet writing = op.has(kComposite) && !aliases ? present - Key::ADInplaceOrView : present;
  op.mask[static_cast<int>(Form::InPlace)] = writing;
  op.mask[static_cast<int>(Form::Out)] = writing;
  op.mask[static_cast<int>(Form::Functional)] = aliases ? present : present - Key::ADInplaceOrView;
}

}  // namespace tt
