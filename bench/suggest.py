"""What `infer` suggests when an atom that it needs is missing.

    python -m bench.suggest                    ten protocols
    python -m bench.suggest --rows 3 11        some rows of the thirty
    python -m bench.suggest --all              all necessary atoms of each, not only one

For each protocol, `infer` finds an invariant. The atoms that occur in it are a grammar that is
enough. They are taken away in turn; if `infer` is stuck without one, that atom is necessary,
and the table says whether it is among the atoms that `infer` suggests.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import holdfast
from bench.infer_cases import ROOT, Case, protocols

RESULTS = ROOT / "bench" / "results"
_ROWS = (3, 4, 7, 9, 11, 14, 15, 20, 22, 27)
_VARIABLE = re.compile(r"\b([a-z])\d\b")
_TYPED = re.compile(r"^\w+ \\in [^:]* : ")


@dataclass(frozen=True, slots=True)
class Outcome:
    """A run without one atom: what it suggests, if it is stuck."""

    case: Case
    atom: str
    is_stuck: bool
    suggested: tuple[str, ...]

    @property
    def is_found(self) -> bool:
        """Whether the missing atom is among the suggested ones."""
        return _normal(self.atom) in map(_normal, self.suggested)


def _normal(text: str) -> str:
    """An atom without the names of its variables, as far as they differ in number only."""
    return _VARIABLE.sub(r"\1", _TYPED.sub("", " ".join(text.split())))


def atoms_in(lemmas: Sequence[str], grammar: Sequence[str]) -> list[str]:
    """The atoms of a grammar that occur in some lemmas, in any variables."""
    texts = [_VARIABLE.sub(r"\1", " ".join(text.split())) for text in lemmas]
    return [atom for atom in grammar if any(_normal(atom) in text for text in texts)]


def run(case: Case, seconds: float) -> Iterator[Outcome]:
    """One protocol: all runs without one of the atoms of its invariant."""
    spec = holdfast.load(case.spec, config=case.config)
    found = spec.infer(property=case.property, seconds=seconds, remember=False)
    if not found.ok:
        sys.stderr.write(f"{case.name}: no invariant\n")
        return
    shown = spec.grammar(property=case.property).split("atoms\n")[1].splitlines()
    origins = [row.rpartition("\\*") for row in shown]
    grammar = [a.strip() for a, _, origin in origins if origin.strip() != "equality"]
    used = atoms_in(list(found.invariant.values())[1:], grammar)
    for atom in used:
        rest = [a for a in used if a != atom]
        again = spec.infer(
            property=case.property,
            grammar=rest,
            only_grammar=True,
            seconds=seconds,
            remember=False,
        )
        stuck = again.inferred.open
        yield Outcome(case, atom, stuck is not None, () if stuck is None else stuck.suggested)


def table(outcomes: Sequence[Outcome]) -> str:
    """The results as a page."""
    rows = [
        "# What a stuck inference suggests",
        "",
        "`python -m bench.suggest`: the grammar of each protocol has the atoms of a known invariant"
        " and no others (`--only-grammar`). One atom is taken away. A row is a run that is stuck"
        " without it; *place* is that of the missing atom among the suggested ones.",
        "",
        "| protocol | missing atom | place | suggested |",
        "| --- | --- | --- | --- |",
    ]
    stuck = [o for o in outcomes if o.is_stuck]
    for o in stuck:
        names = [_normal(s) for s in o.suggested]
        place = str(names.index(_normal(o.atom)) + 1) if o.is_found else "-"
        shown = "; ".join(f"`{s}`" for s in o.suggested).replace("|", "\\|")
        atom = o.atom.replace("|", "\\|")
        rows.append(f"| {o.case.name} | `{atom}` | {place} | {shown} |")
    first = {o.case.name: o for o in reversed(stuck)}
    rows += [
        "",
        f"Of {len(stuck)} necessary atoms, {sum(o.is_found for o in stuck)} are suggested. Of"
        f" {len(first)} protocols, the first necessary atom is suggested in"
        f" {sum(o.is_found for o in first.values())}. Atoms taken away without effect:"
        f" {len(outcomes) - len(stuck)}.",
    ]
    return "\n".join([*rows, ""])


def main(given: Sequence[str] | None = None) -> None:
    """Run the experiment and write its table."""
    parser = argparse.ArgumentParser("bench.suggest", description=__doc__)
    parser.add_argument("--rows", nargs="+", type=int, default=list(_ROWS), metavar="N")
    parser.add_argument("--all", action="store_true", help="all necessary atoms of a protocol")
    parser.add_argument("--time", type=float, default=60.0, help="seconds for each run (60)")
    parser.add_argument("--out", type=Path, default=RESULTS / "suggest.md", metavar="FILE")
    arguments = parser.parse_args(given)
    outcomes = []
    for case in protocols():
        if case.row in arguments.rows:
            for outcome in run(case, arguments.time):
                outcomes.append(outcome)
                arguments.out.write_text(table(outcomes), encoding="utf-8")
                sys.stderr.write(
                    f"{case.name}: {outcome.atom}: {outcome.is_stuck}"
                    f" {outcome.is_found} {outcome.suggested}\n"
                )
                if outcome.is_stuck and not arguments.all:
                    break


if __name__ == "__main__":
    main()
