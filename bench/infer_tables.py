"""The results of inferences, as pages with the published figures beside."""

from __future__ import annotations

import os
import platform
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.infer_cases import Case
from bench.infer_check import Checked

# row: (name, endive seconds, best published seconds, smallest published size)
ANCHORS: dict[int, tuple[str, float | None, float, int]] = {
    1: ("tla-consensus", 1, 0, 1),
    2: ("tla-tcommit", 2, 1, 1),
    3: ("i4-lock-server", 7, 1, 2),
    4: ("ex-quorum-leader-election", 11, 3, 2),
    5: ("pyv-toy-consensus-forall", 19, 3, 3),
    6: ("tla-simple", 8, 6, 2),
    7: ("ex-lockserv-automaton", 23, 2, 9),
    8: ("tla-simpleregular", 10, 8, 4),
    9: ("pyv-sharded-kv", 312, 2, 5),
    10: ("pyv-lockserv", 35, 2, 9),
    11: ("tla-twophase", 43, 9, 9),
    12: ("i4-learning-switch", None, 14, 5),
    13: ("ex-simple-decentralized-lock", 44, 1, 2),
    14: ("i4-two-phase-commit", 69, 6, 9),
    15: ("pyv-consensus-wo-decide", 127, 18, 5),
    16: ("pyv-consensus-forall", 175, 29, 7),
    17: ("pyv-learning-switch", None, 79, 3),
    18: ("i4-chord-ring-maintenance", None, 53, 10),
    19: ("pyv-sharded-kv-no-lost-keys", 13, 1, 2),
    20: ("ex-naive-consensus", 40, 6, 4),
    21: ("pyv-client-server-ae", 46, 2, 2),
    22: ("ex-simple-election", 24, 7, 3),
    23: ("pyv-toy-consensus-epr", 19, 2, 4),
    24: ("ex-toy-consensus", 7, 6, 2),
    25: ("pyv-client-server-db-ae", 4941, 17, 5),
    26: ("pyv-hybrid-reliable-broadcast", None, 24, 4),
    27: ("pyv-firewall", 38, 2, 2),
    28: ("ex-majorityset-leader-election", 53, 28, 4),
    29: ("pyv-consensus-epr", 247, 3, 6),
    30: ("mldr", 2025, 2025, 6),
}


@dataclass(frozen=True, slots=True)
class Result:
    """What one inference answered, and what it took in seconds."""

    case: Case
    seed: int
    algorithm: str
    verdict: str
    scope: str | None
    assumed: tuple[str, ...]
    reason: str | None
    wall: float
    cpu: float
    invariant: tuple[Mapping[str, str], ...]
    candidates: int | None
    ctis: int | None
    phases: Mapping[str, float] | None

    @property
    def is_proved(self) -> bool:
        """Whether the answer is a proof."""
        return self.verdict == "proved"

    @property
    def is_right(self) -> bool:
        """Whether it is one that the case allows: no hypothesis is left out."""
        return self.is_proved and (bool(self.assumed) or not self.case.assumes)

    def as_json(self) -> dict[str, Any]:
        """Everything by name."""
        return {
            "row": self.case.row,
            "name": self.case.name,
            "property": self.case.property,
            "seed": self.seed,
            "algorithm": self.algorithm,
            "verdict": self.verdict,
            "scope": self.scope,
            "assumed": list(self.assumed),
            "reason": self.reason,
            "wall": self.wall,
            "cpu": self.cpu,
            "size": len(self.invariant),
            "invariant": [dict(c) for c in self.invariant],
            "candidates": self.candidates,
            "ctis": self.ctis,
            "phases": None if self.phases is None else dict(self.phases),
        }


def _heading(title: str, columns: Sequence[str]) -> Iterator[str]:
    yield f"# {title}"
    yield ""
    yield "Wall seconds with start-up, and seconds of all processors; anchors are published figures"
    yield "from other machines."
    yield f"This one: {os.cpu_count()} processors, Python {platform.python_version()}."
    yield ""
    yield f"| {' | '.join(columns)} |"
    yield f"|{' --- |' * len(columns)}"


def _cells(*cells: object) -> str:
    return f"| {' | '.join('' if c is None else str(c) for c in cells)} |"


def table(results: Sequence[Result]) -> str:
    """One line for each protocol, with the anchors."""
    columns = ("#", "protocol", "verdict", "scope", "s", "CPU s", "size")
    lines = [*_heading("Inference, row by row", (*columns, "endive s", "best s", "smallest size"))]
    for r in results:
        name, endive, best, size = ANCHORS[r.case.row]
        shown = "-" if endive is None else f"{endive:g}"
        figures = (r.wall, r.cpu, len(r.invariant), shown, f"{best:g}", size)
        lines.append(_cells(r.case.row, name, r.verdict, r.scope or r.reason, *figures))
    small = sum(r.is_proved and len(r.invariant) <= ANCHORS[r.case.row][3] for r in results)
    lines += ["", *_sums(results)]
    lines.append(f"At most as large as the smallest published on {small} rows.")
    return "\n".join([*lines, ""])


