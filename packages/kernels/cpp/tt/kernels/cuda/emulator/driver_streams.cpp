// The driver's interface over the emulator: streams and events, of which everything has passed already.
#include <chrono>

#include "tt/kernels/cuda/emulator/driver.h"

namespace tt::cuda {

struct CUstream_st {};
struct CUevent_st {
  std::chrono::steady_clock::time_point recorded;
};

}  // namespace tt::cuda

using namespace tt::emulator;
using namespace tt::cuda;

TT_ENTRY cuStreamCreateWithPriority(CUstream* stream, unsigned, int) {
  *stream = new CUstream_st;
  return kSuccess;
}
TT_ENTRY cuStreamDestroy_v2(CUstream stream) {
  delete stream;
  return kSuccess;
}
TT_ENTRY cuStreamSynchronize(CUstream) { return finished(); }
TT_ENTRY cuStreamQuery(CUstream) { return finished(); }
TT_ENTRY cuStreamWaitEvent(CUstream, CUevent, unsigned) { return kSuccess; }
TT_ENTRY cuEventCreate(CUevent* event, unsigned) {
  *event = new CUevent_st;
  return kSuccess;
}
TT_ENTRY cuEventDestroy_v2(CUevent event) {
  delete event;
  return kSuccess;
}
TT_ENTRY cuEventRecord(CUevent event, CUstream) {
  event->recorded = std::chrono::steady_clock::now();
  return kSuccess;
}
TT_ENTRY cuEventQuery(CUevent) { return finished(); }
TT_ENTRY cuEventSynchronize(CUevent) { return finished(); }
TT_ENTRY cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  *milliseconds = std::chrono::duration<float, std::milli>(end->recorded - start->recorded).count();
  return kSuccess;
}
