"""Random expressions, bodies and systems of the IR, for hypothesis.

They have every shape, every row of the operator table and every binder, but no meaning:
names are not bound.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.ir import types as ty
from holdfast.ir.account import Account, Message
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op
from holdfast.ir.system import Action, Body, Property, Store, System
from holdfast.ir.text import GROUPS, obvious_formulas, unchanged
from holdfast.ir.types import Type

T = TypeVar("T")
Exprs = SearchStrategy[ir.Expr]

names = st.sampled_from(
    ("x", "y", "pc", "I!Op", "p@1", "_t", "1st", "\\prec", "IF", "Nat", "a`b\\", "é", "test", "in")
)
texts = st.sampled_from(("", "a", "val", "two words", 'a "b"', "\\", "tab\tnl\n", "IF", "é"))
literals: Exprs = st.one_of(
    st.booleans().map(ir.Literal), st.integers().map(ir.Literal), texts.map(ir.Literal)
)
atoms: Exprs = st.one_of(literals, names.map(ir.Name), st.just(ir.Name(ir.OLD)))


def several(
    items: SearchStrategy[T], least: int = 0, most: int = 3
) -> SearchStrategy[tuple[T, ...]]:
    """A few of `items`, as a tuple."""
    return st.lists(items, min_size=least, max_size=most).map(tuple)


@cache
def expressions(depth: int = 3) -> Exprs:
    """Expressions nested at most about `depth` deep."""
    if depth == 0:
        return atoms
    sub = expressions(depth - 1)
    return st.one_of(
        atoms,
        applications(sub),
        st.builds(ir.Call, names, several(sub)),
        st.builds(ir.Lambda, several(names), sub),
        st.builds(ir.Let, several(definitions(sub), 1), sub),
        st.builds(ir.If, sub, sub, sub),
        st.builds(ir.Case, several(st.tuples(sub, sub), 1), st.none() | sub),
        binds(sub),
        st.builds(ir.Except, sub, several(updates(sub), 1)),
        st.builds(ir.Prime, sub),
        st.builds(ir.Enabled, sub),
    )


def applications(sub: Exprs) -> Exprs:
    """A row of the operator table with as many arguments as it takes."""
    return st.sampled_from(Op).flatmap(lambda op: _applied(op, sub))


def _applied(op: Op, sub: Exprs) -> Exprs:
    arity = op.row.arity
    args = several(sub) if arity is None else several(sub, arity, arity)
    plain = st.builds(ir.Apply, st.just(op), args)
    if op in (Op.RECORD, Op.RECORD_SET):
        fields = several(st.tuples(texts.map(ir.Literal), sub), 1)
        return plain | fields.map(lambda pairs: ir.Apply(op, tuple(x for p in pairs for x in p)))
    if op is Op.BUILTIN:
        named = st.sampled_from(("Sequences!Append", "Integers!+")).map(ir.Literal)
        return st.builds(lambda n, rest: ir.Apply(op, (n, *rest)), named, several(sub))
    return plain


def bounds(sub: Exprs, unbounded: bool = False) -> SearchStrategy[ir.Bound]:
    """A name or a pattern, with the set that it ranges over."""
    domain: SearchStrategy[ir.Expr | None] = sub | st.none() if unbounded else sub
    one = st.builds(ir.Bound, names.map(lambda n: (n,)), domain)
    pattern = st.builds(ir.Bound, several(names, 1), domain, st.just(True))
    return one | pattern


def binds(sub: Exprs) -> Exprs:
    """A binder of any kind."""

    def bind(binder: Binder) -> Exprs:
        quantifier = binder in (Binder.FORALL, Binder.EXISTS, Binder.CHOOSE)
        most = 1 if binder in (Binder.CHOOSE, Binder.FILTER) else 3
        bound = several(bounds(sub, quantifier), 1, most)
        return st.builds(ir.Bind, st.just(binder), bound, sub)

    return st.sampled_from(Binder).flatmap(bind)


def updates(sub: Exprs) -> SearchStrategy[ir.Update]:
    """A clause of an EXCEPT."""
    return st.builds(ir.Update, several(sub, 1), sub)


@st.composite
def definitions(draw: st.DrawFn, sub: Exprs) -> ir.Definition:
    """A definition; some of its parameters may be operators."""
    params = draw(st.lists(names, max_size=3, unique=True))
    arities = [(p, draw(st.integers(0, 2))) for p in params]
    operators = tuple((p, arity) for p, arity in arities if arity)
    return ir.Definition(draw(names), tuple(params), draw(sub), draw(st.booleans()), operators)


# ---- types ----


@cache
def types(depth: int = 2) -> SearchStrategy[Type]:
    """Types nested at most `depth` deep."""
    plain: SearchStrategy[Type] = st.sampled_from((ty.NEVER, ty.ANY, ty.BOOL, ty.INT, ty.STR))
    some = st.lists(names | st.sampled_from(("Set", "Any", "Server")), max_size=2, unique=True)
    listed = some.map(lambda found: tuple(sorted(found)))
    leaves = plain | st.builds(ty.Model, listed, listed)
    if depth == 0:
        return leaves
    sub = types(depth - 1)
    fields = st.dictionaries(names, sub, max_size=3)
    return st.one_of(
        leaves,
        st.builds(ty.Set, sub),
        st.builds(ty.Seq, sub),
        st.builds(ty.Tuple, several(sub)),
        st.builds(ty.Function, sub, sub),
        fields.map(ty.record),
        fields.map(lambda found: ty.record(found, frozenset(sorted(found)[::2]))),
    )


# ---- bodies and systems ----


@cache
def trees(depth: int = 3) -> SearchStrategy[Body]:
    """Bodies of actions, most of which come from the formula that they show."""
    exprs = expressions(1)
    leaves: SearchStrategy[Body] = st.one_of(
        st.builds(bodies.Test, exprs),
        _from_formula(st.builds(bodies.Assign, names, exprs, exprs)),
        _from_formula(st.builds(bodies.AssignFrom, names, exprs, exprs)),
        _from_formula(st.builds(bodies.Keep, names, exprs)),
        _from_formula(st.builds(bodies.Assert, names | texts, exprs, exprs)),
    )
    if depth == 0:
        return leaves
    sub = trees(depth - 1)
    some = several(bounds(exprs), 1, 2)
    inner: SearchStrategy[Body] = st.one_of(
        st.builds(bodies.Sequence, several(sub), exprs),
        st.builds(bodies.Branch, several(sub), exprs),
        st.builds(bodies.IfElse, exprs, sub, sub, exprs),
        st.builds(bodies.Choice, several(st.tuples(exprs, sub), 1), st.none() | sub, exprs),
        st.builds(bodies.ForSome, some, sub, exprs),
        st.builds(bodies.ForEach, some, sub, exprs),
        st.builds(bodies.Within, several(definitions(exprs), 1, 2), sub, exprs),
        st.builds(bodies.Compose, sub, sub, exprs),
    )
    return leaves | _from_formula(inner) | several(names, 2).map(_kept)


def _from_formula(made: SearchStrategy[Any]) -> SearchStrategy[Any]:
    return made | made.flatmap(
        lambda b: st.sampled_from(obvious_formulas(b)).map(lambda e: replace(b, expr=e))
    )


def _kept(variables: tuple[str, ...]) -> Body:
    items = tuple(bodies.Keep(v, unchanged(v)) for v in variables)
    return bodies.Sequence(items, unchanged(*variables))


def _accounts(exprs: st.SearchStrategy[ir.Expr]) -> st.SearchStrategy[Account[ir.Expr]]:
    kinds = st.sampled_from(("send", "receive", "exchange"))
    one = st.none() | exprs
    messages = st.builds(Message, kinds, exprs, several(exprs), one, one, st.booleans())
    trail = st.tuples(exprs, st.integers(0, 99))
    return st.builds(Account, exprs, several(messages, 0, 2), several(trail, 0, 2))


@st.composite
def systems(draw: st.DrawFn) -> System:
    """Systems with something in every field, sometimes."""
    exprs = expressions(2)
    signatures = st.builds(ty.Signature, several(types(1)), types(1))
    properties = st.builds(Property, names, exprs)
    one = st.none() | properties
    groups = several(several(bounds(exprs), 1, 2), 0, 2)
    accounts = st.none() | _accounts(exprs)
    numbers = st.integers(-9, 9)
    stores = several(st.builds(Store, exprs, numbers, numbers, texts, texts), 0, 2)
    actions = st.builds(Action, names, trees(2), groups, several(exprs, 0, 2), accounts, stores)
    made = [draw(definitions(exprs)) for _ in range(draw(st.integers(0, 3)))]
    fields: dict[str, Any] = {
        "constants": draw(several(names)),
        "variables": draw(several(names)),
        "definitions": {d.name: d for d in made},
        "specification": draw(st.none() | exprs),
        "init_formula": draw(st.none() | exprs),
        "next_formula": draw(st.none() | exprs),
        "init": draw(st.none() | trees(2)),
        "actions": draw(several(actions, 0, 2)),
        "fairness": draw(several(exprs, 0, 2)),
        "view": draw(one),
        "symmetry": draw(one),
        "alias": draw(one),
        "check_deadlock": draw(st.booleans()),
        "transient": draw(st.none() | exprs),
        "may_end": draw(st.none() | exprs),
        "maximal": draw(st.booleans()),
        "names": draw(several(names | texts)),
        "assumed": draw(several(texts)),
        "types": draw(st.dictionaries(names, types() | signatures, max_size=2)),
    }
    for group in GROUPS.values():
        fields[group] = draw(several(properties, 0, 1))
    fields["invariants"] = tuple(
        replace(p, everywhere=draw(st.booleans())) for p in fields["invariants"]
    )
    return System(draw(names), **fields)
