#include "tt/core/dispatch/absent_kernels.h"

#include <string>

#include "tt/core/base/error.h"

namespace tt {
namespace {

const char* device_name(Key key) { return name(static_cast<DeviceType>(static_cast<int>(key) % 4)); }
bool is_sparse(Key key) { return key >= Key::SparseCPU; }

// As users say it: "cpu", "sparse cuda".
std::string backend_name(Key key) { return std::string(is_sparse(key) ? "sparse " : "") + device_name(key); }

std::string backends_with_kernel(const Op& op) {
  std::string text;
  for (int k = 0; k < kBackendKeyCount; ++k) {
    if (op.table[k].rule && op.table[k].rule < 5)
      text += (text.empty() ? "" : ", ") + backend_name(static_cast<Key>(k));
  }
  return text.empty() ? "there is none for any device" : "kernels exist for " + text;
}

}  // namespace

void missing_kernel(const Op& op, Call& call) {
  Key key = (call.keys & KeySet::below(Key::ADInplaceOrView)).highest();
  std::string hint;
  uint8_t on_cpu = op.table[static_cast<int>(Key::CPU)].rule;
  if (key == Key::CUDA && on_cpu && on_cpu < 5) {
    hint = "\nhint: tensor.cpu() moves an argument to where there is one";
  } else if (!is_sparse(key)) {
    hint = std::string("\nhint: tt.library.register_kernel(\"") + op.name() + "\", \"" + device_name(key) +
           "\", function)";
  }
  fail(ErrorKind::NotImplemented, op.qualified, " has no kernel for device ", backend_name(key), "; ",
       backends_with_kernel(op), hint);
}

void undefined_kernel(const Op& op, Call&) {
  fail(ErrorKind::Runtime, "the op is no longer registered: what defined it at ", op.spec->where.file, ":",
       op.spec->where.line, " is gone");
}

}  // namespace tt
