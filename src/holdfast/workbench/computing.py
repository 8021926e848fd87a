"""Computing a predicate diagram from a spec, and proving it for all sizes."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.workbench.computation import Computation, Computed, Wanted
from holdfast.workbench.generalising import generalise
from holdfast.workbench.observing import Scope
from holdfast.workbench.prepared import LoadedModel


def compute(  # noqa: PLR0913  # keywords of the public API
    specification: LoadedModel,
    predicates: Sequence[str] = (),
    properties: Sequence[str] = (),
    nodes: int = 12,
    orderings: Sequence[str] = (),
    all_sizes: bool = False,
    lemmas: Sequence[str] | None = None,
    seconds: float | None = None,
) -> Computed:
    """A diagram that covers all behaviours of the model of a spec and proves the properties.

    `predicates` are formulas over states and `orderings` terms, both mined if there are none;
    `properties` are temporal formulas, by name or as text. At most so many `nodes` are wanted.
    With `all_sizes` solvers prove that the diagram covers the behaviours of all sizes. They may
    use `lemmas`, which are proved, too: those given, or the invariants of the model and the
    definitions that are true in all its states. Raises SpecError.
    """
    wanted = Wanted(tuple(predicates), tuple(orderings), nodes, all_sizes, seconds)
    computation = Computation(Scope(specification, properties), wanted)
    return generalise(computation, lemmas) if all_sizes else computation.run()
