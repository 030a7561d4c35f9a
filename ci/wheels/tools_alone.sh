#!/usr/bin/env bash
# tt-devtools where neither a checkout nor the compiled core is: help, and what it can say of a foreign tree.
# Usage: tools_alone.sh BIN SCRATCH
set -euo pipefail
bin=$1
cd "$2"
if "$bin/python" -I -c 'import tt_core' 2>/dev/null; then
  echo "tools_alone: tt_core is importable, so this shows nothing" >&2
  exit 1
fi
"$bin/tt" --help >/dev/null
"$bin/tt" ops --json | grep -q '"add"'
"$bin/tt" where add | grep -q 'binary.py:'

mkdir -p foreign && cd foreign
cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.20)
project(foreign CXX)
add_library(foreign SHARED one.cpp two.cpp)
CMAKE
echo 'inline int value() { return 1; }' >value.h
echo '#include "value.h"
int one() { return value(); }' >one.cpp
echo 'int two() { return 2; }' >two.cpp
cmake -G Ninja -S . -B out >/dev/null
cmake --build out >/dev/null
if "$bin/tt" --help | grep -q ' buildstats '; then
  "$bin/tt" buildstats --build-dir out value.h --json | grep -q '"units": 1'
fi
echo "tt-devtools alone: help, ops, where$("$bin/tt" --help | grep -q ' buildstats ' && echo ', buildstats')"
