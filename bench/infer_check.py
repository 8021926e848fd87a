"""Check a result of `infer` by other means: from the module that `--write` makes, on a small size.

Three things are checked, by `holdfast check` and, where `HOLDFAST_TLC` is its class path, by TLC:
every reachable state satisfies `IndInv`; from all states of `IndInv`, reachable or not, no step
leads out of it; and without any one lemma this is no longer so. Where a small size does not show
the last, a solver is asked for a step at any size.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.infer_cases import Case
from bench.suite import Entry
from bench.tools import found_by_tlc, has_tlc, run_tlc
from holdfast.prove.skeleton import behaviour_of
from holdfast.workbench import load, prepare

_SECONDS = 300.0
_SMALL: dict[str, str] = {
    "ChordRing": "Node = {n1, n2, n3} Origin = n1 Other = n2 None = None Between <- SomeRing",
    "LeaderConsensus": "Node = {n1, n2} Value = {v1, v2} Quorum = {{n1}, {n1, n2}}",
    "LeaderConsensusQuorum": "Node = {n1, n2} Value = {v1, v2} Quorum = {{n1}, {n1, n2}}",
    "LearningSwitchRoutes": "Node = {n1, n2}",
    "LoglessReconfig": "Server = {s1, s2} MaxTerm = 2 MaxVersion = 2 Nat <- SmallNat"
    " CONSTRAINT SmallNumbers",
}
"""Constants of a small size for specs that have no configuration for all states."""


@dataclass(slots=True)
class Checked:
    """What was found about a result; `problems` are the reasons not to believe it."""

    reachable: int = 0
    inside: int = 0
    needed: dict[str, str] = field(default_factory=dict)
    """For each lemma, who shows that induction fails without it."""
    tlc: bool = False
    problems: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether everything was confirmed."""
        return not self.problems

    def line(self) -> str:
        """What was found, in a line."""
        if self.problems:
            return "; ".join(self.problems)
        who = "check and TLC" if self.tlc else "check"
        return (
            f"{who}: {self.reachable:,} reachable states, {self.inside:,} of IndInv, none left;"
            f" each of {len(self.needed)} lemmas is needed"
        )


def place(case: Case, folder: Path) -> Case:
    """The case with a copy of its spec, beside which `infer` may write."""
    folder.mkdir(parents=True)
    for path in case.spec.parent.iterdir():
        if path.suffix in (".tla", ".cfg"):
            shutil.copy(path, folder)
    return Case(
        case.row, case.name, folder / case.spec.name, case.property, case.config, case.assumes
    )


def small_constants(spec: Path) -> str:
    """The constants of a size at which all states of an invariant can be listed."""
    name = spec.stem
    beside = spec.with_name(f"{name}AllStates.cfg")
    if not beside.is_file():
        return f"CONSTANTS {_SMALL[name]}" if name in _SMALL else ""
    text = re.sub(r"\\\*.*", "", beside.read_text("utf-8"))
    return text[: text.index("INIT ")].strip()


