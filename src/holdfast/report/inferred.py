"""The result of `infer` as text: verdict, invariant, open step, statistics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from holdfast.infer.result import Inferred, Open, never_enabled
from holdfast.ir.notation import Notation
from holdfast.ir.tla_text import formula_text
from holdfast.ir.values import Value
from holdfast.report.answer import Question, spec_line
from holdfast.report.diagnostics import count_of
from holdfast.report.layout import Look, marked
from holdfast.report.proof import never_happens, violation_line, violation_paragraphs
from holdfast.verdict import Bounded, Exhausted, Failed, Proved, Sampled, Unknown, Violated


def show_inferred(result: Inferred, question: Question, look: Look | None = None) -> str:
    """The whole result, paragraphs separated by blank lines."""
    look = question.look(look)
    if look.quiet:
        return _verdict_line(result, look)
    verdict = result.verdict
    paragraphs = [
        spec_line(question, look),
        _verdict_line(result, look),
        *(violation_paragraphs(verdict, look) if isinstance(verdict, Violated) else ()),
        "\n".join(_invariant(result, look)),
        "\n".join(_open(result, look)),
        "\n".join((*result.warnings, *_explored(result), *_idle(result))),
        _summary(result),
    ]
    return "\n\n".join(p for p in paragraphs if p)


def _verdict_line(result: Inferred, look: Look) -> str:
    name = result.property
    given = f", assuming {', '.join(result.assumed)}" if result.assumed else ""
    verdict = result.verdict
    match verdict:
        case Proved(scope, by):
            where = "for all sizes" if scope == "all sizes" else f"for {scope}"
            many = count_of(len(result.invariant) - 1, "lemma")
            text = f"{name}  holds in every reachable state, {where}{given}: {many}, by {by}"
            return marked("ok", "good", text, look)
        case Violated():
            return violation_line(verdict, look)
        case Unknown(reason=reason):
            return marked("??", "doubtful", f"{name}  {reason}{given}", look)
        case Failed(_, diagnostics):
            return marked("x", "bad", diagnostics[0].message, look)
        case Exhausted() | Bounded() | Sampled():
            raise AssertionError("`infer` proves, or does not")
        case _:
            assert_never(verdict)


def _invariant(result: Inferred, look: Look) -> Iterator[str]:
    if len(result.invariant) > 1:
        proved = isinstance(result.verdict, Proved)
        unproved = "Lemmas found so far, which may help and are not proved:"
        yield "The invariant:" if proved else unproved
        yield lemmas_text(result, look)


def lemmas_text(result: Inferred, look: Look) -> str:
    """The property and the lemmas, a line each."""
    width = max((len(c.name) for c in result.invariant), default=0)
    lines = []
    for name, text in lemma_texts(result, look.notation):
        shown = f"{name:{width}}" if text else name
        lines.append(f"  {look.paint('strong', shown)}" + (f"  {text}" if text else ""))
    return "\n".join(lines)


def lemma_texts(result: Inferred, notation: Notation) -> list[tuple[str, str]]:
    """The property and the lemmas: names and formulas; none for a definition of the spec."""
    return [
        (c.name, "" if c.tla == c.name else formula_text(c.expr, notation))
        for c in result.invariant
    ]


def _open(result: Inferred, look: Look) -> Iterator[str]:
    what = result.open
    if what is None:
        return
    yield f"Open: a step of {what.action} that breaks {what.lemma}, from a state that satisfies it"
    yield open_text(what, look)
    yield f"What is missing: {what.missing}."
    if what.suggested:
        yield "With one of these atoms a lemma would exclude it (`--continue` adds them):"
        yield from (f"  {atom}" for atom in what.suggested)


def _explored(result: Inferred) -> Iterator[str]:
    """What an exploration of the configured instance says, if there is no proof."""
    checked = result.checked
    if isinstance(result.verdict, Unknown) and checked is not None:
        states = count_of(checked.counts.distinct, "state")
        if isinstance(checked.verdict, Exhausted):
            yield f"no violation in the configured instance: all {states} were explored"


def open_text(what: Open, look: Look) -> str:
    """The variables before the step, with the new values of those that it changes."""
    before, after = open_states(what)
    then = {cell.name: cell.value for cell in look.notation.cells(after)}
    lines = []
    for name, value, notation in look.notation.cells(before):
        changed = "" if value == then[name] else f"   then  {notation.show(then[name])}"
        lines.append(f"  {name} = {notation.show(value)}{changed}")
    return "\n".join(lines)


def open_states(what: Open) -> tuple[Mapping[str, Value], Mapping[str, Value]]:
    """The states before and after the step that is open."""
    return what.before, what.after  # type: ignore[return-value]  # they are values of the spec


def _idle(result: Inferred) -> Iterator[str]:
    """Warnings about actions that are never enabled, about which the invariant says nothing."""
    proved = () if result.proof is None else result.proof.never_enabled
    yield from map(never_happens, proved)
    for action in never_enabled(result):
        if action not in proved:
            yield f"action `{action}` was never enabled with the constants of the model: intended?"


def _summary(result: Inferred) -> str:
    parts = [
        f"{result.states:,} states of {count_of(len(result.sizes), 'instance')} sampled",
        count_of(result.candidates, "candidate"),
        count_of(result.ctis, "step") + " learned from",
    ]
    if result.proof is not None:
        every = result.proof.obligations
        proved = sum(1 for s in every if s.status == "proved")
        parts.append(f"{proved} of {count_of(len(every), 'obligation')} proved")
    return ", ".join(parts) + f"; {result.seconds:.1f} s"
