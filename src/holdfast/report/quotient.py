"""The quotient of a state graph as a picture, text and JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import wrap

from holdfast.check.quotient import ClassEdge, Quotient, StateClass
from holdfast.ir.notation import Notation, to_itf
from holdfast.report.answer import Question, answer_paragraphs, spec_line
from holdfast.report.diagnostics import count_of, show_diagnostics
from holdfast.report.envelope import Envelope, Json
from holdfast.report.graph_text import graph_text
from holdfast.report.layout import Look, Tone, beside
from holdfast.report.layout import wrap as wrap_words
from holdfast.report.picture import Arrow, Picture, Piece, Shape, line, merged
from holdfast.report.verdict_json import answer_envelope
from holdfast.verdict import Answer, Bounded, Exhausted, Failed, Unknown

_COLUMNS = 46
_TERM = re.compile(r"[\w!.]+([(\[][^()\[\]]*[)\]])*")
"""An expression that needs no parentheses before `=`: a name, perhaps with arguments."""
MOST_DRAWN = 500
"""A quotient with more classes is not drawn."""
EXPLANATION = (
    "A box is a class of states in which the expressions have these values; one with a double"
    " border has initial states. An arrow is an action, with the number of its steps; it is"
    " dashed if not every state of the class has such a step."
)


# ---- the picture ----


def quotient_picture(
    name: str, texts: Sequence[str], found: Quotient, notation: Notation
) -> Picture:
    """The classes as boxes; an arrow is dashed if not every state of its class has the step."""
    shapes = tuple(_shape(str(i), texts, each, notation) for i, each in enumerate(found.classes))
    ordered = sorted(shapes, key=lambda shape: "initial" not in shape.styles)
    arrows = merged([_arrow(edge, found) for edge in found.edges])
    return Picture(f"{name} by {', '.join(texts)}", tuple(ordered), arrows)


def class_lines(texts: Sequence[str], found: StateClass, notation: Notation) -> list[str]:
    """What a class is: a line for each expression."""
    return [
        f"{text if _TERM.fullmatch(text) else f'({text})'} = {notation.show(value)}"
        for text, value in zip(texts, found.values, strict=True)
    ]


def _shape(key: str, texts: Sequence[str], found: StateClass, notation: Notation) -> Shape:
    rows = class_lines(texts, found, notation)
    lines = [
        row
        for text in rows
        for row in wrap(text, _COLUMNS, subsequent_indent="  ", break_long_words=False)
    ]
    count = count_of(found.states, "state")
    if found.initial:
        count += f", {found.initial:,} initial"
    return Shape(
        key,
        (tuple(map(line, lines)), (line(count, "dim"),)),
        ("initial",) if found.initial else (),
        f"{'; '.join(rows)}: {count}",
    )


def _arrow(edge: ClassEdge, found: Quotient) -> Arrow:
    total = found.is_total(edge)
    states = found.classes[edge.source].states
    count = f"x{edge.steps:,}" if total else f"x{edge.steps:,} from {edge.states:,} of {states:,}"
    words = f"{count_of(edge.steps, 'step')} from {edge.states:,} of {count_of(states, 'state')}"
    return Arrow(
        str(edge.source),
        str(edge.target),
        ((Piece(edge.action), Piece(count, "dim")),),
        () if total else ("dashed",),
        f"{edge.action}: {words}",
    )


# ---- text ----


def show_quotient(
    answer: Answer,
    question: Question,
    texts: Sequence[str],
    found: Quotient,
    look: Look | None = None,
) -> str:
    """The whole result, paragraphs separated by blank lines."""
    look = question.look(look)
    parts = [show_diagnostics(question.diagnostics, look.color) if look.diagnostics else ""]
    parts.append("\n".join(_head(answer, question, texts, look)))
    if isinstance(answer.verdict, Failed):
        parts += answer_paragraphs(answer, question, look)[1:-1]
    parts.append(look.paint(*_verdict(answer, found)))
    if found.classes and not look.quiet:
        picture = quotient_picture(question.spec, texts, found, question.notation)
        parts.append(graph_text(picture, look.width).rstrip("\n"))
    notes = (f"note: {note}" for note in answer.warnings)
    parts.append("\n".join(row for note in notes for row in wrap_words(note, look.width)))
    parts.append(_summary(answer, found))
    return "\n\n".join(part for part in parts if part)


def _head(answer: Answer, question: Question, texts: Sequence[str], look: Look) -> Iterator[str]:
    yield spec_line(question, look)
    for notice in question.notices:
        yield f"  {notice.removeprefix(f'{question.spec}: ')}"
    constants = ", ".join(f"{n} = {v}" for n, v in answer.constants.items())
    rows = (
        ("constants", constants),
        ("reduced by", ", ".join(answer.reductions)),
        ("grouped by", ", ".join(texts)),
    )
    for label, text in rows:
        if text:
            yield from (f"  {row}" for row in beside(label, [text], 12))


def _verdict(answer: Answer, found: Quotient) -> tuple[Tone, str]:
    states = count_of(answer.counts.distinct, "state")
    classes = count_of(len(found.classes), "class", "classes")
    match answer.verdict:
        case Exhausted():
            return "good", f"{classes} of all {states}"
        case Unknown(reason=reason):
            return "doubtful", f"{classes} of the {states} explored ({reason})"
        case Bounded(depth):
            return "doubtful", f"{classes} of the {states} explored (up to depth {depth})"
        case _:
            return "doubtful", f"{classes} of the {states} explored"


def _summary(answer: Answer, found: Quotient) -> str:
    parts = [
        count_of(len(found.classes), "class", "classes"),
        count_of(len(found.edges), "edge"),
        f"{answer.counts.generated:,} states generated, {answer.counts.distinct:,} distinct",
        f"engine {answer.engine}",
        f"{answer.seconds:.2f} s",
    ]
    return ", ".join(parts)


# ---- JSON ----


def quotient_envelope(
    answer: Answer, question: Question, texts: Sequence[str], found: Quotient
) -> Envelope:
    """What `--json` prints."""
    envelope = answer_envelope("diagram", answer, question)
    return replace(
        envelope,
        engine=answer.engine,
        reductions=answer.reductions,
        collision_probability=answer.collision_probability,
        own=quotient_json(answer, texts, found),
    )


def quotient_json(answer: Answer, texts: Sequence[str], found: Quotient) -> dict[str, Json]:
    """The classes as nodes, and the edges between them by their indices."""
    return {
        "group_by": list(texts),
        "states": answer.counts.distinct,
        "complete": answer.complete,
        "nodes": [
            {
                "values": {t: to_itf(v) for t, v in zip(texts, each.values, strict=True)},
                "states": each.states,
                "initial": each.initial,
            }
            for each in found.classes
        ],
        "edges": [
            {
                "from": edge.source,
                "to": edge.target,
                "action": edge.action,
                "steps": edge.steps,
                "states": edge.states,
                "total": found.is_total(edge),
            }
            for edge in found.edges
        ],
    }
