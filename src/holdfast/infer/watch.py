"""The progress of the proof of an invariant."""

from __future__ import annotations

from collections.abc import Callable

from holdfast.prove.options import ProofProgress
from holdfast.prove.settle import Settled


def telling(say: Callable[[str, Settled], None]) -> Callable[[ProofProgress], None]:
    """An observer of a proof that reports each discharged obligation, and their number."""

    def tell(progress: ProofProgress) -> None:
        if progress.latest is not None:
            of = max(progress.expected, progress.settled)
            say(f"prove, {progress.settled} of {of} obligations", progress.latest)

    return tell
