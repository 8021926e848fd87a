"""What became of a certificate that was verified again: text and JSON."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.prove.recheck import Rechecked
from holdfast.report.diagnostics import count_of
from holdfast.report.envelope import Json
from holdfast.report.layout import Look


def show_recheck(found: Rechecked, look: Look) -> str:
    """The verdict, and every reason not to believe the certificate."""
    return "\n".join(_lines(found, look))


def _lines(found: Rechecked, look: Look) -> Iterator[str]:
    names = ", ".join(found.invariants)
    yield look.paint("strong", found.folder) + f"  a proof of {names} of {found.spec}"
    for label, texts in (("assumed", found.assumed), ("from the library", found.library_lemmas)):
        if texts:
            yield f"  {label}: {', '.join(texts)}"
    yield ""
    files = count_of(len(found.files), "question")
    if found.ok:
        solvers = ", ".join(sorted({solver for f in found.files for solver, _ in f.answers}))
        where = "for all sizes" if found.scope == "all sizes" else f"for {found.scope}"
        yield look.paint("good", "ok") + f"  {names}  {files} proved again, {where} ({solvers})"
        return
    yield look.paint("doubtful", "??") + f"  {names}  the certificate does not prove it"
    for problem in found.problems:
        yield f"    {problem}"
    for file in found.files:
        if not file.ok:
            said = ", ".join(f"{solver}: {answer}" for solver, answer in file.answers)
            yield f"    {file.name}: not proved again ({said})"


def recheck_json(found: Rechecked) -> dict[str, Json]:
    """What only `recheck` says."""
    return {
        "folder": found.folder,
        "problems": found.problems,
        "files": [
            {
                "file": file.name,
                "lemma": file.lemma,
                "action": file.action,
                "ok": file.ok,
                "answers": [{"solver": s, "answer": a} for s, a in file.answers],
            }
            for file in found.files
        ],
        "library_lemmas": found.library_lemmas,
    }
