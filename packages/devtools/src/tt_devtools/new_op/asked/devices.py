"""`--devices`: where a new op has kernels. The meta device, which has none, needs no word."""

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.suggest import did_you_mean
from tt_opspec.entry import DEVICES


def devices_of(text: str) -> frozenset[str]:
    """`cpu,cuda` as a set, all of them for ""; a Failure for a word that is no device."""
    if not text:
        return frozenset(DEVICES)
    words = [word.strip().lower() for word in text.split(",")]
    if unknown := [word for word in words if word not in DEVICES]:
        hint = did_you_mean(unknown[0], list(DEVICES)) or f"devices: {', '.join(DEVICES)}"
        raise Failure(f"--devices: unknown device '{unknown[0]}'", hint=hint, code=MISUSED)
    if "cpu" not in words:
        raise Failure("--devices: every op has a kernel for cpu", hint=f"--devices cpu,{text}", code=MISUSED)
    return frozenset(words)
