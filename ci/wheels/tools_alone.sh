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
# Through files: a reader that leaves early would make the command end with a status of its own.
"$bin/tt" --help >help.txt
"$bin/tt" ops --json >ops.json
grep -q '"op": "add.Tensor"' ops.json
"$bin/tt" where add >where.txt
grep -q 'binary.py:' where.txt

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
"$bin/tt" buildstats --build-dir out value.h --json >price.json
"$bin/python" -I - <<'CHECK'
import json

price = json.load(open("price.json"))
assert price["units"] == 2, price["units"]
(header,) = [each for each in price["headers"] if each["path"].endswith("value.h")]
assert (header["units"], header["links"]) == (1, 1), header
CHECK
"$bin/tt" buildstats --build-dir out --html page.html
grep -q '"path": "value.h"' page.html
echo "tt-devtools alone: help, ops, where, buildstats of a foreign tree"
