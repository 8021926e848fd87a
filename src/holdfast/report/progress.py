"""The progress of each command in one line, for status lines and notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from holdfast.estimate import Course

if TYPE_CHECKING:
    from holdfast.check.engine import SearchProgress, TemporalProgress
    from holdfast.check.simulation import SimulationProgress
    from holdfast.infer.result import InferenceProgress
    from holdfast.prove.axiom_answer import AxiomProgress
    from holdfast.prove.options import ProofProgress

_FAR = 20
"""An estimate of more than this many times the elapsed time is not printed."""


class SearchText:
    """The progress of searches in a line, with an estimate of its remaining time."""

    def __init__(self) -> None:
        self.course = Course()
        self.seconds = 0.0

    def __call__(self, progress: SearchProgress) -> str:
        """The line for one more event."""
        from holdfast.check.engine import TemporalProgress

        if isinstance(progress, TemporalProgress):
            return temporal_text(progress)
        if progress.seconds < self.seconds:
            self.course = Course()  # another search has begun, such as that of a sweep
        self.seconds = progress.seconds
        self.course.add(progress.seconds, progress.frontier)
        return search_text(progress, self.course.left())


def search_text(progress: SearchProgress, left: float | None = None) -> str:
    """The progress of a search in one line; `left` is an estimate of the remaining seconds."""
    rate = progress.distinct / progress.seconds if progress.seconds else 0.0
    share = progress.distinct / progress.generated if progress.generated else 1.0
    near = left is not None and left < _FAR * progress.seconds
    to_come = f", about {left:,.0f} s left" if near else ""
    parts = [
        f"{progress.seconds:.0f} s{to_come}: {progress.distinct:,} distinct states",
        f"{rate:,.0f}/s",
        f"{progress.generated:,} generated ({share:.0%} distinct)",
        f"{progress.frontier:,} to explore",
        f"depth {progress.depth}",
        f"{progress.memory >> 20:,} MiB",
    ]
    return ", ".join(parts)


def temporal_text(progress: TemporalProgress) -> str:
    """The progress of the check of temporal properties in one line."""
    cases = f", case {progress.branch} of {progress.branches}" if progress.branches > 1 else ""
    graph = f"{progress.distinct:,} states and {progress.steps:,} steps"
    return f"{progress.seconds:.0f} s: checking {progress.property}{cases}, on {graph}"


def simulation_text(progress: SimulationProgress) -> str:
    """The progress of a simulation in one line."""
    rate = progress.states / progress.seconds if progress.seconds else 0.0
    parts = [
        f"{progress.seconds:.0f} s: {progress.behaviours:,} behaviours",
        f"{progress.states:,} states",
        f"{rate:,.0f}/s",
        f"{progress.generated:,} generated",
        f"{progress.memory >> 20:,} MiB",
    ]
    return ", ".join(parts)


def proof_text(progress: ProofProgress) -> str:
    """The progress of a proof in one line."""
    settled = f"{progress.settled} of {progress.expected} decided"
    return f"{progress.seconds:.0f} s: {progress.proved} proved, {settled}"


def inference_text(progress: InferenceProgress) -> str:
    """The progress of an inference in one line."""
    parts = [f"{progress.seconds:.0f} s: {progress.phase}"]
    if progress.states:
        parts.append(f"{progress.states:,} states")
    if progress.candidates:
        parts.append(f"{progress.candidates:,} candidates")
    if progress.ctis:
        parts.append(f"{progress.ctis:,} steps learned from, {progress.lemmas} lemmas chosen")
    return ", ".join(parts)


def axioms_text(progress: AxiomProgress) -> str:
    """The progress of proving axioms in one line."""
    return f"{progress.seconds:.0f} s: {progress.settled} of {progress.expected} decided"
