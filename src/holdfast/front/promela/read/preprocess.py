"""The preprocessor: `#define`, `#if`, `#include`; text to tokens without macros."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from holdfast.front.files import Files
from holdfast.front.promela.read.conditions import BadCondition, evaluate
from holdfast.front.promela.read.macros import MOST_TOKENS, Macro, Macros, TooLong
from holdfast.front.promela.read.tokens import Token, joined, scan
from holdfast.front.suggest import did_you_mean
from holdfast.source import Diagnostic, Note, Source, Span

_DEEPEST = 40
"""How deeply files may include each other."""
_MOST_FILES = 1000
_DIRECTIVES = (
    "define undef include if ifdef ifndef elif else endif error warning ident pragma line".split()
)


@dataclass(frozen=True, slots=True)
class Preprocessed:
    """The tokens of a text, closed by one of kind `end`; and its macros at the end."""

    tokens: list[Token]
    macros: Macros
    diagnostics: list[Diagnostic]


@dataclass(slots=True)
class _Branch:
    """An `#if` that is open: whether its text is read, and whether a branch of it was."""

    span: Span
    active: bool
    taken: bool
    outer: bool
    has_else: bool = False


@dataclass(slots=True)
class _Reading:
    files: Files
    root: Path
    macros: Macros
    tokens: list[Token] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    including: list[Path] = field(default_factory=list)
    file_count: int = 0

    def error(self, code: str, message: str, span: Span, help: str | None = None) -> None:
        self.diagnostics.append(Diagnostic(code, message, span, help))


def preprocess(source: Source, files: Files, definitions: Mapping[str, str]) -> Preprocessed:
    """The tokens of a model, with what it includes from its folder.

    `definitions` define macros; where the text defines one of them again, the text is ignored.
    """
    root = Path(source.name)
    reading = _Reading(files, root.parent.resolve(), Macros(defined=_given(definitions)))
    reading.including.append(root.resolve())
    try:
        _read(reading, source)
    except TooLong as too_long:
        message = f"the macros give more than {MOST_TOKENS:,} tokens"
        reading.error("promela-expansion", message, too_long.span)
    _check_definitions(reading)
    end = Span(source, len(source.text), len(source.text))
    reading.tokens.append(Token("end", "", end, 2))
    diagnostics = reading.diagnostics + reading.macros.diagnostics
    return Preprocessed(reading.tokens, reading.macros, diagnostics)


def _given(definitions: Mapping[str, str]) -> dict[str, Macro]:
    macros = {}
    for name, text in definitions.items():
        source = Source(f"--const {name}", text)
        span = Span(source, 0, len(text))
        macros[name] = Macro(name, span, tuple(scan(source)), fixed=True)
    return macros


def _check_definitions(reading: _Reading) -> None:
    defined = reading.macros.defined.values()
    for macro in defined:
        if macro.fixed and macro.name not in reading.macros.used:
            message = f"the model does not define or use a macro `{macro.name}`"
            help = did_you_mean(macro.name, (m.name for m in defined if not m.fixed))
            reading.error("model-unknown-name", message, macro.span, help)


def _read(reading: _Reading, source: Source) -> None:
    """Append the tokens of one file."""
    reading.file_count += 1
    tokens = scan(source)
    branches: list[_Branch] = []
    index, segment = 0, 0
    while index < len(tokens):
        token = tokens[index]
        if token.kind != "#" or token.breaks != 2:
            index += 1
            continue
        if _active(branches):
            reading.tokens += reading.macros.expand(tokens[segment:index])
        end = index + 1
        while end < len(tokens) and tokens[end].breaks != 2:
            end += 1
        _directive(reading, tokens[index:end], branches)
        index = segment = end
    if _active(branches):
        reading.tokens += reading.macros.expand(tokens[segment:])
    for branch in branches:
        reading.error("promela-directive", "this `#if` has no `#endif`", branch.span)


def _active(branches: list[_Branch]) -> bool:
    return not branches or branches[-1].active


def _directive(reading: _Reading, line: list[Token], branches: list[_Branch]) -> None:
    """One line that starts with `#`."""
    if len(line) == 1 or line[1].kind == "number":
        return
    word, rest = line[1].text, line[2:]
    span = joined(line[0].span, line[1].span)
    if word in ("if", "ifdef", "ifndef"):
        outer = _active(branches)
        holds = outer and _condition(reading, word, span, rest)
        branches.append(_Branch(span, holds, holds, outer))
    elif word in ("elif", "else", "endif"):
        _next_branch(reading, word, span, rest, branches)
    elif _active(branches):
        _active_directive(reading, word, span, rest)


def _next_branch(
    reading: _Reading, word: str, span: Span, rest: list[Token], branches: list[_Branch]
) -> None:
    if not branches:
        reading.error("promela-directive", f"`#{word}` without an `#if` above it", span)
        return
    branch = branches[-1]
    if word == "endif":
        branches.pop()
        return
    if branch.has_else:
        reading.error("promela-directive", f"`#{word}` after the `#else`", span)
    branch.has_else = word == "else"
    branch.active = (
        branch.outer
        and not branch.taken
        and (word == "else" or _condition(reading, "if", span, rest))
    )
    branch.taken |= branch.active


def _condition(reading: _Reading, word: str, span: Span, rest: list[Token]) -> bool:
    if word != "if":
        if not rest or rest[0].kind != "name":
            reading.error("promela-directive", f"expected a name after `#{word}`", span)
            return False
        reading.macros.used.add(rest[0].text)
        return (rest[0].text in reading.macros.defined) == (word == "ifdef")
    try:
        return evaluate(reading.macros.expand(_without_defined(reading, rest))) != 0
    except BadCondition as bad:
        at = bad.token.span if bad.token is not None else span
        reading.error("promela-directive", f"in the condition of `#if`: {bad.reason}", at)
        return False


def _without_defined(reading: _Reading, tokens: list[Token]) -> list[Token]:
    """The tokens with `defined X` and `defined(X)` replaced by 1 or 0."""
    result, index = [], 0
    while index < len(tokens):
        token = tokens[index]
        index += 1
        if token.text == "defined":
            texts = [t.text for t in tokens[index : index + 3]]
            wrapped = len(texts) == 3 and (texts[0], texts[2]) == ("(", ")")
            if texts:
                name = texts[1] if wrapped else texts[0]
                index += 3 if wrapped else 1
                reading.macros.used.add(name)
                value = "1" if name in reading.macros.defined else "0"
                token = token._replace(kind="number", text=value)
        result.append(token)
    return result


def _active_directive(reading: _Reading, word: str, span: Span, rest: list[Token]) -> None:
    match word:
        case "define":
            _define(reading, span, rest)
        case "undef":
            _undefine(reading, span, rest)
        case "include":
            _include(reading, span, rest)
        case "error" | "warning":
            whole = joined(span, rest[-1].span) if rest else span
            found = Diagnostic("promela-directive", whole.text, whole, severity=word)
            reading.diagnostics.append(found)
        case "ident" | "pragma" | "line":
            pass
        case _:
            help = did_you_mean(word, _DIRECTIVES)
            reading.error("promela-directive", f"there is no directive `#{word}`", span, help)


def _define(reading: _Reading, span: Span, rest: list[Token]) -> None:
    if not rest or rest[0].kind != "name":
        reading.error("promela-directive", "expected a name after `#define`", span)
        return
    name, body = rest[0], rest[1:]
    params: tuple[str, ...] | None = None
    if body and body[0].kind == "(" and body[0].span.start == name.span.end:
        listed = [t.text for t in body]
        if ")" not in listed:
            message = "the parameters of this macro are never closed"
            reading.error("unclosed-bracket", message, body[0].span)
            return
        end = listed.index(")")
        params = tuple(listed[1:end:2])
        separators = listed[2:end:2]
        names = [t.kind == "name" for t in body[1:end:2]]
        if not all(names) or any(s != "," for s in separators) or (end > 1 and end % 2):
            message = "the parameters of a macro are names with commas between them"
            reading.error("promela-directive", message, joined(body[0].span, body[end].span))
            return
        body = body[end + 1 :]
    for token in body:
        if token.kind == "bad":
            reading.tokens.append(token)
            return
    _add_macro(reading, Macro(name.text, name.span, tuple(body), params))


def _undefine(reading: _Reading, span: Span, rest: list[Token]) -> None:
    if not rest or rest[0].kind != "name":
        reading.error("promela-directive", "expected a name after `#undef`", span)
        return
    macro = reading.macros.defined.get(rest[0].text)
    if macro is not None and not macro.fixed:
        del reading.macros.defined[macro.name]


def _add_macro(reading: _Reading, macro: Macro) -> None:
    before = reading.macros.defined.get(macro.name)
    if before is not None and before.fixed:
        reading.macros.used.add(macro.name)
        return
    if before is not None and _differs(before, macro):
        note = Note("the first definition", before.span)
        message = f"the macro `{macro.name}` is defined again, differently"
        reading.diagnostics.append(
            Diagnostic("promela-duplicate", message, macro.span, notes=(note,), severity="warning")
        )
    reading.macros.defined[macro.name] = macro


def _differs(one: Macro, other: Macro) -> bool:
    return one.params != other.params or [t.text for t in one.body] != [t.text for t in other.body]


def _include(reading: _Reading, span: Span, rest: list[Token]) -> None:
    """The text of another file of the folder."""
    rest = reading.macros.expand(rest)
    if len(rest) != 1 or rest[0].kind != "string":
        message = 'a file of the folder is included by `#include "name"`'
        reading.error("promela-include", message, joined(span, rest[-1].span) if rest else span)
        return
    at = rest[0].span
    path = Path(span.source.name).parent / rest[0].text[1:-1]
    resolved = path.resolve()
    if not resolved.is_relative_to(reading.root):
        message = "only files in the folder of the model can be included"
        reading.error("promela-include", message, at)
    elif resolved in reading.including:
        reading.error("promela-include", "this file includes itself", at)
    elif len(reading.including) > _DEEPEST or reading.file_count >= _MOST_FILES:
        reading.error("promela-include", "too many files include each other", at)
    else:
        try:
            source, complaints = reading.files.read(path)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            reading.error("promela-include", f"this file cannot be read: {reason}", at)
            return
        reading.diagnostics += complaints
        reading.including.append(resolved)
        _read(reading, source)
        reading.including.pop()
