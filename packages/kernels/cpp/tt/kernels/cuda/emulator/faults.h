// Faults of memory and of division while the emulator is loaded: of a kernel, which ends its launch with a report, and
// of the host where it touches device memory, which is named before the process dies of it as it would have.
#pragma once

#include <string>

namespace tt::emulator {

struct Fault {
  int signal = 0;  // none
  const void* address = nullptr;
};

void catch_faults();
// For a report: what the running thread did.
std::string describe(const Fault& fault);

}  // namespace tt::emulator
