"""`tt new-op`: from a schema, and an expression where there is one, to an op in all of its places.

Everything is text until `journal` writes it. Must not import tt or anything compiled; libcst, sympy and numpy
are imported where they are used.
"""
