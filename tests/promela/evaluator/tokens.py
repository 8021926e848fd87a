"""The tokens of a Promela program, with its macros expanded."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r"\s+|/\*.*?\*/|//[^\n]*"
    r"|(?P<token>[A-Za-z_]\w*|\d+|\"(?:\\.|[^\"\\])*\""
    r"|->|\.\.|::|\+\+|--|&&|\|\||==|!=|<=|>=|<<|>>|!!|\?\?|[-+*/%&|^~!<>=?.,;:()\[\]{}@])",
    re.DOTALL,
)
_MACRO = re.compile(r"#define[ \t]+(\w+)(\(([^)]*)\))?[ \t]*(.*)")


def split_tokens(text: str) -> list[str]:
    """The tokens of a text, without comments."""
    tokens = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise SyntaxError(f"unexpected {text[position : position + 20]!r}")
        if match["token"] is not None:
            tokens.append(match["token"])
        position = match.end()
    return tokens


def read_tokens(text: str) -> list[str]:
    """The tokens of a program after its macros are expanded."""
    macros: dict[str, tuple[list[str] | None, list[str]]] = {}
    tokens: list[str] = []
    lines = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL).splitlines()
    plain: list[str] = []
    for line in lines:
        if match := _MACRO.match(line):
            tokens += _expand(split_tokens("\n".join(plain)), macros)
            plain.clear()
            names = None if match[2] is None else split_tokens(match[3].replace(",", " "))
            macros[match[1]] = (names, split_tokens(match[4]))
        else:
            plain.append(line)
    return [*tokens, *_expand(split_tokens("\n".join(plain)), macros)]


def _expand(
    tokens: list[str], macros: dict[str, tuple[list[str] | None, list[str]]]
) -> Iterator[str]:
    position = 0
    while position < len(tokens):
        token = tokens[position]
        position += 1
        parameters, body = macros.get(token, (None, None))
        # A macro with parameters stands for something only before its arguments.
        if body is None or (parameters is not None and tokens[position : position + 1] != ["("]):
            yield token
            continue
        if parameters is not None:
            arguments, position = read_arguments(tokens, position)
            body = substitute(body, dict(zip(parameters, arguments, strict=True)))
        yield from _expand(body, macros)


def read_arguments(tokens: list[str], position: int) -> tuple[list[list[str]], int]:
    """The arguments in parentheses from `position` on, and the position after them."""
    if tokens[position] != "(":
        raise SyntaxError("expected (")
    depth, arguments = 0, [list[str]()]
    while True:
        token = tokens[position]
        position += 1
        depth += (token in ("(", "[")) - (token in (")", "]"))
        if depth == 0:
            return ([] if arguments == [[]] else arguments), position
        if depth == 1 and token == ",":
            arguments.append([])
        elif depth > 1 or token != "(":
            arguments[-1].append(token)


def substitute(tokens: list[str], values: dict[str, list[str]]) -> list[str]:
    """The tokens with each name in `values` replaced."""
    return [new for token in tokens for new in values.get(token, [token])]
