#!/usr/bin/env bash
# The CUDA kernels of every op on the emulator with its checks on: bounds, shared memory that nobody wrote, races. Without
# them the same tests are part of the test suite. Usage: ci/cuda_emulator.sh [PYTEST ARGS]
set -euo pipefail
cd "$(dirname "$0")/.."

TT_CUDA_EMULATE_CHECK=1 .venv/bin/python -m pytest -q tests/cuda/test_cuda_values.py tests/cuda/test_cuda_forms.py "$@"
