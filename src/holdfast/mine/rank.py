"""The order in which relations are reported: the most telling first."""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.mine.relation import Relation

_FORMS = ("template", "sum", "order", "implication", "difference", "congruence", "bound")
_AT = ("template", "bound", "implication", "order", "difference", "sum", "congruence")
_RELATIONS = {"=": 0, "<=>": 0, "<": 1, ">": 1, "=>": 1, "#": 3}


def rank(relations: Iterable[Relation]) -> tuple[Relation, ...]:
    """Relations of several variables before those of one, equalities before inequalities."""
    return tuple(sorted(relations, key=_key))


def _key(r: Relation) -> tuple[object, ...]:
    return (
        bool(r.at),
        len(r.variables) < 2 and r.form != "sum" and not r.at,
        bool(r.at) and r.rel != "=",
        (_AT if r.at else _FORMS).index(r.form),
        bool(r.absent),
        not r.names,
        _RELATIONS.get(r.rel, 2),
        r.terms,
    )
