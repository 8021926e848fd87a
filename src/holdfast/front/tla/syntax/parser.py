"""Parser of modules; after an error, reading continues with the next unit."""

from __future__ import annotations

import re
from dataclasses import dataclass

from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.constructs import ASSUME_WORDS, THEOREM_WORDS, UNIT_KINDS
from holdfast.front.tla.syntax.cursor import WORDS, SyntaxFault
from holdfast.front.tla.syntax.expressions import Expressions
from holdfast.front.tla.syntax.lexer import Token, tokenize
from holdfast.front.tla.syntax.proofs import Proofs
from holdfast.recursion import deep_recursion
from holdfast.source import Diagnostic, Source, Span, SpecError

_BETWEEN = {"mod": "the remainder is written `%`", "to": "from 1 to 3 is written `1..3`"}
_DEFINITIONS = (tree.Definition, tree.FunctionDefinition, tree.ModuleDefinition, tree.Recursive)
_HEADER = re.compile(r"-{4,}[ \t]*MODULE(?![A-Za-z0-9_])")


@dataclass(frozen=True, slots=True)
class Parsed:
    """The modules of one text, and the errors in it."""

    modules: tuple[tree.Module, ...]
    diagnostics: tuple[Diagnostic, ...]


def parse_file(source: Source) -> Parsed:
    """The modules of a text; whatever the text is, this never raises."""
    modules: list[tree.Module] = []
    diagnostics: list[Diagnostic] = []
    header = _HEADER.search(source.text)
    if header is None:
        return _parse_headless(source)
    while header is not None:
        tokens, complaints = tokenize(source, header.start(), one_module=True)
        parser = Parser(source, tokens)
        with deep_recursion():
            modules.append(parser.module())
        diagnostics += complaints + parser.diagnostics
        end = tokens[-1].end
        header = _HEADER.search(source.text, max(end, header.end()))
    return Parsed(tuple(modules), _in_order(diagnostics))


def parse_expression(source: Source) -> tree.Expr:
    """The whole text as one expression."""
    tokens, complaints = tokenize(source)
    if complaints:
        raise SpecError(*complaints)
    expr, index = parse_expression_at(source, tokens, 0)
    if tokens[index].kind != "end":
        rest = Span(source, tokens[index].start, tokens[index].end)
        raise SpecError(Diagnostic("syntax", "expected the end of the expression", rest))
    return expr


def parse_definitions(source: Source) -> tuple[tree.Unit, ...]:
    """The whole text as definitions; raises SpecError."""
    tokens, complaints = tokenize(source)
    parser = Parser(source, tokens)
    with deep_recursion():
        units = parser.units()
    if wrong := (*complaints, *parser.diagnostics):
        raise SpecError(*wrong)
    for unit in units:
        if not isinstance(unit, _DEFINITIONS):
            raise SpecError(Diagnostic("syntax", "this is not a definition", unit.span))
    if parser.token.kind != "end":
        rest = parser.span_of(parser.token)
        raise SpecError(Diagnostic("syntax", "expected the end of the definition", rest))
    return units


def parse_expression_at(
    source: Source, tokens: list[Token], index: int, stops: frozenset[str] = frozenset()
) -> tuple[tree.Expr, int]:
    """One expression from `tokens[index]` on, and the index of the token after it.

    It ends before the first token that cannot continue it, and before an infix operator
    of `stops`.
    """
    parser = Parser(source, tokens, index, stops)
    try:
        with deep_recursion():
            expr = parser.expression()
    except SyntaxFault as fault:
        raise SpecError(*parser.diagnostics, fault.diagnostic) from None
    if parser.diagnostics:
        raise SpecError(*parser.diagnostics)
    return expr, parser.index


