"""One place knows the children of each body; the tree of an ENABLED follows its action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args

import pytest

from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.ir.body import inner_bodies, map_body, map_system, own_exprs, walk_body
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.system import Action, Body, Procedure, Property, System

OLD = ir.Name("old")
NEW = ir.Name("new")
BOUNDS = (ir.Bound(("a",), OLD), ir.Bound(("b",), None))
LOCAL = (ir.Definition("d", (), OLD),)
TEST = bodies.Test(OLD)
SHAPES: tuple[Body, ...] = (
    TEST,
    bodies.Assign("x", OLD, OLD),
    bodies.AssignFrom("x", OLD, OLD),
    bodies.Keep("x", OLD),
    bodies.Assert("a", OLD, OLD),
    bodies.Sequence((TEST, TEST), OLD),
    bodies.Branch((TEST, TEST), OLD),
    bodies.IfElse(OLD, TEST, TEST, OLD),
    bodies.Choice(((OLD, TEST), (OLD, TEST)), TEST, OLD),
    bodies.Choice(((OLD, TEST),), None, OLD),
    bodies.ForSome(BOUNDS, TEST, OLD),
    bodies.ForEach(BOUNDS, TEST, OLD),
    bodies.Within(LOCAL, TEST, OLD),
    bodies.Compose(TEST, TEST, OLD),
    bodies.Enter("p", (OLD, OLD), OLD),
)
every_shape = pytest.mark.parametrize("b", SHAPES, ids=lambda b: type(b).__name__)


def parts(value: Any) -> Iterator[object]:
    """Everything that a value is made of, whatever it is."""
    yield value
    if isinstance(value, tuple):
        for item in value:
            yield from parts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from parts(item)
    elif is_dataclass(value):
        for f in fields(value):
            yield from parts(getattr(value, f.name))


def count(value: object, wanted: object) -> int:
    return sum(1 for part in parts(value) if part == wanted)


def renamed(e: ir.Expr) -> ir.Expr:
    return ir.rewrite(lambda part: NEW if part == OLD else None, e)


def test_every_shape_is_tried() -> None:
    assert {type(b) for b in SHAPES} == set(get_args(Body))


@every_shape
def test_mapping_reaches_every_expression(b: Body) -> None:
    mapped = map_body(renamed, b)
    assert count(mapped, OLD) == 0
    assert count(mapped, NEW) == count(b, OLD) > 0
    assert map_body(lambda e: OLD if e == NEW else e, mapped) == b


@every_shape
def test_walking_reaches_every_expression_and_every_body(b: Body) -> None:
    assert sum(1 for part in walk_body(b) for e in own_exprs(part) if e == OLD) == count(b, OLD)
    below = [part for part in parts(b) if isinstance(part, get_args(Body))]
    assert len(list(walk_body(b))) == len(below)


def test_walking_meets_parents_first_and_then_from_left_to_right() -> None:
    first, second, third = (bodies.Test(ir.Literal(i)) for i in range(3))
    inner = bodies.Branch((first, second), OLD)
    outer = bodies.Sequence((inner, third), OLD)
    assert list(walk_body(outer)) == [outer, inner, first, second, third]
    assert inner_bodies(outer) == (inner, third)


_PROPERTY = Property("p", OLD)
_FIELDS: dict[str, object] = {
    "Mapping[str, Definition]": {"d": LOCAL[0]},
    "Mapping[str, Procedure]": {"p": Procedure("p", (), TEST)},
    "tuple[Property, ...]": (_PROPERTY,),
    "Property | None": _PROPERTY,
    "Expr | None": OLD,
    "Body | None": TEST,
    "tuple[Action, ...]": (Action("A", TEST, (BOUNDS,), (OLD,)),),
    "tuple[Expr, ...]": (OLD,),
    "tuple[tuple[str, Expr], ...]": (("h", OLD),),
}
_PLAIN = {
    "str",
    "bool",
    "tuple[str, ...]",
    "tuple[Replacement, ...]",
    "tuple[Part, ...]",
    "tuple[Omission, ...]",
    "Mapping[str, Type | Signature]",
    "Mapping[str, Type]",
    "Notation",
}


def test_mapping_a_system_reaches_every_field_that_holds_expressions() -> None:
    kinds = {f.name: str(f.type) for f in fields(System)}
    assert set(kinds.values()) <= _FIELDS.keys() | _PLAIN
    given = {name: _FIELDS[kind] for name, kind in kinds.items() if kind in _FIELDS}
    system = System(**{"name": "S", **given})  # type: ignore[arg-type]  # by the kind of each field
    mapped = map_system(renamed, system)
    for name in given:
        assert count(getattr(system, name), OLD) > 0
        assert count(getattr(mapped, name), OLD) == 0, name


# ---- the tree of an ENABLED ----


def enabled(e: ir.Expr, tree: Body) -> ir.Enabled:
    return ir.Enabled(e, tree)


def tree_of(e: ir.Expr) -> Body:
    assert isinstance(e, ir.Enabled)
    assert e.tree is not None
    return e.tree


def test_rewriting_below_enabled_rewrites_its_tree() -> None:
    e = enabled(OLD, bodies.Sequence((TEST, bodies.Assign("x", OLD, OLD)), OLD))
    tree = tree_of(renamed(e))
    assert tree == bodies.Sequence((bodies.Test(NEW), bodies.Assign("x", NEW, NEW)), NEW)


def test_rewriting_reaches_the_tree_of_an_enabled_in_a_tree() -> None:
    inner = enabled(OLD, TEST)
    [test, _] = walk_body(
        tree_of(renamed(enabled(inner, bodies.Branch((bodies.Test(inner),), inner))))
    )
    assert tree_of(next(own_exprs(test))) == bodies.Test(NEW)


def test_a_tree_that_cannot_follow_is_dropped() -> None:
    e = enabled(OLD, bodies.Assign("old", ir.TRUE, OLD))
    assert renamed(e) == ir.Enabled(NEW)
    changed = substitute(e, {"old": NEW})
    for each in (renamed(e), changed):
        assert isinstance(each, ir.Enabled)
        assert each.tree is None


def exists(name: str, of: ir.Expr) -> ir.Enabled:
    """ENABLED \\E name \\in S : of = name, with its tree."""
    same = ir.Apply(Op.EQ, (of, ir.Name(name)))
    bounds = (ir.Bound((name,), ir.Name("S")),)
    formula = ir.Bind(ir.Binder.EXISTS, bounds, same)
    return enabled(formula, bodies.ForSome(bounds, bodies.Test(same), formula))


def test_substitution_captures_nothing_in_the_tree() -> None:
    e = substitute(exists("n", ir.Name("m")), {"m": ir.Name("n")})
    assert e == exists("n_2", ir.Name("n"))
    assert tree_of(e) == tree_of(exists("n_2", ir.Name("n")))


def test_substitution_leaves_names_alone_that_the_tree_binds() -> None:
    e = exists("n", ir.Name("m"))
    changed = substitute(e, {"n": ir.Literal(1)})
    assert changed == e
    assert tree_of(changed) == tree_of(e)


def test_substitution_goes_below_local_definitions_of_the_tree() -> None:
    local = (ir.Definition("d", (), ir.Name("m")),)
    called = ir.Call("d")
    formula = ir.Let(local, called)
    e = enabled(formula, bodies.Within(local, bodies.Test(called), formula))
    changed = substitute(e, {"m": ir.Literal(1), "d": ir.Literal(2)})
    one = (ir.Definition("d", (), ir.Literal(1)),)
    assert tree_of(changed) == bodies.Within(one, bodies.Test(called), ir.Let(one, called))
