// What went wrong in a launch. The first report is kept until the driver's next synchronising call asks for it.
#pragma once

#include <string>

namespace tt::emulator {

// Ends the running launch, of which the calling thread is one; its frames stay where they are.
[[noreturn]] void stop_kernel(std::string what);
// Keeps what went wrong; the first one counts.
void report(std::string what);
bool has_report();
std::string take_report();

}  // namespace tt::emulator
