"""The rules and programs of a game as a WebAssembly module, compiled from the same kernels as native code."""
