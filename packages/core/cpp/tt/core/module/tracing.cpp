#include "tt/core/module/tracing.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "tt/core/base/thread_state.h"
#include "tt/core/base/trace_recorder.h"
#include "tt/core/module/script_recorder.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace tt {
namespace {

// A thread's own, like the events it gets.
thread_local std::unique_ptr<TraceRecorder> recorder;

// Of every thread that a script traced. The GIL guards it: recorders fold with it. Never destroyed: they hold
// Python objects, which must not be let go after the interpreter.
auto& script_recorders = *new std::vector<std::unique_ptr<ScriptRecorder>>;

void check_hook() {
#ifdef TT_NO_TRACE
  throw std::runtime_error("this build has no trace hook (TT_TRACE_HOOK=OFF)");
#endif
}

nb::dict event_to_python(const TraceEvent& event) {
  nb::dict details;
  for (const auto& [key, value] : event.details) {
    std::visit([&](const auto& v) { details[key] = nb::cast(v); }, value);
  }
  nb::dict dict;
  dict["stage"] = name(event.stage);
  dict["op"] = event.op;
  dict["form"] = event.form;
  dict["name"] = event.name;
  dict["file"] = event.where.file;
  dict["line"] = event.where.line;
  dict["start_ns"] = event.start_ns;
  dict["ns"] = event.ns;
  dict["depth"] = event.depth;
  dict["parent"] = event.parent;
  if (event.raised) dict["raised"] = true;
  dict["detail"] = details;
  return dict;
}

nb::dict counts(const std::map<std::string, int64_t>& from) {
  nb::dict dict;
  for (const auto& [name, count] : from) dict[name.c_str()] = count;
  return dict;
}

nb::dict row_to_python(const ScriptRecorder::Key& key, const ScriptRecorder::Row& row) {
  nb::dict stages;
  for (int i = 0; i < ScriptRecorder::kStages; ++i) {
    if (row.stage_ns[i]) stages[name(static_cast<Stage>(i))] = row.stage_ns[i];
  }
  nb::dict dict;
  dict["op"] = std::get<0>(key);
  // A file's name need not be text; what is not comes back as Python's own surrogates.
  dict["file"] = nb::steal(PyUnicode_DecodeFSDefault(std::get<1>(key).c_str()));
  dict["line"] = std::get<2>(key);
  dict["calls"] = row.calls;
  dict["outermost"] = row.outermost;
  dict["ns"] = row.ns;
  dict["own_ns"] = row.own_ns;
  dict["bytes"] = row.bytes;
  dict["raised"] = row.raised;
  dict["stage_ns"] = stages;
  dict["keys"] = counts(row.keys);
  dict["loops"] = counts(row.loops);
  return dict;
}

void add_script_tracing(nb::module_& m) {
  m.def(
      "script_trace_start",
      [](std::vector<std::string> skipped, size_t kept, nb::object tick) {
        check_hook();
        if (thread_state.trace) throw std::runtime_error("script_trace_start: a trace is being recorded");
        PyRef called = tick.is_none() ? PyRef() : PyRef::share(tick.ptr());
        script_recorders.push_back(
            std::make_unique<ScriptRecorder>(std::move(skipped), kept, std::move(called)));
        thread_state.trace = script_recorders.back().get();
      },
      "skipped"_a, "kept"_a, "tick"_a.none(),
      "Starts adding up this thread's calls by op and source line; keeps the first `kept` events.");
  m.def(
      "script_trace_stop", [] { thread_state.trace = nullptr; },
      "Ends it in this thread; what was recorded stays.");
  m.def(
      "script_trace_rows",
      [] {
        nb::list rows;
        for (const auto& recorder : script_recorders) {
          for (const auto& [key, row] : recorder->rows()) rows.append(row_to_python(key, row));
        }
        return rows;
      },
      "The sums so far, of each thread.");
  m.def(
      "script_trace_events",
      [] {
        nb::list threads;
        for (const auto& recorder : script_recorders) {
          nb::list events;
          for (const TraceEvent& event : recorder->first()) events.append(event_to_python(event));
          threads.append(nb::make_tuple(events, recorder->event_count()));
        }
        return threads;
      },
      "For each thread the events that were kept, and how many there were.");
  m.def(
      "script_trace_forget",
      [] {
        for (const auto& recorder : script_recorders) {
          if (recorder->is_open()) throw std::runtime_error("script_trace_forget: an op is running");
        }
        thread_state.trace = nullptr;
        script_recorders.clear();
      },
      "Ends it in this thread and forgets all that was recorded; other threads must have stopped.");
}

}  // namespace

void add_tracing(nb::module_& m) {
  m.def(
      "trace_start",
      [] {
        check_hook();
        if (recorder) throw std::runtime_error("trace_start: a trace is being recorded already");
        recorder = std::make_unique<TraceRecorder>();
        thread_state.trace = recorder.get();
      },
      "Starts recording every op call of this thread.");
  m.def(
      "trace_stop",
      [] {
        if (!recorder) throw std::runtime_error("trace_stop: no trace is being recorded in this thread");
        if (recorder->is_open()) throw std::runtime_error("trace_stop: an op is running");
        thread_state.trace = nullptr;
        nb::list events;
        for (const TraceEvent& event : recorder->events()) events.append(event_to_python(event));
        recorder.reset();
        return events;
      },
      "Stops recording; returns the events in the order in which they began.");
  add_script_tracing(m);
}

}  // namespace tt
