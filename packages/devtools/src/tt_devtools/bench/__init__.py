"""`tt bench`: pairs with PyTorch and NumPy, in one process tree and one run.

One worker process per library, each in the Python that has it. Rounds alternate between the libraries; what
is quoted is the median of the rounds' ratios, since a shared machine makes absolute times mean little.
"""
