"""Runs the models of a suite in processes of their own, several at a time."""

from __future__ import annotations

import json
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import IO, TypeAlias

from holdfast.cancellation import SLICE
from holdfast.child_process import kill_group, start
from holdfast.processors import processors
from holdfast.suite.expectation import Observed
from holdfast.suite.model import SuiteModel
from holdfast.suite.result import ModelResult, crashed, judged, not_run

GRACE = 10.0
"""Seconds that a model may run beyond its time limit before its process is killed."""
_SHOWN = 300
"""How many characters of a process's last message are shown."""

SuiteProgress: TypeAlias = Callable[[ModelResult, int, int], None]
"""Called for each model that is done, with the number of those done and of all."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of each model; its own time limit takes precedence."""

    seconds: float | None = None
    memory: int | None = None
    allow_io: bool = False


def run_suite(
    models: Sequence[SuiteModel],
    jobs: int | None = None,
    options: RunOptions | None = None,
    progress: SuiteProgress | None = None,
) -> tuple[list[ModelResult], bool]:
    """The results in the order of the models, and whether Ctrl-C ended the run early."""
    todo = [index for index, model in enumerate(models) if model.status is None]
    jobs = max(1, min(jobs or processors(), len(todo)))
    run = _Run(options or RunOptions(), workers=max(1, processors() // jobs))
    done: dict[int, ModelResult] = {}
    interrupted = False
    pending: dict[Future[ModelResult], int] = {}
    with ThreadPoolExecutor(jobs) as pool:
        try:
            pending.update((pool.submit(run.test, models[index]), index) for index in todo)
            while len(done) < len(todo):
                for future in _finished(pending):
                    tested = done[pending.pop(future)] = future.result()
                    if progress is not None:
                        progress(tested, len(done), len(todo))
        except KeyboardInterrupt:
            interrupted = True
        finally:
            # On any other exception as well, because the pool waits for its threads.
            if pending:
                run.stop()
                pool.shutdown(wait=False, cancel_futures=True)
    return [done.get(i) or not_run(model) for i, model in enumerate(models)], interrupted


def _finished(pending: dict[Future[ModelResult], int]) -> list[Future[ModelResult]]:
    # With a limit, because Windows does not interrupt a wait without one.
    return list(wait(pending, SLICE, FIRST_COMPLETED).done)


@dataclass(slots=True)
class _Run:
    """The processes of a run."""

    options: RunOptions
    workers: int
    processes: set[subprocess.Popen[bytes]] = field(default_factory=set)
    stopped: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def test(self, model: SuiteModel) -> ModelResult:
        """Run a model, and compare its result with its expectation."""
        try:
            with tempfile.TemporaryFile() as messages:
                process = self._start(messages)
                if process is None:
                    return not_run(model)
                seconds = model.seconds or self.options.seconds
                with self._killed_after(process, seconds) as late:
                    text = _talk(process, self._request(model, seconds))
                if self.stopped and process.returncode != 0:
                    return not_run(model)
                if process.returncode == 0 and text:
                    return judged(model, Observed(**json.loads(text)))
                if late.is_set():
                    return crashed(model, f"no result {GRACE:.0f} s after the time limit")
                return crashed(model, _how_it_ended(process.returncode, messages))
        except OSError as error:  # such as too many processes
            return crashed(model, str(error))

    @contextmanager
    def _killed_after(
        self, process: subprocess.Popen[bytes], seconds: float | None
    ) -> Iterator[threading.Event]:
        """Kill the process after its time limit; the event tells that this has happened."""
        late = threading.Event()

        def kill() -> None:
            late.set()
            kill_group(process)

        timer = None if seconds is None else threading.Timer(seconds + GRACE, kill)
        try:
            if timer is not None:
                timer.start()
            yield late
        finally:
            if timer is not None:
                timer.cancel()
            with self.lock:
                self.processes.discard(process)

    def stop(self) -> None:
        """Kill all processes, and start no more."""
        with self.lock:
            self.stopped = True
            for process in self.processes:
                kill_group(process)

    def _start(self, messages: IO[bytes]) -> subprocess.Popen[bytes] | None:
        with self.lock:
            if self.stopped:
                return None
            module = "holdfast.workbench.suite_process"
            process = start(module, leads_group=True, messages=messages)
            self.processes.add(process)
        return process

    def _request(self, model: SuiteModel, seconds: float | None) -> dict[str, object]:
        """What the process reads: the spec, and the keywords of `load`, and of what it runs."""
        loading: dict[str, object] = {
            "search_path": [str(path) for path in model.search_path],
            "config": None if model.config is None else str(model.config),
            "constants": model.constants,
        }
        if model.automaton is not None:
            loading["automaton"] = model.automaton
        request: dict[str, object] = {"spec": str(model.spec), "loading": loading}
        if model.prove:
            proving = {"all_sizes": True, "invariants": model.invariants, "seconds": seconds}
            return request | {"command": "prove", "options": proving}
        return request | {"command": "check", "options": self._check_options(model, seconds)}

    def _check_options(self, model: SuiteModel, seconds: float | None) -> dict[str, object]:
        options: dict[str, object] = {
            "invariants": model.invariants,
            "properties": model.properties,
            "seconds": seconds,
            "memory": self.options.memory,
            "allow_io": self.options.allow_io,
            "workers": self.workers,
        }
        if model.deadlock is not None:
            options["deadlock"] = model.deadlock
        return options


def _talk(process: subprocess.Popen[bytes], request: dict[str, object]) -> bytes:
    """Send the request and read the result; the input stays open, it ends the process."""
    assert process.stdin is not None
    assert process.stdout is not None
    text = b""
    # Of a process that has ended, closing the input fails again: what it did not read is kept.
    with suppress(BrokenPipeError), process.stdin, process.stdout:
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        text = process.stdout.read()
        process.wait()
    process.wait()
    return text


def _how_it_ended(code: int, messages: IO[bytes]) -> str:
    messages.seek(0)
    said = messages.read().decode("utf-8", "replace").strip()
    last = f": {said.splitlines()[-1][:_SHOWN]}" if said else ""
    if code < 0:
        return f"the process ended with signal {-code} ({_signal_name(-code)}){last}"
    return f"the process ended with exit code {code}{last}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"
