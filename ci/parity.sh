#!/usr/bin/env bash
# Compares with PyTorch, which is installed by pip into an environment of its own: no package depends on it.
# Usage: ci/parity.sh [--prepare]   --prepare makes the environment, .venv-parity, and stops there.
set -euo pipefail
cd "$(dirname "$0")/.."

torch_version=2.13.0
python=.venv-parity/bin/python
if ! "$python" -c "import torch, numpy" 2>/dev/null; then
  numpy_pin=$(grep '^numpy==' constraints.txt)
  .venv/bin/python -m venv --clear .venv-parity
  "$python" -m pip install --quiet --no-input ${TT_WHEELHOUSE:+--no-index --find-links "$TT_WHEELHOUSE"} \
    "torch==$torch_version" "$numpy_pin"
fi
[[ ${1:-} == --prepare ]] && exit
./tt test --parity --torch-python "$python"
