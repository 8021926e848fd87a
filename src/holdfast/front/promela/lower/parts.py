"""The statements of all process types, to report those that are never executed."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.front.promela.lower.automaton import Step
from holdfast.front.promela.lower.effects import Effect
from holdfast.front.promela.lower.elements import Element, Kind
from holdfast.front.promela.lower.instances import Instance, ProcessType
from holdfast.front.promela.lower.world import World
from holdfast.ir.system import Part
from holdfast.source import Span

_LONGEST_NAME = 48


class Parts:
    """The statements of a model, also those that control never reaches."""

    def __init__(self, w: World) -> None:
        found = {_key(part): part for t in w.types for part in _parts(t)}
        self.all = tuple(found.values())
        self._index = {key: i for i, key in enumerate(found)}

    def of(self, i: Instance, step: Step, effect: Effect) -> tuple[int, ...]:
        """The statements that are executed; the end of a process, if it is reached."""
        taken = [_part(i.type, step)]
        if step.target is not None and step.target.element is not None and step.target.is_end:
            taken.append(_of_element(i.type, step.target.element))
        if effect.partner is not None and effect.received is not None:
            taken.append(_part(effect.partner.type, effect.received))
        return tuple(self._index[_key(part)] for part in taken)


def _parts(t: ProcessType) -> Iterator[Part]:
    for e in t.automaton.elements:
        if e.kind in (Kind.STATEMENT, Kind.END):
            yield _of_element(t, e)
    for step in (step for point in t.automaton.points for step in point.steps):
        yield _part(t, step)  # a jump, where that is a step


def _key(part: Part) -> tuple[str, str, Span | None]:
    return part.group, part.text, part.span


def _part(t: ProcessType, step: Step) -> Part:
    return Part(t.name, statement_text(step), span=step.span)


def _of_element(t: ProcessType, e: Element) -> Part:
    text = "-end-" if e.kind is Kind.END else short_text(e.span.text)
    return Part(t.name, text, span=e.span)


def statement_text(step: Step) -> str:
    """The statement of a step."""
    return "-end-" if step.ends else short_text(step.span.text)


def short_text(text: str) -> str:
    """A text in one line that is not too long."""
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 3]}..."
