"""The axioms of I/O automata, proved for all parameters."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypedDict

from holdfast.front.keywords import read_keywords
from holdfast.report.axioms_result import AxiomsResult
from holdfast.workbench.prepared import LoadedModel, asked_of

if TYPE_CHECKING:
    from holdfast.cancellation import Cancellation
    from holdfast.prove.axioms import AxiomProgress


class AxiomOptions(TypedDict, total=False):
    """The options of `axioms`: a time limit, the number of solvers that run in parallel.

    `remember` caches the results of solvers; `progress` is called for each case, and
    `cancellation` ends the work from another thread.
    """

    seconds: float | None
    workers: int | None
    remember: bool
    progress: Callable[[AxiomProgress], None] | None
    cancellation: Cancellation | None


def prove_axioms(specification: LoadedModel, options: AxiomOptions) -> AxiomsResult:
    """The implementation of `Specification.axioms`."""
    from holdfast.prove.axioms import AxiomLimits, settle_axioms

    options = read_keywords("axioms", options, AxiomOptions, {})
    started = time.monotonic()
    document = specification.document
    axioms = document.axioms(asked_of(specification, {}))
    limits = AxiomLimits(
        options.get("seconds"), options.get("workers"), options.get("remember", True)
    )
    settled = settle_axioms(axioms, limits, options.get("progress"), options.get("cancellation"))
    seconds = time.monotonic() - started
    return AxiomsResult(str(specification.path), settled, document.figures(), seconds, _memory())


def _memory() -> int:
    """The peak memory in bytes of this process, or of the largest solver."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(each).ru_maxrss for each in who) * 1024
