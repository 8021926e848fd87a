"""Systems as TLA+ modules: what is printed is read back with the same meaning."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import holdfast
from holdfast.ir import expr as ir
from holdfast.ir import tla_layout
from holdfast.ir.library_ops import LIBRARY_OPS
from holdfast.ir.ops import LIBRARY, Op
from holdfast.ir.system import Property, System
from holdfast.ir.tla_expr import text_of
from holdfast.ir.tla_layout import definition_lines
from holdfast.ir.tla_module import TlaModule, tla_module
from holdfast.ir.tla_names import names_of_module
from holdfast.workbench import translate
from tests.ir.bound_expressions import (
    FIRST_ORDER,
    HIGHER_ORDER,
    VARIABLES,
    actions,
    temporal,
    values,
)
from tests.ir.printed_modules import NOWHERE, checked, read


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


EXAMPLES: dict[str, ir.Expr] = {
    "-(-x)": ir.Apply(Op.NEG, (ir.Apply(Op.NEG, (ir.Name("x"),)),)),
    "x - (y - z)": ir.Apply(Op.SUB, (ir.Name("x"), ir.Apply(Op.SUB, (ir.Name("y"), ir.Name("z"))))),
    "x - y - z": ir.Apply(Op.SUB, (ir.Apply(Op.SUB, (ir.Name("x"), ir.Name("y"))), ir.Name("z"))),
    "~(x \\in y)": ir.Apply(Op.NOT, (ir.Apply(Op.IN, (ir.Name("x"), ir.Name("y"))),)),
    "x' = IF y THEN 1 ELSE 2": ir.Apply(
        Op.EQ,
        (ir.Prime(ir.Name("x")), ir.If(ir.Name("y"), ir.Literal(1), ir.Literal(2))),
    ),
    "ENABLED (x')": ir.Enabled(ir.Prime(ir.Name("x"))),
    "[x EXCEPT !.a[1, 2] = @ + 1]": ir.Except(
        ir.Name("x"),
        (
            ir.Update(
                (ir.Literal("a"), ir.Apply(Op.TUPLE, (ir.Literal(1), ir.Literal(2)))),
                ir.Apply(Op.ADD, (ir.Name(ir.OLD), ir.Literal(1))),
            ),
        ),
    ),
    "{(v \\in x) : v \\in y}": ir.Bind(
        ir.Binder.MAP,
        (ir.Bound(("v",), ir.Name("y")),),
        ir.Apply(Op.IN, (ir.Name("v"), ir.Name("x"))),
    ),
    '"a \\"b\\" \\\\"': ir.Literal('a "b" \\'),
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_expression_has_few_parentheses(text: str) -> None:
    assert text_of(EXAMPLES[text]) == text
    assert_round_trip(EXAMPLES[text])


# ---- layout ----


def test_long_expressions_are_broken_where_their_structure_shows() -> None:
    x, y, long = ir.Name("x"), ir.Name("y"), ir.Name("z" * 80)
    test = ir.Apply(Op.IN, (x, y))
    both = ir.Apply(Op.AND, (test, ir.Apply(Op.OR, (long, x, y))))
    e = ir.If(test, ir.Bind(ir.Binder.EXISTS, (ir.Bound(("v",), y),), both), long)
    assert definition_lines(ir.Definition("D", ("p",), e)) == [
        "D(p) ==",
        "  IF x \\in y",
        "    THEN \\E v \\in y :",
        "           /\\ x \\in y",
        f"           /\\ \\/ {'z' * 80}",
        "              \\/ x",
        "              \\/ y",
        f"    ELSE {'z' * 80}",
    ]


# ---- names ----


def named(**fields: Any) -> System:
    """A system whose names come from another language."""
    q, status = ir.Name("P0.q"), ir.Name("IF")
    step = ir.Apply(
        Op.AND,
        (
            ir.Apply(Op.EQ, (ir.Prime(q), ir.Call("P0.add", (ir.Literal(1),)))),
            ir.Apply(Op.UNCHANGED, (status,)),
        ),
    )
    start = (ir.Apply(Op.EQ, (q, ir.Literal(0))), ir.Apply(Op.EQ, (status, ir.Literal(0))))
    added = ir.Apply(Op.ADD, (q, ir.Name("Len")))
    limit = ir.Apply(Op.LT, (q, ir.Literal(3)))
    definitions = {
        "P0.add": ir.Definition("P0.add", ("Len",), added),
        "P0_q": ir.Definition("P0_q", (), limit),
    }
    return replace(
        System(
            "My.Composition",
            variables=("P0.q", "IF"),
            definitions=definitions,
            init_formula=ir.Apply(Op.AND, start),
            next_formula=ir.Apply(Op.AND, (ir.Call("P0_q"), step)),
            invariants=(Property("P0.q <= 3", ir.Apply(Op.LE, (q, ir.Literal(3)))),),
            check_deadlock=False,
        ),
        **fields,
    )


def test_names_become_legal_and_stay_different() -> None:
    module = tla_module(named())
    assert module.name == "My_Composition"
    assert "VARIABLES P0_q_1, IF_1" in module.text
    assert "\\* P0_q_1 is P0.q" in module.text
    assert "P0_add(Len_1) == P0_q_1 + Len_1" in module.text
    assert "Invariant == P0_q_1 <= 3" in module.text
    assert "UNCHANGED IF_1" in module.text
    assert (
        module.config
        == "INIT Init\nNEXT Next\n\nINVARIANTS\n    Invariant\n\nCHECK_DEADLOCK FALSE\n"
    )
    assert read(module).variables == ("P0_q_1", "IF_1")


def test_a_module_with_changed_names_has_the_states_of_its_system(tmp_path: Path) -> None:
    result = checked(tla_module(named()), tmp_path)
    assert (result.outcome, result.distinct, result.depth) == ("exhausted", 4, 4)


def test_nested_binders_of_one_name_are_told_apart() -> None:
    inner = ir.Bind(
        ir.Binder.EXISTS,
        (ir.Bound(("i",), ir.Name("i")),),
        ir.Apply(Op.IN, (ir.Name("i"), ir.Name("x"))),
    )
    e = ir.Bind(ir.Binder.FORALL, (ir.Bound(("i",), ir.Name("y")),), inner)
    text = tla_module(around(e)).text
    assert "E == \\A i \\in y : \\E i_1 \\in i : i_1 \\in x" in text


def test_the_names_of_the_bundled_modules_are_known() -> None:
    modules = {q.partition("!")[0] for q in (*LIBRARY, *LIBRARY_OPS)}
    for name in sorted(modules):
        units = "\n".join(("---- MODULE M ----", f"EXTENDS {name}", "===="))
        spec = holdfast.load(NOWHERE / "M.tla", overlays={NOWHERE / "M.tla": units}).spec
        words = {n for n in spec.module.names if n.isidentifier() and "!" not in n}
        assert words - names_of_module(name) == set(), name


# ---- constants ----


def model(name: str) -> ir.Expr:
    """A model value."""
    return ir.Apply(Op.MODEL, (ir.Literal(name),))


def with_constants(**values: ir.Definition) -> TlaModule:
    """The module of a system with these constants, which an assumption mentions."""
    used = tuple(ir.Call(n, tuple(ir.Literal(1) for _ in d.params)) for n, d in values.items())
    about = ir.Apply(Op.EQ, (ir.Apply(Op.TUPLE, used), ir.Apply(Op.TUPLE, used)))
    assumption = Property("ASSUME at 1", about)
    return tla_module(System("M", tuple(values), (), values, (assumption,)))


def test_a_value_is_in_the_configuration_if_tlc_reads_it_there() -> None:
    values: dict[str, ir.Expr] = {
        "N": ir.Literal(3),
        "B": ir.TRUE,
        "S": ir.Literal("two words"),
        "P": ir.Apply(Op.SET, (model("p1"), model("p2"), ir.Apply(Op.SET, ()))),
        "Negative": ir.Literal(-1),
        "Quoted": ir.Literal('"'),
        "Range": ir.Apply(Op.RANGE, (ir.Literal(1), ir.Literal(3))),
    }
    module = with_constants(**{n: ir.Definition(n, (), e) for n, e in values.items()})
    rows = [row.strip() for row in module.config.splitlines()]
    assert rows == [
        "CONSTANTS",
        "N = 3",
        "B = TRUE",
        'S = "two words"',
        "P = {p1, p2, {}}",
        "Negative <- const_Negative",
        "Quoted <- const_Quoted",
        "Range <- const_Range",
    ]
    assert "const_Range == 1 .. 3" in module.text
    assert 'const_Quoted == "\\""' in module.text
    read(module)


def test_an_operator_that_is_a_constant_is_replaced_by_a_definition() -> None:
    body = ir.Apply(Op.ADD, (ir.Name("a"), ir.Literal(1)))
    module = with_constants(F=ir.Definition("F", ("a",), body))
    assert "CONSTANT F(_)" in module.text
    assert "const_F(a) == a + 1" in module.text
    assert "F <- const_F" in module.config
    read(module)


def test_a_model_value_in_a_formula_is_a_constant() -> None:
    e = ir.Bind(
        ir.Binder.FORALL,
        (ir.Bound(("nil",), ir.Apply(Op.SET, (model("nil"), model("P.a")))),),
        ir.Apply(Op.EQ, (ir.Name("nil"), model("Low"))),
    )
    low = ir.Definition("Low", (), model("Low"))
    system = replace(around(e), constants=("Low",))
    module = tla_module(replace(system, definitions={**system.definitions, "Low": low}))
    assert "CONSTANTS Low, nil, P_a" in module.text
    assert "E == \\A nil_1 \\in {nil, P_a} : nil_1 = Low" in module.text
    # `P_a` would be a typed model value.
    assert "P_a = value_P_a" in module.config
    assert "Low = Low" in module.config
    read(module)


def test_a_constant_without_a_value_is_an_error() -> None:
    with pytest.raises(holdfast.SpecError, match="the constant `N` has no value"):
        tla_module(replace(around(ir.Name("N")), constants=("N",)))


# ---- definitions ----


def test_mutual_recursion_and_recursive_functions_are_declared_as_tla_requires() -> None:
    n = ir.Name("n")
    less = ir.Apply(Op.SUB, (n, ir.Literal(1)))
    zero = ir.Apply(Op.EQ, (n, ir.Literal(0)))
    even = ir.Definition("Even", ("n",), ir.If(zero, ir.TRUE, ir.Call("Odd", (less,))), True)
    odd = ir.Definition("Odd", ("n",), ir.If(zero, ir.FALSE, ir.Call("Even", (less,))), True)
    below = ir.Apply(Op.INDEX, (ir.Call("f"), less))
    function = ir.Bind(
        ir.Binder.FUNCTION,
        (ir.Bound(("n",), ir.Apply(Op.NAT)),),
        ir.If(zero, ir.Literal(1), ir.Apply(Op.MUL, (n, below))),
    )
    definitions = {d.name: d for d in (even, odd, ir.Definition("f", (), function, True))}
    four = (ir.Literal(4),)
    holds = ir.Apply(
        Op.AND,
        (
            ir.Call("Even", four),
            ir.Apply(Op.EQ, (ir.Apply(Op.INDEX, (ir.Call("f"), *four)), ir.Literal(24))),
        ),
    )
    system = System("M", definitions=definitions, assumptions=(Property("ASSUME at 1", holds),))
    module = tla_module(system)
    assert "RECURSIVE Even(_)\nOdd(n) ==" in module.text
    assert "\nf[n \\in Nat] == IF" in module.text
    assert module.text.count("RECURSIVE") == 1
    assert read(module).definitions["Odd"].recursive


def test_only_the_modules_that_are_needed_are_extended() -> None:
    def extended(e: ir.Expr) -> str:
        first = tla_module(around(e)).text.splitlines()[2]
        return first if first.startswith("EXTENDS") else ""

    assert extended(ir.Name("x")) == ""
    assert extended(ir.Apply(Op.ADD, (ir.Name("x"), ir.Literal(1)))) == "EXTENDS Naturals"
    assert extended(ir.Apply(Op.ADD, (ir.Name("x"), ir.Literal(-1)))) == "EXTENDS Integers"
    length = ir.Apply(Op.BUILTIN, (ir.Literal("Sequences!Len"), ir.Name("x")))
    shown = ir.Apply(Op.BUILTIN, (ir.Literal("TLC!ToString"), length))
    assert extended(shown) == "EXTENDS Sequences, TLC"


def test_an_enabled_that_has_no_text_is_refused_with_its_location(tmp_path: Path) -> None:
    inner = "---- MODULE Inner ----\nVARIABLE u\nNext == u' = 1\nSpec == WF_u(Next)\n====\n"
    outer = (
        "---- MODULE Outer ----\nEXTENDS Naturals\nVARIABLE x\n"
        "I == INSTANCE Inner WITH u <- x + 1\nInit == x = 0\nNext == x' = 0\nLive == I!Spec\n====\n"
    )
    (tmp_path / "Inner.tla").write_text(inner, encoding="utf-8")
    (tmp_path / "Outer.tla").write_text(outer, encoding="utf-8")
    (tmp_path / "Outer.cfg").write_text("INIT Init\nNEXT Next\nPROPERTY Live\n", encoding="utf-8")
    with pytest.raises(holdfast.SpecError, match=r"(?s)unsupported.*Inner\.tla:4:9"):
        translate(holdfast.load(tmp_path / "Outer.tla"))
