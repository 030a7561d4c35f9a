#!/usr/bin/env bash
# Compiles CUDA kernels for sm_80 and sm_90 with NVRTC, and fails when one does not compile or spills registers. No GPU
# and no driver is needed; NVRTC's wheel is installed into build/nvrtc. A part of the kernels is chosen by the commit;
# float32's are in every part. Usage: ci/cuda_compile.sh [--all]
set -euo pipefail
cd "$(dirname "$0")/.."

parts=16
python=.venv/bin/python
if [[ ! -d build/nvrtc/nvidia ]]; then
  "$python" -m pip install --quiet --disable-pip-version-check --target build/nvrtc 'nvidia-cuda-nvrtc>=13,<14'
fi
part=0/1
if [[ ${1:-} != --all ]]; then part=$((0x$(git rev-parse --short=6 HEAD) % parts))/$parts; fi
PYTHONPATH=build/nvrtc "$python" -m tt_kernels.cuda.compile_all --arch 80,90 --part "$part"
