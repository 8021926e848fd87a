"""From the text of a claim to a temporal formula over predicates and nodes.

    []<>(rcvd = sent)      Waiting ~> at(Idle)      ~Sending U Ready

Connectives and temporal operators are TLA+'s, and U, W, R and X; everything between them is the
name or the text of a predicate, or `at(NODE)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from holdfast.check.liveness.formulas import (
    FALSE,
    TRUE,
    Formula,
    always,
    conjunction,
    disjunction,
    eventually,
    following,
    negation,
    release,
    until,
)
from holdfast.diagram.atoms import At, Fact, Holds, formula_of
from holdfast.diagram.diagram import Claim, Diagram
from holdfast.diagram.texts import compact, name_text, unquoted, unwrapped
from holdfast.front.suggest import did_you_mean
from holdfast.source import Diagnostic, Span, SpecError

OPERATORS = ("U", "W", "R", "X", "at", "TRUE", "FALSE")
"""Words that cannot be names of predicates."""

_TOKEN = re.compile(
    r'"(?:\\.|[^"\\])*"|\[\]|<>|<=>|~>|=>|/\\|\\/|\\equiv|\\land|\\lor|\\lnot|\\neg|<<|>>|\\?\w+|\S'
)
_SYNONYMS = {"\\equiv": "<=>", "\\land": "/\\", "\\lor": "\\/", "\\lnot": "~", "\\neg": "~"}
_OPEN, _CLOSE = ("(", "[", "{", "<<"), (")", "]", "}", ">>")
_BINDERS = ("\\A", "\\E", "IF", "CASE", "LET", "CHOOSE", "LAMBDA")
_PREFIX: dict[str, Callable[[Formula], Formula]] = {
    "~": negation,
    "[]": always,
    "<>": eventually,
    "X": following,
}
_LINEAR = ("U", "W", "R")
_JUNCTIONS = ("/\\", "\\/")
_LOOSEST = ("=>", "~>", "<=>")
_INFIX = (*_LINEAR, *_JUNCTIONS, *_LOOSEST)


class _Token(NamedTuple):
    text: str
    start: int
    end: int


def read_claim(diagram: Diagram, claim: Claim) -> Formula:
    """The formula of a claim of a diagram; raises `SpecError`."""
    return read_formula(diagram, claim.text, _text_span(claim))


def read_formula(diagram: Diagram, text: str, span: Span | None = None) -> Formula:
    """A temporal formula over the predicates and nodes of a diagram; raises `SpecError`."""
    parser = _Parser(diagram, text, span)
    return parser.whole(0, len(parser.tokens))


def rewritten(diagram: Diagram, text: str, texts: Mapping[Fact, str]) -> str:
    """A formula with other texts for some of its atoms."""
    parser = _Parser(diagram, text, None)
    parser.whole(0, len(parser.tokens))
    for begin, end, fact in sorted(parser.atoms, key=lambda atom: -atom[0]):
        text = text[:begin] + texts.get(fact, text[begin:end]) + text[end:]
    return text


def at_text(node: str) -> str:
    """How a claim says that a run is at a node."""
    return f"at({name_text(node)})"


def _text_span(claim: Claim) -> Span | None:
    """Where the formula of a claim is written."""
    span = claim.span
    if span is None or not span.text.endswith(claim.text):
        return span
    return Span(span.source, span.end - len(claim.text), span.end)


class _Parser:
    def __init__(self, diagram: Diagram, text: str, span: Span | None) -> None:
        self.diagram, self.text, self.span = diagram, text, span
        self.tokens = [
            _Token(_SYNONYMS.get(found[0], found[0]), found.start(), found.end())
            for found in _TOKEN.finditer(text)
        ]
        self.at = self.end = 0
        self.atoms: list[tuple[int, int, Fact]] = []
        self.closing = self._closings()
        self.predicates = {compact(p.text): p.name for p in reversed(diagram.predicates)}
        self.predicates |= {compact(p.name): p.name for p in diagram.predicates}

    def _closings(self) -> dict[int, int]:
        """By opening bracket, the one that closes it."""
        found: dict[int, int] = {}
        open_: list[int] = []
        for i, token in enumerate(self.tokens):
            if token.text in _OPEN:
                open_.append(i)
            elif token.text in _CLOSE:
                opened = open_.pop() if open_ else None
                if opened is None or _OPEN.index(self.tokens[opened].text) != _CLOSE.index(
                    token.text
                ):
                    raise self._wrong("this bracket closes nothing", i)
                found[opened] = i
        if open_:
            raise self._wrong("this bracket is not closed", open_[-1])
        return found

    # ---- grammar ----

    def whole(self, begin: int, end: int) -> Formula:
        """The formula of the tokens in a range, all of them."""
        before = self.at, self.end
        self.at, self.end = begin, end
        known = self._known(begin, end)
        formula = known if known is not None else self._loosest()
        if known is None and self.at < self.end:
            raise self._wrong("this does not belong here", self.at)
        self.at, self.end = before
        return formula

    def _loosest(self) -> Formula:
        left = self._junction()
        operator = self._next_of(_LOOSEST)
        if operator is None:
            return left
        right = self._junction()
        if self._peek() in _LOOSEST:
            raise self._wrong(f"parentheses are missing: `{operator}` and this operator", self.at)
        if operator == "=>":
            return disjunction((negation(left), right))
        if operator == "~>":
            return always(disjunction((negation(left), eventually(right))))
        return conjunction(
            (disjunction((negation(left), right)), disjunction((left, negation(right))))
        )

    def _junction(self) -> Formula:
        items = [self._linear()]
        operator = self._peek()
        if operator not in _JUNCTIONS:
            return items[0]
        while self._next_of((operator,)) is not None:
            items.append(self._linear())
        if self._peek() in _JUNCTIONS:
            raise self._wrong("parentheses are missing: `/\\` and `\\/` together", self.at)
        return conjunction(items) if operator == "/\\" else disjunction(items)

    def _linear(self) -> Formula:
        left = self._unary()
        operator = self._next_of(_LINEAR)
        if operator is None:
            return left
        right = self._unary()
        if self._peek() in _LINEAR:
            raise self._wrong(f"parentheses are missing: `{operator}` and this operator", self.at)
        match operator:
            case "U":
                return until(left, right)
            case "R":
                return release(left, right)
            case _:
                return release(right, disjunction((left, right)))

    def _unary(self) -> Formula:
        operator = self._next_of(tuple(_PREFIX))
        if operator is not None:
            return _PREFIX[operator](self._unary())
        begin = self.at
        if self._peek() == "(":
            after = self.closing[begin] + 1
            if after == self.end or self.tokens[after].text in _INFIX:
                self.at = after
                return self.whole(begin + 1, after - 1)
        return self._atom()

    # ---- atoms ----

    def _atom(self) -> Formula:
        begin = self.at
        if self._peek() in _BINDERS:
            self.at = self.end
        while self.at < self.end and self._peek() not in _INFIX:
            self.at = self.closing.get(self.at, self.at) + 1
        if self.at == begin:
            raise self._wrong("expected a formula", begin)
        for i in range(begin, self.at):
            if self.tokens[i].text in ("[]", "<>", "~>"):
                message = "a temporal operator inside a formula about states"
                raise self._wrong(message, i)
        known = self._known(begin, self.at)
        return self._unknown(begin, self.at) if known is None else known

    def _known(self, begin: int, end: int) -> Formula | None:
        """The formula of a range of tokens that names a predicate or a node."""
        text = compact(self._written(begin, end))
        name = self.predicates.get(text)
        if name is None and text.startswith('"'):
            name = self.predicates.get(compact(unquoted(text)))
        if name is not None:
            return self._fact(begin, end, Holds(name))
        if text in ("TRUE", "FALSE"):
            return TRUE if text == "TRUE" else FALSE
        node = unwrapped(text[2:].strip()) if text.startswith("at ") else None
        if node is not None:
            node = unquoted(node) if node.startswith('"') else node
            if any(n.name == node for n in self.diagram.nodes):
                return self._fact(begin, end, At(node))
        return None

    def _fact(self, begin: int, end: int, fact: Fact) -> Formula:
        self.atoms.append((self.tokens[begin].start, self.tokens[end - 1].end, fact))
        return formula_of(fact)

    def _unknown(self, begin: int, end: int) -> Formula:
        text = self._written(begin, end)
        nodes = [node.name for node in self.diagram.nodes]
        help = did_you_mean(text, [p.name for p in self.diagram.predicates])
        if text in nodes:
            help = f"to be at a node is written `at({text})`"
        elif text.startswith("at(") and text.endswith(")"):
            help = did_you_mean(text[3:-1].strip(), nodes)
        message = f"`{text}` is no predicate of diagram `{self.diagram.name}`"
        raise self._wrong(message, begin, end, help, "claim-unknown-name")

    def _written(self, begin: int, end: int) -> str:
        if begin == end:
            return ""
        return self.text[self.tokens[begin].start : self.tokens[end - 1].end]

    # ---- tokens and errors ----

    def _peek(self) -> str | None:
        return self.tokens[self.at].text if self.at < self.end else None

    def _next_of(self, texts: tuple[str, ...]) -> str | None:
        token = self._peek()
        if token not in texts:
            return None
        self.at += 1
        return token

    def _wrong(
        self,
        message: str,
        begin: int,
        end: int | None = None,
        help: str | None = None,
        code: str = "claim-syntax",
    ) -> SpecError:
        start = self.tokens[begin].start if begin < len(self.tokens) else len(self.text)
        last = begin + 1 if end is None else end
        stop = self.tokens[last - 1].end if last <= len(self.tokens) else start
        span = self.span
        if span is not None and span.text == self.text:
            span = Span(span.source, span.start + start, span.start + stop)
        return SpecError(Diagnostic(code, message, span, help))
