"""Published hand-written invariants of tlaplus/Examples through `prove`.

    python -m bench.published FOLDER                  a checkout of tlaplus/Examples
    python -m bench.published FOLDER --only ewd840    files whose path contains this

`published.toml` names an invariant of each file that proves or states one to be inductive, and
gives the constants values. It is proved for these constants, then for all sizes.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.infer_cases import ROOT

TABLE = ROOT / "bench" / "published.toml"
RESULTS = ROOT / "bench" / "results"
PROVED = "proved"
_INSTANCE = "Instance"
"""The module with the values of constants that are operators."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """An invariant of a file, and a model to prove it for; the fields are those of the table."""

    file: str
    invariants: tuple[str, ...]
    lemmas: tuple[str, ...] = ()
    specification: str = "Spec"
    behaviour: str = ""
    constants: str = ""
    one_size: str = ""
    definitions: str = ""

    def config(self, all_sizes: bool) -> str:
        """The text of the configuration."""
        values = " ".join([self.constants, "" if all_sizes else self.one_size]).strip()
        lines = [self.behaviour or f"SPECIFICATION {self.specification}"]
        lines += [f"CONSTANTS {values}"] if values else []
        return "\n".join([*lines, f"INVARIANTS {' '.join(self.invariants)}", ""])


@dataclass(frozen=True, slots=True)
class Run:
    """What `prove` says about an invariant."""

    case: Case
    one_size: str
    all_sizes: str
    assumed: tuple[str, ...]
    cpu: float


def cases(table: Path = TABLE) -> Iterator[Case]:
    """The rows of the table."""
    for row in tomllib.loads(table.read_text("utf-8"))["invariant"]:
        fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in row.items()}
        yield Case(**fields)


def run(case: Case, folder: Path, seconds: float) -> Run:
    """Prove an invariant for one size, then for all."""
    before = _children()
    one, _ = ask(case, folder, seconds, all_sizes=False)
    every, assumed = ask(case, folder, seconds, all_sizes=True)
    return Run(case, one, every, assumed, _children() - before)


def ask(case: Case, folder: Path, seconds: float, all_sizes: bool) -> tuple[str, tuple[str, ...]]:
    """The verdict in short, and what a proof assumes of the constants."""
    file = folder / "specifications" / case.file
    with tempfile.TemporaryDirectory() as made:
        module, config = file, Path(made) / "model.cfg"
        config.write_text(case.config(all_sizes), "utf-8")
        if case.definitions:
            module = Path(made) / f"{_INSTANCE}.tla"
            head = f"---- MODULE {_INSTANCE} ----\nEXTENDS {file.stem}\n"
            module.write_text(f"{head}{case.definitions}\n====\n", "utf-8")
        command = [sys.executable, "-m", "holdfast", "prove", str(module), "--json"]
        command += ["--config", str(config), "--path", str(file.parent), "--time", str(seconds)]
        command += ["--with", ",".join(case.lemmas)] if case.lemmas else []
        command += ["--all-sizes"] if all_sizes else []
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, timeout=seconds + 60
            )
            answer = json.loads(done.stdout)
        except (subprocess.TimeoutExpired, json.JSONDecodeError):
            return "no answer", ()
    return _verdict(answer), tuple(answer.get("assumed") or ())


def _verdict(answer: dict[str, object]) -> str:
    found = answer.get("diagnostics")
    if answer.get("verdict") == PROVED:
        return PROVED
    if isinstance(found, list) and found:
        return f"rejected: {found[0].get('message')}"
    return f"{answer.get('verdict')}: {answer.get('reason')}"


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def table(runs: Sequence[Run]) -> str:
    """The results as a page."""
    one = sum(r.one_size == PROVED for r in runs)
    every = sum(r.all_sizes == PROVED for r in runs)
    names = {Path(r.case.file).name for r in runs}
    both = {Path(r.case.file).name for r in runs if PROVED in (r.one_size, r.all_sizes)}
    rows = [
        "# Published hand-written invariants through `prove`",
        "",
        "`python -m bench.published FOLDER`: files of tlaplus/Examples, unchanged, with the models",
        "of `bench/published.toml`. Where the constants of one size cannot be encoded, a proof for",
        "all sizes counts for one size, too.",
        "",
        f"Of {len(runs)} files: one size {one}, all sizes {every}. Some folders have files of the",
        f"same name: of {len(names)} names, {len(both)} are proved.",
        "",
        "| file | invariant | one size | all sizes | assumed for all sizes | CPU s |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for r in runs:
        verdicts = (r.one_size, r.all_sizes, ", ".join(r.assumed))
        cells = (r.case.file, ", ".join(r.case.invariants), *map(_cell, verdicts))
        rows.append(f"| {' | '.join(cells)} | {r.cpu:.1f} |")
    return "\n".join([*rows, ""])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")[:220]


def main(given: Sequence[str] | None = None) -> None:
    """Run all cases and write the table."""
    parser = argparse.ArgumentParser("bench.published", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", metavar="TEXT", help="paths that contain this")
    parser.add_argument("--time", type=float, default=60.0, help="seconds for each proof (60)")
    parser.add_argument("--out", type=Path, default=RESULTS / "published.md", metavar="FILE")
    arguments = parser.parse_args(given)
    runs = []
    for case in cases():
        if arguments.only in case.file:
            runs.append(run(case, arguments.folder, arguments.time))
            sys.stderr.write(f"{runs[-1]}\n")
            arguments.out.write_text(table(runs), encoding="utf-8")


if __name__ == "__main__":
    main()
