"""Inserts a translation into the text of a file, or into the tree of its module."""

from __future__ import annotations

import re
from dataclasses import replace

from holdfast.front.pluscal.current import CHECKSUMS, checksum, lines_checksum
from holdfast.front.pluscal.translate import Translation, translate
from holdfast.front.tla.syntax import tree as tla
from holdfast.source import Source, SpecError, errors

_PLAIN_BEGIN = re.compile(r"\\\* BEGIN TRANSLATION\s*(?:- the hash of the PCal code:.*)?")
_VISIBLE = re.compile(r"[^\s]")


def write_translation(source: Source) -> str:
    """The text of the file with the translation of its algorithm in it.

    Raises `SpecError` if the algorithm has errors; without an algorithm, the text is
    unchanged.
    """
    translation = translate(source)
    if translation is None:
        return source.text
    if errors(translation.diagnostics):
        raise SpecError(*errors(translation.diagnostics))
    text = source.text
    line_end = "\r\n" if "\r\n" in text else "\n"
    lines = translation.text.split("\n")
    region = translation.region
    if region is None:
        before, after = text[: translation.insert_at], text[translation.insert_at :]
        if not before.endswith("\n"):
            before += line_end
        begin, end = _begin_line("\\* BEGIN TRANSLATION", lines, translation), "\\* END TRANSLATION"
        return before + line_end.join([begin, *lines, end, after])
    old = region.text.replace("\r\n", "\n").split("\n")
    new = [_begin_line(old[0], lines, translation), *lines, old[-1]]
    new += [line for unit in translation.leftovers for line in unit.span.text.splitlines()]
    return text[: region.start] + line_end.join(new) + text[region.end :]


def _begin_line(old: str, lines: list[str], translation: Translation) -> str:
    """The BEGIN line with the checksums of this translation.

    A checksum that the user has switched off stays off, and a line of another form is
    left unchanged. The checksum of the algorithm is that of the TLA+ tools' own syntax
    tree, except that for a fair algorithm they take the word `fair`.
    """
    fair = translation.algorithm.text.startswith("--fair")
    pcal = f'= "{checksum("fair")}"' if fair else "\\in STRING"
    tla_sum = f'= "{lines_checksum(lines)}"'
    marks = CHECKSUMS.search(old)
    if marks is None:
        if not _PLAIN_BEGIN.fullmatch(old.rstrip()):
            return old
        return f"\\* BEGIN TRANSLATION (chksum(pcal) {pcal} /\\ chksum(tla) {tla_sum})"
    if marks["pcal"] is None:
        pcal = "\\in STRING"
    if marks["tla"] is None:
        tla_sum = "\\in STRING"
    sums = f"\\* BEGIN TRANSLATION (chksum(pcal) {pcal} /\\ chksum(tla) {tla_sum})"
    return old[: marks.start()] + sums + old[marks.end() :]


def blank_translation(source: Source, translation: Translation) -> Source:
    """The source with spaces instead of the translation in the file.

    All offsets stay the same, so that the module can be read without the old translation.
    """
    region = translation.region
    if region is None:
        return source
    text = source.text
    blanks = _VISIBLE.sub(" ", region.text)
    return Source(source.name, text[: region.start] + blanks + text[region.end :])


def splice(module: tla.Module, translation: Translation) -> tla.Module:
    """The module with the units of the translation inserted.

    `module` is best read from `blank_translation`; units in the region of an old
    translation are dropped. A module that does not contain the region is returned unchanged.
    """
    region = translation.region
    at = translation.insert_at if region is None else region.start
    if not module.span.start <= at < module.span.end:
        return module
    start, end = (at, at) if region is None else (region.start, region.end)
    before: list[tla.Unit] = []
    after: list[tla.Unit] = []
    for unit in module.units:
        if isinstance(unit, tla.Module) and unit.span.start <= at < unit.span.end:
            inner = splice(unit, translation)
            units = tuple(inner if u is unit else u for u in module.units)
            return replace(module, units=units)
        if unit.span.start < start:
            before.append(unit)
        elif unit.span.start >= end:
            after.append(unit)
    units = (*before, *translation.units, *translation.leftovers, *after)
    return replace(module, units=units)
