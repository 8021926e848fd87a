"""The conditions of a diagram as proof obligations, in one encoding.

Lemmas and the claim that every state satisfies some node are proved by induction together: before
a step, all lemmas and some node hold; O1 and O2 are the two cases for the nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from holdfast.diagram.conditions import Condition, fair_actions
from holdfast.diagram.diagram import Edge, Node
from holdfast.diagram.meaning import Meaning, conjunction, disjunction, negation
from holdfast.ir import expr as ir
from holdfast.ir.system import Action as Rule
from holdfast.prove.conjuncts import Conjunct, Reads
from holdfast.prove.obligations import (
    INIT,
    Claim,
    Labelled,
    Obligation,
    Obligations,
    Part,
    merged,
    steps_of,
)
from holdfast.smt.encoding import Encoding, State
from holdfast.smt.terms.term import Query, Term, and_, or_

SOME_NODE = "some node"
"""The name in place of a lemma: every state satisfies a node."""


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One branch of an action of the system: its formula, and the state after it."""

    action: str
    formula: Term
    after: State


class Queries:
    """Makes the obligations of one diagram."""

    def __init__(
        self, meaning: Meaning, encoding: Encoding, lemmas: tuple[Conjunct, ...] = ()
    ) -> None:
        self.meaning = meaning
        self.diagram = meaning.diagram
        self.encoding = encoding
        self.lemmas = lemmas
        self.reads = Reads(meaning.system)
        some = meaning.some_node
        self.some_node = Conjunct(SOME_NODE, some, self.reads.of(some), SOME_NODE)
        self.claim = Claim((*lemmas, self.some_node))
        self.makes = Obligations(meaning.system, encoding, self.claim)
        self.before = self.makes.before
        self.rules = {group[0].name: group for group in merged(meaning.system.actions)}
        self.fair = fair_actions(self.diagram)
        self._steps_of: dict[str, list[Step]] = {}
        self._node_before = cache(lambda name: self.encoding.holds(self._node(name), self.before))
        self._after = cache(lambda name, step: self.encoding.holds(self._node(name), step.after))
        self._action = cache(self._action_term)

    # ---- what every proof needs besides the conditions ----

    def inductive(self) -> Iterator[Obligation]:
        """The lemmas hold initially, and every action preserves them."""
        for each in self.makes.initiation():
            if each.lemma != SOME_NODE:
                yield each
        if self.lemmas:
            for rules in self.rules.values():
                yield from self.makes.kept_by(rules, self.lemmas)

    def definedness(self) -> Iterator[Obligation]:
        """Every expression is defined wherever it is evaluated."""
        return self.makes.definedness()

    # ---- conditions ----

    def obligation(self, condition: Condition) -> Obligation:
        """The obligation of a condition; raises SpecError for what an encoding does not support."""
        parts = tuple(self._parts(condition))
        node = self.diagram.node(condition.node) if condition.node else None
        span = None if node is None else node.span
        return Obligation(condition.name, condition.action or INIT, "diagram", parts, span)

    def _parts(self, c: Condition) -> Iterator[Part]:
        match c.kind, c.about:
            case "O1", _:
                yield self._initial(c)
            case "O2", _:
                for step in self._steps(c.action):
                    yield self._step_part(c, step, (), self._goal(c.node, step))
            case "O3", "edge":
                yield from self._decreasing(c)
            case "O3", "domain":
                yield from self._in_domain(c)
            case "O3", "stutter":
                yield from self._still(c)
            case "O4b", _:
                enabled = self.meaning.actions[c.action].enabled
                yield self._state_part(c, self.encoding.holds(enabled, self.before))
            case _:
                raise AssertionError(f"{c.kind} is not an obligation of solvers")

    def _initial(self, c: Condition) -> Part:
        state = self.encoding.state("i")
        starts = self.encoding.starts(state)
        given = (*self.makes.typed(state), ("the state is initial", starts))
        some = disjunction(tuple(map(self.meaning.node, self.diagram.initial)))
        query = self.makes.query(c.name, given, self.encoding.holds(some, state))
        return Part(c.name, (query,), (state,))

    def _goal(self, node: str, step: Step) -> Term:
        """A step stutters in a node, or takes an edge that leaves it."""
        stays = and_(self._after(node, step), *self._absent((), step))
        return or_(stays, *(self._takes(edge, step) for edge in self.diagram.leaving(node)))

    def _takes(self, edge: Edge, step: Step) -> Term:
        return and_(
            self._after(edge.target, step),
            *(self._action(name, step, True) for name in edge.actions),
            *self._absent(edge.actions, step),
        )

    def _absent(self, taken: Sequence[str], step: Step) -> Iterator[Term]:
        """No fair action besides some."""
        return (self._action(name, step, False) for name in self.fair if name not in taken)

    def _action_term(self, name: str, step: Step, taken: bool) -> Term:
        """A step is one of an action of the diagram, or is not."""
        action = self.meaning.actions[name]
        # A step of a rule is one of the action that this rule is, if it changes something.
        e = self.meaning.changed if step.action in action.rules else action.step
        return self.encoding.holds(e if taken else negation(e), self.before, step.after)

    def persistence(self, c: Condition, enabled: ir.Expr) -> Obligation:
        """A formula stays true until a step of an action of the diagram is taken."""
        before = self.encoding.holds(enabled, self.before)
        parts = []
        for name in self.rules:
            if name in self.meaning.actions[c.action].rules:
                continue  # a step that changes something is one of the action
            for step in self._steps(name):
                given = (
                    ("the action is enabled", before),
                    ("it is not taken", self._action(c.action, step, False)),
                )
                goal = self.encoding.holds(enabled, step.after)
                parts.append(self._step_part(c, step, given, goal))
        return Obligation(c.name, c.action, "diagram", tuple(parts))

    # ---- orderings ----

    def _decreasing(self, c: Condition) -> Iterator[Part]:
        edge = c.edge
        assert edge is not None, "it is about an edge"
        _, decreases, keeps = self._measured(c.ordering)
        goal = decreases if c.strict else keeps
        for step in self._steps_along(edge):
            given = (("the edge", self._takes(edge, step)),)
            yield self._step_part(c, step, given, self._holds_over(goal, step))

    def _measured(self, ordering: str) -> tuple[ir.Expr, ir.Expr, ir.Expr]:
        """The formulas about a term; for all sizes, those about the set that a term counts."""
        m = self.meaning.measures[ordering]
        return m.by_sets if self.all_sizes else (m.domain, m.decreases, m.keeps)

    @property
    def all_sizes(self) -> bool:
        """Whether the obligations are about all sizes."""
        return self.encoding.scope == "all sizes"

    def _steps_along(self, edge: Edge) -> Iterator[Step]:
        """The steps that may take an edge: those of one rule, if one of its actions is a rule."""
        names = [n for a in edge.actions for n in self.meaning.actions[a].rules]
        for name in names[:1] or self.rules:
            yield from self._steps(name)

    def _in_domain(self, c: Condition) -> Iterator[Part]:
        domain, _, _ = self._measured(c.ordering)
        yield self._state_part(c, self.encoding.holds(domain, self.before))
        for goal, message, span in self.encoding.conditions(domain, self.before):
            part = self._state_part(c, goal)
            yield Part(message, part.slices, part.states, span)

    def _still(self, c: Condition) -> Iterator[Part]:
        """A step that stays in a node and takes no self-loop does not increase a term."""
        loops = [e for e in self.diagram.leaving(c.node) if e.target == c.node]
        _, _, keeps = self._measured(c.ordering)
        for name in self.rules:
            for step in self._steps(name):
                stays = and_(self._after(c.node, step), *self._absent((), step))
                given = (("the step stays in the node", stays),)
                loop = or_(*(self._takes(edge, step) for edge in loops))
                goal = or_(loop, self._holds_over(keeps, step))
                yield self._step_part(c, step, given, goal)

    def _holds_over(self, e: ir.Expr, step: Step) -> Term:
        return self.encoding.holds(e, self.before, step.after)

    # ---- queries ----

    def _state_part(self, c: Condition, goal: Term) -> Part:
        given = (*self.makes.typed(self.before), *self._in_node(c))
        return Part(c.name, self._slices(c, given, (), goal), (self.before,))

    def _step_part(self, c: Condition, step: Step, more: tuple[Labelled, ...], goal: Term) -> Part:
        given = (
            *self.makes.typed(self.before),
            *self._in_node(c),
            (f"the action {step.action}", step.formula),
            *self.makes.typed(step.after),
            *more,
        )
        after = tuple(
            (f"{x.name} holds after it", self.encoding.holds(x.expr, step.after))
            for x in self.lemmas
        )
        return Part(c.name, self._slices(c, given, after, goal), (self.before, step.after))

    def _in_node(self, c: Condition) -> tuple[Labelled, ...]:
        if c.node:
            return (("the node", self._node_before(c.node)),)
        return (("some node", self.encoding.holds(self.some_node.expr, self.before)),)

    def _slices(
        self,
        c: Condition,
        given: tuple[Labelled, ...],
        after: tuple[Labelled, ...],
        goal: Term,
    ) -> Sequence[Query]:
        """The query without lemmas, and with them."""
        lemmas = tuple(
            (f"{x.name} holds before it", term)
            for x, term in self.makes.holding()
            if x.name != SOME_NODE
        )
        found = [self.makes.query(c.name, given, goal)]
        if lemmas:
            found.append(self.makes.query(c.name, (*given, *lemmas, *after), goal))
        return self.makes.indices.slices(tuple(found))

    def _steps(self, name: str) -> list[Step]:
        if name not in self._steps_of:
            self._steps_of[name] = [
                Step(name, formula, after)
                for rule in self._rules(name)
                for formula, after in steps_of(self.encoding, rule, self.before, self.makes.after)
            ]
        return self._steps_of[name]

    def _rules(self, name: str) -> tuple[Rule, ...]:
        return self.rules[name]

    def _node(self, name: str) -> ir.Expr:
        node: Node = self.diagram.node(name)
        return conjunction((self.meaning.node(node),))
