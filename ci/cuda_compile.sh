#!/usr/bin/env bash
# Compiles CUDA kernels for sm_80 and sm_90 with NVRTC, and fails when one does not compile or spills registers, or when
# the driver's functions are not called as NVIDIA's cuda.h declares them. No GPU and no driver is needed; the wheels of
# NVRTC and of that header are installed into build/nvrtc. A part of the kernels is chosen by the commit; float32's are in
# every part. Usage: ci/cuda_compile.sh [--all]
set -euo pipefail
cd "$(dirname "$0")/.."

parts=16
python=.venv/bin/python
header=$(compgen -G 'build/nvrtc/nvidia/*/include/cuda.h' || true)
if [[ ! $header ]]; then
  rm -rf build/nvrtc
  "$python" -m pip install --quiet --disable-pip-version-check --target build/nvrtc 'nvidia-cuda-nvrtc>=13,<14' \
    'nvidia-cuda-runtime>=13,<14'
  header=$(compgen -G 'build/nvrtc/nvidia/*/include/cuda.h')
fi
"${CXX:-c++}" -std=c++20 -fsyntax-only -Ipackages/kernels/cpp -Ipackages/core/cpp -isystem "${header%/*}" ci/cuda_abi.cpp
part=0/1
if [[ ${1:-} != --all ]]; then part=$((0x$(git rev-parse --short=6 HEAD) % parts))/$parts; fi
PYTHONPATH=build/nvrtc "$python" -m tt_kernels.cuda.compile_all --arch 80,90 --part "$part"
