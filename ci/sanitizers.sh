#!/usr/bin/env bash
# The tests of what is C++, with libraries that AddressSanitizer and UBSan watch, then ThreadSanitizer. Bugs that are
# planted for them come first: a watch that finds nothing must have been able to. The libraries in place are dev's again
# afterwards.
set -uo pipefail
cd "$(dirname "$0")/.."
trap './tt build' EXIT

emulator=(tests/cuda/test_emulator_finds.py tests/cuda/test_emulator_contexts.py tests/cuda/test_cuda_forms.py)
# Chains of a million nodes, which cost gigabytes and minutes when each access is watched.
long=(--ignore=tests/autograd/test_graph_lifetime.py
  --deselect=tests/core/test_tensor_lifetime.py::test_long_chains_with_attributes_are_freed_without_recursion)
# Not looked at for leaks: a graph that a gradient keeps by create_graph=True holds itself, as PyTorch's does, and a
# kernel that the emulator stops leaves what its threads had begun.
cycles=(tests/autograd/test_higher_order.py tests/autograd/test_saved_tensors.py)
no_leaks=(-p no:tt_devtools.test.leaks)

status=0
./tt test --preset asan -q tests/sanitizers tests/core tests/autograd tests/library "${long[@]}" \
  "${cycles[@]/#/--ignore=}" || status=1
./tt test --preset asan -q "${no_leaks[@]}" "${cycles[@]}" "${emulator[@]}" || status=1
./tt test --preset tsan -q tests/sanitizers tests/core/test_parallel.py tests/core/test_allocator.py "${emulator[@]}" || status=1
exit $status
