"""Options of the translation, and the `PlusCal options (...)` statement of a file."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from holdfast.source import Diagnostic, Source, Span

FairnessOption: TypeAlias = Literal["", "wf", "sf", "wfNext", "nof"]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the TLA+ tools' translator, given on its command line or in the file."""

    fairness: FairnessOption = ""
    label: bool = False
    label_root: str = "Lbl_"
    no_done_disjunct: bool = False
    termination: bool = False
    version: int = 1903
    width: int = 78


_STATEMENT = re.compile(r"(?:^|(?<=\s))PlusCal(?![A-Za-z_])\S*\s+options\b\s*(?P<open>\()?")
_WORD = re.compile(r"[^\s,)]+")
_FAIRNESS: dict[str, FairnessOption] = {"wf": "wf", "sf": "sf", "wfNext": "wfNext", "nof": "nof"}
_WITH_ARGUMENT = ("labelRoot", "version", "lineWidth", "spec", "myspec")
_ROOT = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def file_options(source: Source, options: Options) -> tuple[Options, list[Diagnostic]]:
    """`options` changed by the options statement of the file, if it has one."""
    found = _STATEMENT.search(source.text)
    if found is None:
        return options, []
    if not found["open"]:
        return options, [
            Diagnostic(
                "pcal-options",
                "`PlusCal options` is not followed by `(` and has no effect",
                Span(source, found.start(), found.end()),
                severity="warning",
            )
        ]
    stop = source.text.find(")", found.end())
    if stop < 0:
        return options, [_complaint(source, found.start(), found.end(), "`)` is missing")]
    words = list(_WORD.finditer(source.text, found.end(), stop))
    return _apply(source, words, options)


def _apply(
    source: Source, words: list[re.Match[str]], options: Options
) -> tuple[Options, list[Diagnostic]]:
    problems: list[Diagnostic] = []
    fairness: FairnessOption = ""
    at = 0
    while at < len(words):
        word = words[at]
        name = word.group().removeprefix("-")
        argument = None
        if name in _WITH_ARGUMENT:
            at += 1
            argument = words[at].group() if at < len(words) else ""
        if name in _FAIRNESS and fairness:
            problem: str | None = "only one of wf, sf, wfNext and nof can be given"
        elif name in _FAIRNESS:
            fairness, problem = _FAIRNESS[name], None
            options = replace(options, fairness=fairness)
        else:
            changed, problem = _changed(options, name, argument)
            options = changed
        if problem:
            problems.append(_complaint(source, word.start(), word.end(), problem))
        at += 1
    if options.termination and not options.fairness:
        options = replace(options, fairness="wf")
    return options, problems


def _changed(options: Options, name: str, argument: str | None) -> tuple[Options, str | None]:
    """The options with one more applied, and the error in it."""
    match name:
        case "label" | "reportLabels":
            return replace(options, label=True), None
        case "termination":
            return replace(options, termination=True), None
        case "noDoneDisjunct":
            return replace(options, no_done_disjunct=True), None
        case "labelRoot":
            if not argument or not _ROOT.fullmatch(argument):
                return options, "`labelRoot` needs a name: letters, digits and underscores"
            return replace(options, label_root=argument), None
        case "version":
            version = _version(argument or "")
            if version is None:
                return options, "`version` needs a number such as 1.8"
            return replace(options, version=version), None
        case "lineWidth":
            if not argument or not argument.isdecimal() or int(argument) < 60:
                return options, "`lineWidth` needs a number of at least 60"
            return replace(options, width=int(argument)), None
        case "noold" | "nocfg" | "unixEOL":
            return options, None
        case _:
            return options, f"`{name}` is not an option of the translation"


def _version(text: str) -> int | None:
    """A version number in thousandths."""
    if not re.fullmatch(r"[0-9]+(\.[0-9]{0,3})?", text):
        return None
    whole, _, part = text.partition(".")
    return int(whole) * 1000 + int((part + "000")[:3])


def _complaint(source: Source, start: int, end: int, problem: str) -> Diagnostic:
    known = "label, labelRoot name, wf, sf, wfNext, nof, termination, noDoneDisjunct"
    return Diagnostic("pcal-options", problem, Span(source, start, end), f"options are: {known}")
