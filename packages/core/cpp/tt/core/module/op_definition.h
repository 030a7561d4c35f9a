// From a schema that Python parsed to an op: what tt.library.define ends in.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace tt {

// Arguments are tuples (name, type, optional, keyword_only, list_size, alias_set, writes, default), where `...` is no
// default; results are (name, type, alias_set, writes). Makes the op's callable.
void define_op(const std::string& name, const std::string& overload, const std::string& schema,
               const std::string& doc, const std::string& file, int line, nanobind::list args,
               nanobind::list returns);

}  // namespace tt
