"""Errors in the spec, the configuration and the command line, as the TLA+ tools report them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from holdfast.codes import SYNTAX
from holdfast.report.tlc_messages import Code, Message, Output, error
from holdfast.report.tlc_values import module_of, tlc_location
from holdfast.source import Diagnostic, Span, errors

_UNEXPECTED = (
    "TLC threw an unexpected exception.\n"
    "This was probably caused by an error in the spec or model.\n"
    "See the User Output or TLC Console for clues to what happened.\n"
)
_KEYWORD = re.compile(r"\b[A-Z_]{4,}\b")
_ROLES = {
    "INVARIANT": "invariant",
    "INVARIANTS": "invariant",
    "PROPERTY": "property",
    "PROPERTIES": "property",
    "INIT": "initial predicate",
    "NEXT": "next state action",
    "CONSTRAINT": "constraint",
    "CONSTRAINTS": "constraint",
    "ACTION_CONSTRAINT": "action constraint",
    "ACTION_CONSTRAINTS": "action constraint",
    "VIEW": "view function",
    "SYMMETRY": "symmetry function",
    "ALIAS": "alias",
    "POSTCONDITION": "post condition",
}
_USAGE = "Usage: holdfast tlc [-help] [-option] inputfile"


def wrong_command_line(reason: str) -> Message:
    """The command line is not TLC's, or asks for what is not supported."""
    return error(Code.WRONG_COMMAND_LINE, f"Error: {reason}\n{_USAGE}")


def evaluation_error(diagnostic: Diagnostic) -> Message:
    """An expression that cannot be evaluated."""
    text = diagnostic.message
    match diagnostic.code:
        case "eval-assert":
            head = "The first argument of Assert evaluated to FALSE; the second argument was:"
            return error(Code.ASSERTION_FALSE, f"{head}\n{text}")
        case "eval-incomplete":
            head = "Successor state is not completely specified by the next-state action."
            return error(Code.SUCCESSOR_INCOMPLETE, f"{head}\n{text}")
        case _:
            return error(Code.GENERAL, text)


def positions(diagnostics: Sequence[Diagnostic]) -> Iterator[Message]:
    """Where the expressions are that cannot be evaluated."""
    # TLC gives no position of an action that leaves a variable without a next value.
    failed = [d for d in diagnostics if d.code != "eval-incomplete"]
    spans = [d.span for d in failed if d.span is not None]
    if spans:
        head = "The error occurred when TLC was evaluating the nested"
        rows = [f"{number}. {_position(span)}" for number, span in enumerate(spans)]
        text = "\n".join([head, "expressions at the following positions:", *rows])
        yield error(Code.NESTED_EXPRESSION, f"{text}\n\n")


def _position(span: Span) -> str:
    first = span.source.position(span.start)
    last = span.source.position(max(span.start, span.end - 1))
    begin = f"Line {first[0]}, column {first[1]}"
    return f"{begin} to line {last[0]}, column {last[1]} in {module_of(span)}"


# ---- the text of the spec ----


def parse_errors(spec: Path, diagnostics: Sequence[Diagnostic]) -> Iterator[Output]:
    """What the parser prints, outside messages, about errors in the text."""
    wrong = errors(diagnostics)
    syntax = [d for d in wrong if d.code in SYNTAX]
    for diagnostic in syntax:
        yield f"***Parse Error***\n{diagnostic.message}{_at(diagnostic.span)}\n"
    if syntax:
        module = spec.stem
        yield f"Fatal errors while parsing TLA+ spec in file {module}\n"
        yield f"In module {module}\n\nCould not parse module {module} from file {spec.name}"
    others = [d for d in wrong if d.code not in SYNTAX]
    if others:
        yield f"Semantic errors:\n\n*** Errors: {len(others)}"
        for diagnostic in others:
            place = f"{tlc_location(diagnostic.span)}\n\n" if diagnostic.span is not None else ""
            yield f"\n{place}{diagnostic.message}\n"


def _at(span: Span | None) -> str:
    if span is None:
        return ""
    line, column = span.source.position(span.start)
    return f" at line {line}, column {column}"


def missing_module(spec: Path) -> str:
    """What the parser prints if there is no file for the root module."""
    head = f"Fatal errors while parsing TLA+ spec in file {spec.stem}"
    return f"\n{head}\n\nCannot find source file for module {spec.stem}."


def parsing_failed() -> Message:
    """The spec has errors, which have been printed."""
    return error(Code.PARSING_FAILED, "Parsing or semantic analysis failed.")


# ---- the configuration ----


def config_unreadable(path: Path) -> Message:
    """There is no configuration, which TLC requires."""
    head = "TLC encountered the following error when trying to read the configuration file"
    return error(Code.GENERAL, f"{_UNEXPECTED}: {head} {path}:\nFile not found.")


def config_error(diagnostic: Diagnostic) -> Message:
    """An error in the configuration, or a model that does not fit the spec."""
    name = _quoted(diagnostic)
    match diagnostic.code:
        case "model-missing-constant":
            text = f"The constant parameter {name} is not assigned a value by the"
            return error(Code.CONSTANT_MISSING, f"{text} configuration file.")
        case "config-conflict":
            text = "The configuration file cannot specify both INIT/NEXT and SPECIFICATION fields."
            return error(Code.CONFIG_CONFLICT, text)
        case "model-unknown-name":
            text = f"The {_role(diagnostic.span)} {name} specified in the configuration file"
            return error(Code.NAME_UNDEFINED, f"{text}\nis not defined in the specification.")
        case _:
            return error(Code.GENERAL, diagnostic.message)


def config_syntax(diagnostic: Diagnostic) -> Message:
    """Text that is not a configuration."""
    span = diagnostic.span
    line = 1 if span is None else span.source.position(span.start)[0]
    head = f"TLC found an error in the configuration file at line {line}"
    return error(Code.GENERAL, f"{_UNEXPECTED}: {head}\n{diagnostic.message}")


def _role(span: Span | None) -> str:
    """What a name in the configuration is, by the keyword before it."""
    before = "" if span is None else span.source.text[: span.start]
    keywords = _KEYWORD.findall(before)
    return _ROLES.get(keywords[-1], "name") if keywords else "name"


def _quoted(diagnostic: Diagnostic) -> str:
    """The name that a message is about, which is between backquotes."""
    parts = diagnostic.message.split("`")
    return parts[1] if len(parts) > 2 else diagnostic.message
