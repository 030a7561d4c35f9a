"""The entries, a file per family or topic. `table.entries()` imports every module here; there is no list.

The order of entries in a file is the order in which the overloads of one op are tried.
"""
