"""The types that are inferred, and that all reachable states have them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import assert_never

import pytest
from hypothesis import given
from hypothesis import strategies as st

import holdfast
from holdfast.check.engine import DEFAULTS, Exploration, SearchOptions
from holdfast.check.explore import Explorer
from holdfast.front.files import Files
from holdfast.front.tla.modules import load_spec
from holdfast.front.tlc.config import read_config
from holdfast.front.tlc.model import build_model
from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir import types as ty
from holdfast.ir.construct import canonical
from holdfast.ir.ops import Op
from holdfast.ir.order import ordered
from holdfast.ir.system import Assign, System
from holdfast.ir.type_text import read_typed_name, show_type
from holdfast.ir.types import ANY, BOOL, EMPTY, INT, NEVER, STR, Type, join
from holdfast.ir.values import Boolean, FiniteSet, Function, ModelValue, Record, Value
from holdfast.passes.infer_types import infer_types
from holdfast.passes.pipeline import run_pipeline
from holdfast.source import Source, errors
from holdfast.workbench import prepare
from tests.ir.strategies import systems, types
from tests.passes.random_systems import CONFIG, small_system

SPECS = Path(__file__).parent.parent.parent / "specs"
QUICK = 3_000


def inferred(text: str, config: str = "") -> dict[str, str]:
    """The types of a module's variables and definitions, as text."""
    module = f"---- MODULE Typed ----\nEXTENDS Integers, Sequences, TLC\n{text}\n====\n"
    spec = load_spec(Path("Typed.tla"), files=Files.over({Path("Typed.tla"): module}))
    assert not errors(spec.diagnostics), [d.message for d in spec.diagnostics]
    model = build_model(spec, read_config(Source("Typed.cfg", CONFIG + config)))
    return {n: show_type(t) for n, t in run_pipeline(model.system).types.items()}


def of_variable(init: str, step: str, declared: str = "", config: str = "") -> str:
    """The type of a variable `x` with this initial predicate and this action."""
    text = f"{declared}\nVARIABLE x\nInit == {init}\nNext == {step}"
    return inferred(text, config)["x"]


SERVERS = "CONSTANTS Server, Nil"
TWO = "CONSTANTS Server = {s1, s2} Nil = Nil\n"


@pytest.mark.parametrize(
    ("init", "step", "expected"),
    [
        ("x = 0", "x' = x + 1", "Int"),
        ("x \\in BOOLEAN", "x' = ~x", "BOOLEAN"),
        ('x = "a"', 'x\' \\in {"b", x}', "STRING"),
        ("x = {}", "x' = x \\union {1}", "Set(Int)"),
        ("x \\in SUBSET (1 .. 2)", "x' = {y \\in x : y > 1}", "Set(Int)"),
        ("x = <<>>", "x' = Append(x, 1)", "Seq(Int)"),
        ("x = <<1, TRUE>>", "x' = [x EXCEPT ![1] = @ + 1]", "<<Int, BOOLEAN>>"),
        ("x = <<{}>>", "x' = Tail(x) \\o <<{Len(x)}>>", "Seq(Set(Int))"),
        ("x = [i \\in 1 .. 2 |-> FALSE]", "x' = [x EXCEPT ![1] = TRUE]", "[Int -> BOOLEAN]"),
        ("x = [a |-> 1, b |-> {}]", "x' = [x EXCEPT !.b = @ \\union {TRUE}]",
         "[a : Int, b : Set(BOOLEAN)]"),
        ("x = 1 :> TRUE", "x' = x @@ (2 :> FALSE)", "[Int -> BOOLEAN]"),
        ("x = 1", "x' = IF x = 1 THEN 2 ELSE x", "Int"),
        ("x = CHOOSE i \\in 1 .. 3 : i > 1", "x' = x", "Int"),
    ],
)  # fmt: skip
def test_a_variable_has_the_type_of_what_is_assigned(init: str, step: str, expected: str) -> None:
    assert of_variable(init, step) == expected


def test_functions_of_a_constant_set_name_it() -> None:
    found = of_variable(
        "x = [s \\in Server |-> FALSE]",
        "\\E s \\in Server : x' = [x EXCEPT ![s] = TRUE]",
        SERVERS,
        TWO,
    )
    assert found == "[Server -> BOOLEAN]"


def test_a_constant_set_united_with_a_named_value_is_a_sort() -> None:
    step = "\\E s, t \\in Server : x' = [x EXCEPT ![s] = t]"
    found = of_variable("x = [s \\in Server |-> Nil]", step, SERVERS, TWO)
    assert found == "[Server -> Server \\union {Nil}]"


def test_messages_with_different_fields_are_records_with_optional_fields() -> None:
    step = """\\/ x' = x \\union {[type |-> "ask", from |-> 1]}
              \\/ \\E m \\in x : x' = x \\union {[type |-> "tell", to |-> m.from, val |-> {}]}"""
    found = of_variable("x = {}", step)
    assert found == "Set([from? : Int, to? : Int, type : STRING, val? : Set(Never)])"


