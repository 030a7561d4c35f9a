"""A copy of the checkout's build, sources included, in which headers can be touched and ninja asked.

All paths are rewritten to the copy. The log's hashes are those of the real commands, so every rule becomes a
generator's: ninja does not compare their commands. Nothing is ever built in it.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from pathlib import Path

from tt_devtools.build.steps import STATUS, parse_steps


class ShadowTree:
    """The copy at `root` of the checkout at `real`."""

    def __init__(self, real: Path, root: Path) -> None:
        self.real, self.root = real, root
        self.build_dir = root / "build" / "dev"
        for folder in ("packages", "cmake", "build/dev"):
            shutil.copytree(real / folder, root / folder, copy_function=_copy, symlinks=True)
        # What CMake reads: where one of its files is missing, ninja takes them all for changed.
        (root / ".venv").symlink_to(real / ".venv")
        shutil.copy2(real / "CMakeLists.txt", root)
        read = self._rewrite_deps()
        for name in ("build.ninja", "CMakeFiles/rules.ninja", ".ninja_log", "CMakeCache.txt"):
            path = self.build_dir / name
            text = path.read_text().replace(str(real), str(root))
            path.unlink()
            path.write_text(_with_generators(text) if name.endswith(".ninja") else text)
        (self.build_dir / "plan.ninja").write_text("include build.ninja\n")
        for path in filter(Path.is_file, read):  # deps logs also name what is gone since
            if path.is_relative_to(real) and not (copy := root / path.relative_to(real)).exists():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, copy)

    def headers(self) -> list[Path]:
        """Every header of the checkout, generated ones too, by the disk alone."""
        folders = (self.root / "packages", self.build_dir / "gen")
        return sorted(path for folder in folders for path in folder.rglob("*.h"))

    def rebuilt_after_touching(self, ninja: Path, header: Path) -> set[str]:
        """The objects that ninja would make anew. The header gets its time back."""
        before = header.stat()
        os.utime(header)
        try:
            return self.dirty(ninja)
        finally:
            os.utime(header, ns=(before.st_atime_ns, before.st_mtime_ns))

    def dirty(self, ninja: Path) -> set[str]:
        """The objects that ninja would make now."""
        done = subprocess.run(
            [ninja, "-C", self.build_dir, "-f", "plan.ninja", "-n"],
            env={**os.environ, "NINJA_STATUS": STATUS},
            capture_output=True,
            text=True,
            check=True,
        )
        return {step.output for step in parse_steps(done.stdout) if step.kind == "compile"}

    def _rewrite_deps(self) -> list[Path]:
        """Puts the copy's paths into its .ninja_deps; the files that it names."""
        path = self.build_dir / ".ninja_deps"
        data, place, count = path.read_bytes(), 16, 0
        written, named = [data[:16]], []
        while place < len(data):
            (head,) = struct.unpack_from("<I", data, place)
            size = head & 0x7FFFFFFF
            body = data[place + 4 : place + 4 + size]
            place += 4 + size
            if not head >> 31:
                name = os.fsdecode(body[:-4].rstrip(b"\0"))
                named.append(self.real / "build/dev" / name)
                body = os.fsencode(name.replace(str(self.real), str(self.root)))
                body += b"\0" * (-len(body) % 4) + struct.pack("<I", ~count & 0xFFFFFFFF)
                head, count = len(body), count + 1
            written += [struct.pack("<I", head), body]
        path.unlink()
        path.write_bytes(b"".join(written))
        return named


def _copy(source: str, target: str) -> None:
    if source.endswith((".o", ".a", ".so")):
        os.link(source, target)
    else:
        shutil.copy2(source, target)


def _with_generators(text: str) -> str:
    lines = []
    for line in text.split("\n"):
        lines.append(line)
        if line.startswith("rule "):
            lines.append("  generator = 1")
    return "\n".join(lines)
