"""A build directory whose reports are easy to check: three units, headers that include each other, a restat edge."""

from __future__ import annotations

from pathlib import Path

from ninja_tree import NinjaTree

TIMES = (
    "# ninja log v6\n"
    "0\t3000\t1\ta.o\tf\n0\t50\t1\ta.o\tf\n0\t2000\t1\tb.o\tf\n0\t1000\t1\tc.o\tf\n0\t500\t1\tlib.so\tf\n"
)
# What reports on a tree say that `tt build` did not make.
WALL = "CPU seconds are ninja's wall times, too high where the machine was busy"


def geometry_tree(root: Path) -> NinjaTree:
    """a.c reads shape.h through area.h, b.c directly; c.c a generated header. Built, with known times."""
    tree = NinjaTree(root)
    tree.write("geo/shape.h", "#define VALUE 1\n")
    tree.write("geo/area.h", '/* #include "other.h" */\n#  include <geo/shape.h>\n')
    tree.write("a.c", '#include "geo/area.h"\nint a(void) { return VALUE; }\n')
    tree.write("b.c", '#include "geo/shape.h"\nint b(void) { return VALUE; }\n')
    tree.write("c.c", '#include "made.h"\nint c(void) { return 3; }\n')
    tree.write("made.h.in", "#define MADE 1\n")
    tree.manifest(
        "flags = -I.. -I.\nbuild made.h: COPY_IF_DIFFERENT ../made.h.in | ../geo/area.h\n"
        "build a.o: CC ../a.c\nbuild b.o: CC ../b.c\nbuild c.o: CC ../c.c || made.h\n"
        "build lib.so: LINK a.o b.o c.o\n"
    )
    tree.build()
    (tree.out / ".ninja_log").write_text(TIMES)
    return tree


def committed_tree(root: Path) -> NinjaTree:
    """The same in git."""
    tree = geometry_tree(root)
    tree.write(".gitignore", "/out/\n")
    tree.commit(".gitignore", "geo", "a.c", "b.c", "c.c", "made.h.in")
    return tree
