// The trace hook: always compiled, one pointer test where a stage begins and ends. A stage
// opens a TraceScope; details are computed only while somebody listens.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tt/core/base/location.h"
#include "tt/core/base/thread_state.h"

namespace tt {

enum class Stage : uint8_t { Call, Bind, Dispatch, Autograd, Kernel, Iterate, Loop };
TT_API const char* name(Stage stage);

class TT_API TraceSink {
 public:
  virtual ~TraceSink() = default;
  // `op` is the qualified name, or null for "as the enclosing event".
  virtual int begin(Stage stage, const char* op, const char* form, const char* name, Location where) = 0;
  virtual void end(int event) = 0;
  virtual void detail(int event, const char* key, std::string value) = 0;
  virtual void detail(int event, const char* key, int64_t value) = 0;
  virtual void detail(int event, const char* key, std::vector<std::string> value) = 0;
  // Time between the two is the listener's own and belongs to no stage.
  virtual void pause() = 0;
  virtual void resume() = 0;
};

// In a build without the hook (TT_NO_TRACE), which is made to measure what it costs, nobody ever listens.
#ifdef TT_NO_TRACE

inline constexpr bool is_traced() { return false; }

class TraceScope {
 public:
  TraceScope(Stage, const char*, const char*, const char*, Location = {}) {}
  ~TraceScope() {}  // not trivial, or a scope would be an unused variable
  TraceScope(const TraceScope&) = delete;
  TraceScope& operator=(const TraceScope&) = delete;
  TraceSink* sink() const { return nullptr; }
  void close() {}
  template <class T>
  void detail(const char*, T&&) {}
};

class TracePause {
 public:
  explicit TracePause(const TraceScope&) {}
  explicit operator bool() const { return false; }
};

#else

inline bool is_traced() { return TT_UNLIKELY(thread_state.trace != nullptr); }

class TraceScope {
 public:
  TraceScope(Stage stage, const char* op, const char* form, const char* name, Location where = here())
      : sink_(thread_state.trace) {
    if (TT_UNLIKELY(sink_ != nullptr)) event_ = sink_->begin(stage, op, form, name, where);
  }
  ~TraceScope() {
    if (TT_UNLIKELY(sink_ != nullptr)) close();
  }
  TraceScope(const TraceScope&) = delete;
  TraceScope& operator=(const TraceScope&) = delete;

  TraceSink* sink() const { return sink_; }
  // Ends the stage before the scope's own end.
  void close() {
    if (sink_) sink_->end(event_);
    sink_ = nullptr;
  }
  template <class T>
  void detail(const char* key, T value) {
    if constexpr (std::is_integral_v<T>)
      sink_->detail(event_, key, static_cast<int64_t>(value));
    else
      sink_->detail(event_, key, std::move(value));
  }

 private:
  TraceSink* sink_;
  int event_ = -1;
};

// Holds while somebody listens; what is said about a stage meanwhile costs it no time:
//
//   if (TracePause pause{trace}) trace.detail("threads", threads);
class TracePause {
 public:
  explicit TracePause(const TraceScope& scope) : sink_(scope.sink()) {
    if (TT_UNLIKELY(sink_ != nullptr)) sink_->pause();
  }
  ~TracePause() {
    if (TT_UNLIKELY(sink_ != nullptr)) sink_->resume();
  }
  TracePause(const TracePause&) = delete;
  TracePause& operator=(const TracePause&) = delete;
  explicit operator bool() const { return TT_UNLIKELY(sink_ != nullptr); }

 private:
  TraceSink* sink_;
};

#endif  // TT_NO_TRACE

}  // namespace tt
