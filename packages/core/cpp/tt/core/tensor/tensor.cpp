#include "tt/core/tensor/tensor.h"

#include <algorithm>
#include <new>
#include <vector>

#include "tt/core/base/error.h"
#include "tt/core/tensor/view.h"

namespace tt {

void (*drop_wrapper)(void* wrapper) = nullptr;

inline void TensorImpl::set_ndim(int ndim) {
  if (TT_UNLIKELY(ndim > kInlineDims || sizes_ != inline_)) {
    if (sizes_ != inline_) delete[] std::exchange(sizes_, inline_);
    if (ndim > kInlineDims) sizes_ = new int64_t[2 * ndim];
  }
  ndim_ = static_cast<uint8_t>(ndim);
}

void TensorImpl::set_geometry(Ints sizes, const int64_t* strides, int64_t offset) {
  int ndim = static_cast<int>(sizes.size());
  set_ndim(ndim);
  int64_t count = 1;  // of the dims further in, which is what a contiguous stride is
  bool dense = true;
  for (int dim = ndim - 1; dim >= 0; --dim) {
    int64_t size = sizes[dim], stride = strides[dim];
    sizes_[dim] = size;
    sizes_[ndim + dim] = stride;
    dense &= (size == 1) | (stride == count);
    count *= size;
  }
  numel_ = count;
  offset_ = offset;
  flags = static_cast<uint8_t>(dense || count == 0 ? flags | kContiguous : flags & ~kContiguous);
  if (wrapper) flags |= kResized;
}

void TensorImpl::set_contiguous(Ints sizes) {
  int ndim = static_cast<int>(sizes.size());
  set_ndim(ndim);
  int64_t count = 1, stride = 1;
  for (int dim = ndim - 1; dim >= 0; --dim) {
    int64_t size = sizes[dim];
    sizes_[dim] = size;
    sizes_[ndim + dim] = stride;
    count *= size;
    stride *= size > 1 ? size : 1;
  }
  numel_ = count;
  flags |= kContiguous;
  if (wrapper) flags |= kResized;
}

void TensorImpl::set_data(const TensorImpl& other) {
  retain(other.storage_);
  Storage* old = std::exchange(storage_, other.storage_);
  keys_ = (keys_ - backend_key(device_.type, layout_)) | backend_key(other.device_.type, other.layout_);
  dtype_ = other.dtype_;
  device_ = other.device_;
  layout_ = other.layout_;
  set_geometry(other.sizes(), other.strides().data(), other.offset_);
  release(old);  // may run code of who gave the memory, which must find this tensor whole
}

inline TensorImpl* TensorImpl::blank(Storage* storage, DType dtype, Layout layout) {
  void* block = thread_state.tensors.pop();
  auto* impl = new (block ? block : ::operator new(sizeof(TensorImpl))) TensorImpl;
  impl->storage_ = storage;
  impl->dtype_ = dtype;
  impl->device_ = storage->device();
  impl->layout_ = layout;
  impl->keys_ = KeySet(backend_key(impl->device_.type, layout)) | Key::ADInplaceOrView;
  return impl;
}

Tensor new_tensor(Storage* storage, DType dtype, Layout layout, Ints sizes, const int64_t* strides,
                  int64_t offset) {
  TensorImpl* impl = TensorImpl::blank(storage, dtype, layout);
  impl->set_geometry(sizes, strides, offset);
  return Tensor::steal(impl);
}

void destroy(TensorImpl* impl) {
  if (impl->flags & kOwnsWrapper) {
    // Flips back, and the wrapper dies as one that Python drops: a __del__ sees a whole tensor and may keep
    // it.
    impl->flags &= static_cast<uint8_t>(~kOwnsWrapper);
    impl->references.reset();
    return drop_wrapper(impl->wrapper);
  }
  delete std::exchange(impl->autograd, nullptr);
  if (impl->view) destroy(std::exchange(impl->view, nullptr));
  if (impl->storage_) release(impl->storage_);
  if (impl->sizes_ != impl->inline_) delete[] impl->sizes_;
  FreeList& list = thread_state.tensors;
  if (list.count < 256 && thread_state.caches_open) {
    list.push(impl);
  } else {
    ::operator delete(impl);
  }
}

bool base_requires_grad(const ViewMeta& view) { return view.base()->flags & kRequiresGrad; }

// A chain of views of views is freed in a loop, so that its length cannot exhaust the stack.
void destroy(ViewMeta* view) {
  while (view) {
    Tensor parent = std::move(view->parent);
    delete view;
    view = nullptr;
    if (parent && parent->references.count() == 1 && !(parent->flags & kOwnsWrapper)) {
      view = std::exchange(parent->view, nullptr);
      parent->flags &= static_cast<uint8_t>(~kDifferentiableView);
    }
  }
}

Tensor empty(Ints sizes, DType dtype, Device device) {
  int64_t bytes = checked_numel(sizes, itemsize(dtype)) * itemsize(dtype);
  TensorImpl* impl = TensorImpl::blank(new_storage(bytes, device), dtype, Layout::Strided);
  impl->set_contiguous(sizes);
  return Tensor::steal(impl);
}

Tensor empty_like_contiguous(const TensorImpl& like, DType dtype) {
  int64_t bytes;
  TT_CHECK(!__builtin_mul_overflow(like.numel(), itemsize(dtype), &bytes), Runtime, "the size ",
           to_string(like.sizes()), " overflows: its elements cannot be counted in 64 bits");
  Storage* storage = new_storage(bytes, like.device());
  TensorImpl* impl = TensorImpl::blank(storage, dtype, Layout::Strided);
  // Strides are not `like`'s: of a dim of size 1, and when empty, they are arbitrary.
  impl->set_contiguous(like.sizes());
  return Tensor::steal(impl);
}

Tensor empty_strided(Ints sizes, const int64_t* strides, DType dtype, Device device) {
  int64_t count = checked_numel(sizes, itemsize(dtype));
  int64_t last = 0;
  bool overflow = false;
  for (size_t dim = 0; dim < sizes.size() && count; ++dim) {
    TT_CHECK(strides[dim] >= 0, Runtime, "negative strides are not supported, got strides ",
             to_string({strides, sizes.size()}));
    int64_t reach;
    overflow |= __builtin_mul_overflow(sizes[dim] - 1, strides[dim], &reach);
    overflow |= __builtin_add_overflow(last, reach, &last);
  }
  int64_t bytes = 0;
  if (count) {
    overflow |= __builtin_add_overflow(last, 1, &last);
    overflow |= __builtin_mul_overflow(last, itemsize(dtype), &bytes);
  }
  TT_CHECK(!overflow, Runtime, "sizes ", to_string(sizes), " with strides ",
           to_string({strides, sizes.size()}), " overflow 64 bits");
  return new_tensor(new_storage(bytes, device), dtype, Layout::Strided, sizes, strides, 0);
}

Tensor alias(const TensorImpl& base, Ints sizes, Ints strides, int64_t offset) {
  checked_numel(sizes, base.itemsize());
  int64_t bytes = base.storage()->bytes();
  check_in_storage(sizes, strides, offset, base.itemsize(), bytes);
  return alias_unchecked(base, sizes, strides.data(), offset);
}

Tensor alias_unchecked(const TensorImpl& base, Ints sizes, const int64_t* strides, int64_t offset) {
  retain(base.storage());
  return new_tensor(base.storage(), base.dtype(), base.layout(), sizes, strides, offset);
}

void resize(TensorImpl& impl, Ints sizes) {
  int64_t bytes = checked_numel(sizes, impl.itemsize()) * impl.itemsize();
  TT_CHECK(!__builtin_add_overflow(bytes, impl.offset() * impl.itemsize(), &bytes), Runtime, "the size ",
           to_string(sizes), " at storage offset ", impl.offset(), " overflows 64 bits");
  if (bytes > impl.storage()->bytes()) impl.storage()->reallocate(bytes);
  impl.set_contiguous(sizes);
}

Tensor replay_from(const ViewMeta& view, const Tensor& base) {
  std::vector<const ViewMeta*> chain{&view};
  while (chain.back()->parent.get() != chain.back()->base().get())
    chain.push_back(chain.back()->parent->view);
  Tensor made = base;
  for (auto step = chain.rbegin(); step != chain.rend(); ++step) made = (*step)->replay(made);
  return made;
}

}  // namespace tt
