"""Expressions: read, checked against what the tree has, and written as C++ or Python.

Knows neither derivatives nor kinds of ops.
"""
