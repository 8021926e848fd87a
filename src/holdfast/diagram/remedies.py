"""What would forbid a run that violates a claim: fairness, or an ordering that decreases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from holdfast.check.liveness.formulas import Formula
from holdfast.diagram.diagram import Annotation, Diagram, Edge, Fairness, Ordering
from holdfast.diagram.product import Run, counterexample
from holdfast.diagram.run_word import forbidding_fairness

_MOST_EDGES = 12
"""In loops with more edges, no new ordering is tried."""


@dataclass(frozen=True, slots=True)
class MoreFair:
    """The loop is forbidden if an action is fair; `enough` if the claim then holds."""

    action: str
    fairness: Fairness
    enough: bool


@dataclass(frozen=True, slots=True)
class Descent:
    """The loop is forbidden if an ordering decreases along `strict` and nowhere increases.

    `kept` are the edges of the loop that have no such annotation yet. `ordering` None: a new one.
    """

    ordering: str | None
    strict: Edge
    kept: tuple[Edge, ...]
    enough: bool


Remedy: TypeAlias = MoreFair | Descent


def remedies(diagram: Diagram, formula: Formula, run: Run) -> tuple[Remedy, ...]:
    """What would forbid the loop of a run, the sufficient ones first."""
    found: list[Remedy] = [*_fairness(diagram, formula, run), *_descents(diagram, formula, run)]
    return tuple(sorted(found, key=lambda remedy: not remedy.enough))


def _fairness(diagram: Diagram, formula: Formula, run: Run) -> Iterator[Remedy]:
    for action in diagram.actions:
        needed = forbidding_fairness(run, action, diagram.enabled_at(action))
        if needed is not None:
            fair = replace(action, fairness=needed)
            changed = tuple(fair if a == action else a for a in diagram.actions)
            enough = counterexample(replace(diagram, actions=changed), formula) is None
            yield MoreFair(action.name, needed, enough)


def _descents(diagram: Diagram, formula: Formula, run: Run) -> Iterator[Remedy]:
    edges = tuple(dict.fromkeys(s.edge for s in run.repeated if s.edge is not None))
    decreased = False
    for ordering in diagram.orderings:
        name = ordering.name
        strict = [e for e in edges if Annotation(name) in e.annotations]
        kept = tuple(e for e in edges if all(a.ordering != name for a in e.annotations))
        if strict:
            decreased = True
            changed = annotated(diagram, name, (), kept)
            yield Descent(name, strict[0], kept, counterexample(changed, formula) is None)
    if decreased or not edges or len(edges) > _MOST_EDGES:
        return
    fresh = "".join(o.name for o in diagram.orderings) + "t"
    extended = replace(diagram, orderings=(*diagram.orderings, Ordering(fresh, fresh)))
    for edge in edges:
        rest = tuple(e for e in edges if e != edge)
        changed = annotated(extended, fresh, (edge,), rest)
        yield Descent(None, edge, rest, counterexample(changed, formula) is None)


def annotated(
    diagram: Diagram, ordering: str, strict: Iterable[Edge], kept: Iterable[Edge]
) -> Diagram:
    """A diagram with an ordering that decreases along some edges, and is kept along others."""
    more = dict.fromkeys(strict, True) | dict.fromkeys(kept, False)
    return replace(
        diagram,
        edges=tuple(
            replace(e, annotations=(*e.annotations, Annotation(ordering, more[e])))
            if e in more
            else e
            for e in diagram.edges
        ),
    )
