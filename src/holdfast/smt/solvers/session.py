"""An incremental z3 for the many small queries of inference."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from holdfast.cancellation import Cancelled, stopped_by, uninterrupted
from holdfast.smt.solvers.model import Signature
from holdfast.smt.solvers.outcome import Limits, Outcome, bare, declared_functions
from holdfast.smt.solvers.z3_solver import (
    Z3_STRATEGIES,
    check_with_limits,
    read_z3_model,
    z3_version,
)
from holdfast.smt.terms.smtlib import mangle, spell


class Session:
    """One z3 context that keeps declarations and assertions between checks.

    Texts are SMT-LIB 2: declarations and assertions over what was declared before. An assertion
    added `under` a literal holds only in the checks that assume the literal. Once it is
    interrupted, every use of it raises Cancelled.
    """

    def __init__(self, text: str, *, limits: Limits | None = None, strategy: str = "auto") -> None:
        import z3  # type: ignore[import-untyped]

        self._limits = limits or Limits()
        with uninterrupted():
            self._context = z3.Context()
            self._parser = z3.ParserContext(self._context)
            self._solver = z3.SimpleSolver(ctx=self._context)
            for key, value in Z3_STRATEGIES[strategy].items():
                self._solver.set(key, value)
        self._signatures: dict[str, Signature] = {}
        self._read: dict[str, Signature] = {}
        """The symbols of models: all except the literals that enable assertions."""
        self._literals: dict[str, Any] = {}
        self._interrupted = False
        self.add(text)

    def add(self, text: str, under: str | None = None) -> None:
        """Add declarations and assertions; they last until the `pop` of an earlier `push`."""
        import z3

        declared = declared_functions(text)
        self._signatures.update(declared)
        self._read.update(declared)
        with self._work():
            literal = None if under is None else self._literal(under)
            for formula in self._parser.from_string(text):
                self._solver.add(formula if literal is None else z3.Implies(literal, formula))

    def interrupt(self) -> None:
        """Stop a running check, and end the session; may be called from any thread."""
        self._interrupted = True
        self._context.interrupt()

    @contextmanager
    def _work(self) -> Iterator[None]:
        """Run z3; after an interruption, any later call may fail.

        An exception in the middle of z3's own Python code, between a term and the count of its
        references, would crash the process later. So z3 is only stopped by `interrupt`.
        """
        import z3

        if self._interrupted:
            raise Cancelled
        try:
            with uninterrupted(), stopped_by(self.interrupt):
                yield
        except z3.Z3Exception:
            if not self._interrupted:
                raise
        if self._interrupted:
            raise Cancelled  # the result of an interrupted z3 is not valid

    def push(self) -> None:
        """Save the assertions."""
        with self._work():
            self._solver.push()

    def pop(self) -> None:
        """Remove the assertions since the last `push`; declarations remain."""
        with self._work():
            self._solver.pop()

    def check(
        self,
        assuming: Sequence[str] = (),
        *,
        refuting: Sequence[str] = (),
        model: bool = False,
        unread: str | None = None,
        limits: Limits | None = None,
    ) -> Outcome:
        """Check the assertions, with literals assumed to be true, others to be false.

        If they are unsatisfiable, `core` names the literals that this needed. Symbols whose names
        begin with `unread` are not read from a model.
        """
        import z3

        start = time.perf_counter()
        found = None
        core: tuple[str, ...] = ()
        with self._work():
            literals = [self._literal(name) for name in assuming]
            literals += [z3.Not(self._literal(name)) for name in refuting]
            ended = check_with_limits(self._solver, limits or self._limits, *literals)
            if ended.status == "sat" and model:
                found = read_z3_model(self._solver, self._read, unread)
            if ended.status == "unsat":
                core = tuple(_name_of(c) for c in self._solver.unsat_core())
        seconds = time.perf_counter() - start
        status, reason, limit = ended
        return Outcome(status, z3_version(), seconds, reason, found, core, limit)

    def _literal(self, name: str) -> Any:
        """The Boolean constant of this name, declared if it is new."""
        import z3

        literal = self._literals.get(name)
        if literal is None:
            literal = self._literals[name] = z3.Bool(mangle(name), self._context)
            if name not in self._signatures:
                self._parser.from_string(f"(declare-fun {spell(name)} () Bool)")
                self._signatures[name] = Signature((), "Bool")
        return literal


def _name_of(literal: Any) -> str:
    """The constant of a literal, whether it is negated or not."""
    import z3

    return bare((literal.arg(0) if z3.is_not(literal) else literal).decl().name())
