"""Why an action is enabled or disabled in a state: text and JSON."""

from __future__ import annotations

from dataclasses import dataclass, replace

from holdfast.check.why import Attempt
from holdfast.ir.notation import TLA, Notation
from holdfast.report.envelope import Envelope, Json
from holdfast.report.layout import Look
from holdfast.report.reason import reason_line, show_reason
from holdfast.verdict import Reason


@dataclass(frozen=True, slots=True)
class Why:
    """The result of `why` for an action in a state of a trace; states count from 1."""

    spec: str
    violated: str | None
    state: int
    step: str
    attempts: tuple[Attempt, ...]
    notation: Notation = TLA

    @property
    def enabled(self) -> bool:
        """Whether some way to take the action is enabled."""
        return any(each.reason is None for each in self.attempts)


def show_why(found: Why, look: Look) -> str:
    """A paragraph for each way to take the action; those that fail only if all do."""
    look = replace(look, notation=found.notation)
    reached = "an initial state" if found.step == "initial" else f"reached by {found.step}"
    head = look.paint("dim", f"{found.spec}, state {found.state}: {reached}")
    shown = [a for a in found.attempts if a.reason is None]
    # A choice of the translation that is not in the text explains less than one that is.
    shown = shown or [a for a in found.attempts if a.reason is not None and _is_located(a.reason)]
    shown = shown or list(found.attempts)
    return "\n\n".join([head, *(_attempt(each, found.state, look) for each in shown)])


def _is_located(reason: Reason) -> bool:
    """Whether some part of the text explains it."""
    return any(r.span is not None or _is_located(r) for r in reason.because)


def _attempt(attempt: Attempt, state: int, look: Look) -> str:
    if attempt.reason is None:
        return look.paint("good", f"{attempt.action} is enabled in state {state}")
    head = look.paint("bad", f"{attempt.action} is not enabled in state {state}")
    # The message at the root repeats the action; the reasons below it explain.
    parts = attempt.reason.because or (attempt.reason,)
    return "\n".join([head, "", *(show_reason(part, look) for part in parts)])


def why_envelope(found: Why) -> Envelope:
    """What `why --json` prints."""
    return Envelope(command="why", spec=found.spec, property=found.violated, own=_why_json(found))


def _why_json(found: Why) -> dict[str, Json]:
    """The keys that only `why` adds."""
    return {
        "state": found.state,
        "step": found.step,
        "enabled": found.enabled,
        "actions": [
            {
                "action": each.action,
                "enabled": each.reason is None,
                "reason": None if each.reason is None else reason_line(each.reason),
            }
            for each in found.attempts
        ],
    }
