"""Models as short texts, to compare their trees."""

from __future__ import annotations

from holdfast.front.promela import tree
from holdfast.front.promela.expression_nodes import (
    Binary,
    Conditional,
    Expr,
    Field,
    Ignore,
    Index,
    Match,
    MtypeConstant,
    Number,
    PredefinedVariable,
    Priority,
    ReceiveArg,
    Run,
    Store,
    TestChannel,
    Unary,
    Variable,
)


def show(e: Expr) -> str:
    """An expression with all its parentheses."""
    match e:
        case Number(text=text):
            return text
        case MtypeConstant(name, value):
            return f"{name}:{value}"
        case Variable(symbol):
            return symbol.unique
        case Index(array, index):
            return f"{show(array)}[{show(index)}]"
        case Field(record, name):
            return f"{show(record)}.{name}"
        case Unary(op, operand):
            return f"{op}{show(operand)}"
        case Binary(op, left, right):
            return f"({show(left)} {op} {show(right)})"
        case Conditional(test, yes, no):
            return f"({show(test)} -> {show(yes)} : {show(no)})"
        case Run(proctype, args):
            return f"run {proctype}({', '.join(map(show, args))})"
        case PredefinedVariable(which):
            return which.value
        case TestChannel(test, channel):
            return f"{test.value}({show(channel)})"
        case Priority(pid):
            return f"priority({show(pid)})"
        case _:
            return type(e).__name__


def received(arg: ReceiveArg) -> str:
    match arg:
        case Store(place):
            return show(place)
        case Match(value):
            return f"={show(value)}"
        case Ignore():
            return "_"


def listed(body: tree.Statements) -> str:
    return "; ".join(map(shown, body))


def shown(s: tree.Statement) -> str:
    """A statement on one line."""
    match s:
        case tree.Assign(target, value):
            return f"{show(target)} = {show(value)}"
        case tree.Condition(expr):
            return show(expr)
        case tree.Send(channel, args):
            return f"{show(channel)}!{', '.join(map(show, args))}"
        case tree.Receive(channel, args):
            return f"{show(channel)}?{', '.join(map(received, args))}"
        case tree.If(options):
            return "if" + "".join(f" :: {listed(o)}" for o in options) + " fi"
        case tree.Do(options):
            return "do" + "".join(f" :: {listed(o)}" for o in options) + " od"
        case tree.Block(kind, body):
            return f"{kind} {{ {listed(body)} }}"
        case tree.Unless(body, escape):
            return f"{shown(body)} unless {shown(escape)}"
        case tree.Labelled(label, statement=statement):
            return f"{label}: {shown(statement)}"
        case tree.Goto(label):
            return f"goto {label}"
        case tree.SetPriority(pid, value):
            return f"set_priority({show(pid)}, {show(value)})"
        case _:
            return type(s).__name__.lower()


def temporal(f: tree.Ltl) -> str:
    match f:
        case tree.Holds(expr):
            return show(expr)
        case tree.LtlUnary(op, operand):
            return f"{op}{temporal(operand)}"
        case tree.LtlBinary(op, left, right):
            return f"({temporal(left)} {op} {temporal(right)})"
