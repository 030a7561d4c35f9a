// The blocks of pinned memory; Note [Pinned memory] in pinned.h.
#pragma once

#include <map>
#include <mutex>
#include <vector>

#include "tt/kernels/cuda/marks.h"

namespace tt::cuda {

class PinnedPool {
 public:
  // Throws OutOfMemory when the driver pins no more.
  void* allocate(size_t bytes);
  void deallocate(void* data);
  bool contains(const void* address);
  // False when no block that is in use has the address.
  bool use(const void* address, const DeviceStream& stream);

 private:
  struct Block {
    char* data;
    size_t bytes;
    std::vector<DeviceStream> users;
  };
  // Freed, while streams still use it.
  struct Parting {
    Block block;
    Marks marks;
  };

  Block* find(const void* address);
  void let_go();

  std::mutex mutex_;
  std::map<const char*, Block> in_use_;  // by the first byte
  std::map<size_t, std::vector<char*>> free_;
  std::vector<Parting> partings_;
};

}  // namespace tt::cuda
