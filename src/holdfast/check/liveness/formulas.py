"""Temporal formulas in negation normal form, over atoms about states and steps.

The functions `conjunction`, `disjunction`, `always` and `eventually` simplify. In particular they
move formulas that only depend on what happens infinitely often, such as `[]<>P`, out of other
temporal operators, so that these become acceptance conditions and need no tableau:

    [](P => <>[]Q)   is   []~P \\/ <>[]Q
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from holdfast.ir import expr as ir
from holdfast.ir.values import Value


@dataclass(frozen=True, slots=True)
class Atom:
    """A formula about one state or one step, for some values of the names bound around it.

    `still` is the value of a formula about steps in a step that changes nothing. Where `guard`
    is false, a formula about steps is false, too.
    """

    expr: ir.Expr
    names: tuple[str, ...] = ()
    values: tuple[Value, ...] = ()
    step: bool = False
    still: bool = False
    guard: Atom | None = None
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # An expression may be large, and atoms are looked up often.
        object.__setattr__(self, "_hash", hash((self.expr, self.names, self.values)))

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True, slots=True)
class Constant:
    """TRUE or FALSE."""

    value: bool


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom or its negation."""

    atom: Atom
    positive: bool = True


@dataclass(frozen=True, slots=True)
class And:
    """All of them, at least two."""

    items: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Some of them, at least two."""

    items: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Always:
    """`[]F`."""

    body: Formula


@dataclass(frozen=True, slots=True)
class Eventually:
    """`<>F`."""

    body: Formula


@dataclass(frozen=True, slots=True)
class Until:
    """`F U G`: G is true at some time, and F until then."""

    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Release:
    """`F R G`: G is true up to the time when F is true, that included; for ever if F never is."""

    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Next:
    """`X F`: F is true after the first step."""

    body: Formula


Temporal: TypeAlias = Always | Eventually | Until | Release | Next
Formula: TypeAlias = Constant | Literal | And | Or | Temporal
TRUE, FALSE = Constant(True), Constant(False)


# ---- construction ----


def conjunction(items: Iterable[Formula]) -> Formula:
    """The conjunction of some formulas."""
    return _joined(And, TRUE, FALSE, items)


def disjunction(items: Iterable[Formula]) -> Formula:
    """The disjunction of some formulas."""
    return _joined(Or, FALSE, TRUE, items)


def _joined(
    kind: type[And | Or], neutral: Constant, zero: Constant, items: Iterable[Formula]
) -> Formula:
    parts: dict[Formula, None] = {}
    for item in items:
        for part in _items(kind, item):
            if part == zero or (isinstance(part, Literal) and negation(part) in parts):
                return zero
            if part != neutral:
                parts[part] = None
    # `[]p /\\ []q` is `[](p /\\ q)`, with one temporal operator; so is `<>p \\/ <>q`.
    over = Always if kind is And else Eventually
    same = [p.body for p in parts if isinstance(p, over) and is_immediate(p.body)]
    if len(same) > 1:
        rest = [p for p in parts if not (isinstance(p, over) and is_immediate(p.body))]
        return _joined(kind, neutral, zero, (*rest, over(_joined(kind, neutral, zero, same))))
    # `p \\/ <>(p \\/ q)` is `<>(p \\/ q)`, and `p /\\ [](p /\\ q)` is `[](p /\\ q)`.
    under = Eventually if kind is Or else Always
    implied = {i for p in parts if isinstance(p, under) for i in _items(kind, p.body)}
    kept = tuple(p for p in parts if p not in implied)
    if len(kept) <= 1:
        return next(iter(kept), neutral)
    return kind(kept)


def _items(kind: type[And | Or], f: Formula) -> tuple[Formula, ...]:
    return f.items if isinstance(f, kind) else (f,)


def always(f: Formula) -> Formula:
    """`[]F`, simplified."""
    match f:
        case Constant() | Always():
            return f
        case And(items) if not is_immediate(f):
            return conjunction(map(always, items))
        case Or(items):
            lasting = [i for i in items if is_lasting(i)]
            if lasting:
                rest = disjunction(i for i in items if not is_lasting(i))
                return disjunction((*lasting, always(rest)))
            return Always(f)
        case Eventually(Always()):
            return f
        case Literal() | Eventually() | And() | Until() | Release() | Next():
            return Always(f)
        case _:
            assert_never(f)


def until(left: Formula, right: Formula) -> Formula:
    """`F U G`, simplified."""
    if left == TRUE:
        return eventually(right)
    # What is true at some time only if it is true now needs no time.
    if left == FALSE or is_lasting(right):
        return right
    return Until(left, right)


def release(left: Formula, right: Formula) -> Formula:
    """`F R G`, simplified."""
    return negation(until(negation(left), negation(right)))


def following(f: Formula) -> Formula:
    """`X F`, simplified."""
    return f if is_lasting(f) else Next(f)


def eventually(f: Formula) -> Formula:
    """`<>F`, simplified."""
    return negation(always(negation(f)))


def negation(f: Formula) -> Formula:
    """`~F`."""
    match f:
        case Constant(value):
            return Constant(not value)
        case Literal(atom, positive):
            return Literal(atom, not positive)
        case And(items):
            return Or(tuple(map(negation, items)))
        case Or(items):
            return And(tuple(map(negation, items)))
        case Always(body):
            return Eventually(negation(body))
        case Eventually(body):
            return Always(negation(body))
        case Until(left, right):
            return Release(negation(left), negation(right))
        case Release(left, right):
            return Until(negation(left), negation(right))
        case Next(body):
            return Next(negation(body))
        case _:
            assert_never(f)


# ---- analysis ----


def is_lasting(f: Formula) -> bool:
    """Whether it is true of a behaviour exactly if it is true of each of its suffixes."""
    match f:
        case Always(Eventually()) | Eventually(Always()) | Constant():
            return True
        case And(items) | Or(items):
            return all(map(is_lasting, items))
        case _:
            return False


def is_immediate(f: Formula) -> bool:
    """Whether it speaks only of the first state and step."""
    return not any(isinstance(part, Temporal) for part in walk(f))


def children(f: Formula) -> tuple[Formula, ...]:
    """The direct subformulas."""
    match f:
        case Constant() | Literal():
            return ()
        case And(items) | Or(items):
            return items
        case Always(body) | Eventually(body) | Next(body):
            return (body,)
        case Until(left, right) | Release(left, right):
            return (left, right)
        case _:
            assert_never(f)


def walk(f: Formula) -> Iterator[Formula]:
    """A formula and all its subformulas, each after its own subformulas."""
    for child in children(f):
        yield from walk(child)
    yield f


def atoms_of(f: Formula) -> dict[Atom, None]:
    """The atoms of a formula, in order, each once."""
    return dict.fromkeys(part.atom for part in walk(f) if isinstance(part, Literal))


def evaluate(
    f: Formula, holds: Callable[[Atom], bool], temporal: Callable[[Formula], bool]
) -> bool:
    """Whether a formula is true, if `temporal` says so of its temporal subformulas."""
    match f:
        case Constant(value):
            return value
        case Literal(atom, positive):
            return holds(atom) is positive
        case And(items):
            return all(evaluate(i, holds, temporal) for i in items)
        case Or(items):
            return any(evaluate(i, holds, temporal) for i in items)
        case Always() | Eventually() | Until() | Release() | Next():
            return temporal(f)
        case _:
            assert_never(f)
