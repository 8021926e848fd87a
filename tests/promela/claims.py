"""Small programs around claims, traces and fairness, with the verdicts of Spin.

    python -m tests.promela.claims            compares Spin with the recorded verdicts
    python -m tests.promela.claims --record   writes them

`options` are those of Spin's verifier. `differs` is why holdfast's verdict is meant to differ.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from holdfast.check.options import CheckOptions
from holdfast.verdict import Exhausted
from holdfast.workbench import load
from tests.promela import spin

PATH = Path(__file__).parent / "claims.toml"
_BY_OPTION = {"-l": "progress", "-a": "acceptance"}


@dataclass(frozen=True, slots=True)
class Program:
    """A program, the options of the verifier, and its first error, if it has one."""

    text: str
    options: str = "-a"
    error: str = ""
    differs: str = ""

    @property
    def fails(self) -> bool:
        """Whether holdfast should find an error."""
        return bool(self.error) != bool(self.differs)


def read_programs() -> list[Program]:
    """The recorded programs."""
    return [Program(**row) for row in tomllib.loads(PATH.read_text(encoding="utf-8"))["programs"]]


def fails(program: Program, engine: str) -> bool:
    """Whether holdfast finds an error."""
    flags = program.options.split()
    options: CheckOptions = {"engine": engine, "weak_fairness": "-f" in flags, "workers": 1}
    # With a claim, or in a search for cycles, Spin reports no invalid end states.
    options["deadlock"] = not flags
    named = [name for name in flags if not name.startswith("-")]
    if named or (flags and not any(word in program.text for word in ("never ", "ltl "))):
        options["properties"] = named or [_BY_OPTION[flags[0]]]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.pml"
        path.write_text(program.text, encoding="utf-8")
        return not isinstance(load(path).check(**options).answer.verdict, Exhausted)


def judged(program: Program) -> str:
    """The first error that Spin reports, or an empty text."""
    flags = program.options.split()
    defines = ("-DNP",) if "-l" in flags else () if flags else ("-DSAFETY",)
    found = spin.verify(program.text, defines, tuple(flags))
    return found.message.partition(" (at depth")[0] if found.errors else ""


def main(arguments: list[str]) -> int:
    """Compare or record; the result is the number of differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args(arguments)
    different = 0
    rows = []
    programs = read_programs()
    with ThreadPoolExecutor(4) as pool:
        errors = list(pool.map(judged, programs))
    for program, error in zip(programs, errors, strict=True):
        different += error != program.error
        if error != program.error:
            sys.stdout.write(f"{program.text}\n  {program.error!r} was recorded, now {error!r}\n")
        row = f"[[programs]]\ntext = '''{program.text}'''\noptions = \"{program.options}\"\n"
        row += f"error = '{error}'\n" if error else ""
        rows.append(row + (f'differs = "{program.differs}"\n' if program.differs else ""))
    if options.record:
        PATH.write_text("\n".join(rows), encoding="utf-8")
    return different


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
