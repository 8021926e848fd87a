"""From the diagram of an instance to one that solvers prove for all sizes.

A condition that fails in another instance adds that instance: its states have the missing edges
and initial nodes. A lemma that is not inductive with the others is left out.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from holdfast.diagram.conform import Conformance
from holdfast.ir.notation import show
from holdfast.ir.tla_text import unused
from holdfast.source import SpecError
from holdfast.workbench.computation import Computation, Computed
from holdfast.workbench.conforming import conform

_MOST_ATTEMPTS = 8
"""How often a diagram, or its lemmas, are changed until solvers prove all conditions."""


def generalise(computation: Computation, lemmas: Sequence[str] | None) -> Computed:
    """A diagram that solvers prove for all sizes, or the last one that was tried."""
    found = computation.run()
    chosen = computation.true_definitions() if lemmas is None else tuple(lemmas)
    for _ in range(_MOST_ATTEMPTS):
        if not found.holds:
            return found
        result = conform(
            computation.scope.specification,
            found.diagram,
            by="solvers",
            all_sizes=True,
            lemmas=chosen,
            seconds=computation.left,
        )
        found = replace(
            found,
            conformance=result,
            lemmas=chosen,
            seconds=time.monotonic() - computation.started,
        )
        fewer = _without_failed(result, chosen) if lemmas is None else chosen
        size = _other_size(result, found.sizes) or _larger(result, found)
        if result.conforms or (fewer == chosen and size is None):
            return found
        chosen = fewer
        if size is not None:
            try:
                found = computation.run((*found.sizes, size))
            except SpecError:
                return found  # the constants of a solver need not make a model
    return found


def _without_failed(result: Conformance, lemmas: tuple[str, ...]) -> tuple[str, ...]:
    """The lemmas of which nothing failed."""
    failed = {
        each.obligation.lemma.partition("!")[0]
        for each in result.support
        if each.status != "proved"
    }
    return tuple(name for name in lemmas if name not in failed)


def _larger(result: Conformance, found: Computed) -> Mapping[str, str] | None:
    """Constants that are one larger, once: what is not reachable in the model may be there."""
    unreachable = any(j.example is not None and not j.example.reachable for j in result.open)
    given = ((name, _one_more(text)) for name, text in found.prepared.constants.items())
    texts = {name: more for name, more in given if more is not None}
    return texts if unreachable and texts and texts not in found.sizes else None


def _one_more(text: str) -> str | None:
    """A number that is one larger, a set of names with one more; None for others."""
    if text.isdigit():
        return str(int(text) + 1)
    names = re.fullmatch(r"\{(\w+(?:, \w+)*)\}", text)
    if names is None:
        return None
    taken = names[1].split(", ")
    return f"{{{names[1]}, {unused(taken[-1], taken)}}}"


def _other_size(
    result: Conformance, known: Sequence[Mapping[str, str]]
) -> Mapping[str, str] | None:
    """The constants of a reachable counterexample."""
    for each in result.refuted:
        if each.example is not None and each.example.constants:
            texts = {name: show(value) for name, value in each.example.constants.items()}
            if texts not in known:
                return texts
    return None
