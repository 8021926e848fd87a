"""Quick fixes: the edits that the help of a diagnostic describes.

A fix is offered only if the diagnostic is gone when the text is read again with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from holdfast.front.tla.index import nodes_around
from holdfast.front.tla.names.symbols import ResolvedModule
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.lexer import tokenize
from holdfast.source import Source


class Edit(NamedTuple):
    """The text from `start` to `end` becomes `text`."""

    start: int
    end: int
    text: str


class Fix(NamedTuple):
    """A title for the user, and the edits of one file."""

    title: str
    edits: tuple[Edit, ...]


class Problem(NamedTuple):
    """A diagnostic as the editor sends it back: its code, range and help."""

    code: str
    start: int
    end: int
    help: str


def apply_edits(text: str, edits: tuple[Edit, ...]) -> str:
    """The text after edits that do not overlap."""
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


_Maker: TypeAlias = Callable[[Source, ResolvedModule | None, Problem, re.Match[str]], Fix | None]


def fix_for(source: Source, module: ResolvedModule | None, problem: Problem) -> Fix | None:
    """The fix that the help of a problem describes; None if it describes none."""
    for pattern, make in _RULES:
        found = pattern.search(problem.help)
        if found is not None:
            return make(source, module, problem, found)
    return None


def _meant(
    source: Source, module: ResolvedModule | None, problem: Problem, found: re.Match[str]
) -> Fix | None:
    """`did you mean X?`: all places of an unknown name, or the one word."""
    new = found[1]
    old = source.text[problem.start : problem.end]
    word = re.match(r"\w+", old)
    if word is None:
        return None
    places = [(problem.start, problem.start + word.end())]
    if problem.code == "unbound-name":
        places = _named(source, word.group())
    edits = tuple(Edit(start, end, new) for start, end in places)
    return Fix(f"Change `{word.group()}` to `{new}`", edits)


def _named(source: Source, name: str) -> list[tuple[int, int]]:
    """The tokens of a name that are not fields of records."""
    tokens, _ = tokenize(source)
    return [
        (token.start, token.end)
        for before, token, after in zip([tokens[-1], *tokens], tokens, tokens[1:], strict=False)
        if token.kind == "name" and token.text == name
        if before.kind != "." and after.kind != "|->"
    ]


def _extend(
    source: Source, module: ResolvedModule | None, problem: Problem, found: re.Match[str]
) -> Fix | None:
    """`module M defines it`: one more module in EXTENDS."""
    if module is None:
        return None
    name = found[1]
    title = f"Add `{name}` to EXTENDS"
    extends = module.node.extends
    if extends:
        end = extends[-1].span.end
        return Fix(title, (Edit(end, end, f", {name}"),))
    line = source.text.find("\n", module.node.name.span.end)
    if line < 0:
        return None
    return Fix(title, (Edit(line + 1, line + 1, f"EXTENDS {name}\n"),))


def _brackets(
    source: Source, module: ResolvedModule | None, problem: Problem, found: re.Match[str]
) -> Fix | None:
    """`f(x)` becomes `f[x]`."""
    opening = source.text.find("(", problem.end)
    if source.text[problem.end : opening].strip():
        return None
    depth = 0
    for at in range(opening, len(source.text)):
        depth += {"(": 1, ")": -1}.get(source.text[at], 0)
        if depth == 0:
            edits = (Edit(opening, opening + 1, "["), Edit(at, at + 1, "]"))
            return Fix(f"Write {found[0].rpartition(': ')[2]}", edits)
    return None


def _recursive(
    source: Source, module: ResolvedModule | None, problem: Problem, found: re.Match[str]
) -> Fix | None:
    """A definition that uses itself gets its RECURSIVE declaration."""
    if module is None:
        return None
    for node in nodes_around(module.node, problem.start):
        if isinstance(node, tree.Definition) and node.name.name == found[1]:
            places = ", ".join("_" for _ in node.params)
            declared = f"RECURSIVE {found[1]}" + (f"({places})" if places else "")
            start = source.text.rfind("\n", 0, node.span.start) + 1
            indent = source.text[start : node.span.start]
            if indent.strip():
                return None
            return Fix(f"Insert `{declared}`", (Edit(start, start, f"{indent}{declared}\n"),))
    return None


def _module_name(
    source: Source, module: ResolvedModule | None, problem: Problem, found: re.Match[str]
) -> Fix | None:
    return Fix(f"Name the module `{found[1]}`", (Edit(problem.start, problem.end, found[1]),))


def _instead(old: tuple[str, ...], new: str) -> _Maker:
    """One symbol instead of another, if it is there."""

    def make(
        source: Source, module: ResolvedModule | None, problem: Problem, found: re.Match[str]
    ) -> Fix | None:
        written = source.text[problem.start : problem.end]
        if written not in old:
            return None
        return Fix(
            f"Write `{new}` instead of `{written}`", (Edit(problem.start, problem.end, new),)
        )

    return make


def _label(
    source: Source, module: ResolvedModule | None, problem: Problem, found: re.Match[str]
) -> Fix | None:
    edit = Edit(problem.start, problem.start, f"{found[1]}: ")
    return Fix(f"Insert the label `{found[1]}`", (edit,))


def _call(
    source: Source, module: ResolvedModule | None, problem: Problem, found: re.Match[str]
) -> Fix | None:
    return Fix("Insert `call`", (Edit(problem.start, problem.start, "call "),))


def _written(
    source: Source, module: ResolvedModule | None, problem: Problem, found: re.Match[str]
) -> Fix | None:
    """`write X` where the range is all that is to be replaced."""
    if problem.code != "named-implicit-step":
        return None
    return Fix(f"Write `{found[1]}`", (Edit(problem.start, problem.end, found[1]),))


_RULES: tuple[tuple[re.Pattern[str], _Maker], ...] = (
    (re.compile(r"^did you mean `(\w+)`\?$"), _meant),
    (re.compile(r"^module `(\w+)` defines it: add"), _extend),
    (re.compile(r"^a function is applied with brackets: `.*`$"), _brackets),
    (re.compile(r"needs `RECURSIVE (\w+)` before it$"), _recursive),
    (re.compile(r"^a module `M` must be in a file .*rename one of them to `(\w+)`$"), _module_name),
    (re.compile(r"a definition is written with `==`$"), _instead(("=", ":="), "==")),
    (re.compile(r"^a substitution is written `x <- e`$"), _instead(("=",), "<-")),
    (re.compile(r"is declared with `=`"), _instead((":=",), "=")),
    (re.compile(r"^put a label before it, for example `(\w+):`$"), _label),
    (re.compile(r"is a procedure: write `call "), _call),
    (re.compile(r"^write `(<\d+>\w+)`$"), _written),
)
