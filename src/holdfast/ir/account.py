"""What reports tell of the steps of an action: who acts, and which messages go where.

In an action, the parts of an account are expressions over the state before the step and the names
bound around the action; in a step of a trace, they are values. An account decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

T = TypeVar("T")
U = TypeVar("U")

MessageKind: TypeAlias = Literal["send", "receive", "exchange"]


@dataclass(frozen=True, slots=True)
class Message(Generic[T]):
    """A message of a step.

    A channel is a queue. A message is sent to its end, or to the `position` given, from 0; it is
    received from its head, or from the position. If it `stays`, it is only read. In an exchange,
    it goes to the lane `receiver` at once.
    """

    kind: MessageKind
    channel: T
    fields: tuple[T, ...] = ()
    receiver: T | None = None
    position: T | None = None
    stays: bool = False


@dataclass(frozen=True, slots=True)
class Account(Generic[T]):
    """Who acts in a step, a process or a component, and the messages of the step.

    `trail` is what a trail in the language of the spec records of the step: lanes, each with the
    number of a statement.
    """

    lane: T
    messages: tuple[Message[T], ...] = ()
    trail: tuple[tuple[T, int], ...] = ()


def map_account(f: Callable[[T], U], account: Account[T]) -> Account[U]:
    """The account with `f` applied to all its parts."""
    return Account(
        f(account.lane),
        tuple(_map_message(f, message) for message in account.messages),
        tuple((f(lane), number) for lane, number in account.trail),
    )


def account_parts(account: Account[T]) -> tuple[T, ...]:
    """All parts of an account, in order."""
    found: list[T] = []
    map_account(found.append, account)
    return tuple(found)


def _map_message(f: Callable[[T], U], message: Message[T]) -> Message[U]:
    return Message(
        message.kind,
        f(message.channel),
        tuple(map(f, message.fields)),
        None if message.receiver is None else f(message.receiver),
        None if message.position is None else f(message.position),
        message.stays,
    )
