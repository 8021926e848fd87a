"""The level of every form of expression that is not a reference or an operator."""

from __future__ import annotations

from collections.abc import Iterable

from holdfast.front.tla.levels.checker import (
    RULES,
    Checker,
    lambda_summary,
    reach_of,
)
from holdfast.front.tla.names.builtins import (
    ACTION,
    CONSTANT,
    LEVEL_NAMES,
    STATE,
    TEMPORAL,
)
from holdfast.front.tla.names.level_summary import FLAT, NONE, Reach, join
from holdfast.front.tla.names.symbols import NewName
from holdfast.front.tla.syntax import tree


def _flat(c: Checker, expr: tree.Node) -> Reach:
    return FLAT


def _at(c: Checker, expr: tree.At) -> Reach:
    return c.old_values[-1] if c.old_values else FLAT


def _parens(c: Checker, expr: tree.Parens | tree.Label) -> Reach:
    return reach_of(c, expr.body)


# ---- constructors ----


def _join_all(c: Checker, what: str, exprs: Iterable[tree.Expr], limit: int) -> Reach:
    """Parts of a construct, none of which may be above `limit`."""
    level, params, fit = CONSTANT, NONE, True
    for expr in exprs:
        got = RULES[type(expr)](c, expr)
        if got.level > limit:
            message = f"{what} cannot contain {LEVEL_NAMES[got.level]}"
            c.error("level-argument", message, expr.span)
            fit = False
        if got.level > level:
            level = got.level
        if got.params:
            params = join(params, got.params)
            if limit < TEMPORAL:
                c.frame.limit(got.params, limit)
    return Reach(level, params) if fit else FLAT


def _both(one: Reach, other: Reach) -> Reach:
    return Reach(max(one.level, other.level), join(one.params, other.params))


def _times(c: Checker, expr: tree.Times) -> Reach:
    return _join_all(c, "a product of sets", expr.items, ACTION)


def _set(c: Checker, expr: tree.SetOf) -> Reach:
    return _join_all(c, "a set", expr.items, ACTION)


def _tuple(c: Checker, expr: tree.Tuple) -> Reach:
    return _join_all(c, "a tuple", expr.items, ACTION)


def _if(c: Checker, expr: tree.If) -> Reach:
    parts: list[tree.Expr] = []
    tail: tree.Expr = expr
    while isinstance(tail, tree.If):
        parts += (tail.test, tail.yes)
        tail = tail.no
    return _join_all(c, "IF", (*parts, tail), TEMPORAL)


def _case(c: Checker, expr: tree.Case) -> Reach:
    parts = [part for arm in expr.arms for part in (arm.test, arm.value)]
    if expr.other is not None:
        parts.append(expr.other)
    return _join_all(c, "CASE", parts, TEMPORAL)


def _record(c: Checker, expr: tree.Record) -> Reach:
    return _join_all(c, "a record", (f.value for f in expr.fields), TEMPORAL)


def _record_set(c: Checker, expr: tree.RecordSet) -> Reach:
    return _join_all(c, "a set of records", (f.value for f in expr.fields), ACTION)


def _function_set(c: Checker, expr: tree.FunctionSet) -> Reach:
    return _join_all(c, "a set of functions", (expr.domain, expr.range), ACTION)


def _index(c: Checker, expr: tree.Index) -> Reach:
    return _join_all(c, "a function application", (expr.function, *expr.args), ACTION)


def _dot(c: Checker, expr: tree.Dot) -> Reach:
    return _join_all(c, "a field selection", (expr.record,), ACTION)


def _except(c: Checker, expr: tree.Except) -> Reach:
    got = _join_all(c, "EXCEPT", (expr.base,), ACTION)
    for update in expr.updates:
        c.old_values.append(got)
        keys = [arg for key in update.path for arg in key.args]
        new = _join_all(c, "EXCEPT", (*keys, update.value), ACTION)
        c.old_values.pop()
        got = _both(got, new)
    return got


# ---- binders ----


def _domains(c: Checker, bounds: tuple[tree.Bound, ...]) -> Reach:
    """The sets of bound variables."""
    got = FLAT
    for bound in bounds:
        if bound.domain is not None:
            part = reach_of(c, bound.domain)
            if part.level == TEMPORAL:
                message = "a temporal formula cannot be the set of a bound"
                c.error("level-bound", message, bound.domain.span)
            else:
                got = _both(got, part)
    return got


def domain_levels(c: Checker, bounds: tuple[tree.Bound, ...]) -> list[tuple[tree.Bound, int]]:
    """The level of the set of each bound variable."""
    c.muted += 1
    levels = [(b, reach_of(c, b.domain).level) for b in bounds if b.domain is not None]
    c.muted -= 1
    return levels


