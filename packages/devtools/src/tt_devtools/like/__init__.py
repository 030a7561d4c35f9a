"""`tt new-op --like OP`: where another op of the kind has its places, in this tree or in any other.

Files are only read, as bytes. Nothing of a tree is executed or imported, and nothing here knows how an op is made.
"""
