"""Random expressions in which every name is bound, for hypothesis.

They have the level that TLA+ requires but need not have a value: `{} + "a"` is one of them. The
names of nested binders differ.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from hypothesis import strategies as st

from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.expr_text import INFIX
from holdfast.ir.ops import Group, Op

Names: TypeAlias = tuple[str, ...]

VARIABLES = ("x", "y", "z")
FIRST_ORDER = ir.Definition("F", ("p",), ir.Name("p"))
HIGHER_ORDER = ir.Definition(
    "G", ("Op", "p"), ir.Call("Op", (ir.Name("p"),)), operators=(("Op", 1),)
)
TEXTS = ("", "a", "two words", 'a "b"', "\\", "tab\tnl\n", "IF", "(* \\* *)")
_FIELDS = ("a", "b", "val")
_VALUES = (Group.LOGIC, Group.EQUALITY, Group.SETS, Group.NUMBERS, Group.COMPARISON)
_INFIX = tuple(op for op in INFIX if op.row.group in _VALUES)
_LIBRARY = (
    ("Sequences!Append", 2),
    ("Sequences!Len", 1),
    ("Sequences!\\o", 2),
    ("TLC!:>", 2),
    ("TLC!@@", 2),
    ("Bags!\\sqsubseteq", 2),
    ("Bags!(+)", 2),
)
_TEMPORAL = (Op.LEADS_TO, Op.IMPLIES, Op.AND, Op.OR, Op.IFF)


@st.composite
def values(draw: st.DrawFn, depth: int, scope: Names = VARIABLES) -> ir.Expr:
    """An expression without primes and temporal operators."""
    if depth == 0 or draw(st.integers(0, len(_SHAPES))) == 0:
        return draw(_atoms(scope))
    shape = draw(st.sampled_from(_SHAPES))
    return draw(shape(depth, scope))


def _atoms(scope: Names) -> st.SearchStrategy[ir.Expr]:
    return st.one_of(
        st.sampled_from(scope).map(ir.Name),
        st.booleans().map(ir.Literal),
        st.integers(-3, 12).map(ir.Literal),
        st.sampled_from(TEXTS).map(ir.Literal),
        st.sampled_from((Op.NAT, Op.INT, Op.BOOLEAN, Op.STRING)).map(ir.Apply),
    )


@st.composite
def _infix(draw: st.DrawFn, depth: int, scope: Names) -> ir.Expr:
    sub = values(depth - 1, scope)
    return ir.Apply(draw(st.sampled_from(_INFIX)), (draw(sub), draw(sub)))


@st.composite
def _prefix(draw: st.DrawFn, depth: int, scope: Names) -> ir.Expr:
    op = draw(st.sampled_from((Op.NOT, Op.NEG, Op.SUBSET, Op.UNION, Op.DOMAIN)))
    return ir.Apply(op, (draw(values(depth - 1, scope)),))


@st.composite
def _several(draw: st.DrawFn, depth: int, scope: Names) -> ir.Expr:
    op = draw(st.sampled_from((Op.AND, Op.OR, Op.PRODUCT, Op.SET, Op.TUPLE)))
    least = 0 if op in (Op.SET, Op.TUPLE) else 2
    return ir.Apply(op, tuple(draw(st.lists(values(depth - 1, scope), min_size=least, max_size=3))))


@st.composite
def _indexed(draw: st.DrawFn, depth: int, scope: Names) -> ir.Expr:
    sub = values(depth - 1, scope)
    key = draw(sub | st.sampled_from((*_FIELDS, *TEXTS)).map(ir.Literal))
    return ir.Apply(Op.INDEX, (draw(sub), key))


@st.composite
def _records(draw: st.DrawFn, depth: int, scope: Names) -> ir.Expr:
    names = draw(st.lists(st.sampled_from(_FIELDS), min_size=1, max_size=2, unique=True))
    fields = [(ir.Literal(n), draw(values(depth - 1, scope))) for n in names]
    op = draw(st.sampled_from((Op.RECORD, Op.RECORD_SET)))
    return ir.Apply(op, tuple(part for field in fields for part in field))


@st.composite
def _calls(draw: st.DrawFn, depth: int, scope: Names) -> ir.Expr:
    sub = values(depth - 1, scope)
    match draw(st.sampled_from(("F", "G", "library", "functions"))):
        case "F":
            return ir.Call("F", (draw(sub),))
        case "G":
            param = f"arg_{depth}"
            operator = ir.Lambda((param,), draw(values(depth - 1, (*scope, param))))
            return ir.Call("G", (operator, draw(sub)))
        case "library":
            name, arity = draw(st.sampled_from(_LIBRARY))
            return ir.Apply(Op.BUILTIN, (ir.Literal(name), *(draw(sub) for _ in range(arity))))
        case _:
            return ir.Apply(Op.FUNCTION_SET, (draw(sub), draw(sub)))


@st.composite
def _choices(draw: st.DrawFn, depth: int, scope: Names) -> ir.Expr:
    sub = values(depth - 1, scope)
    if draw(st.booleans()):
        return ir.If(draw(sub), draw(sub), draw(sub))
    arms = draw(st.lists(st.tuples(sub, sub), min_size=1, max_size=2))
    return ir.Case(tuple(arms), draw(st.none() | sub))


@st.composite
def _binders(draw: st.DrawFn, depth: int, scope: Names) -> ir.Expr:
    binder = draw(st.sampled_from(Binder))
    single = binder in (Binder.CHOOSE, Binder.FILTER)
    sub = values(depth - 1, scope)
    bounds = [ir.Bound((f"v_{depth}",), draw(sub))]
    if draw(st.booleans()):
        bounds = [ir.Bound((f"v_{depth}", f"w_{depth}"), draw(sub), pattern=True)]
    if not single and draw(st.booleans()):
        # The same set again is printed once: `\A v, u \in S`.
        domain = draw(sub | st.just(bounds[0].domain))
        bounds.append(ir.Bound((f"u_{depth}",), domain))
    inner = (*scope, *(n for b in bounds for n in b.names))
    return ir.Bind(binder, tuple(bounds), draw(values(depth - 1, inner)))


@st.composite
def _excepts(draw: st.DrawFn, depth: int, scope: Names) -> ir.Expr:
    sub = values(depth - 1, scope)
    keys = sub | st.sampled_from(_FIELDS).map(ir.Literal)
    new = values(depth - 1, (*scope, ir.OLD))
    updates = st.builds(ir.Update, st.lists(keys, min_size=1, max_size=2).map(tuple), new)
    return ir.Except(draw(sub), tuple(draw(st.lists(updates, min_size=1, max_size=2))))


@st.composite
def _lets(draw: st.DrawFn, depth: int, scope: Names) -> ir.Expr:
    constant = ir.Definition(f"c_{depth}", (), draw(values(depth - 1, scope)))
    param = f"p_{depth}"
    applied = ir.Definition(f"d_{depth}", (param,), draw(values(depth - 1, (*scope, param))))
    use = ir.Apply(Op.EQ, (ir.Call(constant.name), ir.Call(applied.name, (ir.Name("x"),))))
    body = draw(values(depth - 1, scope) | st.just(use))
    return ir.Let((constant, applied), body)


_SHAPES: tuple[Callable[[int, Names], st.SearchStrategy[ir.Expr]], ...] = (
    _infix,
    _prefix,
    _several,
    _indexed,
    _records,
    _calls,
    _choices,
    _binders,
    _excepts,
    _lets,
)


@st.composite
def actions(draw: st.DrawFn, depth: int, scope: Names = VARIABLES) -> ir.Expr:
    """A formula about a step."""
    if depth == 0:
        value = draw(values(1, scope))
        return draw(
            st.sampled_from(
                (
                    ir.Apply(Op.EQ, (ir.Prime(ir.Name("x")), value)),
                    ir.Apply(Op.UNCHANGED, (_tuple("x", "y"),)),
                    ir.Apply(Op.UNCHANGED, (ir.Name("z"),)),
                    ir.Prime(value),
                    value,
                )
            )
        )
    sub = actions(depth - 1, scope)
    op = draw(st.sampled_from((Op.AND, Op.OR, Op.IMPLIES, Op.NOT, Op.BOX_ACTION, None, Op.COMPOSE)))
    match op:
        case None:
            bound = ir.Bound((f"s_{depth}",), draw(values(1, scope)))
            inner = draw(actions(depth - 1, (*scope, f"s_{depth}")))
            exists = ir.Bind(Binder.EXISTS, (bound,), inner)
            body = draw(sub)
            found: tuple[ir.Expr, ...] = (exists, ir.Enabled(body), ir.If(body, exists, body))
            return draw(st.sampled_from(found))
        case Op.NOT:
            return ir.Apply(op, (draw(sub),))
        case Op.BOX_ACTION:
            subscript = draw(st.sampled_from((ir.Name("x"), _tuple("x", "y"))))
            return ir.Apply(op, (draw(sub), subscript))
        case _:
            return ir.Apply(op, (draw(sub), draw(sub)))


@st.composite
def temporal(draw: st.DrawFn, depth: int) -> ir.Expr:
    """A temporal formula."""
    if depth == 0:
        step = (draw(actions(1)), draw(st.sampled_from((ir.Name("x"), _tuple("x", "y")))))
        angle = ir.Apply(Op.ANGLE_ACTION, step)
        fair = (angle, ir.Enabled(angle))
        state = draw(values(1))
        return draw(
            st.sampled_from(
                (
                    ir.Apply(Op.ALWAYS, (ir.Apply(Op.BOX_ACTION, step),)),
                    ir.Apply(Op.EVENTUALLY, (angle,)),
                    ir.Apply(Op.WEAK_FAIR, fair),
                    ir.Apply(Op.STRONG_FAIR, fair),
                    ir.Enabled(step[0]),
                    state,
                )
            )
        )
    sub = temporal(depth - 1)
    match draw(st.sampled_from(("prefix", "infix", "bound"))):
        case "prefix":
            op = draw(st.sampled_from((Op.ALWAYS, Op.EVENTUALLY, Op.NOT)))
            return ir.Apply(op, (draw(sub),))
        case "infix":
            return ir.Apply(draw(st.sampled_from(_TEMPORAL)), (draw(sub), draw(sub)))
        case _:
            bound = ir.Bound((f"t_{depth}",), ir.Apply(Op.BOOLEAN))
            binder = draw(st.sampled_from((Binder.FORALL, Binder.EXISTS)))
            return ir.Bind(binder, (bound,), draw(sub))


def _tuple(*names: str) -> ir.Expr:
    return ir.Apply(Op.TUPLE, tuple(map(ir.Name, names)))
