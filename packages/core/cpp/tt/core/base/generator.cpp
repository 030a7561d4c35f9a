#include "tt/core/base/generator.h"

#include <random>

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

Generator& default_generator() {
  static auto* generator = new Generator(random_seed());  // its Python object outlives every static
  return *generator;
}

uint64_t random_seed() {
  std::random_device entropy;
  uint64_t high = entropy();
  return (high << 32 | entropy()) & ((uint64_t{1} << 53) - 1);
}

}  // namespace tt
