"""The parts of a property that are about safety, where checkers take no notice of fairness."""

from __future__ import annotations

from collections.abc import Iterator

from tests.liveness.formula import (
    Always,
    And,
    Eventually,
    Formula,
    Next,
    Not,
    Now,
    Or,
    Step,
    Until,
)


def safety_parts(formula: Formula) -> Iterator[Formula]:
    """The conjuncts of the forms `P`, `[]P` and `[][A]_v`."""
    match formula:
        case And(parts):
            for part in parts:
                yield from safety_parts(part)
        case Always(body) if _plain(body):
            yield formula
        case _:
            if _plain(formula):
                yield formula


def _plain(formula: Formula) -> bool:
    """Whether there is no temporal operator."""
    match formula:
        case Now() | Step():
            return True
        case Not(body):
            return _plain(body)
        case And(parts) | Or(parts):
            return all(map(_plain, parts))
        case Always() | Eventually() | Until() | Next():
            return False
