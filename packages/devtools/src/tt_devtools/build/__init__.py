"""`tt build`: configure, plan, run ninja behind ccache, and check that nothing is left to do.

`run.run_build` is the one way in, for the command and for `tt test` alike.
"""

REMOTE_CACHE = "TT_REMOTE_CACHE"
