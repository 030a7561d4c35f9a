#include "tt/core/base/generator.h"

#include <map>
#include <optional>
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

namespace {

struct OtherGenerators {
  std::mutex mutex;
  std::map<std::pair<DeviceType, int8_t>, Generator> by_device;
  std::optional<uint64_t> seed;
};

OtherGenerators& other_generators() {
  static auto* all = new OtherGenerators;
  return *all;
}

}  // namespace

Generator& default_generator(Device device) {
  static auto* cpu = new Generator(random_seed());  // its Python object outlives every static
  if (device.type == DeviceType::CPU) return *cpu;
  OtherGenerators& others = other_generators();
  std::lock_guard lock(others.mutex);
  uint64_t seed = others.seed ? *others.seed : random_seed();
  return others.by_device.try_emplace({device.type, device.index}, seed).first->second;
}

void seed_other_generators(uint64_t seed) {
  OtherGenerators& others = other_generators();
  std::lock_guard lock(others.mutex);
  others.seed = seed;
  for (auto& [device, generator] : others.by_device) generator.set_state({seed, 0});
}

uint64_t random_seed() {
  std::random_device entropy;
  uint64_t high = entropy();
  return (high << 32 | entropy()) & ((uint64_t{1} << 53) - 1);
}

}  // namespace tt
