"""Statements that are one step: assignments, tests, messages, output."""

from __future__ import annotations

from holdfast.front.promela.expression_nodes import (
    Binary,
    Expr,
    Field,
    Index,
    MtypeConstant,
    Number,
    Place,
    Predefined,
    PredefinedVariable,
    Variable,
)
from holdfast.front.promela.read.declarations import Declarations
from holdfast.front.promela.read.places import declared, is_unknown
from holdfast.front.promela.read.runs import check_runs
from holdfast.front.promela.tree import (
    Assertion,
    Assign,
    Condition,
    Discard,
    Print,
    SetPriority,
    Statement,
)
from holdfast.front.promela.types import Basic, Mtype, Record
from holdfast.source import Span

_READ_ONLY = frozenset(("_pid", "_last", "_nr_pr"))


class SimpleStatements(Declarations):
    """Reads statements that are one step."""

    def condition(self) -> Statement:
        """Read an expression as a statement."""
        value = self.expression()
        problem = check_runs(value)
        if problem:
            self.report("promela-run", problem, value.span)
        return Condition(value, span=value.span)

    def assertion(self) -> Statement:
        """Read `assert(e)`."""
        start = self.advance()
        value = self.expression()
        return Assertion(value, span=self.since(start.span))

    def print(self) -> Statement:
        """Read `printf("...", args)`."""
        start = self.advance()
        opening = self.expect("(", "after `printf`")
        text = self.expect("string", "as the first argument of `printf`")
        args: list[Expr] = []
        while self.take(","):
            args.append(self.expression())
        self.close(opening, ")")
        span = self.since(start.span)
        format = text.text[1:-1]
        wanted = format.replace("%%", "").count("%")
        if wanted != len(args):
            message = f"the text has {wanted} places for values, but {len(args)} are given"
            self.warn("promela-argument-count", message, span)
        return Print(format, tuple(args), span=span)

    def print_mtype(self) -> Statement:
        """Read `printm(x)`."""
        start = self.advance()
        value = self.parenthesised("after `printm`")
        return Print(None, (value,), span=self.since(start.span))

    def set_priority(self) -> Statement:
        """Read `set_priority(pid, e)`."""
        start = self.advance()
        opening = self.expect("(", "after `set_priority`")
        pid = self.expression()
        self.expect(",", "between the process and its priority")
        value = self.expression()
        self.close(opening, ")")
        return SetPriority(pid, value, span=self.since(start.span))

    def exclusive(self) -> None:
        """Read `xr q, r` or `xs q`: claims that help only partial-order reduction."""
        self.advance()
        while True:
            channel = self.place(whole=True)
            if not isinstance(declared(channel).type, Record):
                self.require_channel(channel)
            if not self.take(","):
                return

    def special_assignment(self) -> Statement:
        """Read `_ = e`, `_priority = e`, or a faulty assignment to a predefined variable."""
        token = self.advance()
        self.expect("=", "after this variable")
        value = self.expression()
        span = self.since(token.span)
        if token.text == "_priority":
            own = PredefinedVariable(Predefined.PID, span=token.span)
            return SetPriority(own, value, span=span)
        if token.text in _READ_ONLY:
            self.report("promela-assignment", f"`{token.text}` cannot be assigned", token)
        return Discard(value, span=span)

    def at_special_assignment(self) -> bool:
        """Whether an assignment to a predefined variable starts here."""
        token = self.token
        special = token.text == "_" or token.text == "_priority" or token.text in _READ_ONLY
        return token.kind == "name" and special and self.peek().kind == "="

    def assignment(self, place: Place) -> Statement:
        """Read the value of an assignment."""
        value = self.expression_or_record()
        span = self.since(place.span)
        self.check_assignment(place, value, span)
        return Assign(place, value, span=span)

    def increment(self, place: Place) -> Statement:
        """Read `++` or `--`, which are assignments."""
        token = self.advance()
        self.check_number_place(place)
        return self.changed(place, "+" if token.kind == "++" else "-", self.since(place.span))

    def changed(self, place: Place, op: str, span: Span) -> Statement:
        """`place = place op 1`."""
        assert op in ("+", "-")
        one = Number(1, "1", span=span)
        value = Binary("+" if op == "+" else "-", place, one, span=span)
        return Assign(place, value, span=span)

    def check_number_place(self, place: Place) -> None:
        """Report arithmetic on a channel or a record."""
        symbol = declared(place)
        if is_unknown(place):
            return
        if symbol.type is Basic.CHAN or isinstance(symbol.type, Record):
            what = "a channel" if symbol.type is Basic.CHAN else "a record"
            message = f"`{symbol.name}` is {what}, not a number"
            self.report("promela-type", message, place.span)

    def check_assignment(self, place: Place, value: Expr, span: Span) -> None:
        """Report an assignment of a value of another type."""
        symbol = declared(place)
        if is_unknown(place):
            return
        problem = check_runs(value)
        if problem:
            self.report("promela-run", problem, value.span)
        match symbol.type, value:
            case Record(), _:
                message = f"`{symbol.name}` is a record, which cannot be assigned as a whole"
                self.report("promela-record", message, place.span, "assign its fields")
            case _, Variable() | Index() | Field() if isinstance(declared(value).type, Record):
                self.refuse_record(value)
            case Basic.CHAN, Variable() | Index() | Field():
                if declared(value).type is not Basic.CHAN and not is_unknown(value):
                    message = f"`{declared(value).name}` is not a channel"
                    self.report("promela-type", message, value.span)
            case Basic.CHAN, Number() | MtypeConstant() if not isinstance(place, Field):
                message = f"`{symbol.name}` is a channel, not a number"
                self.report("promela-type", message, value.span)
            case Mtype(str(subtype)), MtypeConstant() if value.subtype != subtype:
                message = f"`{value.name}` is not a constant of `mtype:{subtype}`"
                self.report("promela-type", message, value.span)
            case _:
                pass
