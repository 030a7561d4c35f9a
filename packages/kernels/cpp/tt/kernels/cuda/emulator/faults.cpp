#include "tt/kernels/cuda/emulator/faults.h"

#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "tt/kernels/cuda/emulator/block.h"
#include "tt/kernels/cuda/emulator/memory.h"
#include "tt/kernels/cuda/emulator/pinned.h"

namespace tt::emulator {
namespace {

struct sigaction earlier[3];
struct sigaction& earlier_of(int signal) { return earlier[signal == SIGSEGV ? 0 : signal == SIGBUS ? 1 : 2]; }

// Which allocation is near; of the kernel, which may run on.
std::string where(const void* address) {
  if (!is_device_memory(address)) return "an address that is no device memory";
  std::string problem = device_bounds_problem(allocation_at(address), address, 1);
  return problem.empty() ? "device memory" : "device memory " + problem;
}

// Nothing here allocates: the host may have been anywhere.
void say(const char* format, const void* address) {
  char text[256];
  int size = std::snprintf(text, sizeof(text), format, address);
  if (size > 0) [[maybe_unused]]
    ssize_t written = write(STDERR_FILENO, text, static_cast<size_t>(size));
}

void on_fault(int signal, siginfo_t* info, void* context) {
  if (is_in_kernel()) {
    // As a return from here would.
    pthread_sigmask(SIG_SETMASK, &static_cast<ucontext_t*>(context)->uc_sigmask, nullptr);
    stop_at_fault({signal, info->si_addr});
  }
  if (signal != SIGFPE && is_device_memory(info->si_addr)) {
    say("tt: emulated CUDA: the host touches device memory at %p\nhint: copy it to the host first, with "
        "Tensor.cpu()\n",
        info->si_addr);
  }
  bool goes_on = false;
  if (signal == SIGSEGV && is_under_way(info->si_addr, &goes_on)) {
    say("tt: emulated CUDA: the host touches pinned memory at %p, which a copy may still be using\nhint: wait for the "
        "copy first, with tt.cuda.synchronize() or an event behind it\n",
        info->si_addr);
  }
  if (goes_on) return;
  struct sigaction& before = earlier_of(signal);
  if (before.sa_flags & SA_SIGINFO) return before.sa_sigaction(signal, info, context);
  if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) return before.sa_handler(signal);
  sigaction(signal, &before, nullptr);  // the instruction faults again, and ends the process
}

}  // namespace

std::string describe(const Fault& fault) {
  if (fault.signal == SIGFPE) return running_thread() + " divides an integer by zero";
  return "illegal address: " + running_thread() + " touches " + where(fault.address);
}

void catch_faults() {
  static bool caught = false;
  if (caught) return;
  caught = true;
  // Fibers have room for a handler's frame, but a kernel that overflows its stack has none.
  static char stack[64 * 1024];
  stack_t before{};
  sigaltstack(nullptr, &before);
  if (before.ss_flags & SS_DISABLE) {
    stack_t own{stack, 0, sizeof(stack)};
    sigaltstack(&own, nullptr);
  }
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE}) {
    struct sigaction action{};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigaction(signal, &action, &earlier_of(signal));
  }
}

}  // namespace tt::emulator
