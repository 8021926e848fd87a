"""Terms: the integer-valued parts of a state, in the words of the model.

Found from the types of the variables and from some states:

    ncrit, wants            integers and Booleans (0 and 1)
    msg.seq, number[2]      fields of records, entries of functions with a fixed domain
    Len(q), Cardinality(S)  sizes
    q[*], S[*]              all entries of a sequence, of a function whose domain changes, all
                            elements of a set: an abstract variable with several instances

A term with keys (`number[2]`) is an instance of a pattern, from which quantified relations are
made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir import types
from holdfast.ir.literals import expr_of
from holdfast.ir.notation import Notation
from holdfast.ir.ops import Op
from holdfast.ir.order import ordered
from holdfast.ir.substitute import substitute
from holdfast.ir.system import System
from holdfast.ir.values import Boolean, FiniteSet, Function, ModelValue, Value

MOST_TERMS = 128
MOST_KEYS = 8
MOST_DEPTH = 4

Kind: TypeAlias = Literal["integer", "Boolean", "control"]


@dataclass(frozen=True, slots=True)
class Key:
    """An argument of a function in a term, and the domain that it is an element of."""

    value: Value
    domain: FiniteSet
    step: int
    """Which of the texts of the term shows it."""


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a state; `pattern` has the names `@0`, `@1` in place of its keys.

    Where the term has no value, `defined` is false; with `several`, the value of `pattern` is the
    set of the instances, all of `each` for `index` in `range`. `texts` are the steps to the part,
    `wrap` is what is around them, as in `Len({})`.
    """

    variable: str
    kind: Kind
    pattern: ir.Expr
    texts: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
    defined: ir.Expr | None = None
    wrap: str = "{}"
    several: bool = False
    each: ir.Expr | None = None
    range: ir.Expr | None = None

    def expr(self, keys: Sequence[ir.Expr] | None = None) -> ir.Expr:
        """The term, with expressions in place of its keys."""
        return self.filled(self.pattern, keys)

    def filled(self, e: ir.Expr, keys: Sequence[ir.Expr] | None = None) -> ir.Expr:
        """A pattern with the keys of the term, or with expressions in place of them."""
        chosen = keys if keys is not None else [expr_of(key.value) for key in self.keys]
        return substitute(e, {hole(i): k for i, k in enumerate(chosen)})

    def text(self, notation: Notation, keys: Sequence[str] | None = None) -> str:
        """The term in the words of the model."""
        texts = list(self.texts)
        for key, shown in zip(self.keys, keys or (), strict=False):
            texts[key.step] = f"[{shown}]"
        return self.wrap.format(notation.place(self.variable, texts))

    @property
    def family(self) -> tuple[object, ...]:
        """What the instances of one pattern have in common."""
        return self.pattern, self.kind, tuple(key.domain for key in self.keys)


INDEX = "@i"
"""The index of the instances of an abstract variable."""


