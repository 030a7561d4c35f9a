# Sourced: pytest under another machine's Python. None of the plugins that are installed there is loaded, since one that
# warns as it starts would end the run; and what other versions of NumPy or Python call deprecated is shown, not raised.
#   "$python" "${pytest[@]}" tests/cuda
export PYTEST_DISABLE_PLUGIN_AUTOLOAD=1
pytest=(-m pytest -q)
for kind in DeprecationWarning PendingDeprecationWarning FutureWarning; do pytest+=(-W "default::$kind"); done
