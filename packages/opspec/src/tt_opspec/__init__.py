"""The op table: what every operator is, as plain Python data, and the generator of glue made from it.

Read by the build before anything is compiled, by `help()` and run-time registration, and by the `tt` command.
Must not import compiled code, nor anything outside the standard library. Import the module you need; this one
stays empty so that `tt_opspec.schema` alone is cheap.
"""
