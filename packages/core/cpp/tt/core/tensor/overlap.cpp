#include "tt/core/tensor/overlap.h"

#include <algorithm>
#include <numeric>

namespace tt {
namespace {

constexpr int kSearchSteps = 20000;  // about 0.1 ms
constexpr int kMaxTerms = 2 * kMaxDims + 1;

// Sums over a storage that is nearly as large as int64 leave it.
__extension__ using Wide = __int128;

// sum of coefficient[k] * x[k] = target, 0 <= x[k] <= bound[k]; see Note [Overlap].
class Equation {
 public:
  void add(int64_t coefficient, Wide bound) {
    if (coefficient > 0 && bound > 0) terms_[count_++] = {coefficient, bound, 0, 0};
  }

  bool has_solution(Wide target) {
    std::sort(terms_, terms_ + count_,
              [](const Term& a, const Term& b) { return a.coefficient > b.coefficient; });
    merge_equal();
    Wide reach = 0;
    int64_t divisor = 0;
    for (int k = count_ - 1; k >= 0; --k) {
      terms_[k].reach = reach += terms_[k].coefficient * terms_[k].bound;
      terms_[k].divisor = divisor = std::gcd(divisor, terms_[k].coefficient);
    }
    return search(0, target);
  }

 private:
  struct Term {
    int64_t coefficient;
    Wide bound;
    Wide reach;       // the largest sum of this term and those after it
    int64_t divisor;  // the greatest common one of them
  };

  void merge_equal() {
    int last = -1;
    for (int k = 0; k < count_; ++k) {
      if (last >= 0 && terms_[last].coefficient == terms_[k].coefficient)
        terms_[last].bound += terms_[k].bound;
      else
        terms_[++last] = terms_[k];
    }
    count_ = last + 1;
  }

  bool search(int k, Wide target) {
    if (target == 0) return true;
    if (target < 0 || k == count_) return false;
    const Term& term = terms_[k];
    if (target > term.reach || target % term.divisor != 0) return false;
    Wide rest = k + 1 < count_ ? terms_[k + 1].reach : 0;
    Wide most = std::min(term.bound, target / term.coefficient);
    Wide least = target > rest ? (target - rest + term.coefficient - 1) / term.coefficient : 0;
    for (Wide x = most; x >= least; --x) {
      if (++steps_ > kSearchSteps || search(k + 1, target - x * term.coefficient)) return true;
    }
    return false;
  }

  Term terms_[kMaxTerms];
  int count_ = 0;
  int steps_ = 0;
};

}  // namespace

// Two tuples with one place differ by d != 0 with sum of d[i] * stride[i] = 0. In the order of falling
// strides the first d that is not 0 may be taken as positive, so each dim is tried as that first one.
bool has_internal_overlap(Ints sizes, const int64_t* strides) {
  int order[kMaxDims];
  int count = 0;
  for (size_t dim = 0; dim < sizes.size(); ++dim) {
    if (sizes[dim] == 0) return false;
    if (sizes[dim] > 1) order[count++] = static_cast<int>(dim);
  }
  std::sort(order, order + count, [&](int a, int b) { return strides[a] > strides[b]; });
  if (count && strides[order[count - 1]] == 0) return true;
  for (int first = 0; first < count; ++first) {
    Equation equation;
    int64_t stride = strides[order[first]];
    Wide target = -stride;
    for (int i = first + 1; i < count; ++i) target += Wide{strides[order[i]]} * (sizes[order[i]] - 1);
    if (target < 0) continue;  // the dim steps over all that lies below it
    equation.add(stride, sizes[order[first]] - 2);
    for (int i = first + 1; i < count; ++i) equation.add(strides[order[i]], Wide{2} * (sizes[order[i]] - 1));
    if (equation.has_solution(target)) return true;
  }
  return false;
}

// Index of b is counted from its end, so that all coefficients are positive.
bool have_common_byte(const Region& a, const Region& b) {
  if (numel_of(a.sizes) == 0 || numel_of(b.sizes) == 0) return false;
  bool in_elements = a.itemsize == b.itemsize;
  int64_t unit_a = in_elements ? 1 : a.itemsize, unit_b = in_elements ? 1 : b.itemsize;
  Equation equation;
  equation.add(1, unit_a - 1 + unit_b - 1);  // the byte within each element
  Wide target = Wide{b.offset} * unit_b - Wide{a.offset} * unit_a + unit_b - 1;
  for (size_t d = 0; d < a.sizes.size(); ++d) {
    if (a.sizes[d] > 1) equation.add(a.strides[d] * unit_a, a.sizes[d] - 1);
  }
  for (size_t d = 0; d < b.sizes.size(); ++d) {
    if (b.sizes[d] <= 1) continue;
    equation.add(b.strides[d] * unit_b, b.sizes[d] - 1);
    target += Wide{b.strides[d]} * unit_b * (b.sizes[d] - 1);
  }
  return equation.has_solution(target);
}

}  // namespace tt
