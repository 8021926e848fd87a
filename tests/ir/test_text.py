"""The text form of systems, and reading it back."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given

from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.ir.expr_reader import read_expr
from holdfast.ir.read import read_body, read_system
from holdfast.ir.system import Action, Body, Property, Replacement, System
from holdfast.ir.text import FORMULAS, GROUPS, SINGLES, show_body, show_system
from tests.ir.strategies import systems, trees

WITHDRAW = """\
system bank
constants Clients
variables account, pc

define NoOverdrafts ==
  \\A c \\in Clients : account[c] >= 0

action Withdraw(self) for self \\in Clients
  sequence
    test pc[self] = "Withdraw"
    assign account' = [account EXCEPT ![self] = @ - 1]
    if account[self] = 0
      assign pc' = [pc EXCEPT ![self] = "Done"]
    else
      keep pc

invariant NoOverdrafts
  NoOverdrafts()
"""


def test_what_a_model_replaces_is_shown_and_read() -> None:
    by_name = Replacement("Quorum", "Majorities", "Majorities")
    system = System("s", replaced=(Replacement("Nat", "0 .. 3"), by_name))
    assert read_system(show_system(system)) == system


def test_an_action_is_a_tree_of_words() -> None:
    system = read_system(WITHDRAW)
    (action,) = system.actions
    assert action.bounds == ((ir.Bound(("self",), ir.Name("Clients")),),)
    assert isinstance(action.body, bodies.Sequence)
    assert [type(item).__name__ for item in action.body.items] == ["Test", "Assign", "IfElse"]
    assert show_system(system) == WITHDRAW


def test_the_formula_of_a_tree_is_shown_where_it_is_not_obvious() -> None:
    obvious = bodies.Keep("x", read_expr("UNCHANGED x"))
    entered = bodies.Keep("x", read_expr("Stay(x)"))
    assert show_body(obvious) == "keep x"
    assert show_body(entered) == "keep x of Stay(x)"


def test_an_initial_assignment_has_no_prime() -> None:
    assert show_body(bodies.Assign("x", ir.Literal(1), read_expr("x = 1"))) == "assign x = 1"
    assert show_body(bodies.Assign("x", ir.Literal(1), read_expr("x' = 1"))) == "assign x' = 1"


def test_variables_that_are_kept_together_take_one_line() -> None:
    body = read_body("keep x, y of UNCHANGED vars()")
    assert isinstance(body, bodies.Sequence)
    assert body.expr == read_expr("UNCHANGED vars()")
    assert show_body(body) == "keep x, y of UNCHANGED vars()"


def test_an_empty_system_is_its_name() -> None:
    assert show_system(System("empty")) == "system empty\n"


def test_every_field_of_a_system_is_shown() -> None:
    blocks = {*FORMULAS.values(), *GROUPS.values(), *SINGLES.values()}
    others = {"name", "constants", "variables", "definitions", "init", "actions", "fairness"}
    others |= {"procedures", "hidden"}
    own = {"maximal", "check_deadlock", "names", "compared", "replaced", "types"}
    own |= {"assumed", "declared", "notation", "omitted", "parts", "shows_arguments"}
    assert {f.name for f in fields(System)} == blocks | others | own


def test_procedures_and_hidden_variables_are_read_back() -> None:
    enter = bodies.Enter("Act@step1", (read_expr("n - 1"),), read_expr("Act(n - 1)"))
    procedure = bodies.Procedure("Act@step1", ("n",), enter)
    fresh = Property("P", ir.Enabled(read_expr("u' = 0"), fresh=("u",)))
    system = System(
        "s",
        variables=("x",),
        procedures={"Act@step1": procedure},
        hidden=(("u", read_expr("x + 1")),),
        invariants=(fresh,),
    )
    assert read_system(show_system(system)) == system


def test_names_go_on_after_the_end_of_a_line() -> None:
    system = System("s", names=tuple(f"a_rather_long_name_{i}" for i in range(20)))
    text = show_system(system)
    assert max(map(len, text.split("\n"))) < 100
    assert read_system(text) == system


@given(trees())
def test_reading_what_is_shown_gives_the_same_body(body: Body) -> None:
    assert read_body(show_body(body)) == body


@given(systems())
def test_reading_what_is_shown_gives_the_same_system(system: System) -> None:
    assert read_system(show_system(system)) == system


@pytest.mark.parametrize(
    "text",
    ["", "nothing", "if x", "if x\n  keep y\nkeep z", "keep x\nkeep y", "for some x \\in S"],
)
def test_a_mistake_in_a_tree_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_body(text)


@pytest.mark.parametrize("text", ["", "system", "system x\nunknown y", "variables x"])
def test_a_mistake_in_a_system_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_system(text)


def test_properties_and_actions_keep_their_order() -> None:
    keep = bodies.Keep("x", read_expr("UNCHANGED x"))
    system = System(
        "s",
        variables=("x",),
        actions=(Action("B", keep), Action("A", keep)),
        assumptions=(Property("B", ir.TRUE, axiom=True), Property("A", ir.TRUE)),
        invariants=(Property("Q", ir.TRUE), Property("P", ir.FALSE)),
    )
    assert read_system(show_system(system)) == system
