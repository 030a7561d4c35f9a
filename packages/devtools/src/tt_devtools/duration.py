"""Times as people read them."""

_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))


def duration(seconds: float) -> str:
    """Three digits and a unit: `68.2 ns`, `1.73 us`."""
    unit, name = next((each for each in _UNITS if seconds >= each[0]), _UNITS[-1])
    value = seconds / unit
    whole = name == "ns" and abs(value - round(value)) < 1e-6
    digits = 0 if value >= 99.95 or whole else 1 if value >= 9.995 else 2
    return f"{value:.{digits}f} {name}"
