"""`tt where OP`: every place of an operator, here or in a PyTorch tree; `tt ops`: the table.

Read from the sources by parsing. The built libraries are asked for what only they know: which plan and which
kernels an op has.
"""
