"""Where the parts of an op are in a checkout. Must not know any op."""

from typing import Final

OPS: Final = "packages/opspec/src/tt_opspec/ops"
FUNCTORS: Final = "packages/kernels/cpp/tt/kernels/functors"
REDUCE_LOOPS: Final = "packages/kernels/cpp/tt/kernels/cpu/reduce_loops.h"
COMPOSITES: Final = "packages/kernels/src/tt_kernels/composite"
REGISTRATION: Final = "packages/kernels/cpp/tt/kernels/registration.h"
PLANS: Final = "packages/kernels/cpp/tt/kernels/plan"
FORMULAS: Final = "packages/autograd/src/tt_autograd/formulas"
SAMPLES: Final = "tests/ops/samples"
CHANGELOG: Final = "changelog.d"
STUB: Final = "packages/tt/src/tt/_ops.pyi"
DOCS: Final = "docs/operators.md"
STATE: Final = "build/new-op"
"""Manifests and the journal; git ignores it."""

GENERATED: Final = (STUB, DOCS)
