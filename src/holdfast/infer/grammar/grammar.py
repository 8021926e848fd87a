"""The grammar of lemmas, mined from a spec and its property."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from holdfast.infer.grammar.atoms import TypedAtoms
from holdfast.infer.grammar.evaluate import AtomEvaluator, Evaluator
from holdfast.infer.grammar.language import Atom, Grammar, Params, Shape, Sort, variable_name
from holdfast.infer.grammar.messages import message_kinds
from holdfast.infer.grammar.mining import Miner
from holdfast.infer.grammar.numbered_messages import messages_of_terms
from holdfast.infer.grammar.projections import projections
from holdfast.infer.grammar.quorums import out_of_reach
from holdfast.infer.grammar.seen import SeenValues
from holdfast.infer.grammar.sorts import (
    Typing,
    find_sorts,
    free_letter,
    has_messages_with_numbers,
    types_of_lifted,
)
from holdfast.infer.grammar.terms import bounds_of, renumbered, unfolded_parts, unique
from holdfast.infer.guards import scenes
from holdfast.infer.lift import Lifted
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir import types as ty
from holdfast.ir.errors import EvalError
from holdfast.ir.expr_text import show_expr
from holdfast.ir.ops import Group, ops_in
from holdfast.ir.order import ordered
from holdfast.ir.substitute import substitute
from holdfast.ir.system import System
from holdfast.ir.tla_text import tla_text
from holdfast.ir.values import FiniteSet, ModelValue, Value

_MOST_ATOMS = 90
_MOST_OF_A_SORT = 4


def mine(  # noqa: PLR0913  # the inputs of mining
    system: System,
    lifted: Lifted,
    machine: Machine,
    states: list[State],
    property: ir.Expr,
    atoms: tuple[ir.Expr, ...] = (),
    numbers: ir.Expr | None = None,
    only: bool = False,
) -> Grammar:
    """The grammar of a system; `states` are samples, `atoms` closed formulas to decompose.

    All of them are of the lifted system. `numbers` is a set of numbers to quantify, unless the spec
    quantifies others. With `only`, lemmas have no other atoms than those given, and equalities.
    """
    typing = Typing(lifted, types_of_lifted(lifted, system.types))
    sorts = find_sorts(lifted, machine, states, typing, property)
    counted = numbers is not None and not any(isinstance(s.element, ty.Int) for s in sorts)
    if numbers is not None and counted:
        sorts = (*sorts, Sort(show_expr(numbers), numbers, ty.INT, free_letter("i", lifted, sorts)))
    evaluator = Evaluator(machine, sorts, len(lifted.constants))
    seen = _Seen(evaluator, _spread(states, 150))
    named = _named_values(lifted, states[0])
    miner = Miner(lifted.system, sorts, typing)
    records = message_kinds(miner, frozenset(named.values()))
    inside = _inside(lifted, states[0], property)
    typed = TypedAtoms(sorts, seen, named, inside, records, typing)
    typed.message = f"{free_letter('m', lifted, sorts)}1"
    typed.place = free_letter("k", lifted, sorts)
    tells = has_messages_with_numbers(system)
    typed.related = _related(lifted.system, property)
    whole = [i for i, s in enumerate(sorts) if s.element == ty.INT] if counted or tells else []
    typed.counted = bool(whole) and tells
    given = [a for e in atoms for a in miner.from_property(e)]
    own = [a for v in lifted.variables for a in typed.of_variable(v, typing.exprs.variables[v])]
    own += [a for i in whole for a in typed.compared_with(i)]
    own += [a for i in whole for a in messages_of_terms(own, typed.numbers, i)]
    every = _every(typed, miner, own, [*given, *miner.from_property(property)], property)
    every = [_dearer(a, inside) for a in unique(map(renumbered, every))]
    every = [a for a in every if evaluator.can_compile(a.expr, tuple(n for n, _ in a.params))]
    different = _different(every, evaluator, _spread(states, 120))
    shape = property_shape(property, sorts, miner)
    most = _most(sorts, different, shape, lifted, miner)
    kept = different[:_MOST_ATOMS]
    if only:
        kept = _among(every, (*given, *typed.equalities()))
    others = tuple(a for a in different if a not in kept)
    numbered = bool(whole) and tells
    return Grammar(sorts, tuple(kept), most, shape, others[:_MOST_ATOMS], numbered)


def _every(
    typed: TypedAtoms, miner: Miner, own: list[Atom], told: list[Atom], property: ir.Expr
) -> list[Atom]:
    """All atoms: the variables' own, those told by the user and the property, and mined ones."""
    return [
        *typed.equalities(),
        *own,
        *typed.orders(),
        *told,
        *out_of_reach(miner),
        *miner.from_actions(),
        *typed.compositions(),
        *typed.comparisons(),
        *typed.related_terms(miner.relations(property)),
        *typed.prefixes(),
        *projections(own, miner.sorts),
    ]


