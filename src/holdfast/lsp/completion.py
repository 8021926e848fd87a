"""Completion: names in scope, modules, fields of records, symbols, keywords, UNCHANGED."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lsprotocol import types

from holdfast.front.pluscal.outline import bound_around
from holdfast.front.tla.bundled import bundled_names
from holdfast.front.tla.index import Target, last_offset, names_around
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.names.declare import kind_of, origin_of
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.lexer import KEYWORDS, WORD_OPERATORS
from holdfast.front.tla.syntax.operators import SYNONYMS
from holdfast.front.tlc.config_entries import EXPECTED
from holdfast.front.tlc.config_entries import KEYWORDS as CONFIG_KEYWORDS
from holdfast.lsp.frames import missing_at
from holdfast.lsp.hover import level_of, parameters, signature
from holdfast.lsp.snapshot import Snapshot
from holdfast.lsp.texts import Text, moved_offset
from holdfast.source import Span

_C = types.CompletionItemKind
_WORD = re.compile(r"\w*$")
_PATH = re.compile(r"((?:\w+(?:\([^()]*\))?!)+)\w*$")
_FIELD = re.compile(r"[\w\])@']\s*\.\s*\w*$")
_EXTENDS = re.compile(r"\bEXTENDS\b[\w\s,]*$")
_INSTANCE = re.compile(r"\bINSTANCE\s+\w*$")
_HEAD = re.compile(r"^(?:LOCAL )?[ \t]*\w+(?:\((?P<params>[^()\n]*)\))?[ \t]*==", re.MULTILINE)
_BOUND = re.compile(r"(?:\\[AE]|CHOOSE|LAMBDA|[\[{,])\s*((?:\w+\s*,\s*)*\w+)\s*(?:\\in|∈|:)")
_NEAR = 5000
_COMMAND = re.compile(r"\\[A-Za-z]*$")
_PLUSCAL = (
    "algorithm assert await begin call define do either else elsif end fair goto if macro or print"
    " procedure process return skip then variable variables when while with"
).split()
_CONSTANTS = ("TRUE", "FALSE", "BOOLEAN", "STRING")

_KINDS: dict[type, types.CompletionItemKind] = {
    sym.Constant: _C.Constant,
    sym.Variable: _C.Variable,
    sym.Operator: _C.Function,
    sym.Instance: _C.Module,
    sym.Fact: _C.Reference,
    sym.Parameter: _C.Variable,
    sym.BoundName: _C.Variable,
    sym.NewName: _C.Variable,
}


@dataclass(frozen=True, slots=True)
class Request:
    """Where completion is asked for; `before` is the text of the line up to there."""

    snapshot: Snapshot
    file: str
    text: Text
    offset: int
    before: str
    snippets: bool

    @property
    def old_offset(self) -> int:
        """The offset in the text that was read last."""
        source = self.snapshot.source_of(self.file)
        if source is None or source.text == self.text.text:
            return self.offset
        return moved_offset(source.text, self.text.text, self.offset)


def completions(request: Request) -> list[types.CompletionItem]:
    """The completions in a module."""
    before, text = request.before, request.text.text
    command = _COMMAND.search(before)
    if command is not None:
        return list(_commands(request, len(command.group())))
    path = _PATH.search(before)
    if path is not None:
        return _members(request, path.group(1))
    head = text[max(0, request.offset - 2000) : request.offset]
    if _EXTENDS.search(head) and "==" not in head.rpartition("EXTENDS")[2]:
        return _modules(request)
    if _INSTANCE.search(before):
        return _modules(request)
    if _FIELD.search(before) and not re.search(r"\d\s*\.\s*\w*$", before):
        return _fields(request)
    return _names(request)


# ---- names ----


def _names(request: Request) -> list[types.CompletionItem]:
    snapshot, offset = request.snapshot, request.old_offset
    module = snapshot.module_in(request.file, offset)
    items = [types.CompletionItem(n, kind=_C.Variable, sort_text=f"0{n}") for n in _bound(request)]
    seen = {item.label for item in items}
    if module is not None:
        read = last_offset(module.node, offset)
        around = names_around(module, read)
        for rank, names in (("0", around), ("1", module.names)):
            for name, target in names.items():
                if name not in seen and _is_word(name):
                    seen.add(name)
                    items.append(_item(target, rank, request))
        missing = missing_at(module, read)
        if missing:
            items.append(_unchanged(missing))
    outline = snapshot.outline_of(request.file)
    words: Iterable[str] = (*KEYWORDS, *_CONSTANTS, *(w for w in WORD_OPERATORS if w.isupper()))
    if outline is not None and _inside(outline.algorithm.extent, offset):
        bound = bound_around(outline.node, offset)
        items += [types.CompletionItem(n, kind=_C.Variable, sort_text=f"0{n}") for n in bound]
        seen.update(bound)
        for part in outline.parts():
            if part.name not in seen and part.kind in ("macro", "procedure", "label"):
                seen.add(part.name)
                items.append(types.CompletionItem(part.name, detail=part.kind, kind=_C.Method))
        words = (*words, *_PLUSCAL)
    items += [types.CompletionItem(w, kind=_C.Keyword, sort_text=f"9{w}") for w in sorted(words)]
    return items


def _bound(request: Request) -> Iterator[str]:
    """The parameters and bound names since the definition began, read from the text.

    While it is edited, a definition often cannot be read.
    """
    text = request.text.text[max(0, request.offset - _NEAR) : request.offset]
    heads = list(_HEAD.finditer(text))
    if not heads:
        return
    head = heads[-1]
    listed = [head["params"] or "", *(m[1] for m in _BOUND.finditer(text, head.end()))]
    names = dict.fromkeys(name for row in listed for name in re.findall(r"[A-Za-z]\w*", row))
    yield from names


def _inside(span: Span, offset: int) -> bool:
    return span.start <= offset <= span.end


def _is_word(name: str) -> bool:
    return name[0].isalnum() or name[0] == "_"


def _item(target: Target, rank: str, request: Request) -> types.CompletionItem:
    bundled = rank == "1" and _is_bundled(target)
    item = types.CompletionItem(
        target.name,
        kind=_kind(target),
        detail=signature(target),
        sort_text=f"{'2' if bundled else rank}{target.name}",
    )
    names = parameters(target)
    if names and request.snippets:
        holes = ", ".join(f"${{{n}:{_plain(p)}}}" for n, p in enumerate(names, 1))
        item.insert_text = f"{target.name}({holes})"
        item.insert_text_format = types.InsertTextFormat.Snippet
    return item


def _plain(param: str) -> str:
    return param.split("(")[0]


def _kind(target: Target) -> types.CompletionItemKind:
    if isinstance(target, sym.ResolvedModule | sym.LabelName):
        return _C.Module
    return _KINDS.get(kind_of(target), _C.Text)


def _is_bundled(target: Target) -> bool:
    origin = origin_of(target) if isinstance(target, sym.Instantiated) else target
    return isinstance(origin, sym.Operator) and origin.module.bundled


def _unchanged(missing: tuple[str, ...]) -> types.CompletionItem:
    listed = f"<<{', '.join(missing)}>>" if len(missing) > 1 else missing[0]
    return types.CompletionItem(
        f"UNCHANGED {listed}",
        kind=_C.Snippet,
        detail="the variables that this action does not determine yet",
        sort_text="00",
        filter_text="UNCHANGED",
    )


def _members(request: Request, path: str) -> list[types.CompletionItem]:
    """The definitions that an instance gives: `I!J!`."""
    module = request.snapshot.module_in(request.file, request.old_offset)
    if module is None:
        return []
    names = [part.split("(")[0] for part in path.split("!")[:-1]]
    here: sym.Symbol | None = module.names.get(names[0])
    for name in names[1:]:
        here = here.member(name) if isinstance(here, sym.Instance | sym.Instantiated) else None
    origin = None if here is None else origin_of(here)
    if isinstance(origin, sym.Instance):
        usable = (sym.Operator, sym.Instance, sym.Instantiated, sym.Fact)
        exports = origin.target.exports.values()
        found = [s for s in exports if isinstance(s, usable) and _is_word(s.name)]
        return [_item(s, "0", request) for s in found]
    if isinstance(origin, sym.Operator | sym.Fact):
        return [types.CompletionItem(name, kind=_C.Reference) for name in origin.labels]
    return []


def _modules(request: Request) -> list[types.CompletionItem]:
    folder = request.snapshot.path.parent
    own = {p.stem for p in folder.glob("*.tla")} if folder.is_dir() else set()
    own |= {path.stem for path in request.snapshot.overlays if path.parent == folder}
    own.discard(request.snapshot.path.stem)
    rows = [(name, "0") for name in sorted(own)]
    rows += [(name, "1") for name in bundled_names() if name not in own]
    return [
        types.CompletionItem(
            name,
            kind=_C.Module,
            detail="module" if rank == "0" else "module of the library",
            sort_text=f"{rank}{name}",
        )
        for name, rank in rows
    ]


def _fields(request: Request) -> list[types.CompletionItem]:
    """The fields of the records that the modules of the spec mention."""
    names: dict[str, None] = {}
    for module in request.snapshot.modules():
        for record in module.records:
            names.update((field.name, None) for field in record.fields)
        for node in tree.walk(module.node):
            if isinstance(node, tree.Dot):
                names.setdefault(node.name)
    return [types.CompletionItem(name, kind=_C.Field) for name in names if name]


# ---- symbols ----


def _commands(request: Request, length: int) -> Iterator[types.CompletionItem]:
    """`\\in` as it is, and as the character it stands for."""
    where = request.text.range(request.offset - length, request.offset)
    for spelling, character in sorted(UNICODE.items()):
        if not spelling.startswith("\\") or not spelling[1:].isalpha():
            continue
        for new, rank in ((spelling, "0"), (character, "1")):
            yield types.CompletionItem(
                new if rank == "0" else f"{spelling} {character}",
                kind=_C.Operator,
                detail=character if rank == "0" else f"the character {character}",
                sort_text=f"{spelling}{rank}",
                filter_text=spelling,
                text_edit=types.TextEdit(where, new),
            )


def _unicode() -> dict[str, str]:
    """The character of each ASCII spelling that has one."""
    characters = {name: s for s, name in SYNONYMS.items() if not s.isascii()}
    found = {s: characters[n] for s, n in SYNONYMS.items() if s.isascii() and n in characters}
    quantifiers = {"\\A": "∀", "\\forall": "∀", "\\E": "∃", "\\exists": "∃"}
    marks = {"==": "≜", "<<": "⟨", ">>": "⟩", "->": "→", "<-": "←", "|->": "↦"}
    return {**found, **quantifiers, **marks}


UNICODE = _unicode()
"""The character of each spelling in ASCII."""


# ---- configurations ----


def config_completions(
    snapshot: Snapshot | None, text: Text, offset: int
) -> list[types.CompletionItem]:
    """Keywords of a configuration, and the names of the spec that fit the section."""
    head = text.text[:offset]
    sections = [m for m in re.finditer(r"\b[A-Z_]+\b", head) if m.group() in CONFIG_KEYWORDS]
    section = CONFIG_KEYWORDS[sections[-1].group()] if sections else ""
    items = [
        types.CompletionItem(word, kind=_C.Keyword, sort_text=f"9{word}")
        for word in CONFIG_KEYWORDS
    ]
    if section in ("check_deadlock", "expect"):
        words = ("TRUE", "FALSE") if section == "check_deadlock" else EXPECTED
        return [*(types.CompletionItem(w, kind=_C.EnumMember) for w in words), *items]
    if snapshot is None or snapshot.spec is None:
        return items
    names = snapshot.spec.module.names.values()
    fitting = [s for s in names if _is_word(s.name) and _fits(s, section)]
    found = [
        types.CompletionItem(s.name, detail=signature(s), sort_text=f"0{s.name}") for s in fitting
    ]
    return [*found, *items]


_LEVELS = {
    "specification": (3,),
    "init": (1,),
    "next": (2,),
    "invariants": (0, 1),
    "properties": (1, 2, 3),
    "constraints": (0, 1),
    "action_constraints": (0, 1, 2),
    "symmetry": (0,),
    "view": (1,),
    "alias": (1, 2),
    "postconditions": (0, 1),
}


def _fits(symbol: sym.Symbol, section: str) -> bool:
    if section == "constants":
        return isinstance(symbol, sym.Constant)
    origin = origin_of(symbol)
    if not isinstance(origin, sym.Operator) or symbol.arity or origin.module.bundled:
        return False
    return level_of(symbol) in _LEVELS.get(section, (0, 1, 2, 3))
