"""Results of suites made by hand, for the tests of `report/`."""

from __future__ import annotations

from pathlib import Path

from holdfast.report.suite import SuiteResult
from holdfast.source import Source, Span, SpecError
from holdfast.suite.expectation import Observed, expect_word
from holdfast.suite.model import SuiteModel, broken, wrong_declaration
from holdfast.suite.result import ModelResult, crashed, judged, not_run

SOURCE = Source("specs/A.cfg", "INVARIANT Inv\n\\* EXPECT: SafetyFailure\n")
BAD = Observed(
    verdict="violated", exit=12, kind="invariant", property="Inv", reason="x = 1 \x00", seconds=0.5
)
FINE = Observed(verdict="exhausted", exit=0, distinct=1234, complete=True, seconds=0.25)
OPEN = Observed(verdict="unknown", exit=20, reason="the time limit was reached")


def model(word: str, name: str = "specs/A.cfg") -> SuiteModel:
    file = Path(name)
    spec = file.with_suffix(".tla")
    declared = Span(SOURCE, 25, 38)
    return SuiteModel(
        name=name, spec=spec, config=file, expected=expect_word(word), declared=declared
    )


def mistake() -> SpecError:
    return wrong_declaration("`no` is not a verdict", Span(SOURCE, 0, 9))


OK = judged(model("SafetyFailure"), BAD)
NOT_FOUND = judged(model("SafetyFailure"), FINE)
DIFFERENT = judged(model("Success", "specs/B.cfg"), BAD)
INCONCLUSIVE = judged(model("Success"), OPEN)
CRASHED = crashed(model("Success"), "the process ended with signal 9 (SIGKILL)")
BROKEN = not_run(broken(Path("other/expect.toml"), mistake()))
UNDECLARED = not_run(SuiteModel(name="C.cfg", spec=Path("C.tla"), status="undeclared"))
SKIPPED = not_run(
    SuiteModel(name="D.cfg", spec=Path("D.tla"), status="skipped", reason="the mode is odd")
)
NOT_RUN = not_run(model("Success"))
ALL = (OK, NOT_FOUND, DIFFERENT, INCONCLUSIVE, CRASHED, BROKEN, UNDECLARED, SKIPPED, NOT_RUN)


def suite(*models: ModelResult, interrupted: bool = False) -> SuiteResult:
    return SuiteResult(models, interrupted, 1.5)
