#include "tt/core/base/trace_recorder.h"

#include <exception>

namespace tt {
namespace {

int64_t now_ns() {
  using namespace std::chrono;
  return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

int TraceRecorder::begin(Stage stage, const char* op, const char* form, const char* name, Location where) {
  pause();
  TraceEvent event;
  event.stage = stage;
  event.name = name;
  event.where = where;
  event.parent = open_;
  event.exceptions = std::uncaught_exceptions();
  if (open_ >= 0) {
    const TraceEvent& parent = events_[open_];
    event.op = parent.op;
    event.form = parent.form;
    // A call inside a call, or a dispatch that no call of the same op encloses, is one level deeper.
    bool same_call = op == nullptr || parent.op == op || parent.stage == Stage::Call;
    event.depth = parent.depth + (stage == Stage::Call || !same_call ? 1 : 0);
  }
  if (op) event.op = op;
  if (form) event.form = form;
  open_ = static_cast<int>(events_.size());
  events_.push_back(std::move(event));
  resume();
  events_.back().start_ns = stage_clock_ns();
  return open_;
}

void TraceRecorder::end(int index) {
  TraceEvent& event = events_[index];
  event.ns = stage_clock_ns() - event.start_ns;
  event.raised = std::uncaught_exceptions() > event.exceptions;
  open_ = event.parent;
}

// Stops while the recorder itself is at work.
int64_t TraceRecorder::stage_clock_ns() const { return (pauses_ ? paused_at_ : now_ns()) - own_ns_; }

void TraceRecorder::pause() {
  if (pauses_++ == 0) paused_at_ = now_ns();
}

void TraceRecorder::resume() {
  if (--pauses_ == 0) own_ns_ += now_ns() - paused_at_;
}

void TraceRecorder::detail(int event, const char* key, std::string value) {
  events_[event].details.emplace_back(key, std::move(value));
}
void TraceRecorder::detail(int event, const char* key, int64_t value) {
  events_[event].details.emplace_back(key, value);
}
void TraceRecorder::detail(int event, const char* key, std::vector<std::string> value) {
  events_[event].details.emplace_back(key, std::move(value));
}

}  // namespace tt
