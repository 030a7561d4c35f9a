"""Routes through libraries that tt did not write: an installed PyTorch, an installed NumPy.

`ask` runs in tt's own process and starts a child; everything else here runs in the child, under an interpreter
that may have no package of tt, so that it imports the standard library and the foreign one only. What cannot be
followed is said in the route's `about` lines, never guessed.
"""
