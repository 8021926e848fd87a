"""Terms as SMT-LIB 2 text, deterministic and readable.

Bound variables are named by their sort and depth. Large terms that occur more than once are
written once, with `let`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from holdfast.smt.terms.logic import not_
from holdfast.smt.terms.nodes import (
    Constant,
    Head,
    Quantifier,
    Sort,
    Symbol,
    Term,
    Variable,
    subterms,
)


@dataclass(frozen=True, slots=True)
class Query:
    """The query whether labelled assumptions imply a goal."""

    name: str
    assumptions: tuple[tuple[str, Term], ...]
    goal: Term


def to_smtlib(query: Query, *, comments: Sequence[str] = ()) -> str:
    """The query as text: unsatisfiable if and only if the assumptions imply the goal."""
    denied = not_(query.goal)
    formulas = [formula for _, formula in query.assumptions]
    rows = [*_comment(query.name), *(row for c in comments for row in _comment(c))]
    rows += ["(set-logic ALL)", *declarations((*formulas, denied))]
    for i, (label, formula) in enumerate(query.assumptions):
        rows += [*_comment(label), f"(assert (! {show(formula)} :named a{i}))"]
    rows += [*_comment("the goal, denied"), f"(assert (! {show(denied)} :named goal))"]
    return "\n".join([*rows, "(check-sat)", ""])


def declarations(formulas: Iterable[Term]) -> tuple[str, ...]:
    """One line for each sort and each symbol that occurs."""
    every = list(subterms(*formulas))
    used = dict.fromkeys(t.shape for t in every if isinstance(t.shape, Symbol))
    sorts = dict.fromkeys(s for symbol in used for s in (*symbol.args, symbol.result))
    sorts |= dict.fromkeys(t.sort for t in every)
    rows = [f"(declare-sort {spell(s.name)} 0)" for s in sorts if not s.given]
    rows += [
        f"(declare-fun {spell(f.name)} ({' '.join(map(_sort, f.args))}) {_sort(f.result)})"
        for f in used
    ]
    return tuple(rows)


def _comment(text: str) -> list[str]:
    return [f"; {row}".rstrip() for row in text.splitlines()]


# ---- names ----

_RESERVED = frozenset(
    "Bool Int Real String Array BitVec Seq RegLan RoundingMode true false not and or xor ite let"
    " forall exists match par as _ ! = distinct is mod div abs select store implies iff if"
    " BINARY DECIMAL HEXADECIMAL NUMERAL STRING goal".split()
)
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$@!")


@lru_cache(maxsize=65_536)
def spell(name: str) -> str:
    """A name as a symbol of SMT-LIB; different names are different symbols."""
    return f"|{mangle(name)}|" if not _is_plain(mangle(name)) else mangle(name)


@lru_cache(maxsize=65_536)
def mangle(name: str) -> str:
    """A name without characters that cannot be quoted, distinct from reserved words."""
    text = "".join(_safe(c) for c in name)
    taken = text in _RESERVED or not text or (text[0] == "a" and text[1:].isdigit())
    return f"{text}%" if taken else text


def _safe(c: str) -> str:
    return c if c.isascii() and c.isprintable() and c not in "|\\%" else f"%{ord(c):x};"


def _is_plain(text: str) -> bool:
    return _PLAIN.issuperset(text) and not text[0].isdigit() and text[0] not in "@."


def _sort(sort: Sort) -> str:
    return sort.name if sort.given else spell(sort.name)


# ---- terms ----

_LET_FROM = 400
"""The minimal length of a repeated term's text for a `let`."""


def show(t: Term) -> str:
    """A term as text, on one line."""
    return _Printer(t).text(t)


class _Printer:
    """Texts of terms, memoised; `shared` are those that a `let` around a scope names."""

    def __init__(self, root: Term) -> None:
        self.texts: dict[Term, str] = {}
        self.every = list(subterms(root))
        self.uses = Counter(a for t in self.every for a in t.args)
        self.count = 0

    def text(self, root: Term) -> str:
        """The text of the root, with a `let` for each large closed term that is repeated."""
        rows = []
        for t in self.every:
            text = self._plain(t)
            if self.uses[t] > 1 and len(text) > _LET_FROM and not t.free and t is not root:
                rows.append((f"?{self.count}", text))
                text = f"?{self.count}"
                self.count += 1
            self.texts[t] = text
        body = self.texts[root]
        for name, text in reversed(rows):
            body = f"(let (({name} {text})) {body})"
        return body

    def _plain(self, t: Term) -> str:
        args = [self.texts[a] for a in t.args]
        match t.shape:
            case Constant(value):
                return _constant(value)
            case Variable(name, sort, index):
                return spell(f"{sort.name}_{index}" if index else f"{name}?{sort.name}")
            case Symbol(name):
                return f"({' '.join([spell(name), *args])})" if args else spell(name)
            case Head.OR if any(a.shape is Head.NOT for a in t.args):
                return self._implication(t)
            case Head() as head:
                return f"({' '.join([head.value.strip(), *args])})"
            case Quantifier():
                return self._quantified(t.shape, args[0])
            case _:
                assert_never(t.shape)

    def _implication(self, t: Term) -> str:
        """A disjunction with negated parts as an implication, which is easier to read."""
        given = [self.texts[a.args[0]] for a in t.args if a.shape is Head.NOT]
        left = [self.texts[a] for a in t.args if a.shape is not Head.NOT]
        test = _joined("and", given)
        if not left:
            return f"(not {test})"
        return f"(=> {test} {_joined('or', left)})"

    def _quantified(self, shape: Quantifier, body: str) -> str:
        bound = " ".join(f"({self._plain(v)} {_sort(v.sort)})" for v in shape.variables)
        groups = "".join(
            f" :pattern ({' '.join(self.texts[p] for p in g)})" for g in shape.patterns
        )
        word = "forall" if shape.universal else "exists"
        return f"({word} ({bound}) (! {body}{groups}))" if groups else f"({word} ({bound}) {body})"


def _joined(word: str, texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else f"({word} {' '.join(texts)})"


def _constant(value: bool | int | Fraction) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return _signed(str(abs(value)), value)
        case Fraction(numerator=top, denominator=1):
            return _signed(f"{abs(top)}.0", value)
        case Fraction(numerator=top, denominator=bottom):
            return _signed(f"(/ {abs(top)}.0 {bottom}.0)", value)
        case _:
            assert_never(value)


def _signed(size: str, value: int | Fraction) -> str:
    return size if value >= 0 else f"(- {size})"
