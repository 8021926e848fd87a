"""Atoms about quorums whose members can no longer do what an action does.

    Vote(a, b, v) ==
      /\\ b >= promised[a]                \\E Q \\in Quorum : \\A a \\in Q :
      /\\ ...                        =>     <<a, b, v>> \\notin votes /\\ b < promised[a]
      /\\ votes' = votes \\union {<<a, b, v>>}

Quorums overlap, so no quorum will ever have voted for v in ballot b. This is what a leader learns
from promises, in terms of the state: guards that compare numbers mostly remain false. That the
members of some quorum are beyond the number, whatever they did, is an atom, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from holdfast.infer.grammar.atoms import fits
from holdfast.infer.grammar.language import Atom, negated
from holdfast.infer.grammar.mining import Miner
from holdfast.infer.grammar.terms import bounds_of, free_names
from holdfast.infer.guards import Scene, scenes
from holdfast.ir import expr as ir
from holdfast.ir import types as ty
from holdfast.ir.expr import Binder, map_children
from holdfast.ir.ops import Op

_COST = 3


@dataclass(frozen=True, slots=True)
class _Effect:
    """An element that an action adds to a set; `leaves` are the terms in it, each a parameter."""

    membership: ir.Apply
    leaves: Mapping[ir.Expr, str]
    bounds: Mapping[str, ir.Bound]
    sorts: Mapping[str, int]

    def numbers(self, miner: Miner) -> frozenset[str]:
        """The parameters that are numbers."""
        return frozenset(n for n, s in self.sorts.items() if miner.sorts[s].element == ty.INT)


def out_of_reach(miner: Miner) -> Iterator[Atom]:
    """The atoms of all actions that add elements with a number to a set."""
    for scene in scenes(miner.system):
        for effect in _effects(scene, miner):
            if effect.numbers(miner):
                yield from _about(effect, scene, miner)


def _about(effect: _Effect, scene: Scene, miner: Miner) -> Iterator[Atom]:
    """The atoms of one effect: for each guard, each parameter and each sort of sets of it."""
    local = bounds_of(scene).keys()
    for guard in scene.guards:
        own = _with_parameters(guard, effect.leaves)
        free = free_names(own)
        disabled = _disabled(own)
        if disabled == negated(effect.membership) or not local.isdisjoint(free):
            continue
        for member, index in effect.sorts.items():
            if member in free:
                body = ir.Apply(Op.AND, (negated(effect.membership), disabled))
                yield from _quantified(body, member, index, effect, miner)
                if effect.numbers(miner).intersection(free):
                    yield from _quantified(disabled, member, index, effect, miner)


def _quantified(
    body: ir.Expr, member: str, index: int, effect: _Effect, miner: Miner
) -> Iterator[Atom]:
    """That a set of some sort has only members for which a formula holds."""
    for sort in miner.sorts:
        if isinstance(sort.element, ty.Set) and fits(miner.sorts[index].element, sort.element.of):
            quorum = f"{sort.letter}8"
            inner = ir.Bind(Binder.FORALL, (ir.Bound((member,), ir.Name(quorum)),), body)
            e = ir.Bind(Binder.EXISTS, (ir.Bound((quorum,), sort.domain),), inner)
            used = free_names(body)
            others = {n: b for n, b in effect.bounds.items() if n != member and n in used}
            atom = miner.atom(e, others, "quorum", _COST)
            if atom is not None:
                yield atom


_OPPOSITE = {Op.LT: Op.GE, Op.GE: Op.LT, Op.GT: Op.LE, Op.LE: Op.GT}


def _disabled(guard: ir.Expr) -> ir.Expr:
    match guard:
        case ir.Apply(op, args) if op in _OPPOSITE:
            return ir.Apply(_OPPOSITE[op], args)
        case _:
            return negated(guard)


# ---- effects ----


def _effects(scene: Scene, miner: Miner) -> Iterator[_Effect]:
    """The elements that an action adds to sets."""
    local = bounds_of(scene)
    types = miner.types(local)
    for variable, value in scene.assigned:
        for added, whole in _added(variable, value):
            bounds: dict[str, ir.Bound] = {}
            sorts: dict[str, int] = {}
            leaves: dict[ir.Expr, str] = {}
            for leaf in dict.fromkeys((*_leaves(added), *_keys(whole))):
                index = _sort_of(miner.typing.of(leaf, types), miner)
                if index is None:
                    break
                name = f"{miner.sorts[index].letter}{8 + sum(s == index for s in sorts.values())}"
                leaves[leaf], sorts[name] = name, index
                bounds[name] = ir.Bound((name,), miner.sorts[index].domain)
            else:
                e = ir.Apply(Op.IN, (added, whole))
                membership = _with_parameters(e, leaves)
                assert isinstance(membership, ir.Apply)
                yield _Effect(membership, leaves, bounds, sorts)


def _added(variable: str, value: ir.Expr) -> Iterator[tuple[ir.Expr, ir.Expr]]:
    """Each element that a new value has in addition, and the set that it is added to."""
    match value:
        case ir.Apply(Op.UNION2, (ir.Name(name), ir.Apply(Op.SET, elements))) if name == variable:
            yield from ((e, ir.Name(variable)) for e in elements)
        case ir.Except(ir.Name(name), updates) if name == variable:
            for update in updates:
                match update:
                    case ir.Update(
                        (key,), ir.Apply(Op.UNION2, (ir.Name(ir.OLD), ir.Apply(Op.SET, elements)))
                    ):
                        whole = ir.Apply(Op.INDEX, (ir.Name(variable), key))
                        yield from ((e, whole) for e in elements)
                    case _:
                        pass
        case _:
            return


def _leaves(e: ir.Expr) -> Iterator[ir.Expr]:
    """The terms in the fields of a record or tuple; literals are no terms."""
    match e:
        case ir.Apply(Op.RECORD, args):
            for value in args[1::2]:
                yield from _leaves(value)
        case ir.Apply(Op.TUPLE, args):
            for value in args:
                yield from _leaves(value)
        case ir.Literal():
            return
        case _:
            yield e


def _keys(whole: ir.Expr) -> Iterator[ir.Expr]:
    """The argument of a function whose value is a set."""
    match whole:
        case ir.Apply(Op.INDEX, (_, key)):
            yield key
        case _:
            return


def _sort_of(t: ty.Type, miner: Miner) -> int | None:
    """The first sort with elements of a type."""
    return next((i for i, s in enumerate(miner.sorts) if fits(s.element, t)), None)


def _with_parameters(e: ir.Expr, leaves: Mapping[ir.Expr, str]) -> ir.Expr:
    """An expression with parameters in place of terms, the outermost first."""
    name = leaves.get(e)
    return ir.Name(name) if name else map_children(lambda c: _with_parameters(c, leaves), e)
