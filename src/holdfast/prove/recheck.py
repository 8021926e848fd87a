"""Verify a certificate from its files alone, without the spec and the encoding.

Every file has its recorded hash, no obligation is missing (each lemma initially, and after each
action), every part of it has its files, and a solver finds each of these unsatisfiable again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from holdfast.prove.certificate import FORMAT, SUMMARY, digest, stamp_of
from holdfast.prove.obligations import INIT
from holdfast.prove.strategies import RLIMITS, Effort, confirmations
from holdfast.smt.solvers.pool import Ask, Attempt, Pool
from holdfast.source import Diagnostic, SpecError


@dataclass(frozen=True, slots=True)
class RecheckedFile:
    """A query and the results of the solvers."""

    name: str
    lemma: str
    action: str
    answers: tuple[tuple[str, str], ...]

    @property
    def ok(self) -> bool:
        """Whether some solver proves it, and none contradicts."""
        said = [answer for _, answer in self.answers]
        return "unsat" in said and "sat" not in said


@dataclass(frozen=True, slots=True)
class Rechecked:
    """The result for a certificate: `problems` are the reasons to reject it."""

    folder: str
    spec: str
    invariants: tuple[str, ...]
    scope: str
    assumed: tuple[str, ...]
    library_lemmas: tuple[str, ...]
    files: tuple[RecheckedFile, ...]
    problems: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether the certificate is complete, and every query is proved again."""
        return not self.problems and all(each.ok for each in self.files) and bool(self.files)


def recheck(folder: Path, solvers: tuple[str, ...], workers: int | None = None) -> Rechecked:
    """Verify a certificate; raises SpecError if it cannot be read."""
    summary = read_summary(folder, FORMAT, _NEEDED)
    problems = [*row_problems(summary, folder), *missing_lemmas(summary)]
    problems = problems or list(stamp_problems(summary, folder))
    return rechecked(summary, folder, tuple(summary["invariants"]), problems, solvers, workers)


def rechecked(  # noqa: PLR0913  # a certificate, and how it is verified
    summary: dict[str, Any],
    folder: Path,
    claims: tuple[str, ...],
    problems: Sequence[str],
    solvers: tuple[str, ...],
    workers: int | None,
) -> Rechecked:
    """The result for a certificate of these claims: every query is solved again."""
    asked = list(_questions(summary, folder))
    effort = Effort(solvers, rlimit=RLIMITS[-1])
    with Pool(workers, remember=False) as pool:
        tasks: list[Callable[[Ask], tuple[tuple[str, str], ...]]] = [
            _task(text, effort) for _, _, _, text in asked
        ]
        answers = dict(pool.run(tasks))
    files = tuple(
        RecheckedFile(name, lemma, action, answers[i])
        for i, (name, lemma, action, _) in enumerate(asked)
    )
    return Rechecked(
        str(folder),
        str(summary["spec"]),
        claims,
        str(summary["scope"]),
        tuple(summary["assumed"]),
        tuple(lemma["name"] for lemma in summary["library_lemmas"]),
        files,
        tuple(problems),
    )


def _task(text: str, effort: Effort) -> Callable[[Ask], tuple[tuple[str, str], ...]]:
    def ask_all(ask: Ask) -> tuple[tuple[str, str], ...]:
        found: list[tuple[str, str]] = []
        for solver in effort.solvers:
            for strategy, rlimit in confirmations(solver, RLIMITS):
                attempt = Attempt(text, solver, effort.limits(rlimit), strategy)
                outcome = ask(attempt).outcome
                if outcome.status in ("unsat", "sat", "missing"):
                    break
            found.append((outcome.solver, outcome.status))
            if outcome.status == "unsat":
                break  # one proof is enough; the next solver is used where this one gives up
        return tuple(found)

    return ask_all


# ---- files ----


_LISTS = ("invariants", "claims", "lemmas", "actions", "obligations", "assumed", "library_lemmas")
_NEEDED = ("spec", "scope", "method", "k", "invariants", "lemmas", "actions", "obligations")


def format_of(folder: Path) -> str:
    """The format of a certificate; raises SpecError if there is none."""
    return str(_read(folder).get("format"))


def read_summary(folder: Path, format: str, needed: Iterable[str]) -> dict[str, Any]:
    """The summary of a certificate; raises SpecError if it is not complete."""
    summary = _read(folder)
    if summary.get("format") != format:
        raise broken(f"{folder / SUMMARY} is not a certificate that this version can read")
    for key in (*needed, "files", "assumed", "library_lemmas"):
        if key not in summary:
            raise broken(f"{folder / SUMMARY} has no `{key}`")
    for key in _LISTS:
        if not isinstance(summary.get(key, []), list):
            raise broken(f"`{key}` of {folder / SUMMARY} is not a list")
    if not (_are_rows(summary) and isinstance(summary["files"], dict)):
        raise broken(f"{folder / SUMMARY} is not a certificate that this version can read")
    return summary


