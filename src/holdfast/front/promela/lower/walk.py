"""Going through the statements and expressions of a model."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.front.promela import expression_nodes as nodes
from holdfast.front.promela import tree


def exprs_in(s: tree.Statement) -> Iterator[nodes.Expr]:
    """The expressions of a statement, apart from those of statements inside."""
    match s:
        case tree.Assign(target, value):
            yield from (target, value)
        case tree.Discard(value) | tree.Condition(value) | tree.Assertion(value):
            yield value
        case tree.Print(_, args):
            yield from args
        case tree.Send(channel, args, _):
            yield channel
            yield from args
        case tree.Receive(channel, args, _, _):
            yield channel
            yield from received(args)
        case tree.SetPriority(pid, value):
            yield from (pid, value)
        case _:
            return


def received(args: tuple[nodes.ReceiveArg, ...]) -> Iterator[nodes.Expr]:
    """The places and values among the arguments of a receive."""
    for arg in args:
        match arg:
            case nodes.Store(place):
                yield place
            case nodes.Match(value):
                yield value
            case nodes.Ignore():
                pass


def statements_in(body: tree.Statements) -> Iterator[tree.Statement]:
    """All statements of a body, also those inside others."""
    for s in body:
        yield s
        match s:
            case tree.If(options) | tree.Do(options):
                for option in options:
                    yield from statements_in(option)
            case tree.Block(_, inner):
                yield from statements_in(inner)
            case tree.Unless(inner_body, escape):
                yield from statements_in((inner_body, escape))
            case tree.Labelled(_, _, inner_statement):
                yield from statements_in((inner_statement,))
            case _:
                pass


def subexprs(e: nodes.Expr) -> Iterator[nodes.Expr]:
    """An expression and all expressions in it."""
    yield e
    for child in children(e):
        yield from subexprs(child)


def children(e: nodes.Expr) -> Iterator[nodes.Expr]:
    """The direct parts of an expression."""
    match e:
        case nodes.Index(array, index):
            yield from (array, index)
        case nodes.Field(record, _):
            yield record
        case nodes.Unary(_, operand):
            yield operand
        case nodes.Binary(_, left, right):
            yield from (left, right)
        case nodes.Conditional(test, yes, no):
            yield from (test, yes, no)
        case nodes.Run(_, args, _):
            yield from args
        case nodes.TestChannel(_, channel):
            yield channel
        case nodes.Poll(channel, args, _):
            yield channel
            yield from received(args)
        case nodes.Enabled(pid) | nodes.PcValue(pid) | nodes.Priority(pid):
            yield pid
        case nodes.RemoteLabel(_, pid, _) | nodes.RemoteVariable(_, pid, _):
            if pid is not None:
                yield pid
        case _:
            return


def runs_in(s: tree.Statement) -> Iterator[nodes.Run]:
    """The processes that a statement creates."""
    for e in exprs_in(s):
        yield from (part for part in subexprs(e) if isinstance(part, nodes.Run))


def stored_in(s: tree.Statement) -> Iterator[nodes.Place]:
    """The places that a statement stores to."""
    match s:
        case tree.Assign(target, _):
            yield target
        case tree.Receive(_, args, _, _):
            yield from (a.place for a in args if isinstance(a, nodes.Store))
        case _:
            return
