#include "tt/core/module/script_recorder.h"

#include <algorithm>
#include <chrono>

namespace tt {
namespace {

using Value = TraceEvent::Value;

constexpr int64_t kLeastTickNs = 100'000'000;
constexpr int64_t kMostShare = 20;  // a tick may take a twentieth of the time

int64_t clock_ns() {
  using namespace std::chrono;
  return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

const std::string* text_detail(const TraceEvent& event, const std::string& key) {
  for (const auto& [name, value] : event.details) {
    if (key == name) return std::get_if<std::string>(&value);
  }
  return nullptr;
}

int64_t number_detail(const TraceEvent& event, const std::string& key) {
  for (const auto& [name, value] : event.details) {
    if (key != name) continue;
    const int64_t* number = std::get_if<int64_t>(&value);
    return number ? *number : 0;
  }
  return 0;
}

// Each event's first event of the same call: its own where a call begins.
std::vector<int> roots_of(const std::vector<TraceEvent>& events) {
  std::vector<int> roots(events.size());
  for (size_t i = 0; i < events.size(); ++i) {
    int parent = events[i].parent;
    bool begins = parent < 0 || events[i].depth > events[parent].depth;
    roots[i] = begins ? static_cast<int>(i) : roots[parent];
  }
  return roots;
}

// The overload, known once binding is over; a node of backward has its own name.
std::vector<std::string> names_of(const std::vector<TraceEvent>& events, const std::vector<int>& roots) {
  std::vector<std::string> names(events.size());
  for (size_t i = 0; i < events.size(); ++i) {
    const TraceEvent& event = events[i];
    std::string& name = names[roots[i]];
    bool is_root = roots[i] == static_cast<int>(i);
    if (is_root) name = event.stage == Stage::Autograd ? event.name : event.op;
    if (event.stage == Stage::Dispatch && events[roots[i]].stage != Stage::Autograd) name = event.op;
  }
  return names;
}

int raise_pending(void* exception) {
  PyRef value = PyRef::steal(static_cast<PyObject*>(exception));
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(value.get())), value.get());
  return -1;
}

// What a tick raises comes from the handler of a signal that arrived meanwhile, as of Ctrl-C: it is the script's, and
// the op that just ended must not lose it.
void raise_after_the_call() {
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  if (traceback) PyException_SetTraceback(value, traceback);
  if (Py_AddPendingCall(raise_pending, value) != 0) {  // too many wait already
    PyErr_Restore(type, value, traceback);
    return PyErr_WriteUnraisable(nullptr);
  }
  Py_XDECREF(type);
  Py_XDECREF(traceback);
}

}  // namespace

int ScriptRecorder::begin(Stage stage, const char* op, const char* form, const char* name, Location where) {
  if (!is_open()) note_place();
  return TraceRecorder::begin(stage, op, form, name, where);
}

void ScriptRecorder::end(int event) {
  TraceRecorder::end(event);
  if (is_open()) return;
  PyGILState_STATE state = PyGILState_Ensure();
  fold();
  keep_first();
  events_.clear();
  if (tick_) call_tick();
  PyGILState_Release(state);
}

void ScriptRecorder::note_place() {
  file_.clear();
  line_ = 0;
  if (!PyGILState_Check()) return;
  PyRef frame = PyRef::steal(Py_XNewRef(reinterpret_cast<PyObject*>(PyEval_GetFrame())));
  while (frame) {
    auto* at = reinterpret_cast<PyFrameObject*>(frame.get());
    PyRef code = PyRef::steal(reinterpret_cast<PyObject*>(PyFrame_GetCode(at)));
    const char* file = PyUnicode_AsUTF8(reinterpret_cast<PyCodeObject*>(code.get())->co_filename);
    if (!file) {
      PyErr_Clear();
      return;
    }
    std::string path = file;
    if (std::ranges::none_of(skipped_, [&](const std::string& prefix) { return path.starts_with(prefix); })) {
      file_ = std::move(path);
      line_ = PyFrame_GetLineNumber(at);
      return;
    }
    frame = PyRef::steal(reinterpret_cast<PyObject*>(PyFrame_GetBack(at)));
  }
}

void ScriptRecorder::fold() {
  const std::vector<TraceEvent>& events = events_;
  std::vector<int> roots = roots_of(events);
  std::vector<std::string> names = names_of(events, roots);
  std::vector<std::string> keys(events.size());
  for (size_t i = 0; i < events.size(); ++i) {
    const TraceEvent& event = events[i];
    int root = roots[i];
    Row& row = rows_[{names[root], file_, line_}];
    row.stage_ns[static_cast<int>(event.stage)] += event.ns;
    if (event.parent >= 0) {
      const TraceEvent& outer = events[event.parent];
      Row& around = rows_[{names[roots[event.parent]], file_, line_}];
      around.stage_ns[static_cast<int>(outer.stage)] -= event.ns;
    }
    if (root == static_cast<int>(i)) {
      ++row.calls;
      row.own_ns += event.ns;
      row.raised += event.raised;
      if (event.parent < 0) {
        ++row.outermost;
        row.ns += event.ns;
      } else {
        rows_[{names[roots[event.parent]], file_, line_}].own_ns -= event.ns;
      }
    }
    if (const std::string* key = text_detail(event, "chosen"))
      keys[root] += (keys[root].empty() ? "" : ", ") + *key;
    if (event.stage == Stage::Iterate || event.stage == Stage::Loop)
      row.bytes += number_detail(event, "bytes");
    if (event.stage == Stage::Loop) {
      std::string loop = event.name;
      for (const char* detail : {"variant", "dtype", "isa"}) {
        if (const std::string* value = text_detail(event, detail)) loop += ", " + *value;
      }
      ++row.loops[loop];
    }
  }
  for (size_t i = 0; i < events.size(); ++i) {
    if (!keys[i].empty()) ++rows_[{names[i], file_, line_}].keys[keys[i]];
  }
}

void ScriptRecorder::keep_first() {
  event_count_ += static_cast<int64_t>(events_.size());
  if (first_.size() >= kept_) return;
  int offset = static_cast<int>(first_.size());
  for (TraceEvent& event : events_) {
    if (event.parent >= 0)
      event.parent += offset;
    else
      event.details.emplace_back("script", file_ + ":" + std::to_string(line_));
    first_.push_back(std::move(event));
  }
}

void ScriptRecorder::call_tick() {
  int64_t now = clock_ns();
  if (now < next_tick_ns_) return;
  PyObject *type, *value, *traceback;  // of an op that is just raising
  PyErr_Fetch(&type, &value, &traceback);
  PyRef done = PyRef::steal(PyObject_CallNoArgs(tick_.get()));
  if (!done) raise_after_the_call();
  PyErr_Restore(type, value, traceback);
  int64_t took = clock_ns() - now;
  next_tick_ns_ = now + std::max(kLeastTickNs, kMostShare * took);
}

}  // namespace tt
