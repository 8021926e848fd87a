"""The result of `mine` as text: the relations that hold, and remarks on variables."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.mine.mine import Mined
from holdfast.mine.relation import Relation
from holdfast.report.answer import Question, answer_paragraphs, spec_line
from holdfast.report.diagnostics import count_of, show_diagnostics
from holdfast.report.layout import Look, beside, wrap
from holdfast.verdict import Answer, Bounded, Exhausted, Failed, Unknown

_MOST = 60
"""How many relations are printed; `--json` and `--verbose` have all of them."""
_WORDS = {
    "seen": "",
    "inductive": "inductive for this size",
    "proved": "proved for all sizes",
}


def show_mined(mined: Mined, question: Question, look: Look | None = None) -> str:
    """The whole result, paragraphs separated by blank lines."""
    look = question.look(look)
    if look.quiet:
        return "\n".join(each.text for each in mined.relations)
    parts = [show_diagnostics(question.diagnostics, look.color) if look.diagnostics else ""]
    parts.append("\n".join(_head(mined, question, look)))
    if isinstance(mined.answer.verdict, Failed):
        parts += answer_paragraphs(mined.answer, question, look)[1:-1]
    parts.append("\n".join(_relations(mined, look)))
    parts.append("\n".join(_lint(mined, look)))
    notes = (*mined.notes, *mined.answer.warnings)
    parts.append("\n".join(line for n in notes for line in wrap(f"note: {n}", look.width)))
    parts.append(_summary(mined))
    return "\n\n".join(part for part in parts if part)


def _head(mined: Mined, question: Question, look: Look) -> Iterator[str]:
    yield spec_line(question, look)
    for notice in question.notices:
        yield f"  {notice.removeprefix(f'{question.spec}: ')}"
    constants = ", ".join(f"{n} = {v}" for n, v in mined.answer.constants.items())
    if constants:
        yield from (f"  {line}" for line in beside("constants", [constants], 12))


def where(answer: Answer, outside: int) -> str:
    """The states in which the relations hold."""
    states = count_of(answer.counts.distinct, "state")
    beyond = f" and {outside:,} outside the constraints" if outside else ""
    match answer.verdict:
        case Exhausted():
            return f"in all {states}{beyond}"
        case Unknown(reason=reason):
            return f"only in the {states} explored{beyond} ({reason})"
        case Bounded(depth):
            return f"only in the {states} explored{beyond} (up to depth {depth})"
        case _:
            return f"only in the {states} explored{beyond}"


def _relations(mined: Mined, look: Look) -> Iterator[str]:
    held = where(mined.answer, mined.outside)
    if not mined.relations:
        yield look.paint("doubtful", f"no relation holds {held}")
        return
    complete = isinstance(mined.answer.verdict, Exhausted)
    yield look.paint("good" if complete else "doubtful", f"holds {held}:")
    shown = mined.relations if look.diagnostics else mined.relations[:_MOST]
    for each in shown:
        yield from _line(each, look)
    more = len(mined.relations) - len(shown)
    if more:
        yield look.paint("dim", f"  and {more} more; --verbose prints all")


def _line(relation: Relation, look: Look) -> Iterator[str]:
    remarks = [_WORDS[relation.status]]
    if relation.absent:
        remarks.append(f"vacuous in {count_of(relation.absent, 'state')}")
    about = "; ".join(r for r in remarks if r)
    yield f"  {relation.text}" + (look.paint("dim", f"    ({about})") if about else "")


def _lint(mined: Mined, look: Look) -> Iterator[str]:
    if mined.lint:
        yield "remarks on variables:"
        width = max(len(each.term) for each in mined.lint)
        for each in mined.lint:
            yield f"  {each.term:{width}}  {each.text}"


def _summary(mined: Mined) -> str:
    answer = mined.answer
    terms = len(mined.terms.terms)
    parts = [
        count_of(len(mined.relations), "relation"),
        f"{count_of(terms, 'term')} ({terms * (terms - 1) // 2:,} pairs)",
        f"{answer.counts.generated:,} states generated, {answer.counts.distinct:,} distinct",
        f"engine {answer.engine}",
        f"{answer.seconds:.2f} s",
    ]
    return ", ".join(parts)
