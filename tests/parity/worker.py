"""Run by the Python that has torch: evaluates every case of every module in `cases`, pickles the results.

python worker.py OUTPUT FOLDER...    FOLDER: where samples, cases and tt_opspec are imported from
"""

import pickle
import sys
from pathlib import Path


def main() -> None:
    output, *folders = sys.argv[1:]
    sys.path[:0] = folders
    import torch

    from cases import evaluate
    from samples.library import Library

    torch.set_num_threads(1)
    library = Library(torch, internal)
    Path(output).write_bytes(pickle.dumps(evaluate(library)))


def internal(qualified: str) -> object:
    """An op that has no function and no method, by the table's name, which is torch's."""
    import torch

    name, _, overload = qualified.partition(".")
    return getattr(getattr(torch.ops.aten, name), overload or "default")


if __name__ == "__main__":
    main()
