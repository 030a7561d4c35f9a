"""`tt doctor`: is everything here that building, testing and comparing need? A line each, with the command that
mends it. Nothing is changed, and a library that crashes takes only its child process with it.
"""
