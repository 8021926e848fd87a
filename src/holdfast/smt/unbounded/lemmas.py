"""The library of lemmas about sizes of sets, each derived before it is used.

A comparison such as `2 * Cardinality(Q) > Cardinality(S)` is an uninterpreted relation `T(Q, S)`
with lemmas as axioms: which sets must overlap, and that larger sets preserve the relation. Whether
sets must overlap is decided for each comparison, by linear arithmetic over the sizes of the
regions of their Venn diagram; no lemma is assumed without a derivation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from holdfast.smt.encoding import Lemma
from holdfast.smt.terms.term import (
    BOOL,
    FALSE,
    INT,
    TRUE,
    Query,
    Sort,
    Symbol,
    Term,
    add,
    and_,
    exists,
    forall,
    implies,
    le,
    lt,
    mul,
    not_,
    number,
    or_,
    to_smtlib,
    variable,
)
from holdfast.smt.unbounded import shapes
from holdfast.smt.unbounded import symbolic as sym
from holdfast.smt.unbounded.sets import whole_sort
from holdfast.smt.unbounded.support import refuse
from holdfast.smt.unbounded.symbolic import Set, Size, Sym
from holdfast.smt.unbounded.theory import Theory
from holdfast.smt.unbounded.values import as_set


@dataclass(frozen=True, slots=True)
class Comparison:
    """`sum of factor * size + rest > 0`; a part of a whole sort has its name, others have None."""

    parts: tuple[tuple[int, str | None], ...]
    rest: int

    def text(self, names: tuple[str, ...]) -> str:
        """The comparison as TLA+ text, with names for the sets that are not whole sorts."""
        left: list[str] = []
        right: list[str] = []
        given = iter(names)
        for factor, whole in self.parts:
            size = f"Cardinality({whole or next(given)})"
            row = size if abs(factor) == 1 else f"{abs(factor)} * {size}"
            (left if factor > 0 else right).append(row)
        if self.rest:
            (left if self.rest > 0 else right).append(str(abs(self.rest)))
        return f"{' + '.join(left) or '0'} > {' + '.join(right) or '0'}"


def threshold(s: Size, theory: Theory) -> Term:
    """Whether a sum of sizes is positive, as a relation between named sets, with its lemmas."""
    parts = sorted(s.parts, key=lambda p: (-p[0], as_set(p[1]).whole is not None))
    sets = [as_set(p) for _, p in parts]
    known = {shapes.alternatives(x.of) for x in sets if x.of != shapes.NOTHING}
    if len(known) != 1 or len(next(iter(known))) != 1:
        raise refuse("cardinality", None)
    (of,) = next(iter(known))
    wholes = [x.whole.name if x.whole is not None else None for x in sets]
    rows = zip(parts, wholes, strict=True)
    comparison = Comparison(tuple((c, w) for (c, _), w in rows), s.rest)
    terms = [theory.name_set(x, of) for x in sets if x.whole is None]
    name = comparison.text(_names(len(terms)))
    symbol = Symbol(name, tuple(t.sort for t in terms), BOOL)
    if terms:
        relation = Relation(comparison, symbol, sym.membership(terms[0].sort, of))
        atom = symbol(*terms)
        theory.relations[symbol] = relation
        _add_lemmas(relation, theory, any(theory.is_defined(t) for t in terms))
        return atom
    return symbol()


def within(v: Sym, inside: Term, size: Term, base: Set, theory: Theory) -> Term:
    """`inside /\\ size` as one relation, where `inside` says that `v` is a subset of `base`.

    That is how quorums are written: `{Q \\in SUBSET S : 2 * Cardinality(Q) > Cardinality(S)}`.
    """
    relation = theory.relations.get(size.shape) if isinstance(size.shape, Symbol) else None
    if relation is None or inside is TRUE or not isinstance(relation, Relation):
        return and_(inside, size)
    factors = [factor for factor, _ in relation.comparison.parts]
    if [f > 0 for f in factors] != [True, False] or len(size.args) != 2:
        return and_(inside, size)
    if size.args != (theory.name_set(as_set(v)), theory.name_set(base)):
        return and_(inside, size)
    name = f"P \\subseteq Q /\\ {relation.symbol.name}"
    inner = replace(relation, symbol=replace(relation.symbol, name=name), inside_right=True)
    theory.relations[inner.symbol] = inner
    label = "a subset is what such a set is by definition"
    theory.add(subset_axiom(inner), label)
    _add_lemmas(inner, theory, any(theory.is_defined(t) for t in size.args))
    return inner.symbol(*size.args)


def _names(count: int) -> tuple[str, ...]:
    return tuple("PQRST"[:count]) if count <= 5 else tuple(f"S{i}" for i in range(count))


# ---- lemmas ----


def _add_lemmas(r: Relation, theory: Theory, growing: bool) -> None:
    """Add the lemmas of a relation; growth of two sets at once only if it is needed."""
    c = r.comparison
    if growing or len(r.symbol.args) == 1:
        theory.use(growth_lemma(c), growth_axiom(r))
    lefts = [whole for factor, whole in c.parts if factor > 0]
    if not lefts or None not in lefts:
        return
    counts = (1,) if len(lefts) > 1 or not must_overlap(c, 2) else (2, 3)
    for count in counts:
        if must_overlap(c, count):
            theory.use(overlap_lemma(c, count), overlap_axiom(r, count))
    match c.parts:
        case ((_, None), (_, str(whole))) if is_enough(c):
            everything = theory.name_set(whole_sort(Sort(whole)))
            theory.use(enough_lemma(c), r.symbol(everything))
        case _:
            pass


def growth_lemma(c: Comparison) -> Lemma:
    """A comparison stays true when sets on its left grow and sets on its right shrink."""
    names = _names(sum(1 for _, w in c.parts if w is None))
    text = c.text(names)
    return Lemma(
        f"growth of {text}",
        f"if {text} holds, it holds for larger sets on the left and smaller ones on the right",
        "a subset of a finite set has at most as many elements",
    )


def overlap_lemma(c: Comparison, count: int) -> Lemma:
    """Sets that satisfy a comparison have an element in common."""
    names = _names(sum(1 for _, w in c.parts if w is None))
    text = c.text(names)
    many = {1: "the sets on its left", 2: "any two such sets on its left"}
    who = many.get(count, "any three such sets on its left")
    return Lemma(
        f"overlap of {count} sets with {text}",
        f"if {text} holds, {who} within those on its right have a common element",
        "the sizes of the regions of the Venn diagram would have no solution otherwise",
    )


def enough_lemma(c: Comparison) -> Lemma:
    """The whole set satisfies a comparison with itself."""
    text = c.text(_names(sum(1 for _, w in c.parts if w is None)))
    return Lemma(
        f"the whole set has {text}",
        f"{text} holds if the set on its left is the one on its right, which is not empty",
        "linear arithmetic over the size of that set",
    )


@cache
def is_enough(c: Comparison) -> bool:
    """Whether a set that is not empty satisfies the comparison on both sides."""
    size = Symbol("size", (), INT)()
    total = add(*(mul(number(factor), size) for factor, _ in c.parts), number(c.rest))
    return _follows((le(number(1), size),), lt(number(0), total))


def _follows(given: Sequence[Term], goal: Term) -> bool:
    """Whether linear arithmetic derives a goal."""
    from holdfast.smt.solvers.solve import (  # solvers are loaded only where they are used
        Limits,
        solve,
    )

    labelled = tuple((f"fact {i}", f) for i, f in enumerate(given))
    text = to_smtlib(Query("a lemma about sizes", labelled, goal))
    return solve(text, "z3", Limits(rlimit=5_000_000)).status == "unsat"


@cache
def must_overlap(c: Comparison, count: int) -> bool:
    """Whether sets that satisfy the comparison, several times over, must have a common element.

    With `count` copies of its left side and one right side, all of the left within the right.
    """
    return _follows(_Regions(c, count).facts(), FALSE)


class _Regions:
    """A Venn diagram: one number for each region."""

    def __init__(self, c: Comparison, count: int) -> None:
        self.c, self.count = c, count
        self.left = [i for i, (factor, _) in enumerate(c.parts) if factor > 0]
        self.right = [i for i, (factor, _) in enumerate(c.parts) if factor <= 0]
        keys = [(i, k) for k in range(count) for i in self.left] + [(i, 0) for i in self.right]
        self.regions = {
            frozenset(k for k, inside in zip(keys, row, strict=True) if inside): Symbol(
                f"region {n}", (), INT
            )()
            for n, row in enumerate(product((False, True), repeat=len(keys)))
        }

    def size(self, key: tuple[int, int]) -> Term:
        """The number of elements of a set."""
        return add(number(0), *(n for inside, n in self.regions.items() if key in inside))

    def facts(self) -> list[Term]:
        """No region is negative, each copy satisfies the comparison, no element is common."""
        found = [le(number(0), n) for n in self.regions.values()]
        lefts = [(i, k) for k in range(self.count) for i in self.left]
        for k in range(self.count):
            parts = [
                mul(number(factor), self.size((i, k if factor > 0 else 0)))
                for i, (factor, _) in enumerate(self.c.parts)
            ]
            found.append(lt(number(0), add(*parts, number(self.c.rest))))
        for inside, n in self.regions.items():
            outside_of_right = any((i, 0) not in inside for i in self.right)
            in_left = any(key in inside for key in lefts)
            if (in_left and outside_of_right) or all(key in inside for key in lefts):
                found.append(le(n, number(0)))
        return found


# ---- lemmas as axioms ----


@dataclass(frozen=True, slots=True)
class Relation:
    """The relation of a comparison, and the membership relation of its sets.

    `inside_right` if it says also that the set on the left is part of the set on the right.
    """

    comparison: Comparison
    symbol: Symbol
    mem: Symbol
    inside_right: bool = False

    @property
    def at(self) -> tuple[Term, ...]:
        """The variables of an element."""
        return tuple(variable(f"place {i}", s) for i, s in enumerate(self.mem.args[:-1]))

    def copy(self, name: str, right: Copy | None = None) -> Copy:
        """The relation applied to variables; the sets on the right are those of another copy."""
        sorts = iter(self.symbol.args)
        sets: list[Term | None] = []
        for i, (factor, whole) in enumerate(self.comparison.parts):
            if whole is not None:
                sets.append(None)
                continue
            v = variable(f"{name} {i}", next(sorts))
            shared = right.sets[i] if right is not None and factor < 0 else None
            sets.append(v if shared is None else shared)
        return Copy(tuple(sets), self.symbol(*(v for v in sets if v is not None)))

    def inside(self, element: tuple[Term, ...], of: Term | None) -> Term:
        """Whether an element belongs to a set; all belong to a whole sort."""
        return TRUE if of is None else self.mem(*element, of)

    def sides(self, copy: Copy) -> tuple[list[Term | None], list[Term | None]]:
        """The sets on the left and those on the right."""
        pairs = list(zip(self.comparison.parts, copy.sets, strict=True))
        return [x for (f, _), x in pairs if f > 0], [x for (f, _), x in pairs if f < 0]


@dataclass(frozen=True, slots=True)
class Copy:
    """One use of the relation: its sets, None for a whole sort, and the relation of them."""

    sets: tuple[Term | None, ...]
    atom: Term


def overlap_axiom(r: Relation, count: int) -> Term:
    """Several uses with one right side: a common element, or one outside the right side."""
    first = r.copy("0")
    copies = [first, *(r.copy(str(k), first) for k in range(1, count))]
    lefts = [x for c in copies for x in r.sides(c)[0]]
    common = exists(r.at, and_(*(r.inside(r.at, x) for x in lefts)))
    outside = [
        exists(r.at, and_(r.inside(r.at, x), not_(r.inside(r.at, y))))
        for x in lefts
        for y in r.sides(first)[1]
        if not r.inside_right
    ]
    atoms = [c.atom for c in copies]
    variables = dict.fromkeys(v for c in copies for v in c.sets if v is not None)
    return forall(list(variables), implies(and_(*atoms), or_(common, *outside)), [atoms])


def growth_axiom(r: Relation) -> Term:
    """If the relation holds of some sets and not of others, some set is not part of another."""
    a, b = r.copy("0"), r.copy("1")
    (left_a, right_a), (left_b, right_b) = r.sides(a), r.sides(b)
    pairs = [*zip(left_a, left_b, strict=True), *zip(right_b, right_a, strict=True)]
    if r.inside_right:
        pairs += zip(left_b, right_b, strict=True)
    lost = [exists(r.at, and_(r.inside(r.at, x), not_(r.inside(r.at, y)))) for x, y in pairs]
    variables = [v for c in (a, b) for v in c.sets if v is not None]
    return forall(variables, or_(not_(a.atom), b.atom, *lost), [[a.atom, b.atom]])


def subset_axiom(r: Relation) -> Term:
    """The set on the left is part of the set on the right."""
    use = r.copy("0")
    (left,), (right,) = r.sides(use)
    inside = r.inside(r.at, left)
    variables = [v for v in use.sets if v is not None]
    body = implies(and_(use.atom, inside), r.inside(r.at, right))
    return forall((*variables, *r.at), body, [[use.atom, inside]])
