"""The finders of counterexamples for a system: which encoding, which sizes."""

from __future__ import annotations

from holdfast.infer.cti import Finder, finder_for
from holdfast.ir.system import System

SIZES = (2, 3)


def accepted_hypotheses(system: System) -> tuple[str, ...]:
    """The hypotheses about quorums that the spec does not state, and that its model meets."""
    from holdfast.smt.proposals import proposals

    return tuple(p.name for p in proposals(system) if p.holds)


def make_finders(
    system: System, assumed: tuple[str, ...], numbers: tuple[str, ...] = ()
) -> list[Finder]:
    """Finders from small to large; `numbers` are constants whose size counts instead of sorts'."""
    from holdfast.smt.unbounded import UnboundedEncoding

    encoding = UnboundedEncoding(system, assume=assumed)
    found = []
    for size in SIZES:
        sizes = {s.name: size for s in encoding.constants.sorts}
        finder = finder_for(system, encoding, sizes, dict.fromkeys(numbers, size))
        if finder is not None:
            found.append(finder)
    return found
