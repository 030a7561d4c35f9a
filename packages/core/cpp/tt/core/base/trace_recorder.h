// A TraceSink that keeps every event of one thread, for `tt trace`.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tt/core/base/trace.h"

namespace tt {

struct TraceEvent {
  using Value = std::variant<int64_t, std::string, std::vector<std::string>>;
  Stage stage;
  std::string op;
  std::string form;
  std::string name;
  Location where;
  int64_t start_ns = 0;
  int64_t ns = 0;  // inclusive
  int parent = -1;
  int depth = 0;        // how many op calls enclose this one
  int exceptions = 0;   // in flight when it began
  bool raised = false;  // an exception ended it
  std::vector<std::pair<const char*, Value>> details;
};

class TT_API TraceRecorder : public TraceSink {
 public:
  int begin(Stage stage, const char* op, const char* form, const char* name, Location where) override;
  void end(int event) override;
  void detail(int event, const char* key, std::string value) override;
  void detail(int event, const char* key, int64_t value) override;
  void detail(int event, const char* key, std::vector<std::string> value) override;
  void pause() override;
  void resume() override;

  const std::vector<TraceEvent>& events() const { return events_; }
  // Whether an event has begun and not ended.
  bool is_open() const { return open_ >= 0; }

 protected:
  std::vector<TraceEvent> events_;

 private:
  int64_t stage_clock_ns() const;

  int open_ = -1;       // the innermost event that has not ended
  int64_t own_ns_ = 0;  // spent on recording so far; not part of any stage's time
  int64_t paused_at_ = 0;
  int pauses_ = 0;
};

}  // namespace tt