@pytest.mark.parametrize(
    ("init", "step", "expected"),
    [
        ("x = 0", 'x\' = "a"', "Any"),
        ("x = {}", 'x\' = {1, "a"}', "Set(Any)"),
        ("x = <<1>>", "x' = TRUE", "Any"),
        ("x = [i \\in {1} |-> 1]", "x' = [x EXCEPT ![1] = {}]", "[Int -> Any]"),
    ],
)
def test_a_mixture_is_any_and_no_more_than_that(init: str, step: str, expected: str) -> None:
    assert of_variable(init, step) == expected


def test_a_type_that_grows_forever_ends_in_any() -> None:
    found = of_variable("x = {}", "x' = {x}")
    assert found.startswith("Set(Set(")
    assert "Any" in found


def test_an_operator_for_any_type_does_not_mix_the_types_of_its_uses() -> None:
    found = inferred(
        """VARIABLES x, y
        Second(s) == s[2]
        Init == x = Second(<<1, 2>>) /\\ y = Second(<<"a", "b">>)
        Next == UNCHANGED <<x, y>>"""
    )
    assert (found["x"], found["y"]) == ("Int", "STRING")
    assert found["Second"] == "(<<Any, Any>>) -> Any"


def test_recursion_has_the_type_of_where_it_ends() -> None:
    found = inferred(
        """VARIABLE x
        RECURSIVE Even(_), Odd(_), Up(_)
        Even(n) == IF n = 0 THEN {} ELSE Odd(n - 1)
        Odd(n) == IF n = 0 THEN {1} ELSE Even(n - 1)
        Up(n) == IF n = 0 THEN <<>> ELSE Append(Up(n - 1), n)
        sum[n \\in Nat] == IF n = 0 THEN 0 ELSE n + sum[n - 1]
        Init == x = <<Even(2), Up(3), sum[2]>>
        Next == UNCHANGED x"""
    )
    assert found["x"] == "<<Set(Int), Seq(Int), Int>>"
    assert found["Odd"] == "(Int) -> Set(Int)"


def test_an_operator_that_is_passed_is_applied() -> None:
    found = inferred(
        """VARIABLE x
        Twice(F(_), e) == F(F(e))
        Init == x = Twice(LAMBDA e : {e}, 1)
        Next == UNCHANGED x"""
    )
    assert found["x"] == "Set(Set(Int))"


def test_definitions_and_constants_have_types() -> None:
    found = inferred(
        """CONSTANT N
        VARIABLE x
        Pairs == (1 .. N) \\X {"a"}
        Near(p, n) == p[1] < n
        Init == x \\in Pairs
        Next == Near(x, N) /\\ x' = x""",
        "CONSTANT N = 2\n",
    )
    assert found["N"] == "Int"
    assert found["Pairs"] == "Set(<<Int, STRING>>)"
    assert found["Near"] == "(<<Int, STRING>>, Int) -> BOOLEAN"
    assert found["Init"] == "BOOLEAN"


def test_a_long_chain_of_variables_is_followed_to_its_end() -> None:
    names = [f"v{i}" for i in range(30)]
    moves = " /\\ ".join(f"{a}' = {b}" for a, b in pairwise(names))
    starts = " /\\ ".join(f"{n} = {{}}" for n in names)
    found = inferred(
        f"VARIABLES {', '.join(names)}\nInit == {starts}\nNext == {moves} /\\ v29' = {{1}}"
    )
    assert {found[n] for n in names} == {"Set(Int)"}


def test_what_is_nested_too_deep_is_any() -> None:
    deep: ir.Expr = ir.Literal(1)
    for _ in range(100_000):
        deep = ir.Apply(Op.NEG, (deep,))
    system = System("deep", variables=("x",), init=Assign("x", deep, ir.TRUE))
    assert infer_types(system).types == {"x": ANY}


def test_many_calls_end_soon() -> None:
    rows = ["Op0(a, b) == <<a, b>>"]
    rows += [f"Op{i + 1}(a, b) == <<Op{i}({{a}}, b), Op{i}(b, {{a}})>>" for i in range(40)]
    text = "\n".join(rows)
    found = inferred(f"VARIABLE x\n{text}\nInit == x = Op40(1, 2)\nNext == UNCHANGED x")
    assert "Any" in found["x"]


# ---- on any system ----


@given(systems())
def test_no_system_is_an_error_and_only_types_are_added(system: System) -> None:
    typed = infer_types(system)
    assert replace(typed, types=system.types) == system
    declared = {*system.variables, *system.constants, *system.definitions}
    assert set(typed.types) == declared


@given(types(), types())
def test_join_is_an_upper_bound(a: Type, b: Type) -> None:
    both = join(a, b)
    assert join(both, a) == both
    assert join(both, b) == both


@given(types())
def test_reading_what_is_shown_gives_the_same_type(t: Type) -> None:
    assert read_typed_name(f"x : {show_type(t)}") == ("x", t)


@pytest.mark.parametrize(
    "text", ["", "x", "x :", "x : Set(", "x : Int Int", "x : [a : ", "1 : Int"]
)
def test_a_mistake_in_a_type_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_typed_name(text)


