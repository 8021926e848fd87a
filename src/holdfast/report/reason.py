"""Why a formula is false: the deciding subformula, underlined in the source, with its values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from holdfast.ir.notation import TLA, Notation
from holdfast.ir.values import Value
from holdfast.report.layout import Look, wrap
from holdfast.source import Span, shown_line
from holdfast.verdict import Reason

Witness = tuple[tuple[str, Value], ...]
_LONGEST_QUOTE = 100
_MOST_REFUSALS = 8
_LONGEST_REFUSAL = 300
"""How many characters of an explanation are shown."""


def show_reason(reason: Reason, look: Look) -> str:
    """The explanation as source excerpts, from the whole formula to the deciding subformula."""
    rows: list[str] = []
    above = None
    for part in reason_parts(reason):
        # Two remarks about one line of the source need it only once.
        first, *rest = _excerpt(part, look)
        rows += rest if first == above and rest else [first, *rest]
        above = first
    return "\n".join(rows)


def reason_line(reason: Reason, notation: Notation = TLA) -> str:
    """The explanation in one line: the deciding subformula, the remark on it, the values."""
    texts = []
    for part in reason_parts(reason):
        quote = re.sub(r"\s+", " ", part.span.text) if part.span is not None else ""
        if len(quote) > _LONGEST_QUOTE:
            quote = f"{quote[: _LONGEST_QUOTE - 4]} ..."
        # For a PlusCal label, the remark quotes the test of `pc` that it is translated to.
        quoted = part.message.startswith("`")
        remark = remark_of(part, notation)
        texts.append(f"`{quote}` {remark}" if quote and not quoted else remark)
    return "; ".join(texts)


def stuck_lines(reason: Reason, notation: Notation = TLA) -> list[str]:
    """Why each action is disabled in a deadlock, a line for each."""
    return [
        f"{action.message}: {reason_lines(action.because, notation)}"
        if action.because
        else action.message
        for action in reason.because
    ]


def reason_lines(reasons: Iterable[Reason], notation: Notation = TLA) -> str:
    """Several explanations in one line."""
    return "; ".join(reason_line(each, notation) for each in reasons)


def refusal_lines(refusals: Sequence[Reason], look: Look) -> Iterator[str]:
    """Why each action does not allow a step, in a line or two each."""
    for reason in refusals[:_MOST_REFUSALS]:
        text = f"{reason.message}: {reason_lines(reason.because, look.notation)}"
        if len(text) > _LONGEST_REFUSAL and look.states != "full":
            text = f"{text[:_LONGEST_REFUSAL]} ... (-v shows all)"
        yield from (f"    {line}" for line in wrap(text, look.width - 4))
    if len(refusals) > _MOST_REFUSALS:
        yield f"    and {len(refusals) - _MOST_REFUSALS} more actions"


def reason_parts(reason: Reason, witness: Witness = ()) -> Iterator[Reason]:
    """The reasons to show: the leaves, and those at other locations above them.

    A leaf names the witnesses of all formulas around it.
    """
    witness = (*witness, *(pair for pair in reason.witness if pair not in witness))
    if not reason.because:
        yield Reason(reason.message, reason.span, witness, reason.values)
        return
    if not any(_same_line(reason.span, inner.span) for inner in reason.because):
        yield Reason(reason.message, reason.span, witness, reason.values)
        witness = ()
    for inner in reason.because:
        yield from reason_parts(inner, witness)


def _same_line(outer: Span | None, inner: Span | None) -> bool:
    """Whether two spans begin on the same line, so that one excerpt shows both."""
    if outer is None or inner is None:
        return outer is inner
    if outer.source is not inner.source:
        return False
    return outer.source.position(outer.start)[0] == inner.source.position(inner.start)[0]


def remark_of(reason: Reason, notation: Notation) -> str:
    """The remark on one part, with its witnesses and values."""
    text = reason.message
    if reason.witness:
        text += f" for {_pairs(reason.witness, notation)}"
    if reason.values:
        text += f": {_pairs(reason.values, notation)}"
    return text


def _pairs(pairs: Iterable[tuple[str, Value]], notation: Notation) -> str:
    return ", ".join(f"{name} = {notation.of(name).show(value)}" for name, value in pairs)


def _excerpt(reason: Reason, look: Look) -> Iterator[str]:
    """The source line, carets under the span, and the remark behind them."""
    remark = remark_of(reason, look.notation)
    if reason.span is None:
        yield from wrap(f"  {remark}", look.width, 6)
        return
    source = reason.span.source
    line, _ = source.position(reason.span.start)
    text, column = shown_line(reason.span)
    label = f"  {PurePath(source.name).name}:{line}"
    margin = " " * len(label)
    yield f"{look.paint('dim', f'{label} |')} {text}"
    width = max(1, min(reason.span.end - reason.span.start, len(text) - column + 1))
    more = " ..." if reason.span.end - reason.span.start > width else ""
    indent = "".join("\t" if c == "\t" else " " for c in text[: column - 1])
    carets = look.paint("bad", "^" * width + more)
    bar = look.paint("dim", f"{margin} |")
    # Two columns for the bar and one blank before the remark.
    room = look.width - len(margin) - 4 - len(indent) - width - len(more)
    if len(remark) <= room:
        yield f"{bar} {indent}{carets} {remark}"
        return
    yield f"{bar} {indent}{carets}"
    rows = wrap(remark, max(30, look.width - len(margin) - 7), 2)
    yield from (f"{bar}   {row}" for row in rows)
