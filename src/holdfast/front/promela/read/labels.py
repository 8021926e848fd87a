"""Labels and jumps: which label a `goto` of a process refers to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias, assert_never

from holdfast.front.promela.expression_nodes import Number
from holdfast.front.promela.read.tokens import Token
from holdfast.front.promela.tree import (
    Assertion,
    Assign,
    Block,
    Break,
    Condition,
    Discard,
    Do,
    Else,
    Goto,
    If,
    Labelled,
    Print,
    Receive,
    Send,
    SetPriority,
    Statement,
    Statements,
    Unless,
)

_Path: TypeAlias = tuple[int, ...]
"""The numbers of the blocks around a statement, from the outside in."""


@dataclass(frozen=True, slots=True)
class _Mention:
    """A label, or a `goto` to one: its block, and the `d_step` around it (0 if there is none)."""

    token: Token
    path: _Path
    d_step: int
    unique: str = ""


@dataclass(slots=True)
class Labels:
    """The labels and jumps of one process, while it is read."""

    path: _Path = ()
    blocks: int = 0
    scopes: list[dict[str, _Path]] = field(default_factory=lambda: [{}])
    declared: list[_Mention] = field(default_factory=list)
    jumps: list[_Mention] = field(default_factory=list)

    def open_block(self) -> None:
        """Enter a block."""
        self.blocks += 1
        self.path += (self.blocks,)
        self.scopes.append({})

    def close_block(self) -> None:
        """Leave a block."""
        self.path = self.path[:-1]
        self.scopes.pop()

    def _scope_of(self, name: str) -> _Path:
        """The outermost open block in which the name has been used, as in Spin."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        self.scopes[-1][name] = self.path
        return self.path

    def declare(self, token: Token, d_step: int) -> tuple[str, Token | None]:
        """The unique name of a label; and the label of the same name in the same block."""
        path = self._scope_of(token.text)
        same = [m for m in self.declared if m.token.text == token.text]
        clash = next((m.token for m in same if m.path == path), None)
        unique = f"{token.text}#{len(same) + 1}" if same else token.text
        self.declared.append(_Mention(token, path, d_step, unique))
        return unique, clash

    def jump(self, token: Token, d_step: int) -> str:
        """The preliminary name of the target of a `goto`."""
        self.jumps.append(_Mention(token, self._scope_of(token.text), d_step))
        return f"{token.text}@{len(self.jumps) - 1}"

    def target(self, jump: _Mention) -> _Mention | None:
        """The label that a `goto` refers to: of its block, of one around it, or any other."""
        best: _Mention | None = None
        for label in reversed(self.declared):
            if label.token.text != jump.token.text:
                continue
            if label.path == jump.path:
                return label
            if jump.path[: len(label.path)] == label.path or best is None:
                best = label
        return best


_SPECIAL = ("accept", "end", "progress")


def with_targets(
    body: Statements, targets: Mapping[str, str], remote: frozenset[str]
) -> Statements:
    """The statements with the final names of the targets of jumps.

    As in Spin, a jump with a label that has a meaning, or that `remote` references refer to, is a
    `skip` with that label, and then the jump.
    """
    result: list[Statement] = []
    for s in body:
        s = _with_targets(s, targets, remote)
        labels, inner = _unlabelled(s)
        special = any(label.startswith(_SPECIAL) or label in remote for label in labels)
        if special and isinstance(inner, Goto | Break):
            skip = Condition(Number(1, "skip", span=inner.span), span=inner.span)
            result += (_relabelled(s, skip), inner)
        else:
            result.append(s)
    return tuple(result)


def _unlabelled(s: Statement) -> tuple[list[str], Statement]:
    labels = []
    while isinstance(s, Labelled):
        labels.append(s.label)
        s = s.statement
    return labels, s


def _relabelled(s: Statement, inner: Statement) -> Statement:
    if not isinstance(s, Labelled):
        return inner
    return replace(s, statement=_relabelled(s.statement, inner))


def _with_targets(s: Statement, targets: Mapping[str, str], remote: frozenset[str]) -> Statement:
    match s:
        case Goto(label):
            return replace(s, label=targets[label])
        case If(options) | Do(options):
            return replace(s, options=tuple(with_targets(o, targets, remote) for o in options))
        case Block(_, statements):
            return replace(s, body=with_targets(statements, targets, remote))
        case Unless(body, escape):
            inner = _with_targets(body, targets, remote)
            return replace(s, body=inner, escape=_with_targets(escape, targets, remote))
        case Labelled(statement=statement):
            return replace(s, statement=_with_targets(statement, targets, remote))
        case (
            Assign()
            | Discard()
            | Condition()
            | Assertion()
            | Print()
            | Send()
            | Receive()
            | SetPriority()
            | Else()
            | Break()
        ):
            return s
        case _:
            assert_never(s)
