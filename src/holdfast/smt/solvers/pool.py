"""A pool of solver processes: parallel, reused, isolated from each other.

A task is a function that makes attempts, one after the other; each runs in a thread with a
worker process. If a process ends (a crash, too much memory, a time limit that the solver does
not respect), that is the outcome of its attempt, and a new process replaces it.
"""

from __future__ import annotations

import atexit
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from typing import Generic, TypeAlias, TypeVar
from weakref import WeakSet

from holdfast import child_process
from holdfast.cancellation import SLICE, tick
from holdfast.processors import processors
from holdfast.smt.solvers import answers
from holdfast.smt.solvers.outcome import Outcome
from holdfast.smt.solvers.worker import Attempt, read_message, write_message

__all__ = ["Ask", "Attempt", "Pool", "Reply", "pool_or_new"]

GRACE = 10.0
"""Seconds that a solver may run beyond its limit before its process is ended."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The outcome of an attempt, and whether it was cached."""

    outcome: Outcome
    cached: bool = False


Result = TypeVar("Result")
Ask: TypeAlias = Callable[[Attempt], Reply]
Task: TypeAlias = Callable[[Ask], Result]


class Stopped(Exception):
    """The pool is closed while a task runs."""


@dataclass(slots=True)
class _Worker:
    """One process, started lazily unless `start` is called."""

    process: subprocess.Popen[bytes] | None = None
    late: bool = False
    closed: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def start(self) -> None:
        """Start the process."""
        self._running()

    def ask(self, attempt: Attempt) -> Outcome:
        """The outcome of an attempt, also if the process ends."""
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        self.late = False
        timer = threading.Timer(attempt.limits.seconds + GRACE, self._end_late, [process])
        timer.daemon = True
        timer.start()
        try:
            write_message(process.stdin, attempt)
            outcome = read_message(process.stdout)
            assert isinstance(outcome, Outcome)
            return outcome
        except (EOFError, OSError):
            return self._lost(process, attempt)
        finally:
            timer.cancel()

    def _running(self) -> subprocess.Popen[bytes]:
        with self.lock:
            if self.closed:
                raise Stopped
            if self.process is not None and self.process.poll() is not None:
                _close_pipes(self.process)
                self.process = None
            if self.process is None:
                self.process = _start()
            return self.process

    def _end_late(self, process: subprocess.Popen[bytes]) -> None:
        self.late = True
        process.kill()

    def _lost(self, process: subprocess.Popen[bytes], attempt: Attempt) -> Outcome:
        if self.closed:
            raise Stopped
        try:
            code = process.wait(1.0)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        _close_pipes(process)
        self.process = None
        if self.late:
            reason = f"no answer after {attempt.limits.seconds + GRACE:.0f} s"
            return Outcome("timeout", attempt.solver, attempt.limits.seconds, reason, None, ())
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return Outcome("crash", attempt.solver, 0.0, f"the solver's process ended: {how}", None, ())

    def close(self) -> None:
        """Kill the process."""
        with self.lock:
            self.closed = True
            process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.wait()
            _close_pipes(process)


_started: WeakSet[subprocess.Popen[bytes]] = WeakSet()


@atexit.register
def _end_all() -> None:
    """Kill the processes that survived the interruption of their pool."""
    for process in list(_started):
        process.kill()
        process.wait()


def _start() -> subprocess.Popen[bytes]:
    process = child_process.start("holdfast.smt.solvers.worker", leads_group=False)
    _started.add(process)
    return process


