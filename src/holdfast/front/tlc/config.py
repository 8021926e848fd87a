"""TLC's configuration files: the properties and the values of constants.

The language is TLC's, with one addition: the right side of `=` and `<-` may be any
constant expression.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Any

from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.lexer import Token
from holdfast.front.tlc.config_constants import CLOSING, OPENING, Constants, similar
from holdfast.front.tlc.config_entries import (
    EXPECTED,
    KEYWORDS,
    Assignment,
    Config,
    Flag,
    Names,
    print_config,
)
from holdfast.source import Diagnostic, Note, Source, SpecError, errors

__all__ = [
    "Assignment",
    "Config",
    "Flag",
    "config_in_module",
    "print_config",
    "read_config",
    "read_partly",
]

_LISTS = frozenset(
    "invariants properties constraints action_constraints postconditions possible".split()
)
_BLOCK_BEGIN = re.compile(r"^-{4,}[ \t]*CONFIG[ \t]+(?P<name>\w+)[ \t]*-{4,}.*$", re.MULTILINE)
_BLOCK_END = re.compile(r"^={4,}", re.MULTILINE)


def read_config(source: Source) -> Config:
    """The configuration in a text; raises SpecError with all errors in it."""
    return _Reader(source).read()


def read_partly(source: Source) -> tuple[Config, tuple[Diagnostic, ...]]:
    """What can be read of a configuration, with all errors in it; for editors."""
    return _Reader(source).read_partly()


def config_in_module(source: Source) -> Source | None:
    """The block `---- CONFIG Name ---- ... ====` of a `.tla` file, if it has one.

    Of several blocks it is the one named like the file. Positions in the result are those
    in the file: all other text is blank.
    """
    blocks = list(_BLOCK_BEGIN.finditer(source.text))
    stem = PurePath(source.name).stem
    named = [block for block in blocks if block["name"] == stem]
    if not named and len(blocks) != 1:
        return None
    begin = (named or blocks)[0].end()
    end = _BLOCK_END.search(source.text, begin)
    stop = end.start() if end else len(source.text)
    before = re.sub(r"[^\r\n]", " ", source.text[:begin])
    return Source(source.name, before + source.text[begin:stop])


class _Reader(Constants):
    """Reads one configuration; all diagnostics are collected."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.found: dict[str, Any] = {}
        self.keywords: dict[str, Token] = {}

    def read(self) -> Config:
        """The configuration; raises SpecError if it has errors."""
        config, diagnostics = self.read_partly()
        if errors(diagnostics):
            raise SpecError(*diagnostics)
        return config

    def read_partly(self) -> tuple[Config, tuple[Diagnostic, ...]]:
        """What could be read, and all diagnostics in the order of the text."""
        index = 0
        while self.tokens[index].kind != "end":
            stop = self._section_end(index + 1)
            self._section(index, stop)
            index = stop
        self._exclude_init_and_next()
        found = sorted(self.diagnostics, key=lambda d: d.span.start if d.span else 0)
        diagnostics = tuple(found)
        constants = tuple(self.constants)
        return Config(constants=constants, **self.found, warnings=diagnostics), diagnostics

    # ---- sections ----

    def _section_end(self, index: int) -> int:
        """The index of the keyword that begins the next section, or of the end."""
        depth = 0
        while (token := self.tokens[index]).kind != "end":
            if token.kind in OPENING:
                depth += 1
            elif token.kind in CLOSING:
                depth -= 1
            elif self.raw(token) in KEYWORDS and (depth <= 0 or self.begins_line(index)):
                break
            index += 1
        return index

    def _section(self, index: int, stop: int) -> None:
        keyword = self.tokens[index]
        attribute = KEYWORDS.get(self.raw(keyword))
        if attribute is None:
            self._complain_about_keyword(keyword)
        elif attribute == "constants":
            self.read_constants(index + 1, stop)
        elif attribute in _LISTS:
            names = self._names(index + 1, stop)
            self.found[attribute] = (*self.found.get(attribute, ()), *names)
        else:
            self._single(attribute, index, stop)

    def _single(self, attribute: str, index: int, stop: int) -> None:
        """A keyword with one name after it, allowed once."""
        keyword = self.tokens[index]
        raw = self.raw(keyword)
        if attribute in self.keywords:
            first = Note("it is given here", self.span(self.keywords[attribute]))
            self.complain("config-repeated", f"{raw} is given twice", keyword, notes=(first,))
            return
        self.keywords[attribute] = keyword
        if index + 1 == stop:
            self.complain("config-missing", f"expected a name after {raw}", keyword)
            return
        name = self.tokens[index + 1]
        if name.kind != "name":
            self.complain("config-syntax", f"expected a name after {raw}", name)
            return
        ident = tree.Ident(name.text, span=self.span(name))
        self.found[attribute] = self._flag(ident) if attribute == "check_deadlock" else ident
        if attribute == "expect":
            self._check_expected(ident)
        index += 2
        if index < stop and self.tokens[index].kind == ",":
            self.complain_about_comma(self.tokens[index])
            index += 1
        if index < stop:
            self._expect_keyword(self.tokens[index], f"after `{raw} {name.text}`")

    def _flag(self, word: tree.Ident) -> Flag:
        if word.name not in ("TRUE", "FALSE"):
            self.complain("config-syntax", "expected TRUE or FALSE after CHECK_DEADLOCK", word)
        return Flag(word.name == "TRUE", word.span)

    def _check_expected(self, word: tree.Ident) -> None:
        if word.name not in EXPECTED:
            help = similar(word.name, EXPECTED) or f"one of {', '.join(EXPECTED)}"
            self.complain("config-syntax", f"`{word.name}` cannot be expected", word, help)

    def _names(self, index: int, stop: int) -> Names:
        """The names of a list; a missing one is not an error, as in TLC."""
        keyword = self.tokens[index - 1]
        if index == stop:
            message = f"nothing follows {self.raw(keyword)}"
            self.warn("config-missing", message, keyword)
        names = []
        for at in range(index, stop):
            token = self.tokens[at]
            if token.kind == ",":
                self.complain_about_comma(token)
            elif token.kind != "name":
                help = "a formula has a name in the module: `Inv == ...`, and here `INVARIANT Inv`"
                if token.kind == "!":
                    help = "give the formula a name in the module: `Name == I!Formula`"
                raw = self.raw(keyword)
                self.complain("config-syntax", f"expected a name after {raw}", token, help)
                break
            else:
                self._suspect_keyword(at, keyword)
                names.append(tree.Ident(token.text, span=self.span(token)))
        return tuple(names)

    def _suspect_keyword(self, at: int, keyword: Token) -> None:
        """Warn about a name that looks like a misspelt keyword."""
        token = self.tokens[at]
        suggestion = similar(token.text, KEYWORDS)
        if suggestion and token.text.isupper() and self.begins_line(at):
            message = f"`{token.text}` is read as a name that belongs to {self.raw(keyword)}"
            self.warn("config-keyword", message, token, suggestion)

    def _exclude_init_and_next(self) -> None:
        specification = self.keywords.get("specification")
        for other in ("init", "next"):
            if specification is not None and other in self.keywords:
                note = Note("the specification is given here", self.span(specification))
                self.complain(
                    "config-conflict",
                    f"{other.upper()} cannot be given together with SPECIFICATION",
                    self.keywords[other],
                    "leave one of them out",
                    notes=(note,),
                )

    def _expect_keyword(self, token: Token, where: str) -> None:
        help = similar(self.raw(token), KEYWORDS)
        self.complain("config-keyword", f"expected a keyword {where}", token, help)

    def _complain_about_keyword(self, token: Token) -> None:
        raw = self.raw(token)
        help = similar(raw, KEYWORDS) or f"the keywords are {', '.join(KEYWORDS)}"
        self.complain("config-keyword", f"`{raw}` is not a keyword", token, help)
