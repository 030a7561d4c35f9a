// Errors that a user can cause. The kind decides the Python exception; the name of
// the op is put in front by whoever runs the op's table entry (see invoke.h), so no
// message ever types an op's name.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

#include "tt/core/base/macros.h"

namespace tt {

enum class ErrorKind : unsigned char {
  Type,
  Value,
  Index,
  Runtime,
  NotImplemented,
  OutOfMemory,
  Overflow,
  Buffer
};

class TT_API Error : public std::exception {
 public:
  Error(ErrorKind kind, std::string message) : kind_(kind), message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }
  ErrorKind kind() const { return kind_; }
  bool names_op() const { return names_op_; }
  // "expected ..." becomes "hypot: expected ..."; the innermost op wins.
  void name_op(const char* op) {
    if (names_op_) return;
    message_ = std::string(op) + ": " + message_;
    names_op_ = true;
  }

 private:
  ErrorKind kind_;
  bool names_op_ = false;
  std::string message_;
};

template <class... Parts>
[[noreturn, gnu::cold, gnu::noinline]] void fail(ErrorKind kind, const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  throw Error(kind, text.str());
}

}  // namespace tt

// Evaluates the message only when the check fails.
#define TT_CHECK(condition, kind, ...)                                             \
  do {                                                                             \
    if (TT_UNLIKELY(!(condition))) ::tt::fail(::tt::ErrorKind::kind, __VA_ARGS__); \
  } while (0)
