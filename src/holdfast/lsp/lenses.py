"""Where runs can be started in a file, and what the last ones said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from holdfast.front.document import PropertyKind
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.property_candidates import theorem_invariants
from holdfast.front.tla.syntax import tree
from holdfast.lsp.facts import Facts
from holdfast.lsp.snapshot import Snapshot
from holdfast.source import Span

_OF_SPEC = ("check", "infer", "diagram", "coverage")
_OF_INVARIANT = ("check", "prove", "infer")
_OF_PROPERTY = ("check", "diagram")


class Spot(NamedTuple):
    """A location with commands; `name` is the property that they are about, if it is one."""

    span: Span
    commands: tuple[str, ...]
    name: str | None = None
    kind: PropertyKind | None = None


def spots_of(snapshot: Snapshot, file: str, facts: Facts) -> list[Spot]:
    """The locations of a file, in order: the specification, properties, theorems."""
    if snapshot.spec is None:
        return list(_plain(snapshot, file))
    if str(snapshot.path) != file or not snapshot.document.ok:
        return []
    found = [*_of_spec(snapshot), *_properties(snapshot, facts), *_theorems(snapshot)]
    inside = [spot for spot in found if spot.span.source.name == file]
    return sorted(inside, key=lambda spot: spot.span.start)


def _plain(snapshot: Snapshot, file: str) -> Iterator[Spot]:
    """The first line of a model in another language, and its formulas."""
    symbols = [s for s in snapshot.document.symbols() if s.span.source.name == file]
    if symbols and snapshot.document.ok:
        first = symbols[0].span
        yield Spot(Span(first.source, 0, 0), ("check",))
        for symbol in symbols:
            if symbol.kind == "definition" and snapshot.path.suffix == ".pml":
                yield Spot(symbol.span, ("check",), symbol.name, "property")


def _of_spec(snapshot: Snapshot) -> Iterator[Spot]:
    assert snapshot.spec is not None
    names = snapshot.spec.module.names
    if not snapshot.spec.module.variables:
        return
    for name in ("Spec", "Next"):
        symbol = names.get(name)
        if isinstance(symbol, sym.Operator) and not symbol.params:
            yield Spot(symbol.span, _OF_SPEC)
            return


def _properties(snapshot: Snapshot, facts: Facts) -> Iterator[Spot]:
    assert snapshot.spec is not None
    kinds: dict[str, PropertyKind] = {c.name: c.kind for c in snapshot.document.candidates()}
    kinds |= facts.kinds
    for name, kind in kinds.items():
        symbol = snapshot.spec.module.names.get(name)
        if isinstance(symbol, sym.Operator) and symbol.span.text == name:
            commands = _OF_INVARIANT if kind == "invariant" else _OF_PROPERTY
            if kind != "postcondition":
                yield Spot(symbol.span, commands, name, kind)


def _theorems(snapshot: Snapshot) -> Iterator[Spot]:
    """Theorems `Spec => []P`, of which P can be proved."""
    assert snapshot.spec is not None
    module = snapshot.spec.module
    for fact in module.facts:
        if not isinstance(fact.node, tree.Theorem):
            continue
        match tree.strip_parens(fact.body):
            case tree.Infix("=>", tree.Ref(specification, ()), _ as right):
                used = {n.name for n in tree.walk(right) if isinstance(n, tree.Ref)}
                stated = theorem_invariants(snapshot.spec, specification)
                for name in stated:
                    if name in used:
                        yield Spot(fact.node.span, ("prove", "infer"), name, "invariant")
            case _:
                pass
