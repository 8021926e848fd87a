"""What can be done at a position: UNCHANGED, translation, configuration, characters."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.front.pluscal import translate, write_translation
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.lexer import tokenize
from holdfast.front.tla.syntax.operators import INFIX, SYNONYMS
from holdfast.front.tla.syntax.parser import parse_file
from holdfast.lsp.completion import UNICODE
from holdfast.lsp.fixes import Edit, Fix, apply_edits
from holdfast.lsp.frames import Branch, action_at, branches
from holdfast.recursion import deep_recursion
from holdfast.source import Source, SpecError, errors

_ASCII = {character: spelling for spelling, character in reversed(UNICODE.items())}
_ASCII.update({c: SYNONYMS[c] for c in _ASCII if c in SYNONYMS})


# ---- UNCHANGED ----


def add_unchanged(source: Source, module: sym.ResolvedModule, offset: int) -> Fix | None:
    """UNCHANGED for the variables that the action at an offset leaves out, in each branch."""
    action = action_at(module, offset)
    found = [] if action is None else branches(action)
    if not found or any(b.node.span.source.name != source.name for b in found):
        return None
    edits: list[Edit] = []
    for branch in found:
        edit = _unchanged(source, branch)
        if edit is None:
            return None
        edits.append(edit)
        if branch.operand and edit.start == edit.end == branch.node.span.end:
            start = branch.node.span.start
            edits[-1:] = [Edit(start, start, "("), edit._replace(text=f"{edit.text})")]
    made = tuple(edits)
    after = parse_file(Source(source.name, apply_edits(source.text, made)))
    if len(errors(after.diagnostics)) > len(errors(parse_file(source).diagnostics)):
        return None
    names = dict.fromkeys(name for branch in found for name in branch.missing)
    return Fix(f"Add UNCHANGED {_tuple(tuple(names))}", made)


def _tuple(names: tuple[str, ...]) -> str:
    return f"<<{', '.join(names)}>>" if len(names) > 1 else names[0]


def _unchanged(source: Source, branch: Branch) -> Edit | None:
    """The edit that completes one branch."""
    node, span = branch.node, branch.node.span
    match node:
        case tree.Junction("/\\", items):
            for item in items:
                match item:
                    case tree.Prefix("UNCHANGED", tree.Tuple(parts) as listed) if parts:
                        end = parts[-1].span.end
                        assert listed.span.end >= end
                        return Edit(end, end, f", {', '.join(branch.missing)}")
                    case tree.Prefix("UNCHANGED", tree.Ref(name, ()) as one) if name[0].islower():
                        new = _tuple((name, *branch.missing))
                        return Edit(one.span.start, one.span.end, new)
                    case _:
                        pass
            line = source.text.rfind("\n", 0, span.start) + 1
            indent = "".join(c if c == "\t" else " " for c in source.text[line : span.start])
            bullet = "∧" if source.text.startswith("∧", span.start) else "/\\"
            ending = "\r\n" if "\r\n" in source.text else "\n"
            new = f"{ending}{indent}{bullet} UNCHANGED {_tuple(branch.missing)}"
            return Edit(span.end, span.end, new)
        case tree.Infix(op) if op == "/\\" or INFIX[op].low > INFIX["/\\"].high:
            return Edit(span.end, span.end, f" /\\ UNCHANGED {_tuple(branch.missing)}")
        case tree.Ref() | tree.Path() | tree.Parens():
            return Edit(span.end, span.end, f" /\\ UNCHANGED {_tuple(branch.missing)}")
        case tree.Prefix("UNCHANGED", tree.Tuple(parts)) if parts:
            end = parts[-1].span.end
            return Edit(end, end, f", {', '.join(branch.missing)}")
        case _:
            return None


# ---- translation ----


def translated(source: Source) -> Fix | None:
    """The translation of the algorithm, written into the file; None if it is current."""
    found = translate(source)
    if found is None or found.current or errors(found.diagnostics):
        return None
    try:
        after = write_translation(source)
    except SpecError:
        return None
    title = "Translate the algorithm" if found.region is None else "Update the translation"
    return Fix(title, (smallest_edit(source.text, after),))


def smallest_edit(before: str, after: str) -> Edit:
    """One edit between two texts, without what they have in common at both ends."""
    start = 0
    most = min(len(before), len(after))
    while start < most and before[start] == after[start]:
        start += 1
    end = 0
    while end < most - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return Edit(start, len(before) - end, after[start : len(after) - end])


# ---- characters ----


def respelled(source: Source, start: int, end: int, characters: bool) -> Fix | None:
    """Operators as characters, or in ASCII; None if nothing changes, or the meaning would.

    A symbol is left as it is if a list begins later on its line, whose column would change.
    """
    spellings = UNICODE if characters else _ASCII
    before = parse_file(source)
    lists = {
        source.position(node.span.start)[0]: node.span.start
        for module in before.modules
        for node in tree.walk(module)
        if isinstance(node, tree.Junction)
    }
    edits = tuple(_respelling(source, lists, (start, end), spellings))
    if not edits:
        return None
    after = Source(source.name, apply_edits(source.text, edits))
    with deep_recursion():
        changed = parse_file(after)
        same = before.modules == changed.modules
    if not same or len(errors(changed.diagnostics)) > len(errors(before.diagnostics)):
        return None
    title = "Write symbols as characters" if characters else "Write symbols in ASCII"
    return Fix(title, edits)


def _respelling(
    source: Source,
    lists: dict[int, int],
    chosen: tuple[int, int],
    spellings: dict[str, str],
) -> Iterator[Edit]:
    """The edits; `lists` has where the last list of a line begins."""
    for token in tokenize(source)[0]:
        written = source.text[token.start : token.end]
        inside = chosen[0] <= token.start and token.end <= chosen[1]
        if inside and written in spellings and token.start >= lists.get(token.line, 0):
            yield Edit(token.start, token.end, spellings[written])
