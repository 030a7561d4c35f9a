// Backward: nodes in the order of Note [Graph order], gradients summed where they flow together.
#include "tt/autograd/engine.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <unordered_map>

#include "tt/autograd/accumulator.h"
#include "tt/autograd/gradient.h"
#include "tt/autograd/hooks.h"
#include "tt/core/base/error.h"
#include "tt/core/base/thread_state.h"

namespace tt::autograd {
namespace {

// The number of the youngest run; a node remembers the run that met it last.
std::atomic<uint64_t> youngest_run{0};

struct Task {
  Ref<Node> node;
  size_t first_grad;  // of as many buffers as the node has outputs
  bool needed;        // its node leads to a target
  bool captured;      // it is a target
};

struct Ready {
  uint64_t sequence;
  uint32_t task;
  bool operator<(const Ready& other) const { return sequence < other.sequence; }
};

// While backward runs, recording is on only if its own graph is wanted.
class RecordingGuard {
 public:
  explicit RecordingGuard(bool on) : saved_(thread_state.exclude) {
    thread_state.exclude = on ? saved_ - Key::Autograd : saved_ | Key::Autograd;
  }
  ~RecordingGuard() { thread_state.exclude = saved_; }

 private:
  KeySet saved_;
};

class Run {
 public:
  explicit Run(const BackwardOptions& options)
      : options_(options), targeted_(options.captures || options.leaves) {
    tasks_.reserve(64);
    grads_.reserve(64);
  }

  void go(const std::vector<Edge>& roots, std::vector<Tensor>& grads) {
    if (targeted_) find_needed(roots);
    for (size_t i = 0; i < roots.size(); ++i) send(roots[i], std::move(grads[i]));
    RecordingGuard guard(options_.create_graph);
    for (uint32_t steps = 1; !ready_.empty(); ++steps) {
      std::pop_heap(ready_.begin(), ready_.end());
      uint32_t task = ready_.back().task;
      ready_.pop_back();
      execute(task);
      // Ctrl-C ends a long backward.
      if (steps % 1024 == 0 && PyErr_CheckSignals() < 0) throw PythonError();
    }
  }

 private:
  static constexpr uint32_t kNoTask = UINT32_MAX;

  uint32_t find(const Node& node) {
    if (TT_LIKELY(node.run == number_)) return node.task;
    // The node's own note may have been overwritten, but only by a run that began after this one.
    if (youngest_run.load(std::memory_order_relaxed) == number_) return kNoTask;
    for (; indexed_ < tasks_.size(); ++indexed_)
      index_[tasks_[indexed_].node.get()] = static_cast<uint32_t>(indexed_);
    auto found = index_.find(&node);
    return found == index_.end() ? kNoTask : found->second;
  }

  uint32_t find_or_add(Node& node) {
    uint32_t found = find(node);
    if (found != kNoTask) return found;
    auto added = static_cast<uint32_t>(tasks_.size());
    tasks_.push_back({Ref<Node>::share(&node), kNotQueued, !targeted_, false});
    node.run = number_;
    node.task = added;
    return added;
  }

  // Marks what leads to a target. Edges lead to smaller sequence numbers, so that going through the tasks
  // by rising number sees a node after everything it leads to.
  void find_needed(const std::vector<Edge>& roots) {
    for (const Edge& root : roots) find_or_add(*root.node);
    for (size_t next = 0; next < tasks_.size(); ++next) {
      Node& node = *tasks_[next].node;
      for (uint32_t i = 0; i < node.edge_count; ++i) {
        if (Node* to = node.edges[i].node.get()) find_or_add(*to);
      }
    }
    if (options_.captures) {
      for (const Capture& capture : *options_.captures) {
        if (uint32_t task = find(*capture.at.node); task != kNoTask) tasks_[task].captured = true;
      }
    }
    if (options_.leaves) {
      for (const Ref<Node>& leaf : *options_.leaves) {
        if (uint32_t task = find(*leaf); task != kNoTask) tasks_[task].needed = true;
      }
    }
    std::vector<Ready> order;
    for (uint32_t task = 0; task < tasks_.size(); ++task)
      order.push_back({tasks_[task].node->sequence, task});
    std::sort(order.begin(), order.end());
    for (const Ready& entry : order) {
      const Node& node = *tasks_[entry.task].node;
      for (uint32_t i = 0; i < node.edge_count && !tasks_[entry.task].needed; ++i) {
        tasks_[entry.task].needed = is_wanted(node.edges[i]);
      }
    }
  }

