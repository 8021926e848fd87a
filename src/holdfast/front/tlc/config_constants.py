"""Reads the constants of a configuration, entry by entry.

Neither an expression nor a list of entries has a closing token, so the entries are cut
apart before their values are read: a name with `=` or `<-` after it begins an entry.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple, NoReturn

from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.lexer import Token, tokenize
from holdfast.front.tla.syntax.parser import parse_expression_at
from holdfast.front.tlc.config_entries import KEYWORDS, Assignment, Reading
from holdfast.source import Diagnostic, Note, Severity, Source, Span, SpecError

OPENING = frozenset(("(", "[", "{", "<<"))
CLOSING = frozenset((")", "]", "}", ">>", "]_", ">>_"))


class _Head(NamedTuple):
    """The left side of an entry: its tokens are `first` up to `sign`, not included."""

    first: int
    sign: int
    begins_line: bool


class Constants:
    """Reads constants from the tokens of a configuration, and collects diagnostics."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens, complaints = tokenize(source)
        self.diagnostics = [_as_config(d, "config-token") for d in complaints]
        self.constants: list[Assignment] = []

    def read_constants(self, index: int, stop: int) -> None:
        """Read the section of constants between two tokens."""
        keyword = self.tokens[index - 1]
        if index == stop:
            message = f"nothing follows {self.raw(keyword)}"
            self.warn("config-missing", message, keyword)
            return
        heads = self._heads(index, stop)
        first = heads[0].first if heads else stop
        if first > index:
            self._complain_about_start(index, first)
        at = 0
        while at < len(heads):
            entry, at = self._entry(heads, at, stop)
            if entry is not None:
                self._check_repeated(entry)
                self.constants.append(entry)

    def _complain_about_start(self, index: int, stop: int) -> None:
        """Report what precedes the first entry of a section."""
        help = similar(self.raw(self.tokens[index]), KEYWORDS)
        if any(token.kind == "==" for token in self.tokens[index:stop]):
            help = "`==` defines; here a constant gets its value with `=`"
        help = help or "a constant is given as `Name = value` or `Name <- Operator`"
        message = "expected a constant and its value"
        self.complain("config-syntax", message, self.tokens[index], help)

    def _heads(self, index: int, stop: int) -> list[_Head]:
        """Where entries begin: a name or symbol, perhaps with arguments, and `=` or `<-`."""
        heads: list[_Head] = []
        depth = 0
        for at in range(index, stop):
            token = self.tokens[at]
            if token.kind in OPENING:
                depth += 1
            elif token.kind in CLOSING:
                depth -= 1
            is_sign = token.kind == "<-" or (token.kind == "op" and token.text == "=")
            if is_sign and depth <= 0:
                low = heads[-1].sign + 1 if heads else index
                first = self._head_before(at, low)
                if first is not None:
                    heads.append(_Head(first, at, self.begins_line(first)))
                    depth = 0
        return heads

    def _head_before(self, sign: int, low: int) -> int | None:
        """The index of the first token of the left side that ends before `sign`."""
        at = sign - 1
        if at >= low and self.tokens[at].kind == ")":
            depth = 0
            while at >= low:
                kind = self.tokens[at].kind
                depth += (kind in CLOSING) - (kind in OPENING)
                at -= 1
                if depth == 0:
                    break
        if at < low or self.tokens[at].kind not in ("name", "op"):
            return None
        while at - 2 >= low and self.tokens[at - 1].kind == "!":
            at -= 2
        return at

    def _entry(self, heads: list[_Head], at: int, stop: int) -> tuple[Assignment | None, int]:
        """The entry of a head, and which head comes after it.

        An `=` in the middle of a line may belong to the value: `x = IF a = b THEN 1 ELSE 2`.
        So if the text before it is not a value, the next part is included.
        """
        head = heads[at]
        begin = head.sign + 1
        fault: SpecError | None = None
        after = at + 1
        while True:
            end = heads[after].first if after < len(heads) else stop
            if begin == end:
                self._complain_about_missing(head, heads[after:])
                return None, after
            try:
                return self._assignment(head, begin, end), after
            except SpecError as error:
                fault = fault or error
            if after >= len(heads) or heads[after].begins_line:
                break
            after += 1
        self.diagnostics += [_as_config(d, "config-value") for d in fault.diagnostics]
        return None, at + 1

    def _complain_about_missing(self, head: _Head, following: list[_Head]) -> None:
        sign = self.tokens[head.sign]
        help = None
        if following:
            span = self.span(self.tokens[following[0].first], self.tokens[following[0].sign])
            help = f"`{' '.join(span.text.split())}` begins the next constant"
        message = f"expected a value after `{self.raw(sign)}`"
        self.complain("config-missing", message, sign, help)

    def _assignment(self, head: _Head, begin: int, end: int) -> Assignment:
        """The entry with this left side and the value in that range of tokens."""
        left = [token.text for token in self.tokens[head.first : head.sign]]
        count = left.index("(") if "(" in left else len(left)
        span = self.span(self.tokens[head.first], self.tokens[head.first + count - 1])
        args: tuple[tree.Expr, ...] = ()
        if count < len(left):
            args = self._arguments(head.first + count, head.sign)
        module = None
        kinds = [token.kind for token in self.tokens[begin : begin + 3]]
        if kinds == ["[", "name", "]"] and begin + 3 < end:
            token = self.tokens[begin + 1]
            module = tree.Ident(token.text, span=self.span(token))
            begin += 3
        replaces = self.tokens[head.sign].kind == "<-"
        value = self._value(begin, end, replaces)
        return Assignment(
            tree.Ident("".join(left[:count]), span=span),
            value,
            _reading(value, replaces),
            args,
            module,
            self.span(self.tokens[head.first], self.tokens[end - 1]),
        )

    def _arguments(self, opening: int, sign: int) -> tuple[tree.Expr, ...]:
        """The arguments between the parentheses of a left side."""
        end = sign - 1
        region = [*self.tokens[opening + 1 : end], self._end_before(end)]
        args = []
        index = 0
        while True:
            arg, index = parse_expression_at(self.source, region, index)
            args.append(arg)
            if region[index].kind != ",":
                break
            index += 1
        if region[index].kind != "end":
            self._fail("expected `,` or `)`", region[index])
        return tuple(args)

    def _value(self, begin: int, end: int, replaces: bool) -> tree.Expr:
        """The tokens of a range as one expression, or as an operator symbol after `<-`."""
        first = self.tokens[begin]
        if replaces and end == begin + 1 and first.kind == "op":
            return tree.Ref(first.text, span=self.span(first))
        region = [*self.tokens[begin:end], self._end_before(end)]
        value, index = parse_expression_at(self.source, region, 0)
        rest = region[index]
        if rest.kind == "," and index == end - begin - 1:
            self.complain_about_comma(rest)
        elif rest.kind != "end":
            self._fail(
                "expected the next constant or a keyword", rest, similar(self.raw(rest), KEYWORDS)
            )
        return value

    def _check_repeated(self, entry: Assignment) -> None:
        for other in self.constants:
            same = (other.name, other.args, other.module) == (entry.name, entry.args, entry.module)
            if same:
                note = Note("it is given here", other.span)
                message = f"`{entry.name.name}` is given twice"
                severity: Severity = "warning" if other == entry else "error"
                self.diagnostics.append(
                    Diagnostic("config-repeated", message, entry.name.span, None, (note,), severity)
                )

    # ---- tokens and diagnostics ----

    def raw(self, token: Token) -> str:
        """The token as it is written."""
        return self.source.text[token.start : token.end]

    def span(self, first: Token, last: Token | None = None) -> Span:
        """From one token to another."""
        return Span(self.source, first.start, (last or first).end)

    def begins_line(self, index: int) -> bool:
        """Whether a token is the first of its line."""
        return index == 0 or self.tokens[index - 1].line < self.tokens[index].line

    def _end_before(self, index: int) -> Token:
        """An end of text after the token before `index`."""
        last = self.tokens[index - 1]
        column = last.column + last.end - last.start
        return Token("end", "", last.end, last.end, last.line, column)

    def complain_about_comma(self, token: Token) -> None:
        """Warn about a comma between entries."""
        message = "a comma separates these entries"
        self.warn("config-comma", message, token, "TLC does not accept this")

    def _fail(self, message: str, token: Token, help: str | None = None) -> NoReturn:
        found = "the end" if token.kind == "end" else f"`{self.raw(token)}`"
        text = f"{message}, found {found}"
        raise SpecError(Diagnostic("config-value", text, self.span(token), help))

    def complain(
        self,
        code: str,
        message: str,
        where: Token | tree.Ident,
        help: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> None:
        """Add an error."""
        span = where.span if isinstance(where, tree.Ident) else self.span(where)
        self.diagnostics.append(Diagnostic(code, message, span, help, notes))

    def warn(self, code: str, message: str, where: Token, help: str | None = None) -> None:
        """Add a warning."""
        span = self.span(where)
        self.diagnostics.append(Diagnostic(code, message, span, help, severity="warning"))


def _reading(value: tree.Expr, replaces: bool) -> Reading:
    if replaces:
        return "operator" if isinstance(value, tree.Ref) and not value.args else "expression"
    return "value" if _is_plain(value) else "expression"


def _is_plain(value: tree.Expr) -> bool:
    """Whether TLC reads it as a value, negative numbers included."""
    match value:
        case tree.Number() | tree.String() | tree.Ref(args=()):
            return True
        case tree.Prefix("-.", tree.Number()):
            return True
        case tree.SetOf(items):
            return all(map(_is_plain, items))
        case _:
            return False


def similar(word: str, words: Iterable[str]) -> str | None:
    """A help line that suggests the word that may have been meant."""
    by_capitals = {w.upper(): w for w in words}
    found = get_close_matches(word.upper(), by_capitals, 1, 0.75)
    return f"did you mean `{by_capitals[found[0]]}`?" if found else None


def _as_config(diagnostic: Diagnostic, code: str) -> Diagnostic:
    if diagnostic.code.startswith("config-"):
        return diagnostic
    return Diagnostic(code, diagnostic.message, diagnostic.span, diagnostic.help, diagnostic.notes)
