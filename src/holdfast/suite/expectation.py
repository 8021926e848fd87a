"""What a model is expected to give, what it gave, and whether they agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Status: TypeAlias = Literal[
    "ok", "different", "not-found", "inconclusive", "error", "undeclared", "skipped", "not-run"
]
"""How a result compares with its expectation.

The result is the expected one ("ok") or "different"; an expected violation is "not-found"; the
result is "inconclusive"; there is none because of an "error": a crash, or a declaration that cannot
be read. The model is not run if its expectation is "undeclared", if it is "skipped" because it asks
for something else than a check, or if the suite was interrupted before ("not-run").
"""

EXITS: Mapping[str, tuple[int, ...]] = {
    "Success": (0,),
    "AssumptionFailure": (10,),
    "DeadlockFailure": (11,),
    "SafetyFailure": (12,),
    "LivenessFailure": (13,),
    "StutteringFailure": (13,),
    "RuntimeErrorFailure": (14, 75, 76, 77),
}
"""The words of EXPECT, and the exit codes of `check` that they stand for."""

VERDICTS: Mapping[str, tuple[int, ...]] = {
    "proved": (0,),
    "exhausted": (0,),
    "bounded": (0,),
    "violated": (),
    "unknown": (20,),
    "error": (),
}
"""The verdicts, and the exit codes that they imply; without one, the kind decides."""

COUNTS = ("generated", "distinct", "depth")

_INCONCLUSIVE = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """The expected result of a model; what is None or empty is not compared.

    `said` is the word of the declaration, a verdict or a word of EXPECT. `trace` is the number of
    states of the trace, and `stutters` whether it ends in stuttering.
    """

    said: str
    exits: tuple[int, ...] = ()
    verdict: str | None = None
    kind: str | None = None
    property: str | None = None
    trace: int | None = None
    stutters: bool = False
    generated: int | None = None
    distinct: int | None = None
    depth: int | None = None

    def __str__(self) -> str:
        return _words(self.said, self.property or self.kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """The result of a model: what `check --json` reports, as far as it is compared or printed."""

    verdict: str
    exit: int
    kind: str | None = None
    property: str | None = None
    reason: str | None = None
    trace: int | None = None
    stutters: bool = False
    generated: int = 0
    distinct: int = 0
    depth: int = 0
    complete: bool = False
    seconds: float = 0.0

    def __str__(self) -> str:
        inconclusive = self.exit == _INCONCLUSIVE and self.verdict != "unknown"
        word = f"{self.verdict}, inconclusive" if inconclusive else self.verdict
        return _words(word, self.property or self.kind)


def expect_word(word: str) -> Expectation | None:
    """The expectation that a verdict or a word of EXPECT states; None if it is neither."""
    if word in VERDICTS:
        return Expectation(said=word, verdict=word, exits=VERDICTS[word])
    if word in EXITS:
        return Expectation(said=word, exits=EXITS[word], stutters=word == "StutteringFailure")
    return None


def compare(expected: Expectation, observed: Observed) -> Status:
    """How a result compares with its expectation."""
    if not any(differences(expected, observed)):
        return "ok"
    if observed.exit == 0 and expects_failure(expected):
        return "not-found"
    return "inconclusive" if observed.exit == _INCONCLUSIVE else "different"


def expects_failure(expected: Expectation) -> bool:
    """Whether a violation or an error is expected."""
    failing = any(code not in (0, _INCONCLUSIVE) for code in expected.exits)
    return failing or expected.verdict in ("violated", "error")


def differences(expected: Expectation, observed: Observed) -> Iterator[str]:
    """A line for each difference."""
    if expected.verdict not in (None, observed.verdict) or (
        expected.exits and observed.exit not in expected.exits
    ):
        codes = " or ".join(map(str, expected.exits))
        wanted = f"{expected} (exit code {codes})" if codes else str(expected)
        yield f"expected {wanted}, got {observed} (exit code {observed.exit})"
        return
    if expected.kind not in (None, observed.kind):
        yield f"expected the kind {expected.kind}, got {observed.kind}"
    if expected.property not in (None, observed.property):
        yield f"expected the property {expected.property}, got {observed.property}"
    if expected.trace not in (None, observed.trace):
        yield f"expected a trace of {expected.trace} states, got {observed.trace or 'none'}"
    if expected.stutters and not observed.stutters:
        yield "expected a trace that ends in stuttering"
    # How far a search comes before it ends early is not a property of the model.
    for name in COUNTS if observed.complete else ():
        wanted, got = getattr(expected, name), getattr(observed, name)
        if wanted not in (None, got):
            what = f"depth {wanted}" if name == "depth" else f"{wanted:,} {name} states"
            yield f"expected {what}, got {got:,}"


def _words(word: str, about: str | None) -> str:
    return word if about is None else f"{word} {about}"
