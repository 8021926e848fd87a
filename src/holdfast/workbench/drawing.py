"""The predicate diagram of a spec: computed, and proved."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TypedDict

from holdfast.front.keywords import read_keywords
from holdfast.report.diagram_result import DiagramResult
from holdfast.workbench.prepared import LoadedModel


class ComputeOptions(TypedDict, total=False):
    """The options of `Specification.diagram`.

    `predicates` are formulas over states, `orderings` terms that may decrease; both are mined if
    none are given. `properties` are temporal formulas, by name or as text, that the diagram is to
    prove, with at most so many `nodes`. With `all_sizes`, solvers prove it for all sizes, with
    `lemmas`: by default the invariants of the model and the definitions that seem to be some.
    """

    predicates: Sequence[str]
    orderings: Sequence[str]
    properties: Sequence[str]
    nodes: int
    all_sizes: bool
    lemmas: Sequence[str]
    seconds: float | None


def compute_diagram(specification: LoadedModel, options: ComputeOptions) -> DiagramResult:
    """The implementation of `Specification.diagram`."""
    from holdfast.diagram.diagram import Diagrams
    from holdfast.diagram.judged import coverage_of, judge
    from holdfast.workbench.computing import compute
    from holdfast.workbench.conforming import conform

    options = read_keywords("diagram", options, ComputeOptions, {})
    started = perf_counter()
    computed = compute(specification, **options)
    found, explored = computed.conformance, computed.conformance is None
    if found is None:
        found = conform(specification, computed.diagram, by="states")
    coverage = coverage_of(found, explored)
    judged = judge(Diagrams((computed.diagram,)), (coverage,))
    path = specification.document.path
    return DiagramResult(str(path), judged, perf_counter() - started, computed=True)