  bool is_wanted(const Edge& edge) {
    if (!edge.node) return false;
    if (!targeted_) return true;
    const Task& task = tasks_[find(*edge.node)];
    return task.needed || task.captured;
  }

  void send(const Edge& edge, Tensor grad) {
    if (!grad || !is_wanted(edge)) return;
    uint32_t index = find_or_add(*edge.node);
    Task& task = tasks_[index];
    if (task.first_grad == kNotQueued) {
      task.first_grad = grads_.size();
      grads_.resize(grads_.size() + edge.node->output_count);
      ready_.push_back({edge.node->sequence, index});
      std::push_heap(ready_.begin(), ready_.end());
    }
    add_to_buffer(grads_[task.first_grad + edge.output], std::move(grad));
  }

  void execute(uint32_t index) {
    // A formula may run backward again and so move what the vectors hold: take it out first.
    Ref<Node> node = tasks_[index].node;
    bool needed = tasks_[index].needed;
    bool captured = tasks_[index].captured;
    Tensor few[kFew];
    std::vector<Tensor> many;
    uint32_t output_count = node->output_count;
    Tensor* grads = few;
    if (output_count > kFew) {
      many.resize(output_count);
      grads = many.data();
    }
    for (uint32_t i = 0; i < output_count; ++i) grads[i] = std::move(grads_[tasks_[index].first_grad + i]);

    if (TT_UNLIKELY(node->hooks != nullptr)) run_hooks_before(*node, grads, needed);
    if (captured) {
      for (Capture& capture : *options_.captures) {
        if (capture.at.node.get() == node.get()) capture.grad = grads[capture.at.output];
      }
    }
    if (needed) apply(*node, grads);
  }

  void run_hooks_before(Node& node, Tensor* grads, bool needed) {
    run_tensor_hooks(*node.hooks, grads);
    for (size_t i = 0; i < node.hooks->retained.size(); ++i) {
      const Hooks::Retained& entry = node.hooks->retained[i];
      if (!grads[entry.output]) continue;
      Tensor keep = Tensor::share(entry.tensor);
      accumulate_grad(*keep, grads[entry.output]);
    }
    if (needed && node.hooks->before) run_before(*node.hooks, grads, node.output_count);
  }

  void apply(Node& node, Tensor* grads) {
    uint32_t edge_count = node.edge_count;
    uint64_t wanted = 0;
    for (uint32_t i = 0; i < edge_count && i < 64; ++i) wanted |= uint64_t{is_wanted(node.edges[i])} << i;
    Tensor few[kFew];
    std::vector<Tensor> many;
    Tensor* results = few;
    if (edge_count > kFew) {
      many.resize(edge_count);
      results = many.data();
    }
    std::vector<Tensor> seen;
    bool has_after = node.hooks && node.hooks->after;
    if (has_after) seen.assign(grads, grads + node.output_count);
    node.apply(grads, results, wanted);
    if (!options_.keep_graph) node.release_saved();
    if (has_after) run_after(*node.hooks, results, edge_count, seen.data(), node.output_count);
    for (uint32_t i = 0; i < node.output_count; ++i) grads[i] = {};  // so that what flows on is ours alone
    for (uint32_t i = 0; i < edge_count; ++i) {
      const Edge& edge = node.edges[i];
      if (!results[i] || !edge.node) continue;
      send(edge, fit(std::move(results[i]), edge.node->output_meta(edge.output), node, i));
    }
  }

  static constexpr uint32_t kFew = 4;
  static constexpr size_t kNotQueued = SIZE_MAX;

  const BackwardOptions& options_;
  bool targeted_;
  uint64_t number_ = youngest_run.fetch_add(1, std::memory_order_relaxed) + 1;
  std::vector<Task> tasks_;
  std::vector<Tensor> grads_;
  std::vector<Ready> ready_;
  // Only when runs overlap: nodes of the first `indexed_` tasks.
  std::unordered_map<const Node*, uint32_t> index_;
  size_t indexed_ = 0;
};

}  // namespace

void run_backward(const std::vector<Edge>& roots, std::vector<Tensor> grads, const BackwardOptions& options) {
  Run run(options);
  run.go(roots, grads);
}

}  // namespace tt::autograd