def hole(number: int) -> str:
    """The name in a pattern for a key."""
    return f"@{number}"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a system, and the controls: terms with strings or model values.

    `constants` are integers that the model fixes, by their texts. `left_out` counts terms beyond
    the limit.
    """

    terms: tuple[Term, ...]
    controls: tuple[Term, ...]
    constants: Mapping[str, tuple[ir.Expr, int]]
    left_out: int = 0


def find_terms(system: System, states: Sequence[State]) -> tuple[list[Term], list[Term]]:
    """The terms and the controls of all variables, from their types and some states."""
    terms = list(_abstract(system))
    controls: list[Term] = []
    owned = {o.variable for some in system.notation.instances().values() for o in some}
    if system.transient is not None:
        # It has one value in all states that are not transient.
        owned |= {p.name for p in ir.walk(system.transient) if isinstance(p, ir.Name)}
    for i, name in enumerate(system.variables):
        if name in owned:
            continue
        values = tuple(dict.fromkeys(state[i] for state in states))
        start = Term(name, "integer", ir.Name(name))
        of = system.types.get(name, types.ANY)
        assert not isinstance(of, types.Signature)
        if system.notation.is_location(name):
            controls.append(replace(start, kind="control"))
            continue
        for term in _parts(start, of, values, system.notation.of(name)):
            (controls if term.kind == "control" else terms).append(term)
    return terms, controls


def _abstract(system: System) -> Iterator[Term]:
    """The variables of processes that come and go: all instances that exist."""
    for text, owned in system.notation.instances().items():
        present: ir.Expr | None = None
        for variable, control, values in owned:
            if system.types.get(variable) != types.INT:
                continue
            points = ir.Apply(Op.SET, tuple(ir.Literal(v) for v in sorted(values)))
            lives = ir.Apply(Op.IN, (ir.Name(control), points))
            here = ir.If(lives, ir.Apply(Op.SET, (ir.Name(variable),)), ir.Apply(Op.SET))
            present = here if present is None else ir.Apply(Op.UNION2, (present, here))
        if present is not None:
            each = ir.Name(INDEX)
            name = owned[0].variable
            yield Term(
                name, "integer", present, (), wrap=text, several=True, each=each, range=present
            )


def _parts(at: Term, of: types.Type, values: Sequence[Value], notation: Notation) -> Iterator[Term]:
    """The terms of a part, which has a type and had some values."""
    kinds = {_kind(v) for v in values} or {_kind_of_type(of)}
    functions = [v for v in values if isinstance(v, tuple | Function)]
    if kinds <= {"integer"}:
        yield at
    elif kinds == {"Boolean"}:
        yield replace(at, kind="Boolean")
    elif kinds == {"control"}:
        yield replace(at, kind="control")
    elif kinds == {"integer", "control"} and not any(isinstance(v, str) for v in values):
        # A string cannot be compared with a number, and a model value can.
        is_integer = ir.Apply(Op.IN, (at.pattern, ir.Apply(Op.INT)))
        yield replace(at, defined=conjunction(at.defined, is_integer))
    elif kinds == {"function"} and len(at.texts) < MOST_DEPTH:
        domains = {_domain(f) for f in functions}
        if not isinstance(of, types.Seq) and len(domains) == 1 and functions[0] != ():
            yield from _entries(at, of, functions, next(iter(domains)), notation)
        else:
            yield from _row(at, of, notation)
    elif kinds == {"set"}:
        yield _sized(at, "FiniteSets!Cardinality", notation.cardinality)
        if types.element_of(of) == types.INT:
            yield _instances(replace(at, texts=(*at.texts, "[*]")), ir.Name(INDEX), at.pattern)


def _kind(value: Value) -> str:
    match value:
        case Boolean():
            return "Boolean"
        case int():
            return "integer"
        case str() | ModelValue():
            return "control"
        case tuple() | Function():
            return "function"
        case _:
            return "set"


def _kind_of_type(of: types.Type) -> str:
    match of:
        case types.Int():
            return "integer"
        case types.Bool():
            return "Boolean"
        case types.Str() | types.Model():
            return "control"
        case types.Seq() | types.Function() | types.Record() | types.Tuple():
            return "function"
        case types.Set():
            return "set"
        case _:
            return "any"


def _entries(
    at: Term,
    of: types.Type,
    functions: Sequence[Value],
    domain: FiniteSet,
    notation: Notation,
) -> Iterator[Term]:
    """Each entry of functions with one domain; the entries of a record or tuple have no keys."""
    keys = ordered(domain)
    fixed = isinstance(of, types.Record | types.Tuple)
    if len(keys) > MOST_KEYS and not fixed:
        yield from _all_entries(at, of)
        return
    for place, key in enumerate(keys):
        values = tuple(dict.fromkeys(_entry(f, place) for f in functions))
        text, inner = notation.part(functions[0], key)
        argument: ir.Expr = expr_of(key) if fixed else ir.Name(hole(len(at.keys)))
        found = replace(
            at,
            pattern=ir.Apply(Op.INDEX, (at.pattern, argument)),
            texts=(*at.texts, text),
            keys=at.keys if fixed else (*at.keys, Key(key, domain, len(at.texts))),
        )
        inside = ir.Apply(Op.IN, (argument, ir.Apply(Op.DOMAIN, (at.pattern,))))
        found = replace(found, defined=conjunction(at.defined, inside))
        yield from _parts(found, _type_at(of, key), values, inner)


def _row(at: Term, of: types.Type, notation: Notation) -> Iterator[Term]:
    """A sequence, or a function whose domain changes: its size, and all its entries together."""
    if isinstance(of, types.Seq | types.Tuple):
        yield _sized(at, "Sequences!Len", notation.length)
    else:
        size = ir.Apply(Op.DOMAIN, (at.pattern,))
        yield _sized(replace(at, pattern=size), "FiniteSets!Cardinality", notation.domain_size)
    yield from _all_entries(at, of)


def _all_entries(at: Term, of: types.Type) -> Iterator[Term]:
    """The numbers in all entries of a function, as abstract variables."""
    entry = ir.Apply(Op.INDEX, (at.pattern, ir.Name(INDEX)))
    domain = ir.Apply(Op.DOMAIN, (at.pattern,))
    for path, texts in _numbers_in(types.range_of(of)):
        each: ir.Expr = entry
        for step in path:
            each = ir.Apply(Op.INDEX, (each, step))
        yield _instances(replace(at, texts=(*at.texts, "[*]", *texts)), each, domain)


def _numbers_in(of: types.Type) -> Iterator[tuple[tuple[ir.Expr, ...], tuple[str, ...]]]:
    """The paths to the numbers in the elements of a row."""
    match of:
        case types.Int() | types.Bool():
            yield (), ()
        case types.Record(fields, optional):
            for name, inner in fields:
                if name not in optional:
                    for path, texts in _numbers_in(inner):
                        yield (ir.Literal(name), *path), (f".{name}", *texts)
        case types.Tuple(items):
            for number, inner in enumerate(items, 1):
                for path, texts in _numbers_in(inner):
                    yield (ir.Literal(number), *path), (f"[{number}]", *texts)
        case _:
            return


def _instances(at: Term, each: ir.Expr, range: ir.Expr) -> Term:
    """An abstract variable: the set of its instances."""
    instances = ir.Bind(ir.Binder.MAP, (ir.Bound((INDEX,), range),), each)
    return replace(at, pattern=instances, several=True, each=each, range=range)


def _sized(at: Term, operator: str, wrap: str) -> Term:
    size = ir.Apply(Op.BUILTIN, (ir.Literal(operator), at.pattern))
    return replace(at, pattern=size, wrap=wrap)


def conjunction(*parts: ir.Expr | None) -> ir.Expr:
    """The conjunction of those formulas that are given."""
    given = tuple(p for p in parts if p is not None)
    return given[0] if len(given) == 1 else ir.Apply(Op.AND, given)


def _domain(function: Value) -> FiniteSet:
    if isinstance(function, Function):
        return function.domain
    assert isinstance(function, tuple)
    return FiniteSet(frozenset(range(1, len(function) + 1)))


def _entry(function: Value, place: int) -> Value:
    row = function.values if isinstance(function, Function) else function
    assert isinstance(row, tuple)
    return row[place]


def _type_at(of: types.Type, key: Value) -> types.Type:
    match of:
        case types.Record(fields):
            return dict(fields).get(str(key), types.ANY)
        case types.Tuple(items) if isinstance(key, int) and 0 < key <= len(items):
            return items[key - 1]
        case _:
            return types.range_of(of)
