"""Inference for the configured size, if all sizes are out of reach.

The encoding for all sizes may not support the spec, no lemma may be enough for all sizes, or the
time may be short. The search then starts again with counterexamples of the configured instance
only, and the proof is about this instance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from holdfast.infer.cti.cti import Finder, InstanceFinder
from holdfast.infer.cti.ground import TooLarge
from holdfast.infer.grammar.sorts import has_messages_with_numbers, has_numbers
from holdfast.infer.inference import Inference, Otherwise, made
from holdfast.infer.lift import lift_expr
from holdfast.infer.observed_types import observed_types
from holdfast.infer.ranges import (
    Extent,
    highest_numbers,
    is_endless,
    longest_sequences,
    numbers_in,
    range_to,
    with_ranges,
)
from holdfast.infer.result import Conjunct
from holdfast.infer.samples.instances import instantiate
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in
from holdfast.ir.system import System
from holdfast.ir.tla_text import tla_text, unused
from holdfast.verdict import Exhausted

NOT_FOR_ALL_SIZES = "not for all sizes"
"""The beginning of a warning that says why a proof is not for all sizes."""
_MOST_NUMBERS = 7
"""The largest number up to which lemmas quantify numbers."""
_MOST_INTEGERS = 9
"""How many numbers the states of a query without quantifiers may have."""
_SOME_INTEGERS = 5
"""How many they have if there would be more."""

_FROM_THE_START: dict[str, Any] = {
    "assumed": (),
    "finders": (),
    "oracle": None,
    "chosen": (),
    "settled": False,
    "unclear": None,
    "found": None,
    "defined": (),
    "weaker": None,
    "may_define": True,
    "again": "mine",
}
"""What a search with another grammar does not keep."""


def can_narrow(now: Inference) -> bool:
    """Whether a search for the configured size is still to be tried, and possible."""
    untried = now.otherwise is None and not now.options.one_size
    return untried and now.grammar is not None and now.options.algorithm == "holdfast"


def narrowed(now: Inference, why: str, otherwise: Otherwise) -> Inference:
    """The inference for the configured size, with new candidates.

    `otherwise` gives the result if there is no encoding for that either.
    """
    now.journal.warnings.append(f"{NOT_FOR_ALL_SIZES}: {why}")
    return replace(now, one_size=True, otherwise=otherwise, numbered=False, **_FROM_THE_START)


def may_number(now: Inference) -> bool:
    """Whether lemmas that quantify numbers in messages are still to be tried.

    There are many, so they come second if the property is about no number.
    """
    if now.numbered or not has_messages_with_numbers(now.system):
        return False
    mentioned = _mentioned((now.property.expr,), now.system)
    if any(has_numbers(now.system.types.get(name)) for name in mentioned):
        return False
    return now.sampled is None or _few_numbers(now) is not None


def numbered(now: Inference) -> Inference:
    """The inference in which lemmas may quantify numbers in messages, with new candidates."""
    return replace(now, numbered=True, **_FROM_THE_START)


def one_size_finders(now: Inference) -> list[Finder]:
    """The finder of counterexamples of the configured instance; raises SpecError."""
    from holdfast.smt.bounded.encoding import BoundedEncoding

    model = made(now.sampled).model
    system = instantiate(now.system, model.instance(), model.names)
    claims = [now.property.expr, *now.defined, *(c.expr for c in _types(now))]
    try:
        return [InstanceFinder(system, BoundedEncoding(system, claims), {})]
    except TooLarge:
        return []


def own_states(now: Inference) -> list[State]:
    """The samples of the instances that the inference is about."""
    s = made(now.sampled)
    if not now.one_size:
        return s.states
    known = tuple(s.model.values[name] for name in s.lifted.constants)
    return [state for state in s.states if state[: len(known)] == known]


def with_types(now: Inference, conjuncts: tuple[Conjunct, ...]) -> tuple[Conjunct, ...]:
    """The lemmas with the type invariant of the spec, which bounds the states of one size."""
    return (*conjuncts, *_types(now))


def may_type(now: Inference) -> bool:
    """Whether lemmas for the type invariant are still to be tried.

    Its ranges hold in all reachable states only if all are known.
    """
    checked = made(now.checked)
    is_complete = isinstance(checked.verdict, Exhausted)
    own = own_states(replace(now, one_size=True))
    is_known = is_complete and checked.counts.distinct == len(own)
    return is_known and not now.typed and bool(_types(replace(now, typed=True)))


def typed(now: Inference) -> Inference:
    """The inference in which lemmas make the type invariant inductive, too."""
    return replace(now, typed=True, again="candidates")


def goal_of(now: Inference) -> ir.Expr:
    """What the lemmas make inductive: the property, if need be with more.

    That are conditions under which expressions are defined, and the type invariant.
    """
    s = made(now.sampled)
    types = (c.expr for c in _types(now)) if now.typed else ()
    more = [lift_expr(e, s.lifted) for e in (*now.defined, *types)]
    return ir.Apply(Op.AND, (s.goal, *more)) if more else s.goal


def _types(now: Inference) -> tuple[Conjunct, ...]:
    given = _in_range(now)
    return (*given, *_observed(replace(now, one_size=True))) if now.typed else given


def _in_range(now: Inference) -> tuple[Conjunct, ...]:
    """The type invariant, with the numbers of the states where it has all numbers."""
    types, taken = now.options.types, now.taken()
    if not any(is_endless(p.expr, now.system) for p in types):
        return tuple(Conjunct(p.name, p.expr, p.name) for p in types)
    own = replace(now, one_size=True)
    variables, states = made(now.sampled).lifted.system.variables, own_states(own)
    extent = Extent(_highest(own), longest_sequences(variables, states))
    return tuple(with_ranges(p, extent, now.system, taken) for p in types)


def _observed(now: Inference) -> tuple[Conjunct, ...]:
    """The types of the variables that the type invariant does not mention."""
    s = made(now.sampled)
    known = _mentioned((p.expr for p in now.options.types), now.system)
    size = len(s.lifted.constants)
    own = (state[size:] for state in own_states(now))
    found = observed_types(now.system.variables, own, s.model.values, known)
    if not found:
        return ()
    e = found[0] if len(found) == 1 else ir.Apply(Op.AND, found)
    return (Conjunct(unused("Types", now.taken()), e, tla_text(e)),)


def _mentioned(formulas: Iterable[ir.Expr], system: System) -> frozenset[str]:
    """The names that occur in formulas, and in the definitions that they call."""
    found, pending = set[str](), list(formulas)
    while pending:
        new = names_in(pending.pop()) - found
        found |= new
        pending += [system.definitions[n].body for n in new if n in system.definitions]
    return frozenset(found)


def _highest(now: Inference) -> Mapping[str, int]:
    return highest_numbers(made(now.sampled).lifted.system.variables, own_states(now))


def generalised(
    now: Inference, conjuncts: tuple[Conjunct, ...], typed: bool = True, whole: Op = Op.NAT
) -> tuple[Conjunct, ...]:
    """Lemmas of one size as they may hold for all: about all natural numbers, or all integers.

    The type invariant says which numbers are natural, if they are `typed`.
    """
    numbers = numbers_of(now)

    def rule(part: ir.Expr) -> ir.Expr | None:
        return ir.Apply(whole) if part == numbers else None

    ranges = {c.name for c in _types(now)}
    lemmas = [(c, ir.rewrite(rule, c.expr)) for c in conjuncts if c.name not in ranges]
    wider = [c if e == c.expr else Conjunct(c.name, e, tla_text(e)) for c, e in lemmas]
    about_numbers = any(e != c.expr for c, e in lemmas) or now.integers is not None
    is_typed = about_numbers or len(lemmas) < len(conjuncts)
    types = now.options.types if typed and is_typed else ()
    return (*wider, *(Conjunct(p.name, p.expr, p.name) for p in types))


def numbers_of(now: Inference) -> ir.Expr | None:
    """The numbers that a lemma may quantify, if they are few.

    A lemma about all sizes quantifies numbers if messages have some.
    """
    if not now.one_size and not has_messages_with_numbers(now.system):
        return None
    return None if may_number(now) else _few_numbers(now)


def _few_numbers(now: Inference) -> ir.Expr | None:
    known = _highest(now)
    highest = max((known[v] for v in now.system.variables if v in known), default=None)
    return None if highest is None or highest > _MOST_NUMBERS else range_to(highest)


def integers_of(now: Inference) -> range | None:
    """The numbers of states and constants, if messages have numbers and these are few.

    Those that lemmas quantify are among them: a query about more numbers than the states that are
    read from it have would give states in which other lemmas hold. Lemmas that quantify none need
    no more than some.
    """
    if made(now.sampled).model.numbers or not has_messages_with_numbers(now.system):
        return None
    found = numbers_in(made(now.sampled).states)
    if found is None:
        return None
    integers = range(min(found.start, 0), found.stop)
    if len(integers) <= _MOST_INTEGERS:
        return integers
    return None if made(now.grammar).has_numbers else integers[:_SOME_INTEGERS]
