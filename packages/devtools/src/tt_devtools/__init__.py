"""The `tt` command: trace, build, test and measure from a checkout.

Works when the C++ does not compile. Must not import tt, tt_core, numpy, sympy or torch when it is loaded;
typer and rich are imported by the modules that parse and draw. This file stays empty so that
`tt_devtools.bootstrap` is cheap.
"""
