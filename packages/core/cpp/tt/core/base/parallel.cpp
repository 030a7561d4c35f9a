#include "tt/core/base/parallel.h"

#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <cstdlib>
#include <exception>

#include "tt/core/base/error.h"

namespace tt {
namespace {

int default_threads() {
  if (const char* text = std::getenv("OMP_NUM_THREADS")) {
    int value = std::atoi(text);
    if (value > 0) return value;
  }
  cpu_set_t cpus;
  if (sched_getaffinity(0, sizeof(cpus), &cpus) == 0) return CPU_COUNT(&cpus);
  return 1;
}

std::atomic<bool> is_forked_child = false;

std::atomic<int>& thread_count() {
  static std::atomic<int> count{default_threads()};
  // libgomp's pool does not survive fork and would hang: a child stays on one thread.
  [[maybe_unused]] static int once = pthread_atfork(nullptr, nullptr, [] {
    is_forked_child = true;
    thread_count() = 1;
    thread_state.in_parallel_region = false;
  });
  return count;
}

// Note [Order of a region]
// What came before a region happens before its parts, and these before what follows; parts are in no order. libgomp sees to
// it, but with futexes, which ThreadSanitizer does not know. So it is said once more by two atomics, which it does
// know, around what it must not look at: how the compiler hands the region's variables to the other threads.
class Edge {
 public:
  void leave() { passed_.fetch_add(1, std::memory_order_release); }
  void enter() { (void)passed_.load(std::memory_order_acquire); }

 private:
  std::atomic<int> passed_ = 0;
};

struct Region {
  Edge begin, end;
};

template <class Part>
__attribute__((no_sanitize("thread"))) void run_region(int threads, Region& region, Part& part) {
  region.begin.leave();
  // The runtime may give fewer threads than asked for; the loop covers every part all the same.
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int index = 0; index < threads; ++index) {
    region.begin.enter();
    part(index);
    region.end.leave();
  }
  region.end.enter();
}

}  // namespace

int num_threads() { return thread_count().load(std::memory_order_relaxed); }

void set_num_threads(int count) {
  TT_CHECK(count > 0, Runtime, "set_num_threads: expected a positive int, got ", count);
  thread_count() = is_forked_child ? 1 : count;
}

namespace detail {

void run_parallel(int64_t begin, int64_t end, int threads, int64_t step,
                  const std::function<void(int64_t, int64_t)>& body) {
  int64_t chunk = (end - begin + threads - 1) / threads;
  chunk = (chunk + step - 1) / step * step;
  std::exception_ptr error;
  std::atomic_flag failed = ATOMIC_FLAG_INIT;
  auto part = [&](int index) {
    int64_t first = begin + index * chunk;
    int64_t last = first + chunk < end ? first + chunk : end;
    if (first >= last) return;
    thread_state.in_parallel_region = true;
    try {
      body(first, last);
    } catch (...) {
      if (!failed.test_and_set()) error = std::current_exception();
    }
    thread_state.in_parallel_region = false;
  };
  Region region;
  run_region(threads, region, part);
  if (error) std::rethrow_exception(error);
}

}  // namespace detail
}  // namespace tt
