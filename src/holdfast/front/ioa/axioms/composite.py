"""The axioms of a composition: components are compatible, and satisfy their where-clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from holdfast.front.document import Axiom, AxiomCase
from holdfast.front.ioa import tree
from holdfast.front.ioa.axioms.candidates import Candidate, Candidates
from holdfast.front.ioa.axioms.cases import case_of
from holdfast.front.ioa.axioms.composed import with_indices
from holdfast.front.ioa.axioms.setting import Setting, arguments
from holdfast.front.ioa.axioms.witness import Witness
from holdfast.front.ioa.compose.instances import IndexVariable, Instance, every, quantified
from holdfast.front.ioa.compose.logic import and_, not_, or_
from holdfast.front.ioa.lower.domains import fits
from holdfast.front.ioa.lower.lower_expr import ExprLowering
from holdfast.front.ioa.tree import Kind
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op

_CONTROLLED = (Kind.OUTPUT,)
_INTERNAL = (Kind.INTERNAL,)


@dataclass(frozen=True, slots=True)
class Part:
    """A component of a composition: one, or any one of a sequence."""

    instance: Instance

    @property
    def component(self) -> tree.Component:
        """Its declaration."""
        assert self.instance.component is not None, "the root is no component"
        return self.instance.component

    @property
    def index(self) -> IndexVariable | None:
        """Its index, if it is one of a sequence."""
        return self.instance.indices[-1] if self.component.bound is not None else None

    @property
    def name(self) -> str:
        """How a witness calls it, with a place for the value of the index."""
        name = self.component.name
        return name if self.index is None else f"{name}[{{{self.index.name}}}]"

    def candidates(self) -> tuple[Candidate, ...]:
        """The index as a variable."""
        bound, index = self.component.bound, self.index
        if bound is None or index is None:
            return ()
        return (Candidate(index.name, bound.name, bound.type, bound.span),)

    def known(self) -> tuple[ir.Expr, ...]:
        """That the index is one."""
        if self.index is None:
            return ()
        return (ir.Apply(Op.IN, (ir.Name(self.index.name), self.index.domain)),)


def parts_of(instance: Instance) -> tuple[Part, ...]:
    """The components of a composition."""
    return tuple(map(Part, instance.children))


# ---- compatibility ----


def compatibility_axioms(setting: Setting) -> Iterator[Axiom]:
    """For each two components: no common outputs, no internal action of one in the other."""
    parts = parts_of(setting.instance)
    for one, other in combinations(parts, 2):
        yield from _compatible(setting, one, other)
    for one, other in zip(parts, parts_of(setting.instance_again("'")), strict=True):
        if one.index is not None:
            yield from _compatible(setting, one, other)


def _compatible(setting: Setting, one: Part, other: Part) -> Iterator[Axiom]:
    a, b = one.component.name, other.component.name
    same = one.component is other.component
    if same:
        a, b = f"{a}[i]", f"{b}[j]"
    rows = [
        (f"{a} and {b} have no common outputs", _CONTROLLED, _CONTROLLED, "an output of both"),
        (f"internal actions of {a} are not actions of {b}", _INTERNAL, tuple(Kind), ""),
        (f"internal actions of {b} are not actions of {a}", tuple(Kind), _INTERNAL, ""),
    ]
    if same:
        rows = rows[:2]  # the components are interchangeable
    for title, mine, theirs, both in rows:
        cases = tuple(_conflicts(setting, (one, mine), (other, theirs), both))
        construct = f"components {a} and {b} of {setting.automaton.name}"
        yield Axiom("compatibility", construct, title, other.component.span, cases)


def _conflicts(
    setting: Setting,
    one: tuple[Part, tuple[Kind, ...]],
    other: tuple[Part, tuple[Kind, ...]],
    both: str,
) -> Iterator[AxiomCase]:
    """A case for each action that may belong to both components."""
    (a, mine), (b, theirs) = one, other
    theirs_too = _actions(b.instance)
    for name, declared in _actions(a.instance).items():
        if name not in theirs_too:
            continue
        chosen = arguments(name, declared.params)
        candidates = setting.candidates.having(*a.candidates(), *b.candidates(), *chosen)
        candidates = candidates.knowing(*a.known(), *b.known(), *_different(a, b))
        conditions = [
            _belongs(part.instance, name, chosen, kinds, setting.lowering)
            for part, kinds in ((a, mine), (b, theirs))
        ]
        if ir.FALSE in conditions:
            continue
        formula = not_(and_(conditions))
        sentence = f"{{}} is {both} {a.name} and {b.name}"
        if not both:
            inner, outer = (a, b) if mine == _INTERNAL else (b, a)
            sentence = f"{{}} is internal to {inner.name}, and an action of {outer.name}"
        witness = Witness(sentence, name, chosen, candidates.every)
        span = b.component.span
        yield case_of(candidates, lambda f=formula: f, span, witness)  # type: ignore[misc]  # bound now


def _different(a: Part, b: Part) -> tuple[ir.Expr, ...]:
    """That two components of one sequence are not the same."""
    if a.component is not b.component or a.index is None or b.index is None:
        return ()
    return (ir.Apply(Op.NE, (ir.Name(a.index.name), ir.Name(b.index.name))),)


def _actions(instance: Instance) -> dict[str, tree.Action]:
    """A declaration of each action in an automaton or below it."""
    if isinstance(instance.automaton, tree.Automaton):
        return {a.name: a for a in instance.automaton.signature}
    return {name: a for c in instance.children for name, a in _actions(c).items()}


def _belongs(
    instance: Instance,
    action: str,
    chosen: tuple[Candidate, ...],
    kinds: tuple[Kind, ...],
    lowering: ExprLowering,
) -> ir.Expr:
    """That an action belongs to a component, as one of some kinds."""
    own = 1 if instance.component is not None and instance.component.bound is not None else 0
    found = _memberships(instance, action, chosen, own, lowering)
    return or_([condition for kind, condition in found if kind in kinds])


def _memberships(
    instance: Instance,
    action: str,
    chosen: tuple[Candidate, ...],
    outer: int,
    lowering: ExprLowering,
) -> Iterator[tuple[Kind, ir.Expr]]:
    """The kinds of an action in an automaton; hidden outputs of a composite are internal."""
    automaton = instance.automaton
    if isinstance(automaton, tree.Composition):
        for child in instance.children:
            for kind, where in _memberships(child, action, chosen, outer, lowering):
                hidden = kind is Kind.OUTPUT and action in automaton.hidden
                yield (Kind.INTERNAL if hidden else kind), where
        return
    names = tuple(c.variable for c in chosen)
    for entry in automaton.signature:
        if entry.name == action:
            scope = instance.scope().with_arguments(entry.params, names)
            where = ir.TRUE if entry.where is None else lowering.lower(entry.where, scope)
            inner = instance.indices[outer:]
            yield entry.kind, quantified(ir.Binder.EXISTS, inner, where, entry.span)


# ---- where-clauses ----


def where_axioms(setting: Setting, root: Setting) -> Iterator[Axiom]:
    """For each component: its arguments satisfy the where-clause of its automaton."""
    for part in parts_of(setting.instance):
        automaton, component = part.instance.automaton, part.component
        title = f"{component.name} satisfies the where-clause of {automaton.name}"
        construct = f"component {component.name} of {setting.automaton.name}"
        if automaton.where is None:
            yield Axiom("where", construct, title, component.span)
            continue
        candidates = setting.candidates.having(*part.candidates()).knowing(*part.known())
        cases = (_satisfied(setting, part, candidates, automaton.where),)
        in_system = None if setting is root else partial(_in_system, root, component)
        yield Axiom("where", construct, title, component.span, cases, in_system)


def _in_system(root: Setting, component: tree.Component) -> tuple[AxiomCase, ...]:
    """The same about each instance of the component in the whole system."""
    return tuple(
        _satisfied(root, Part(i), with_indices(root, i), i.automaton.where)
        for i in every(root.instance)
        if i.component is component and i.automaton.where is not None
    )


def _satisfied(setting: Setting, part: Part, candidates: Candidates, where: tree.Expr) -> AxiomCase:
    automaton, parameters = part.instance.automaton, part.instance.parameters
    # Whether the arguments have the right types is a question of definedness.
    typed = [fits(parameters[p.name], p.type) for p in automaton.params]
    candidates = candidates.knowing(*(f for f in typed if f is not None))
    sentence = f"{part.name} does not satisfy the where-clause of {automaton.name}"
    witness = Witness(sentence, others=candidates.every)

    def formula() -> ir.Expr:
        return setting.lowering.lower(where, part.instance.scope())

    return case_of(candidates, formula, part.component.span, witness)
