"""Derivatives of expressions by SymPy, and which of their forms is right at special values.

Knows no tree and no kind of op.
"""
