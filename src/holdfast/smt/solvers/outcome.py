"""Queries to a solver and their outcomes, and the declarations in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from holdfast.smt.solvers.model import Model, Signature
from holdfast.smt.terms.nodes import LENGTH_OF
from holdfast.smt.terms.smtlib import spell

Status: TypeAlias = Literal["unsat", "sat", "unknown", "timeout", "memory", "crash", "missing"]
Limit: TypeAlias = Literal["time", "resources"]
"""The limit that a timeout reached; resource limits are reproducible."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a solver; `rlimit` counts its own steps, so that results are reproducible."""

    rlimit: int = 50_000_000
    memory_mb: int = 2_000
    seconds: float = 300.0


class Ended(NamedTuple):
    """How a check ended and, if the solver gave up, why; `limit` is the one of a timeout."""

    status: Status
    reason: str = ""
    limit: Limit | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A solver's result: `solver` is its name and version, `core` the assumptions it used."""

    status: Status
    solver: str
    seconds: float = 0.0
    reason: str = ""
    model: Model | None = None
    core: tuple[str, ...] = ()
    limit: Limit | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """How a text is to be solved."""

    text: str
    strategy: str
    limits: Limits
    model: bool
    core: bool


_WORD = r"(\|[^|]*\||[^\s()|;]+)"
_DECLARATION = re.compile(
    rf"\(declare-(?:fun {_WORD} \(((?:{_WORD}|\s)*)\)|const {_WORD}) {_WORD}\)"
)
_SORT = re.compile(rf"\(declare-sort {_WORD} 0\)")
_WORDS = re.compile(_WORD)
_ESCAPE = re.compile(r"%(?:([0-9a-f]+);)?")
_COMMENT = re.compile(r"^\s*;.*$", re.MULTILINE)


def bare(name: str) -> str:
    """A name before `smtlib.spell` quoted it."""
    text = name[1:-1] if name.startswith("|") else name
    if "%" not in text:
        return text
    return _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else "", text)


def declared_functions(text: str) -> Mapping[str, Signature]:
    """The functions and constants that a text declares."""
    found: dict[str, Signature] = {}
    for match in _DECLARATION.finditer(_COMMENT.sub("", text)):
        function, args, _, constant, result = match.groups()
        sorts = tuple(bare(w) for w in _WORDS.findall(args or ""))
        found[bare(function or constant)] = Signature(sorts, bare(result))
    return found


def declared_sorts(text: str) -> tuple[str, ...]:
    """The uninterpreted sorts that a text declares."""
    return tuple(bare(name) for name in _SORT.findall(_COMMENT.sub("", text)))


LENGTHS = "lengths of sequences"
"""What has a size besides sorts; no sort has this name."""


def sized_parts(text: str) -> tuple[str, ...]:
    """What small models limit: the declared sorts, and the lengths of sequences."""
    lengths = any(name.startswith(LENGTH_OF) for name in declared_functions(text))
    return (*declared_sorts(text), *((LENGTHS,) if lengths else ()))


def bound_sizes(text: str, sizes: Mapping[str, int]) -> str:
    """Axioms that limit each sort to a number of elements, and sequences to a length."""
    lines: list[str] = []
    for sort, size in sizes.items():
        if sort == LENGTHS:
            lines += _bound_lengths(text, size)
            continue
        names = [spell(f"{sort} element {i}") for i in range(1, size + 1)]
        name = spell(sort)
        lines += [f"(declare-fun {n} () {name})" for n in names]
        equal = " ".join(f"(= x {n})" for n in names)
        lines.append(f"(assert (forall ((x {name})) (or {equal} false)))")
    return "\n".join(lines)


def _bound_lengths(text: str, most: int) -> Iterator[str]:
    for match in _DECLARATION.finditer(_COMMENT.sub("", text)):
        name, args = match[1] or "", _WORDS.findall(match[2] or "")
        if bare(name).startswith(LENGTH_OF):
            places = [f"x{i}" for i in range(len(args))]
            short = f"(<= ({name} {' '.join(places)}) {most})" if args else f"(<= {name} {most})"
            bound = " ".join(f"({x} {sort})" for x, sort in zip(places, args, strict=True))
            yield f"(assert (forall ({bound}) {short}))" if args else f"(assert {short})"
