"""What formulas depend on beyond the spec: named sets, chosen values, lemmas, definedness.

Each definition added here is a conservative extension: every set of elements is an element of
the sort of such sets, and CHOOSE has some value. So it is sound wherever the formula occurs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from holdfast.smt.encoding import Condition, Lemma
from holdfast.smt.terms.term import (
    BOOL,
    FALSE,
    TRUE,
    Symbol,
    Term,
    and_,
    distinct,
    eq,
    exists,
    forall,
    iff,
    implies,
    not_,
    substitute,
    subterms,
    variable,
)
from holdfast.smt.unbounded import apart, shapes
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.domains import places
from holdfast.smt.unbounded.shapes import Shape
from holdfast.smt.unbounded.support import refuse
from holdfast.smt.unbounded.symbolic import Set, Sym
from holdfast.source import Span


class Theory:
    """Definitions and lemmas that the formulas made so far depend on, and their conditions."""

    def __init__(self) -> None:
        self.axioms: dict[Term, str] = {}
        self.lemmas: dict[str, Lemma] = {}
        self.atoms: dict[str, None] = {}
        self.has_all_strings = False
        self.constants: dict[str, None] = {}
        self.apart: dict[tuple[apart.Side, apart.Side], None] = {}
        self.relations: dict[Symbol, object] = {}
        self.widths: tuple[int, ...] = ()
        self.scope: list[Term] = []
        self.path: list[Term] = []
        self.conditions: list[Condition] | None = None
        self._sets: dict[tuple[Term, Shape], Symbol] = {}
        self._chosen: dict[Term, tuple[Symbol, ...]] = {}
        self._similar: dict[
            tuple[int, Shape], list[tuple[Term, tuple[Term, ...], tuple[Symbol, ...]]]
        ] = {}
        self._unknown = 0

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Make this the current theory, which names sets and records distinctions."""
        token = sym.NAME_SET.set(self.name_set)
        note = apart.NOTE.set(self._told_apart)
        try:
            yield
        finally:
            apart.NOTE.reset(note)
            sym.NAME_SET.reset(token)

    def _told_apart(self, a: apart.Side, b: apart.Side) -> None:
        self.apart.setdefault((a, b))

    def hypothesis(self, make: Callable[[], Term]) -> Term:
        """A formula about constants; its dependencies are dropped if it is trivially true.

        The same if it cannot be made.
        """
        constants, told = dict(self.constants), dict(self.apart)
        term = TRUE
        try:
            term = make()
        finally:
            if term is TRUE:
                self.constants, self.apart = constants, told
        return term

    def rests_on(self, other: Theory) -> None:
        """Import the facts of another theory about constants."""
        self.atoms |= other.atoms
        self.has_all_strings |= other.has_all_strings
        self.constants |= other.constants
        self.apart |= other.apart

    def names_are_different(self) -> Term:
        """Strings differ; a model value differs only from what it was distinguished from."""
        known = [text for text in self.atoms if not text.startswith('"')]
        strings = [text for text in self.atoms if text.startswith('"')]
        told = {frozenset(pair) for pair in self.apart}
        pairs = [
            not_(eq(sym.atom_symbol(a)(), sym.atom_symbol(b)()))
            for i, a in enumerate(known)
            for b in (*known[:i], *strings)
            if {a, b} in told or {a, "STRING"} in told
        ]
        named = [sym.atom_symbol(text)() for text in strings]
        members = map(shapes.IS_STRING, named) if self.has_all_strings else ()
        return and_(distinct(*named), *pairs, *members)

    def add(self, axiom: Term, label: str) -> None:
        """Add a definition or a lemma, with its origin."""
        if axiom is not TRUE:
            self.axioms.setdefault(axiom, label)

    def use(self, lemma: Lemma, axiom: Term) -> None:
        """Add a lemma of the library."""
        self.lemmas.setdefault(lemma.name, lemma)
        self.add(axiom, f"lemma {lemma.name}: {lemma.statement}")

    # ---- sets as elements ----

    def name_set(self, s: Set, of: Shape | None = None) -> Term:
        """A set as an element of the sort of such sets."""
        known = shapes.alternatives(s.of if of is None else of)
        if len(known) != 1 or shapes.sorts(known[0]) is None:
            raise refuse("deep-set", None, f"sets of {shapes.label(s.of)}")
        (alternative,) = known
        target = shapes.reified(alternative)
        at = places(alternative)
        mem = sym.membership(target.sort, alternative)
        formula = s.has(sym.rebuild(alternative, at))
        if formula.shape == mem and formula.args[:-1] == at and not formula.args[-1].free & set(at):
            return formula.args[-1]
        free, formula = _closed(formula, at)
        symbol = self._sets.get((formula, alternative))
        if symbol is None:
            sorts = tuple(t.sort for t in free)
            symbol = Symbol(f"set.{len(self._sets) + 1}", sorts, target.sort)
            self._sets[formula, alternative] = symbol
            names = _parameters(free)
            inside = mem(*at, symbol(*names))
            self.add(
                forall((*names, *at), iff(inside, formula), [[inside]]),
                f"definition of the set {symbol.name}",
            )
        return symbol(*free)

    def is_defined(self, t: Term) -> bool:
        """Whether this theory has named a set."""
        return t.shape in self._sets.values()

    # ---- CHOOSE ----

    def choose(self, of: Shape, has: Set, origin: int) -> Sym:
        """Some element of a set, the same for equal sets; `origin` identifies the CHOOSE."""
        known = shapes.alternatives(of)
        if len(known) != 1 or shapes.sorts(known[0]) is None:
            raise refuse("deep-set", None, shapes.label(of))
        (alternative,) = known
        at = places(alternative)
        free, formula = _closed(has.has(sym.rebuild(alternative, at)), at)
        chosen = self._chosen.get(formula)
        names = _parameters(free)
        if chosen is None:
            number = len(self._chosen) + 1
            sorts = tuple(t.sort for t in free)
            chosen = tuple(Symbol(f"choose.{number} {i}", sorts, t.sort) for i, t in enumerate(at))
            self._chosen[formula] = chosen
            there = substitute(formula, dict(zip(at, (c(*names) for c in chosen), strict=True)))
            found = forall(names, implies(exists(at, formula), there))
            self.add(found, "CHOOSE finds an element")
            self._agree(formula, names, chosen, at, (origin, alternative))
        return sym.rebuild(alternative, tuple(c(*free) for c in chosen))

    def _agree(
        self,
        formula: Term,
        names: tuple[Term, ...],
        chosen: tuple[Symbol, ...],
        at: tuple[Term, ...],
        origin: tuple[int, Shape],
    ) -> None:
        """One CHOOSE gives equal values for equal sets, also in different states."""
        others = self._similar.setdefault(origin, [])
        others.append((formula, names, chosen))
        for other, params, theirs_too in others:
            renamed = tuple(sym.fresh(p.sort) for p in params)
            theirs = substitute(other, dict(zip(params, renamed, strict=True)))
            same = forall(at, iff(formula, theirs))
            equations = [
                eq(c(*names), d(*renamed)) for c, d in zip(chosen, theirs_too, strict=True)
            ]
            self.add(
                forall((*names, *renamed), implies(same, and_(*equations))),
                "CHOOSE is the same for equal sets",
            )

    # ---- definedness ----

    @contextmanager
    def under(self, condition: Term, variables: Sequence[Term] = ()) -> Iterator[None]:
        """Continue under a condition, with some variables bound around."""
        self.path.append(condition)
        self.scope.extend(variables)
        try:
            yield
        finally:
            self.path.pop()
            del self.scope[len(self.scope) - len(variables) :]

    def demand(self, condition: Term, message: str, span: Span | None) -> None:
        """Record the condition under which an operation is defined."""
        if self.conditions is None or condition is TRUE:
            return
        formula = implies(and_(*self.path), condition)
        formula = forall([t for t in subterms(formula) if t in formula.free], formula)
        if formula is not TRUE:
            self.conditions.append((formula, message, span))

    def unknown(self, span: Span | None, message: str) -> Term:
        """An arbitrary formula: the value of an undefined formula."""
        self.demand(FALSE, message, span)
        variables = tuple(dict.fromkeys(self.scope))
        return Symbol(self.new_name(), tuple(v.sort for v in variables), BOOL)(*variables)

    def new_name(self) -> str:
        """A new name for something of which nothing is known."""
        self._unknown += 1
        return f"unknown.{self._unknown}"


def _closed(formula: Term, at: Sequence[Term]) -> tuple[tuple[Term, ...], Term]:
    """The free variables of a formula except `at`, and the formula with names for them."""
    inside = set(at)
    free = tuple(t for t in subterms(formula) if t in formula.free and t not in inside)
    return free, substitute(formula, dict(zip(free, _parameters(free), strict=True)))


def _parameters(free: Sequence[Term]) -> tuple[Term, ...]:
    return tuple(variable(f"parameter {i}", t.sort) for i, t in enumerate(free))
