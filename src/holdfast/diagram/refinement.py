"""Whether one diagram refines another, condition by condition.

Then every run of the concrete diagram, with each node replaced by its image, is a run of the
abstract one, so that claims about the abstract one hold of the concrete one:

    i    the concrete diagram has all predicates, actions and orderings of the abstract one
    ii   each node implies its image
    iii  initial nodes map to initial nodes
    iv   each edge maps to an edge with the same abstract actions; an edge without any, also to
         staying in the node
    v    orderings of the image also decrease, or do not increase
    vi   runs are weakly fair to the abstract actions that are
    vii  runs are strongly fair to the abstract actions that are

An abstract action is taken where an edge of the concrete diagram has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal as OneOf
from typing import TypeAlias

from holdfast.check.liveness.formulas import Formula, always, disjunction, eventually, negation
from holdfast.diagram.atoms import Taken, at_some, formula_of
from holdfast.diagram.diagram import (
    Action,
    Diagram,
    Diagrams,
    Edge,
    Fairness,
    Literal,
    Node,
    Refinement,
)
from holdfast.diagram.product import Run, counterexample
from holdfast.diagram.remedies import Remedy, remedies
from holdfast.diagram.run_word import verify
from holdfast.diagram.texts import compact

Status: TypeAlias = OneOf["holds", "fails", "open"]
Implies: TypeAlias = Callable[[Diagram, tuple[Literal, ...], tuple[Literal, ...]], bool | None]
"""Whether some literals of a diagram imply others; None if that is not known."""

CONDITIONS = ("i", "ii", "iii", "iv", "v", "vi", "vii")
MEANINGS = {
    "i": "predicates, actions and orderings of the abstract diagram",
    "ii": "each node implies its image",
    "iii": "initial nodes map to initial nodes",
    "iv": "edges map to edges, or stay in a node",
    "v": "orderings are kept",
    "vi": "weak fairness is kept",
    "vii": "strong fairness is kept",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A reason why a condition fails or is open; `run` violates fairness."""

    status: Status
    message: str
    node: str | None = None
    edge: Edge | None = None
    action: str | None = None
    run: Run | None = None
    remedies: tuple[Remedy, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """The answer for one condition; it holds if there is no finding."""

    number: str
    findings: tuple[Finding, ...] = ()

    @property
    def status(self) -> Status:
        """The worst status of its findings."""
        found = {finding.status for finding in self.findings}
        return "fails" if "fails" in found else "open" if "open" in found else "holds"


@dataclass(frozen=True, slots=True)
class Refined:
    """The answers for all conditions of a refinement."""

    refinement: Refinement
    conditions: tuple[Condition, ...]

    @property
    def name(self) -> str:
        """What is claimed."""
        return f"{self.refinement.concrete} refines {self.refinement.abstract}"

    @property
    def status(self) -> Status:
        """The worst status of the conditions."""
        found = {condition.status for condition in self.conditions}
        return "fails" if "fails" in found else "open" if "open" in found else "holds"


def unknown_implication(*_: object) -> bool | None:
    """Nothing is known about formulas."""
    return None


def check_refinement(
    diagrams: Diagrams, refinement: Refinement, implies: Implies = unknown_implication
) -> Refined:
    """The answers for all conditions; `implies` is asked where literals alone do not decide."""
    pair = _Pair(
        diagrams.diagram(refinement.concrete),
        diagrams.diagram(refinement.abstract),
        refinement.mapping,
    )
    found: dict[str, Iterator[Finding]] = {
        "i": _names(pair),
        "ii": _implications(pair, implies),
        "iii": _initial(pair),
        "iv": _edges(pair),
        "v": _orderings(pair),
        "vi": _fairness(pair, Fairness.WEAK),
        "vii": _fairness(pair, Fairness.STRONG),
    }
    conditions = tuple(Condition(number, tuple(found[number])) for number in CONDITIONS)
    return Refined(refinement, conditions)


def clusters(refinement: Refinement) -> dict[str, tuple[str, ...]]:
    """The nodes of the concrete diagram by the node that they refine."""
    found: dict[str, tuple[str, ...]] = {}
    for concrete, abstract in refinement.mapping.items():
        found[abstract] = (*found.get(abstract, ()), concrete)
    return found


@dataclass(frozen=True, slots=True)
class _Pair:
    concrete: Diagram
    abstract: Diagram
    mapping: Mapping[str, str]

    def abstract_actions(self, edge: Edge) -> frozenset[str]:
        """The actions of an edge that the abstract diagram has."""
        return frozenset(edge.actions) & {a.name for a in self.abstract.actions}

    def stays(self, edge: Edge) -> bool:
        """Whether an edge may map to staying in a node."""
        same = self.mapping[edge.source] == self.mapping[edge.target]
        return same and not self.abstract_actions(edge)

    def images(self, edge: Edge) -> list[Edge]:
        """The abstract edges that an edge may map to."""
        ends = self.mapping[edge.source], self.mapping[edge.target]
        actions = self.abstract_actions(edge)
        return [
            e
            for e in self.abstract.edges
            if (e.source, e.target) == ends and actions <= set(e.actions)
        ]


# ---- (i) to (v) ----


def _names(pair: _Pair) -> Iterator[Finding]:
    texts = {p.name: p.text for p in pair.concrete.predicates}
    for predicate in pair.abstract.predicates:
        yield from _same("predicate", predicate.name, predicate.text, texts)
    actions = {a.name for a in pair.concrete.actions}
    for action in pair.abstract.actions:
        if action.name not in actions:
            yield Finding("fails", f"action {action.name} is missing", action=action.name)
    terms = {o.name: f"{o.text} ({o.order})" for o in pair.concrete.orderings}
    for ordering in pair.abstract.orderings:
        yield from _same("ordering", ordering.name, f"{ordering.text} ({ordering.order})", terms)


def _same(what: str, name: str, text: str, texts: Mapping[str, str]) -> Iterator[Finding]:
    if name not in texts:
        yield Finding("fails", f"{what} {name} is missing")
    elif compact(texts[name]) != compact(text):
        yield Finding("fails", f"{what} {name} is {texts[name]} here, and {text} there")


def _implications(pair: _Pair, implies: Implies) -> Iterator[Finding]:
    for node in pair.concrete.nodes:
        image = pair.abstract.node(pair.mapping[node.name])
        missing = tuple(x for x in image.literals if x not in node.literals)
        if not missing or _is_empty(node):
            continue
        # Without a spec, predicates are symbols that have nothing to do with each other.
        known = pair.concrete.spec is not None
        answer = implies(pair.concrete, node.literals, missing) if known else False
        if answer:
            continue
        shown = ", ".join(literal_text(x) for x in missing)
        what = f"{node.name} does not have {shown} of {image.name}"
        if any(node.value(x.predicate) is (not x.positive) for x in missing):
            yield Finding("fails", f"{node.name} contradicts {shown} of {image.name}", node.name)
        elif answer is None:
            more = "it is not known whether it follows; added to the node, it is proved with it"
            yield Finding("open", f"{what}, and {more}", node.name)
        else:
            yield Finding("fails", f"{what}, and it does not follow", node.name)


def _is_empty(node: Node) -> bool:
    """Whether no state satisfies a node, by its literals alone."""
    return len({x.predicate for x in node.literals}) < len(set(node.literals))


def literal_text(literal: Literal) -> str:
    """A literal as text."""
    if literal.positive:
        return literal.predicate
    name = literal.predicate
    return f"~{name}" if name.isidentifier() else f"~({name})"


def _initial(pair: _Pair) -> Iterator[Finding]:
    for node in pair.concrete.initial:
        image = pair.mapping[node.name]
        if not pair.abstract.node(image).initial:
            yield Finding("fails", f"{node.name} is initial, {image} is not", node.name)


def _edges(pair: _Pair) -> Iterator[Finding]:
    for edge in pair.concrete.edges:
        if not pair.stays(edge) and not pair.images(edge):
            source, target = pair.mapping[edge.source], pair.mapping[edge.target]
            actions = " & ".join(sorted(pair.abstract_actions(edge)))
            with_ = f" with {actions}" if actions else ""
            message = f"{edge_text(edge)}: no edge from {source} to {target}{with_}"
            yield Finding("fails", message, edge.source, edge)


def _orderings(pair: _Pair) -> Iterator[Finding]:
    bounded = {n.name: pair.abstract.bounded_at(n.name) for n in pair.abstract.nodes}
    for edge in pair.concrete.edges:
        needs = [{a.ordering: a.strict for a in e.annotations} for e in pair.images(edge)]
        if pair.stays(edge):
            needs.append(dict.fromkeys(bounded[pair.mapping[edge.source]], False))
        own = {a.ordering: a.strict for a in edge.annotations}
        missing = [
            [(t, strict) for t, strict in need.items() if t not in own or (strict and not own[t])]
            for need in needs
        ]
        if missing and all(missing):
            fewest = min(missing, key=lambda each: (len(each), each))
            shown = ", ".join(f"({t}, {'<' if strict else '<='})" for t, strict in fewest)
            yield Finding("fails", f"{edge_text(edge)} needs {shown}", edge.source, edge)
    for node in pair.concrete.nodes:
        # Staying in the node is staying in its image, where these orderings do not increase.
        free = bounded[pair.mapping[node.name]] - pair.concrete.bounded_at(node.name)
        for ordering in sorted(free):
            message = f"{ordering} may increase while a run stays in {node.name}"
            yield Finding("fails", message, node.name)


def edge_text(edge: Edge) -> str:
    """An edge with its actions."""
    actions = " & ".join(edge.actions)
    return f"{edge.source} -> {edge.target}{': ' if actions else ''}{actions}"


# ---- (vi) and (vii) ----


def _fairness(pair: _Pair, fairness: Fairness) -> Iterator[Finding]:
    for action in pair.abstract.actions:
        if action.fairness is not fairness:
            continue
        formula = _fair_formula(pair, action)
        run = counterexample(pair.concrete, formula)
        if run is not None:
            message = f"a run of {pair.concrete.name} is not {_WORDS[fairness]} to {action.name}"
            yield Finding(
                "fails",
                message,
                action=action.name,
                run=verify(pair.concrete, formula, run),
                remedies=remedies(pair.concrete, formula, run),
            )


_WORDS = {Fairness.WEAK: "weakly fair", Fairness.STRONG: "strongly fair"}


def _fair_formula(pair: _Pair, action: Action) -> Formula:
    """Fairness of an abstract action, over runs of the concrete diagram."""
    enabled = pair.abstract.enabled_at(action)
    at_enabled = at_some(node for node, image in pair.mapping.items() if image in enabled)
    taken = formula_of(Taken(action.name))
    if action.fairness is Fairness.WEAK:
        return always(eventually(disjunction((taken, negation(at_enabled)))))
    return disjunction((always(eventually(taken)), eventually(always(negation(at_enabled)))))
