// The tensor: metadata (sizes, strides, offset, dtype, device, layout) over a storage.
//
// Note [Tensor ownership]
// TensorImpl is counted in C++ and has one slot for its Python wrapper. While Python holds the
// wrapper, the wrapper owns one reference to the impl. When the wrapper's count falls to zero and
// C++ still holds the impl, ownership flips: the impl keeps the wrapper alive (flag
// kOwnsWrapper), so that identity and attributes survive a stay in a graph. The flip happens in
// the wrapper's tp_dealloc; it flips back when the wrapper is handed to Python again, or when the last C++
// reference goes. A wrapper of the exact type without attributes and weak references has nothing to keep: it
// is freed at once, and made again when Python asks for the tensor.
//
// Note [Autograd key]
// A tensor carries the Autograd key when it requires grad, and when it is a differentiable view,
// because its base may come to require grad by a write through another view. Whoever needs no
// gradient never enters the autograd kernel.
#pragma once

#include <cstdint>
#include <cstring>

#include "tt/core/base/dtype.h"
#include "tt/core/base/key_set.h"
#include "tt/core/base/ref_counted.h"
#include "tt/core/tensor/geometry.h"
#include "tt/core/tensor/storage.h"

namespace tt {

class TensorImpl;
using Tensor = Ref<TensorImpl>;

// What a tensor knows of the graph; autograd derives from it, core only keeps and frees it.
class TT_API AutogradMeta {
 public:
  virtual ~AutogradMeta() = default;
  // Visits the Python objects that only this object keeps alive, for the garbage collector.
  virtual int traverse(int (*visit)(void* object, void* arg), void* arg) = 0;
  virtual void clear() = 0;
};

struct ViewMeta;  // view.h, which few need: nothing here looks into it
TT_API void destroy(ViewMeta* view);
TT_API bool base_requires_grad(const ViewMeta& view);

enum TensorFlag : uint8_t {
  kRequiresGrad = 1,
  kContiguous = 2,
  kOwnsWrapper = 4,
  kDifferentiableView = 8,
  kResized = 16,  // the sizes changed since the wrapper cached them
};

class TensorImpl {
 public:
  // Geometry.
  int ndim() const { return ndim_; }
  Ints sizes() const { return {sizes_, static_cast<size_t>(ndim_)}; }
  Ints strides() const { return {sizes_ + ndim_, static_cast<size_t>(ndim_)}; }
  int64_t size(int dim) const { return sizes_[dim]; }
  int64_t stride(int dim) const { return sizes_[ndim_ + dim]; }
  int64_t numel() const { return numel_; }
  int64_t offset() const { return offset_; }
  bool is_contiguous() const { return flags & kContiguous; }
  // Replaces the geometry; the caller has checked it against the storage.
  TT_API void set_geometry(Ints sizes, const int64_t* strides, int64_t offset);
  // The same with contiguous strides and the offset as it is.
  TT_API void set_contiguous(Ints sizes);

  // Takes the place of another tensor over its memory, of its dtype and on its device.
  TT_API void set_data(const TensorImpl& other);

  // The three axes of extension.
  DType dtype() const { return dtype_; }
  int64_t itemsize() const { return tt::itemsize(dtype_); }
  Device device() const { return device_; }
  Layout layout() const { return layout_; }

  // Whether dtype, device and layout are the other's.
  bool same_kind(const TensorImpl& other) const { return std::memcmp(&dtype_, &other.dtype_, 4) == 0; }
  bool same_sizes(const TensorImpl& other) const {
    if (ndim_ != other.ndim_) return false;
    for (int dim = 0; dim < ndim_; ++dim) {
      if (sizes_[dim] != other.sizes_[dim]) return false;
    }
    return true;
  }

