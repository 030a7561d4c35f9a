"""`tt test`: build what is dirty, then pytest, whole or for one op."""
