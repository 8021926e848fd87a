"""The axioms of a primitive automaton: disjoint kinds of actions, and inputs that are enabled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from holdfast.front.document import Axiom, AxiomCase
from holdfast.front.ioa import tree
from holdfast.front.ioa.axioms.cases import case_of
from holdfast.front.ioa.axioms.setting import Setting, arguments
from holdfast.front.ioa.axioms.witness import Witness
from holdfast.front.ioa.compose.logic import and_, not_, or_
from holdfast.front.ioa.tree import Kind
from holdfast.ir import expr as ir
from holdfast.source import Span

_ARTICLES = {Kind.INPUT: "an input", Kind.OUTPUT: "an output", Kind.INTERNAL: "internal"}


def signature_axioms(setting: Setting) -> Iterator[Axiom]:
    """For each action: it is an input, an output or internal, never two of these."""
    automaton = setting.automaton
    assert isinstance(automaton, tree.Automaton)
    for name, entries in _by_name(automaton.signature).items():
        title = f"the kinds of {name} in {automaton.name} are disjoint"
        cases = []
        for one, other in combinations(entries, 2):
            if one.kind is not other.kind:
                cases.append(_disjoint(setting, one, other))
        construct = f"signature of {name} in {automaton.name}"
        yield Axiom("signature", construct, title, entries[0].span, tuple(cases))


def _disjoint(setting: Setting, one: tree.Action, other: tree.Action) -> AxiomCase:
    chosen = arguments(one.name, one.params)
    kinds = f"both {_ARTICLES[one.kind]} and {_ARTICLES[other.kind]}"
    witness = Witness(
        f"{{}} is {kinds} of {setting.automaton.name}",
        one.name,
        chosen,
        setting.candidates.every,
    )

    def formula() -> ir.Expr:
        return not_(and_([where_of(setting, one), where_of(setting, other)], other.span))

    return case_of(setting.candidates.having(*chosen), formula, other.span, witness)


def where_of(setting: Setting, action: tree.Action) -> ir.Expr:
    """The where-clause of an action, over the candidates for its arguments."""
    names = tuple(c.variable for c in arguments(action.name, action.params))
    return setting.lower(action.where, setting.scope.with_arguments(action.params, names))


def input_axioms(setting: Setting) -> Iterator[Axiom]:
    """For each input: some transition accepts it in every state."""
    automaton = setting.automaton
    assert isinstance(automaton, tree.Automaton)
    inputs = [a for a in automaton.signature if a.kind is Kind.INPUT]
    for name, entries in _by_name(inputs).items():
        title = f"{automaton.name} accepts the input {name} in every state"
        accepting = [t for t in automaton.transitions if t.kind is Kind.INPUT and t.name == name]
        span = accepting[0].span if accepting else entries[0].span
        cases: tuple[AxiomCase, ...] = ()
        if not any(t.precondition is None for t in accepting):
            cases = (_accepted(setting, entries, accepting, span),)
        construct = f"input {name} of {automaton.name}"
        yield Axiom("input-enabled", construct, title, span, cases)


def _accepted(
    setting: Setting,
    entries: Sequence[tree.Action],
    accepting: Sequence[tree.Transition],
    span: Span,
) -> AxiomCase:
    first = entries[0]
    chosen = arguments(first.name, first.params)
    names = tuple(c.variable for c in chosen)
    sentence = f"{setting.automaton.name} does not accept the input {{}}"
    if not accepting:
        sentence += ", for which it has no transition"
    witness = Witness(sentence, first.name, chosen, setting.candidates.every)

    def formula() -> ir.Expr:
        scopes = [setting.scope.with_arguments(t.params, names) for t in accepting]
        pairs = zip(accepting, scopes, strict=True)
        possible = or_([setting.lower(t.precondition, scope) for t, scope in pairs])
        return or_([not_(or_([where_of(setting, e) for e in entries])), possible], span)

    return case_of(setting.candidates.having(*chosen), formula, span, witness)


def _by_name(actions: Sequence[tree.Action]) -> dict[str, list[tree.Action]]:
    found: dict[str, list[tree.Action]] = {}
    for a in actions:
        found.setdefault(a.name, []).append(a)
    return found
