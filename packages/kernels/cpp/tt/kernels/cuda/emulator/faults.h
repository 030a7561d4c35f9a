// Faults of memory and of division while the emulator is loaded: of a kernel, which ends its launch with a report, and
// of the host where it touches device memory, which is named before the process dies of it as it would have.
#pragma once

namespace tt::emulator {

void catch_faults();

}  // namespace tt::emulator
