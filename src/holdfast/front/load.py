"""From a file to a resolved spec: the one entry to the front ends, which picks by extension.

An algorithm in PlusCal is translated in memory each time, so that what is said about it
points into the algorithm; the file is never changed. A translation in the file that
somebody has edited counts more than the algorithm, as in TLC.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from holdfast.front.tla.modules import Spec, load_spec
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.lexer import tokenize
from holdfast.front.tla.syntax.parser import Parsed, parse_file
from holdfast.source import Diagnostic, Source, Span, errors

if TYPE_CHECKING:
    from holdfast.front.pluscal import Translation

_ALGORITHM = re.compile(r"--(?:fair\s+)?algorithm\b(?:\s+(\w+))?")
_ALWAYS_DECLARED = "Init Next ProcSet Spec Termination pc self stack vars".split()


@dataclass(frozen=True, slots=True)
class Loaded:
    """A spec, everything there is to say about its text, and how it was read."""

    path: Path
    spec: Spec
    diagnostics: tuple[Diagnostic, ...]
    notices: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether there is no error, so that the spec means something."""
        return not errors(self.diagnostics)


def load(
    path: str | PathLike[str],
    search_path: Sequence[str | PathLike[str]] = (),
    translate: bool = False,
) -> Loaded:
    """Read, parse and resolve a spec with all modules that it needs.

    Mistakes in the text are diagnostics of the result. A file that cannot be read raises
    OSError, one that is not text raises SpecError. With `translate`, an algorithm counts
    more than a translation that somebody has edited.
    """
    reader = _Reader(translate)
    spec = load_spec(Path(path), tuple(map(Path, search_path)), parse=reader.parse)
    return Loaded(Path(path), spec, spec.diagnostics, tuple(reader.notices))


@dataclass(slots=True)
class _Reader:
    """Parses the files of one spec, and translates the algorithms in them."""

    translate: bool
    notices: list[str] = field(default_factory=list)

    def parse(self, source: Source) -> Parsed:
        """The modules of a file, with the translation of its algorithm in its place."""
        if not _ALGORITHM.search(source.text):
            return parse_file(source)
        # Most modules have no algorithm, and the translator takes as long to import as
        # many of them to parse.
        from holdfast.front import pluscal

        translation = pluscal.translate(source)
        if translation is None:
            return parse_file(source)
        warnings = None if self.translate else translation.in_file
        if warnings is not None:
            self.notices.append(_notice(source, translation, "as its translation in the file says"))
            parsed = parse_file(source)
            return replace(parsed, diagnostics=(*warnings, *parsed.diagnostics))
        if errors(translation.diagnostics):
            # An old translation still tells what the names are; without one, nothing is
            # said about a name that the algorithm mentions, because it may be declared there.
            parsed = parse_file(source)
            if translation.region is None:
                unread = tree.Broken(_mentioned(translation.algorithm), span=translation.algorithm)
                parsed = _with_translation(parsed, replace(translation, units=(unread,)))
        else:
            how = "translated in memory (file unchanged)"
            if translation.current:
                how = "with its current translation"
            self.notices.append(_notice(source, translation, how))
            parsed = parse_file(pluscal.blank_translation(source, translation))
            parsed = _with_translation(parsed, translation)
        return replace(parsed, diagnostics=(*translation.diagnostics, *parsed.diagnostics))


def _with_translation(parsed: Parsed, translation: Translation) -> Parsed:
    from holdfast.front.pluscal import splice

    modules = tuple(splice(module, translation) for module in parsed.modules)
    return replace(parsed, modules=modules)


def _mentioned(algorithm: Span) -> tuple[tree.Ident, ...]:
    """The names that stand in an algorithm, and those that every translation declares."""
    tokens, _ = tokenize(algorithm.source, algorithm.start, algorithm.end, pluscal=True)
    names = dict.fromkeys(_ALWAYS_DECLARED, algorithm)
    for token in tokens:
        if token.kind == "name":
            names.setdefault(token.text, Span(algorithm.source, token.start, token.end))
    return tuple(tree.Ident(name, span=span) for name, span in names.items())


def _notice(source: Source, translation: Translation, how: str) -> str:
    name = _ALGORITHM.match(translation.algorithm.text)
    which = f"`{name[1]}` " if name and name[1] else ""
    return f"{source.name}: PlusCal algorithm {which}{how}"
