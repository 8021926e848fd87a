"""Lemmas also for the conditions under which expressions are defined, if a proof lacks these.

Lemmas may make a property inductive although it, or an action, is not defined in some state in
which they hold. The search then starts again: the conditions become a part of what the lemmas make
inductive, and a conjunct of the invariant. `prove` checks that every expression is defined in any
case; if the conditions do not help, the inference continues without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from holdfast.infer.definedness import Condition, definedness
from holdfast.infer.inference import Inference, is_proved, made
from holdfast.infer.lift import lift_expr
from holdfast.infer.one_size import may_type, typed
from holdfast.infer.result import Conjunct
from holdfast.interp.step import State
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.ranks import ranked_by
from holdfast.ir.tla_text import tla_text, unused
from holdfast.prove.obligations import INIT, Obligation, closed
from holdfast.prove.settle import Settled

_NEARBY = 500
"""How many states near the samples tell whether a condition is more than a type."""


def defined_conjuncts(now: Inference) -> tuple[Conjunct, ...]:
    """The conditions that the lemmas make inductive, as a conjunct of the invariant."""
    if not now.defined:
        return ()
    e = now.defined[0] if len(now.defined) == 1 else ir.Apply(Op.AND, now.defined)
    return (Conjunct(unused("Defined", now.taken()), e, tla_text(e)),)


# ---- after a proof ----


def applies(now: Inference) -> bool:
    """Whether a proof lacks conditions, or has some and they did not help."""
    return lacks_definedness(now) or _is_in_vain(now)


def lacks_definedness(now: Inference) -> bool:
    """Whether a proof is open only because some expressions may not be defined."""
    left = _open(now)
    if not (left and now.may_define and now.options.algorithm == "holdfast"):
        return False
    decided = now.thorough or all(o.status == "refuted" for o in left)
    return decided and all(o.obligation.kind == "definedness" for o in left)


def _is_in_vain(now: Inference) -> bool:
    has_earlier = now.weaker is not None and now.weaker.found is not None
    return has_earlier and now.thorough and not is_proved(now.found)


def _open(now: Inference) -> list[Settled]:
    """The obligations that are not proved."""
    if is_proved(now.found) or now.found is None or now.found.proof is None:
        return []
    return [o for o in now.found.proof.obligations if o.status != "proved"]


def require_definedness(now: Inference) -> Inference:
    """Start again with the conditions that a proof lacks, or continue without them."""
    if lacks_definedness(now):
        lacking = _lacking(now)
        if lacking:
            return _required(now, lacking, "prove, definedness")
    elif _is_in_vain(now):
        return weakened(now)
    now = replace(now, may_define=False)
    return typed(now) if now.one_size and may_type(now) else now


def _lacking(now: Inference) -> list[ir.Expr]:
    """The conditions that a proof lacks; none if one of them cannot be stated."""
    found: list[ir.Expr] = []
    for each in _open(now):
        conditions = list(_conditions(each.obligation, now))
        failing = _true_in_samples((c for c in conditions if c.span == each.parts[-1].span), now)
        if not failing:
            return []
        tried = {p.span for p in each.parts}
        untried = _true_in_samples((c for c in conditions if c.span not in tried), now)
        found += (*failing, *(e for e in untried if _is_false_nearby(e, now)))
    return [e for e in dict.fromkeys(found) if e not in now.defined]


def _conditions(o: Obligation, now: Inference) -> Iterator[Condition]:
    """The conditions under which the expressions of an obligation are defined."""
    if o.conjunct is not None:
        about = [c.expr for c in made(now.found).invariant if c.name == o.conjunct.of]
    elif o.action != INIT:
        about = [closed(a) for a in now.system.actions if a.name == o.action]
    else:
        about = []  # no lemma holds before the initial state
    for e in about:
        yield from definedness(e, now.system)


def _true_in_samples(conditions: Iterable[Condition], now: Inference) -> list[ir.Expr]:
    states = made(now.sampled).states
    return [c.formula for c in conditions if all(map(_test(c.formula, now), states))]


def _is_false_nearby(e: ir.Expr, now: Inference) -> bool:
    """Whether a formula is false in a state near the samples: otherwise types imply it."""
    return not all(map(_test(e, now), made(now.mutator).some(_NEARBY)))


# ---- during a search ----


def defined_at(now: Inference, state: State) -> Inference:
    """Start again with the conditions of the property that are false in a state of a solver.

    Without them, the solver would find such states again and again.
    """
    made(now.search).is_watchful = False
    now = replace(now, again="search")
    with ranked_by(now.ranks()):
        conditions = _true_in_samples(definedness(now.property.expr, now.system), now)
        false = [e for e in conditions if not _test(e, now)(state)]
    return _required(now, false, "search") if false else now


# ---- with and without conditions ----


def _test(e: ir.Expr, now: Inference) -> Callable[[State], bool]:
    s = made(now.sampled)
    return made(now.search).evaluator.test(lift_expr(e, s.lifted))


def _required(now: Inference, conditions: Iterable[ir.Expr], after: str) -> Inference:
    """The inference with more conditions; without them, it continues `after` a phase."""
    return replace(
        now,
        defined=(*now.defined, *conditions),
        weaker=replace(now, again=after),
        may_define=after == "search",
        finders=(),
        oracle=None,
        chosen=(),
        settled=False,
        unclear=None,
        found=None,
        thorough=False,
        again="mine",
    )


def weakened(now: Inference) -> Inference:
    """The inference before conditions were added, which did not help."""
    before = made(now.weaker)
    now.journal.search = before.search
    thorough = now.thorough or before.thorough
    return replace(before, may_define=False, thorough=thorough, fallback=now.fallback)
