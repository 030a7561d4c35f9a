#!/usr/bin/env bash
# For a machine with a GPU and no network, in less than 10 minutes: builds the checkout there, runs the CUDA tests on the
# card, and prints launch latency, bandwidth beside a device copy and beside the torch that is installed there, and
# compute-sanitizer's verdict.
#
#   ci/cuda.sh --prepare [VERSION]   here: fills build/wheelhouse for that machine's Python (3.12 if not told), under 40 MB
#   ci/cuda.sh                       there: CuPy, NVRTC, NumPy and torch are those of its python3, or of TT_PYTHON
#   ci/cuda.sh --rehearse            here: the same from a fresh copy of the checkout, with the emulator in place of the
#                                    card; each line that it prints says so. With TT_PYTHON=$TT_TORCH_PYTHON a torch
#                                    without CUDA stands where the machine's would
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
wheelhouse=${TT_WHEELHOUSE:-$PWD/build/wheelhouse}
base=${TT_PYTHON:-python3}
jobs=$(nproc)
# In the checkout's versions, with what they need; and what it does not have, or has larger.
tools=(ninja nanobind scipy-openblas32 pytest iniconfig packaging pluggy pygments)
others=(cmake==3.27.9 pytest-xdist==3.8.0 execnet==2.1.2)

prepare() {
  local download=(python3 -m pip download --quiet --disable-pip-version-check --dest "$wheelhouse" --only-binary :all:
    --no-deps --python-version "$1" --implementation cp --platform manylinux_2_28_x86_64
    --platform manylinux2014_x86_64 --platform manylinux_2_17_x86_64)
  rm -rf "$wheelhouse" && mkdir -p "$wheelhouse" &&
    "${download[@]}" --constraint constraints.txt "${tools[@]}" && "${download[@]}" "${others[@]}" || return
  du -sb "$wheelhouse" | awk '{ printf "%.1f MB in %s\n", $1 / 1e6, $2; exit $1 >= 40e6 }'
}

# As a machine that was handed the files of the checkout and the wheelhouse, and nothing that was built.
rehearse() {
  local copy=$PWD/build/rehearsal
  rm -rf "$copy" && mkdir -p "$copy" || return
  git ls-files -z --cached --others --exclude-standard | tar --null --files-from=- --create | tar --extract -C "$copy"
  TT_WHEELHOUSE=$wheelhouse TT_CUDA_EMULATE=1 bash "$copy/ci/cuda.sh" 2>&1 | sed --unbuffered 's/^/rehearsal on the emulator: /'
}

case ${1:-} in
  --prepare) prepare "${2:-3.12}"; exit ;;
  --rehearse) rehearse; exit ;;
  "") ;;
  *) echo "cuda.sh: unknown argument '$1'; arguments: --prepare [VERSION], --rehearse" >&2; exit 2 ;;
esac

source ci/cuda_pytest.sh
card=$PWD/build/card
python=$card/venv/bin/python
failed=()

step() {
  local name=$1 started=$SECONDS
  shift
  echo "== $name"
  "$@" || failed+=("$name")
  echo "== $name took $((SECONDS - started)) s"
}

go_on() { [[ ${#failed[@]} -eq 0 ]] || { echo "failed: ${failed[*]}"; exit 1; }; }

# What the machine's Python imports is seen from behind what the wheelhouse gives.
environment() {
  "$base" -m venv --without-pip "$card/venv" &&
    "$base" -m pip --python "$python" install --quiet --disable-pip-version-check --no-deps --no-index \
      --find-links "$wheelhouse" "${tools[@]}" "${others[@]}" || return
  "$base" -c 'import sys; [print(f"import site; site.addsitedir({p!r})") for p in sys.path if p.endswith("-packages")]' \
    >"$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/machine.pth"
}

build() {
  environment || return
  "$card/venv/bin/cmake" -S . -B "$card" -G Ninja -DCMAKE_BUILD_TYPE=Release -DTT_ISAS=host \
    -DTT_WARNINGS_ARE_ERRORS=OFF -DPython_EXECUTABLE="$python" -DCMAKE_MAKE_PROGRAM="$card/venv/bin/ninja" \
    >"$card/cmake.log" 2>&1 || { cat "$card/cmake.log"; return 1; }
  "$card/venv/bin/ninja" -C "$card" -j "$jobs" --quiet
}

# Five minutes on 16 cores, of which each process takes one.
tests() { OMP_NUM_THREADS=1 timeout $((4800 / jobs)) "$python" "${pytest[@]}" -p xdist -n "$jobs" "$@"; }

step build build
go_on
PYTHONPATH=$(printf '%s:' "$PWD"/packages/*/src)
export PYTHONPATH TT_CUDA_CACHE=$card/cubins
[[ ${TT_CUDA_EMULATE:-} ]] || export TT_CUDA_REAL=1
step device timeout 60 "$python" ci/cuda_device.py
go_on
step tests tests tests/cuda --ignore-glob='*/test_emulator_*' --ignore=tests/cuda/test_without_a_device.py
step speed timeout 90 "$python" ci/cuda_speed.py
step sanitizer bash ci/cuda_sanitizer.sh "$python"
go_on
echo "all of it ran in $SECONDS s"
