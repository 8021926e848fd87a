"""Check unproved lemmas on the configured instance before they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from holdfast.check.check import check
from holdfast.check.engine import SearchOptions
from holdfast.infer.result import Conjunct
from holdfast.infer.search.gates import asked_about
from holdfast.ir.system import Property, System
from holdfast.limits import Limits
from holdfast.verdict import Failed, Violated


def unrefuted(
    system: System, conjuncts: Sequence[Conjunct], most: int, seconds: float
) -> tuple[Conjunct, ...]:
    """The property, and the lemmas that hold in all explored states."""
    goal, *lemmas = conjuncts
    if not lemmas:
        return (goal,)
    questions = tuple(Property(c.name, c.expr) for c in lemmas)
    asked = replace(asked_about(system, questions), symmetry=None, view=None)
    answer = check(
        asked, SearchOptions(limits=Limits(seconds=seconds, states=most), keep_going=True)
    )
    if isinstance(answer.verdict, Failed):
        return (goal,)  # one of them cannot be evaluated in some state
    found = (answer.verdict, *answer.more_violations)
    false = {v.property for v in found if isinstance(v, Violated)}
    return (goal, *(c for c in lemmas if c.name not in false))
