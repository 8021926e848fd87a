"""The envelope of a command that fails: errors in the spec or the model, files, memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from holdfast.check.simulation import Simulated
from holdfast.report.check_json import check_json
from holdfast.report.envelope import Envelope
from holdfast.report.simulation_json import simulation_json
from holdfast.report.verdict_json import verdict_word
from holdfast.source import Diagnostic, SpecError, errors
from holdfast.verdict import Answer, Failed, Kind, Unknown, exit_code

_USAGE = 2
_MISUSED = ("why-", "prove-", "smt-unknown-hypothesis")
_UNSUPPORTED = ("smt", "recheck")
_KINDS: Mapping[str, Kind] = {"eval": "evaluation", "config": "config", "model": "config"}
"""The kind of an error by the first word of its code; `parse` if it is not listed."""

_UNANSWERED = {
    "check": Envelope(
        command="check",
        engine="interp",
        collision_probability=0.0,
        own=check_json(Answer(Failed("system", ()))),
    ),
    "prove": Envelope(
        command="prove",
        own={"method": None, "k": None, "obligations": [], "library_lemmas": [], "cti": None},
    ),
    "simulate": Envelope(
        command="simulate",
        engine="interp",
        own=simulation_json(Simulated(Failed("system", ()))),
    ),
    "infer": Envelope(command="infer", own={"invariant": [], "proof": None}),
}
"""The envelopes of commands without a result, with the keys that they add."""


def error_envelope(
    command: str, spec: str | None, error: SpecError | OSError | MemoryError | RecursionError
) -> Envelope:
    """The envelope of a command that this error ended."""
    match error:
        case SpecError():
            return rejection_envelope(command, spec, error.diagnostics)
        case RecursionError():
            message = "something in this spec is nested too deeply: split its longest formulas"
            return rejection_envelope(command, spec, (Diagnostic("too-deep", message, None),))
        case OSError() | MemoryError():
            return failure_envelope(command, spec, describe_failure(error))


def describe_failure(error: OSError | MemoryError) -> str:
    """An error outside the spec in one line."""
    if isinstance(error, MemoryError):
        return "out of memory"
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename is not None else reason


def rejection_envelope(
    command: str, spec: str | None, diagnostics: tuple[Diagnostic, ...]
) -> Envelope:
    """The envelope for errors in the spec, and for what is not supported."""
    wrong = next(iter(errors(diagnostics)), diagnostics[0]).code
    verdict = _verdict(wrong, diagnostics)
    code = _USAGE if _is_misuse(wrong) else exit_code(Answer(verdict))
    if command not in _UNANSWERED:
        return Envelope(command=command, verdict="error", diagnostics=diagnostics, exit=code)
    return replace(
        _UNANSWERED[command],
        spec=spec,
        verdict=verdict_word(verdict),
        kind=verdict.kind if isinstance(verdict, Failed) and code != _USAGE else None,
        cause=verdict.cause if isinstance(verdict, Unknown) else None,
        reason=diagnostics[0].message,
        diagnostics=diagnostics,
        exit=code,
    )


def failure_envelope(command: str, spec: str | None, reason: str) -> Envelope:
    """The envelope when a file cannot be read or written, or memory runs out."""
    failed = Failed("system", ())
    return replace(
        _UNANSWERED.get(command, Envelope(command=command)),
        spec=spec,
        verdict=verdict_word(failed),
        kind=failed.kind,
        reason=reason,
        exit=exit_code(Answer(failed)),
    )


def _verdict(code: str, diagnostics: tuple[Diagnostic, ...]) -> Unknown | Failed:
    """The verdict for an error with this code."""
    part = code.partition("-")[0]
    if part in _UNSUPPORTED and not _is_misuse(code):
        return Unknown(cause="unsupported", reason=diagnostics[0].message)
    return Failed(_KINDS.get(part, "parse"), diagnostics)


def _is_misuse(code: str) -> bool:
    return code.startswith(_MISUSED)
