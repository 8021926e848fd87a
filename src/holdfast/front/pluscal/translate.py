"""The translation of the algorithm of a file, and whether the file contains it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from holdfast.front.pluscal.current import (
    as_in_file,
    differences,
    is_as_written,
    leftovers,
    stale,
    units_of,
)
from holdfast.front.pluscal.locate import (
    find_algorithm,
    find_translation,
    insertion_offset,
    unclosed_translation,
)
from holdfast.front.pluscal.options import FairnessOption, Options, file_options
from holdfast.front.pluscal.pipeline import Outcome, translate_algorithm
from holdfast.front.pluscal.text import translation_lines
from holdfast.front.tla.syntax import tree as tla
from holdfast.source import Diagnostic, Source, Span, errors

_HEADER = re.compile(r"-{4,}[ \t]*MODULE")


@dataclass(frozen=True, slots=True)
class Translation:
    """The result of translating the algorithm of a file.

    `units` is empty when the algorithm has errors. `current` says whether the translation
    that the file holds is that of its algorithm; None if it holds none. `region` is that
    translation with its BEGIN and END lines, `insert_at` where a first one belongs.
    `options` are those of the file, or those with which its translation was made.
    `leftovers` are in that region and are not part of the translation.
    """

    units: tuple[tla.Unit, ...]
    diagnostics: tuple[Diagnostic, ...]
    current: bool | None
    algorithm: Span
    region: Span | None
    insert_at: int
    options: Options
    comments: Mapping[int, tuple[str, ...]] = field(repr=False)
    leftovers: tuple[tla.Unit, ...] = ()

    @property
    def in_file(self) -> tuple[Diagnostic, ...] | None:
        """The warnings if the translation in the file takes precedence, as in TLC.

        It was written or edited by hand, or the algorithm has errors.
        """
        if self.region is None or self.current or not units_of(self.region):
            return None
        wrong = bool(errors(self.diagnostics))
        if is_as_written(self.region) and not wrong:
            return None
        others = (d for d in self.diagnostics if d.code != "pcal-stale")
        passed_over = (replace(d, severity="warning") for d in others)
        return (as_in_file(self.region, wrong), *passed_over)

    @property
    def text(self) -> str:
        """The lines of the translation, as they are written into a file."""
        return "\n".join(translation_lines(self.units, self.comments, self.options.width))


def translate(source: Source, options: Options | None = None) -> Translation | None:
    """The translation of the algorithm in a file; None if there is no algorithm."""
    span = find_algorithm(source)
    if span is None:
        return None
    region = find_translation(source)
    chosen, diagnostics = file_options(source, options or Options())
    outcome = translate_algorithm(span, chosen)
    current: bool | None = None
    if region is not None:
        chosen, outcome, current = _as_in_file(region, span, chosen, outcome)
        if not current and outcome.units:
            diagnostics.append(stale(region))
    diagnostics += [*outcome.diagnostics, *_misplaced(span, region)]
    diagnostics.sort(key=lambda d: d.span.start if d.span else 0)
    return Translation(
        units=() if errors(diagnostics) else outcome.units,
        diagnostics=tuple(diagnostics),
        current=current,
        algorithm=span,
        region=region,
        insert_at=insertion_offset(source, span),
        options=chosen,
        comments=outcome.comments,
        leftovers=() if region is None or current else leftovers(region, outcome.units),
    )


def _as_in_file(
    region: Span, span: Span, options: Options, outcome: Outcome
) -> tuple[Options, Outcome, bool]:
    """The outcome that is in the file, if some options of the translator produce it.

    Options may have been given on a command line, and older versions of the TLA+ tools
    translated some algorithms in another way.
    """
    units = units_of(region)
    found = errors(outcome.diagnostics)
    if found and all(d.code == "pcal-missing-label" for d in found):
        attempt = _as_in_file(region, span, *_attempt(span, replace(options, label=True)))
        return attempt if attempt[2] else (options, outcome, False)
    different = differences(outcome.units, units)
    if not different:
        return options, outcome, True
    if not found and _options_may_matter(different, outcome):
        for variant in _variants(options, different):
            other = _attempt(span, variant)
            if not differences(other[1].units, units):
                return *other, True
    return options, outcome, False


def _attempt(span: Span, options: Options) -> tuple[Options, Outcome]:
    return options, translate_algorithm(span, options)


def _options_may_matter(different: set[str], outcome: Outcome) -> bool:
    """Whether other options can account for these differences."""
    names = {i.name for u in outcome.units if isinstance(u, tla.Variables) for i in u.names}
    return "pc" not in names or different <= {"Spec", "Next", "Terminating", "Termination"}


def _variants(options: Options, different: set[str]) -> Iterator[Options]:
    kinds: tuple[FairnessOption, ...] = ("", "wf", "sf", "wfNext", "nof")
    if options.fairness:
        kinds = (options.fairness,)
    yield from (replace(options, fairness=kind) for kind in kinds)
    if different == {"Spec"}:
        return
    for kind in kinds:
        yield replace(options, fairness=kind, no_done_disjunct=not options.no_done_disjunct)
        yield replace(options, fairness=kind, version=1400)


def _misplaced(span: Span, region: Span | None) -> list[Diagnostic]:
    """Why a translation cannot be placed in the file."""
    text = span.source.text
    begin = span._replace(end=span.start + len("--algorithm"))
    if region is not None:
        return []
    unclosed = unclosed_translation(span.source)
    if unclosed is not None:
        message = "no line `END TRANSLATION` follows this one"
        return [Diagnostic("pcal-unclosed", message, unclosed)]
    if span.end == len(text):
        message = "the comment that holds this algorithm is never closed"
        return [Diagnostic("pcal-unclosed", message, begin)]
    if not _HEADER.search(text, 0, span.start):
        message = "this algorithm is before the module, where its translation has no effect"
        help = "put the algorithm into the module, or a line `\\* BEGIN TRANSLATION` and a line "
        help += "`\\* END TRANSLATION`"
        return [Diagnostic("pcal-outside-module", message, begin, help)]
    return []
