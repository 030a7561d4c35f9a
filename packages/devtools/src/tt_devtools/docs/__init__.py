"""`tt docs`: the pages of the checkout, and the documentation of ops as the table has it. Nothing has to be built."""
