"""Atoms from the types of the variables: memberships, values of functions, comparisons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import combinations, islice, product

from holdfast.infer.grammar.language import Atom, Params, Sort
from holdfast.infer.grammar.messages import Field, MessageKind, kinds_of, tuples
from holdfast.infer.grammar.seen import SeenValues
from holdfast.infer.grammar.sequences import about_sequence, is_prefix, length_of
from holdfast.infer.grammar.sorts import Typing
from holdfast.ir import expr as ir
from holdfast.ir import types as ty
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.types import Type
from holdfast.ir.values import Value

_EMPTY = ir.Apply(Op.SET)
_MOST_RELATED = 16
"""How many choices of terms a relation is applied to."""
_MANY_FIELDS = 4
"""From how many fields on some of them are left out, too."""
_MOST_LEFT_OUT = 2
"""How many fields an atom about some message leaves out."""


@dataclass(frozen=True, slots=True)
class Typed:
    """An expression with parameters, and its type."""

    expr: ir.Expr
    params: Params
    type: Type


def apply(op: Op, *args: ir.Expr) -> ir.Expr:
    """An operator applied."""
    return ir.Apply(op, args)


class TypedAtoms:
    """Makes atoms from the types of the variables of one system.

    `seen` gives the values that a term has in sample states, for terms whose type does not
    enumerate them; `named` the constant for each single model value; `inside` the sort of constants
    that are elements of one; `records` the kinds of records that actions make. Their variables
    are named `message`, those for indices of sequences begin with `place`.
    """

    def __init__(  # noqa: PLR0913  # the inputs of mining
        self,
        sorts: tuple[Sort, ...],
        seen: SeenValues,
        named: dict[str, str],
        inside: dict[str, str],
        records: tuple[MessageKind, ...],
        typing: Typing,
    ) -> None:
        self.sorts = sorts
        self.seen = seen
        self.named = named
        self.inside = inside
        self.records = records
        self.typing = typing
        self.counted = False
        self.message, self.place = "m", "k"
        self.related: frozenset[frozenset[str]] = frozenset()
        self.terms: list[Typed] = []
        self.numbers: list[Typed] = []
        self.sets: list[Typed] = []
        self.elements_seen: list[Typed] = []
        self.sequences: list[Typed] = []

    # ---- elements ----

    def elements(
        self, t: Type, params: Params, single: bool = True
    ) -> Iterator[tuple[ir.Expr, Params]]:
        """Expressions of a type over new parameters, which follow those given.

        Constants that are `single` elements are among them, if they may be.
        """
        match t:
            case ty.Model() | ty.Int() | ty.Set() | ty.Str():
                if isinstance(t, ty.Model) and single:
                    for constant, sort_name in self.inside.items():
                        if sort_name in t.sorts:
                            yield ir.Name(constant), params
                for index, sort in enumerate(self.sorts):
                    if fits(sort.element, t):
                        name = f"${len(params) + 1}"
                        yield ir.Name(name), (*params, (name, index))
            case ty.Tuple(items) if items:
                yield from self._tuples(items, params)
            case _:
                return

    def _tuples(self, items: tuple[Type, ...], params: Params) -> Iterator[tuple[ir.Expr, Params]]:
        rows: list[tuple[tuple[ir.Expr, ...], Params]] = [((), params)]
        for item in items:
            rows = [
                ((*exprs, e), new)
                for exprs, before in rows
                for e, new in self.elements(item, before)
            ]
        for exprs, new in rows:
            yield ir.Apply(Op.TUPLE, exprs), new

    # ---- terms ----

    def of_variable(self, name: str, t: Type) -> Iterator[Atom]:
        """The atoms about one variable."""
        yield from self._expand(Typed(ir.Name(name), (), t))

    def _expand(self, term: Typed) -> Iterator[Atom]:  # noqa: C901  # a match over types
        self.terms.append(term)
        match term.type:
            case ty.Bool():
                yield Atom(term.expr, term.params, "type")
            case ty.Model(_, values):
                if len(term.params) == 1:
                    self.elements_seen.append(term)
                for e, params in self.elements(ty.Model(term.type.sorts), term.params):
                    yield Atom(apply(Op.EQ, term.expr, e), params, "type")
                for value in values:
                    if value in self.named:
                        e = ir.Name(self.named[value])
                        yield Atom(apply(Op.EQ, term.expr, e), term.params, "type")
            case ty.Str():
                yield from self._strings(term)
            case ty.Int():
                self.numbers.append(term)
                yield from self._enumerated(term)
            case ty.Set(of):
                yield from self._set(term, of)
            case ty.Seq(of):
                self.sequences.append(term)
                self.numbers.append(Typed(length_of(term.expr), term.params, ty.INT))
                items = partial(self.elements, of)
                yield from about_sequence(term.expr, term.params, items, self.place)
            case ty.Function(domain, range):
                # A constant argument is covered by a variable that is equal to it.
                for e, params in self.elements(domain, term.params, single=False):
                    yield from self._expand(Typed(apply(Op.INDEX, term.expr, e), params, range))
            case ty.Tuple(items):
                for i, item in enumerate(items, start=1):
                    part = apply(Op.INDEX, term.expr, ir.Literal(i))
                    yield from self._expand(Typed(part, term.params, item))
            case ty.Record(fields, optional):
                for name, of in fields:
                    if name not in optional:
                        part = apply(Op.INDEX, term.expr, ir.Literal(name))
                        yield from self._expand(Typed(part, term.params, of))
            case _:
                return

    def _strings(self, term: Typed) -> Iterator[Atom]:
        """Equality with a variable of a sort of strings, and with each other string."""
        if self.seen.sorted.intersection(self.seen.of(term.expr, term.params)):
            for e, params in self.elements(term.type, term.params):
                yield Atom(apply(Op.EQ, term.expr, e), params, "type")
        yield from self._enumerated(term)

    def _enumerated(self, term: Typed) -> Iterator[Atom]:
        values = self.seen.of(term.expr, term.params)
        is_number = self.counted and isinstance(term.type, ty.Int)
        if len(values) == 1 and not is_number:
            return
        if is_number or isinstance(term.type, ty.Str):
            # The others are equal to a variable.
            values = tuple(v for v in values if v not in self.seen.sorted)
        if len(values) <= (8 if isinstance(term.type, ty.Str) else 3):
            for value in values:
                if isinstance(value, str | int):
                    e = apply(Op.EQ, term.expr, ir.Literal(value))
                    yield Atom(e, term.params, "type")

    def _set(self, term: Typed, of: Type) -> Iterator[Atom]:
        self.sets.append(term)
        match of:
            case ty.Tuple(items) if items and self.counted:
                seen = self.seen.inside(term.expr, term.params)
                yield from self._messages(term, tuples(items), seen)
            case ty.Record(fields, optional):
                seen = self.seen.inside(term.expr, term.params)
                for kind in self._kinds(dict(fields), optional, seen):
                    yield from self._messages(term, kind, seen)
            case _:
                for e, params in self.elements(of, term.params):
                    yield Atom(apply(Op.IN, e, term.expr), params, "type")
        match of:
            case ty.Int() | ty.Str():
                values = self.seen.inside(term.expr, term.params)
                if len(values) <= 4:
                    for value in values:
                        is_name = isinstance(value, str) and value in self.seen.sorted
                        if isinstance(value, str | int) and not is_name:
                            e = apply(Op.IN, ir.Literal(value), term.expr)
                            yield Atom(e, term.params, "type")
            case _:
                pass
        yield Atom(apply(Op.EQ, term.expr, _EMPTY), term.params, "type")
        for sort in self.sorts:
            if fits(sort.element, of) and isinstance(of, ty.Model):
                yield Atom(apply(Op.EQ, term.expr, sort.domain), term.params, "type")

    def _kinds(
        self, types: dict[str, Type], optional: frozenset[str], seen: tuple[Value, ...]
    ) -> Iterable[MessageKind]:
        """The kinds of records in a set: those that actions make, or else take from sets."""
        made = [k.with_types(types) for k in self.records if k.is_among(types, optional)]
        every = made or kinds_of(seen, types, optional)
        whole = (k for e in every for k in e.with_strings(seen, self.seen.sorted, self.named))
        return {(*k.types, *k.fixed.items()): k for k in whole}.values()

    def _messages(self, term: Typed, kind: MessageKind, seen: Iterable[Value]) -> Iterator[Atom]:
        """Memberships of messages of a kind, with parameters or special values for their fields."""
        special = kind.special(seen, self.seen.sorted, self.named)
        given = tuple(f for f in kind.open_fields() if any(self._filled(kind, (f,), special, ())))
        is_whole = given == kind.open_fields()
        has_special = any(special.values()) or len(given) >= _MANY_FIELDS
        for values, params in self._filled(kind, given, special, term.params) if is_whole else ():
            e = apply(Op.IN, kind.message(values), term.expr)
            yield Atom(e, params, "message" if has_special else "type")
        if is_whole and not has_special:
            return
        # Some fields are left out, always those without parameters: sequences, for example.
        most = len(given) - is_whole
        least = len(given) - _MOST_LEFT_OUT if has_special else most - (len(given) > 2)
        for count in range(max(1, least), most + 1):
            for some in combinations(given, count):
                for values, params in self._filled(kind, some, {}, term.params):
                    e = kind.some(term.expr, values, self.message)
                    yield Atom(e, params, "message", 2)

    def _filled(
        self,
        kind: MessageKind,
        fields: Iterable[Field],
        special: Mapping[Field, tuple[ir.Expr, ...]],
        params: Params,
    ) -> Iterator[tuple[dict[Field, ir.Expr], Params]]:
        """Each choice of special values and of new parameters for some fields."""
        rows: list[tuple[dict[Field, ir.Expr], Params]] = [({}, params)]
        for f in fields:
            rows = [
                ({**values, f: e}, new)
                for values, before in rows
                for e, new in (
                    *((e, before) for e in special.get(f, ())),
                    *self._field(kind.types[f], before),
                )
            ]
        yield from rows

    def _field(self, t: Type, params: Params) -> Iterator[tuple[ir.Expr, Params]]:
        """The values of a field of this type: a new parameter, or the truth values."""
        if isinstance(t, ty.Bool):
            yield ir.TRUE, params
            yield ir.FALSE, params
        yield from self.elements(t, params)

    # ---- pairs of terms ----

    def comparisons(self) -> Iterator[Atom]:
        """Comparisons of numbers, and equalities of sets, for different arguments."""
        many = [t for t in self.numbers if t.params and len(self.seen.of(t.expr, t.params)) > 1]
        for left, right in product(many, many):
            if not self._comparable(left, right):
                continue
            expr, params = _renumbered(right, left.params)
            if _before(left, right):
                yield Atom(apply(Op.EQ, left.expr, expr), params, "comparison")
            yield Atom(apply(Op.LT, left.expr, expr), params, "comparison")
        for left, right in combinations(many, 2):
            if self._comparable(left, right) and [s for _, s in left.params] == [
                s for _, s in right.params
            ]:
                expr = _with_params(right, left.params)
                yield Atom(apply(Op.EQ, left.expr, expr), left.params, "comparison")
                yield Atom(apply(Op.LT, left.expr, expr), left.params, "comparison")
        for term in self.sets:
            if len(term.params) == 1:
                expr, params = _renumbered(term, term.params)
                yield Atom(apply(Op.EQ, term.expr, expr), params, "comparison", 2)

    def orders(self) -> Iterator[Atom]:
        """Comparisons with numbers that have no arguments: `serving < next`, `ticket[t] < next`."""
        varied = [t for t in self.numbers if len(self.seen.of(t.expr, t.params)) > 1]
        single = [t for t in varied if not t.params]
        many = [t for t in varied if t.params]
        for index, right in enumerate(single):
            near = [t for t in many if self._comparable(t, right)]
            for left in (*single[:index], *near):
                for op, pair in (
                    (Op.EQ, (left.expr, right.expr)),
                    (Op.LT, (left.expr, right.expr)),
                    (Op.LT, (right.expr, left.expr)),
                ):
                    yield Atom(apply(op, *pair), left.params, "order")

    def compared_with(self, sort: int) -> list[Atom]:
        """Comparisons of the numbers of a state with a variable of a sort of numbers."""
        found = []
        for term in self.numbers:
            name = f"${len(term.params) + 1}"
            params = (*term.params, (name, sort))
            for op, pair in (
                (Op.EQ, (term.expr, ir.Name(name))),
                (Op.LT, (term.expr, ir.Name(name))),
                (Op.LT, (ir.Name(name), term.expr)),
            ):
                found.append(Atom(apply(op, *pair), params, "order"))
        return found

    def compositions(self) -> Iterator[Atom]:
        """Whether the value of a function is in a set: `succ[x] \\in members`."""
        whole = [s for s in self.sets if not s.params and isinstance(s.type, ty.Set)]
        for term in self.elements_seen:
            for s in whole:
                assert isinstance(s.type, ty.Set)
                if fits(term.type, s.type.of):
                    yield Atom(apply(Op.IN, term.expr, s.expr), term.params, "composition")

    def related_terms(self, relations: Iterable[tuple[str, tuple[Type, ...]]]) -> Iterator[Atom]:
        """Relations that the spec defines, applied to all terms of the types of their arguments."""
        for name, types in relations:
            fitting = [[t for t in self.terms if t.type == wanted] for wanted in types]
            for row in islice(product(*fitting), _MOST_RELATED):
                params: Params = ()
                args = []
                for term in row:
                    expr, params = _renumbered(term, params)
                    args.append(expr)
                yield Atom(ir.Call(name, tuple(args)), params, "relation", len(args))

    def prefixes(self) -> Iterator[Atom]:
        """Whether one sequence is the beginning of another, or of that of other arguments."""
        pairs = ((s, t) for s, t in product(self.sequences, repeat=2) if s.type == t.type)
        for s, t in islice(pairs, _MOST_RELATED):
            if s.params or s is not t:
                expr, params = _renumbered(t, s.params)
                yield Atom(is_prefix(s.expr, expr, self.place), params, "order", 3)

    def _comparable(self, left: Typed, right: Typed) -> bool:
        """Whether the spec ever compares or assigns the one to the other."""
        pair = frozenset((_head(left.expr), _head(right.expr)))
        return len(pair) == 1 or pair in self.related

    def equalities(self) -> Iterator[Atom]:
        """Equality of two variables of a sort, and membership of one in another."""
        for index, sort in enumerate(self.sorts):
            pair = (("$1", index), ("$2", index))
            yield Atom(apply(Op.EQ, ir.Name("$1"), ir.Name("$2")), pair, "equality")
            if isinstance(sort.element, ty.Int):
                yield Atom(apply(Op.LT, ir.Name("$1"), ir.Name("$2")), pair, "comparison")
            if isinstance(sort.element, ty.Set):
                for other, member in enumerate(self.sorts):
                    if fits(member.element, sort.element.of):
                        e = apply(Op.IN, ir.Name("$1"), ir.Name("$2"))
                        yield Atom(e, (("$1", other), ("$2", index)), "type")


def _head(e: ir.Expr) -> str:
    """The variable that a term reads."""
    while isinstance(e, ir.Apply) and e.args:
        e = e.args[1 if e.op is Op.BUILTIN else 0]
    return e.name if isinstance(e, ir.Name) else ""


def _before(left: Typed, right: Typed) -> bool:
    """Whether this is the one to keep of two equivalent comparisons."""
    return repr(left.expr) <= repr(right.expr)


def _renumbered(term: Typed, after: Params) -> tuple[ir.Expr, Params]:
    """A term with parameters that follow others."""
    names = {name: f"${len(after) + i}" for i, (name, _) in enumerate(term.params, start=1)}
    expr = substitute(term.expr, {old: ir.Name(new) for old, new in names.items()})
    return expr, (*after, *((names[name], sort) for name, sort in term.params))


def _with_params(term: Typed, params: Params) -> ir.Expr:
    names = {old: ir.Name(new) for (old, _), (new, _) in zip(term.params, params, strict=True)}
    return substitute(term.expr, names)


def fits(element: Type, wanted: Type) -> bool:
    """Whether the elements of a sort have the type wanted."""
    match element, wanted:
        case ty.Model(sorts), ty.Model(others):
            return bool(set(sorts) & set(others))
        case ty.Set(of), ty.Set(other):
            return fits(of, other)
        case _:
            return element == wanted
