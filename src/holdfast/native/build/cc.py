"""The C compiler of the system: the runtime once for all models, then each model by itself."""

from __future__ import annotations

import os
import shlex
import shutil
from contextlib import suppress
from functools import cache as remember
from pathlib import Path
from typing import TYPE_CHECKING

from holdfast.cancellation import SLICE, tick
from holdfast.native.build import cache
from holdfast.native.emit.runtime_table import prototypes

if TYPE_CHECKING:
    import subprocess

NATIVE = Path(__file__).parents[1]
RUNTIME = NATIVE / "runtime"
# -O2 takes twice as long to compile and gives code that is 3 % faster; -Og takes half as long
# and gives code that is 30 % slower.
FLAGS = (
    *("-std=c99", "-O1", "-fPIC", "-w"),
    # Rows are short: a loop is faster than the call of memcpy that it would become.
    "-fno-tree-loop-distribute-patterns",
)
_TEXT = '#include "runtime.c"\n'


class BuildError(Exception):
    """The C compiler rejects generated code: a bug of holdfast, or a broken compiler."""


@remember
def system_compiler() -> str | None:
    """The command of the C compiler of the system, if it has one: `CC` if that can be run."""
    for command in (os.environ.get("CC", ""), "cc"):
        name, *arguments = shlex.split(command) or [""]
        path = shutil.which(name) if name else None
        if path is not None:
            return shlex.join([path, *arguments])
    return None


@remember
def runtime_text() -> str:
    """All files of the runtime, for the key of the cache."""
    files = [*sorted(RUNTIME.glob("*.[ch]")), NATIVE / "prelude.h"]
    return "\n".join(f"{path.name}\n{path.read_text('utf-8')}" for path in files)


def key_of(model: str, compiler: str) -> str:
    """The name of a compiled model in the cache."""
    return cache.key_of(runtime_text(), model, compiler, *FLAGS)


def has_runtime(compiler: str) -> bool:
    """Whether the compiled runtime is in the cache."""
    return cache.find(_runtime_key(compiler), ".o") is not None


def _runtime_key(compiler: str) -> str:
    return cache.key_of(runtime_text(), compiler, *FLAGS)


class Job:
    """The compilation of a model's library, by concurrent processes."""

    def __init__(self, model: str, compiler: str) -> None:
        self._model, self._compiler = model, compiler
        self._folder = cache.new_folder()
        self._runtime_key = _runtime_key(compiler)
        self._runtime = cache.find(self._runtime_key, ".o")
        self._running: list[subprocess.Popen[bytes]] = []
        self._linking = False
        if self._runtime is None:
            self._compile(_TEXT, "shared")
        self._compile(prototypes() + model, "model")

    def _compile(self, text: str, name: str) -> None:
        (self._folder / f"{name}.c").write_text(text, "utf-8")
        folders = (f"-I{RUNTIME}", f"-I{NATIVE}")
        self._start(*FLAGS, *folders, "-c", f"{name}.c", "-o", f"{name}.o")

    def _start(self, *arguments: str) -> None:
        import subprocess

        with (self._folder / "said").open("ab") as said:
            self._running.append(
                subprocess.Popen(
                    [*shlex.split(self._compiler), *arguments],
                    cwd=self._folder,  # names without folders: the same bytes in every run
                    stdin=subprocess.DEVNULL,
                    stdout=said,
                    stderr=said,
                )
            )

    def is_over(self) -> bool:
        """Whether the library is ready, or has failed; does not wait."""
        if any(p.poll() is None for p in self._running):
            return False
        if self._linking or any(p.returncode for p in self._running):
            return True
        self._linking = True
        runtime = "shared.o" if self._runtime is None else str(self._runtime.absolute())
        self._start(*FLAGS, "-shared", "model.o", runtime, "-o", "model.so")
        return False

    def result(self) -> Path:
        """Wait for the library and put it into the cache."""
        from subprocess import TimeoutExpired

        try:
            while not self.is_over():
                tick()
                with suppress(TimeoutExpired):
                    self._running[-1].wait(SLICE)
            if any(p.returncode for p in self._running):
                said = (self._folder / "said").read_text("utf-8", errors="replace")
                raise BuildError(said[:2000])
            if self._runtime is None:
                cache.keep(self._runtime_key, self._folder / "shared.o", ".o")
            key = key_of(self._model, self._compiler)
            return cache.keep(key, self._folder / "model.so")
        finally:
            self.end()

    def end(self) -> None:
        """Stop running processes and remove their files."""
        for process in self._running:
            if process.poll() is None:
                process.kill()
                process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)
