"""One spec, all evaluators: what they say, and how they differ."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.agree.tlc import CLASS_PATH
from tests.attack.answers import Said, by_holdfast, by_substitution, differences
from tests.attack.generate import generate
from tests.attack.shrink import shrink
from tests.attack.tlc import by_tlc
from tests.attack.tree import Spec, files

ENGINES = ("interp", "native")


@dataclass(frozen=True, slots=True)
class Finding:
    """A spec on which evaluators disagree."""

    seed: int
    spec: Spec
    said: Mapping[str, Said]
    difference: str

    def __str__(self) -> str:
        texts = "\n".join(text.strip() for _, text in sorted(files(self.spec).items()))
        lines = "\n".join(f"  {name}: {answer}" for name, answer in self.said.items())
        return f"seed {self.seed}: {self.difference}\n{lines}\n{texts}\n"


def attack(seed: int, folder: Path, engines: tuple[str, ...] = ENGINES) -> Finding | None:
    """Ask all evaluators about the spec of a seed."""
    return judge(seed, generate(seed), folder, engines)


def judge(seed: int, spec: Spec, folder: Path, engines: tuple[str, ...]) -> Finding | None:
    """The disagreement about a spec, if there is one."""
    expected = by_substitution(spec)
    if expected is None:
        return None
    _empty(folder)
    said = {"substitution": expected, **by_holdfast(spec, folder, engines)}
    difference = next(differences(spec, said), None)
    if difference is None or _tlc_explains(spec, said, folder):
        return None
    return Finding(seed, spec, said, difference)


def _tlc_explains(spec: Spec, said: Mapping[str, Said], folder: Path) -> bool:
    """Whether TLC, where it is installed, does what all engines do, in two rare cases.

    No engine explores the spec: a few random specs are not TLA+, they prime twice or declare a
    name again; in a few others no assignment is found inside a recursive operator. Or plain
    substitution has no value for a variable that an instance has, and a primed argument, too.
    """
    kinds = {answer.kind for name, answer in said.items() if name != "substitution"}
    unanswered = kinds <= {"refused", "error"}
    if not CLASS_PATH or not (unanswered or said["substitution"].kind == "error"):
        return False
    theirs = by_tlc([spec], folder / "tlc")[0]
    if unanswered:
        return theirs.kind in ("refused", "error")
    engines = {name: answer for name, answer in said.items() if name != "substitution"}
    return not any(differences(spec, {"tlc": theirs, **engines}))


def shrunk(finding: Finding, folder: Path, engines: tuple[str, ...], tries: int = 400) -> Finding:
    """The smallest spec found that shows the same disagreement."""
    sign = signature(finding)
    guilty = (sign[0],)
    reaches = min(1, finding.said["substitution"].distinct)

    def shows(spec: Spec) -> bool:
        try:
            expected = by_substitution(spec)
            # Most candidates make no sense; engines need not be asked about those.
            if expected is None or expected.kind != sign[1] or reaches > expected.distinct:
                return False
            found = judge(finding.seed, spec, folder, guilty)
        except (KeyError, ValueError, AssertionError, IndexError, RecursionError):
            return False  # a name or a part is missing: no spec
        return found is not None and signature(found) == sign

    less = shrink(finding.spec, shows, tries)
    return judge(finding.seed, less, folder, engines) or finding


def signature(finding: Finding) -> tuple[str, ...]:
    """The engine that differs first, in what, and the words of its error without names."""
    engine = finding.difference.split()[0]
    expected, answer = finding.said["substitution"], finding.said[engine]
    words = re.sub(r"`[^`]*`|\d+|/\S+", "_", answer.note)[:60]
    what = re.sub(r"\b(Inv|AlwaysProp)\d", "_", finding.difference)
    return engine, expected.kind, answer.kind, words, what


def _empty(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