  Storage* storage() const { return storage_; }
  Region region() const { return {sizes(), strides(), offset_, itemsize()}; }
  // The first element. Not to be read through on the meta device, nor when the tensor is empty.
  char* data() const { return data(itemsize()); }
  // For who knows the itemsize already.
  char* data(int64_t itemsize) const {
    return reinterpret_cast<char*>(reinterpret_cast<uintptr_t>(storage_->data()) +
                                   static_cast<uintptr_t>(offset_ * itemsize));
  }
  template <class T>
  T* data_as() const {
    return reinterpret_cast<T*>(data());
  }

  KeySet keys() const { return keys_; }
  void add_key(Key key) { keys_ = keys_ | key; }
  void remove_key(Key key) { keys_ = keys_ - key; }

  uint32_t version() const { return storage_->version(); }
  void bump_version() { storage_->bump_version(); }

  // Note [Autograd key]; a view requires grad when its base does.
  bool requires_grad() const {
    if (flags & kRequiresGrad) return true;
    return (flags & kDifferentiableView) && base_requires_grad(*view);
  }
  void set_requires_grad(bool value) {
    flags = static_cast<uint8_t>(value ? flags | kRequiresGrad : flags & ~kRequiresGrad);
    keys_ = value || (flags & kDifferentiableView) ? keys_ | Key::Autograd : keys_ - Key::Autograd;
  }

  RefCount references;
  uint8_t flags = 0;
  void* wrapper = nullptr;  // the Python object; Note [Tensor ownership]
  AutogradMeta* autograd = nullptr;
  ViewMeta* view = nullptr;

 private:
  friend TT_API Tensor new_tensor(Storage*, DType, Layout, Ints, const int64_t*, int64_t);
  friend TT_API Tensor empty(Ints, DType, Device);
  friend TT_API Tensor empty_like_contiguous(const TensorImpl&, DType);
  friend TT_API void destroy(TensorImpl*);
  static constexpr int kInlineDims = 5;

  void set_ndim(int ndim);
  // Memory for an impl, with everything set but the geometry.
  static TensorImpl* blank(Storage* storage, DType dtype, Layout layout);

  KeySet keys_;
  Storage* storage_ = nullptr;
  int64_t offset_ = 0;
  int64_t numel_ = 0;
  int64_t* sizes_ = inline_;  // sizes, then strides
  // The next three are compared as one word.
  DType dtype_ = DType::Undefined;
  Device device_;
  Layout layout_ = Layout::Strided;
  uint8_t ndim_ = 0;
  int64_t inline_[2 * kInlineDims];
};

// Takes over the reference to `storage`. Nothing is checked.
TT_API Tensor new_tensor(Storage* storage, DType dtype, Layout layout, Ints sizes, const int64_t* strides,
                         int64_t offset);
TT_API void destroy(TensorImpl* impl);

inline void retain(TensorImpl* impl) { impl->references.retain(); }
inline void release(TensorImpl* impl) {
  if (impl->references.release()) destroy(impl);
}

// A new tensor with memory of its own, its elements undefined. Sizes are checked.
TT_API Tensor empty(Ints sizes, DType dtype, Device device = {});
// Of the sizes of a contiguous tensor, on its device. Nothing has to be checked or computed again.
TT_API Tensor empty_like_contiguous(const TensorImpl& like, DType dtype);
// As above with given strides (elements, not negative); the storage is as large as they reach.
TT_API Tensor empty_strided(Ints sizes, const int64_t* strides, DType dtype, Device device = {});
// Shares `base`'s storage. The geometry is checked against it.
TT_API Tensor alias(const TensorImpl& base, Ints sizes, Ints strides, int64_t offset);
// The same without the check, for geometry that cannot leave the base's.
TT_API Tensor alias_unchecked(const TensorImpl& base, Ints sizes, const int64_t* strides, int64_t offset);
// Gives an `out=` destination a new contiguous size; its storage grows when it must.
TT_API void resize(TensorImpl& impl, Ints sizes);

// Gives up the impl's reference to a wrapper that owned it; set by bind, which knows Python.
extern TT_API void (*drop_wrapper)(void* wrapper);

}  // namespace tt
