#!/usr/bin/env bash
# compute-sanitizer's verdict on a small set of the CUDA tests, a line for each of its tools. Fails where it finds
# something, and where it ends without a verdict. Where it is absent, or cannot watch the device, as in a sandbox that
# lets no debugger in, that is said, and is no failure. Usage: ci/cuda_sanitizer.sh PYTHON
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source ci/cuda_pytest.sh
python=${1:?usage: ci/cuda_sanitizer.sh PYTHON}
toolkit=${CUDA_HOME:-/usr/local/cuda}
# Kernels with shared memory among them, and sizes that fill no pack and no tile.
tests=(tests/cuda/test_cuda_forms.py -k "odd or transposed_copies or products_without or (products and int32)")
limit_s=60
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

find_program() {
  local place
  for place in compute-sanitizer "$toolkit"/{bin,compute-sanitizer}/compute-sanitizer; do
    command -v "$place" && return
  done
}

watch() {
  local tool=$1 log=$logs/$1 code summary passed
  # A memory's end is seen only where each tensor is an allocation of its own.
  TT_CUDA_EXACT_ALLOC=1 timeout "$limit_s" "$program" --tool "$tool" --target-processes all --error-exitcode 86 \
    "$python" "${pytest[@]}" "${tests[@]}" >"$log" 2>&1
  code=$?
  if grep -q "Device not supported" "$log"; then
    echo "$tool: compute-sanitizer cannot watch this device: NOT checked"
    return
  fi
  summary=$(grep -oE '(ERROR|RACECHECK) SUMMARY: .*' "$log" | tail -1)
  passed=$(grep -oE '[0-9]+ passed' "$log" | tail -1)
  local verdict="$tool: ${summary:-no summary}; ${passed:-no test passed}"
  # A tool that never ran the tests has found nothing either.
  if [[ $code -eq 0 && $summary == *"SUMMARY: 0 "* && $passed ]]; then
    echo "$verdict"
    return
  fi
  grep '^=========' "$log" | head -60
  grep -v '^=========' "$log" | tail -40
  if [[ $code -eq 124 ]]; then echo "$verdict; stopped after $limit_s s"; else echo "$verdict; exit status $code"; fi
  return 1
}

program=$(find_program)
if [[ -z $program ]]; then
  echo "compute-sanitizer is absent: neither on PATH nor in $toolkit; memory and races were NOT checked"
  exit
fi
failed=0
for tool in memcheck racecheck; do watch "$tool" || failed=1; done
exit "$failed"
