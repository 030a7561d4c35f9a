#include "tt/kernels/cuda/emulator/fiber.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <new>

namespace tt::emulator {

#if defined(__x86_64__)
extern "C" void tt_emulator_switch(void** saved, void* next);
// rbx, rbp, r12 to r15 and the floating control words live through a call; everything else is the caller's.
asm(R"(
.text
.hidden tt_emulator_switch
.type tt_emulator_switch, @function
tt_emulator_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  subq $8, %rsp
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  ldmxcsr (%rsp)
  fldcw 4(%rsp)
  addq $8, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size tt_emulator_switch, .-tt_emulator_switch
)");
#endif

namespace {
// The two sides of the switch that was made last. One block runs at a time.
Fiber *left = nullptr, *entered = nullptr;
}  // namespace

Fiber::Fiber() = default;

Fiber::Fiber(void (*body)()) : body_(body) {
  size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  void* memory = mmap(nullptr, kStackBytes + page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  mprotect(memory, page, PROT_NONE);
  stack_ = static_cast<char*>(memory) + page;
  restart();
}

Fiber::~Fiber() {
  if (!stack_) return;
  watched_.end();
  size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  munmap(stack_ - page, kStackBytes + page);
}

// At the bottom of every fiber's stack.
void Fiber::begin() {
  entered->watched_.arrive(left->watched_);
  entered->body_();
}

void Fiber::switch_to(Fiber& next) {
  left = this;
  entered = &next;
  watched_.leave(next.watched_);
  jump_to(next);
  watched_.arrive(left->watched_);
}

#if defined(__x86_64__)

void Fiber::restart() {
  watched_.begin(stack_, kStackBytes);
  // As tt_emulator_switch leaves a stack: control words, six registers, the address to return to. At the entry of
  // `begin` the stack is 8 off a multiple of 16, as after a call.
  auto* top = reinterpret_cast<uint64_t*>(stack_ + kStackBytes) - 1;
  *top-- = 0;  // where `begin` would return to
  *top-- = reinterpret_cast<uint64_t>(&Fiber::begin);
  for (int i = 0; i < 6; ++i) *top-- = 0;
  uint32_t control[2] = {};
  asm volatile("stmxcsr %0\n\tfnstcw %1" : "+m"(control[0]), "+m"(control[1]));
  *top = uint64_t{control[1]} << 32 | control[0];
  stack_pointer_ = top;
}

void Fiber::jump_to(Fiber& next) { tt_emulator_switch(&stack_pointer_, next.stack_pointer_); }

#else

void Fiber::restart() {
  watched_.begin(stack_, kStackBytes);
  getcontext(&context_);
  context_.uc_stack.ss_sp = stack_;
  context_.uc_stack.ss_size = kStackBytes;
  context_.uc_link = nullptr;
  makecontext(&context_, &Fiber::begin, 0);
}

void Fiber::jump_to(Fiber& next) { swapcontext(&context_, &next.context_); }

#endif

}  // namespace tt::emulator
