"""The finders of counterexamples for a system: which encoding, which sizes."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from holdfast.infer.cti.cti import Finder, Meanings, finder_for
from holdfast.infer.cti.ground import TooLarge
from holdfast.infer.guards import scenes
from holdfast.infer.samples.instances import Model
from holdfast.ir import expr as ir
from holdfast.ir.system import Property, System
from holdfast.source import SpecError

SIZES = (2, 3)
LARGER_SIZES = (3, 4)
"""The size if an action names four elements: with two, most of its behaviour is missing."""


def sizes_for(system: System, model: Model) -> tuple[int, ...]:
    """The initial sizes of the finders.

    An action that names more elements of a sort than there are cannot show all of its
    behaviour: its names and the constants that are single elements may all differ.
    """
    most = 0
    for sort in model.sorts:
        whole = model.values[sort]
        single = sum(v in whole.elements for v in model.values.values() if v is not whole)  # type: ignore[union-attr]  # a sort is a set
        for scene in scenes(system):
            names = [n for b in scene.bounds if b.domain == ir.Call(sort) for n in b.names]
            most = max(most, single + len(names) if single else 0)
    return SIZES if most <= SIZES[-1] else LARGER_SIZES


def accepted_hypotheses(system: System) -> tuple[str, ...]:
    """The hypotheses about quorums that the spec does not state and its model satisfies."""
    from holdfast.smt.unbounded.hypotheses import proposals

    return tuple(p.name for p in proposals(system) if p.holds)


def make_finders(
    system: System,
    assumed: tuple[str, ...],
    numbers: tuple[str, ...] = (),
    chosen: tuple[int, ...] = SIZES,
    integers: range | None = None,
) -> list[Finder]:
    """Finders from small to large; `numbers` are constants that vary instead of sorts.

    If there are `integers`, those of states are within that range.
    """
    from holdfast.smt.unbounded.encoding import UnboundedEncoding

    encoding = UnboundedEncoding(system, assume=assumed)
    found = []
    known: Meanings = {}
    for size in chosen:
        sizes = {s.name: size for s in encoding.constants.sorts}
        fixed = dict.fromkeys(numbers, size)
        finder = finder_for(system, encoding, sizes, fixed, known, integers)
        if finder is not None:
            found.append(finder)
    return found


def assume_types(finder: Finder, types: Iterable[Property]) -> None:
    """Assume the type invariants of a spec, as far as they can be encoded."""
    for each in types:
        with suppress(SpecError, TooLarge):
            finder.assume(each.expr)
