#include "tt/core/base/key_set.h"

namespace tt {

const char* name(Key key) {
  static constexpr const char* kNames[] = {"CPU",
                                           "CUDA",
                                           "Meta",
                                           "PrivateUse1",
                                           "SparseCPU",
                                           "SparseCUDA",
                                           "SparseMeta",
                                           "SparsePrivateUse1",
                                           "ADInplaceOrView",
                                           "Autograd",
                                           "Count",
                                           "CompositeExplicitAutograd",
                                           "CompositeImplicitAutograd"};
  return kNames[static_cast<int>(key)];
}

std::string to_string(KeySet keys) {
  std::string text;
  while (!keys.empty()) {
    Key key = keys.highest();
    if (!text.empty()) text += ", ";
    text += name(key);
    keys = keys - key;
  }
  return text;
}

}  // namespace tt
