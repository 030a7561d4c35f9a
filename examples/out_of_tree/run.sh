#!/usr/bin/env bash
# Builds the operator against the tt that PYTHON has, and checks it. Usage: run.sh PYTHON
set -euo pipefail
python=$1
cd "$(dirname "$0")"
cmake -G Ninja -S . -B build -DCMAKE_BUILD_TYPE=Release "-DPython_EXECUTABLE=$python" \
  "-Dtt_DIR=$("$python" -m tt_core)" >/dev/null
cmake --build build
PYTHONPATH=$PWD "$python" -P check.py
PYTHONPATH=$PWD "$python" -P -m tt_devtools trace cube --import tt_cube --requires-grad
