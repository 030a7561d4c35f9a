// A TraceRecorder for whole scripts: what a call recorded is added to a row for its op and its source line
// when the call ends, so that memory does not grow with the script's length; the first calls are kept whole.
#pragma once

#include <array>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "tt/core/base/trace_recorder.h"
#include "tt/core/bind/python.h"

namespace tt {

class ScriptRecorder final : public TraceRecorder {
 public:
  static constexpr int kStages = 7;

  // Sums over the calls of one op, or runs of one node, at one line.
  struct Row {
    int64_t calls = 0;
    int64_t outermost = 0;  // calls that the line itself made
    int64_t ns = 0;         // of those; inner calls are in them
    int64_t own_ns = 0;     // of all calls, without the calls inside them
    int64_t bytes = 0;
    int64_t raised = 0;
    std::array<int64_t, kStages> stage_ns{};
    std::map<std::string, int64_t> keys;   // "Autograd, CPU", how often
    std::map<std::string, int64_t> loops;  // "Add contiguous avx512", how often
  };
  using Key = std::tuple<std::string, std::string, int>;  // name, file, line

  // Lines of files whose path begins with one of `skipped` count as those of their callers. Of the first
  // `kept` events the whole calls are kept.
  // `tick` is called now and then when a call ends, with the GIL; null for none.
  ScriptRecorder(std::vector<std::string> skipped, size_t kept, PyRef tick)
      : skipped_(std::move(skipped)), kept_(kept), tick_(std::move(tick)) {}

  int begin(Stage stage, const char* op, const char* form, const char* name, Location where) override;
  void end(int event) override;

  const std::map<Key, Row>& rows() const { return rows_; }
  const std::vector<TraceEvent>& first() const { return first_; }
  int64_t event_count() const { return event_count_; }

 private:
  void fold();
  void keep_first();
  void call_tick();
  void note_place();

  std::vector<std::string> skipped_;
  size_t kept_;
  PyRef tick_;
  int64_t next_tick_ns_ = 0;
  std::map<Key, Row> rows_;
  std::vector<TraceEvent> first_;
  int64_t event_count_ = 0;
  std::string file_;  // of the line that made the call now recorded
  int line_ = 0;
};

}  // namespace tt
