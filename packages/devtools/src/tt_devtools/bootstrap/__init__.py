"""Set-up of a checkout, run by ./tt with the system's Python before anything is installed.

Standard library only. Must not import the rest of tt_devtools: it may not be importable yet.
"""
