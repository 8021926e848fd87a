"""Which of the hypotheses that a spec does not state are necessary for a proof."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from holdfast.infer.cti.cti import Finder, Kept
from holdfast.ir import expr as ir


def needed_hypotheses(
    assumed: tuple[str, ...],
    lemmas: Sequence[ir.Expr],
    finders: Callable[[tuple[str, ...]], list[Finder]],
) -> tuple[str, ...]:
    """The necessary hypotheses: without any of them a step breaks a lemma, on a few elements.

    `finders` makes the finders of such a step, under some of the hypotheses.
    """

    def is_enough(some: tuple[str, ...]) -> bool:
        return all(isinstance(f.find(lemmas), Kept) for f in finders(some))

    if is_enough(()):
        return ()
    kept = assumed
    for name in assumed:
        fewer = tuple(n for n in kept if n != name)
        if fewer and is_enough(fewer):
            kept = fewer
    return kept
