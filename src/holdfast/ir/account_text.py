"""The text form of what reports tell of an action: lines below its head.

by self
message send <<q, <<x, 1>>, <<>>, <<>>, FALSE>>     channel, fields, receiver, position, stays
trail <<self, 12>>
store <<x + 1, 0, 255, "x++", "a byte">>
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.ir import expr as ir
from holdfast.ir.account import Account, Message, MessageKind
from holdfast.ir.expr_reader import read_expr
from holdfast.ir.expr_text import show_expr
from holdfast.ir.ops import Op
from holdfast.ir.system import Action, Store

_WORDS = ("by", "message", "trail", "store")
_KINDS: dict[str, MessageKind] = {"send": "send", "receive": "receive", "exchange": "exchange"}


def show_told(action: Action) -> Iterator[str]:
    """The lines of the account of an action, and of its stores."""
    if action.account is not None:
        yield from _account(action.account)
    for s in action.stores:
        limits = ir.Literal(s.low), ir.Literal(s.high)
        parts = s.value, *limits, ir.Literal(s.text), ir.Literal(s.type)
        yield f"store {show_expr(_tuple(parts))}"


def _account(account: Account[ir.Expr]) -> Iterator[str]:
    yield f"by {show_expr(account.lane)}"
    for m in account.messages:
        optional = (_tuple(() if e is None else (e,)) for e in (m.receiver, m.position))
        parts = _tuple((m.channel, _tuple(m.fields), *optional, ir.Literal(m.stays)))
        yield f"message {m.kind} {show_expr(parts)}"
    for lane, number in account.trail:
        yield f"trail {show_expr(_tuple((lane, ir.Literal(number))))}"


def read_told(text: str) -> tuple[Account[ir.Expr] | None, tuple[Store, ...], str]:
    """The account and the stores below the head of an action, and the other lines."""
    lane: ir.Expr | None = None
    messages: list[Message[ir.Expr]] = []
    trail: list[tuple[ir.Expr, int]] = []
    stores: list[Store] = []
    rest = text.split("\n")
    while rest and rest[0].split()[:1] and rest[0].split()[0] in _WORDS:
        word, _, shown = rest.pop(0).strip().partition(" ")
        if word == "by":
            lane = read_expr(shown)
        elif word == "message":
            messages.append(_message(*shown.split(" ", 1)))
        elif word == "store":
            value, low, high, about, type_ = _items(read_expr(shown))
            numbers = _number(low), _number(high)
            stores.append(Store(value, *numbers, _string(about), _string(type_)))
        else:
            by, number = _items(read_expr(shown))
            trail.append((by, _number(number)))
    account = None if lane is None else Account(lane, tuple(messages), tuple(trail))
    return account, tuple(stores), "\n".join(rest)


def _message(kind: str, shown: str) -> Message[ir.Expr]:
    channel, fields, receiver, position, stays = _items(read_expr(shown))
    return Message(
        _KINDS[kind],
        channel,
        _items(fields),
        next(iter(_items(receiver)), None),
        next(iter(_items(position)), None),
        stays == ir.Literal(True),
    )


def _tuple(items: tuple[ir.Expr, ...]) -> ir.Expr:
    return ir.Apply(Op.TUPLE, items)


def _items(e: ir.Expr) -> tuple[ir.Expr, ...]:
    if not isinstance(e, ir.Apply) or e.op is not Op.TUPLE:
        raise ValueError(f"expected a tuple, found {show_expr(e)}")
    return e.args


def _number(e: ir.Expr) -> int:
    match e:
        case ir.Literal(int(value)):
            return value
        case ir.Apply(Op.NEG, (ir.Literal(int(value)),)):
            return -value
        case _:
            raise ValueError(f"expected a number, found {show_expr(e)}")


def _string(e: ir.Expr) -> str:
    if not isinstance(e, ir.Literal) or not isinstance(e.value, str):
        raise ValueError(f"expected a string, found {show_expr(e)}")
    return e.value
