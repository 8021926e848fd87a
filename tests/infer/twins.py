"""Wrong twins of protocols: none of them may be proved.

    python -m tests.infer.twins 0 300          twins number 0 to 299
    python -m tests.infer.twins 17             one of them

A twin is a spec of `specs/` with one condition left out of an action, one comparison changed, or
quorums that need not meet, and a violation that `check` finds. It is given to `infer` in one of
three ways: as it is; with fewer elements in the configured sets, if the violation does not occur
there; and blind, with next to no states that are checked or sampled, so that only counterexamples
to induction and the proof can tell. A proof for all sizes is wrong in each case, one for the
configured size in the first and the last.
"""

from __future__ import annotations

import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias
from unittest.mock import patch

import holdfast
from holdfast.source import SpecError

SPECS = Path(__file__).parent.parent.parent / "specs"
Way: TypeAlias = Literal["as it is", "smaller", "blind"]
WAYS: tuple[Way, ...] = ("as it is", "smaller", "blind")
_GUARD = re.compile(r"^(\s*)/\\ (?!.*')(?!.*UNCHANGED)(?!.*\bLET\b)\S.*$")
_SWAPS = (("<=", "<"), (" < ", " <= "), (" >= ", " > "), (" > ", " >= "), (" # ", " = "))
_MEETING = re.compile(r"^.*/\\ .*Quorum.* : \w+ \\intersect \w+ # \{\}.*\n", re.MULTILINE)
_QUORUMS = re.compile(r"(\w*Quorum) = \{(\{.*\})\}")
_INVARIANTS = re.compile(r"^INVARIANTS?((?:\s+(?![A-Z_]+\b)\w+)+)", re.MULTILINE)
_SETS = re.compile(r"(\w+) = \{(\w+(?:, \w+)+)\}")


@dataclass(frozen=True, slots=True)
class Twin:
    """A wrong spec: its text and configuration, the property, and what was changed."""

    name: str
    text: str
    config: str
    property: str
    change: str
    way: Way = "as it is"


def protocols() -> list[tuple[Path, str]]:
    """The specs of the benchmark, then the others with a finite model; each with a property."""
    benchmark, others = [], []
    for path in sorted(SPECS.glob("*/expect.toml")):
        known = tomllib.loads(path.read_text("utf-8"))
        spec = path.with_name(f"{path.parent.name}.tla")
        config = spec.with_suffix(".cfg").name
        if "property" in known.get("protocol", {}):
            benchmark.append((spec, str(known["protocol"]["property"])))
        elif any(m["config"] == config and m["verdict"] == "exhausted" for m in known["model"]):
            others += [(spec, name) for name in _properties(spec)]
    return [*benchmark, *others]


def _properties(spec: Path) -> list[str]:
    """The invariants of the configuration of a spec, but its type invariant."""
    text = spec.with_suffix(".cfg").read_text("utf-8")
    names = _INVARIANTS.search(text)
    assert names is not None, spec
    return [name for name in names[1].split() if "Type" not in name]


def changes(text: str) -> Iterator[tuple[str, str]]:
    """The text with one change, and what it is."""
    lines = text.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith("Init")), 0)
    for i in range(start, len(lines)):
        if not _GUARD.match(lines[i]) or not _is_in_action(lines, i):
            continue
        what = lines[i].strip()
        yield "\n".join([*lines[:i], *lines[i + 1 :], ""]), f"without {what}"
        for old, new in _SWAPS:
            if old in lines[i]:
                changed = lines[i].replace(old, new, 1)
                yield (
                    "\n".join([*lines[:i], changed, *lines[i + 1 :], ""]),
                    f"{what}: {new.strip()}",
                )
                break


def _is_in_action(lines: list[str], index: int) -> bool:
    """Whether a line is in a definition that has primed variables."""
    first = index
    while first > 0 and "==" not in lines[first]:
        first -= 1
    last = index
    while last + 1 < len(lines) and lines[last + 1].strip() and "==" not in lines[last + 1]:
        last += 1
    return any("'" in line for line in lines[first : last + 1])


def wrong_twins(folder: Path, seed: int = 0) -> Iterator[Twin]:
    """All wrong twins, each protocol in turn; `folder` is for files."""
    random = Random(seed)
    pending = []
    for spec, property in protocols():
        text = spec.read_text("utf-8")
        config = spec.with_suffix(".cfg").read_text("utf-8")
        twins = [Twin(spec.stem, t, config, property, change) for t, change in changes(text)]
        random.shuffle(twins)
        pending.append([*twins, *_without_meeting(Twin(spec.stem, text, config, property, ""))])
    while pending:
        for twins in list(pending):
            if not twins:
                pending.remove(twins)
                continue
            twin = twins.pop()
            if _violates(twin, folder):
                yield twin
                smaller = _smaller(twin, folder)
                if smaller is not None:
                    yield smaller
                yield replace(twin, way="blind")


