// parallel_for: splits a range over OpenMP threads when it is worth one.
#pragma once

#include <cstdint>
#include <functional>

#include "tt/core/base/macros.h"
#include "tt/core/base/thread_state.h"

namespace tt {

TT_API int num_threads();
// Positive; later parallel regions of every thread use it. A forked child stays on one thread.
TT_API void set_num_threads(int count);

// How many threads a range of `size` elements is worth; 1 inside a parallel region.
inline int threads_for(int64_t size, int64_t grain) {
  if (size <= grain || thread_state.in_parallel_region) return 1;
  int64_t wanted = (size + grain - 1) / grain;
  int available = num_threads();
  return wanted < available ? static_cast<int>(wanted) : available;
}

namespace detail {
TT_API void run_parallel(int64_t begin, int64_t end, int threads, int64_t step,
                         const std::function<void(int64_t, int64_t)>& body);
}

// Calls body(first, last) on disjoint ranges that cover [begin, end); boundaries are multiples of
// `step` from begin. The first exception thrown by a part is thrown again here.
template <class Body>
void parallel_for(int64_t begin, int64_t end, int64_t grain, Body&& body, int64_t step = 1) {
  int threads = threads_for(end - begin, grain);
  if (threads <= 1) {
    if (begin < end) body(begin, end);
    return;
  }
  detail::run_parallel(begin, end, threads, step, body);
}

}  // namespace tt
