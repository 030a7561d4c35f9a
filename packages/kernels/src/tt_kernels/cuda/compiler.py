"""`compile_for_device`: what C++ calls for a kernel that is not loaded yet. From the cache, else by NVRTC."""

from tt_kernels.cuda import cache, nvrtc, sources

OPTIONS = (
    "--std=c++20",
    "-default-device",  # functions of core without an execution space are both sides'
    "--ptxas-options=-v",  # registers and spills into the log
    "--fmad=false",  # a fused product would give a complex number times its conjugate an imaginary part
)


def options_for(architecture: int) -> list[str]:
    """NVRTC's options for a compute capability such as 90."""
    return [f"--gpu-architecture=sm_{architecture}", *OPTIONS]


def compile_for_device(name: str, unit: str, functor: str, architecture: int) -> tuple[bytes, str, str]:
    """The cubin of the kernel `name`, its symbol in it, and where it came from."""
    source = sources.source_of(unit, functor)
    headers = sources.headers_of(source)
    options = options_for(architecture)
    key = cache.key_of(source, headers, name, options, nvrtc.version())
    kept = cache.load(key)
    if kept:
        return (*kept, "from the cache")
    made = nvrtc.compile_names(source, headers, [name], options)
    symbol = made.symbols[name]
    cache.store(key, made.cubin, symbol, name, source, headers, made.log)
    return made.cubin, symbol, "compiled"
