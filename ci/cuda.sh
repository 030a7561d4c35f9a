#!/usr/bin/env bash
# For a machine with a GPU and no network: builds the checkout there, runs the CUDA tests on the card, and prints launch
# latency, bandwidth beside a device copy and beside the torch that is installed there, and compute-sanitizer's verdict.
#
#   ci/cuda.sh --prepare [VERSION]   here: fills build/wheelhouse for that machine's Python (3.12 if not told), under 40 MB
#   ci/cuda.sh                       there: nothing is installed from elsewhere; CuPy, NVRTC and NumPy are that machine's
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
wheelhouse=${TT_WHEELHOUSE:-$PWD/build/wheelhouse}
tools=(cmake ninja nanobind scipy-openblas32 pytest)

if [[ ${1:-} == --prepare ]]; then
  rm -rf "$wheelhouse" && mkdir -p "$wheelhouse"
  python3 -m pip download --quiet --disable-pip-version-check --dest "$wheelhouse" --only-binary :all: \
    --python-version "${2:-3.12}" --implementation cp --platform manylinux_2_28_x86_64 \
    --platform manylinux2014_x86_64 --platform manylinux_2_17_x86_64 --constraint constraints.txt "${tools[@]}" || exit
  du -sm "$wheelhouse"
  exit
fi

failed=()
step() {
  local name=$1
  shift
  echo "== $name"
  "$@" || failed+=("$name")
}

card=$PWD/build/card
build() {
  python3 -m venv --system-site-packages "$card/venv" &&
    "$card/venv/bin/python" -m pip install --quiet --no-index --find-links "$wheelhouse" "${tools[@]}" &&
    "$card/venv/bin/cmake" -S . -B "$card/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
      -DPython_EXECUTABLE="$card/venv/bin/python" -DCMAKE_MAKE_PROGRAM="$card/venv/bin/ninja" >"$card/cmake.log" &&
    "$card/venv/bin/ninja" -C "$card/build" --quiet
}
step build build
[[ ${#failed[@]} -eq 0 ]] || { cat "$card/cmake.log"; exit 1; }

python=$card/venv/bin/python
PYTHONPATH=$(printf '%s:' "$PWD"/packages/*/src)
export PYTHONPATH TT_CUDA_REAL=1
step device "$python" -c 'import tt; print(tt.cuda.get_device_properties()); assert not tt.cuda.is_emulated()'
step tests "$python" -m pytest -q -p no:cacheprovider tests/cuda --ignore=tests/cuda/test_emulator_finds.py \
  --ignore=tests/cuda/test_without_a_device.py --deselect tests/cuda/test_cuda_devices.py::test_there_is_one_emulated_device
step speed "$python" ci/cuda_speed.py
if command -v compute-sanitizer >/dev/null; then
  step sanitizer compute-sanitizer --error-exitcode 1 "$python" -m pytest -q -p no:cacheprovider \
    tests/cuda/test_cuda_forms.py -k "reductions or odd"
else
  echo "== sanitizer: compute-sanitizer is not on PATH"
fi
[[ ${#failed[@]} -eq 0 ]] || { echo "failed: ${failed[*]}"; exit 1; }
