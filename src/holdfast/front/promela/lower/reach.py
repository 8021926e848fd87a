"""Which channels a variable, a parameter or a field of a message can hold, wherever control is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from holdfast.front.promela import expression_nodes as nodes
from holdfast.front.promela import tree
from holdfast.front.promela.lower.instances import Instance
from holdfast.front.promela.lower.layout import Path, split
from holdfast.front.promela.lower.slots import Slots, runs_of
from holdfast.front.promela.lower.statics import Statics
from holdfast.front.promela.types import Basic

Numbers = frozenset[int]
_Key = tuple[str, int | None, object]


@dataclass(frozen=True, slots=True)
class Reach:
    """The numbers of channels, and 0 for none, that each place can hold."""

    statics: Statics
    held: dict[_Key, set[int]]

    def of(self, e: nodes.Expr, instance: Instance | None) -> Numbers:
        """The channels that an expression can denote in a process."""
        slot = None if instance is None else instance.slot
        constants = {} if instance is None else instance.constants
        known = self.statics.fold(e, slot, constants)
        if known is not None:
            return frozenset((known,))
        match e:
            case nodes.Variable() | nodes.Index() | nodes.Field():
                path, _ = split(e)
                return frozenset(self.held.get(_variable(path, slot), ()))
            case nodes.Conditional(_, yes, no):
                return self.of(yes, instance) | self.of(no, instance)
            case nodes.RemoteVariable(_, _, place):
                path, _ = split(place)
                return frozenset(
                    n
                    for (kind, _, other), numbers in self.held.items()
                    if kind == "variable" and other == path
                    for n in numbers
                )
            case _:
                return frozenset((0, *self.statics.channels.by_number))


def _variable(path: Path, slot: int | None) -> _Key:
    return "variable", None if path[0].proctype is None else slot, path


def _field(channel: int, index: int) -> _Key:
    return "field", channel, index


def find_reach(statics: Statics, slots: Slots) -> Reach:
    """The fixpoint of all assignments, messages and arguments."""
    reach = Reach(statics, {})
    instances = [i for found in slots.instances for i in found]
    for leaf in statics.leaves.values():
        if leaf.type is not Basic.CHAN or leaf.symbol.parameter:
            continue
        owners = [i.slot for i in instances if i.type.name == leaf.symbol.proctype]
        for slot in owners if leaf.symbol.proctype is not None else [None]:
            found = {statics.initial(leaf, at, slot, {}) or 0 for at in leaf.places()}
            reach.held[_variable(leaf.key, slot)] = found
    changed = True
    while changed:
        changed = False
        for instance in instances:
            for key, numbers in _flows(reach, instance, instances):
                known = reach.held.setdefault(key, set())
                if not numbers <= known:
                    known |= numbers
                    changed = True
    return reach


def _flows(
    reach: Reach, instance: Instance, instances: list[Instance]
) -> Iterator[tuple[_Key, Numbers]]:
    """Where the statements of a process put channels."""
    for point in instance.type.automaton.points:
        for step in point.steps:
            for run in runs_of(step):
                yield from _arguments(reach, instance, run, instances)
            match step.statement:
                case tree.Assign(target, value) if _is_channel(reach, target):
                    yield _variable(split(target)[0], instance.slot), reach.of(value, instance)
                case tree.Send(channel, args, _):
                    yield from _sent(reach, instance, channel, args)
                case tree.Receive(channel, args, _, _):
                    yield from _received(reach, instance, channel, args)
                case _:
                    pass


def _is_channel(reach: Reach, place: nodes.Place) -> bool:
    return reach.statics.leaves[split(place)[0]].type is Basic.CHAN


def _arguments(
    reach: Reach, instance: Instance, run: nodes.Run, instances: list[Instance]
) -> Iterator[tuple[_Key, Numbers]]:
    for other in instances:
        if other.type.name != run.proctype:
            continue
        for leaf, arg in zip(other.type.params, run.args, strict=False):
            if leaf.type is Basic.CHAN:
                yield _variable(leaf.key, other.slot), reach.of(arg, instance)


def _fields(
    reach: Reach, instance: Instance, channel: nodes.Expr, count: int
) -> Iterator[tuple[int, int]]:
    """The channels that an expression can denote, and the first fields of their messages.

    A field of any type can hold a channel: all of them are numbers.
    """
    for n in reach.of(channel, instance):
        if n in reach.statics.channels.by_number:
            fields = reach.statics.channels.by_number[n].fields
            yield from ((n, i) for i in range(min(count, len(fields))))


def _sent(
    reach: Reach, instance: Instance, channel: nodes.Expr, args: tuple[nodes.Expr, ...]
) -> Iterator[tuple[_Key, Numbers]]:
    for n, i in _fields(reach, instance, channel, len(args)):
        if _denotes_channel(reach, args[i]):
            yield _field(n, i), reach.of(args[i], instance)


def _denotes_channel(reach: Reach, e: nodes.Expr) -> bool:
    match e:
        case nodes.Variable() | nodes.Index() | nodes.Field():
            return _is_channel(reach, e)
        case nodes.RemoteVariable(_, _, place):
            return _is_channel(reach, place)
        case nodes.Conditional(_, yes, no):
            return _denotes_channel(reach, yes) or _denotes_channel(reach, no)
        case _:
            return False


def _received(
    reach: Reach, instance: Instance, channel: nodes.Expr, args: tuple[nodes.ReceiveArg, ...]
) -> Iterator[tuple[_Key, Numbers]]:
    for n, i in _fields(reach, instance, channel, len(args)):
        arg = args[i]
        if isinstance(arg, nodes.Store) and _is_channel(reach, arg.place):
            target = _variable(split(arg.place)[0], instance.slot)
            yield target, frozenset(reach.held.get(_field(n, i), ()))
