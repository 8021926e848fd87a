"""The worker process of the pool: reads attempts, writes outcomes.

It is a separate process, so that a solver that crashes or exhausts memory affects nothing else,
and it is reused, so that the solver is imported once.
"""

from __future__ import annotations

import contextlib
import pickle
import signal
import sys
from dataclasses import dataclass
from typing import IO

from holdfast.child_process import take_output
from holdfast.smt.solvers.outcome import Limits, Outcome
from holdfast.smt.solvers.solve import solve

_LENGTH = 8
_HEADROOM_MB = 2048


@dataclass(frozen=True, slots=True)
class Attempt:
    """One query to one solver: the arguments of `solve`."""

    text: str
    solver: str
    limits: Limits
    strategy: str = "auto"
    model: bool = False
    core: bool = False
    sizes: tuple[tuple[str, int], ...] = ()


def write_message(stream: IO[bytes], message: object) -> None:
    """Write one object, with its length before it."""
    data = pickle.dumps(message)
    stream.write(len(data).to_bytes(_LENGTH, "little") + data)
    stream.flush()


def read_message(stream: IO[bytes]) -> object:
    """Read one object; EOFError if the other side has closed."""
    head = stream.read(_LENGTH)
    data = stream.read(int.from_bytes(head, "little")) if len(head) == _LENGTH else b""
    if not data:
        raise EOFError
    return pickle.loads(data)


def answer(attempt: Attempt) -> Outcome:
    """Run the solver; an exception becomes the outcome of this attempt."""
    try:
        return solve(
            attempt.text,
            attempt.solver,
            attempt.limits,
            strategy=attempt.strategy,
            model=attempt.model,
            core=attempt.core,
            sizes=dict(attempt.sizes) or None,
        )
    except MemoryError:
        return Outcome("memory", attempt.solver, 0.0, "out of memory", None, ())
    except Exception as error:
        return Outcome("crash", attempt.solver, 0.0, f"{type(error).__name__}: {error}", None, ())


def serve(attempts: IO[bytes], outcomes: IO[bytes]) -> None:
    """Run attempts until there are no more."""
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            attempt = read_message(attempts)
            assert isinstance(attempt, Attempt)
            _limit_memory(attempt.limits.memory_mb)
            write_message(outcomes, answer(attempt))


def _limit_memory(megabytes: int) -> None:
    """A safety net besides the solver's own limit: larger allocations fail."""
    if sys.platform == "win32":
        return
    import resource

    most = (megabytes + _HEADROOM_MB) << 20
    with contextlib.suppress(OSError, ValueError):
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (allowed, hard))


def main() -> None:
    """Serve the process that started this one, on standard input and output."""
    # Ctrl-C reaches every process of the terminal; this one ends with its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    outcomes = take_output()  # that of a solver must not mix with the outcomes
    with contextlib.suppress(ImportError, OSError):
        import z3  # type: ignore[import-untyped]  # noqa: F401  # while there is nothing to do
    serve(sys.stdin.buffer, outcomes)
