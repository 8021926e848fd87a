"""Systems as TLA+ modules: what is printed is read back with the same meaning."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import holdfast
from holdfast.front.document import Asked
from holdfast.ir import expr as ir
from holdfast.ir import tla_layout
from holdfast.ir.ops import Op
from holdfast.ir.system import Property, System
from holdfast.ir.tla_module import TlaModule, tla_module
from tests.ir.bound_expressions import (
    FIRST_ORDER,
    HIGHER_ORDER,
    VARIABLES,
    actions,
    temporal,
    values,
)

NOWHERE = Path("nowhere")


def read(module: TlaModule) -> System:
    """The system of a printed module and its configuration."""
    path = NOWHERE / f"{module.name}.tla"
    texts = {path: module.text, path.with_suffix(".cfg"): module.config}
    loaded = holdfast.load(path, config=path.with_suffix(".cfg"), overlays=texts)
    assert loaded.ok, module.text + loaded.diagnostics[0].render()
    return loaded.document.build(Asked(path.with_suffix(".cfg"))).system


def around(e: ir.Expr) -> System:
    """A system with an expression as one of its properties."""
    definitions = {d.name: d for d in (FIRST_ORDER, HIGHER_ORDER)}
    definitions["E"] = ir.Definition("E", (), e)
    return System(
        "Around",
        variables=VARIABLES,
        definitions=definitions,
        init_formula=ir.TRUE,
        next_formula=ir.TRUE,
        properties=(Property("E", ir.Call("E")),),
    )


def negated(e: ir.Expr) -> ir.Expr | None:
    """TLA+ has no negative literals: `-1` is the negation of 1."""
    match e:
        case ir.Literal(int(number)) if not isinstance(number, bool) and number < 0:
            return ir.Apply(Op.NEG, (ir.Literal(-number),))
        case _:
            return None


def assert_round_trip(e: ir.Expr) -> None:
    module = tla_module(around(e))
    assert read(module).definitions["E"].body == ir.rewrite(negated, e), module.text


@pytest.mark.parametrize("narrow", [False, True])
@given(st.data())
def test_an_expression_is_read_back_as_it_was(narrow: bool, data: st.DataObject) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tla_layout, "WIDTH", 24 if narrow else 100)
        assert_round_trip(data.draw(st.one_of(values(3), actions(2), temporal(2))))