def test_nothing_joins_unlike_types_but_any() -> None:
    assert join(INT, STR) == ANY
    assert join(ty.Set(INT), BOOL) == ANY
    assert join(NEVER, INT) == INT


def test_the_empty_function_is_of_every_type_of_functions() -> None:
    table = ty.Function(STR, INT)
    assert join(EMPTY, ty.Seq(INT)) == ty.Seq(INT)
    assert join(EMPTY, table) == table
    assert join(EMPTY, ty.Record((("a", INT),))) == ty.Record((("a", INT),), frozenset("a"))


# ---- values have their types ----


Sorts = Callable[[str], frozenset[Value]]


def belongs(value: Value, t: Type, sort: Sorts) -> bool:
    """Whether a value has a type; `sort` gives the values of a constant set."""
    value = canonical(value)
    match t:
        case ty.Any():
            return True
        case ty.Never():
            return False
        case ty.Bool():
            return isinstance(value, Boolean)
        case ty.Int() | ty.Real():
            return type(value) is int
        case ty.Str():
            return type(value) is str
        case ty.Model(sorts, values):
            in_sort = any(value in sort(name) for name in sorts)
            return isinstance(value, ModelValue) and (value.name in values or in_sort)
        case ty.Set(of):
            return isinstance(value, FiniteSet) and all(
                belongs(e, of, sort) for e in value.elements
            )
        case ty.Seq(of):
            return isinstance(value, tuple) and all(belongs(e, of, sort) for e in value)
        case ty.Tuple(items):
            return (
                isinstance(value, tuple)
                and len(value) == len(items)
                and all(belongs(e, i, sort) for e, i in zip(value, items, strict=True))
            )
        case ty.Function(domain, of):
            return isinstance(value, tuple | Function) and all(
                belongs(k, domain, sort) and belongs(v, of, sort) for k, v in pairs(value)
            )
        case ty.Record(fields, optional):
            return has_fields(value, dict(fields), optional, sort)
        case _:
            assert_never(t)


def pairs(value: tuple[Value, ...] | Function) -> list[tuple[Value, Value]]:
    """The arguments of a function with their values."""
    if isinstance(value, tuple):
        return list(enumerate(value, start=1))
    return list(zip(ordered(value.domain), value.values, strict=True))


def has_fields(
    value: Value, fields: dict[str, Type], optional: frozenset[str], sort: Sorts
) -> bool:
    """Whether a value is a record with these fields."""
    if value != () and not isinstance(value, Record):
        return False
    assert isinstance(value, tuple | Record)
    found = {str(k): v for k, v in pairs(value)}
    return fields.keys() - optional <= found.keys() <= fields.keys() and all(
        belongs(v, fields[k], sort) for k, v in found.items()
    )


def assert_states_have_their_types(system: System, options: SearchOptions = DEFAULTS) -> None:
    """Explore a system and compare every state with the types of its variables."""
    machine = Machine(system)
    known: dict[str, frozenset[Value]] = {}

    def sort(name: str) -> frozenset[Value]:
        if name not in known:
            found = canonical(machine.value(system.definitions[name].body))
            assert isinstance(found, FiniteSet)
            known[name] = found.elements
        return known[name]

    states = Explorer(Exploration(machine, options), options.limits).run().states
    for name, column in zip(system.variables, zip(*states, strict=True), strict=False):
        t = system.types[name]
        assert not isinstance(t, ty.Signature)
        wrong = [v for v in set(column) if not belongs(v, t, sort)]
        assert not wrong, (name, show_type(t), wrong[:3])


def quick_models() -> list[tuple[Path, str]]:
    """The modules and configurations of all small models in `specs`."""
    found = []
    for path in sorted(SPECS.glob("*/expect.toml")):
        for model in tomllib.loads(path.read_text("utf-8"))["model"]:
            if model["generated"] <= QUICK:
                found.append((path.parent / model["module"], model["config"]))
    return found


@pytest.mark.parametrize(("module", "config"), quick_models(), ids=lambda part: str(part)[-20:])
def test_the_states_of_a_spec_have_the_types_of_the_variables(module: Path, config: str) -> None:
    system = prepare(holdfast.load(module, config=module.parent / config)).system
    assert_states_have_their_types(system)


@given(st.randoms(use_true_random=False))
def test_the_states_of_a_random_system_have_the_types_of_the_variables(random: Random) -> None:
    spec = load_spec(Path("Small.tla"), files=Files.over({Path("Small.tla"): small_system(random)}))
    model = build_model(spec, read_config(Source("Small.cfg", CONFIG)))
    system = run_pipeline(model.system)
    assert_states_have_their_types(system)
    expected: dict[str, Type] = {"x": INT, "b": BOOL, "f": ty.Function(STR, INT), "s": ty.Set(INT)}
    for name in system.variables:
        t = system.types[name]
        assert not isinstance(t, ty.Signature)
        assert join(t, expected[name]) == expected[name]
