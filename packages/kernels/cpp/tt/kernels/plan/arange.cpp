#include "tt/kernels/plan/arange.h"

#include <algorithm>
#include <cmath>

#include "tt/core/base/error.h"
#include "tt/core/iterate/dtype_dispatch.h"
#include "tt/core/iterate/promote.h"
#include "tt/kernels/plan/factory.h"

namespace tt::kernels {
namespace {

bool is_whole(const Scalar& number) { return number.category <= Category::Signed; }

double real_of(const Scalar& number) {
  TT_CHECK(number.category != Category::Complex, Runtime, "expected real numbers, got a complex one");
  return number.real();
}

// A fraction is cut off.
int64_t whole_of(const Scalar& number) {
  TT_CHECK(number.category != Category::Unsigned, Runtime, "a number does not fit int64");
  if (is_whole(number)) return number.i;
  double cut = std::trunc(real_of(number));
  TT_CHECK(cut >= -0x1p63 && cut < 0x1p63, Runtime, number.real(), " does not fit int64");
  return static_cast<int64_t>(cut);
}

template <class T>
void check(T start, T end, T step) {
  TT_CHECK(step > 0 || step < 0, Runtime, "step must be nonzero, got ", step);
  if constexpr (std::is_floating_point_v<T>) {
    TT_CHECK(std::isfinite(start) && std::isfinite(end), Runtime, "unsupported range: ", start, " -> ", end);
  }
  TT_CHECK(step > 0 ? end >= start : end <= start, Runtime,
           "upper bound and lower bound inconsistent with step sign, got ", start, " to ", end, " by ", step);
}

// Counted in integers where all is exact in them, else in double.
int64_t count_of(const Scalar& start, const Scalar& end, const Scalar& step, bool exact) {
  if (exact) {
    __int128 first = whole_of(start), last = whole_of(end), by = whole_of(step);
    return static_cast<int64_t>((last - first + by - (by > 0 ? 1 : -1)) / by);
  }
  double count = std::ceil((real_of(end) - real_of(start)) / real_of(step));
  TT_CHECK(count >= 0 && count < 0x1p63, Runtime, "invalid size, possible overflow: ", count);
  return static_cast<int64_t>(count);
}

// Arguments: end; start, end; or start, end, step; then the options.
void arange_plan(const Op& op, Call& call, Plan& plan) {
  int numbers = op.spec->arg_count - 4;
  Scalar start = numbers > 1 ? call.args[0].scalar() : Scalar::of(int64_t{0});
  Scalar end = call.args[numbers > 1].scalar();
  Scalar step = numbers > 2 ? call.args[2].scalar() : Scalar::of(int64_t{1});
  bool all_whole = is_whole(start) && is_whole(end) && is_whole(step);
  FactoryOptions options = options_for(call, numbers, all_whole ? DType::Int64 : default_dtype());
  TT_CHECK(op.spec->accepts & bit(options.dtype), NotImplemented, "not implemented for dtype ",
           name(options.dtype), "; implemented for ", dtype_set_names(op.spec->accepts));
  Range& range = range_of(plan);
  range = {0, 0, real_of(start), real_of(step)};
  check(range.float_start, real_of(end), range.float_step);
  if (is_integral(options.dtype, false)) {
    range.start = whole_of(start);
    range.step = whole_of(step);
  }
  if (options.dtype == DType::Int64) {  // counted in integers, so that the step that is left must not be 0
    TT_CHECK(range.step != 0, Value, "step must be nonzero, got ", range.float_step, " for int64");
    check(range.start, whole_of(end), range.step);
  }
  int64_t size[] = {count_of(start, end, step, options.dtype == DType::Int64)};
  Tensor result = make_result(call, Ints(size, 1), options);
  if (options.requires_grad) result->set_requires_grad(true);
  plan.finished = result->numel() == 0;
  plan.add_result(std::move(result));
}

}  // namespace

void register_arange_plan() {
  for (const char* op : {"arange", "arange.start", "arange.start_step"})
    register_plan(op, arange_plan, "arange_plan");
}

}  // namespace tt::kernels
