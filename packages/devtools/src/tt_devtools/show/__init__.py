"""`tt show EXPR`: shape, strides and storage of a tensor, drawn; whether a reshape would copy; its graph.

`evaluate` is the one file that imports tt. Everything else works on plain facts, so that it can be tested
without a library.
"""
