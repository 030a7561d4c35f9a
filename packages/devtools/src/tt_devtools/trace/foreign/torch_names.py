"""What a request names, as PyTorch's own: the function and the modes. Runs where torch is imported."""

from collections.abc import Callable
from typing import Any

_PLACES = ("", "nn.functional", "special", "linalg", "fft", "Tensor")


def callable_of(name: str) -> tuple[Callable[..., Any], str] | None:
    """The function and how a user writes it; None where PyTorch has no such name."""
    import torch

    for place in ("", *(_PLACES if "." not in name else ())):
        found: Any = torch
        for part in [*place.split("."), *name.split(".")]:
            found = getattr(found, part, None) if part and found is not None else found
        if callable(found):
            return found, ".".join(part for part in ("torch", place, name) if part)
    return None


def mode_of(name: str, device: str) -> Callable[[], Any]:
    """A context manager."""
    import torch

    modes: dict[str, Callable[[], Any]] = {
        "no_grad": torch.no_grad,
        "inference": torch.inference_mode,
        "autocast": lambda: torch.autocast(device or "cpu"),
    }
    return modes[name]
