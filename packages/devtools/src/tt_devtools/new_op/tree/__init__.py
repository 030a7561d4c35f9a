"""The checkout that an op goes into: read, changed in memory, written all or nothing, and taken back.

Knows no expression and no kind of op.
"""
