"""What is known before anything runs: variables that are never stored to, and declared channels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from holdfast.front.promela import expression_nodes as nodes
from holdfast.front.promela import tree
from holdfast.front.promela.lower.channels import Channel, Channels
from holdfast.front.promela.lower.folding import fold, truncate
from holdfast.front.promela.lower.layout import Leaf, Path, leaves, split
from holdfast.front.promela.lower.walk import statements_in, stored_in

Constants = Mapping[nodes.Symbol, int]
NO_CONSTANTS: Constants = {}


class Statics:
    """Facts about the variables of a model that do not depend on the state."""

    def __init__(self, model: tree.Model) -> None:
        self.model = model
        self.typedefs = {t.name: t for t in model.typedefs}
        self.channels = Channels()
        self.leaves: dict[Path, Leaf] = {}
        for d in _declarations(model):
            for leaf in leaves(d, self.typedefs):
                self.leaves[leaf.key] = leaf
        bodies = (*(p.body for p in model.proctypes), *(c.body for c in model.claims))
        self.stored = {
            split(place)[0]
            for body in bodies
            for s in statements_in(body)
            for place in stored_in(s)
        }
        for d in model.globals:
            self.make_channels(None, "", tuple(leaves(d, self.typedefs)))

    def make_channels(self, slot: int | None, owner: str, of: tuple[Leaf, ...]) -> list[Channel]:
        """The channels that are declared in some variables, in order."""
        found = [
            self.channels.channel(slot, owner, leaf, at) for leaf in of for at in leaf.places()
        ]
        return [c for c in found if c is not None]

    def known(self, place: nodes.Place, slot: int | None, constants: Constants) -> int | None:
        """The value of a place in a process, if it is always the same."""
        path, index_exprs = split(place)
        symbol = path[0]
        if symbol in constants:
            return constants[symbol]
        if path in self.stored or symbol.parameter:
            return None
        at = tuple(self.fold(i, slot, constants) for i in index_exprs)
        return self.initial(self.leaves[path], at, slot, constants)

    def initial(
        self, leaf: Leaf, at: tuple[int | None, ...], slot: int | None, constants: Constants
    ) -> int | None:
        """The initial value of a part of a variable, if it is known; that of a channel."""
        places = tuple(i for i in at if i is not None)
        inside = len(places) == len(at) and all(
            0 <= i < n for i, n in zip(places, leaf.sizes, strict=True)
        )
        if not inside:
            return None
        owner = slot if leaf.symbol.proctype is not None else None
        prefix = "" if leaf.symbol.proctype is None else f"{leaf.symbol.proctype}[{slot}]."
        channel = self.channels.channel(owner, prefix, leaf, places)
        if channel is not None:
            return channel.number
        initial = self.initial_expr(leaf, places)
        if initial is None:
            return 0
        value = self.fold(initial, slot, constants)
        return None if value is None else truncate(value, leaf.type)

    @staticmethod
    def initial_expr(leaf: Leaf, at: tuple[int, ...]) -> nodes.Expr | None:
        """The expression that a number has as initial value; None is 0."""
        return leaf.elements[at[-1]] if leaf.elements else leaf.initial

    def fold(self, e: nodes.Expr, slot: int | None, constants: Constants) -> int | None:
        """The value of an expression in a process, if it is always the same."""
        return fold(e, slot, lambda place: self.known(place, slot, constants))


def _declarations(model: tree.Model) -> Iterator[tree.Declaration]:
    yield from model.globals
    for p in model.proctypes:
        yield from p.params
        yield from p.locals
    for c in model.claims:
        yield from c.locals
