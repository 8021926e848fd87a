"""The numbers by which a trail of Spin refers to statements.

Spin counts the parts of processes and claims in the order in which its parser completes them: what
is inside a block, a choice or an `unless` comes before it. A choice counts as two parts, a loop as
three. Before a jump with a label that begins with `end`, `accept` or `progress`, there is a `skip`,
which counts after the jump.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from holdfast.front.promela import expression_nodes as nodes
from holdfast.front.promela import tree
from holdfast.front.promela.lower.elements import is_special, opened, unlabelled
from holdfast.front.promela.lower.walk import exprs_in, statements_in, subexprs


def trail_numbers(model: tree.Model) -> Mapping[int, int] | None:
    """The number of each statement, by its id; the number of a body is that of its end.

    That of a process or claim is the first in it: from there Spin counts control points, from 1.

    None if they are not known: the order of processes and claims of several files is not, and a
    reference to a label at a jump makes Spin count one more.
    """
    parts: Sequence[tree.Proctype | tree.Claim] = model.proctypes
    if model.claims:
        parts = sorted((*model.proctypes, *model.claims), key=lambda p: p.span.start)
        if len({part.span.source for part in parts}) > 1:
            return None
    counting = _Counting(_remote_labels(model))
    for part in parts:
        counting.numbers[id(part)] = counting.next
        counting.sequence(part.body)
        counting.count(part.body, 1)
    return None if counting.shifted else counting.numbers


def _remote_labels(model: tree.Model) -> frozenset[str]:
    """The labels that processes refer to in others."""
    statements = (s for p in model.proctypes for s in statements_in(p.body))
    found = (e for s in statements for top in exprs_in(s) for e in subexprs(top))
    return frozenset(e.label for e in found if isinstance(e, nodes.RemoteLabel))


class _Counting:
    def __init__(self, remote: frozenset[str]) -> None:
        self.remote = remote
        self.numbers: dict[int, int] = {}
        self.next = 0
        self.shifted = False

    def count(self, node: tree.Statement | tree.Statements, parts: int) -> None:
        self.numbers[id(node)] = self.next
        self.next += parts

    def sequence(self, statements: tree.Statements) -> None:
        before: tree.Statement | None = None
        for s, following in zip(statements, (*statements[1:], None), strict=False):
            if _is_added(s, following):
                before = s  # Spin adds it to the jump
                continue
            self._inside(s)
            self._itself(s)
            if before is not None:
                self._added(before, s)
                before = None

    def _added(self, skip: tree.Statement, jump: tree.Statement) -> None:
        labels, inner = unlabelled(skip)
        if any(map(is_special, labels)):
            self.count(inner, 1)
        else:
            # It takes the place of the jump, which Spin counts where it finds the reference.
            self.numbers[id(inner)] = self.numbers.pop(id(jump))
            self.shifted |= not self.remote.isdisjoint(labels)

    def _inside(self, s: tree.Statement) -> None:
        """Count what is complete before the statement is."""
        match s:
            case tree.If(options) | tree.Do(options):
                # Of a `select`, the jump out of its loop counts last.
                for option in sorted(options, key=lambda o: _is_added_jump(o, s)):
                    self.sequence(option)
            case tree.Block(_, body):
                self.sequence(body)
            case tree.Labelled(_, _, statement):
                self._inside(statement)
            case tree.Unless(body, escape):
                self._inside(body)
                self._inside(escape)
                for part in (escape, body):
                    if opened(part) == (part,) and not _is_labelled_block(part):
                        self._itself(part)
                if _is_labelled_block(body):
                    self.count(s, 2)
            case _:
                pass

    def _itself(self, s: tree.Statement) -> None:
        _, inner = unlabelled(s)
        match inner:
            case tree.If():
                self.count(inner, 2)
            case tree.Do():
                self.count(inner, 3)
            case tree.Unless(body) if _is_labelled_block(body):
                self.count(unlabelled(body)[1], 1)
            case tree.Unless():
                self.count(inner, 2)
            case _:
                self.count(inner, 1)


def _is_added(s: tree.Statement, following: tree.Statement | None) -> bool:
    """Whether a labelled `skip` stands for the label of the jump after it."""
    if not isinstance(s, tree.Labelled) or not isinstance(following, tree.Goto | tree.Break):
        return False
    return unlabelled(s)[1].span == following.span


def _is_added_jump(option: tree.Statements, loop: tree.Statement) -> bool:
    """Whether an option is the jump that ends a `select`, which has its location."""
    return isinstance(option[0], tree.Break) and option[0].span == loop.span


def _is_labelled_block(s: tree.Statement) -> bool:
    """Whether Spin gives a label before an `unless` a block around that."""
    return isinstance(s, tree.Labelled) and isinstance(unlabelled(s)[1], tree.Block)