class Parser(Proofs):
    """Reads modules and their units."""

    def __init__(
        self,
        source: Source,
        tokens: list[Token],
        index: int = 0,
        stops: frozenset[str] = frozenset(),
    ) -> None:
        Expressions.__init__(self, source, tokens, index, stops)
        self.levels = []

    def module(self) -> tree.Module:
        """One module, from its header to the line that closes it."""
        start = self.advance()
        name = self._header()
        extends = self._extends()
        units = self.units()
        if not self.take("===="):
            self.report(
                "missing-end",
                f"module `{name.name}` is never closed",
                self.span_of(start),
                "end the module with a line of at least four `=`",
            )
        return tree.Module(name, extends, units, span=self.span_from(start.start))

    def _header(self) -> tree.Ident:
        while self.at("---- MODULE"):
            self.report("syntax", "the module begins twice", self.span_of(self.token))
            self.advance()
        if self.at("----"):
            self.report("syntax", "this module has no name", self.span_of(self.token))
            return tree.Ident("", span=self.span_of(self.advance()))
        try:
            token = self.field_name("of the module")
        except SyntaxFault as fault:
            self.diagnostics.append(fault.diagnostic)
            return tree.Ident("", span=self.span_of(self.token))
        name = tree.Ident(token.text, span=self.span_of(token))
        if not self.take("----"):
            self.report(
                "syntax",
                f"expected at least four dashes after the module name `{token.text}`",
                self.span_of(self.token),
                f"a module begins with `---- MODULE {token.text} ----`",
            )
        return name

    def _extends(self) -> tuple[tree.Ident, ...]:
        names: list[tree.Ident] = []
        if not self.take("EXTENDS"):
            return ()
        try:
            while True:
                if self.token.kind in UNIT_KINDS and self.begins_line():
                    self.fail("expected the name of a module to extend")
                token = self.field_name("of a module to extend")
                names.append(tree.Ident(token.text, span=self.span_of(token)))
                if not self.take(","):
                    break
            if self.at("name") and not self.begins_line():
                self.fail("expected `,` between the names of modules")
        except SyntaxFault as fault:
            self.diagnostics.append(fault.diagnostic)
            while self.token.kind in ("name", ",") and not self.begins_line():
                self.advance()
        return tuple(names)

    def units(self) -> tuple[tree.Unit, ...]:
        """The units of a module body, up to its end."""
        units: list[tree.Unit] = []
        while self.token.kind not in ("====", "end"):
            start = self.index
            self.list_column = self.depth = 0
            before = len(self.diagnostics)
            try:
                units.append(self._unit())
            except SyntaxFault as fault:
                self.diagnostics.append(fault.diagnostic)
                broken = self._recover(start, fault.diagnostic)
                # The bullets that were skipped may have reported errors in later units.
                limit = self.token.start if self.token.kind != "end" else len(self.source.text)
                kept = [d for d in self.diagnostics[before:] if d.span and d.span.start < limit]
                self.diagnostics[before:] = kept or [fault.diagnostic]
                units.append(broken)
        return tuple(units)

    def _unit(self) -> tree.Unit:
        token = self.token
        match token.kind:
            case "----":
                self.advance()
                return tree.Separator(span=self.span_of(token))
            case "VARIABLE":
                return self.variables()
            case "CONSTANT":
                return self.constants()
            case "RECURSIVE":
                return self.recursive()
            case "LOCAL":
                self.advance()
                if self.at("INSTANCE"):
                    return self.instance(True, token.start)
                if not self.definition_begins(self.index):
                    self._no_unit("after LOCAL")
                return self.definition(True, token.start)
            case "INSTANCE":
                return self.instance(False)
            case "USE" | "HIDE":
                return self.use_or_hide()
            case "---- MODULE":
                return self.module()
            case _:
                return self._statement_or_definition()

    def _statement_or_definition(self) -> tree.Unit:
        if self.token.kind in THEOREM_WORDS:
            return self.theorem()
        if self.token.kind in ASSUME_WORDS:
            return self.assume()
        if not self.definition_begins(self.index):
            self._no_unit("")
        return self.definition(False)

    def _no_unit(self, where: str) -> None:
        """Report something that is neither a definition nor a declaration."""
        first = self.token
        help = None
        self._complain_about_words()
        if first.kind == "name":
            self._complain_about_left_side()
        if first.kind == "EXTENDS":
            help = "EXTENDS comes right after the module's header, once; list all modules there"
        elif first.text in ("/\\", "\\/"):
            help = "this list item belongs to no definition: is its column that of the others?"
        self.fail(f"expected a definition or a declaration {where}".rstrip(), help=help)

    def _complain_about_words(self) -> None:
        """A word of another language is here or before, or two operands are side by side."""
        before = self.tokens[self.index - 1]
        if before.kind == "name" and before.text in WORDS:
            self.move_to(self.index - 1)
            self.fail("expected an expression")
        if self.token.kind == "name" and not self.begins_line():
            text = self.token.text
            help = WORDS.get(text) or _BETWEEN.get(text, "is an operator or a comma missing here?")
            self.fail("expected an operator or the next definition", help=help)

    def _complain_about_left_side(self) -> None:
        """A name begins the unit, but no `==` follows what it introduces."""
        self.advance()
        if self.at("(") or self.at("["):
            self.move_to(max(self._after_bracket(self.index), self.index + 1))
        if self.at_op("="):
            self.fail("expected `==`", help="`=` compares; a definition is written with `==`")
        if self.at_op(":="):
            self.fail("expected `==`", help="`:=` is PlusCal's; a definition is written with `==`")
        if self.at(":"):
            self.fail("expected `==`", help="a definition is written `Name == expression`")

    def _recover(self, start: int, diagnostic: Diagnostic) -> tree.Broken:
        """Move to the next unit after the one that began at token `start`."""
        first = self.tokens[start]
        names = self._names_declared(start)
        error_at = diagnostic.span.start if diagnostic.span else first.start
        index = start + 1
        while not self._unit_may_begin(index, first, error_at):
            index += 1
        self.move_to(index)
        span = Span(self.source, first.start, max(first.end, self.tokens[index - 1].end))
        return tree.Broken(names, span=span)

    def _unit_may_begin(self, index: int, first: Token, error_at: int) -> bool:
        """Whether reading can continue here after an error in the unit that began at `first`."""
        token = self.tokens[index]
        if token.kind in ("====", "---- MODULE", "end"):
            return True
        if token.line == self.tokens[index - 1].line or token.column > first.column:
            # Errors that hide a line break: a unit keyword cannot occur inside a unit.
            return token.kind in ("VARIABLE", "CONSTANT") and token.start > error_at
        if token.kind in UNIT_KINDS:
            return token.kind != "INSTANCE" or token.start > error_at
        return self.definition_begins(index)

    def _names_declared(self, start: int) -> tuple[tree.Ident, ...]:
        """The names that a broken unit seems to declare."""
        index = start
        if self.tokens[index].kind == "LOCAL":
            index += 1
        first = self.tokens[index]
        if first.kind in ("VARIABLE", "CONSTANT", "RECURSIVE"):
            names = []
            index += 1
            while self.tokens[index].kind in ("name", ",", "_", "(", ")"):
                token = self.tokens[index]
                following = self.tokens[index + 1].kind
                if token.kind == "name" and following not in ("==", "["):
                    names.append(tree.Ident(token.text, span=self.span_of(token)))
                index += 1
            return tuple(names)
        if first.kind in THEOREM_WORDS or first.kind in ASSUME_WORDS:
            index += 1
            if self.tokens[index].kind != "name" or self.tokens[index + 1].kind != "==":
                return ()
            first = self.tokens[index]
        if first.kind == "name":
            return (tree.Ident(first.text, span=self.span_of(first)),)
        return ()


def _parse_headless(source: Source) -> Parsed:
    """A text without a module header: report that once, and read the definitions in it."""
    span = Span(source, 0, min(1, len(source.text)))
    missing = Diagnostic(
        "no-module",
        "no module begins in this text",
        span,
        "a module begins with `---- MODULE Name ----` and ends with `====`",
    )
    tokens, _ = tokenize(source)
    parser = Parser(source, tokens)
    with deep_recursion():
        units = parser.units()
    if not any(isinstance(u, tree.Definition | tree.Variables) for u in units):
        return Parsed((), (missing,))
    module = tree.Module(tree.Ident("", span=span), (), units, span=span)
    return Parsed((module,), (missing,))


def _in_order(diagnostics: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    seen: set[tuple[str, int]] = set()
    kept = []
    for d in sorted(diagnostics, key=lambda d: d.span.start if d.span else 0):
        key = (d.code, d.span.start if d.span else 0)
        if key not in seen:
            seen.add(key)
            kept.append(d)
    return tuple(kept)
