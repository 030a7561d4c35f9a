#include "tt/core/dispatch/describe.h"

#include <sstream>

namespace tt {

std::string describe(const TensorImpl& tensor) {
  std::string text = name(tensor.dtype()) + to_string(tensor.sizes());
  if (!tensor.is_contiguous()) text += " strides " + to_string(tensor.strides());
  if (tensor.device().type != DeviceType::CPU) text += " on " + to_string(tensor.device());
  if (tensor.requires_grad()) text += " requires_grad";
  return text;
}

int64_t bytes_of(const TensorImpl& tensor) {
  int64_t bytes = tensor.itemsize();
  for (int dim = 0; dim < tensor.ndim(); ++dim) bytes *= tensor.stride(dim) ? tensor.size(dim) : 1;
  return tensor.numel() ? bytes : 0;
}

std::string describe(const Slot& slot) {
  std::ostringstream text;
  switch (slot.tag) {
    case Tag::None:
      return "None";
    case Tag::Tensor:
      return describe(*slot.tensor);
    case Tag::TensorList:
      text << "list of " << slot.length << " tensors";
      break;
    case Tag::Int:
      text << slot.i;
      break;
    case Tag::Unsigned:
      text << static_cast<uint64_t>(slot.i);
      break;
    case Tag::Float:
      text << slot.d;
      break;
    case Tag::Bool:
      return slot.i ? "True" : "False";
    case Tag::Complex:
      text << slot.complex[0] << (slot.complex[1] < 0 ? "" : "+") << slot.complex[1] << "j";
      break;
    case Tag::IntList:
      return to_string(slot.list());
    case Tag::BoolList:
      return to_string(slot.list());
    case Tag::Str:
      return std::string("'") + slot.s + "'";
    case Tag::DType:
      return name(slot.dtype());
    case Tag::Device:
      return to_string(slot.device());
    case Tag::Layout:
      return name(slot.layout());
    case Tag::MemoryFormat:
      return name(slot.memory_format());
    case Tag::Generator:
      return "generator";
    case Tag::Object:
      return "object";
  }
  return text.str();
}

}  // namespace tt
