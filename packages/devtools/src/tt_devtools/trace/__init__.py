"""`tt trace`: one call of one op, stage by stage, as the library's own hook recorded it.

`target` reads the command line, `inputs` makes arguments, `capture` calls, `events` orders what came out,
`render` draws. Only `capture` imports tt, when it is asked to.
"""
