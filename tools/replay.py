"""Compare the output of two trees for every spec: a refactoring changes nothing.

    python -m tools.replay                    this tree, as it is, and `main`
    python -m tools.replay v0.1 --only Paxos --parts ir,c

For every model in `specs/` and among the examples, the system after each pass, the generated C
and the SMT-LIB of the proof obligations are written by the code of both trees and compared. The
specs are those of this tree. Exits with 1 if something differs.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tools.dump import PARTS

ROOT = Path(__file__).resolve().parent.parent
HERE = "this tree"
_SHOWN = 16
"""How many rows of a difference are shown."""
_LONG = 160
"""A longer line is split before it is compared and shown."""
_LOOKED_AT = 2_000
"""How many rows after the first difference are compared."""


class Model(NamedTuple):
    """A spec and a configuration of it, if it has one."""

    name: str
    spec: str
    config: str


class Tree(NamedTuple):
    """A version of the code: its name in the report, and its `src`."""

    name: str
    src: Path


@dataclass(frozen=True, slots=True)
class Dump:
    """The output of a tree: a folder for each model, and the parts that it cannot generate."""

    tree: Tree
    folder: Path
    missing: tuple[str, ...]

    def texts(self, model: Model) -> dict[str, str]:
        """The texts of a model by their names, in an order that does not depend on the disk."""
        paths = sorted((self.folder / model.name).iterdir())
        return {path.name: path.read_text(encoding="utf-8") for path in paths}


class Failed(Exception):
    """The comparison is impossible; the message gives the reason."""


# ---- models ----


def models(root: Path, only: Sequence[str] = ()) -> list[Model]:
    """Every configuration in the folders of specs, or in those with the given names."""
    inside = [*(root / "specs").iterdir(), *(root / "src/holdfast/examples").iterdir()]
    folders = [p for p in inside if (p / f"{p.name}.tla").is_file() or any(p.glob("*.cfg"))]
    found = [
        model
        for folder in sorted(folders)
        if not only or folder.name in only
        for model in models_of(folder, root)
    ]
    absent = sorted(set(only) - {folder.name for folder in folders})
    if absent or not found:
        raise Failed(f"there is no spec {', '.join(absent)}" if absent else "there are no specs")
    return found


def models_of(folder: Path, root: Path) -> Iterator[Model]:
    """The configurations of one folder; `expect.toml` names the module of each."""
    expected = folder / "expect.toml"
    listed = tomllib.loads(expected.read_text("utf-8"))["model"] if expected.exists() else []
    modules = {m["config"]: m["module"] for m in listed}
    at = folder.relative_to(root).as_posix()
    usual = f"{folder.name}.tla"
    configs = sorted(path.name for path in folder.glob("*.cfg"))
    for name in configs:
        yield Model(f"{at}/{name}", f"{at}/{modules.get(name, usual)}", f"{at}/{name}")
    if not configs:
        yield Model(f"{at}/{usual}", f"{at}/{usual}", "")


# ---- trees ----


def tree_at(commit: str, folder: Path) -> Tree:
    """The code of a commit, unpacked into a folder."""
    asked = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, capture_output=True)
    if asked.returncode:
        raise Failed(asked.stderr.decode().strip())
    with tarfile.open(fileobj=io.BytesIO(asked.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return Tree(commit, folder / "src")


def dumps(
    trees: Sequence[Tree], parts: Sequence[str], chosen: Sequence[Model], root: Path, folder: Path
) -> list[Dump]:
    """The output of several trees for the models, each in a process of its own, concurrently."""
    # A file, because a pipe that one process has not yet read would block the other.
    given = folder / "models.json"
    given.write_text(json.dumps([model._asdict() for model in chosen]), encoding="utf-8")
    running = []
    for number, tree in enumerate(trees):
        target = folder / f"dump{number}"
        command = [sys.executable, "-m", "tools.dump", str(target), ",".join(parts)]
        path = os.pathsep.join([str(tree.src), str(ROOT)])
        with given.open() as stdin:
            process = subprocess.Popen(
                command,
                cwd=root,
                env={**os.environ, "PYTHONPATH": path},
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        running.append((tree, target, process))
    ended = [(tree, target, process, *process.communicate()) for tree, target, process in running]
    for tree, _, process, _, problem in ended:
        if process.returncode:
            raise Failed(f"{tree.name} cannot be run: {problem.strip()}")
    return [_finished(tree, target, report) for tree, target, _, report, _ in ended]


def _finished(tree: Tree, folder: Path, text: str) -> Dump:
    report = json.loads(text)
    if not Path(report["package"]).is_relative_to(tree.src.resolve()):
        raise Failed(f"{tree.name} ran the code in {report['package']}")
    return Dump(tree, folder, tuple(report["missing"]))


# ---- differences ----


class Difference(NamedTuple):
    """The differences in the texts of a model; `rows` show the first one."""

    model: Model
    names: tuple[str, ...]
    rows: tuple[str, ...]


def differences(old: Dump, new: Dump, chosen: Sequence[Model]) -> Iterator[Difference]:
    """The models for which the output of two trees differs, in order."""
    skipped = {*old.missing, *new.missing}
    for model in chosen:
        before, after = old.texts(model), new.texts(model)
        names = [
            name
            for name in dict.fromkeys([*before, *after])
            if name not in skipped and before.get(name) != after.get(name)
        ]
        if names:
            first = names[0]
            rows = short_diff(
                before.get(first, ""), after.get(first, ""), old.tree.name, new.tree.name
            )
            yield Difference(model, tuple(names), tuple(rows))


def short_diff(old: str, new: str, old_name: str, new_name: str) -> list[str]:
    """The first rows of a unified diff."""
    before, after = _rows(old), _rows(new)
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    start = max(0, same - 3)
    window = slice(start, start + _LOOKED_AT)
    rows = unified_diff(before[window], after[window], old_name, new_name, lineterm="", n=2)
    return list(islice(rows, _SHOWN))


def _rows(text: str) -> list[str]:
    """The lines of a text, long ones broken before each parenthesis."""
    return [
        row
        for line in text.splitlines()
        for row in (line.replace(" (", "\n(").splitlines() if len(line) > _LONG else [line])
    ]


# ---- the command ----


def replay(trees: tuple[Tree, Tree], parts: Sequence[str], chosen: Sequence[Model]) -> int:
    """Compare the trees and print the differences; returns 1 if there are any."""
    started = time.monotonic()
    with TemporaryDirectory() as folder:
        old, new = dumps(trees, parts, chosen, ROOT, Path(folder))
        found = list(differences(old, new, chosen))
    for model, names, rows in found:
        print(f"{model.name}: {', '.join(names)}", *rows, "", sep="\n")
    for each in (old, new):
        for name in each.missing:
            print(f"not compared: {name}, which {each.tree.name} cannot make")
    seconds = time.monotonic() - started
    what = f"{old.tree.name} and {new.tree.name} differ in {len(found)} of {len(chosen)} models"
    print(f"{what} ({', '.join(parts)}; {seconds:.0f} s)")
    return 1 if found else 0


def main(argv: Sequence[str] | None = None) -> int:
    """Compare this tree with a commit."""
    parser = argparse.ArgumentParser(prog="python -m tools.replay", description=__doc__)
    parser.add_argument("commit", nargs="?", default="main", help="compare with it (main)")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="a spec")
    parser.add_argument("--parts", default=",".join(PARTS), help=f"of {', '.join(PARTS)}")
    asked = parser.parse_args(argv)
    parts = asked.parts.split(",")
    if not set(parts) <= set(PARTS):
        parser.error(f"the parts are {', '.join(PARTS)}")
    try:
        chosen = models(ROOT, asked.only)
        with TemporaryDirectory() as folder:
            old = tree_at(asked.commit, Path(folder))
            return replay((old, Tree(HERE, ROOT / "src")), parts, chosen)
    except Failed as why:
        print(f"replay: {why}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
