"""The language of lemmas: sorts, atoms over variables of sorts, literals and clauses.

A lemma is `\\A x1 \\in S1, ... : l1 \\/ l2 \\/ ...`, where each literal is an atom of the grammar,
or its negation, with its parameters replaced by the quantified variables. Quantifiers inside
an atom belong to the atom.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations, product

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.types import Type

Params = tuple[tuple[str, int], ...]
"""The parameters of an atom, each of a sort."""


@dataclass(frozen=True, slots=True)
class Sort:
    """A set that does not change and that variables range over; `letter` begins their names."""

    name: str
    domain: ir.Expr = field(compare=False)
    element: Type = field(compare=False)
    letter: str = field(compare=False, default="x")


@dataclass(frozen=True, slots=True)
class Atom:
    """A formula about a state with parameters, each of a sort (its index among the sorts).

    `cost` is how much harder it is to read than a simple membership; `origin` names its
    source.
    """

    expr: ir.Expr
    params: Params
    origin: str
    cost: int = 1


Literal = tuple[int, tuple[int, ...], bool]
"""An atom's index, the number of the variable for each parameter, and whether it is positive."""
Clause = frozenset[Literal]
Shape = tuple[int, ...]
"""How many variables of each sort."""
_MOST_WITH_NUMBERS = 220
"""How many atoms of four variables there are at most, if lemmas quantify numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """The sorts and atoms of lemmas, and the maximal number of variables of each sort.

    The `others` are atoms that were mined and that no lemma has: a search that is stuck without
    them may suggest some.
    """

    sorts: tuple[Sort, ...]
    atoms: tuple[Atom, ...]
    most: Shape
    property_shape: Shape
    others: tuple[Atom, ...] = ()
    has_numbers: bool = False
    """Whether lemmas quantify the numbers in messages."""


# ---- variables of clauses ----


def shape_of(clause: Iterable[Literal], grammar: Grammar) -> Shape:
    """How many variables of each sort a clause has, if they are numbered without gaps."""
    counts = [0] * len(grammar.sorts)
    for atom, args, _ in clause:
        for (_, sort), number in zip(grammar.atoms[atom].params, args, strict=True):
            counts[sort] = max(counts[sort], number + 1)
    return tuple(counts)


def canonical(clause: Iterable[Literal], grammar: Grammar) -> Clause:
    """The clause with its variables renumbered: a normal form up to renaming."""
    literals = list(clause)
    used: list[list[int]] = [[] for _ in grammar.sorts]
    for atom, args, _ in literals:
        for (_, sort), number in zip(grammar.atoms[atom].params, args, strict=True):
            if number not in used[sort]:
                used[sort].append(number)
    best: tuple[Literal, ...] | None = None
    for orders in product(*(permutations(range(len(u))) for u in used)):
        new = [dict(zip(u, order, strict=True)) for u, order in zip(used, orders, strict=True)]
        renamed = tuple(sorted(_renamed(lit, new, grammar) for lit in literals))
        if best is None or renamed < best:
            best = renamed
    return frozenset(best or ())


def _renamed(literal: Literal, names: Sequence[dict[int, int]], grammar: Grammar) -> Literal:
    atom, args, positive = literal
    params = grammar.atoms[atom].params
    new = tuple(names[sort][n] for (_, sort), n in zip(params, args, strict=True))
    if _is_equality(grammar.atoms[atom]):
        new = tuple(sorted(new))
    return atom, new, positive


def _is_equality(atom: Atom) -> bool:
    return atom.origin == "equality"


def special_cases(clause: Clause, grammar: Grammar) -> set[Clause]:
    """The clause with two of its variables identified, which follows from it."""
    found: set[Clause] = set()
    for sort, count in enumerate(shape_of(clause, grammar)):
        for keep, drop in combinations(range(count), 2):
            case = _identified(clause, sort, keep, drop, grammar)
            if case is not None:
                found.add(canonical(case, grammar))
    return found


def _identified(
    clause: Clause, sort: int, keep: int, drop: int, grammar: Grammar
) -> set[Literal] | None:
    """The clause with one variable for another; None if that makes it trivial."""
    found: set[Literal] = set()
    for atom, args, positive in clause:
        params = grammar.atoms[atom].params
        new = tuple(
            keep if s == sort and n == drop else n for (_, s), n in zip(params, args, strict=True)
        )
        if _is_equality(grammar.atoms[atom]):
            new = tuple(sorted(new))
            if new[0] == new[1]:
                if positive:
                    return None
                continue
        if (atom, new, not positive) in found:
            return None
        found.add((atom, new, positive))
    return found


def instances_in(shape: Shape, grammar: Grammar) -> list[tuple[int, tuple[int, ...]]]:
    """Every atom with every choice of variables of a shape for its parameters.

    A message has many variables. If it has numbers, shapes of four variables have the first
    atoms only, which are about types and equalities, so that a search is possible.
    """
    most = _MOST_WITH_NUMBERS if grammar.has_numbers and sum(shape) >= 4 else None
    found: list[tuple[int, tuple[int, ...]]] = []
    for index, atom in enumerate(grammar.atoms):
        rows = product(*(range(shape[sort]) for _, sort in atom.params))
        own = [args for args in rows if not _is_equality(atom) or args[0] < args[1]]
        if most is not None and len(found) + len(own) > most:
            break
        found += [(index, args) for args in own]
    return found


def cost_of(clause: Clause, grammar: Grammar) -> int:
    """How much a clause adds to an invariant: smaller is easier to read and to prove."""
    return 8 + 2 * sum(grammar.atoms[atom].cost for atom, _, _ in clause)


# ---- formulas of clauses ----


def variable_name(sort: Sort, number: int) -> str:
    """The name of a quantified variable."""
    return f"{sort.letter}{number + 1}"


def formula(clause: Clause, grammar: Grammar) -> ir.Expr:
    """The formula of a clause; an implication where that reads better."""
    negative = [_atom_formula(lit, grammar) for lit in sorted(clause) if not lit[2]]
    positive = [_atom_formula(lit, grammar) for lit in sorted(clause) if lit[2]]
    return _quantified(_implication(negative, positive), clause, grammar)


def _implication(negative: list[ir.Expr], positive: list[ir.Expr]) -> ir.Expr:
    if not negative:
        return _junction(Op.OR, positive)
    if not positive:
        if len(negative) == 1:
            return negated(negative[0])
        return ir.Apply(Op.NOT, (_junction(Op.AND, negative),))
    return ir.Apply(Op.IMPLIES, (_junction(Op.AND, negative), _junction(Op.OR, positive)))


_OPPOSITE = {Op.EQ: Op.NE, Op.NE: Op.EQ, Op.IN: Op.NOTIN, Op.NOTIN: Op.IN}


def negated(e: ir.Expr) -> ir.Expr:
    """The negation of a formula, in the form that reads best."""
    match e:
        case ir.Apply(op, args) if op in _OPPOSITE:
            return ir.Apply(_OPPOSITE[op], args)
        case ir.Apply(Op.NOT, (inner,)):
            return inner
        case _:
            return ir.Apply(Op.NOT, (e,))


def _junction(op: Op, items: list[ir.Expr]) -> ir.Expr:
    return items[0] if len(items) == 1 else ir.Apply(op, tuple(items))


def _atom_formula(literal: Literal, grammar: Grammar) -> ir.Expr:
    index, args, _ = literal
    atom = grammar.atoms[index]
    names = {
        name: ir.Name(variable_name(grammar.sorts[sort], number))
        for (name, sort), number in zip(atom.params, args, strict=True)
    }
    return substitute(atom.expr, names)


def _quantified(body: ir.Expr, clause: Clause, grammar: Grammar) -> ir.Expr:
    bounds = []
    for sort, count in zip(grammar.sorts, shape_of(clause, grammar), strict=True):
        bounds += [ir.Bound((variable_name(sort, n),), sort.domain) for n in range(count)]
    return ir.Bind(ir.Binder.FORALL, tuple(bounds), body) if bounds else body
