"""What each evaluator says about a spec, in one form, and whether two answers agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from holdfast.check.check import check
from holdfast.check.engine import SearchOptions
from holdfast.ir.system import System
from holdfast.limits import Limits
from holdfast.source import SpecError
from holdfast.verdict import Answer, Exhausted, Failed, Unknown, Violated
from holdfast.workbench import load, prepare
from tests.attack.expand import TooLarge
from tests.attack.explore import explore, flatten
from tests.attack.tree import Spec, files


@dataclass(frozen=True, slots=True)
class Said:
    """An answer. `kind` is "explored", "error" (no value), "refused" or "broken" (our bug).

    `violated` has the number of states of a trace for each property that fails.
    """

    kind: str
    violated: Mapping[str, int] = field(default_factory=dict)
    distinct: int = 0
    generated: int = 0
    note: str = ""

    def __str__(self) -> str:
        if self.kind != "explored":
            return f"{self.kind}: {self.note}"
        fails = ", ".join(f"{n} after {k} states" for n, k in sorted(self.violated.items()))
        return f"{fails or 'no violation'}; {self.distinct} distinct, {self.generated} generated"


def by_substitution(spec: Spec, early: bool = False) -> Said | None:
    """The answer of the slow evaluator; None if the formulas are too large for it."""
    try:
        found = explore(flatten(spec, early))
    except TooLarge:
        return None
    if found.undefined is not None:
        return Said("error", note=found.undefined)
    return Said("explored", found.violated, len(found.states), found.generated)


def by_holdfast(spec: Spec, folder: Path, engines: tuple[str, ...]) -> dict[str, Said]:
    """The answers of engines to the spec, whose files are written into the folder."""
    write_files(spec, folder)
    try:
        system = prepare(load(folder / f"{spec.root.name}.tla")).system
    except SpecError as error:
        return dict.fromkeys(engines, Said("refused", note=_first(str(error))))
    except Exception as error:  # every crash is a finding
        return dict.fromkeys(engines, Said("broken", note=repr(error)[:300]))
    said = {engine: _checked(system, engine) for engine in engines}
    if "native" in said and said["native"].kind == "refused":
        # The native engine may say that it cannot run a spec; `auto` then chooses the other.
        said["native"] = _checked(system, "auto")
    return said


def write_files(spec: Spec, folder: Path) -> None:
    """Write the modules and the configuration."""
    for name, text in files(spec).items():
        (folder / name).write_text(text, encoding="utf-8")


def _checked(system: System, engine: str) -> Said:
    limits = Limits(seconds=10, states=5000)
    options = SearchOptions(
        engine=engine, keep_going=True, workers=1, compiler="tcc", limits=limits
    )
    try:
        return _said(check(system, options))
    except SpecError as error:
        return Said("refused", note=_first(str(error)))
    except Exception as error:  # every crash is a finding
        return Said("broken", note=repr(error)[:300])


def _said(answer: Answer) -> Said:
    match answer.verdict:
        case Failed(diagnostics=diagnostics):
            return Said("error", note=_first(diagnostics[0].message))
        case Exhausted() | Violated():
            found = [
                v for v in (answer.verdict, *answer.more_violations) if isinstance(v, Violated)
            ]
            lengths = {v.property: len(v.trace or ()) for v in found}
            counts = answer.counts
            return Said("explored", lengths, counts.distinct, counts.generated)
        case Unknown(cause="no-initial-state"):
            return Said("explored", {}, 0, answer.counts.generated)
        case verdict:
            return Said("refused", note=str(verdict))


def _first(text: str) -> str:
    return " ".join(text.split())[:200]


def differences(spec: Spec, said: Mapping[str, Said]) -> Iterator[str]:
    """How answers differ from the first one that there is, the worst kind first."""
    (reference, expected), *others = said.items()
    for name, answer in others:
        if answer.kind == "refused" and expected.kind == "error":
            continue  # said before the search, and not after it
        if answer.kind == "refused" and "calls itself with ever new formulas" in answer.note:
            continue  # `docs/differences.md`: such a recursion cannot be unfolded
        if answer.kind != expected.kind:
            yield f"{name} is {answer.kind} where {reference} is {expected.kind}"
        elif answer.kind == "explored":
            yield from _counted(spec, (reference, expected), (name, answer))


def composes(spec: Spec) -> bool:
    """Whether the spec composes actions: the states in between are counted or not."""
    return any("\\cdot" in text for text in files(spec).values())


def _counted(spec: Spec, one: tuple[str, Said], two: tuple[str, Said]) -> Iterator[str]:
    (reference, expected), (name, answer) = one, two
    for failed in sorted(expected.violated.keys() - answer.violated.keys()):
        yield f"{name} says that {failed} holds, {reference} that it is violated"
    for failed in sorted(answer.violated.keys() - expected.violated.keys()):
        yield f"{name} says that {failed} is violated, {reference} that it holds"
    for failed in sorted(answer.violated.keys() & expected.violated.keys()):
        if answer.violated[failed] != expected.violated[failed]:
            yield f"{name} and {reference} have traces of other lengths for {failed}"
    if answer.distinct != expected.distinct:
        yield f"{name} and {reference} count other distinct states"
    elif answer.generated != expected.generated and not composes(spec):
        yield f"{name} and {reference} count other generated states"