def _among(atoms: Iterable[Atom], wanted: Iterable[Atom]) -> list[Atom]:
    """The atoms that are wanted, whatever the names of their parameters."""
    keys = {_key(renumbered(a)) for a in wanted}
    return [a for a in atoms if _key(a) in keys]


def _key(atom: Atom) -> object:
    return atom.expr, tuple(s for _, s in atom.params)


def _spread(states: list[State], count: int) -> list[State]:
    step = max(1, len(states) // count)
    return states[::step]


class _Seen(SeenValues):
    """The values of terms in some sample states."""

    def __init__(self, evaluator: Evaluator, states: list[State]) -> None:
        self.evaluator = evaluator
        self.states = states
        domains = (evaluator.domains(s) for s in states)
        self.sorted = frozenset(e for row in domains for sort in row for e in sort)

    def of(self, term: ir.Expr, params: Params) -> tuple[Value, ...]:
        found: dict[Value, None] = {}
        try:
            for state in self.states:
                found |= dict.fromkeys(self.evaluator.values(term, params, state))
        except EvalError:
            return ()
        return tuple(sorted(found, key=str))

    def inside(self, term: ir.Expr, params: Params) -> tuple[Value, ...]:
        found: dict[Value, None] = {}
        for value in self.of(term, params):
            if isinstance(value, FiniteSet):
                found |= dict.fromkeys(ordered(value))
        return tuple(sorted(found, key=str))


def _named_values(lifted: Lifted, state: State) -> dict[str, str]:
    """The constants that are single model values, by the names of the values."""
    values = zip(lifted.constants, state, strict=False)
    return {value.name: name for name, value in values if isinstance(value, ModelValue)}


_COMPARISONS = ops_in(Group.EQUALITY, Group.COMPARISON)


def _related(system: System, property: ir.Expr) -> frozenset[frozenset[str]]:
    """Pairs of variables of which one is compared with, or assigned to, the other."""
    found: set[frozenset[str]] = set()
    every = list(scenes(system))
    for e in (property, *(g for s in every for g in (*s.guards, *s.tests))):
        for part in unfolded_parts(e, system):
            match part:
                case ir.Apply(op, (a, b)) if op in _COMPARISONS:
                    pairs = product(_variables(a, system), _variables(b, system))
                    found |= {frozenset(p) for p in pairs}
                case _:
                    pass
    for scene in every:
        for variable, value in scene.assigned:
            found |= {frozenset((variable, v)) for v in _variables(value, system)}
    return frozenset(found)


def _dearer(atom: Atom, inside: dict[str, str]) -> Atom:
    """The atom at a higher cost if it is about a single element: others may be more general."""
    single = any(isinstance(p, ir.Name) and p.name in inside for p in ir.walk(atom.expr))
    return replace(atom, cost=atom.cost + 2) if single else atom


def _inside(lifted: Lifted, state: State, property: ir.Expr) -> dict[str, str]:
    """The constants that are elements of constant sets of model values, with these sets.

    Those that only Init mentions are left out: they matter in few states.
    """
    values = dict(zip(lifted.constants, state, strict=False))
    sets = {name: v for name, v in values.items() if isinstance(v, FiniteSet)}
    every = [e for s in scenes(lifted.system) for e in (*s.guards, *s.tests, *s.values)]
    named = {
        part.name
        for e in (property, *every)
        for part in unfolded_parts(e, lifted.system)
        if isinstance(part, ir.Name)
    }
    return {
        name: largest
        for name, value in values.items()
        if isinstance(value, ModelValue) and name in named
        for largest in sorted(sets, key=lambda s: -len(sets[s]))
        if value in sets[largest].elements
    }


def _different(atoms: list[Atom], evaluator: Evaluator, states: list[State]) -> list[Atom]:
    """The atoms without those that are equivalent to another, or constant, in all samples.

    Equal values in reachable states do not make atoms equivalent: only atoms about the same
    variables are merged, and those that come from types, or order numbers, are all kept: one that
    is true in all samples may be a lemma.
    """
    one = AtomEvaluator(evaluator, tuple(atoms))
    found: dict[object, Atom] = {}
    for index, atom in enumerate(atoms):
        column = _unsigned(one, states, index)
        variables = frozenset(_variables(atom.expr, evaluator.machine.system))
        key = (column, tuple(s for _, s in atom.params), variables)
        if atom.origin in ("type", "message", "equality", "order"):
            found.setdefault((key, index), atom)
            found.setdefault(key, atom)
        elif atom.origin == "substituted" or any(column):
            found.setdefault((key, index) if not any(column) else key, atom)
    return list(dict.fromkeys(found.values()))


def _unsigned(one: AtomEvaluator, states: list[State], index: int) -> tuple[int, ...]:
    """The values of an atom or of its negation, whichever is false at the first position."""
    column = tuple(one.bits(state, index) for state in states)
    if not column[0] & 1:
        return column
    full = [(1 << one.choices(state, index)) - 1 for state in states]
    return tuple(bits ^ every for bits, every in zip(column, full, strict=True))


def _variables(e: ir.Expr, system: System) -> Iterator[str]:
    for part in unfolded_parts(e, system):
        match part:
            case ir.Name(name) if name in system.variables:
                yield name
            case _:
                pass


# ---- how many variables ----


def property_shape(property: ir.Expr, sorts: tuple[Sort, ...], miner: Miner) -> Shape:
    """How many variables of each sort the property quantifies, at most, on one path."""
    counts = [0] * len(sorts)

    def visit(e: ir.Expr, now: list[int], local: dict[str, ir.Bound], depth: int) -> None:
        match e:
            case ir.Bind(_, bounds, body):
                inner, names = list(now), dict(local)
                for b in bounds:
                    for n in b.names:
                        names[n] = b
                        index = miner.sort_of(b, miner.types(names)[n])
                        if index is not None:
                            inner[index] += 1
                for i, c in enumerate(inner):
                    counts[i] = max(counts[i], c)
                visit(body, inner, names, depth)
            case ir.Call(name, _) if depth and name in miner.system.definitions:
                visit(miner.system.definitions[name].body, now, local, depth - 1)
            case _:
                for child in ir.children(e):
                    visit(child, now, local, depth)

    visit(property, counts[:], {}, 3)
    return tuple(counts)


def _most(
    sorts: tuple[Sort, ...], atoms: Iterable[Atom], shape: Shape, lifted: Lifted, miner: Miner
) -> Shape:
    """How many variables of each sort a lemma may need."""
    counts = list(shape)
    for atom in atoms:
        if atom.origin in ("type", "message"):
            own = [0] * len(sorts)
            for _, sort in atom.params:
                own[sort] += 1
            counts = [max(c, o + 1 if o else 0) for c, o in zip(counts, own, strict=True)]
    for scene in scenes(lifted.system):
        own = [0] * len(sorts)
        local = bounds_of(scene)
        types = miner.types(local)
        for name, bound in local.items():
            index = miner.sort_of(bound, types[name])
            if index is not None:
                own[index] += 1
        counts = [max(c, o) for c, o in zip(counts, own, strict=True)]
    for index, each in enumerate(sorts):
        if isinstance(each.element, ty.Set):
            counts[index] = min(counts[index], 1)
        if isinstance(each.element, ty.Int) and isinstance(each.domain, ir.Apply):
            counts[index] = min(counts[index], 2)
    return tuple(min(c, _MOST_OF_A_SORT) for c in counts)


def atom_text(atom: Atom, grammar: Grammar) -> str:
    """An atom as `--grammar` reads it."""
    count: Counter[int] = Counter()
    fresh: dict[str, str] = {}
    for name, index in atom.params:
        fresh[name] = variable_name(grammar.sorts[index], count[index])
        count[index] += 1
    typed = ", ".join(
        f"{fresh[n]} \\in {tla_text(grammar.sorts[s].domain)}" for n, s in atom.params
    )
    text = tla_text(substitute(atom.expr, {n: ir.Name(v) for n, v in fresh.items()}))
    return f"{typed} : {text}" if typed else text


def show_grammar(grammar: Grammar) -> str:
    """The grammar as text: sorts, then atoms as `--grammar` reads them, with their origins."""
    lines = ["sorts"]
    for sort, most in zip(grammar.sorts, grammar.most, strict=True):
        names = ", ".join(variable_name(sort, i) for i in range(most))
        lines.append(f"  {sort.name}: {names}")
    lines.append("atoms")
    rows = [(atom_text(atom, grammar), atom.origin) for atom in grammar.atoms]
    width = min(90, max((len(text) for text, _ in rows), default=0))
    lines += [f"  {text:{width}}  \\* {origin}" for text, origin in rows]
    return "\n".join(lines)