def _sums(results: Sequence[Result]) -> Iterator[str]:
    proved = sum(r.is_proved for r in results)
    everywhere = sum(r.is_proved and r.scope == "all sizes" for r in results)
    wall, cpu = sum(r.wall for r in results), sum(r.cpu for r in results)
    yield f"{proved} of {len(results)} proved, {everywhere} for all sizes; {wall:.0f} s in sum,"
    yield f"{cpu:.0f} s of processors."


def public_table(results: Sequence[Result]) -> str:
    """One line for each public spec, with what its proof assumes."""
    columns = ("#", "module", "verdict", "scope", "s", "CPU s", "size", "endive s", "assumed")
    lines = [*_heading("Inference for the public specs of endive", columns)]
    for r in results:
        endive = ANCHORS[r.case.row][1]
        assumed = ", ".join(r.assumed) or ("**nothing**" if r.case.assumes else "")
        figures = (r.wall, r.cpu, len(r.invariant), "-" if endive is None else f"{endive:g}")
        scope = r.scope or r.reason
        lines.append(_cells(r.case.row, r.case.name, r.verdict, scope, *figures, assumed))
    unsound = sum(r.is_proved and not r.is_right for r in results)
    lines += ["", *_sums(results)]
    lines.append(f"Proved without a hypothesis that is needed: {unsound}.")
    return "\n".join([*lines, ""])


def seeds_table(results: Sequence[Result]) -> str:
    """One line for each protocol: how many seeds succeed, and the spread."""
    columns = ("#", "protocol", "proved", "for all sizes", "CPU s", "sizes")
    lines = [*_heading("Inference with different seeds", columns)]
    for row in dict.fromkeys(r.case.row for r in results):
        same = [r for r in results if r.case.row == row]
        proved = [r for r in same if r.is_proved]
        everywhere = sum(r.scope == "all sizes" for r in proved)
        spent = f"{min(r.cpu for r in same):.1f} to {max(r.cpu for r in same):.1f}"
        sizes = sorted({len(r.invariant) for r in proved})
        lines.append(
            _cells(
                row,
                same[0].case.name,
                f"{len(proved)} of {len(same)}",
                everywhere,
                spent,
                ", ".join(map(str, sizes)),
            )
        )
    return "\n".join([*lines, "", *_sums(results), ""])


def beside(results: Sequence[Result]) -> str:
    """One line for each protocol with both algorithms."""
    columns = ["#", "protocol"]
    for name in ("holdfast", "endive"):
        columns += [f"{name}: verdict", "s", "CPU s", "size", "candidates"]
    lines = [*_heading("Two algorithms, in the same run", columns)]
    for row in dict.fromkeys(r.case.row for r in results):
        cells: list[object] = [row, ANCHORS[row][0]]
        for name in ("holdfast", "endive"):
            r = next(r for r in results if r.case.row == row and r.algorithm == name)
            shown = f"{r.verdict}, {r.scope or r.reason}"
            cells += [shown, r.wall, r.cpu, len(r.invariant), r.candidates]
        lines.append(_cells(*cells))
    for name in ("holdfast", "endive"):
        lines += ["", f"{name}:", *_sums([r for r in results if r.algorithm == name])]
    return "\n".join([*lines, ""])


def checked_table(pairs: Sequence[tuple[Result, Checked | None]]) -> str:
    """One line for each result that was checked by other means."""
    columns = ("#", "protocol", "verdict", "size", "reachable", "in IndInv", "lemmas needed")
    lines = [*_heading("Results of inference, checked by other means", (*columns, "problems"))]
    for r, checked in pairs:
        cells: list[object] = [r.case.row, r.case.name, r.scope or r.verdict, len(r.invariant)]
        if checked is None:
            cells += ["", "", "", r.reason]
        else:
            by = Counter(checked.needed.values())
            who = ", ".join(f"{n} by {name or 'nobody'}" for name, n in sorted(by.items()))
            cells += [checked.reachable, checked.inside, who, "; ".join(checked.problems)]
        lines.append(_cells(*(str(c).replace("|", "/").replace("\n", " ") for c in cells)))
    good = sum(checked is not None and checked.ok for _, checked in pairs)
    tlc = any(checked is not None and checked.tlc for _, checked in pairs)
    who = "`holdfast check` and TLC" if tlc else "`holdfast check`"
    lines += ["", f"{good} of {len(pairs)} confirmed, by {who}."]
    return "\n".join([*lines, ""])
