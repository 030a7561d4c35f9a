"""From the table to C++: `op_table` is it as data, `loops` instantiates functors, `registration` joins both.

Everything here is a pure function from entries to text; `tt_opspec.generate` writes the files.
"""
