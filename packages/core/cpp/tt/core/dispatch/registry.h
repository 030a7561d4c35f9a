// All ops and their kernels. Filled while libraries load, read by the binder and by tools;
// a registration remembers its file and line.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tt/core/dispatch/op.h"

namespace tt {

class TT_API Registry {
 public:
  static Registry& instance();

  // A second definition of the same qualified name is an error that names both places.
  Op& define(const OpSpec& spec);
  // Takes an op that was defined at run time away. Calls that go on, graphs and views may still refer to it, so
  // it is kept, with kernels that raise.
  void undefine(Op& op);
  // Throws NotImplemented when there is no such op.
  Op& at(std::string_view qualified);
  Op* find(std::string_view qualified);
  // In the order of definition, which is the order in which overloads are tried.
  const std::vector<std::unique_ptr<Op>>& ops() const { return ops_; }

  // A kernel for one op and key, alias keys included; null: fallthrough. Two for the same pair are an error.
  void kernel(std::string_view op, Key key, Kernel kernel, const char* name, const void* data = nullptr,
              Location where = here());
  // The device-independent plan of an op (see kernels/plan).
  void plan(std::string_view op, const void* plan, const char* name, Location where = here());
  // For every op that has no kernel of its own for the key.
  void fallback(Key key, Kernel kernel, const char* name, const void* data = nullptr,
                Location where = here());
  // Takes a kernel or fallback away again (run-time registrations only).
  void remove_kernel(std::string_view op, Key key);
  void remove_fallback(Key key);
  // What is registered for exactly this op and key, alias keys included; rule 0 when nothing is.
  KernelEntry registered(const Op& op, Key key) const;
  const KernelEntry& fallback(Key key) const { return fallbacks_[static_cast<int>(key)]; }

 private:
  struct Alias {
    KernelEntry explicit_entry;
    KernelEntry implicit_entry;
  };
  void compute(Op& op);
  void compute_entry(Op& op, Key key);

  std::vector<std::unique_ptr<Op>> ops_;
  std::vector<std::unique_ptr<Op>> undefined_;
  std::unordered_map<std::string, Op*> by_name_;
  std::unordered_map<const Op*, Alias> aliases_;
  KernelEntry fallbacks_[kKeyCount];
};

}  // namespace tt
