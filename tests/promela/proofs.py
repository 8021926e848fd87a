"""What a solver proves of random Promela programs is compared with a search of their states.

python -m tests.promela.proofs 0:300
python -m tests.promela.proofs specs/promela

For each program there are random invariants over its global variables, and its assertions. Those
that are inductive together, by the encoding that `prove` uses, must not be violated in any state.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from holdfast import load
from holdfast.cancellation import OutOfTime, running
from holdfast.check.check import check
from holdfast.check.engine import SearchOptions
from holdfast.front.promela.lower.type_invariant import TYPES
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.ir.system import System
from holdfast.limits import Limits
from holdfast.passes.single_steps import PASSED, single_steps
from holdfast.prove.conjuncts import conjuncts_of
from holdfast.prove.encodings import encoding_for
from holdfast.prove.houdini import inductive_candidates
from holdfast.prove.obligations import Claim
from holdfast.prove.options import ProofOptions
from holdfast.source import SpecError
from holdfast.workbench.prepared import asked_of, prepare_asked
from tests.promela.generate import generate

_SECONDS = 60.0
_MOST_ACTIONS = 25
_VARIABLE = re.compile(r"^(bit|bool|byte|short|int|mtype) (\w+)(\[2\])?", re.MULTILINE)
_CHANNEL = re.compile(r"^chan (\w+) = \[([1-9])\]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Compared:
    """What was proved of a program, and what of that is violated."""

    proved: frozenset[str]
    wrong: frozenset[str]
    problem: str = ""


def random_invariants(text: str, random: Random, count: int = 10) -> list[str]:
    """Formulas over the global variables and channels of a program, some of which hold."""
    terms = [
        f"{name}[{i}]" if array else name
        for _, name, array in _VARIABLE.findall(text)
        for i in range(2 if array else 1)
    ]
    terms += [f"len({name})" for name, _ in _CHANNEL.findall(text)]
    found = []
    for _ in range(count if terms else 0):
        a, b = random.choice(terms), random.choice([*terms, *"0123"])
        simple = f"{a} {random.choice(('<=', '<', '==', '!=', '>='))} {b}"
        c = random.choice(terms)
        other = f"{c} {random.choice(('<=', '!=', '=='))} {random.choice('012')}"
        found.append(simple if random.random() < 0.6 else f"({simple} || {other})")
    return list(dict.fromkeys(found))


def compare(text: str, seed: int, folder: Path, most: int = _MOST_ACTIONS) -> Compared:
    """Prove what is inductive, and search for a violation of it."""
    path = folder / "model.pml"
    path.write_text(text, encoding="utf-8")
    invariants = random_invariants(text, Random(seed))
    specification = load(path)
    asked = replace(asked_of(specification, {}), invariants=tuple(invariants), proof=True)
    try:
        system = prepare_asked(specification, asked).system
        if len(system.actions) > most:
            return Compared(frozenset(), frozenset(), "it is large")
        proved = _proved(system)
    except OutOfTime:
        return Compared(frozenset(), frozenset(), "out of time")
    except SpecError as error:
        return Compared(frozenset(), frozenset(), error.diagnostics[0].message)
    limits = Limits(seconds=_SECONDS, states=200_000)
    options = SearchOptions(keep_going=True, workers=1, safety_only=True, limits=limits)
    answer = check(replace(system, check_deadlock=False), options)
    proved -= {TYPES, PASSED}
    return Compared(proved, proved.intersection(answer.violations))


def _proved(system: System) -> frozenset[str]:
    """The invariants and assertions that are inductive, in either of two ways."""
    everywhere = tuple(replace(p, everywhere=True) for p in system.invariants)
    stronger = single_steps(replace(system, invariants=everywhere, transient=None))
    found = _inductive(stronger)
    if system.transient is not None:
        weaker = single_steps(system)
        also = _inductive(weaker)
        if PASSED in also:
            found |= also - {PASSED}
    return found


def _inductive(system: System) -> frozenset[str]:
    """The invariants of which all conjuncts are inductive together."""
    with running(seconds=_SECONDS), ranked_by(Ranks(system.names)):
        claim = Claim(conjuncts_of(system, system.invariants))
        encoding = encoding_for(system, claim, ProofOptions())
        formulas = [c.expr for c in claim.conjuncts]
        alive = set(inductive_candidates(system, encoding, formulas, range(len(formulas))))
        if getattr(encoding, "shortened", False):
            return frozenset()
    broken = {c.of for i, c in enumerate(claim.conjuncts) if i not in alive}
    return frozenset(c.of for c in claim.conjuncts if c.of not in broken)


def main(programs: Iterable[tuple[str, int, str]], most: int) -> int:
    """Compare programs, with their names and seeds; returns how many are wrong."""
    tried = total = wrong = some = 0
    problems: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        for name, seed, text in programs:
            found = compare(text, seed, Path(folder), most)
            problems[found.problem] += bool(found.problem)
            tried += not found.problem
            total += len(found.proved)
            some += bool(found.proved)
            wrong += bool(found.wrong)
            if found.wrong:
                _print(f"{name}: wrong {sorted(found.wrong)}")
            elif seed % 50 == 49:
                _print(f"{name}: {total} formulas of {some} programs are proved, of {tried}")
    _print(f"{tried} programs, {total} formulas of {some} are proved, {wrong} programs are wrong")
    _print("\n".join(f"  {count} not tried: {text}" for text, count in problems.items() if count))
    return wrong


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _chosen(text: str) -> int:
    folder = Path(text)
    if folder.is_dir():
        models = sorted(folder.glob("**/*.pml"))
        return main(((m.name, 0, m.read_text(encoding="utf-8")) for m in models), sys.maxsize)
    first, _, last = text.partition(":")
    seeds = range(int(first), int(last))
    return main(((str(s), s, generate(s)) for s in seeds), _MOST_ACTIONS)


if __name__ == "__main__":
    sys.exit(bool(_chosen(sys.argv[1])))
