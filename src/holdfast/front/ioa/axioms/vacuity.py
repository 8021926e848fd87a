"""Where-clauses that nothing may satisfy: then axioms about what satisfies them say nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from holdfast.front.document import Axiom
from holdfast.front.ioa import tree
from holdfast.front.ioa.axioms.cases import case_of
from holdfast.front.ioa.axioms.primitive import where_of
from holdfast.front.ioa.axioms.setting import Setting, arguments
from holdfast.front.ioa.axioms.witness import Witness
from holdfast.front.ioa.compose.logic import not_


def impossible_clauses(setting: Setting) -> Iterator[Axiom]:
    """For each where-clause, the statement that nothing satisfies it."""
    automaton, all_known = setting.automaton, setting.candidates
    if automaton.where is not None:
        where = automaton.where
        free = replace(all_known, known=all_known.known[:-1])
        case = case_of(free, lambda: not_(setting.lower(where)), where.span, Witness("possible"))
        what = f"the where-clause of {automaton.name}"
        yield Axiom("where", what, f"no parameters satisfy {what}", where.span, (case,))
    for action in automaton.signature if isinstance(automaton, tree.Automaton) else ():
        if action.where is not None:
            candidates = all_known.having(*arguments(action.name, action.params))
            span = action.where.span
            case = case_of(
                candidates,
                lambda action=action: not_(where_of(setting, action)),  # type: ignore[misc]  # a default binds the action now
                span,
                Witness("possible"),
            )
            what = f"the where-clause of {action.name} in {automaton.name}"
            yield Axiom("where", what, f"no arguments satisfy {what}", span, (case,))