def _without_meeting(twin: Twin) -> Iterator[Twin]:
    """The spec with quorums of one element each, if it assumes that quorums meet."""
    text, count = _MEETING.subn("", twin.text)
    if count:
        config = _QUORUMS.sub(_of_one_each, twin.config)
        yield replace(twin, text=text, config=config, change="quorums need not meet")


def _of_one_each(match: re.Match[str]) -> str:
    elements = sorted(set(re.findall(r"\w+", match[2])))
    return f"{match[1]} = {{{', '.join('{' + e + '}' for e in elements)}}}"


def written(twin: Twin, folder: Path) -> Path:
    """The spec of a twin in a folder, with the modules that it may extend."""
    for path in (SPECS / twin.name).glob("*.tla"):
        (folder / path.name).write_text(path.read_text("utf-8"), "utf-8")
    path = folder / f"{twin.name}.tla"
    path.write_text(twin.text, "utf-8")
    path.with_suffix(".cfg").write_text(twin.config, "utf-8")
    return path


def _outcome(twin: Twin, folder: Path) -> str:
    """What `check` says of the property alone: a deadlock does not make it false."""
    path = written(twin, folder)
    try:
        result = holdfast.load(path).check(
            invariants=(twin.property,), deadlock=False, seconds=20.0
        )
    except SpecError:
        return "rejected"
    return str(result.outcome)


def _violates(twin: Twin, folder: Path) -> bool:
    return _outcome(twin, folder) == "violated"


def _smaller(twin: Twin, folder: Path) -> Twin | None:
    """The twin with fewer elements, if there is no violation then."""
    sets = _QUORUMS if "Quorum" in twin.config else _SETS
    for match in sets.finditer(twin.config):
        if sets is _QUORUMS:
            fewer = f"{{{{{', '.join(re.findall(r'{(.*?)}', match[2])[:1])}}}}}"
        else:
            fewer = f"{{{', '.join(match[2].split(', ')[:-1])}}}"
        config = twin.config.replace(match[0], f"{match[1]} = {fewer}")
        found = replace(twin, config=config, way="smaller")
        if _outcome(found, folder) in ("exhausted", "ok"):
            return found
    return None


def is_wrongly_proved(twin: Twin, folder: Path, seconds: float) -> str | None:
    """What `infer` claims, if that is wrong."""
    path = written(twin, folder)
    try:
        with (
            patch("holdfast.infer.preparation.MOST_CHECKED", 2 if twin.way == "blind" else 10**5),
            patch("holdfast.infer.preparation.Budget", _budget(twin.way)),
        ):
            spec = holdfast.load(path)
            result = spec.infer(property=twin.property, seconds=seconds, remember=False)
    except SpecError:
        return None
    if not result.ok:
        return None
    scope = result.verdict.scope  # type: ignore[union-attr]  # it is proved
    if twin.way == "smaller" and (scope != "all sizes" or result.inferred.assumed):
        return None  # true for that size; what is assumed may exclude larger ones
    return f"{twin.name}, {twin.way}: {twin.change}: proved for {scope}"


def _budget(way: Way):  # type: ignore[no-untyped-def]  # a class
    from holdfast.infer.samples.samples import Budget

    if way != "blind":
        return Budget
    return lambda: Budget(per_instance=3, states=6, walks=1, depth=2, generated=20, native=2)


def main(arguments: list[str]) -> int:
    """Try some twins; returns how many are proved."""
    first = int(arguments[0])
    last = int(arguments[1]) if len(arguments) > 1 else first + 1
    wrong = 0
    counts: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as name:
        for number, twin in enumerate(wrong_twins(Path(name))):
            if number >= last:
                break
            if number < first:
                continue
            claim = is_wrongly_proved(twin, Path(name), seconds=12.0)
            wrong += claim is not None
            counts[twin.way] = counts.get(twin.way, 0) + 1
            text = claim or f"{twin.name}, {twin.way}: {twin.change}"
            sys.stdout.write(f"{number} {'WRONG ' if claim else ''}{text}\n")
            sys.stdout.flush()
    ways = ", ".join(f"{count} {way}" for way, count in counts.items())
    sys.stdout.write(f"{sum(counts.values())} twins ({ways}), {wrong} proved\n")
    return wrong


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
