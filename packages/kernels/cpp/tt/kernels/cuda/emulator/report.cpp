#include "tt/kernels/cuda/emulator/report.h"

#include <mutex>
#include <utility>

namespace tt::emulator {
namespace {
std::mutex mutex;
std::string first;
}  // namespace

void report(std::string what) {
  std::lock_guard lock(mutex);
  if (first.empty()) first = std::move(what);
}

bool has_report() {
  std::lock_guard lock(mutex);
  return !first.empty();
}

std::string take_report() {
  std::lock_guard lock(mutex);
  return std::exchange(first, {});
}

}  // namespace tt::emulator
