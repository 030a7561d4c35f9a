// Who touches these pages first? Pages are taken away with mprotect; the fault's handler notes the call stack,
// gives them back and lets the instruction run again. For a child process only: the handler is SIGSEGV's.
#define _GNU_SOURCE
#include <execinfo.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { kMostRanges = 256, kMostFrames = 128 };

struct range {
  char* start;
  size_t bytes;
  int armed, touched, written, frame_count;
  long thread;
  void* frames[kMostFrames];
};

static struct range ranges[kMostRanges];
static int range_count;
static struct sigaction before;

static int is_write(void* context) {
#if defined(__x86_64__)
  return (int)((((ucontext_t*)context)->uc_mcontext.gregs[REG_ERR] >> 1) & 1);
#else
  (void)context;
  return -1;  // not known
#endif
}

static void on_fault(int number, siginfo_t* info, void* context) {
  (void)number;
  char* at = info->si_addr;
  for (int i = 0; i < range_count; ++i) {
    struct range* range = &ranges[i];
    if (at < range->start || at >= range->start + range->bytes) continue;
    if (!range->touched) {
      range->touched = 1;
      range->written = is_write(context);
      range->thread = syscall(SYS_gettid);
      range->frame_count = backtrace(range->frames, kMostFrames);
    }
    range->armed = 0;
    mprotect(range->start, range->bytes, PROT_READ | PROT_WRITE);
    return;
  }
  sigaction(SIGSEGV, &before, NULL);  // not ours: let it be what it would have been
}

// A range of whole pages; returns its number, -1 when there are too many.
int first_touch_add(void* start, size_t bytes) {
  if (range_count == kMostRanges) return -1;
  memset(&ranges[range_count], 0, sizeof(struct range));
  ranges[range_count].start = start;
  ranges[range_count].bytes = bytes;
  return range_count++;
}

void first_touch_clear(void) { range_count = 0; }

int first_touch_arm(void) {
  void* warm[2];
  backtrace(warm, 2);  // loads libgcc_s now rather than in the handler
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  if (sigaction(SIGSEGV, &action, &before) != 0) return -1;
  for (int i = 0; i < range_count; ++i) {
    ranges[i].touched = 0;
    ranges[i].armed = 1;
    if (mprotect(ranges[i].start, ranges[i].bytes, PROT_NONE) != 0) return -1;
  }
  return 0;
}

void first_touch_disarm(void) {
  for (int i = 0; i < range_count; ++i) {
    if (ranges[i].armed) mprotect(ranges[i].start, ranges[i].bytes, PROT_READ | PROT_WRITE);
    ranges[i].armed = 0;
  }
  sigaction(SIGSEGV, &before, NULL);
}

// Frames of the first touch, the innermost first; 0 when nobody touched the range.
int first_touch_frames(int number, void** frames, int most, int* written, long* thread) {
  struct range* range = &ranges[number];
  int count = range->touched ? range->frame_count : 0;
  if (count > most) count = most;
  memcpy(frames, range->frames, (size_t)count * sizeof(void*));
  *written = range->written;
  *thread = range->thread;
  return count;
}
