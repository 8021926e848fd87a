"""The result of `recheck`: text and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from holdfast.prove.recheck import Rechecked
from holdfast.report.diagnostics import count_of
from holdfast.report.envelope import Envelope, Json
from holdfast.report.layout import Look
from holdfast.report.result import Result
from holdfast.verdict import Answer, Proved, Unknown, exit_code


@dataclass(frozen=True, slots=True, repr=False)
class RecheckResult(Result):
    """The result of `recheck`; `print(result)` shows all of it."""

    rechecked: Rechecked

    @property
    def verdict(self) -> Proved | Unknown:
        """Whether the certificate proves what it claims."""
        found = self.rechecked
        if found.ok:
            return Proved(found.scope, ", ".join(_solvers(found)))
        reason = found.problems[0] if found.problems else "a query is not proved again"
        return Unknown(cause="undecided", reason=reason)

    @property
    def exit_code(self) -> int:
        """The exit code of `holdfast recheck` for this result."""
        return exit_code(Answer(self.verdict))

    def __repr__(self) -> str:
        return f"<RecheckResult {self.outcome}>"

    def envelope(self) -> Envelope:
        """What `recheck --json` prints."""
        found = self.rechecked
        return Envelope(
            command="recheck",
            spec=found.spec,
            verdict=self.outcome,
            scope=found.scope if found.ok else None,
            checked=found.invariants if found.ok else (),
            not_checked=() if found.ok else found.invariants,
            assumed=found.assumed,
            reason=found.problems[0] if found.problems else None,
            exit=self.exit_code,
            own=_recheck_json(found),
        )

    def show(self, look: Look | None = None) -> str:
        """The verdict, and every problem of the certificate."""
        return "\n".join(_lines(self.rechecked, look or Look()))


def _lines(found: Rechecked, look: Look) -> Iterator[str]:
    names = ", ".join(found.invariants)
    yield look.paint("strong", found.folder) + f"  a proof of {names} of {found.spec}"
    for label, texts in (("assumed", found.assumed), ("from the library", found.library_lemmas)):
        if texts:
            yield f"  {label}: {', '.join(texts)}"
    yield ""
    files = count_of(len(found.files), "query", "queries")
    if found.ok:
        solvers = ", ".join(_solvers(found))
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


def _solvers(found: Rechecked) -> list[str]:
    return sorted({solver for file in found.files for solver, _ in file.answers})


def _recheck_json(found: Rechecked) -> dict[str, Json]:
    """The keys that only `recheck` adds."""
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
