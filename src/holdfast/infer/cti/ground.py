"""Formulas over sorts of known sizes, without quantifiers: each becomes a finite conjunction.

A query about a few elements is then in propositional logic with equality, which a
solver decides quickly, while the quantified form may diverge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count, product

from holdfast.cancellation import tick
from holdfast.smt.terms import term as tm
from holdfast.smt.terms.term import BOOL, INT, Head, Quantifier, Sort, Symbol, Term, Variable


class TooLarge(Exception):
    """A formula becomes too large without its quantifiers."""


_BUILD: dict[Head, Callable[..., Term]] = {
    Head.AND: tm.and_,
    Head.OR: tm.or_,
    Head.NOT: tm.not_,
    Head.IFF: tm.iff,
    Head.ITE: tm.ite,
    Head.EQ: tm.eq,
    Head.DISTINCT: tm.distinct,
    Head.ADD: tm.add,
    Head.SUB: tm.sub,
    Head.MUL: tm.mul,
    Head.DIV: tm.div,
    Head.MOD: tm.mod,
    Head.NEG: tm.neg,
    Head.LT: tm.lt,
    Head.LE: tm.le,
}
_MOST_STEPS = 400_000
_BETWEEN_TICKS = 500
AFTER = "t."
"""How the names of the symbols of the state after a step begin."""
_MORE = 1
"""How many integers above those of a state a step may reach: a query is about these, too."""
_SUBSET, _MEMBER, _SIZE = "SUBSET ", "in SUBSET ", "Cardinality("


def element(sort: Sort, number: int) -> Term:
    """The name of an element of a sort."""
    return Symbol(f"{sort.name}!{number}", (), sort)()


class Grounder:
    """Expands the quantifiers over sorts that have a size; others remain.

    The sort of all subsets of a sort has them all: subset number 5 has elements 0 and 2. So
    membership is fixed, and so are formulas about the sizes of such sets. If some constants
    are `numbers`, these have their values, and quantified integers have small ranges. Quantified
    `integers` are within a range, if there is one, and so are those of the state before a step.
    """

    def __init__(
        self,
        sizes: Mapping[str, int],
        numbers: Mapping[str, int] | None = None,
        integers: range | None = None,
    ) -> None:
        self.numbers = dict(numbers or {})
        self.integers = integers
        if integers is None and self.numbers:
            self.integers = range(max(self.numbers.values()) + 1)
        self.bounded = integers is not None
        self.sizes = dict(sizes)
        for sort, size in sizes.items():
            self.sizes[f"{_SUBSET}{sort}"] = 1 << size
        self._done: dict[Term, Term] = {}
        self._steps = 0

    def elements(self, sort: Sort) -> tuple[Term, ...]:
        """The elements of a sort."""
        if sort == INT:
            return tuple(map(tm.number, self._all_integers()))
        return tuple(element(sort, i) for i in range(self.sizes[sort.name]))

    def _all_integers(self) -> range:
        """The integers that quantifiers are about: also those that a step from a state reaches."""
        integers = self.integers or range(1)
        more = _MORE if self.bounded else 0
        return range(integers.start, integers.stop + more)

    def ground(self, t: Term) -> Term:
        """The formula without quantifiers over the sized sorts; raises TooLarge."""
        self._steps = 0
        return self._ground(t)

    def _ground(self, t: Term) -> Term:
        known = self._done.get(t)
        if known is None:
            self._steps += 1
            if self._steps > _MOST_STEPS:
                raise TooLarge
            if self._steps % _BETWEEN_TICKS == 0:
                tick()
            known = self._done[t] = self._expand(t)
        return known

    def _expand(self, t: Term) -> Term:
        match t.shape:
            case Quantifier():
                return self._quantifier(t, t.shape)
            case Head() as head:
                return self._head(head, t.args)
            case Symbol() as symbol:
                if not t.args:
                    fixed = self.numbers.get(symbol.name)
                    return t if fixed is None else tm.number(fixed)
                args = tuple(self._ground(a) for a in t.args)
                known = self._known(symbol, args)
                return symbol(*args) if known is None else tm.truth(known)
            case _:
                return t

    def _head(self, head: Head, args: tuple[Term, ...]) -> Term:
        if head in (Head.AND, Head.OR):
            stop = tm.FALSE if head is Head.AND else tm.TRUE
            parts = []
            for a in args:
                part = self._ground(a)
                if part is stop:
                    return stop
                parts.append(part)
            return _BUILD[head](*parts)
        if head is Head.EQ and all(_is_element(a) for a in args):
            return tm.truth(args[0] is args[1])
        grounded = tuple(self._ground(a) for a in args)
        if head is Head.EQ and all(_is_element(a) for a in grounded):
            return tm.truth(grounded[0] is grounded[1])
        return _BUILD[head](*grounded)

    def _is_sized(self, sort: Sort) -> bool:
        return sort.name in self.sizes or (sort == INT and self.integers is not None)

    def _quantifier(self, t: Term, shape: Quantifier) -> Term:
        sized = [v for v in shape.variables if self._is_sized(v.sort)]
        if not sized:
            fresh = [_fresh(v) for v in shape.variables]
            body = self._ground(tm.instantiate(t, fresh))
            return (tm.forall if shape.universal else tm.exists)(fresh, body)
        rest = {v: _fresh(v) for v in shape.variables if v not in sized}
        parts = []
        stop = tm.FALSE if shape.universal else tm.TRUE
        for values in product(*(self.elements(v.sort) for v in sized)):
            new = dict(zip(sized, values, strict=True)) | rest
            part = self._ground(tm.instantiate(t, [new[v] for v in shape.variables]))
            if part is stop:
                return stop
            parts.append(part)
        whole = tm.and_(*parts) if shape.universal else tm.or_(*parts)
        if not rest:
            return whole
        return (tm.forall if shape.universal else tm.exists)(list(rest.values()), whole)

    # ---- sets of elements ----

    def _known(self, symbol: Symbol, args: tuple[Term, ...]) -> bool | None:
        """The truth of a relation whose meaning is fixed, for elements."""
        if not self._is_fixed(symbol) or not all(map(_is_element, args)):
            return None
        numbers = [_number(a) for a in args]
        if symbol.name.startswith(_MEMBER):
            return bool(numbers[1] >> numbers[0] & 1)
        return self._compared(symbol.name, numbers)

    def _is_fixed(self, symbol: Symbol) -> bool:
        """Whether a relation is membership in a subset, or a comparison of sizes."""
        if symbol.name.startswith(_MEMBER):
            whole = symbol.args[-1].name
            return (
                len(symbol.args) == 2
                and whole in self.sizes
                and whole == f"{_SUBSET}{symbol.args[0].name}"
            )
        return (
            bool(symbol.args)
            and _SIZE in symbol.name
            and all(s.name in self.sizes and s.name.startswith(_SUBSET) for s in symbol.args)
        )

    def _compared(self, text: str, sets: list[int]) -> bool | None:
        """The value of `P \\subseteq Q /\\ 2 * Cardinality(P) > Cardinality(Q)` for fixed sets."""
        named: dict[str, int] = {}
        unnamed = iter(sets)

        def known(name: str) -> int:
            if name not in named:
                named[name] = next(unnamed)
            return named[name]

        def size(part: str) -> int:
            factor, _, row = part.rpartition(" * ")
            if not row.startswith(_SIZE):
                return int(factor or 1) * int(row)
            name = row[len(_SIZE) : -1]
            members = self.sizes[name] if name in self.sizes else known(name).bit_count()
            return int(factor or 1) * members

        def side(row: str) -> int:
            return sum(map(size, row.split(" + ")))

        def holds(clause: str) -> bool:
            if " \\subseteq " in clause:
                small, _, large = clause.partition(" \\subseteq ")
                return not known(small) & ~known(large)
            left, _, right = clause.partition(" > ")
            return side(left) > side(right)

        try:
            # All of them, in order: the first occurrence of a name takes the next set.
            truths = [holds(clause) for clause in text.split(" /\\ ")]
            return all(truths)
        except (ValueError, StopIteration):
            return None

    def without_symmetry(self, formula: Term) -> Iterator[Term]:
        """Which elements the constants of a formula may be: the first one is the first element.

        A query does not distinguish the elements of a sort, so the second constant is the first or
        the second element, and so on. This holds for the constants of one formula only. It pays off
        in queries about a range of integers, which are larger than others.
        """
        if not self.bounded:
            return
        count: dict[Sort, int] = {}
        for f in dict.fromkeys(tm.symbols(formula)):
            sort = f.result
            if f.args or sort.name not in self.sizes or sort.name.startswith(_SUBSET):
                continue
            count[sort] = count.get(sort, 0) + 1
            if count[sort] < self.sizes[sort.name]:
                some = self.elements(sort)[: count[sort]]
                yield tm.or_(*(tm.eq(f(), e) for e in some))

    def frame(self, symbols: Iterable[Symbol]) -> Iterator[Term]:
        """The elements are all different, and functions have no other values."""
        used = tuple(symbols)
        sorts = dict.fromkeys(s for f in used for s in (*f.args, f.result) if s.name in self.sizes)
        for sort in sorts:
            elements = self.elements(sort)
            if len(elements) > 1:
                yield tm.distinct(*elements)
        for f in used:
            tick()
            if self._is_fixed(f):
                for args in product(*(self.elements(s) for s in f.args)):
                    value, truth = f(*args), self._known(f, args)
                    if truth is not None:
                        yield value if truth else tm.not_(value)
            if self.bounded and not f.name.startswith(AFTER):
                yield from self._within(f) if f.result == INT else self._without_others(f)
            if f.result.name in self.sizes and not f.name.startswith(f"{f.result.name}!"):
                domains = [self.elements(s) for s in f.args if s.name in self.sizes]
                if len(domains) == len(f.args):
                    for args in product(*domains):
                        value = f(*args)
                        yield tm.or_(*(tm.eq(value, e) for e in self.elements(f.result)))

    def _without_others(self, f: Symbol) -> Iterator[Term]:
        """A relation of a state has no integers that only a step may reach.

        A message with such a number would not be in the state that is read from a model.
        """
        assert self.integers is not None
        if f.result != BOOL or INT not in f.args or not all(map(self._is_sized, f.args)):
            return
        others = tuple(map(tm.number, self._all_integers()[len(self.integers) :]))
        for args in product(*(self.elements(s) for s in f.args)):
            if any(a in others for a in args):
                yield tm.not_(f(*args))

    def _within(self, f: Symbol) -> Iterator[Term]:
        """The integers of a constant, of a state or of a choice are within the range."""
        assert self.integers is not None
        low, high = tm.number(self.integers[0]), tm.number(self.integers[-1])
        if all(map(self._is_sized, f.args)):
            for args in product(*(self.elements(s) for s in f.args)):
                yield tm.and_(tm.le(low, f(*args)), tm.le(f(*args), high))


def _is_element(t: Term) -> bool:
    return isinstance(t.shape, Symbol) and not t.args and "!" in t.shape.name


def _number(t: Term) -> int:
    assert isinstance(t.shape, Symbol)
    return int(t.shape.name.rpartition("!")[2])


_numbers = count(1)


def _fresh(v: Term) -> Term:
    assert isinstance(v.shape, Variable)
    return tm.variable(f"g{next(_numbers)}", v.sort)  # names of bound variables need only differ
