"""Types of variables that the type invariant of a spec does not mention, from reachable states.

    pending = {}, {c1}, {c1, c2}       =>   pending \\in SUBSET Client
    leader = "none", "c1", "c2"        =>   leader \\in {"none"} \\union Client

If all states of an instance are known, these hold in all of them. They are lemmas of a proof for
one size, proved like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from holdfast.infer.ranges import range_to
from holdfast.ir import expr as ir
from holdfast.ir.construct import set_of
from holdfast.ir.literals import expr_of
from holdfast.ir.ops import Op
from holdfast.ir.order import ordered
from holdfast.ir.values import Boolean, FiniteSet, Function, ModelValue, Record, Value

_MOST_VALUES = 2000
"""How many different values of a variable are looked at in full."""


class _Unknown(Exception):
    """Some values have no type here, such as sequences of different lengths."""


def observed_types(
    variables: Sequence[str],
    states: Iterable[tuple[Value, ...]],
    constants: Mapping[str, Value],
    known: frozenset[str],
) -> tuple[ir.Expr, ...]:
    """`v \\in S` for each variable that is not `known`, if its values have a type."""
    columns = zip(variables, map(set, zip(*states, strict=True)), strict=True)
    types = _Types(constants)
    found = []
    for name, values in columns:
        if name in known or len(values) > _MOST_VALUES:
            continue
        try:
            found.append(ir.Apply(Op.IN, (ir.Name(name), types.of(values))))
        except _Unknown:
            continue
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Types:
    """Makes sets of values; model values are named by constants only."""

    constants: Mapping[str, Value]

    def of(self, values: Iterable[Value]) -> ir.Expr:
        """A set that has all these values."""
        every = list(values)
        match every:
            case [Boolean(), *_] if all(isinstance(v, Boolean) for v in every):
                return ir.Apply(Op.BOOLEAN)
            case [int(), *_]:
                numbers = [v for v in every if isinstance(v, int)]
                if len(numbers) < len(every):
                    raise _Unknown
                return range_to(max(numbers), min(numbers))
            case [FiniteSet(), *_]:
                return self._subsets(every)
            case [tuple() | Function(), *_]:
                return self._functions(every)
            case _:
                return self._atoms(every)

    def _subsets(self, every: list[Value]) -> ir.Expr:
        sets = [v for v in every if isinstance(v, FiniteSet)]
        if len(sets) < len(every):
            raise _Unknown
        elements = {e for s in sets for e in s.elements}
        of = self.of(elements) if elements else ir.Apply(Op.SET)
        return ir.Apply(Op.SUBSET, (of,))

    def _functions(self, every: list[Value]) -> ir.Expr:
        domains, values = set[FiniteSet](), set[Value]()
        for v in every:
            if not isinstance(v, tuple | Function):
                raise _Unknown
            domains.add(v.domain if isinstance(v, Function) else set_of(range(1, len(v) + 1)))
            values.update(v.values if isinstance(v, Function) else v)
        if len(domains) > 1 or not values:
            raise _Unknown
        records = [v for v in every if isinstance(v, Record)]
        (domain,) = domains
        keys = ordered(domain)
        if records and not self._named(domain):
            of = [self.of({r.values[i] for r in records}) for i in range(len(keys))]
            fields = (x for k, t in zip(keys, of, strict=True) for x in (ir.Literal(str(k)), t))
            return ir.Apply(Op.RECORD_SET, tuple(fields))
        return ir.Apply(Op.FUNCTION_SET, (self._whole(domain), self.of(values)))

    def _named(self, whole: FiniteSet) -> ir.Expr | None:
        """The constant that is a set."""
        return next((ir.Call(n) for n, v in self.constants.items() if v == whole), None)

    def _whole(self, domain: FiniteSet) -> ir.Expr:
        """A set with exactly these elements."""
        named = self._named(domain)
        if named is not None:
            return named
        if any(not isinstance(e, int | str) for e in domain.elements):
            raise _Unknown
        return expr_of(domain)

    def _atoms(self, every: list[Value]) -> ir.Expr:
        """The smallest constant sets that have these strings and model values, and the rest."""
        sets = [(n, v) for n, v in self.constants.items() if isinstance(v, FiniteSet)]
        sets.sort(key=lambda item: len(item[1]))
        names: dict[str, None] = {}
        rest: list[Value] = []
        for value in every:
            if not isinstance(value, str | ModelValue):
                raise _Unknown
            owner = next((n for n, v in sets if value in v.elements), None)
            if owner is None:
                rest.append(value)
            else:
                names[owner] = None
        parts: list[ir.Expr] = [ir.Call(n) for n in self.constants if n in names]
        if rest:
            listed = tuple(map(self._single, ordered(set_of(rest))))
            parts.insert(0, ir.Apply(Op.SET, listed))
        whole = parts[0]
        for part in parts[1:]:
            whole = ir.Apply(Op.UNION2, (whole, part))
        return whole

    def _single(self, value: Value) -> ir.Expr:
        if isinstance(value, str):
            return ir.Literal(value)
        name = next((n for n, v in self.constants.items() if v == value), None)
        if name is None:
            raise _Unknown
        return ir.Call(name)
