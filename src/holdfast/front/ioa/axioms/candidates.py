"""The candidates for a witness: variables with their types, as the initial states of a system.

Parameters, arguments of actions, indices and state variables are all variables here, so that a
formula is about all their values at once. Their names have a space, unless they are state
variables: no name of a file is like that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from holdfast.front.ioa import types
from holdfast.front.ioa.axioms.typed import is_value, set_of_type, some_value
from holdfast.front.ioa.axioms.values import small_values
from holdfast.front.ioa.compose.logic import and_, implies
from holdfast.front.ioa.lower.build import unsupported
from holdfast.front.ioa.types import Type
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import Property, System
from holdfast.ir.values import FALSE, Value
from holdfast.source import Span, SpecError


@dataclass(frozen=True, slots=True)
class Candidate:
    """A variable of an axiom: its name in the system and in messages, and its type.

    `indices` are the sets of the indices, if it is a variable of a sequence of components.
    """

    variable: str
    shown: str
    type: Type
    span: Span
    indices: tuple[ir.Expr, ...] = ()

    @property
    def name(self) -> ir.Name:
        """The variable as an expression."""
        return ir.Name(self.variable, span=self.span)

    @property
    def has_values(self) -> bool:
        """Whether there is a set of all its values."""
        try:
            self.chosen()
        except SpecError:
            return False
        return True

    def chosen(self) -> ir.Expr:
        """The initial formula that it has any value of its type."""
        if types.has_maps(self.type) and not self.indices:
            return some_value(self.name, self.type)
        return ir.Apply(Op.IN, (self.name, self._values()), span=self.span)

    def tested(self) -> ir.Expr:
        """The same as a formula that can be evaluated, also for infinitely many values."""
        if not types.has_maps(self.type) or self.indices:
            return self.chosen()
        return is_value(self.name, self.type)

    def _values(self) -> ir.Expr:
        values = set_of_type(self.type, self.span)
        for keys in reversed(self.indices):
            if any(isinstance(p, ir.Name) and p.name.startswith(INDEX) for p in ir.walk(keys)):
                what = "components whose number depends on another index are not supported here"
                raise unsupported(what, self.span)
            values = ir.Apply(Op.FUNCTION_SET, (keys, values))
        return values


INDEX = "index "
"""The first part of the name of an index of a sequence of components."""


_NO_VARIABLE = "no variable"
"""A variable that says nothing, because a system has at least one."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Some variables, those first that the domains of others depend on, and what is known.

    `definitions` are the functions of the file; `strings` rank the names of Enums.
    """

    every: tuple[Candidate, ...]
    known: tuple[ir.Expr, ...]
    definitions: Mapping[str, ir.Definition]
    strings: tuple[str, ...]

    def having(self, *more: Candidate) -> Candidates:
        """The candidates with more variables."""
        return replace(self, every=(*self.every, *more))

    def knowing(self, *facts: ir.Expr) -> Candidates:
        """The candidates about which more is known."""
        return replace(self, known=(*self.known, *facts))

    def system(self, formula: ir.Expr, span: Span, shown: Iterable[Candidate] = ()) -> System:
        """The system whose invariant is that the formula follows from what is known.

        It has the variables that occur in it, and those that the witness shows.
        """
        goal = implies(and_(self.known), formula)
        used = self._used(goal, shown) or (Candidate(_NO_VARIABLE, "", types.BOOL, span),)
        names = tuple(c.name for c in used)
        what = names[0] if len(names) == 1 else ir.Apply(Op.TUPLE, names)
        return System(
            "axiom",
            variables=tuple(c.variable for c in used),
            definitions=self.definitions,
            init_formula=and_([c.chosen() for c in used], span),
            next_formula=ir.Apply(Op.UNCHANGED, (what,), span=span),
            invariants=(Property("axiom", goal, span=span),),
            possible=(Property("typed", and_([c.tested() for c in used]), span=span),),
            check_deadlock=False,
            names=self.strings,
        )

    def samples(self, system: System) -> Iterator[Mapping[str, Value]]:
        """Some values of the variables of such a system, small ones first."""
        types_of = {c.variable: c for c in self.every}
        names = system.variables
        rows = [small_values(types_of[n].type) if n in types_of else [FALSE] for n in names]
        if any(c.indices for n, c in types_of.items() if n in names):
            return  # the domains depend on other variables
        for values in _combinations(rows):
            yield dict(zip(names, values, strict=True))

    def _used(self, formula: ir.Expr, shown: Iterable[Candidate]) -> tuple[Candidate, ...]:
        """The variables in a formula, and in the domains of those."""
        by_name = {c.variable: c for c in self.every}
        found = {c.variable for c in shown if c.has_values}
        pending = [formula, *(i for name in found for i in by_name[name].indices)]
        while pending:
            for part in ir.walk(pending.pop()):
                if isinstance(part, ir.Name) and part.name in by_name and part.name not in found:
                    found.add(part.name)
                    pending += by_name[part.name].indices
        return tuple(c for c in self.every if c.variable in found)


def _combinations(rows: Sequence[Sequence[Value]]) -> Iterator[tuple[Value, ...]]:
    """An element of each row, first elements first."""
    for total in range(sum(len(row) - 1 for row in rows) + 1):
        yield from _with_total(rows, total)


def _with_total(rows: Sequence[Sequence[Value]], total: int) -> Iterator[tuple[Value, ...]]:
    """The combinations in which the positions of the elements have this sum."""
    if not rows:
        if total == 0:
            yield ()
        return
    first, *rest = rows
    most = sum(len(row) - 1 for row in rest)
    for i in range(max(0, total - most), min(total, len(first) - 1) + 1):
        for others in _with_total(rest, total - i):
            yield (first[i], *others)
