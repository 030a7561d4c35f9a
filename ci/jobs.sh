#!/usr/bin/env bash
# Runs the CI jobs one after the other. A job that fails makes the exit status 1, and the later ones still run.
# Usage: ci/jobs.sh [JOB ...]   without names: all in this order but `hook_cost`, which builds everything once more.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2

all_jobs=(
  tests emulator kernels format lint types layers generated budget same_bytes doc_commands parity wheels add_an_op new_op
  sanitizers
)
by_name=(hook_cost)
jobs=("${@:-${all_jobs[@]}}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bin=.venv/bin
minutes=()
failed=()

cpp_files() { git ls-files -z -- '*.h' '*.cpp' '*.cu' '*.cuh'; }

tests() { bash ci/services.sh; bash ci/readme_tests.sh; }
format() { "$bin/ruff" format --check . tt && cpp_files | xargs -0 -r "$bin/clang-format" --dry-run -Werror; }
lint() { "$bin/ruff" check . tt && "$bin/typos"; }
types() { "$bin/mypy"; }
layers() { "$bin/python" -m pytest -q tests/architecture; }
generated() { "$bin/python" ci/generated_current.py; }
doc_commands() { bash ci/services.sh; "$bin/python" ci/doc_commands.py; }
same_bytes() { "$bin/python" ci/same_bytes.py; }
budget() { ./tt build && ./tt buildstats --budget ci/header_budget.toml; }
new_op() { ./tt test -q -m scaffold tests/new_op; }
sanitizers() { bash ci/sanitizers.sh; }
hook_cost() { "$bin/python" ci/hook_cost.py; }
emulator() { bash ci/cuda_emulator.sh; }
kernels() { bash ci/cuda_compile.sh; }
parity() { bash ci/parity.sh; }
wheels() { bash ci/wheels.sh; }
add_an_op() { "$bin/python" ci/add_an_op.py; }

for job in "${jobs[@]}"; do
  if [[ " ${all_jobs[*]} ${by_name[*]} " != *" $job "* ]]; then
    echo "ci: no job '$job'; jobs: ${all_jobs[*]} ${by_name[*]}" >&2
    exit 2
  fi
done

for job in "${jobs[@]}"; do
  echo "== $job"
  started=$SECONDS
  # stdin closed: nothing may ask a question.
  if "$job" </dev/null 2>&1 | tee "$scratch/$job"; then result=ok; else result=FAILED; failed+=("$job"); fi
  minutes+=("$(awk -v job="$job" -v s=$((SECONDS - started)) -v result="$result" \
    'BEGIN { printf "%-12s %5.1f min  %s", job, s / 60, result }')")
done

echo "== summary"
printf '%s\n' "${minutes[@]}"
[[ ${#failed[@]} -eq 0 ]] || echo "failed: ${failed[*]}"
# Last line of all: what the test runner said last.
if [[ -f $scratch/tests ]]; then
  python3 ci/closing_line.py "$scratch/tests" || failed+=(closing-line)
fi
[[ ${#failed[@]} -eq 0 ]]
