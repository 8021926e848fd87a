"""TLC's command line: a table with a row for each flag, and a parser that reads it.

TLC's flags begin with one dash, and some have optional arguments, which click cannot express.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Simulation:
    """The argument of `-simulate`: how many behaviours, and the files that they are written to."""

    behaviours: int | None = None
    file: str | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """What a command line of TLC asks for."""

    spec: Path | None = None
    config: Path | None = None
    tool: bool = False
    deadlock: bool | None = None
    differences: bool = False
    keep_going: bool = False
    workers: int | None = 1
    seed: int = 0
    invariants: tuple[str, ...] = ()
    simulate: Simulation | None = None
    depth: int = 100
    dump: Path | None = None
    dot: Path | None = None
    traces: tuple[tuple[str, Path], ...] = ()
    user_file: Path | None = None
    warnings: bool = True
    suppressed: frozenset[int] = frozenset()
    coverage: bool = False
    seconds: float | None = None
    library: tuple[Path, ...] = ()
    timestamps: bool = True


class WrongCommandLine(Exception):
    """A flag that TLC does not have, that lacks its argument, or that is not supported."""


Reading: TypeAlias = Callable[[Given, list[str]], Given]


@dataclass(frozen=True, slots=True)
class Flag:
    """One flag: what its arguments must look like, what it means, and our own option for it.

    `reads` is None for a flag that changes neither what is checked nor what is printed about it.
    `optional` is the pattern of an argument that may precede the others. A flag that is
    `refused` says why.
    """

    name: str
    reads: Reading | None = None
    arguments: tuple[str, ...] = ()
    optional: str = ""
    refused: str = ""
    ours: str = ""
    any_case: bool = field(default=False, kw_only=True)


_TEXT, _NUMBER, _NATURAL, _REAL = r".+", r"-?\d+", r"\d+", r"\d*\.?\d+"
_CODES = r"\s*\d+\s*(,\s*\d+\s*)*"
_MEANS = {
    _TEXT: "an argument",
    _NUMBER: "an integer",
    _NATURAL: "a nonnegative integer",
    _REAL: "a number",
    _CODES: "a list of message codes",
}


def _sets(**values: object) -> Reading:
    return lambda given, _: replace(given, **values)  # type: ignore[arg-type]  # fields of Given


def _config(given: Given, found: list[str]) -> Given:
    name = found[0]
    return replace(given, config=Path(name if name.endswith((".cfg", ".tla")) else f"{name}.cfg"))


def _workers(given: Given, found: list[str]) -> Given:
    if found[0].strip().lower() == "auto":
        return replace(given, workers=None)
    if int(found[0]) < 1:
        raise WrongCommandLine("at least one worker required.")
    return replace(given, workers=int(found[0]))


def _invariant(given: Given, found: list[str]) -> Given:
    return replace(given, invariants=(*given.invariants, found[0]))


def _level(given: Given, found: list[str]) -> Given:
    # The spec may extend neither TLC nor Naturals.
    modules = "LET T_ == INSTANCE TLC N_ == INSTANCE Naturals IN"
    return _invariant(given, [f'{modules} N_!<(T_!TLCGet("level"), {found[0]})'])


def _dump(given: Given, found: list[str]) -> Given:
    *form, name = found
    if not form:
        return replace(given, dump=_with_suffix(name, ".dump"))
    unknown = set(form[0].lower().split(",")) - {"dot", "colorize", "actionlabels", "strict"}
    if unknown:
        raise WrongCommandLine(f"-dump dot,{','.join(sorted(unknown))} is not supported.")
    return replace(given, dot=_with_suffix(name, ".dot"))


def _with_suffix(name: str, suffix: str) -> Path:
    return Path(name if name.endswith(suffix) else name + suffix)


def _dump_trace(given: Given, found: list[str]) -> Given:
    form, name = found[0].lower(), found[1]
    if form not in ("json", "tla"):
        raise WrongCommandLine(f"-dumpTrace {found[0]} is not supported; json and tla are.")
    return replace(given, traces=(*given.traces, (form, Path(name))))


def _suppressed(given: Given, found: list[str]) -> Given:
    codes = frozenset(int(code) for code in found[0].split(","))
    return replace(given, suppressed=given.suppressed | codes)


def _simulate(given: Given, found: list[str]) -> Given:
    asked = Simulation()
    for part in found[0].split(",") if found else ():
        name, _, value = part.partition("=")
        if name == "num" and value.isdecimal() and int(value):
            asked = replace(asked, behaviours=int(value))
        elif name == "file" and value:
            asked = replace(asked, file=value)
        else:
            raise WrongCommandLine(f"-simulate {part} is not supported; num=N and file=F are.")
    return replace(given, simulate=asked)


_SIMULATION = r".*(stats=|file=|num=|sched).*"
_DEBUGGING = r".*(port=|suspend|halt).*"
_NO_TRACE_SPEC = "no trace specification is written"
_IN_CONFIG = "write POSTCONDITION in the configuration"

FLAGS = (
    Flag("-modelcheck", ours="holdfast check"),
    Flag("-simulate", _simulate, optional=_SIMULATION, ours="holdfast simulate"),
    Flag("-generate", optional=_SIMULATION, refused="-simulate is", ours="holdfast simulate"),
    Flag("-difftrace", _sets(differences=True), ours="--difftrace"),
    Flag("-deadlock", _sets(deadlock=False), ours="--no-deadlock"),
    Flag("-continue", _sets(keep_going=True), ours="--continue"),
    Flag("-config", _config, (_TEXT,), ours="--config"),
    Flag("-workers", _workers, (rf"{_NUMBER}|(?i:\s*auto\s*)",), ours="--workers"),
    Flag("-seed", lambda g, a: replace(g, seed=int(a[0])), (_NUMBER,), ours="--seed"),
    Flag("-inv", _invariant, (_TEXT,), ours="--invariant"),
    Flag("-invlevel", _level, (_NUMBER,)),
    Flag("-tool", _sets(tool=True), ours="--json"),
    Flag("-dump", _dump, (_TEXT,), optional=r"dot.*", ours="--dot"),
    Flag("-dumpTrace", _dump_trace, (_TEXT, _TEXT), any_case=True, ours="--trace"),
    Flag("-userFile", lambda g, a: replace(g, user_file=Path(a[0])), (_TEXT,)),
    Flag("-nowarning", _sets(warnings=False)),
    Flag("-suppressMessages", _suppressed, (_CODES,)),
    Flag("-coverage", _sets(coverage=True), (_NATURAL,)),
    # Only simulation reads the first two; holdfast checks liveness once, at the end.
    Flag("-depth", lambda g, a: replace(g, depth=int(a[0])), (_NUMBER,), ours="--depth"),
    Flag("-aril", None, (_NUMBER,)),
    Flag("-lncheck", None, (_TEXT,)),
    # Of Java's memory, TLC's files and its fingerprints there is nothing to set.
    Flag("-cleanup"),
    Flag("-gzip"),
    Flag("-terse"),
    Flag("-debug"),
    Flag("-checkpoint", None, (_NATURAL,)),
    Flag("-metadir", None, (_TEXT,)),
    Flag("-maxSetSize", None, (_NATURAL,)),
    Flag("-fp", None, (_NATURAL,)),
    Flag("-fpmem", None, (_REAL,)),
    Flag("-fpbits", None, (_NATURAL,)),
    Flag("-noGenerateSpecTE"),
    Flag("-noTE", any_case=True),
    Flag("-noGenerateSpecTEBin"),
    Flag("-noTEBin", any_case=True),
    Flag("-teSpecOutDir", None, (_TEXT,)),
    Flag("-generateSpecTE", optional="nomonolith", refused=_NO_TRACE_SPEC),
    Flag("-messagesAsErrors", None, (_CODES,), refused="warnings have other codes"),
    Flag("-view", refused="states are printed with their variables"),
    Flag("-debugger", optional=_DEBUGGING, refused="there is no debugger"),
    Flag("-loadTrace", None, (_TEXT, _TEXT), refused="traces cannot be read", any_case=True),
    Flag("-postCondition", None, (_TEXT,), refused=_IN_CONFIG, any_case=True),
    Flag("-recover", None, (_TEXT,), refused="there are no checkpoints"),
    Flag("-dfid", None, (_NATURAL,), refused="the search is breadth-first"),
)
"""Every flag that TLC has, except `-help` and `-h`."""

_EXACT = {flag.name: flag for flag in FLAGS}
_ANY_CASE = {flag.name.lower(): flag for flag in FLAGS if flag.any_case}
_OF_JAVA = ("-X", "-ea", "-da", "-server", "-client")
_HARMLESS_SETTINGS = (
    "tlc2.TLC.ide",
    "tlc2.TLC.asMilliSeconds",
    "tlc2.tool.fp.",
    "tlc2.tool.queue.",
)


def flag_named(word: str) -> Flag | None:
    """The flag of TLC that a word of the command line is."""
    return _EXACT.get(word) or _ANY_CASE.get(word.lower())


def read_command_line(words: Sequence[str]) -> Given:
    """What a command line asks for; raises WrongCommandLine."""
    # A mistake is reported in the form that the whole command line asks for.
    given, rest = Given(tool="-tool" in words), list(words)
    while rest:
        word = rest.pop(0)
        flag = flag_named(word)
        if flag is not None:
            given = _read(given, flag, rest)
        elif word.startswith("-D"):
            given = _read_setting(given, word)
        elif not word.startswith("-"):
            given = _read_spec(given, word)
        elif not word.startswith(_OF_JAVA):
            raise WrongCommandLine(f"unrecognized option: {word}")
    if given.spec is None:
        raise WrongCommandLine("Missing input TLA+ module.")
    if given.suppressed and not given.warnings:
        raise WrongCommandLine("-nowarning already suppresses all warnings of -suppressMessages.")
    return given


def _read(given: Given, flag: Flag, rest: list[str]) -> Given:
    """The meaning of a flag, whose arguments are taken from the rest of the line."""
    found = []
    if flag.optional and len(rest) > len(flag.arguments) and re.fullmatch(flag.optional, rest[0]):
        found.append(rest.pop(0))
    for pattern in flag.arguments:
        if not rest:
            raise WrongCommandLine(f"{flag.name} requires {_MEANS.get(pattern, 'an argument')}.")
        if not re.fullmatch(pattern, rest[0], re.DOTALL):
            wanted = _MEANS.get(pattern, "another argument")
            raise WrongCommandLine(f"{flag.name} requires {wanted}. But encountered {rest[0]}")
        found.append(rest.pop(0))
    if flag.refused:
        raise WrongCommandLine(f"{flag.name} is not supported by holdfast: {flag.refused}.")
    return given if flag.reads is None else flag.reads(given, found)


def _read_setting(given: Given, word: str) -> Given:
    """A system property of Java; those of TLC that are not known are not ignored."""
    name, _, value = word[2:].partition("=")
    match name:
        case "tlc2.TLC.stopAfter":
            if not re.fullmatch(_NATURAL, value):
                raise WrongCommandLine(f"-D{name} requires a number of seconds.")
            return replace(given, seconds=float(value) or None)
        case "TLA-Library":
            folders = [Path(folder) for folder in re.split(r"[:;]", value) if folder]
            return replace(given, library=(*given.library, *folders))
        case "tlc2.output.MP.noTimestamps":
            return replace(given, timestamps=value != "true")
        case _:
            pass
    if name.startswith("tlc2.") and not name.startswith(_HARMLESS_SETTINGS):
        raise WrongCommandLine(f"-D{name} is not supported by holdfast.")
    return given


def _read_spec(given: Given, word: str) -> Given:
    if given.spec is not None:
        raise WrongCommandLine(f"more than one input files: {given.spec} and {word}")
    if word.endswith(".py"):
        raise WrongCommandLine(
            f"{word} is a file of I/O automata: use `holdfast check`, or `holdfast translate` to"
            " write a TLA+ module."
        )
    if word.endswith(".pml"):
        raise WrongCommandLine(f"{word} is a Promela model: use `holdfast check`.")
    return replace(given, spec=Path(word if word.endswith(".tla") else f"{word}.tla"))


def hint(words: Sequence[str]) -> str | None:
    """Our option for the first flag of TLC in a command line of ours."""
    for word in words:
        flag = flag_named(word)
        if flag is not None:
            ours = f"write `{flag.ours}`" if flag.ours else "holdfast has no such option"
            return f"`{word}` is a flag of TLC: {ours}, or use `holdfast tlc {word} ...`"
    return None
