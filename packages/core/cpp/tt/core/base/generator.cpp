#include "tt/core/base/generator.h"

#include <map>
#include <random>
#include <utility>

namespace tt {

Generator::State Generator::state() const {
  std::lock_guard lock(mutex_);
  return state_;
}

void Generator::set_state(State state) {
  std::lock_guard lock(mutex_);
  state_ = state;
}

Generator::State Generator::take(uint64_t count) {
  std::lock_guard lock(mutex_);
  State before = state_;
  state_.next_block += count;
  return before;
}

Generator& default_generator(Device device) {
  static auto* cpu = new Generator(random_seed());  // its Python object outlives every static
  if (device.type == DeviceType::CPU) return *cpu;
  static std::mutex mutex;
  static auto* others = new std::map<std::pair<DeviceType, int8_t>, Generator>;
  std::lock_guard lock(mutex);
  return others->try_emplace({device.type, device.index}, random_seed()).first->second;
}

uint64_t random_seed() {
  std::random_device entropy;
  uint64_t high = entropy();
  return (high << 32 | entropy()) & ((uint64_t{1} << 53) - 1);
}

}  // namespace tt