def check_result(
    case: Case, invariant: Sequence[str], assumed: Sequence[str] = (), engine: str = "auto"
) -> Checked:
    """Check the module beside the spec of a case; `invariant` has the names of its conjuncts."""
    constants = small_constants(case.spec)
    checked = Checked(tlc=has_tlc())
    module = f"{case.spec.stem}IndInv"
    start = _parts(case.spec.with_name(f"{module}.tla").read_text("utf-8"), "IndInit")
    if not start:
        checked.problems.append("no IndInit was written")
        return checked
    behaviour = behaviour_of(prepare(load(case.spec, config=case.config)).system)
    folder = case.spec.parent
    rows = ["---- MODULE SmallCheck ----", f"EXTENDS {module}", "SmallNat == {0, 1, 2}"]
    rows += [f"CheckInit == {behaviour.init}", f"CheckNext == {behaviour.next}"]
    for lemma in invariant[1:]:
        fewer = [f"/\\ {name}" for name in invariant if name != lemma]
        rows += [f"Without{lemma} ==", *(f"  {part}" for part in fewer)]
        kept = [part for part in start if part != f"{lemma} = TRUE"]
        rows += [f"StartWithout{lemma} ==", *(f"  /\\ {part}" for part in kept)]
    (folder / "SmallCheck.tla").write_text("\n".join([*rows, "====", ""]), "utf-8")
    small = _Small(folder, constants, engine, checked)
    checked.reachable = small.holds("CheckInit", "IndInv", "a reachable state is not in IndInv")
    checked.inside = small.holds("IndInit", "IndInv", "a step leads out of IndInv")
    for lemma in invariant[1:]:
        checked.needed[lemma] = small.breaks(lemma) or _refuted(case, invariant, lemma, assumed)
        if not checked.needed[lemma]:
            checked.problems.append(f"it is inductive without {lemma}, as far as is known")
    return checked


def _parts(text: str, name: str) -> list[str]:
    """The conjuncts of a definition that lists them one on a line."""
    _, found, rest = text.partition(f"\n{name} ==\n")
    rows = rest.splitlines() if found else []
    parts = []
    for row in rows:
        if not row.startswith("  /\\ "):
            break
        parts.append(row.removeprefix("  /\\ "))
    return parts


@dataclass(frozen=True, slots=True)
class _Small:
    """The models of a small size, in a folder."""

    folder: Path
    constants: str
    engine: str
    checked: Checked

    def config(self, name: str, start: str, invariant: str) -> Path:
        path = self.folder / f"{name}.cfg"
        rows = [f"INIT {start}", "NEXT CheckNext", f"INVARIANT {invariant}"]
        if start != "CheckInit":
            # One step is enough, and beyond the types there may be no end of states.
            rows.append(f"CONSTRAINT {start}")
        text = "\n".join([self.constants, *rows, "CHECK_DEADLOCK FALSE", ""])
        path.write_text(text, "utf-8")
        return path

    def holds(self, start: str, invariant: str, problem: str) -> int:
        """The number of states from `start` that `invariant` holds in, one step on or more."""
        name = f"Small{start}"
        config = self.config(name, start, invariant)
        spec = load(self.folder / "SmallCheck.tla", config=config)
        result = spec.check(engine=self.engine, seconds=_SECONDS)
        if result.outcome != "exhausted":
            self.checked.problems.append(f"{problem}: {result.outcome} {result}"[:300])
            return 0
        count = result.distinct
        if self.checked.tlc:
            theirs = found_by_tlc(
                run_tlc(Entry(name, self.folder, "SmallCheck", name), self.folder)
            )
            if theirs.verdict != "holds" or theirs.distinct != count:
                said = f"{theirs.verdict} {theirs.distinct} {theirs.note}"
                self.checked.problems.append(f"TLC, {start}, for {count} states: {said}")
        return count

    def breaks(self, lemma: str) -> str:
        """Who finds a step that leads out of the invariant without a lemma, if any."""
        config = self.config(f"Without{lemma}", f"StartWithout{lemma}", f"Without{lemma}")
        spec = load(self.folder / "SmallCheck.tla", config=config)
        outcome = spec.check(engine=self.engine, seconds=_SECONDS).outcome
        return "check" if outcome == "violated" else ""


def _refuted(case: Case, invariant: Sequence[str], lemma: str, assumed: Sequence[str]) -> str:
    """Whether a solver finds a step, at any size, that the interpreter confirms."""
    fewer = [name for name in invariant if name != lemma]
    config = case.config or case.spec.with_suffix(".cfg")
    spec = load(case.spec.with_name(f"{case.spec.stem}IndInv.tla"), config=config)
    result = spec.prove(invariants=fewer, all_sizes=True, assume=assumed, seconds=60.0)
    return "prove" if result.proof.cti is not None else ""
