"""The result of `infer` as text: verdict, invariant, open step, statistics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from holdfast.infer.result import Inferred, never_enabled
from holdfast.ir.tla_text import formula_text
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
    if len(result.invariant) < 2:
        return
    proved = isinstance(result.verdict, Proved)
    yield "The invariant:" if proved else "Lemmas found so far, which may help and are not proved:"
    width = max(len(c.name) for c in result.invariant)
    for c in result.invariant:
        if c.tla == c.name:
            yield f"  {look.paint('strong', c.name)}"
        else:
            text = formula_text(c.expr, look.notation)
            yield f"  {look.paint('strong', f'{c.name:{width}}')}  {text}"


def _open(result: Inferred, look: Look) -> Iterator[str]:
    what = result.open
    if what is None:
        return
    yield f"Open: a step of {what.action} that breaks {what.lemma}, from a state that satisfies it"
    then = {cell.name: cell.value for cell in look.notation.cells(what.after)}  # type: ignore[arg-type]
    for name, value, notation in look.notation.cells(what.before):  # type: ignore[arg-type]
        after = then[name]
        changed = "" if value == after else f"   then  {notation.show(after)}"
        yield f"  {name} = {notation.show(value)}{changed}"
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
