"""One spec as it was read for the editor: the document, its names, and what it was made from."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from holdfast.front.document import Document
from holdfast.front.files import Files
from holdfast.front.load import load
from holdfast.front.pluscal.locate import find_algorithm, find_translation
from holdfast.front.pluscal.outline import Outline, outline
from holdfast.front.tla.index import Occurrence, occurrences
from holdfast.front.tla.modules import Spec
from holdfast.front.tla.names.symbols import ResolvedModule
from holdfast.front.tla.syntax.lexer import tokenize
from holdfast.front.tla_document import TlaDocument
from holdfast.lsp.project import stamps
from holdfast.source import Diagnostic, Source, Span


@dataclass(slots=True, eq=False)
class Snapshot:
    """A spec that was read; what is derived from it is computed when it is needed."""

    path: Path
    document: Document
    inputs: Mapping[Path, object]
    overlays: Mapping[Path, str] = field(repr=False)
    search_path: tuple[Path, ...] = ()
    _occurrences: list[Occurrence] | None = field(default=None, repr=False)
    _outlines: dict[str, Outline | None] = field(default_factory=dict, repr=False)

    @property
    def spec(self) -> Spec | None:
        """The modules, if it is TLA+."""
        return self.document.spec if isinstance(self.document, TlaDocument) else None

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The errors and warnings of the text."""
        return self.document.diagnostics

    def is_current(self, overlays: Mapping[Path, str]) -> bool:
        """Whether nothing that was read has changed."""
        return stamps(self.inputs, overlays) == self.inputs

    def modules(self) -> list[ResolvedModule]:
        """The modules of the spec that are not bundled."""
        return [] if self.spec is None else [m for m in self.spec.modules.values() if not m.bundled]

    def module_in(self, file: str, offset: int = 0) -> ResolvedModule | None:
        """The module of a file that contains an offset; its main module otherwise."""
        found = [m for m in self.modules() if m.source.name == file]
        inside = [m for m in found if m.node.span.start <= offset <= m.node.span.end]
        return next(iter((*inside, *reversed(found))), None)

    def source_of(self, file: str) -> Source | None:
        """The text of a file as it was read."""
        return None if self.spec is None else self.spec.sources.get(file)

    def outline_of(self, file: str) -> Outline | None:
        """The outline of the algorithm in a file."""
        if file not in self._outlines:
            source = self.source_of(file)
            self._outlines[file] = None if source is None else outline(source)
        return self._outlines[file]

    def occurrences(self) -> list[Occurrence]:
        """The names in all files of the spec that are not bundled, in order."""
        if self._occurrences is None:
            found = [o for module in self.modules() for o in occurrences(module)]
            found += [o for module in self.modules() for o in _in_algorithm(module, found)]
            found.sort(key=lambda o: (o.span.source.name, o.span.start))
            self._occurrences = found
        return self._occurrences

    def in_file(self, file: str) -> list[Occurrence]:
        """The names in one file, in order."""
        found = self.occurrences()
        start = bisect_left(found, file, key=lambda o: o.span.source.name)
        return [o for o in found[start:] if o.span.source.name == file]


def read_snapshot(
    path: Path, overlays: Mapping[Path, str], search_path: tuple[Path, ...] = ()
) -> Snapshot:
    """Read a spec with unsaved buffers; raises OSError if there is no such file."""
    files = Files.over(dict(overlays))
    document = load(path, search_path, files=files)
    inputs = {path, path.parent, *map(Path, (*(files.texts or ()), *files.missing))}
    return Snapshot(path, document, stamps(inputs, overlays), dict(overlays), search_path)


def _in_algorithm(module: ResolvedModule, known: list[Occurrence]) -> Iterator[Occurrence]:
    """Names in an algorithm and its translation in the file that are not in the tree.

    Either the translation in the file is not read, because the algorithm is translated in memory,
    or the algorithm is not, because its translation takes precedence.
    """
    source = module.source
    if module.outer is not None or "algorithm" not in source.text:
        return
    seen = {o.span.start for o in known if o.span.source.name == source.name}
    for region in (find_algorithm(source), find_translation(source)):
        if region is None:
            continue
        tokens, _ = tokenize(source, region.start, region.end, pluscal=True)
        for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
            if token.kind != "name" or before.kind == "." or after.kind == "|->":
                continue
            target = module.names.get(token.text)
            if target is not None and token.start not in seen:
                yield Occurrence(Span(source, token.start, token.end), target, False)