def _quantifier(c: Checker, expr: tree.Quantifier) -> Reach:
    sets = _domains(c, expr.bounds)
    body = reach_of(c, expr.body)
    if expr.kind in ("\\AA", "\\EE"):
        c.frame.opaque |= body.params
        return Reach(TEMPORAL, NONE)
    if body.level == TEMPORAL and sets.level == ACTION:
        for bound, level in domain_levels(c, expr.bounds):
            if level == ACTION and bound.domain is not None:
                message = "the set of a quantified temporal formula cannot be an action"
                c.error("level-bound-action", message, bound.domain.span)
        return FLAT
    return _both(sets, body)


def bound_reach(
    c: Checker, what: str, bounds: tuple[tree.Bound, ...], body: tree.Expr, limit: int
) -> Reach:
    """A construct that binds names over sets."""
    sets = _domains(c, bounds)
    return _both(sets, _join_all(c, what, (body,), limit))


def _choose(c: Checker, expr: tree.Choose) -> Reach:
    return bound_reach(c, "CHOOSE", (expr.bound,), expr.body, ACTION)


def _set_filter(c: Checker, expr: tree.SetFilter) -> Reach:
    return bound_reach(c, "a set", (expr.bound,), expr.test, ACTION)


def _set_map(c: Checker, expr: tree.SetMap) -> Reach:
    return bound_reach(c, "a set", expr.bounds, expr.value, ACTION)


def _function(c: Checker, expr: tree.Function | tree.FunctionDefinition) -> Reach:
    return bound_reach(c, "a function", expr.bounds, expr.body, TEMPORAL)


# ---- actions ----

_FORMS = {tree.Box: "[A]_v", tree.Angle: "<<A>>_v"}


def _action(c: Checker, expr: tree.Box | tree.Angle | tree.Fairness) -> Reach:
    """`[A]_v`, `<<A>>_v`, `WF_v(A)`: an action and a state function."""
    is_fairness = isinstance(expr, tree.Fairness)
    form = f"{expr.kind}v(A)" if isinstance(expr, tree.Fairness) else _FORMS[type(expr)]
    fit = True
    for part, limit, letter in ((expr.action, ACTION, "A"), (expr.subscript, STATE, "v")):
        got = reach_of(c, part)
        c.frame.limit(got.params, limit)
        c.frame.opaque |= got.params
        if got.level > limit:
            message = f"`{letter}` in `{form}` must be {LEVEL_NAMES[limit]}; this is "
            c.error("level-argument", message + LEVEL_NAMES[got.level], part.span)
            fit = False
    return Reach(TEMPORAL if is_fairness else ACTION, NONE) if fit else FLAT


def _lambda(c: Checker, expr: tree.Lambda) -> Reach:
    summary = lambda_summary(c, expr)
    return Reach(summary.level, summary.free)


# ---- ASSUME ... PROVE ----


def _assume_prove(c: Checker, expr: tree.AssumeProve) -> Reach:
    got = reach_of(c, expr.goal)
    for assumption in expr.assumptions:
        got = _both(got, reach_of(c, assumption))
    return got


def _new(c: Checker, new: tree.New) -> Reach:
    symbol = c.module.declared.get(id(new))
    level = symbol.level if isinstance(symbol, NewName) else CONSTANT
    if new.domain is None:
        return Reach(level, NONE)
    got = reach_of(c, new.domain)
    if max(level, got.level) == TEMPORAL:
        c.error("level-new-bound", "a temporal formula cannot be a set", new.domain.span)
        return FLAT
    return Reach(max(level, got.level), got.params)


RULES.update(
    {
        tree.Number: _flat,
        tree.String: _flat,
        tree.Hole: _flat,
        tree.At: _at,
        tree.Parens: _parens,
        tree.Times: _times,
        tree.If: _if,
        tree.Case: _case,
        tree.Quantifier: _quantifier,
        tree.Choose: _choose,
        tree.Lambda: _lambda,
        tree.SetOf: _set,
        tree.SetFilter: _set_filter,
        tree.SetMap: _set_map,
        tree.Function: _function,
        tree.FunctionDefinition: _function,
        tree.FunctionSet: _function_set,
        tree.Record: _record,
        tree.RecordSet: _record_set,
        tree.Except: _except,
        tree.Index: _index,
        tree.Dot: _dot,
        tree.Tuple: _tuple,
        tree.Box: _action,
        tree.Angle: _action,
        tree.Fairness: _action,
        tree.Label: _parens,
        tree.New: _new,
        tree.AssumeProve: _assume_prove,
    }
)
