// Streams and events for Python, as the driver's addresses.
#include "tt/kernels/cuda/device.h"
#include "tt/kernels/cuda/python.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace tt::cuda {
namespace {

void add_events(nb::module_& m) {
  m.def(
      "create_event",
      [](int index, bool timed) {
        return checked([&] {
          DeviceGuard guard(index);
          CUevent made;
          check(driver().create_event(&made, timed ? 0 : kEventDisableTiming), "making an event");
          return reinterpret_cast<Address>(made);
        });
      },
      "index"_a, "timed"_a);
  m.def("destroy_event", [](Address event) { driver().destroy_event(event_at(event)); }, "event"_a);
  m.def(
      "record_event",
      [](Address event, Address stream) {
        checked(
            [&] { check(driver().record_event(event_at(event), stream_at(stream)), "recording an event"); });
      },
      "event"_a, "stream"_a);
  m.def(
      "query_event",
      [](Address event) {
        return checked([&] {
          CUresult code = driver().query_event(event_at(event));
          if (code != kNotReady) check(code, "asking whether an event has passed");
          return code == kSuccess;
        });
      },
      "event"_a);
  m.def(
      "synchronize_event",
      [](Address event) {
        checked([&] {
          nb::gil_scoped_release release;
          check(driver().synchronize_event(event_at(event)), "waiting for an event");
        });
      },
      "event"_a);
  m.def(
      "elapsed_time",
      [](Address start, Address end) {
        return checked([&] {
          float milliseconds = 0;
          check(driver().elapsed_time(&milliseconds, event_at(start), event_at(end)),
                "measuring between events");
          return milliseconds;
        });
      },
      "start"_a, "end"_a);
}

}  // namespace

void add_streams(nb::module_& m) {
  m.def(
      "create_stream",
      [](int index, int priority) {
        return checked([&] {
          DeviceGuard guard(index);
          CUstream made;
          check(driver().create_stream(&made, kStreamNonBlocking, priority), "making a stream");
          return reinterpret_cast<Address>(made);
        });
      },
      "index"_a, "priority"_a);
  m.def("destroy_stream", [](Address stream) { driver().destroy_stream(stream_at(stream)); }, "stream"_a);
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
        checked([&] {
          DeviceGuard guard(index);
          nb::gil_scoped_release release;
          check(driver().synchronize_stream(stream_at(stream)), "waiting for a stream");
        });
      },
      "index"_a, "stream"_a);
  m.def(
      "query_stream",
      [](Address stream) {
        return checked([&] {
          CUresult code = driver().query_stream(stream_at(stream));
          if (code != kNotReady) check(code, "asking whether a stream is done");
          return code == kSuccess;
        });
      },
      "stream"_a);
  m.def(
      "stream_wait_event",
      [](Address stream, Address event) {
        checked([&] {
          check(driver().wait_event(stream_at(stream), event_at(event), 0), "making a stream wait");
        });
      },
      "stream"_a, "event"_a);
  add_events(m);
}

}  // namespace tt::cuda
