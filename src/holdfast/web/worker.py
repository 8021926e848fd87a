"""The process of one run: a request on standard input, its events on standard output.

It is a process, because values depend on ranks that are global, generated C may crash, and memory
is limited. It records the run itself, so that nothing is lost if the server ends. The line
`cancel` interrupts it, as Ctrl-C does.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from holdfast.cancellation import accept_interrupts
from holdfast.front.files import confine
from holdfast.report.envelope import Envelope, envelope_json
from holdfast.report.rejection import error_envelope
from holdfast.runs.recording import Recording
from holdfast.runs.store import LOG, RunStore, StoredRun
from holdfast.source import SpecError
from holdfast.web.commands import LOADING, Asked, half_of_memory, limited, run_command

if TYPE_CHECKING:
    from holdfast.report.result import Report
    from holdfast.workbench import Specification

_LIMITS_MEMORY = ("check", "sweep", "mine", "prove")
"""Commands that limit the memory that they use, or that of their solvers."""
_WITH_PROGRESS = ("check", "sweep", "prove", "infer", "mine", "simulate")


def main() -> None:
    """Run the command of the request, in the folder of the project."""
    accept_interrupts()
    _import_command()
    line = _read_line()
    if not line:
        return  # the server did not need this process
    given = json.loads(line)
    limit_process(given["asked"]["command"] not in _LIMITS_MEMORY)
    events = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.chdir(given["folder"])
    asked = Asked(**given["asked"])
    confine(Path(), *map(Path, asked.search_path))
    stored = RunStore(Path()).run(given["run"])
    assert stored is not None, "the server creates the run"
    _log_to(stored.folder / LOG)
    started = time.perf_counter()
    recording = Recording(Path(), asked.json(), run=stored, emit=_Printer(events).emit)
    envelope = Envelope(command=asked.command, spec=asked.spec, verdict="unknown", exit=20)
    envelope = replace(envelope, cause="cancelled", reason="interrupted")
    with suppress(KeyboardInterrupt):
        threading.Thread(target=_listen, daemon=True).start()
        envelope = _answer(asked, stored, recording)
    _ignore_interrupts()
    recording.end(envelope_json(replace(envelope, seconds=time.perf_counter() - started)))
    sys.stdout.flush()
    os._exit(0)


def _ignore_interrupts() -> None:
    """The result is known: it is too late to interrupt anything."""
    while signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        with suppress(KeyboardInterrupt):
            signal.signal(signal.SIGINT, signal.SIG_IGN)


def _answer(asked: Asked, stored: StoredRun, recording: Recording) -> Envelope:
    """The result of the command, whatever happens; raises KeyboardInterrupt."""
    about = Envelope(command=asked.command, spec=asked.spec)
    try:
        result = _run(asked, recording)
        recording.keep(result)
        _certify(result, stored.folder / "certificate")
        return result.envelope()
    except (SpecError, OSError, MemoryError, RecursionError) as error:
        return replace(error_envelope(asked.command, asked.spec, error), spec=asked.spec)
    except (TypeError, ValueError) as error:
        if str(error).startswith(f"{asked.command}()"):
            return replace(about, verdict="error", kind="config", reason=str(error), exit=2)
        return _bug(about, error)
    except Exception as error:
        return _bug(about, error)


def _bug(about: Envelope, error: Exception) -> Envelope:
    traceback.print_exc()
    message = f"this is a bug in holdfast: {type(error).__name__}: {error}"
    return replace(about, verdict="error", kind="system", reason=message, exit=255)


def _run(asked: Asked, recording: Recording) -> Report:
    options = limited(asked.command, asked.spec, asked.options)
    if asked.command in _WITH_PROGRESS:
        options["progress"] = recording.progress
    if asked.command == "recheck":
        options["certificate"] = recording.store.folder / options.pop("run") / "certificate"
        return run_command(asked, None, options)
    if asked.spec.endswith(".diagram"):
        texts = {asked.spec: Path(asked.spec).read_text(encoding="utf-8")}
        recording.keep_texts(lambda: texts)
        return run_command(asked, None, options)
    spec = _load(asked)
    recording.keep_texts(lambda: spec.files.texts or {})
    return run_command(asked, spec, options)


def _load(asked: Asked) -> Specification:
    from holdfast.workbench import load

    loading = {name: asked.options[name] for name in LOADING if name in asked.options}
    return load(
        asked.spec,
        asked.search_path,
        config=asked.config,
        constants=asked.constants,
        **loading,
    )


def _certify(result: Report, folder: Path) -> None:
    """Write the certificate of what was proved, for `recheck`; not if there is no room for it."""
    from holdfast.report.inferred_result import InferResult
    from holdfast.report.proof_result import ProofResult
    from holdfast.workbench import write_certificate

    try:
        if isinstance(result, ProofResult) and result.outcome == "proved":
            write_certificate(result, folder)
        elif isinstance(result, InferResult) and result.ok and result.inferred.proof is not None:
            from holdfast.prove.certificate import write_certificate as write_proof

            write_proof(result.inferred.proof, result.question.spec, folder)
    except OSError:
        return


class _Printer:
    """Prints events; if the server is gone, the run goes on without it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream: TextIO | None = stream

    def emit(self, event: dict[str, Any]) -> None:
        if self._stream is None:
            return
        try:
            self._stream.write(json.dumps(event, ensure_ascii=False) + "\n")
            self._stream.flush()
        except OSError:
            self._stream = None


def _import_command() -> None:
    """Import what most requests need, while nobody waits."""
    for name in ("workbench", "check.check", "check.native_check", "front.tla_document",
                 "report.check_json", "report.answer", "report.itf"):  # fmt: skip
        importlib.import_module(f"holdfast.{name}")


def _log_to(path: Path) -> None:
    """Write errors, and what the spec prints, to a file: it must not mix with the events."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.close(file)


def _read_line() -> bytes:
    """The first line of standard input, and no byte more: another thread reads the next."""
    line = b""
    while not line.endswith(b"\n"):
        byte = os.read(0, 1)
        if not byte:
            break
        line += byte
    return line


def _listen() -> None:
    """Interrupt the command when the server asks for it; if the server is gone, go on."""
    while line := _read_line():
        if line.strip() == b"cancel":
            os.kill(os.getpid(), signal.SIGINT)


@contextmanager
def limited_memory(more: int) -> Iterator[None]:
    """Let this process use only so many bytes more than it does now, where that is possible."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (ImportError, OSError):
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = pages * resource.getpagesize() + more
    resource.setrlimit(resource.RLIMIT_AS, (most if soft < 0 else min(soft, most), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def limit_process(memory: bool) -> None:
    """Write no core file if generated code crashes; limit the memory to half of what there is."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory:
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (half_of_memory(), hard))


if __name__ == "__main__":
    main()
