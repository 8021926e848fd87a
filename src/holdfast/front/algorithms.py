"""Reads the files of a TLA+ spec, and translates the PlusCal algorithms in them.

An algorithm is translated in memory each time, so that diagnostics point into the algorithm;
the file is never changed. A translation in the file that was edited by hand takes precedence
over the algorithm, as in TLC.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.lexer import tokenize
from holdfast.front.tla.syntax.parser import Parsed, parse_file
from holdfast.source import Source, Span, errors

if TYPE_CHECKING:
    from holdfast.front.pluscal import Translation

_ALGORITHM = re.compile(r"--(?:fair\s+)?algorithm\b(?:\s+(\w+))?")
_ALWAYS_DECLARED = "Init Next ProcSet Spec Termination pc self stack vars".split()


@dataclass(slots=True)
class Reader:
    """Parses the files of one spec; `notices` describe how its algorithms were read.

    With `translate`, an algorithm takes precedence over a translation that was edited by hand.
    """

    translate: bool
    notices: list[str] = field(default_factory=list)

    def parse(self, source: Source) -> Parsed:
        """The modules of a file, including the translation of its algorithm."""
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
            # An old translation still declares the names; without one, no error is
            # reported for a name that the algorithm mentions, because it may be declared there.
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
    """The names that occur in an algorithm, and those that every translation declares."""
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
