// Which output a thread works for, and how the values of its lanes become one; Note [Reduction on a device].
#pragma once

#include "tt/kernels/cuda/device/reduce_args.h"

namespace tt::kernels::device {

struct Place {
  int output, lane;  // in the block

  TT_HD static Place of_thread(int32_t lanes, int32_t outputs, bool lanes_side_by_side) {
    int thread = static_cast<int>(threadIdx.x);
    if (lanes_side_by_side) return {thread / lanes, thread % lanes};
    return {thread % outputs, thread / outputs};
  }
  // Of the thread of another lane that works for the same output.
  TT_HD int thread_of(int other_lane, int32_t lanes, int32_t outputs, bool lanes_side_by_side) const {
    return lanes_side_by_side ? output * lanes + other_lane : other_lane * outputs + output;
  }
};

// Lane 0 gets what all lanes have, combined in halves. Every thread of the block has to call it.
template <class A, class Combine>
TT_HD A fold_lanes(A value, const Place& place, int32_t lanes, int32_t outputs, bool side_by_side, A* values,
                   Combine combine) {
  const int self = static_cast<int>(threadIdx.x);
  values[self] = value;
  __syncthreads();
  for (int half = lanes / 2; half > 0; half /= 2) {
    if (place.lane < half) {
      value = combine(value, values[place.thread_of(place.lane + half, lanes, outputs, side_by_side)]);
      values[self] = value;
    }
    __syncthreads();
  }
  return value;
}

}  // namespace tt::kernels::device
