"""The result of `check` as text: the verdict, what was and was not checked, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from holdfast.ir.notation import TLA, Notation
from holdfast.report.diagnostics import count_of, show_diagnostics
from holdfast.report.lasso import fairness_lines, lasso_line
from holdfast.report.layout import Look, Tone, beside, wrap
from holdfast.report.reason import show_reason, stuck_lines
from holdfast.report.trace import remark_on, show_trace
from holdfast.report.unreached import unreached_lines
from holdfast.source import Diagnostic
from holdfast.verdict import (
    Answer,
    Bounded,
    Counts,
    Exhausted,
    Failed,
    Kind,
    Proved,
    Reason,
    Sampled,
    Unchecked,
    Unknown,
    Violated,
    violated_names,
)

_LABELS = 10
_OF_MODELS = ("config-", "model-", "pcal-stale")
_MANY = 8


@dataclass(frozen=True, slots=True)
class Question:
    """What was checked: the spec, its model, and the definitions that were found by name.

    `kinds` gives the kind of each property: invariant or property. `left_out` are properties
    of the configuration that were not requested, `unasked` definitions that look like invariants
    and are not in the model, `unasked_properties` those that look like temporal properties.
    `diagnostics` are about the text. `replaced` are the names that the model replaces by other
    definitions. `temporal` are the properties that are not about single states or steps.
    `notation` is that of the values.
    """

    spec: str
    config: str | None = None
    found: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    kinds: Mapping[str, str] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    unasked: tuple[str, ...] = ()
    replaced: frozenset[str] = frozenset()
    temporal: tuple[str, ...] = ()
    unasked_properties: tuple[str, ...] = ()
    notation: Notation = TLA

    def look(self, look: Look | None) -> Look:
        """How the result is printed, with values in the notation of the spec."""
        return replace(look or Look(), notation=self.notation)


def show_answer(answer: Answer, question: Question, look: Look | None = None) -> str:
    """The whole result, paragraphs separated by blank lines."""
    look = question.look(look)
    if look.quiet:
        return "\n".join(_verdict_line(answer, look))
    diagnostics = show_diagnostics(question.diagnostics, look.color) if look.diagnostics else ""
    paragraphs = answer_paragraphs(answer, question, look)
    return "\n\n".join([diagnostics, *paragraphs] if diagnostics else paragraphs)


def answer_paragraphs(answer: Answer, question: Question, look: Look | None = None) -> list[str]:
    """The paragraphs of the result: spec, model and properties first, counts last."""
    look = question.look(look)
    paragraphs = [
        "\n".join(_head(answer, question, look)),
        "\n".join(answer.output),
        *_verdict(answer, look),
        *(p for more in answer.more_violations for p in _violation(more, look, False)),
        "\n".join(_others(answer, look)),
        "\n".join(_notes(answer, question, look)),
        _summary(answer, look),
    ]
    return [p for p in paragraphs if p]


# ---- spec, model and properties ----


def spec_line(question: Question, look: Look) -> str:
    """The spec, and the configuration that was used with it."""
    config = f"  with {question.config}" if question.config else "  without a configuration"
    return look.paint("strong", question.spec) + config


def _head(answer: Answer, question: Question, look: Look) -> Iterator[str]:
    yield spec_line(question, look)
    for notice in question.notices:
        about = notice.removeprefix(f"{question.spec}: ")
        yield from (f"  {line}" for line in wrap(about, look.width - 2))
    rows = [
        ("found", f"by name: {', '.join(question.found)}" if question.found else ""),
        ("checking", ", ".join(_checking(answer, question)) or "nothing"),
        ("not asked", _not_asked(question)),
        ("left out", ", ".join(question.left_out)),
        ("constants", ", ".join(_constants(answer, question))),
        ("assuming", ", ".join(answer.assumed)),
        ("reduced by", ", ".join(answer.reductions)),
    ]
    for label, text in rows:
        if text:
            for line in beside(label, wrap(text, look.width - _LABELS - 4, 2), _LABELS):
                yield f"  {line}"


def _checking(answer: Answer, question: Question) -> Iterator[str]:
    yield from (_named(name, question) for name in answer.checked)
    yield from (f"{each.name} (safety part)" for each in answer.not_checked if each.safety_part)


def _not_asked(question: Question) -> str:
    """The likely properties, unless there is a configuration, which may leave them out."""
    if question.config is not None or not question.unasked_properties:
        return ""
    return f"{_enough(list(question.unasked_properties))} (`--property NAME` checks one)"


def _constants(answer: Answer, question: Question) -> Iterator[str]:
    for name, value in answer.constants.items():
        yield f"{name} {'<-' if name in question.replaced else '='} {value}"


def _named(name: str, question: Question) -> str:
    kind = question.kinds.get(name)
    return f"{name} ({kind})" if kind else name


# ---- the verdict ----


def _verdict(answer: Answer, look: Look) -> Iterator[str]:
    verdict = answer.verdict
    match verdict:
        case Proved() | Exhausted() | Bounded() | Sampled():
            yield "\n".join(_holding(answer, verdict, look))
        case Violated():
            yield from _violation(verdict, look, True)
        case Unknown(reason=reason):
            yield "\n".join(_open(answer, reason, look))
        case Failed():
            yield from _failure(verdict, look)
        case _:
            assert_never(verdict)


def _verdict_line(answer: Answer, look: Look) -> Iterator[str]:
    """The verdict without the explanation and the trace."""
    first = next(_verdict(answer, look), "")
    yield first
    for more in answer.more_violations:
        yield next(_violation(more, look, False))


def _holding(
    answer: Answer, verdict: Proved | Exhausted | Bounded | Sampled, look: Look
) -> Iterator[str]:
    match verdict:
        case Proved(scope, by):
            words = f"holds for {scope}, by {by}"
        case Exhausted():
            words = f"holds in all {_states(answer.counts)}"
        case Bounded(depth):
            words = f"not violated up to depth {depth}; deeper states were not checked"
        case Sampled(behaviours, depth):
            sample = f"{count_of(behaviours, 'random behaviour')} of at most {depth:,} steps"
            words = f"no violation in {sample}"
        case _:
            assert_never(verdict)
    is_partial = isinstance(verdict, Bounded | Sampled)
    tone: Tone = "doubtful" if is_partial else "good"
    mark = "--" if is_partial else "ok"
    yield from _rows(answer, look, mark, tone, words)


def _open(answer: Answer, reason: str, look: Look) -> Iterator[str]:
    if answer.complete and answer.counts.initial:
        yield from _rows(answer, look, "ok", "good", f"holds in all {_states(answer.counts)}")
        return
    yield look.paint("doubtful", f"??  partial result: {reason}")
    explored = f"not violated in the {count_of(answer.counts.distinct, 'state')} explored"
    yield from _rows(answer, look, "--", "doubtful", explored)


def _rows(answer: Answer, look: Look, mark: str, tone: Tone, words: str) -> Iterator[str]:
    """One line for each property: its mark, its name, its result."""
    shown = [each for each in answer.not_checked if _has_row(each)]
    names = [*answer.checked, *(each.name for each in shown)]
    width = max(map(len, names), default=0)
    if not answer.checked and not answer.counts.initial and answer.complete:
        yield f"{look.paint(tone, mark)}  no behaviour: there was nothing to explore"
    elif not answer.checked and not any(each.safety_part for each in shown):
        yield f"{look.paint(tone, mark)}  no property; {words.replace('holds in', 'explored')}"
    for name in answer.checked:
        said = words.replace("holds in", "none in") if name == "deadlock" else words
        said = answer.said.get(name, said) if mark == "ok" else said
        yield f"{look.paint(tone, mark)}  {name:{width}}  {said}"
    for each in shown:
        text = f"not checked: {_why_unchecked(each)}"
        if each.safety_part:
            text = f"safety part {words}; temporal part {text}"
        sign = "--" if each.excused else "??"
        yield f"{look.paint('doubtful', sign)}  {each.name:{width}}  {text}"


def _has_row(each: Unchecked) -> bool:
    """Whether it is listed with the results; otherwise a note is enough."""
    return each.safety_part or not each.excused


def _states(counts: Counts) -> str:
    return count_of(counts.distinct, "reachable state")


def _others(answer: Answer, look: Look) -> Iterator[str]:
    """The properties that hold besides a violated one, if every state was explored."""
    if not isinstance(answer.verdict, Violated) or not answer.complete:
        return
    violated = violated_names(answer)
    holding = tuple(name for name in answer.checked if name not in violated)
    if holding:
        rest = replace(answer, checked=holding, not_checked=())
        yield from _rows(rest, look, "ok", "good", f"holds in all {_states(answer.counts)}")


_HEADLINES: dict[Kind, str] = {
    "invariant": "{name} is violated",
    "action": "{name} is violated",
    "temporal": "{name} is violated",
    "deadlock": "deadlock: a state without a next state",
    "assumption": "the assumption {name} is false",
    "assert": "{name} fails",
    "postcondition": "the postcondition {name} is false",
}


def _violation(violated: Violated, look: Look, first: bool) -> Iterator[str]:
    # An assumption without a name is identified by its location, which begins with ASSUME.
    name = violated.property.removeprefix("ASSUME ")
    headline = _HEADLINES.get(violated.kind, "{name} is violated").format(name=name)
    steps = len(violated.trace) - 1 if violated.trace is not None else 0
    after = f" after {count_of(steps, 'step')}" if steps else " in an initial state"
    if violated.kind == "action":
        after = f" by the last of {steps} steps" if steps > 1 else " by the first step"
    if violated.trace is None:
        after = ""
    elif violated.trace.loop is not None:
        after = f": {lasso_line(violated.trace)}"
    yield look.paint("bad", f"x  {headline}{after}") + ("" if first else "  (also)")
    if violated.kind == "deadlock" and violated.reason is not None:
        yield "\n".join(_stuck(violated.reason, look))
    elif violated.reason is not None:
        yield show_reason(violated.reason, look)
    if violated.trace is not None:
        yield show_trace(violated.trace, look, remark_on(violated))
        yield "\n".join(fairness_lines(violated, look))
    if violated.refinement is not None:
        from holdfast.report.refinement import show_refinement

        yield from show_refinement(violated.refinement, look)


def _stuck(reason: Reason, look: Look) -> Iterator[str]:
    """Why each action is disabled, in a line or two each."""
    lines = stuck_lines(reason, look.notation)
    for text in lines[:_MANY]:
        yield from (f"  {line}" for line in wrap(text, look.width - 2))
    if len(lines) > _MANY:
        yield f"  and {len(lines) - _MANY} more actions"


def _failure(failed: Failed, look: Look) -> Iterator[str]:
    yield show_diagnostics(failed.diagnostics, look.color)
    if failed.trace is not None and failed.trace.steps:
        yield show_trace(failed.trace, look, remark_on(failed))


# ---- remarks ----


def _notes(answer: Answer, question: Question, look: Look) -> Iterator[str]:
    note = look.paint("doubtful", "note")
    for text in _remarks(answer, question):
        # Colour is added after padding: escape codes would change the width.
        first, *rest = wrap(f"note {text}", look.width, 5)
        yield from (first.replace("note", note, 1), *rest)


def _remarks(answer: Answer, question: Question) -> Iterator[str]:
    about_model = [d for d in question.diagnostics if d.code.startswith(_OF_MODELS)]
    about_text = len(question.diagnostics) - len(about_model)
    if about_text:
        advice = f"`holdfast parse {question.spec}` shows them"
        yield f"{count_of(about_text, 'warning')} about the text: {advice}"
    for d in about_model:
        where = f"{d.span.location()}: " if d.span is not None else ""
        yield f"{where}{d.message}{f'; {d.help}' if d.help else ''}"
    yield from answer.warnings
    verdict = answer.verdict
    if isinstance(verdict, Violated) and verdict.kind == "deadlock":
        yield f"if it may end there, say so: {question.notation.may_end}"
    for each in answer.not_checked:
        if isinstance(verdict, Violated | Failed) or not _has_row(each):
            yield unchecked_note(each)
    if question.config is not None:
        for name in question.unasked_properties[:_MANY]:
            yield f"`{name}` looks like a property; `--property {name}` checks it"
    if not answer.complete:
        return
    for name in question.unasked[:_MANY]:
        yield f"`{name}` looks like an invariant; `--invariant {name}` checks it"
    yield from unreached_lines(answer.unreached)
    never = [] if answer.unreached else [f"`{name}`" for name in answer.never_enabled]
    if never:
        subject = f"action {never[0]} was" if len(never) == 1 else f"actions {_enough(never)} were"
        yield f"{subject} never enabled: intended?"
    yield from (f"the left side of {each} was never true" for each in answer.vacuous)
    if answer.coverage is not None:
        from holdfast.report.coverage import coverage_remarks

        yield from coverage_remarks(answer.coverage)


def unchecked_note(each: Unchecked) -> str:
    """A sentence about a property that is not checked."""
    what = f"the temporal part of {each.name}" if each.safety_part else each.name
    return f"{what} is not checked: {_why_unchecked(each)}"


def _why_unchecked(each: Unchecked) -> str:
    return each.reason if each.span is None else f"{each.reason} ({each.span.location()})"


def _enough(names: list[str]) -> str:
    if len(names) <= _MANY:
        return ", ".join(names)
    return f"{', '.join(names[:_MANY])} and {len(names) - _MANY} more"


def _summary(answer: Answer, look: Look) -> str:
    """The counts, the time, and whether everything was explored."""
    counts = answer.counts
    if not counts.generated:
        return "nothing was explored"
    parts = [
        f"{count_of(counts.generated, 'state')} generated",
        f"{counts.distinct:,} distinct",
        f"depth {counts.depth}",
        f"{count_of(counts.initial, 'initial state')}",
    ]
    if answer.seconds:
        parts.append(f"{answer.seconds:.2f} s")
    # A fingerprint collision cannot cause a violation or an error.
    certain = isinstance(answer.verdict, Violated | Failed)
    if answer.collision_probability and not certain:
        parts.append(f"collision probability {answer.collision_probability:.1e}")
    return "\n".join(wrap(f"{', '.join(parts)} ({_extent(answer)})", look.width, 2))


def _extent(answer: Answer) -> str:
    if answer.complete:
        limits = [each for each in answer.reductions if "CONSTRAINT" in each]
        return f"complete within {' and '.join(limits)}" if limits else "complete"
    match answer.verdict:
        case Violated():
            return "the search stopped at the violation"
        case Failed():
            return "the search stopped at the error"
        case Bounded(depth):
            return f"complete up to depth {depth}"
        case _:
            return "partial: not every state was explored"
