"""What some operators need besides their arguments: registers, output, permissions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from holdfast.interp.errors import EvalError
from holdfast.ir.construct import record_of, set_of
from holdfast.ir.system import StoreSite
from holdfast.ir.values import Value


@dataclass(frozen=True, slots=True)
class Permissions:
    """What a spec may do outside the model."""

    files: bool = False
    environment: bool = False
    commands: bool = False


ALLOW_ALL = Permissions(files=True, environment=True, commands=True)


def _print_line(line: str) -> None:
    import sys

    sys.stdout.write(line + "\n")


def _no_value(name: str) -> Value | None:
    return None


def _say_nothing(message: str) -> None:
    return None


_NO_COUNTEREXAMPLE = record_of({"state": set_of(()), "action": set_of(())})


@dataclass(slots=True)
class Context:
    """The surroundings of an evaluation.

    `figure` gives the statistics of the run for TLCGet ("level", "distinct" ...), `definition` the
    value of a definition by its name, `trace` the states so far; None is "not known".
    `counterexample` is that of the run, without states if there is none. `stopped` is set by
    TLCSet("exit", TRUE); `composed` counts the states between the two halves of `A \\cdot B`.
    `broken` are the numbers of assertions that are false on the current path through an action,
    `violated` those that were, by the index of the successor. `truncated` has the least number that
    did not fit where it was stored.
    """

    output: Callable[[str], None] = _print_line
    warn: Callable[[str], None] = _say_nothing
    figure: Callable[[str], Value | None] = _no_value
    definition: Callable[[str], Value | None] = _no_value
    trace: Callable[[], Value | None] = lambda: None
    counterexample: Callable[[], Value] = lambda: _NO_COUNTEREXAMPLE
    permissions: Permissions = Permissions()
    random: Random = field(default_factory=lambda: Random(0))
    registers: dict[Value, Value] = field(default_factory=dict)
    started: float = field(default_factory=time.monotonic)
    stopped: bool = False
    composed: int = 0
    broken: list[int] = field(default_factory=list)
    violated: dict[int, tuple[int, ...]] = field(default_factory=dict)
    truncated: dict[StoreSite, int] = field(default_factory=dict)

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Repeat an evaluation without its effects: nothing is printed, no register changes."""
        output, registers = self.output, dict(self.registers)
        self.output = _say_nothing
        try:
            yield
        finally:
            self.output, self.registers = output, registers

    def need_files(self, operator: str) -> None:
        """Raise unless the spec may read and write files."""
        if not self.permissions.files:
            raise _not_allowed(operator, "use files")

    def need_environment(self, operator: str) -> None:
        """Raise unless the spec may read the environment."""
        if not self.permissions.environment:
            raise _not_allowed(operator, "read the environment")

    def need_commands(self, operator: str) -> None:
        """Raise unless the spec may run commands."""
        if not self.permissions.commands:
            raise _not_allowed(operator, "run commands")


def _not_allowed(operator: str, deed: str) -> EvalError:
    return EvalError(
        "eval-io-not-allowed",
        f"{operator} would {deed}, which this spec may not do",
        "`--allow-io` allows it, for specs that you trust",
    )