def _are_rows(summary: dict[str, Any]) -> bool:
    """Whether obligations, their parts and the lemmas of the library have what is read of them."""
    rows = summary["obligations"]
    return (
        _have(rows, str, "lemma", "action", "kind", "status")
        and _have(rows, int, "of")
        and _have(rows, list, "parts")
        and all(_have(row["parts"], list, "files") for row in rows)
        and all(isinstance(f, str) for row in rows for part in row["parts"] for f in part["files"])
        and _have(summary["library_lemmas"], str, "name")
    )


def _have(rows: list[Any], kind: type, *keys: str) -> bool:
    """Whether every row is an object with values of this type."""
    return all(isinstance(row, dict) and isinstance(row.get(k), kind) for row in rows for k in keys)


def _read(folder: Path) -> dict[str, Any]:
    try:
        summary = json.loads((folder / SUMMARY).read_text("utf-8"))
    except OSError:
        raise broken(f"there is no {SUMMARY} in {folder}") from None
    except ValueError:
        raise broken(f"{folder / SUMMARY} is not JSON") from None
    if not isinstance(summary, dict):
        raise broken(f"{folder / SUMMARY} is not a certificate that this version can read")
    return summary


def broken(message: str) -> SpecError:
    """A certificate that cannot be read."""
    return SpecError(Diagnostic("recheck-broken", message, None))


def row_problems(summary: dict[str, Any], folder: Path) -> Iterator[str]:
    """Files that were changed, and obligations that are not proved or have no queries."""
    if not summary.get("proved"):
        yield "the summary does not claim a proof"
    yield from _changed(summary["files"], folder)
    for row in summary["obligations"]:
        name = f"{row['lemma']} / {row['action']}"
        if row["status"] != "proved":
            yield f"{name} is not proved ({row['status']})"
        if len(row["parts"]) != row["of"]:
            yield f"{name} has {row['of']} parts and queries for {len(row['parts'])} of them"
        for part in row["parts"]:
            if not part["files"]:
                yield f"{name} has a part without a query"
            for file in part["files"]:
                if file not in summary["files"]:
                    yield f"{file} is not in the list of files"


def stamp_problems(summary: dict[str, Any], folder: Path) -> Iterator[str]:
    """Queries that do not belong to this summary and these files."""
    parts = (part for row in summary["obligations"] for part in row["parts"])
    names = dict.fromkeys(name for part in parts for name in part["files"])
    stamped = {name: text_of(folder, name) for name in names}
    others = {name: text_of(folder, name) for name in summary["files"] if name not in names}
    queries = {name: _before_stamp(text) for name, text in stamped.items()}
    stamp = stamp_of(summary, queries, others)
    strange = [name for name, text in stamped.items() if not text.endswith(stamp)]
    if strange:
        yield (
            f"{len(strange)} of {len(stamped)} queries belong to another certificate: to other"
            " files, or to other actions, lemmas, obligations or assumptions"
        )


def _before_stamp(text: str) -> str:
    """A query without its last line."""
    return "".join(text.splitlines(keepends=True)[:-1])


def _changed(hashes: dict[str, str], folder: Path) -> Iterator[str]:
    for name, wanted in hashes.items():
        try:
            text = inside(folder, name).read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError):
            yield f"{name} is missing or cannot be read"
            continue
        if digest(text) != wanted:
            yield f"{name} was changed"


def missing_lemmas(summary: dict[str, Any]) -> Iterator[str]:
    """Obligations that the method needs and that are not there."""
    if summary["method"] != "induction":
        return
    if not summary["lemmas"]:
        yield "there is no lemma"
    yield from missing_inductions(summary)


def missing_inductions(summary: dict[str, Any]) -> Iterator[str]:
    """Cases of the induction of a lemma that are not there."""
    there = {(row["lemma"], row["action"], row["kind"]) for row in summary["obligations"]}
    for lemma in summary["lemmas"]:
        if (lemma, INIT, "initiation") not in there:
            yield f"there is no obligation that {lemma} holds initially"
        for action in summary["actions"]:
            if (lemma, action, "consecution") not in there:
                yield f"there is no obligation that {action} preserves {lemma}"


def inside(folder: Path, name: str) -> Path:
    """The path of a file; a name that leads out of the folder is not one."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise broken(f"{name} is not inside the certificate")
    return path


def text_of(folder: Path, name: str) -> str:
    """A file of the certificate; raises SpecError if it cannot be read."""
    try:
        return inside(folder, name).read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        raise broken(f"{name} is missing or cannot be read") from None


def _questions(summary: dict[str, Any], folder: Path) -> Iterator[tuple[str, str, str, str]]:
    for row in summary["obligations"]:
        for part in row["parts"]:
            for name in part["files"]:
                path = inside(folder, name)
                if path.is_file():
                    text = path.read_bytes().decode("utf-8", "replace")
                    yield name, row["lemma"], row["action"], text
