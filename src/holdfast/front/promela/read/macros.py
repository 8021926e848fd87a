"""Macros and their expansion."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TypeAlias

from holdfast.front.promela.read.tokens import Token, joined, scan
from holdfast.front.suggest import wrong_number
from holdfast.source import Diagnostic, Note, Source, Span

MOST_TOKENS = 200_000
"""How many tokens the macros of a model may give."""
_DEEPEST = 100
"""How deeply uses of macros may be nested in arguments of macros."""

_Hidden: TypeAlias = frozenset[str]


@dataclass(frozen=True, slots=True)
class Macro:
    """`#define name body`, or `#define name(params) body`.

    A `fixed` one is given beside the text, and stays when the text defines it again.
    """

    name: str
    span: Span
    body: tuple[Token, ...]
    params: tuple[str, ...] | None = None
    fixed: bool = False


class TooLong(Exception):
    """The macros of a model give more tokens than the limit."""

    def __init__(self, span: Span) -> None:
        super().__init__("macros")
        self.span = span


@dataclass(slots=True)
class Macros:
    """The macros that are defined at a point of the text."""

    defined: dict[str, Macro] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    given: int = 0
    depth: int = 0

    def expand(self, tokens: list[Token]) -> list[Token]:
        """The tokens with all macros replaced; raises TooLong."""
        if not self.defined:
            return tokens
        return [t for t, _ in self._expand(deque((t, frozenset[str]()) for t in tokens))]

    def _expand(self, todo: deque[tuple[Token, _Hidden]]) -> list[tuple[Token, _Hidden]]:
        """Replace macros; a token hides the macros that gave it, so that none is endless."""
        done: list[tuple[Token, _Hidden]] = []
        while todo:
            token, hidden = todo.popleft()
            macro = self.defined.get(token.text) if token.kind == "name" else None
            if macro is None or macro.name in hidden:
                done.append((token, hidden))
                continue
            self.used.add(macro.name)
            if macro.params is None:
                given = self._substitute(macro, (), token.span)
                hides = hidden | {macro.name}
            elif not todo or todo[0][0].kind != "(":
                done.append((token, hidden))
                continue
            else:
                call = self._arguments(macro, token, todo)
                if call is None:
                    done.append((token._replace(kind="bad", text=""), hidden))
                    continue
                args, end = call
                use = joined(token.span, end[0].span)
                given = self._substitute(macro, args, use)
                hides = (hidden & end[1]) | {macro.name}
            self.given += len(given) + 1
            if self.given > MOST_TOKENS:
                raise TooLong(token.span)
            if given:
                given[0] = (given[0][0]._replace(breaks=token.breaks), given[0][1])
            elif todo and token.breaks:
                first, hide = todo[0]
                todo[0] = (first._replace(breaks=max(first.breaks, token.breaks)), hide)
            todo.extendleft((t, h | hides) for t, h in reversed(given))
        return done

    def _arguments(
        self, macro: Macro, name: Token, todo: deque[tuple[Token, _Hidden]]
    ) -> tuple[tuple[list[tuple[Token, _Hidden]], ...], tuple[Token, _Hidden]] | None:
        """The arguments of a use, and the parenthesis that closes them."""
        todo.popleft()
        args: list[list[tuple[Token, _Hidden]]] = [[]]
        depth = 0
        while todo:
            token, hidden = todo.popleft()
            if token.kind == ")" and not depth:
                return self._checked(macro, name, args, (token, hidden))
            if token.kind == "," and not depth:
                args.append([])
                continue
            depth += (token.kind == "(") - (token.kind == ")")
            args[-1].append((token._replace(breaks=0), hidden))
        message = f"the arguments of the macro `{macro.name}` are never closed"
        self.diagnostics.append(Diagnostic("unclosed-bracket", message, name.span))
        return None

    def _checked(
        self,
        macro: Macro,
        name: Token,
        args: list[list[tuple[Token, _Hidden]]],
        end: tuple[Token, _Hidden],
    ) -> tuple[tuple[list[tuple[Token, _Hidden]], ...], tuple[Token, _Hidden]] | None:
        assert macro.params is not None
        if not macro.params and args == [[]]:
            args = []
        if len(args) != len(macro.params):
            message = wrong_number(f"the macro `{macro.name}`", len(macro.params), len(args))
            note = Note("the macro is defined here", macro.span)
            span = joined(name.span, end[0].span)
            self.diagnostics.append(
                Diagnostic("promela-argument-count", message, span, notes=(note,))
            )
            return None
        return tuple(args), end

    def _substitute(
        self, macro: Macro, args: tuple[list[tuple[Token, _Hidden]], ...], use: Span
    ) -> list[tuple[Token, _Hidden]]:
        """The body of a macro with its arguments, which keep their own locations."""
        values = dict(zip(macro.params or (), args, strict=True))
        expanded: dict[str, list[tuple[Token, _Hidden]]] = {}
        result: list[tuple[Token, _Hidden]] = []
        body, index = macro.body, 0
        while index < len(body):
            token = body[index]
            following = body[index + 1] if index + 1 < len(body) else None
            index += 1
            quoted = token.kind == "#" and following is not None and following.text in values
            if quoted and following is not None:
                result.append((_as_string(values[following.text], use), frozenset()))
                index += 1
                continue
            if token.kind == "##" and result and following is not None:
                index += 1
                right = values.get(following.text, [(following, frozenset[str]())])
                result += self._pasted(result.pop(), right, use)
                continue
            pasted = following is not None and following.kind == "##"
            if token.text in values and token.kind == "name":
                if not pasted and token.text not in expanded:
                    expanded[token.text] = self._argument(values[token.text], use)
                result += values[token.text] if pasted else expanded[token.text]
                continue
            note = Note(f"in the macro `{macro.name}`, defined here", token.span)
            given = token._replace(span=use, breaks=0, origin=token.origin or note)
            result.append((given, frozenset()))
        return result

    def _argument(
        self, tokens: list[tuple[Token, _Hidden]], use: Span
    ) -> list[tuple[Token, _Hidden]]:
        if self.depth > _DEEPEST:
            raise TooLong(use)
        self.depth += 1
        expanded = self._expand(deque(tokens))
        self.depth -= 1
        return expanded

    def _pasted(
        self, left: tuple[Token, _Hidden], right: list[tuple[Token, _Hidden]], use: Span
    ) -> list[tuple[Token, _Hidden]]:
        """Two tokens written together: `a ## b` is `ab`."""
        if not right:
            return [left]
        text = left[0].text + right[0][0].text
        tokens = scan(Source(use.source.name, text))
        if len(tokens) != 1 or tokens[0].kind == "bad":
            message = f"`##` gives `{text}`, which is not one token"
            self.diagnostics.append(Diagnostic("promela-directive", message, use))
            return [(Token("bad", "", use), frozenset())]
        return [(tokens[0]._replace(span=use, breaks=0), frozenset()), *right[1:]]


def _as_string(tokens: list[tuple[Token, _Hidden]], use: Span) -> Token:
    """The text of an argument as a string: `#x`."""
    text = " ".join(t.text for t, _ in tokens)
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return Token("string", f'"{escaped}"', use)