def _close_pipes(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            try:
                stream.close()
            except OSError:
                continue  # unwritten data has no reader


@dataclass(frozen=True, slots=True)
class _Done(Generic[Result]):
    index: int
    result: Result | None = None
    error: BaseException | None = None


class Pool:
    """A number of workers; use it as a context, so that its processes end with it.

    Results are cached if it may `remember` them, or in a folder that it has `shared` with others.
    """

    def __init__(
        self, workers: int | None = None, remember: bool = True, shared: Path | None = None
    ) -> None:
        self.size = max(1, workers or processors())
        self.remember = remember
        self.shared = shared
        self.workers: list[_Worker] = []
        self.idle: list[_Worker] = []
        self.lock = threading.Lock()

    def start(self) -> None:
        """Start all processes, so that they load a solver before there is something to solve."""
        with self.lock:
            new = [_Worker() for _ in range(self.size - len(self.workers))]
            for worker in new:
                worker.start()
            self.workers += new
            self.idle += new

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Kill every process; running tasks are abandoned, later ones start new processes."""
        with self.lock:
            workers, self.workers, self.idle = self.workers, [], []
        for worker in workers:
            worker.close()
        if self.remember and workers:
            answers.trim()

    def ask(self, attempt: Attempt) -> Reply:
        """One attempt."""
        task: Task[Reply] = lambda ask: ask(attempt)  # noqa: E731  # for its type
        [(_, reply)] = self.run([task])
        return reply

    def run(self, tasks: Iterable[Task[Result]]) -> Iterator[tuple[int, Result]]:
        """The tasks' results as they complete, each with its index; tasks are consumed lazily."""
        todo: Queue[tuple[int, Task[Result]] | None] = Queue(self.size)
        done: Queue[_Done[Result]] = Queue()
        threads: list[threading.Thread] = []
        waiting = 0
        try:
            for index, task in enumerate(tasks):
                if len(threads) < self.size:
                    threads.append(self._thread(todo, done))
                while todo.full():
                    yield _result(_next(done))
                    waiting -= 1
                todo.put((index, task))
                waiting += 1
                while (ready := _ready(done)) is not None:
                    yield _result(ready)
                    waiting -= 1
            for _ in range(waiting):
                yield _result(_next(done))
        except BaseException:
            self.close()
            raise
        finally:
            _dismiss(todo, len(threads))
        for thread in threads:
            thread.join()  # so that the next attempt finds an idle worker

    def _thread(
        self,
        todo: Queue[tuple[int, Task[Result]] | None],
        done: Queue[_Done[Result]],
    ) -> threading.Thread:
        def work() -> None:
            worker = self._take()
            try:
                while (item := todo.get()) is not None:
                    index, task = item
                    done.put(_run(index, task, lambda attempt: self._reply(worker, attempt)))
            finally:
                with self.lock:
                    if not worker.closed:
                        self.idle.append(worker)

        # A daemon: an interrupted process must not wait for it.
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        return thread

    def _take(self) -> _Worker:
        with self.lock:
            if self.idle:
                return self.idle.pop()
            worker = _Worker()
            self.workers.append(worker)
            return worker

    def _reply(self, worker: _Worker, attempt: Attempt) -> Reply:
        where = None if self.remember else self.shared
        if attempt.model or not (self.remember or where):
            return Reply(worker.ask(attempt))
        key = answers.key_of(
            attempt.text,
            answers.version_of(attempt.solver),
            attempt.strategy + (" core" if attempt.core else ""),
            attempt.limits,
            dict(attempt.sizes),
        )
        known = answers.find(key, where)
        if known is not None:
            return Reply(known, cached=where is None)
        outcome = worker.ask(attempt)
        answers.keep(key, outcome, where)
        return Reply(outcome)


@contextmanager
def pool_or_new(pool: Pool | None, workers: int | None, remember: bool) -> Iterator[Pool]:
    """The given pool, which remains open, or a new one."""
    if pool is not None:
        yield pool
        return
    with Pool(workers, remember) as new:
        yield new


def _run(index: int, task: Task[Result], ask: Ask) -> _Done[Result]:
    try:
        return _Done(index, task(ask))
    except BaseException as error:
        return _Done(index, error=error)


def _dismiss(todo: Queue[tuple[int, Task[Result]] | None], threads: int) -> None:
    """Let threads end after their current task; pending tasks are dropped."""
    while True:
        try:
            todo.get_nowait()
        except Empty:
            break
    for _ in range(threads):
        todo.put(None)


def _next(done: Queue[_Done[Result]]) -> _Done[Result]:
    """The next result; raises if the run is cancelled meanwhile."""
    while True:
        try:
            return done.get(timeout=SLICE)
        except Empty:
            tick()


def _ready(done: Queue[_Done[Result]]) -> _Done[Result] | None:
    try:
        return done.get_nowait()
    except Empty:
        return None


def _result(done: _Done[Result]) -> tuple[int, Result]:
    if done.error is not None:
        raise done.error
    return done.index, done.result  # type: ignore[return-value]  # there is one if nothing was raised
