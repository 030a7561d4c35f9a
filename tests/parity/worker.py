"""Run by the Python that has torch: evaluates every case of every module in `cases`, pickles the results.

python worker.py OUTPUT FOLDER...    FOLDER: where samples, cases and tt_opspec are imported from
python worker.py OUTPUT --spread NAMES FOLDER...

With --spread only the cases in the pickle NAMES, ids by module, whose results then say by how much rounding may move
them.
"""

import pickle
import sys
from pathlib import Path
from typing import Any

RUNS = 6


def main() -> None:
    output, *rest = sys.argv[1:]
    names = pickle.loads(Path(rest[1]).read_bytes()) if rest[0] == "--spread" else None
    sys.path[:0] = rest[2:] if names is not None else rest
    import torch

    from cases import evaluate
    from samples.library import Library

    torch.set_num_threads(1)
    library = Library(torch, internal)
    seen = evaluate(library) if names is None else spreads(library, names)
    Path(output).write_bytes(pickle.dumps(seen))


def spreads(library: Any, names: dict[str, set[str]]) -> dict[str, dict[str, Any]]:
    """What the named cases give, with what they give when every step is rounded at random."""
    from cases import evaluate_module
    from noise import Noise
    from observe import with_spread

    seen = {}
    for module, wanted in names.items():
        plain, moved = evaluate_module(module, library, wanted), []
        for seed in range(RUNS):
            with Noise(seed):
                moved.append(evaluate_module(module, library, wanted))
        seen[module] = {name: with_spread(each, [run[name] for run in moved]) for name, each in plain.items()}
    return seen


def internal(qualified: str) -> object:
    """An op that has no function and no method, by the table's name, which is torch's."""
    import torch

    name, _, overload = qualified.partition(".")
    return getattr(getattr(torch.ops.aten, name), overload or "default")


if __name__ == "__main__":
    main()
