// Streams and events for Python, as the driver's addresses. The driver takes them in a context of their device only, so
// that each comes with its index.
#include "tt/kernels/cuda/device.h"
#include "tt/kernels/cuda/python.h"
#include "tt/kernels/cuda/stream_pool.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace tt::cuda {
namespace {

// body() with the device current.
template <class Body>
auto on_device(int index, Body&& body) {
  return checked([&] {
    DeviceGuard guard(index);
    return body();
  });
}

bool has_passed(CUresult code, const char* doing) {
  if (code != kNotReady) check(code, doing);
  return code == kSuccess;
}

void add_events(nb::module_& m) {
  m.def(
      "create_event",
      [](int index, bool timed) {
        return on_device(index, [&] {
          CUevent made;
          check(driver().create_event(&made, timed ? 0 : kEventDisableTiming), "making an event");
          return reinterpret_cast<Address>(made);
        });
      },
      "index"_a, "timed"_a);
  m.def(
      "destroy_event",
      [](int index, Address event) { on_device(index, [&] { driver().destroy_event(event_at(event)); }); },
      "index"_a, "event"_a);
  m.def(
      "record_event",
      [](int index, Address event, Address stream) {
        on_device(index, [&] {
          check(driver().record_event(event_at(event), stream_at(stream)), "recording an event");
        });
      },
      "index"_a, "event"_a, "stream"_a);
  m.def(
      "query_event",
      [](int index, Address event) {
        return on_device(index, [&] {
          return has_passed(driver().query_event(event_at(event)), "asking whether an event has passed");
        });
      },
      "index"_a, "event"_a);
  m.def(
      "synchronize_event",
      [](int index, Address event) {
        on_device(index, [&] {
          nb::gil_scoped_release release;
          check(driver().synchronize_event(event_at(event)), "waiting for an event");
        });
      },
      "index"_a, "event"_a);
  m.def(
      "elapsed_time",
      [](int index, Address start, Address end) {
        return on_device(index, [&] {
          float milliseconds = 0;
          check(driver().elapsed_time(&milliseconds, event_at(start), event_at(end)),
                "measuring between events");
          return milliseconds;
        });
      },
      "index"_a, "start"_a, "end"_a);
}

}  // namespace

void add_streams(nb::module_& m) {
  m.def(
      "pooled_stream",
      [](int index, int priority) {
        return checked([&] { return reinterpret_cast<Address>(pooled_stream(index, priority)); });
      },
      "index"_a, "priority"_a);
  m.def(
      "current_stream",
      [](int index) {
        return checked([&] {
          (void)properties(index);  // throws where there is no such device
          return reinterpret_cast<Address>(current_stream(index));
        });
      },
      "index"_a);
  m.def(
      "set_current_stream",
      [](int index, Address stream) { checked([&] { set_current_stream(index, stream_at(stream)); }); },
      "index"_a, "stream"_a);
  m.def(
      "synchronize_stream",
      [](int index, Address stream) {
        on_device(index, [&] {
          nb::gil_scoped_release release;
          check(driver().synchronize_stream(stream_at(stream)), "waiting for a stream");
        });
      },
      "index"_a, "stream"_a);
  m.def(
      "query_stream",
      [](int index, Address stream) {
        return on_device(index, [&] {
          return has_passed(driver().query_stream(stream_at(stream)), "asking whether a stream is done");
        });
      },
      "index"_a, "stream"_a);
  m.def(
      "stream_wait_event",
      [](int index, Address stream, Address event) {
        on_device(index, [&] {
          check(driver().wait_event(stream_at(stream), event_at(event), 0), "making a stream wait");
        });
      },
      "index"_a, "stream"_a, "event"_a);
  add_events(m);
}

}  // namespace tt::cuda
