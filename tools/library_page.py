"""`docs/library.md`: the modules that ship with holdfast and what they define.

python -m tools.library_page            write it
python -m tools.library_page --check    fail if it is not what the modules say

The page is made from `src/holdfast/library/*.tla`. The first comment of a module says where
it comes from and what it is for; the comment above a definition says what it means, and a
line `\\* builtin` that the engines compute it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from holdfast.front.tla.bundled import bundled_names, parse_bundled
from holdfast.front.tla.syntax import tree

PAGE = Path(__file__).resolve().parent.parent / "docs" / "library.md"
MARK = "builtin"
ORIGINS = {
    "Standard": "Standard modules, as in the TLA+ tools",
    "Community": "Community modules",
    "Proof": "Modules for proofs, as in TLAPS and the community modules",
    "Apalache": "Modules of Apalache",
}
"""The first word of a module, and the title above all modules that begin with it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Operators that share a comment: how they are written, what they mean, who computes them."""

    names: tuple[str, ...]
    signatures: tuple[str, ...]
    meaning: str
    builtin: bool


@dataclass(frozen=True, slots=True)
class Chapter:
    """What the page says about one module."""

    name: str
    origin: str
    purpose: str
    extends: tuple[str, ...]
    variables: tuple[str, ...]
    entries: tuple[Entry, ...]
    theorems: tuple[str, ...]


def chapters() -> tuple[Chapter, ...]:
    """Every bundled module, in alphabetical order."""
    return tuple(_chapter(name) for name in sorted(bundled_names()))


def _chapter(name: str) -> Chapter:
    parsed = parse_bundled(name)
    assert parsed is not None
    [module] = parsed.modules
    lines = module.span.source.text.splitlines()
    title = next(line for line in lines if line.startswith("\\* ")).removeprefix("\\* ")
    origin, _, purpose = title.partition(" module: ")
    assert origin in ORIGINS, f"{name} begins with: {title}"
    variables = [i.name for u in module.units if isinstance(u, tree.Variables) for i in u.names]
    theorems = [u.name.name for u in module.units if isinstance(u, tree.Theorem) and u.name]
    return Chapter(
        name,
        origin,
        purpose,
        tuple(ident.name for ident in module.extends),
        tuple(variables),
        _entries(module),
        tuple(theorems),
    )


def _entries(module: tree.Module) -> tuple[Entry, ...]:
    found: list[Entry] = []
    for unit in module.units:
        if not isinstance(unit, tree.Definition | tree.FunctionDefinition) or unit.local:
            continue
        comment = _comment_above(unit)
        name, signature = unit.name.name, _signature(unit)
        if comment:
            meaning = " ".join(line for line in comment if line != MARK)
            found.append(Entry((name,), (signature,), meaning, MARK in comment))
        else:
            # A list of operators under one comment, as in TLAPS.
            last = found[-1]
            names, signatures = (*last.names, name), (*last.signatures, signature)
            found[-1] = replace(last, names=names, signatures=signatures)
    return tuple(found)


def _comment_above(unit: tree.Node) -> tuple[str, ...]:
    """The lines of comment that end just above a unit."""
    comment: list[str] = []
    for line in reversed(unit.span.source.text[: unit.span.start].splitlines()):
        if not line.startswith("\\*"):
            break
        comment.append(line.removeprefix("\\*").strip())
    return tuple(reversed(comment))


def _signature(unit: tree.Definition | tree.FunctionDefinition) -> str:
    text = unit.span.source.text
    return text[unit.span.start : text.index("==", unit.name.span.end)].strip()


def library_page() -> str:
    """The text of the page."""
    return "\n".join(_page(chapters())) + "\n"


INTRODUCTION = """\
# The library

<!-- Made by tools/library_page.py from src/holdfast/library; edit those files instead. -->

A specification may extend or instantiate these modules without having them. They have the
names and the operators that specifications expect; the texts are holdfast's own. A module
beside the specification, or in the search path, takes the place of one with its name.

An operator that is marked *builtin* is computed by the engines; its definition says what it
means, or, for a primitive such as `+`, only how it is written."""


def _page(modules: tuple[Chapter, ...]) -> Iterator[str]:
    yield INTRODUCTION
    for origin, title in ORIGINS.items():
        group = [m for m in modules if m.origin == origin]
        yield from ("", f"## {title}", "")
        yield ", ".join(f"[{m.name}](#{m.name.lower()})" for m in group)
        for module in group:
            yield from _section(module)


def _section(module: Chapter) -> Iterator[str]:
    yield from ("", f"### {module.name}", "")
    yield module.purpose[0].upper() + module.purpose[1:]
    if module.extends:
        yield f"Extends {', '.join(module.extends)}."
    if module.variables:
        yield f"Declares the variable {', '.join(f'`{v}`' for v in module.variables)}."
    if module.entries:
        yield from ("", "| operator | is | |", "| --- | --- | --- |")
    for entry in module.entries:
        written = ", ".join(f"`{s}`" for s in entry.signatures)
        yield f"| {_cell(written)} | {_cell(entry.meaning)} | {'*builtin*' * entry.builtin} |"
    if module.theorems:
        yield from ("", "Theorems: " + ", ".join(f"`{t}`" for t in module.theorems) + ".")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> int:
    """Write the page, or only check it."""
    text = library_page()
    stale = not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text
    if "--check" in sys.argv[1:]:
        if stale:
            print("docs/library.md is stale: run python -m tools.library_page")
        return 1 if stale else 0
    if stale:
        PAGE.write_text(text, encoding="utf-8", newline="\n")
        print("docs/library.md written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
