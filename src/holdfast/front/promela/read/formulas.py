"""Formulas about a model that are not part of its text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from holdfast.front.promela.expression_nodes import Expr
from holdfast.front.promela.read.cursor import SyntaxFault, TooManyErrors
from holdfast.front.promela.read.macros import MOST_TOKENS, Macros, TooLong
from holdfast.front.promela.read.model import Reading, check_remote_labels
from holdfast.front.promela.read.runs import has_run
from holdfast.front.promela.read.tokens import Token, scan, with_keywords
from holdfast.front.promela.read.units import Units
from holdfast.front.promela.tree import Ltl
from holdfast.recursion import deep_recursion
from holdfast.source import Diagnostic, Source, Span, SpecError, errors

_Read = TypeVar("_Read")


def read_expression(source: Source, reading: Reading) -> Expr:
    """An expression over the global names of a model; raises SpecError."""
    found = _whole(source, reading, Units.expression)
    if has_run(found):
        message = "`run` creates a process: it is not an expression about a state"
        raise SpecError(Diagnostic("promela-run", message, found.span))
    return found


def read_formula(source: Source, reading: Reading) -> Ltl:
    """A formula of linear temporal logic over the global names of a model; raises SpecError."""
    return _whole(source, reading, Units.formula)


def _whole(source: Source, reading: Reading, read: Callable[[Units], _Read]) -> _Read:
    """Read a text to its end."""
    reader = Units(_tokens(source, reading), reading.names)
    found: _Read | None = None
    try:
        with deep_recursion():
            reader.begin()
            found = read(reader)
            if not reader.at("end"):
                reader.fail("expected the end of the formula")
            check_remote_labels(reader, reading.labels)
    except (SyntaxFault, TooManyErrors):
        pass
    if errors(reader.diagnostics) or found is None:
        raise SpecError(*reader.diagnostics)
    return found


def _tokens(source: Source, reading: Reading) -> list[Token]:
    """The tokens of a text, with the macros of the model replaced."""
    macros = Macros(reading.macros.defined)
    try:
        tokens = macros.expand(scan(source))
    except TooLong as too_long:
        message = f"the macros give more than {MOST_TOKENS:,} tokens"
        raise SpecError(Diagnostic("promela-expansion", message, too_long.span)) from None
    if macros.diagnostics:
        raise SpecError(*macros.diagnostics)
    end = Span(source, len(source.text), len(source.text))
    return with_keywords([*tokens, Token("end", "", end, 2)])
