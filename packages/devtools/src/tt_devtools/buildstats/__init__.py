"""`tt buildstats`: what a change of each header rebuilds, on any ninja build directory, by reading alone.

Standard library only but for `command`, so that tools/buildstats.py runs on a machine with nothing installed.
"""
