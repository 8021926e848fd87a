"""The meaning of flat formulas and the steps of actions: slow, and meant to be obvious.

A state is a dictionary. A formula is evaluated on a pair of states: below a prime the second
takes the place of the first. An action is searched from left to right as TLC does: `x' = e`
gives `x` a value if it has none, and a primed variable without a value cannot be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from tests.attack.expand import Bound, Flat, Op, Quantified, Var
from tests.attack.tree import Lit


class Undefined(Exception):
    """A formula has no value: TLC would report an error."""


@dataclass(frozen=True, slots=True)
class Fun:
    """A function; a tuple is one over 1 .. n."""

    items: frozenset[tuple[Value, Value]]


Value: TypeAlias = bool | int | frozenset["Value"] | Fun
State: TypeAlias = Mapping[str, Value]
Step: TypeAlias = tuple[State | None, State]


@dataclass(frozen=True, slots=True)
class At:
    """Where a formula is evaluated: a state, the next one if there is one, bound names.

    `whole` has the variables of a complete next state, where one is looked for.
    """

    now: State
    next: State | None
    names: Mapping[str, Value]
    whole: tuple[str, ...] = ()

    def bind(self, name: str, value: Value) -> At:
        """With one more bound name."""
        return replace(self, names={**self.names, name: value})

    def complete(self) -> bool:
        """Whether all variables have next values."""
        return bool(self.whole) and self.next is not None and self.next.keys() >= set(self.whole)


def value(e: Flat, at: At) -> Value:
    """The value of a formula."""
    match e:
        case Lit(literal):
            return literal
        case Var(name):
            if name not in at.now:
                raise Undefined(f"{name} has no value")
            return at.now[name]
        case Bound(name):
            return at.names[name]
        case Op(op, args):
            return (
                _LAZY[op](args, at) if op in _LAZY else _STRICT[op](*(value(a, at) for a in args))
            )
        case Quantified():
            return _quantified(e, at)
        case _:
            raise Undefined("unfolded too often")


def truth(e: Flat, at: At) -> bool:
    """The value of a formula that must be true or false."""
    result = value(e, at)
    if not isinstance(result, bool):
        raise Undefined("not a truth value")
    return result


def elements(of: Value) -> list[Value]:
    """The elements of a set, least first; the sets that are enumerated are of numbers."""
    if not isinstance(of, frozenset):
        raise Undefined("not a set")
    return sorted(of, key=lambda v: (str(type(v)), v if isinstance(v, int) else 0))


def _quantified(e: Quantified, at: At) -> Value:
    members = elements(value(e.domain, at))
    match e.kind:
        case "\\E":
            return any(truth(e.body, at.bind(e.name, v)) for v in members)
        case "\\A":
            return all(truth(e.body, at.bind(e.name, v)) for v in members)
        case "CHOOSE":
            for v in members:
                if truth(e.body, at.bind(e.name, v)):
                    return v
            raise Undefined("nothing to choose")
        case "filter":
            return frozenset(v for v in members if truth(e.body, at.bind(e.name, v)))
        case "map":
            return set_of(value(e.body, at.bind(e.name, v)) for v in members)
        case _:
            return Fun(frozenset((v, value(e.body, at.bind(e.name, v))) for v in members))


# ---- operators whose arguments are not all evaluated, or on other states ----


def _prime(args: tuple[Flat, ...], at: At) -> Value:
    if at.next is None:
        raise Undefined("there is no next state")
    return value(args[0], At(at.next, None, at.names))


def _case(args: tuple[Flat, ...], at: At) -> Value:
    *pairs, other = args if len(args) % 2 else (*args, None)
    for condition, result in zip(pairs[::2], pairs[1::2], strict=True):
        assert condition is not None
        assert result is not None
        if truth(condition, at):
            return value(result, at)
    if other is None:
        raise Undefined("no case is true")
    return value(other, at)


def _except(args: tuple[Flat, ...], at: At) -> Value:
    function, index = value(args[0], at), value(args[1], at)
    if not isinstance(function, Fun):
        raise Undefined("not a function")
    table = dict(function.items)
    if index in table:
        table[index] = value(args[2], at)
    return Fun(frozenset(table.items()))


def _enabled(args: tuple[Flat, ...], at: At) -> Value:
    return any(True for _ in steps(args[0], At(at.now, {}, at.names)))


def _cdot(args: tuple[Flat, ...], at: At) -> Value:
    firsts = steps(args[0], At(at.now, {}, at.names))
    return any(truth(args[1], At(middle, at.next, at.names)) for middle in firsts)


_LAZY: dict[str, Callable[[tuple[Flat, ...], At], Value]] = {
    "/\\": lambda args, at: truth(args[0], at) and truth(args[1], at),
    "\\/": lambda args, at: truth(args[0], at) or truth(args[1], at),
    "=>": lambda args, at: not truth(args[0], at) or truth(args[1], at),
    "IF": lambda args, at: value(args[1] if truth(args[0], at) else args[2], at),
    "CASE": _case,
    "CASE2": _case,
    "EXCEPT": _except,
    "'": _prime,
    "ENABLED": _enabled,
    "\\cdot": _cdot,
}


# ---- the other operators ----


def _number(v: Value) -> int:
    if isinstance(v, bool) or not isinstance(v, int):
        raise Undefined("not a number")
    return v


def _truth(v: Value) -> bool:
    if not isinstance(v, bool):
        raise Undefined("not a truth value")
    return v


def _set(v: Value) -> frozenset[Value]:
    if not isinstance(v, frozenset):
        raise Undefined("not a set")
    return v


def equal(a: Value, b: Value) -> bool:
    """Equality of two values of one kind."""
    if type(a) is not type(b):
        raise Undefined("values of different kinds")
    if isinstance(a, Fun) and isinstance(b, Fun):
        first, second = dict(a.items), dict(b.items)
        return first.keys() == second.keys() and all(equal(first[k], second[k]) for k in first)
    return a == b


def _remainder(a: Value, b: Value) -> Value:
    if _number(b) <= 0:
        raise Undefined("remainder of a division by what is not positive")
    return _number(a) % _number(b)


def _applied(function: Value, argument: Value) -> Value:
    if not isinstance(function, Fun):
        raise Undefined("not a function")
    for key, result in function.items:
        if type(key) is type(argument) and key == argument:
            return result
    raise Undefined("outside of the domain")


def key(v: Value) -> object:
    """What tells a value from others: for Python, TRUE and 1 are equal."""
    match v:
        case bool():
            return str(v)
        case Fun(items):
            return frozenset((key(k), key(result)) for k, result in items)
        case frozenset():
            return (frozenset(map(key, v)),)
        case _:
            return v


def set_of(values: Iterable[Value]) -> frozenset[Value]:
    """A set of values, which are of one kind."""
    members = list(values)
    if len({type(v) for v in members}) > 1:
        raise Undefined("values of different kinds")
    return frozenset(members)


def tuple_of(*values: Value) -> Value:
    """A tuple, which is a function."""
    return Fun(frozenset(enumerate(values, 1)))


_STRICT: dict[str, Callable[..., Value]] = {
    "value": lambda a: a,
    "+": lambda a, b: _number(a) + _number(b),
    "-": lambda a, b: _number(a) - _number(b),
    "%": _remainder,
    "=": equal,
    "#": lambda a, b: not equal(a, b),
    "<": lambda a, b: _number(a) < _number(b),
    "<=>": lambda a, b: _truth(a) == _truth(b),
    "~": lambda a: not _truth(a),
    "\\in": lambda a, s: any(equal(a, v) for v in _set(s)),
    "\\union": lambda a, b: set_of([*_set(a), *_set(b)]),
    "\\": lambda a, b: _set(a) - _set(b),
    "..": lambda a, b: frozenset(range(_number(a), _number(b) + 1)),
    "[]": _applied,
    "Cardinality": lambda s: len(_set(s)),
    "{}": lambda *values: set_of(values),
    "<<>>": tuple_of,
}


# ---- actions ----


def steps(action: Flat, at: At, prime: bool = True) -> Iterator[State]:
    """Every way in which an action completes the next state (an initial predicate: the state)."""
    match action:
        case Op("/\\", (first, second)):
            for state in steps(first, at, prime):
                yield from _rest(second, _moved(at, state, prime), prime)
        case Op("\\/", args):
            for each in args:
                yield from steps(each, at, prime)
        case Op("IF" | "CASE" | "CASE2", args):
            yield from _case_steps(args, at, prime)
        case Quantified("\\E", name, domain, body):
            for v in elements(value(domain, at)):
                yield from steps(body, at.bind(name, v), prime)
        case Quantified("\\A", name, domain, body):
            ways = [at.bind(name, v) for v in elements(value(domain, at))]
            yield from _all_steps(body, ways, at, prime)
        case Op("value", (argument,)) if not prime:
            yield from steps(argument, at, prime)
        case Op("=" | "\\in" as op, (target, right)) if variable := _target(target, at, prime):
            result = value(right, at)
            for v in elements(result) if op == "\\in" else [result]:
                yield {**_partial(at, prime), variable: v}
        case Op("\\cdot", (first, second)) if prime:
            for middle in steps(first, At(at.now, {}, at.names)):
                yield from steps(second, replace(at, now=middle))
        case _:
            if truth(action, at):
                yield _partial(at, prime)


def _all_steps(action: Flat, ways: list[At], at: At, prime: bool) -> Iterator[State]:
    """`\\A` in an action: a conjunction with an item for each element."""
    if not ways:
        yield _partial(at, prime)
        return
    first, *others = ways
    for state in _rest(action, _moved(first, _partial(at, prime), prime), prime):
        yield from _all_steps(action, others, _moved(at, state, prime), prime)


def _rest(action: Flat, at: At, prime: bool) -> Iterator[State]:
    """What follows in a conjunction; TLC does not branch any more once the state is complete."""
    if not at.complete():
        yield from steps(action, at, prime)
    elif truth(action, at):
        yield _partial(at, prime)


def _case_steps(args: tuple[Flat, ...], at: At, prime: bool) -> Iterator[State]:
    for condition, action in zip(args[::2], args[1::2], strict=False):
        if truth(condition, at):
            yield from steps(action, at, prime)
            return
    if len(args) % 2 == 0:
        raise Undefined("no case is true")
    yield from steps(args[-1], at, prime)


def _partial(at: At, prime: bool) -> State:
    state = at.next if prime else at.now
    assert state is not None
    return state


def _moved(at: At, state: State, prime: bool) -> At:
    return replace(at, next=state) if prime else At(state, None, at.names)


def _target(e: Flat, at: At, prime: bool) -> str | None:
    """The variable that `e = ...` gives a value, if it has none yet."""
    match e:
        case Op("'", (Var(name),)) if prime and name not in _partial(at, prime):
            return name
        case Var(name) if not prime and name not in at.now:
            return name
    return None
