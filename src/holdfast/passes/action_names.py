"""Name the disjuncts of a next-state relation that have no name of their own.

    Next == \\/ Send                Send
            \\/ x' = x + 1     =>   Next:2
            \\/ x' = 0              Next:3

One such disjunct keeps the name of the relation; of several, each is named by its line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from holdfast.ir.system import Action
from holdfast.source import Span


def name_disjuncts(actions: Sequence[Action], relation: str) -> list[Action]:
    """The actions; those with the name of the whole relation get other names."""
    unnamed = [a for a in actions if a.name == relation]
    spans = [span for a in unnamed if (span := a.body.expr.span) is not None]
    if len(unnamed) < 2 or len(spans) < len(unnamed):
        return list(actions)
    # Two disjuncts on one line differ by their columns.
    crowded = max(Counter(map(_line, set(spans))).values()) > 1
    return [_named(a, relation, crowded) if a.name == relation else a for a in actions]


def _named(action: Action, relation: str, crowded: bool) -> Action:
    span = action.body.expr.span
    assert span is not None
    line, column = span.source.position(span.start)
    place = f"{line}:{column}" if crowded else str(line)
    return replace(action, name=f"{relation}:{place}", span=span)


def _line(span: Span) -> int:
    return span.source.position(span.start)[0]
