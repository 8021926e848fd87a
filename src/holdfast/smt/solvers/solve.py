"""The interface to the solvers: SMT-LIB 2 text in, an `Outcome` out; z3 and cvc5 in-process.

A missing solver, a limit that was reached, a solver that fails: each is a status, never an
exception. Resource limits make results reproducible; the time limit is a safety net.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from holdfast.smt.solvers.cvc5_solver import CVC5_STRATEGIES, cvc5_version, solve_with_cvc5
from holdfast.smt.solvers.model import Model, UnreadableModel
from holdfast.smt.solvers.outcome import Limits, Outcome, Question, Status, bound_sizes
from holdfast.smt.solvers.session import Session
from holdfast.smt.solvers.z3_solver import Z3_STRATEGIES, solve_with_z3, z3_version

__all__ = [
    "SOLVERS",
    "STRATEGIES",
    "Limits",
    "Model",
    "Outcome",
    "Session",
    "Status",
    "UnreadableModel",
    "solve",
    "version_of",
]

SOLVERS: tuple[str, ...] = ("z3", "cvc5")

STRATEGIES: Mapping[str, tuple[str, ...]] = {
    "z3": tuple(Z3_STRATEGIES),
    "cvc5": tuple(CVC5_STRATEGIES),
}
"""The strategies of each solver; `auto` is the first."""

_RUN: Mapping[str, Callable[[Question], Outcome]] = {
    "z3": solve_with_z3,
    "cvc5": solve_with_cvc5,
}
_PACKAGES = {"z3": "z3-solver", "cvc5": "cvc5"}


def version_of(solver: str) -> str:
    """The name and version of a solver; only its name if it is not installed."""
    try:
        return z3_version() if solver == "z3" else cvc5_version()
    except (ImportError, OSError):
        return solver


def solve(  # noqa: PLR0913
    text: str,
    solver: str,
    limits: Limits,
    *,
    strategy: str = "auto",
    model: bool = False,
    core: bool = False,
    sizes: Mapping[str, int] | None = None,
) -> Outcome:
    """Solve a text that ends with `(check-sat)`."""
    assert solver in SOLVERS, solver
    names = STRATEGIES[solver]
    chosen = names[0] if strategy == "auto" else strategy
    assert chosen in names, f"{solver} has no strategy {strategy}"
    if sizes:
        head, mark, _ = text.rpartition("(check-sat)")
        text = (head if mark else text) + bound_sizes(text, sizes) + "\n(check-sat)\n"
    start = time.perf_counter()
    try:
        outcome = _RUN[solver](Question(text, chosen, limits, model, core))
    except (ImportError, OSError) as error:
        package = _PACKAGES[solver]
        reason = f"{solver} cannot be loaded ({error}); the package `{package}` provides it"
        outcome = Outcome("missing", solver, reason=reason)
    except MemoryError:
        outcome = Outcome("memory", version_of(solver), reason="out of memory")
    return replace(outcome, seconds=time.perf_counter() - start)
