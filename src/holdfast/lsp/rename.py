"""Renaming, which must not change the meaning of anything.

The edits are made in memory, the specs and configurations are read again, and everything is
compared: errors, what each name means, what instances substitute, what configurations name, and
what is found by its name. If there is any difference, the new name is rejected.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from holdfast.front.files import Files
from holdfast.front.pluscal import translate, write_translation
from holdfast.front.pluscal.locate import find_translation
from holdfast.front.tla.index import Target, declaration_of, place_of
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.names.builtins import BUILT_INS
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.lexer import KEYWORDS, WORD_OPERATORS, tokenize
from holdfast.front.tlc.find_config import find_config
from holdfast.front.tlc.usual_names import usual_names
from holdfast.lsp.config_snapshot import ConfigSnapshot, read_config_snapshot
from holdfast.lsp.navigation import configured_target, origin
from holdfast.lsp.project import file_path
from holdfast.lsp.snapshot import Snapshot, read_snapshot
from holdfast.source import Source, Span, SpecError, errors

_NAME = re.compile(r"\w*[A-Za-z]\w*", re.ASCII)
_PLUSCAL = frozenset(
    "assert await begin call define do either else elsif end goto if macro or print procedure"
    " process return self skip then variable variables when while with".split()
)


class Refused(Exception):
    """The new name would change what something means, or cannot be a name."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """What is renamed, where, and what has to be read again to compare."""

    old: str
    new: str
    places: Mapping[str, tuple[int, ...]]
    specs: Sequence[Snapshot]
    configs: Sequence[ConfigSnapshot]
    overlays: Mapping[Path, str]


def check_renamable(target: Target) -> None:
    """Reject names that are not in a file of the user, or not plain; raises Refused."""
    declared = declaration_of(origin(target))
    if isinstance(target, sym.BuiltIn) or declared is None:
        raise Refused(f"`{target.name}` is an operator of the language")
    if file_path(declared.source.name) != Path(declared.source.name):
        raise Refused(f"`{target.name}` is declared in the library of holdfast")
    if isinstance(target, sym.ResolvedModule):
        raise Refused("a module is named like its file: rename both by hand")
    if not _NAME.fullmatch(target.name):
        raise Refused(f"`{target.name}` is not a plain name")
    if declared.text != target.name:
        raise Refused(f"`{target.name}` is made by the translation of the algorithm")


def check_name(name: str) -> None:
    """Reject a text that is not a name of TLA+; raises Refused."""
    if not _NAME.fullmatch(name) or name.startswith(("WF_", "SF_")):
        raise Refused(f"`{name}` is not a name: letters, digits and `_`, at least one letter")
    if name in KEYWORDS or name in WORD_OPERATORS or name in BUILT_INS:
        raise Refused(f"`{name}` is a word of the language")


def renamed(renaming: Renaming) -> dict[str, str]:
    """The new texts of the files that change; raises Refused if a meaning would change."""
    read = [(spec.path, spec.diagnostics) for spec in renaming.specs]
    read += [(config.path, config.diagnostics) for config in renaming.configs]
    for path, diagnostics in read:
        if errors(diagnostics):
            # A name in a text that cannot be read would be left behind.
            raise Refused(f"there are errors in {path.name}: correct them first")
    files = _Files(renaming)
    changed = {file: files.new_text(file) for file in renaming.places}
    if any(outside for outside in _algorithms(renaming)) and renaming.new in _PLUSCAL:
        raise Refused(f"`{renaming.new}` is a word of PlusCal")
    _refuse_strings(renaming, files)
    overlays = {**renaming.overlays, **{Path(f): text for f, text in changed.items()}}
    after: dict[Path, Snapshot] = {}
    for before in renaming.specs:
        again = after[before.path] = read_snapshot(before.path, overlays, before.search_path)
        _compare(before, again, files)
    for config in renaming.configs:
        spec = None if config.spec is None else after.get(config.spec.path)
        if config.spec is not None and spec is None:
            spec = read_snapshot(config.spec.path, overlays, config.spec.search_path)
        _compare_configs(config, read_config_snapshot(config.path, overlays, spec), files)
    return changed


class _Files:
    """The texts before and after, and where offsets move."""

    def __init__(self, renaming: Renaming) -> None:
        self.renaming = renaming
        self.regions: dict[str, tuple[int, int]] = {}
        self._texts: dict[str, str] = {}
        for file in renaming.places:
            self._texts[file] = self._made(file)

    def new_text(self, file: str) -> str:
        """The text of a file after renaming."""
        return self._texts[file]

    def _made(self, file: str) -> str:
        source = self._source(file)
        places = self.renaming.places[file]
        region = find_translation(source)
        translation = translate(source) if region is not None else None
        is_made = translation is not None and translation.current is True
        if region is not None and is_made:
            self.regions[file] = (region.start, region.end)
            places = tuple(p for p in places if not region.start <= p < region.end)
        text = _replaced(source.text, places, self.renaming)
        if not is_made:
            return text
        try:
            return write_translation(Source(file, text))
        except SpecError as error:
            raise Refused(error.diagnostics[0].message) from None

    def _source(self, file: str) -> Source:
        for spec in self.renaming.specs:
            source = spec.source_of(file)
            if source is not None:
                return source
        for config in self.renaming.configs:
            if str(config.path) == file:
                return config.source
        raise Refused(f"{file} was not read")

    def moved(self, place: tuple[str, int, int]) -> tuple[str, int, int] | None:
        """Where a name of the text before is after; None inside of a translation."""
        file, start, end = place
        places = self.renaming.places.get(file, ())
        region = self.regions.get(file)
        if region is not None and region[0] <= start < region[1]:
            return None
        length = len(self.renaming.new) - len(self.renaming.old)
        before = bisect_right(places, start - 1)
        counted = [p for p in places[:before] if region is None or not region[0] <= p < region[1]]
        shift = length * len(counted)
        if region is not None and start >= region[1]:
            shift = (
                len(self._texts[file])
                - len(self._source(file).text)
                - length * len([p for p in places if p >= start])
            )
        own = length if start in places else 0
        return file, start + shift, end + shift + own

    def is_made(self, place: tuple[str, int, int]) -> bool:
        """Whether a place of the text after is inside of a translation that was written again."""
        file, start, _ = place
        if file not in self.regions:
            return False
        region = find_translation(Source(file, self._texts[file]))
        return region is not None and region.start <= start < region.end


def _replaced(text: str, places: Iterable[int], renaming: Renaming) -> str:
    for at in sorted(places, reverse=True):
        found = text[at : at + len(renaming.old)]
        if found != renaming.old:
            raise Refused(f"`{found}` is another spelling of `{renaming.old}`")
        text = text[:at] + renaming.new + text[at + len(renaming.old) :]
    return text


def _algorithms(renaming: Renaming) -> Iterator[bool]:
    for spec in renaming.specs:
        yield from (spec.outline_of(file) is not None for file in renaming.places)


def _refuse_strings(renaming: Renaming, files: _Files) -> None:
    """A label is also a string, the value of `pc`: strings that mean it would be left behind."""
    labels = {
        part.name
        for spec in renaming.specs
        for file in renaming.places
        for outline in (spec.outline_of(file),)
        if outline is not None
        for part in outline.parts()
        if part.kind in ("label", "procedure") and part.span.start in renaming.places[file]
    }
    if renaming.old not in labels:
        return
    for spec in renaming.specs:
        for module in spec.modules():
            region = files.regions.get(module.source.name, (0, 0))
            for token in tokenize(module.source)[0]:
                outside = not region[0] <= token.start < region[1]
                if token.kind == "string" and token.text.strip('"') == renaming.old and outside:
                    line = module.source.position(token.start)[0]
                    where = f"line {line} of {Path(module.source.name).name}"
                    raise Refused(f'the string "{renaming.old}" in {where} may mean this label')


# ---- comparing ----


def _compare(before: Snapshot, after: Snapshot, files: _Files) -> None:
    """Reject the new name if a spec does not mean the same; raises Refused."""
    found = [d.message for d in errors(after.diagnostics)]
    if len(found) > len(errors(before.diagnostics)):
        known = {d.message for d in errors(before.diagnostics)}
        raise Refused(next((m for m in found if m not in known), found[0]))
    old = {_bound(o.span, o.target, files) for o in before.occurrences()} - {None}
    new = {(place_of(o.span), _declared(o.target)) for o in after.occurrences()}
    made = {row for row in new if files.is_made(row[0])}
    old_rows = {row for row in old if row is not None and not _leads_to_made(row, files)}
    new_rows = {row for row in new - made if row[1] is None or not files.is_made(row[1])}
    if old_rows != new_rows:
        raise Refused(_difference(old_rows ^ new_rows, files))
    if _substituted(before, files) != _substituted(after, None):
        raise Refused(f"an INSTANCE would substitute something else for `{files.renaming.new}`")
    _compare_candidates(before, after, files)


def _leads_to_made(row: tuple[object, object], files: _Files) -> bool:
    return isinstance(row[1], tuple) and files.is_made(row[1])


def _bound(
    span: Span, target: Target, files: _Files
) -> tuple[tuple[str, int, int], tuple[str, int, int] | None] | None:
    """A name and its declaration, where they are after renaming."""
    place = files.moved(place_of(span))
    declared = _declared(target)
    if place is None:
        return None
    if declared is None:
        return place, None
    moved = files.moved(declared)
    return None if moved is None else (place, moved)


def _declared(target: Target) -> tuple[str, int, int] | None:
    span = declaration_of(origin(target))
    return None if span is None else place_of(span)


def _difference(
    rows: set[tuple[tuple[str, int, int], tuple[str, int, int] | None]], files: _Files
) -> str:
    file, start, _ = min(row[0] for row in rows)
    text = files.new_text(file) if file in files.renaming.places else ""
    line = text.count("\n", 0, start) + 1
    where = f"line {line} of {Path(file).name}" if text else Path(file).name
    return f"`{files.renaming.new}` would have another meaning in {where}"


def _substituted(snapshot: Snapshot, files: _Files | None) -> list[object]:
    """What each instance substitutes, by places; those of the text before are moved."""
    rows: list[object] = []
    for module in snapshot.modules():
        for instance in module.instances:
            for each in instance.substitutions:
                value = None if isinstance(each.value, tree.Node) else _declared(each.value)
                target = _declared(each.target)
                if files is not None:
                    value = None if value is None else files.moved(value)
                    target = None if target is None else files.moved(target)
                rows.append((module.name, instance.target.name, target, value))
    return sorted(rows, key=repr)


def _compare_candidates(before: Snapshot, after: Snapshot, files: _Files) -> None:
    """Definitions that are found by their names must still be found."""
    renaming = files.renaming
    if not before.document.ok or _has_config(before.path, renaming.overlays):
        return
    old = [
        (renaming.new if c.name == renaming.old else c.name, c.kind, c.reason)
        for c in before.document.candidates()
    ]
    new = [(c.name, c.kind, c.reason) for c in after.document.candidates()]
    usual = _usual(before) != {renaming.old if n == renaming.new else n for n in _usual(after)}
    if sorted(old) != sorted(new) or usual:
        message = (
            f"`{renaming.old}` or `{renaming.new}` is found by its name, without a configuration"
        )
        raise Refused(message)


def _has_config(path: Path, overlays: Mapping[Path, str]) -> bool:
    try:
        return find_config(path, None, Files.over(dict(overlays))).config is not None
    except SpecError:
        return True


def _usual(snapshot: Snapshot) -> set[str]:
    if snapshot.spec is None:
        return set()
    config, _ = usual_names(snapshot.spec)
    single = (config.specification, config.init, config.next, config.view, config.symmetry)
    named = (*filter(None, single), *config.invariants, *config.properties)
    return {ident.name for ident in named}


def _compare_configs(before: ConfigSnapshot, after: ConfigSnapshot, files: _Files) -> None:
    if len(errors(after.diagnostics)) > len(errors(before.diagnostics)):
        raise Refused(errors(after.diagnostics)[0].message)
    old = [_meaning(before, span, files) for span in _spans(before)]
    new = [_meaning(after, span, None) for span in _spans(after)]
    if old != new:
        raise Refused(f"`{files.renaming.new}` would have another meaning in {before.path.name}")


def _spans(config: ConfigSnapshot) -> list[Span]:
    return [name.span for name in config.names()]


def _meaning(config: ConfigSnapshot, span: Span, files: _Files | None) -> object:
    found = configured_target(config, span.start)
    declared = None if found is None else _declared(found[1])
    if declared is None or files is None:
        return declared
    return files.moved(declared)
