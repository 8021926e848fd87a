"""A query with instances of its quantifiers over integers, at the indices that it names.

Quantified integers are mostly indices of arrays: what a step at `i` does to a claim about all
neighbours follows from instances at the indices of the step, of the goal, and beside those.
Without quantifiers over integers, solvers decide such queries quickly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import overload

from holdfast.smt.terms.term import (
    INT,
    Constant,
    Head,
    Quantifier,
    Query,
    Symbol,
    Term,
    Variable,
    add,
    and_,
    instantiate,
    not_,
    number,
    or_,
    rebuild,
    subterms,
)

_MOST_INSTANCES = 3000
"""The limit on instances of one quantifier."""


class Indices:
    """Makes such queries; instances are memoised."""

    def __init__(self) -> None:
        self._made: dict[tuple[Term, tuple[Term, ...]], Term] = {}

    def slices(self, slices: tuple[Query, ...]) -> Sequence[Query]:
        """The slices of a part, after the last of them with instances at its indices.

        There is none if no quantified index has a neighbour: e-matching is good at the others.
        """
        if len(_offsets(_formulas(slices[-1]))) == 1:
            return slices
        return WithInstances(lambda: self.question(slices[-1]), slices)

    def question(self, query: Query) -> Query:
        """The query with instances in place of quantifiers over integers.

        It is weaker than the query: what follows from it is proved.
        """
        formulas = _formulas(query)
        offsets = _offsets(formulas)
        instances = _Instances(self._made)
        opened = [instances.opened(f, True) for f in formulas]
        first = _indices(opened, tuple(instances.witnesses), offsets)
        ground = [instances.at(f, _Grid(first)) for f in opened]
        later = [w for w in instances.witnesses if w not in first]
        if later:
            grid = _Grid(_beside(later, offsets), _indices(opened, (), (0,)))
            ground = [and_(g, instances.at(f, grid)) for f, g in zip(opened, ground, strict=True)]
        *given, denied = ground
        labels = [label for label, _ in query.assumptions]
        return Query(query.name, tuple(zip(labels, given, strict=True)), not_(denied))


def instances_at(query: Query, indices: tuple[Term, ...]) -> Query:
    """The query with instances at these indices in place of quantifiers over integers."""
    instances = _Instances({})
    *given, denied = [instances.at(f, _Grid(indices)) for f in _formulas(query)]
    labels = [label for label, _ in query.assumptions]
    return Query(query.name, tuple(zip(labels, given, strict=True)), not_(denied))


class WithInstances(Sequence[Query]):
    """Slices after one with instances, which is made when it is needed: it may be large."""

    def __init__(self, make: Callable[[], Query], others: Sequence[Query]) -> None:
        self._make = make
        self._others = others
        self._first: Query | None = None

    def mapped(self, f: Callable[[Query], Query]) -> WithInstances:
        """The same with each query changed."""
        return WithInstances(lambda: f(self[0]), [f(q) for q in self._others])

    def __len__(self) -> int:
        return 1 + len(self._others)

    @overload
    def __getitem__(self, index: int) -> Query: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Query]: ...
    def __getitem__(self, index: int | slice) -> Query | Sequence[Query]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if index > 0:
            return self._others[index - 1]
        if self._first is None:
            self._first = self._make()
        return self._first


def _formulas(query: Query) -> list[Term]:
    return [f for _, f in query.assumptions] + [not_(query.goal)]


def _ranges_over_integers(t: Term) -> bool:
    match t.shape:
        case Quantifier(_, variables):
            return all(v.sort == INT for v in variables)
        case _:
            return False


@dataclass(frozen=True, slots=True)
class _Grid:
    """The indices for quantified variables; with `others`, one of them is not among those."""

    indices: tuple[Term, ...]
    others: tuple[Term, ...] | None = None

    def rows(self, count: int) -> list[tuple[Term, ...]]:
        """The values of that many variables."""
        if self.others is None:
            grids = [[self.indices] * count]
        else:
            places = range(count)
            grids = [[self.indices if i == j else self.others for j in places] for i in places]
        if sum(prod(map(len, grid)) for grid in grids) > _MOST_INSTANCES:
            return []
        return [row for grid in grids for row in product(*grid)]


class _Instances:
    """Replaces quantifiers over integers by instances and by witnesses."""

    def __init__(self, made: dict[tuple[Term, tuple[Term, ...]], Term]) -> None:
        self._made = made
        self._names: dict[Term, tuple[Term, ...]] = {}
        self._found: dict[tuple[Term, bool, _Grid | None], Term] = {}

    @property
    def witnesses(self) -> list[Term]:
        """The witnesses of existential formulas."""
        return [name for names in self._names.values() for name in names]

    def opened(self, f: Term, positive: bool, grid: _Grid | None = None) -> Term:
        """The formula with witnesses; with a grid, also with instances."""
        key = (f, positive, grid)
        if key not in self._found:
            self._found[key] = self._opened(f, positive, grid)
        return self._found[key]

    def at(self, f: Term, grid: _Grid) -> Term:
        """The formula with its instances in a grid."""
        return self.opened(f, True, grid)

    def _opened(self, f: Term, positive: bool, grid: _Grid | None) -> Term:
        match f.shape:
            case Head.AND:
                return and_(*(self.opened(a, positive, grid) for a in f.args))
            case Head.OR:
                return or_(*(self.opened(a, positive, grid) for a in f.args))
            case Head.NOT:
                return not_(self.opened(f.args[0], not positive, grid))
            case Quantifier(universal, variables) if _ranges_over_integers(f) and not f.free:
                if universal != positive:
                    return self.opened(instantiate(f, self._witnesses_of(f)), positive, grid)
                if grid is None:
                    return f
                nested = grid.others is not None and f.args[0].height > 0
                rows = [] if nested else grid.rows(len(variables))
                parts = (self.opened(self._instance(f, row), positive, grid) for row in rows)
                return and_(*parts) if positive else or_(*parts)
            case _:
                return f

    def _instance(self, f: Term, row: tuple[Term, ...]) -> Term:
        assert isinstance(f.shape, Quantifier)
        return self._filled(f.args[0], dict(zip(f.shape.variables, row, strict=True)))

    def _filled(self, t: Term, values: Mapping[Term, Term]) -> Term:
        """A term with values for its variables; parts with the same values are made once."""
        mine = tuple(values[v] for v in values if v in t.free)
        if not mine:
            return t
        if t in values:
            return values[t]
        found = self._made.get((t, mine))
        if found is None:
            args = tuple(self._filled(a, values) for a in t.args)
            found = self._made[t, mine] = rebuild(t, args, values)
        return found

    def _witnesses_of(self, f: Term) -> tuple[Term, ...]:
        if f not in self._names:
            assert isinstance(f.shape, Quantifier)
            start = len(self.witnesses)
            count = len(f.shape.variables)
            self._names[f] = tuple(Symbol(f"index {start + i}", (), INT)() for i in range(count))
        return self._names[f]


# ---- indices ----


def _indices(
    formulas: Sequence[Term], names: tuple[Term, ...], offsets: tuple[int, ...]
) -> tuple[Term, ...]:
    """The integers that functions and relations are applied to, and those beside them."""
    found = dict.fromkeys(names)
    for t in subterms(*formulas):
        if isinstance(t.shape, Symbol):
            found |= dict.fromkeys(a for a in t.args if a.sort == INT and not a.free)
    return _beside(found, offsets)


def _beside(indices: Iterable[Term], offsets: tuple[int, ...]) -> tuple[Term, ...]:
    """The indices `x` for which `x` plus an offset is one of the given."""
    return tuple(dict.fromkeys(add(i, number(-o)) for i in indices for o in offsets))


def _offsets(formulas: Sequence[Term]) -> tuple[int, ...]:
    """The numbers that are added to a quantified variable where a function is applied to it."""
    found = {0: None}
    for t in subterms(*formulas):
        if isinstance(t.shape, Symbol):
            for a in t.args:
                match a.shape, a.args:
                    case Head.ADD, (Term(Variable()), Term(Constant(int(offset)))):
                        found[offset] = None
                    case _:
                        pass
    return tuple(found)
