"""Whether the translation in a file is that of its algorithm."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from dataclasses import replace

from holdfast.front.pluscal.locate import inner_lines
from holdfast.front.pluscal.substitute import substitute
from holdfast.front.tla.syntax import tree as tla
from holdfast.front.tla.syntax.lexer import tokenize
from holdfast.front.tla.syntax.parser import Parser
from holdfast.source import Diagnostic, Span

CHECKSUMS = re.compile(
    r"\\\* BEGIN TRANSLATION\s+\(\s*(?i:ch(?:ec)?ksum\(p(?:lus)?cal\))\s*"
    r'(?:=\s*"(?P<pcal>[0-9A-Fa-f]*)"|\\in\s*STRING)\s*/\\\s*'
    r'(?i:ch(?:ec)?ksum\(tla\+?\))\s*(?:=\s*"(?P<tla>[0-9A-Fa-f]*)"|\\in\s*STRING)\s*\)'
)
"""The BEGIN line of a translation with checksums."""


_ASSERTION = "Failure of assertion at "
"""How the message of an assertion begins; its line changes with the text above it."""


def checksum(text: str) -> str:
    """The checksum that the TLA+ tools write into a file."""
    return f"{zlib.crc32(text.encode()):x}"


def lines_checksum(lines: Iterable[str]) -> str:
    """The checksum of the lines of a translation."""
    return checksum("".join(lines))


def is_as_written(region: Span) -> bool:
    """Whether its checksum shows that a translation was not edited by hand."""
    return _checksum_of(region) == lines_checksum(inner_lines(region))


def _checksum_of(region: Span) -> str | None:
    marks = CHECKSUMS.search(_first_line(region))
    return marks["tla"].lower() if marks and marks["tla"] else None


def _first_line(region: Span) -> str:
    return region.text.split("\n")[0].rstrip()


def stale(region: Span) -> Diagnostic:
    """The warning about a translation in the file that differs from its algorithm."""
    help = "`holdfast pluscal --write` updates the translation"
    if is_as_written(region):
        return _warning(region, "the algorithm has changed since its translation was written", help)
    return _warning(region, _what_differs(region), help)


def as_in_file(region: Span, has_errors: bool) -> Diagnostic:
    """The warning that the translation in the file is checked, and not the algorithm."""
    if has_errors:
        message = "the algorithm has errors: its translation in the file is checked"
        return _warning(region, message, "`--translate` reports the errors")
    message = f"{_what_differs(region)}: it is checked instead of the algorithm"
    return _warning(region, message, _OTHERWISE)


_OTHERWISE = "`--translate` checks the algorithm, `holdfast pluscal --write` writes its translation"


def _what_differs(region: Span) -> str:
    if _checksum_of(region) is not None:
        return "the translation in the file was edited by hand"
    return "the translation in the file differs from the algorithm"


def _warning(region: Span, message: str, help: str) -> Diagnostic:
    begin = region._replace(end=region.start + len(_first_line(region)))
    return Diagnostic("pcal-stale", message, begin, help, severity="warning")


def leftovers(region: Span, units: Iterable[tla.Unit]) -> tuple[tla.Unit, ...]:
    """What was added by hand between BEGIN and END and a new translation would lose.

    A definition that needs a removed variable belongs to the old algorithm.
    """
    if is_as_written(region):
        return ()
    fresh = {name for unit in units for name in _declared(unit)}
    gone: set[str] = set()
    kept: list[tla.Unit] = []
    for unit in units_of(region):
        names = _declared(unit)
        is_declaration = isinstance(unit, tla.Variables | tla.Constants)
        if is_declaration or gone & {r.name for r in tla.walk(unit) if isinstance(r, tla.Ref)}:
            gone |= names - fresh
        elif not names & fresh:
            kept.append(unit)
    return tuple(kept)


def _declared(unit: tla.Unit) -> set[str]:
    match unit:
        case tla.Variables(idents):
            return {ident.name for ident in idents}
        case tla.Constants(params):
            return {param.name for param in params}
        case tla.Definition(name) | tla.FunctionDefinition(name) | tla.ModuleDefinition(name):
            return {name.name}
        case _:
            return set()


def units_of(region: Span) -> tuple[tla.Unit, ...]:
    """The units between the BEGIN and the END line."""
    text = region.text
    start = region.start + text.find("\n") + 1
    end = max(start, region.start + text.rfind("\n"))
    tokens, _ = tokenize(region.source, start, end)
    return Parser(region.source, tokens).units()


def differences(some: Iterable[tla.Unit], others: Iterable[tla.Unit]) -> set[str]:
    """The names of the units in which two translations differ.

    Parentheses, the layout of lists, the order of variables and the ways to state that a
    variable stays the same differ between versions of the TLA+ tools, and lines move:
    such differences do not count. The declared variables have the name `VARIABLES`.
    """
    left, right = _normal_units(some), _normal_units(others)
    if list(left) != list(right):
        return set(left) ^ set(right) or set(left)
    return {name for name, unit in left.items() if unit != right[name]}


def _normal_units(units: Iterable[tla.Unit]) -> dict[str, tla.Node]:
    """The units by name, in a form that does not depend on the version of the translator."""
    variables: list[str] = []
    rest: dict[str, tla.Unit] = {}
    terminating: tla.Expr | None = None
    for unit in units:
        match unit:
            case tla.Variables(idents):
                variables += [ident.name for ident in idents]
            case tla.Definition(tla.Ident("Terminating"), (), body):
                terminating = body
            case tla.Definition(tla.Ident("vars"), (), tla.Tuple(items)):
                body = tla.Tuple(tuple(sorted(items, key=str)))
                rest["vars"] = replace(unit, body=body)
            case tla.Definition(name) | tla.FunctionDefinition(name) | tla.ModuleDefinition(name):
                rest[name.name] = unit
            case _:
                rest[f"unit {len(rest)}"] = unit

    def inline(ref: tla.Ref) -> tla.Expr | None:
        return terminating if ref.name == "Terminating" else None

    declared = tla.Variables(tuple(tla.Ident(name) for name in sorted(variables)))
    result: dict[str, tla.Node] = {"VARIABLES": declared}
    result |= {name: normal(substitute(unit, inline)) for name, unit in rest.items()}
    return result


def normal(node: tla.Node) -> tla.Node:
    """The tree without parentheses, junctions flat, unchanged variables one by one."""
    while isinstance(node, tla.Parens):
        node = node.body
    node = tla.map_children(normal, node)
    match node:
        case tla.Infix("/\\" | "\\/" as op, left, right):
            return _junction(op, (left, right))
        case tla.Junction(op, items):
            return _junction(op, items)
        case tla.Prefix("UNCHANGED", tla.Tuple(items)):
            return _junction("/\\", tuple(_stays(item) for item in items))
        case tla.Prefix("UNCHANGED", arg):
            return _stays(arg)
        case tla.Case((arm,), None):
            return arm.value
        case tla.String(text) if text.startswith(_ASSERTION):
            return tla.String(_ASSERTION)
        case _:
            return node


def _stays(expr: tla.Expr) -> tla.Expr:
    return tla.Infix("=", tla.Postfix("'", expr), expr)


def _junction(op: str, items: tuple[tla.Expr, ...]) -> tla.Expr:
    """A flat list; unchanged variables come last, in the order of names."""
    parts: list[tla.Expr] = []
    for item in items:
        match item:
            case tla.Junction(other, inner) if other == op:
                parts += inner
            case _:
                parts.append(item)
    if op == "/\\":
        same = [part for part in parts if _says_unchanged(part)]
        parts = [part for part in parts if not _says_unchanged(part)]
        parts += sorted(same, key=str)
    return parts[0] if len(parts) == 1 else tla.Junction(op, tuple(parts))


def _says_unchanged(expr: tla.Expr) -> bool:
    match expr:
        case tla.Infix("=", tla.Postfix("'", left), right):
            return left == right
        case _:
            return False
