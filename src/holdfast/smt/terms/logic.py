"""The constructors of formulas: logic and quantifiers, with simplification.

They fold constants, flatten and absorb, drop unused variables, and substitute `t` for `x` where a
quantified body implies `x = t`. They never make a term larger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from holdfast.smt.terms.nodes import (
    BOOL,
    FALSE,
    TRUE,
    Constant,
    Head,
    Quantifier,
    Symbol,
    Term,
    Variable,
    as_number,
    existing,
    make,
    truth,
    variable,
)
from holdfast.smt.terms.numbers import (
    add,
    div,
    divide,
    le,
    lt,
    mod,
    mul,
    neg,
    sub,
    to_real,
)

# ---- logic ----


def and_(*parts: Term) -> Term:
    """The conjunction."""
    return _junction(Head.AND, parts, TRUE, FALSE)


def or_(*parts: Term) -> Term:
    """The disjunction."""
    return _junction(Head.OR, parts, FALSE, TRUE)


def _junction(head: Head, parts: Iterable[Term], unit: Term, zero: Term) -> Term:
    """Flattened, without repetitions, with parts absorbed that another part decides."""
    kept: dict[Term, None] = {}
    denied: set[Term] = set()
    for part in parts:
        for item in conjuncts(part) if head is Head.AND else disjuncts(part):
            if item is zero or _is_denied(item, kept, denied):
                return zero
            if item is not unit:
                kept[item] = None
                if item.shape is Head.NOT:
                    denied.add(item.args[0])
    other = Head.OR if head is Head.AND else Head.AND
    # a /\ (a \/ b) is a, and a /\ (~a \/ b) is a /\ b
    items = [_absorb(i, kept, denied, head) if i.shape is other else i for i in kept]
    if any(i is not j for i, j in zip(items, kept, strict=True)):
        return _junction(head, items, unit, zero)
    if not items:
        return unit
    return items[0] if len(items) == 1 else make(head, tuple(items), BOOL)


def _is_denied(item: Term, kept: Mapping[Term, None], denied: set[Term]) -> bool:
    """Whether the negation of a term is among those kept; no term is made to look for it."""
    match item.shape:
        case Head.NOT:
            return item.args[0] in kept
        case Head.LT | Head.LE as order:
            other = Head.LE if order is Head.LT else Head.LT
            return existing(other, item.args[::-1]) in kept
        case _:
            return item in denied


def _absorb(item: Term, kept: Mapping[Term, None], denied: set[Term], head: Head) -> Term:
    if any(a in kept for a in item.args):
        return TRUE if head is Head.AND else FALSE
    left = [a for a in item.args if not _is_denied(a, kept, denied)]
    if len(left) == len(item.args):
        return item
    return or_(*left) if head is Head.AND else and_(*left)


def not_(a: Term) -> Term:
    """The negation, pushed through `not`, constants and order."""
    match a.shape:
        case Constant(value):
            return truth(not value)
        case Head.NOT:
            return a.args[0]
        case Head.LT:
            return le(a.args[1], a.args[0])
        case Head.LE:
            return lt(a.args[1], a.args[0])
        case _:
            return make(Head.NOT, (a,), BOOL)


def implies(a: Term, b: Term) -> Term:
    """`a => b`, as a disjunction."""
    return or_(*(not_(p) for p in conjuncts(a)), b)


def iff(a: Term, b: Term) -> Term:
    """The equivalence."""
    if a is b:
        return TRUE
    if a is not_(b):
        return FALSE
    for one, other in ((a, b), (b, a)):
        if one is TRUE:
            return other
        if one is FALSE:
            return not_(other)
    return make(Head.IFF, (a, b), BOOL)


def ite(test: Term, yes: Term, no: Term) -> Term:
    """`IF test THEN yes ELSE no`."""
    assert yes.sort == no.sort, f"{yes} and {no} have different sorts"
    if test is TRUE or yes is no:
        return yes
    if test is FALSE:
        return no
    if test.shape is Head.NOT:
        return ite(test.args[0], no, yes)
    if yes.sort == BOOL:
        if yes is TRUE or yes is test:
            return or_(test, no)
        if yes is FALSE:
            return and_(not_(test), no)
        if no is FALSE or no is test:
            return and_(test, yes)
        if no is TRUE:
            return or_(not_(test), yes)
    return make(Head.ITE, (test, yes, no), yes.sort)


def eq(a: Term, b: Term) -> Term:
    """Equality of terms of one sort."""
    assert a.sort == b.sort, f"{a} and {b} have different sorts"
    if a is b:
        return TRUE
    if a.sort == BOOL:
        return iff(a, b)
    if as_number(a) is not None and as_number(b) is not None:
        return FALSE
    return make(Head.EQ, (a, b), BOOL)


def distinct(*terms: Term) -> Term:
    """No two of them are equal."""
    if len(terms) < 2:
        return TRUE
    if len(terms) == 2:
        return not_(eq(*terms))
    return FALSE if len(set(terms)) < len(terms) else make(Head.DISTINCT, terms, BOOL)


# ---- quantifiers ----

Patterns: TypeAlias = Sequence[Sequence[Term]]


def forall(variables: Sequence[Term], body: Term, patterns: Patterns = ()) -> Term:
    """The body for all values of the variables."""
    return _quantify(True, variables, body, patterns)


def exists(variables: Sequence[Term], body: Term, patterns: Patterns = ()) -> Term:
    """The body for some values of the variables."""
    return _quantify(False, variables, body, patterns)


def _quantify(universal: bool, variables: Sequence[Term], body: Term, patterns: Patterns) -> Term:
    used = tuple(v for v in dict.fromkeys(variables) if v in body.free)
    if not used:
        return body
    found = _one_point(universal, used, body)
    if found is not None:
        v, value, rest = found
        least = [u for u in used if u is not v]
        with_value = substitute(rest, {v: value})
        triggers = [[substitute(t, {v: value}) for t in group] for group in patterns]
        return _quantify(universal, least, with_value, triggers)
    inner = body.shape
    if isinstance(inner, Quantifier) and inner.universal == universal and not patterns:
        fresh = [variable(f"{v.shape} {i}", v.sort) for i, v in enumerate(inner.variables)]
        opened = substitute(body.args[0], dict(zip(inner.variables, fresh, strict=True)))
        return _bind(universal, (*used, *fresh), opened, ())
    return _bind(universal, used, body, patterns)


def _bind(universal: bool, used: Sequence[Term], body: Term, patterns: Patterns) -> Term:
    """Numbers the variables by what is bound inside, so that equal formulas are one term."""
    start = body.height
    bound = tuple(make(Variable("", v.sort, start + i + 1), (), v.sort) for i, v in enumerate(used))
    new = dict(zip(used, bound, strict=True))
    groups = tuple(
        tuple(substitute(t, new) for t in group)
        for group in patterns
        if all(any(v in t.free for t in group) for v in used)
    )
    return make(Quantifier(universal, bound, groups), (substitute(body, new),), BOOL)


def _one_point(
    universal: bool, variables: Sequence[Term], body: Term
) -> tuple[Term, Term, Term] | None:
    """A variable, the value that the body gives to it, and the rest of the body."""
    parts = disjuncts(body) if universal else conjuncts(body)
    for i, part in enumerate(parts):
        equation = part.args[0] if universal and part.shape is Head.NOT else part
        if equation.shape is not Head.EQ or (universal and part.shape is not Head.NOT):
            continue
        for v, value in (equation.args, equation.args[::-1]):
            if v in variables and v not in value.free:
                rest = parts[:i] + parts[i + 1 :]
                return v, value, or_(*rest) if universal else and_(*rest)
    return None


def conjuncts(a: Term) -> tuple[Term, ...]:
    """The parts of a conjunction."""
    if a is TRUE:
        return ()
    if a.shape is Head.NOT and a.args[0].shape is Head.OR:
        return tuple(not_(p) for p in a.args[0].args)
    return a.args if a.shape is Head.AND else (a,)


def disjuncts(a: Term) -> tuple[Term, ...]:
    """The parts of a disjunction."""
    if a is FALSE:
        return ()
    if a.shape is Head.NOT and a.args[0].shape is Head.AND:
        return tuple(not_(p) for p in a.args[0].args)
    return a.args if a.shape is Head.OR else (a,)


# ---- walking ----


def substitute(t: Term, new: Mapping[Term, Term]) -> Term:
    """The term with other terms for its free variables."""
    return _substitute(t, new, frozenset(new), {})


def _substitute(
    t: Term, new: Mapping[Term, Term], gone: frozenset[Term], done: dict[Term, Term]
) -> Term:
    if gone.isdisjoint(t.free):
        return t
    known = done.get(t)
    if known is None:
        args = tuple(_substitute(a, new, gone, done) for a in t.args)
        known = done[t] = new[t] if t in new else rebuild(t, args, new)
    return known


def rebuild(t: Term, args: tuple[Term, ...], new: Mapping[Term, Term]) -> Term:
    """The term with other arguments; `new` are the terms for its free variables."""
    match t.shape:
        case Head() as head:
            return _BUILD[head](*args)
        case Symbol() | Constant() | Variable():
            return make(t.shape, args, t.sort)
        case Quantifier(universal, variables, patterns):
            groups = [[substitute(p, new) for p in group] for group in patterns]
            return _quantify(universal, variables, args[0], groups)


_BUILD: dict[Head, Callable[..., Term]] = {
    Head.AND: and_,
    Head.OR: or_,
    Head.NOT: not_,
    Head.IFF: iff,
    Head.ITE: ite,
    Head.EQ: eq,
    Head.DISTINCT: distinct,
    Head.ADD: add,
    Head.SUB: sub,
    Head.MUL: mul,
    Head.DIV: div,
    Head.MOD: mod,
    Head.DIVIDE: divide,
    Head.TO_REAL: to_real,
    Head.NEG: neg,
    Head.LT: lt,
    Head.LE: le,
}


def instantiate(t: Term, values: Sequence[Term]) -> Term:
    """The body of a quantified formula with these terms for its variables."""
    shape = t.shape
    assert isinstance(shape, Quantifier), f"{t} is not quantified"
    return substitute(t.args[0], dict(zip(shape.variables, values, strict=True)))


def rewrite(t: Term, new: Mapping[Term, Term]) -> Term:
    """The term with some of its closed subterms replaced."""
    return _rewrite(t, new, {}) if new else t


def _rewrite(t: Term, new: Mapping[Term, Term], done: dict[Term, Term]) -> Term:
    if t in new:
        return new[t]
    known = done.get(t)
    if known is None:
        args = tuple(_rewrite(a, new, done) for a in t.args)
        match t.shape:
            case Quantifier(universal, variables, patterns) if patterns:
                groups = [[_rewrite(p, new, done) for p in group] for group in patterns]
                known = _quantify(universal, variables, args[0], groups)
            case _:
                unchanged = all(a is b for a, b in zip(args, t.args, strict=True))
                known = t if unchanged else rebuild(t, args, {})
        done[t] = known
    return known
