"""The possible values of a variable in an arbitrary state.

A conjunct `x \\in S` or `x \\subseteq S` of the invariant gives them, if S is constant; otherwise
the type that is declared or was inferred for the variable, over the values of the constants, as
far as the invariant allows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from holdfast.ir import expr as ir
from holdfast.ir import types
from holdfast.ir.construct import set_of
from holdfast.ir.levels import Level
from holdfast.ir.ops import Op
from holdfast.ir.values import BOOLEAN, FiniteSet, Value, model_value
from holdfast.smt.bounded.domains import added_elements, fixed_domain
from holdfast.smt.bounded.elements import endless
from holdfast.smt.bounded.expr import Evaluator
from holdfast.smt.bounded.narrow import Narrowing, conjuncts
from holdfast.smt.bounded.scope import Scene
from holdfast.smt.bounded.support import refuse_bounded
from holdfast.smt.bounded.symbolic import (
    Combined,
    FunctionSet,
    Given,
    PartialFunctions,
    Powerset,
    RecordSet,
    SequenceSet,
    Sym,
)
from holdfast.source import Span

_MOST_ITEMS = 12
"""The maximal length of sequences whose length the invariant limits."""


class Domains:
    """The set of the values of each variable."""

    def __init__(self, evaluator: Evaluator, invariant: Iterable[ir.Expr]) -> None:
        self.evaluator = evaluator
        self.system = evaluator.system
        self.conjuncts: dict[str, ir.Expr] = {}
        self._sets: dict[str, ir.Expr] = {}
        self._lengths: dict[str, int] = {}
        self._facts = tuple(c for e in invariant for c in conjuncts(e, self.system))
        for e in self._facts:
            self._collect(e)

    def of(self, variable: str) -> Sym:
        """The set of the values of a variable."""
        found = self._unlimited(variable)
        longest = self._lengths.get(variable)
        if isinstance(found, SequenceSet) and longest is not None:
            return SequenceSet(found.base, longest)
        return found

    def _unlimited(self, variable: str) -> Sym:
        e = self._sets.get(variable)
        if e is not None:
            stated = self._of_set(e)
            if not isinstance(stated, FunctionSet) or not isinstance(stated.range, SequenceSet):
                return stated
            # The lengths of these sequences may be limited by another conjunct.
            return Narrowing(self.evaluator).narrow(stated, ir.Name(variable), self._facts)
        found = self._typed(variable)
        if found is None:
            raise refuse_bounded("untyped", self.span_of(variable), f"`{variable}`")
        found = Narrowing(self.evaluator).narrow(found, ir.Name(variable), self._facts)
        if isinstance(found, Powerset) and endless(found.base):
            return self._with_added(found, variable)
        return found

    def _typed(self, variable: str) -> Sym | None:
        """The values of the type of a variable; a function has its domain if that never changes."""
        known = self.system.types.get(variable)
        if known is None or isinstance(known, types.Signature):
            return None
        found = self._of_type(_refined(known, self.system.declared.get(variable)))
        fixed = fixed_domain(self.system, variable)
        if isinstance(found, PartialFunctions) and fixed is not None:
            keys = self.evaluator.value(fixed, {}, Scene({}))
            return FunctionSet(keys, found.range)
        return found

    def _with_added(self, subsets: Powerset, variable: str) -> Sym:
        """The subsets of what is ever added to a set, if that is evident."""
        added = added_elements(self.system, variable)
        if added is None:
            return subsets
        values = [self.evaluator.value(s, {}, Scene({})) for s in added]
        known = [v for v in values if isinstance(v, FiniteSet)]
        if len(known) < len(values):
            return subsets
        return Powerset(set_of({x for v in known for x in v.elements}))

    def span_of(self, variable: str) -> Span | None:
        """The conjunct that gives the values of a variable; without one, the initial predicate."""
        said = self.conjuncts.get(variable) or self.system.init
        return None if said is None else said.span

    def _of_set(self, e: ir.Expr) -> Sym:
        """The value of a set expression; its elements need not be enumerated."""
        match e:
            case ir.Call(name, ()) if name in self.system.definitions:
                definition = self.system.definitions[name]
                if not definition.recursive:
                    return self._of_set(definition.body)
                return self.evaluator.value(e, {}, Scene({}))
            case ir.Apply(Op.SUBSET, (base,)):
                return Powerset(self._of_set(base))
            case ir.Apply(Op.FUNCTION_SET, (domain, range_)):
                return FunctionSet(self._of_set(domain), self._of_set(range_))
            case ir.Apply(Op.RECORD_SET, args):
                names = [str(a.value) for a in args[::2] if isinstance(a, ir.Literal)]
                return RecordSet(tuple(zip(names, map(self._of_set, args[1::2]), strict=True)))
            case ir.Apply(Op.PRODUCT, args):
                return RecordSet(tuple(enumerate(map(self._of_set, args), 1)))
            case _:
                return self.evaluator.value(e, {}, Scene({}))

    def _collect(self, e: ir.Expr) -> None:
        match e:
            case ir.Apply(Op.IN, (ir.Name(name), s)):
                self._add(name, s, e)
            case ir.Apply(Op.SUBSETEQ, (ir.Name(name), s)):
                self._add(name, ir.Apply(Op.SUBSET, (s,), span=s.span), e)
            case ir.Apply(Op.LE | Op.LT as op, (length, most)):
                self._add_length(length, most, int(op is Op.LT))
            case _:
                pass

    def _add_length(self, length: ir.Expr, most: ir.Expr, less: int) -> None:
        """Use `Len(x) <= n` as the maximal length of the sequences."""
        match length:
            case ir.Apply(Op.BUILTIN, (ir.Literal("Sequences!Len"), ir.Name(name))):
                if self.evaluator.levels.of(most) == Level.CONSTANT:
                    limit = self.evaluator.value(most, {}, Scene({}))
                    if isinstance(limit, int) and 0 < limit - less <= _MOST_ITEMS:
                        self._lengths.setdefault(name, limit - less)
            case _:
                pass

    def _add(self, name: str, s: ir.Expr, e: ir.Expr) -> None:
        constant = self.evaluator.levels.of(s) == Level.CONSTANT
        if name in self.system.variables and constant and name not in self._sets:
            self._sets[name] = s
            self.conjuncts[name] = e

    # ---- inferred types ----

    def _of_type(self, t: types.Type) -> Sym | None:
        match t:
            case types.Bool():
                return BOOLEAN
            case types.Int():
                return Given("Int")
            case types.Str():
                return set_of(self._strings())
            case types.Model(sorts, values):
                return self._models(sorts, values)
            case types.Set(of):
                base = self._of_type(of)
                return None if base is None else Powerset(base)
            case types.Seq(of):
                base = self._of_type(of)
                return None if base is None else SequenceSet(base)
            case types.Tuple(items):
                return self._row(list(enumerate(items, 1)))
            case types.Record(fields, optional):
                return self._records(fields, optional)
            case types.Function(domain, range_):
                keys, images = self._of_type(domain), self._of_type(range_)
                return None if keys is None or images is None else PartialFunctions(keys, images)
            case types.Never():
                return set_of(())
            case _:
                return None

    def _row(self, fields: Iterable[tuple[Value, types.Type]]) -> Sym | None:
        found: list[tuple[Value, Sym]] = []
        for key, t in fields:
            base = self._of_type(t)
            if base is None:
                return None
            found.append((key, base))
        return RecordSet(tuple(found))

    def _records(
        self, fields: Sequence[tuple[str, types.Type]], optional: frozenset[str]
    ) -> Sym | None:
        """The records with these fields, for each choice of those that may be missing."""
        found: Sym | None = None
        for count in range(len(optional) + 1):
            for missing in combinations(sorted(optional), count):
                part = self._row([f for f in fields if f[0] not in missing])
                if part is None:
                    return None
                found = part if found is None else Combined("union", found, part)
        return found

    def _models(self, sorts: Iterable[str], values: Iterable[str]) -> Sym | None:
        found: list[Value] = [model_value(v) for v in values]
        for name in sorts:
            base = self.evaluator.value(ir.Call(name), {}, Scene({}))
            if not isinstance(base, FiniteSet):
                return None
            found += base.elements
        return set_of(found)

    def _strings(self) -> set[str]:
        found: set[str] = set()
        for e in self._expressions():
            names = {
                id(part.args[0])
                for part in ir.walk(e)
                if isinstance(part, ir.Apply) and part.op is Op.BUILTIN
            }
            for part in ir.walk(e):
                match part:
                    case ir.Literal(str(text)) if id(part) not in names:
                        found.add(text)
                    case _:
                        pass
        return found

    def _expressions(self) -> Iterator[ir.Expr]:
        for d in self.system.definitions.values():
            yield d.body
        for b in (self.system.init, *(a.body for a in self.system.actions)):
            if b is not None:
                yield b.expr


def _refined(inferred: types.Type, declared: types.Type | None) -> types.Type:
    """The inferred type, in which functions on integers are sequences if they are declared so."""
    match inferred, declared:
        case _, None:
            return inferred
        case types.Any(), _:
            return declared
        case types.Function(types.Int(), range_), types.Seq(of):
            return types.Seq(_refined(range_, of))
        case types.Function(domain, range_), types.Function(_, of):
            return types.Function(domain, _refined(range_, of))
        case types.Seq(item), types.Seq(of):
            return types.Seq(_refined(item, of))
        case types.Set(item), types.Set(of):
            return types.Set(_refined(item, of))
        case types.Record(fields, optional), types.Record(parts):
            own = dict(parts)
            refined = tuple((name, _refined(t, own.get(name))) for name, t in fields)
            return types.Record(refined, optional)
        case _:
            return inferred
