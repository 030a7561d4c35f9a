"""A ninja build directory as data, by parsing alone: what `tt build` and `tt buildstats` both need.

`load.load` is the way in. Standard library only, nothing is written, and no ninja is ever run: a ninja of
another version would discard the logs of the directory, even in a dry run.
"""
