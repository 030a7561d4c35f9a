"""Sums rows twice: with a call for each row, and at once. `./tt trace examples/tiny_tensors.py` counts the calls;
docs/tracing.md explains them."""

import tt

rows = tt.ones(500, 4)
total = tt.zeros(4)

for at in range(500):
    total = total + rows[at] * 0.5

at_once = (rows * 0.5).sum(0)
print(total, at_once)
