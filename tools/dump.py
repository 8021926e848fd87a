"""Write what `holdfast show` prints for some models; `tools/replay.py` runs it on two trees.

    PYTHONPATH=TREE/src python -m tools.dump FOLDER PARTS < models.json

The command line is the interface, because it changes least from commit to commit. On standard
output is a report: where the code comes from, and the parts that it cannot generate.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PARTS = ("ir", "c", "smt")
_BUG = 255


class Question(NamedTuple):
    """Something to print for a model: its name, and the flags of `holdfast show`."""

    name: str
    flags: tuple[str, ...]


def questions(parts: list[str]) -> Iterator[Question]:
    """The queries of each part; the passes are those of the tree that runs this."""
    if "ir" in parts:
        yield Question("ir before all passes", ())
        for name in show("--list")[1].splitlines():
            yield Question(f"ir after {name}", ("--after", name))
    if "c" in parts:
        yield Question("c", ("--c",))
    if "smt" in parts:
        yield Question("smt", ("--smt",))
        yield Question("smt for all sizes", ("--smt", "--all-sizes"))


def show(*args: str) -> tuple[int, str]:
    """The exit code and the output of `holdfast show`, which may be an error message."""
    from holdfast.cli.main import run

    text = io.StringIO()
    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        code = run(["show", *args])
    return code, text.getvalue()


def dump(folder: Path, parts: list[str], models: list[dict[str, str]]) -> dict[str, object]:
    """Write one file for each model and query; return the queries that are not supported."""
    import holdfast

    package = str(Path(holdfast.__file__).parent)
    asked = list(questions(parts))
    # An unknown option is a usage error, even with --help.
    missing = [name for name, flags in asked if show(*flags, "--help")[0] != 0]
    for model in models:
        target = folder / model["name"]
        target.mkdir(parents=True)
        config = ("--config", model["config"]) if model["config"] else ()
        for name, flags in asked:
            if name not in missing:
                code, text = show(model["spec"], *config, *flags)
                text = text.replace(package, "holdfast")
                if code == _BUG:  # the lines of a traceback differ in any two trees
                    text = text.strip().rpartition("\n")[2]
                (target / name).write_text(f"exit code {code}\n{text}", encoding="utf-8")
    return {"package": package, "missing": missing}


def main() -> int:
    """Dump the parts that the arguments name."""
    folder, parts = sys.argv[1:]
    print(json.dumps(dump(Path(folder), parts.split(","), json.load(sys.stdin))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
