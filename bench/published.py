"""Published hand-written invariants of tlaplus/Examples through `prove`.

    python -m bench.published FOLDER                  a checkout of tlaplus/Examples
    python -m bench.published FOLDER --only ewd840    files whose path contains this

Each module `*_proof.tla` proves theorems about a spec. The invariant that it proves inductive is
the `Inv` of a step `Inv /\\ [Next]_vars => Inv'`, or else what a theorem `Spec => []Inv` claims. It
is proved for the constants of a configuration beside it, then for all sizes, each time with the
type invariant as a lemma, if the module proves one.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.infer_cases import ROOT

RESULTS = ROOT / "bench" / "results"
_STEP = re.compile(r"\b(\w+)\s*(?:/\\\s*\w+\s*)*/\\\s*\[\w+\]_\w+\s*=>\s*\1'")
_ALWAYS = re.compile(r"\bSpec\w*\s*=>\s*\[\]\s*\(?(\w+)")
_EXTENDED = re.compile(r"EXTENDS\s+([\w,\s]+?)\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Run:
    """What `prove` says about an invariant of a module."""

    path: str
    invariant: str
    config: str
    one_size: str
    all_sizes: str
    cpu: float


def invariants(text: str) -> tuple[list[str], list[str]]:
    """The names of invariants that a module proves, inductive ones first, and type invariants."""
    every = list(dict.fromkeys((*_STEP.findall(text), *_ALWAYS.findall(text))))
    types = [name for name in every if "Type" in name]
    return [name for name in every if name not in types] or types, types


def configurations(module: Path, text: str) -> Iterator[Path]:
    """Configurations beside a module: of its own name, of those that it extends, then others."""
    extended = _EXTENDED.search(text)
    names = [module.stem, module.stem.split("_proof")[0]]
    names += [] if extended is None else [n.strip() for n in extended[1].split(",")]
    own = [module.with_name(f"{prefix}{n}.cfg") for n in names for prefix in ("", "MC", "MC_")]
    every = dict.fromkeys((*own, *sorted(module.parent.glob("*.cfg"))))
    return (path for path in every if path.exists())


def ask(module: Path, config: Path, invariant: str, seconds: float, *more: str) -> tuple[str, bool]:
    """The verdict in short, and whether the question made sense with this configuration."""
    command = [sys.executable, "-m", "holdfast", "prove", str(module), "--config", str(config)]
    command += ["--invariant", invariant, "--json", "--time", str(seconds), *more]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=seconds + 60
        )
        answer = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return "no answer", True
    if answer.get("verdict") == "proved":
        return "proved", True
    found = answer.get("diagnostics") or []
    if found:
        code = str(found[0].get("code"))
        return f"rejected: {found[0].get('message')}", code == "smt-unsupported"
    return f"{answer.get('verdict')}: {answer.get('reason')}", True


def run(module: Path, folder: Path, seconds: float) -> Run:
    """One module: its first invariant and configuration that `prove` can be asked about."""
    text = module.read_text("utf-8", errors="replace")
    name = str(module.relative_to(folder))
    before = _children()
    best = Run(name, "-", "-", "no invariant or no configuration found", "-", 0.0)
    names, types = invariants(text)
    for invariant in names[:1]:
        more = ("--with", types[0]) if types and types[0] != invariant else ()
        for config in list(configurations(module, text))[:3]:
            one, sensible = ask(module, config, invariant, seconds, *more)
            best = Run(name, invariant, config.name, one, "-", 0.0)
            if sensible:
                every, _ = ask(module, config, invariant, seconds, "--all-sizes", *more)
                return Run(name, invariant, config.name, one, every, _children() - before)
    return best


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def table(runs: Sequence[Run]) -> str:
    """The results as a page."""
    rows = [
        "# Published hand-written invariants through `prove`",
        "",
        "`python -m bench.published FOLDER`: `*_proof*.tla` of tlaplus/Examples, unchanged.",
        "",
        "| module | invariant | configuration | one size | all sizes | CPU s |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for r in runs:
        cells = (r.path, r.invariant, r.config, _cell(r.one_size), _cell(r.all_sizes))
        rows.append(f"| {' | '.join(cells)} | {r.cpu:.1f} |")
    one = sum(r.one_size == "proved" for r in runs)
    every = sum(r.all_sizes == "proved" for r in runs)
    either = sum("proved" in (r.one_size, r.all_sizes) for r in runs)
    rows += ["", f"Of {len(runs)} modules: one size {one}, all sizes {every}, either {either}."]
    return "\n".join([*rows, ""])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")[:160]


def main(given: Sequence[str] | None = None) -> None:
    """Run all modules and write the table."""
    parser = argparse.ArgumentParser("bench.published", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", metavar="TEXT", help="paths that contain this")
    parser.add_argument("--time", type=float, default=30.0, help="seconds for each proof (30)")
    parser.add_argument("--out", type=Path, default=RESULTS / "published.md", metavar="FILE")
    arguments = parser.parse_args(given)
    runs = []
    for module in sorted(arguments.folder.rglob("*_proof*.tla")):
        if arguments.only in str(module):
            runs.append(run(module, arguments.folder, arguments.time))
            sys.stderr.write(f"{runs[-1]}\n")
            arguments.out.write_text(table(runs), encoding="utf-8")


if __name__ == "__main__":
    main()
