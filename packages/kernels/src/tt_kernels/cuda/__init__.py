"""What CUDA needs of Python: NVRTC's compiler behind a cache, CuPy's memory, and where their libraries lie.

Imported by the C++ side when a kernel has to be compiled or memory is short, and by `tt.cuda`. Knows no op.
"""
