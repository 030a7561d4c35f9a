"""`tt new-op`: from a schema, and an expression where there is one, to an op in all of its places.

tree (the checkout) < language (expressions) < calculus (their derivatives) < asked (what is wanted) < kinds (of ops)
< the modules here, which put an op together. Everything is text until `tree.journal` writes it. Must not import tt or
anything compiled; libcst, sympy and numpy are imported where they are used.
"""
