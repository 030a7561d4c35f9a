#include "tt/core/base/interned.h"

#include <mutex>
#include <set>
#include <string>

namespace tt {

const char* interned(std::string_view text) {
  static auto* mutex = new std::mutex;
  static auto* all = new std::set<std::string, std::less<>>;  // leaked: its texts outlive every static
  std::lock_guard lock(*mutex);
  auto found = all->find(text);
  if (found == all->end()) found = all->emplace(text).first;
  return found->c_str();
}

}  // namespace tt
