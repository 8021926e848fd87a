"""What `check` counts and finds, on one-variable modules whose answers TLC gave."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.check.check import check
from holdfast.check.engine import DEFAULTS, SearchOptions
from holdfast.front.files import Files
from holdfast.front.tla.modules import load_spec
from holdfast.front.tlc.config import read_config
from holdfast.front.tlc.model import build_model
from holdfast.limits import Limits
from holdfast.passes.pipeline import run_pipeline
from holdfast.report.check_json import check_json
from holdfast.source import Source, errors
from holdfast.verdict import Answer, Bounded, Exhausted, Failed, Unknown, Violated, exit_code


def run(
    body: str, config: str = "INIT Init\nNEXT Next", options: SearchOptions = DEFAULTS
) -> Answer:
    text = f"---- MODULE M ----\nEXTENDS Integers, Sequences, FiniteSets, TLC\n{body}\n====\n"
    spec = load_spec(Path("M.tla"), files=Files.over({Path("M.tla"): text}))
    assert errors(spec.diagnostics) == ()
    model = build_model(spec, read_config(Source("M.cfg", config)))
    return check(run_pipeline(model.system), options)


def counts(answer: Answer) -> tuple[int, int, int]:
    return answer.counts.generated, answer.counts.distinct, answer.counts.depth


COUNTER = "VARIABLE x\nInit == x = 0\nNext == x < 3 /\\ x' = x + 1\n"
NO_DEADLOCK = "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"


def test_all_states_are_explored() -> None:
    answer = run(COUNTER, NO_DEADLOCK)
    assert answer.verdict == Exhausted()
    assert counts(answer) == (4, 4, 4)
    assert exit_code(answer) == 0


def test_a_state_without_successors_is_a_deadlock() -> None:
    answer = run(COUNTER)
    assert isinstance(answer.verdict, Violated)
    assert answer.verdict.kind == "deadlock"
    assert answer.verdict.trace is not None
    assert [s.state["x"] for s in answer.verdict.trace.steps] == [0, 1, 2, 3]
    assert exit_code(answer) == 11


def test_a_search_that_continues_counts_violations() -> None:
    body = COUNTER + "Small == x < 2\nP == [][x' < 3]_x"
    config = "INIT Init\nNEXT Next\nINVARIANT Small\nPROPERTY P"
    answer = run(body, config, SearchOptions(keep_going=True))
    assert answer.violations == {"Small": 2, "P": 1, "deadlock": 1}
    assert check_json(answer)["violations"] == answer.violations
    assert run(body, config).violations == {}


def test_a_false_invariant_has_a_shortest_trace_and_a_reason() -> None:
    body = (
        "VARIABLE x\nInit == x \\in {0, 5}\nInc == x < 9 /\\ x' = x + 1\n"
        "Next == Inc \\/ x' = x\nSmall == x \\in Int /\\ x < 7"
    )
    answer = run(body, NO_DEADLOCK + "INVARIANT Small")
    assert isinstance(answer.verdict, Violated)
    assert answer.verdict.property == "Small"
    assert answer.verdict.trace is not None
    assert [s.state["x"] for s in answer.verdict.trace.steps] == [5, 6, 7]
    assert [s.action for s in answer.verdict.trace.steps] == [None, "Inc", "Inc"]
    assert answer.verdict.reason is not None
    assert exit_code(answer) == 12


@pytest.mark.parametrize(
    ("guard", "generated"),
    [
        ("(x >= 0 \\/ x < 10)", 3),
        ("(\\E i \\in 1..2 : i > 0)", 3),
        ("~(x < 0 /\\ x > 9)", 2),
        ("(x >= 0 \\/ x < 10 => TRUE)", 2),
        ("(IF x >= 0 \\/ x < 10 THEN TRUE ELSE FALSE)", 2),
    ],
)
def test_a_disjunction_in_a_guard_multiplies_generated_states(guard: str, generated: int) -> None:
    body = f"VARIABLE x\nInit == x = 0\nNext == {guard} /\\ x' = 0"
    assert counts(run(body)) == (generated, 1, 1)


def test_what_follows_the_last_assignment_is_a_plain_formula() -> None:
    body = "VARIABLE x\nInit == x = 0\nNext == x' = 0 /\\ (x >= 0 \\/ x < 10)"
    assert counts(run(body)) == (2, 1, 1)


def test_repeated_initial_states_are_generated_states() -> None:
    body = "VARIABLE x\nInit == x = 0 \\/ x = 0\nNext == x' \\in {0, 0}"
    assert counts(run(body)) == (3, 1, 1)


def test_states_outside_the_constraint_are_checked_but_not_kept() -> None:
    body = COUNTER + "Limit == x < 2\nSmall == x < 2"
    answer = run(body, NO_DEADLOCK + "CONSTRAINT Limit\nINVARIANT Small")
    assert isinstance(answer.verdict, Violated)
    assert (answer.counts.generated, answer.counts.distinct) == (3, 2)


def test_a_primed_variable_read_too_early_is_explained() -> None:
    body = "VARIABLES x, y\nInit == x = 0 /\\ y = 0\nNext == x' = y' /\\ y' = 1"
    answer = run(body)
    assert isinstance(answer.verdict, Failed)
    (diagnostic,) = answer.verdict.diagnostics
    assert diagnostic.code == "eval-unassigned"
    assert diagnostic.span is not None
    assert diagnostic.span.text == "y"
    assert exit_code(answer) == 75


def test_an_action_that_forgets_a_variable_is_an_error() -> None:
    body = "VARIABLES x, y\nInit == x = 0 /\\ y = 0\nNext == x' = 1"
    answer = run(body)
    assert isinstance(answer.verdict, Failed)
    assert answer.verdict.diagnostics[0].code == "eval-incomplete"
    assert "`y`" in answer.verdict.diagnostics[0].message


def test_comparing_different_kinds_is_an_error_with_its_place() -> None:
    answer = run('VARIABLE x\nInit == x = 0\nNext == x = "a" /\\ x\' = 1')
    assert isinstance(answer.verdict, Failed)
    (diagnostic,) = answer.verdict.diagnostics
    assert diagnostic.code == "eval-kinds-differ"
    assert diagnostic.span is not None
    assert diagnostic.span.text == 'x = "a"'


def test_endless_recursion_is_an_error_and_not_a_crash() -> None:
    body = "RECURSIVE F(_)\nF(n) == F(n + 1)\nVARIABLE x\nInit == x = F(0)\nNext == x' = x"
    answer = run(body)
    assert isinstance(answer.verdict, Failed)
    assert answer.verdict.diagnostics[0].code == "eval-endless"


def test_definitions_may_assign_the_variables_they_are_given() -> None:
    body = (
        "VARIABLES x, y\nSet(v, e) == v' = e\nBoth(a, b) == a = 1 /\\ b = 2\n"
        "Init == Both(x, y)\nNext == Set(x, 1) /\\ Both(x', y')"
    )
    assert counts(run(body)) == (2, 1, 1)


def test_local_definitions_see_the_next_state_as_it_is_chosen() -> None:
    body = (
        "VARIABLES x, y\nInit == x = 0 /\\ y = 0\n"
        "Next == LET twice == 2 * x' IN x' \\in 1..2 /\\ y' = twice"
    )
    answer = run(body, NO_DEADLOCK, SearchOptions(keep_graph=True))
    assert answer.graph is not None
    assert set(answer.graph.states) == {(0, 0), (1, 2), (2, 4)}


def test_action_composition_goes_through_a_state_in_between() -> None:
    body = "VARIABLE x\nInit == x = 0\nNext == (x' = x + 1 /\\ x < 4) \\cdot (x' = x * 2)"
    answer = run(body, NO_DEADLOCK, SearchOptions(keep_graph=True))
    assert answer.graph is not None
    assert set(answer.graph.states) == {(0,), (2,), (6,)}


def test_enabled_asks_for_some_next_state() -> None:
    body = COUNTER + "Inv == ENABLED Next <=> x < 3"
    assert run(body, NO_DEADLOCK + "INVARIANT Inv").verdict == Exhausted()


def test_an_instance_is_checked_through_its_substitution() -> None:
    body = (
        "VARIABLE x\nInit == x = 0\nNext == x' = (x + 2) % 6\nSpec == Init /\\ [][Next]_x\n"
        "---- MODULE Abs ----\nVARIABLE y\nI == y = 0\nN == y' = (y + 1) % 3\n"
        "S == I /\\ [][N]_y\n====\n"
        "A == INSTANCE Abs WITH y <- x \\div 2\nB == INSTANCE Abs WITH y <- x"
    ).replace("---- MODULE Abs ----\n", "---- MODULE Abs ----\nEXTENDS Integers\n")
    good = "SPECIFICATION Spec\nPROPERTY Refines\n"
    assert run(body + "\nRefines == A!S", good).verdict == Exhausted()
    answer = run(body + "\nRefines == B!S", good)
    assert isinstance(answer.verdict, Violated)
    assert answer.verdict.kind == "action"
    assert exit_code(answer) == 13


def test_a_temporal_property_with_a_view_is_never_counted_as_holding() -> None:
    body = COUNTER + "Live == <>(x = 3)\nView == x"
    answer = run(body, NO_DEADLOCK + "PROPERTY Live\nVIEW View")
    assert [u.name for u in answer.not_checked] == ["Live"]
    assert "Live" not in answer.checked
    assert exit_code(answer) == 20


def test_symmetry_keeps_one_state_of_each_kind() -> None:
    body = (
        "CONSTANT S\nVARIABLE x\nInit == x = {}\nNext == \\E s \\in S : x' = x \\union {s}\n"
        "Perms == Permutations(S)"
    )
    config = "CONSTANT S = {a, b, c}\nSYMMETRY Perms\n" + NO_DEADLOCK
    assert counts(run(body, config))[1:] == (4, 4)


def test_a_view_decides_what_is_new() -> None:
    body = (
        "VARIABLES x, y\nInit == x = 0 /\\ y = 0\nNext == x' = (x + 1) % 3 /\\ y' = y + 1\nV == x"
    )
    assert counts(run(body, "VIEW V\n" + NO_DEADLOCK)) == (4, 3, 3)


def test_limits_leave_the_question_open() -> None:
    body = "VARIABLE x\nInit == x = 0\nNext == x' = x + 1"
    answer = run(body, options=SearchOptions(limits=Limits(states=1000)))
    assert isinstance(answer.verdict, Unknown)
    assert exit_code(answer) == 20
    answer = run(body, options=SearchOptions(limits=Limits(depth=10)))
    assert answer.verdict == Bounded(10)
    assert exit_code(answer) == 0


def test_actions_that_never_fire_are_named() -> None:
    actions = "Never == x = 7 /\\ x' = 8\nStay == x' = x\nNext == Never \\/ Stay"
    body = f"VARIABLE x\nInit == x = 0\n{actions}"
    assert run(body).never_enabled == ("Never",)


def test_a_false_assumption_stops_before_exploring() -> None:
    answer = run("ASSUME 1 + 1 = 3\n" + COUNTER)
    assert isinstance(answer.verdict, Violated)
    assert answer.verdict.kind == "assumption"
    assert exit_code(answer) == 10


def test_an_axiom_is_not_evaluated() -> None:
    axioms = "AXIOM 1 + 1 = 3\nAXIOM Many == \\A f \\in [Nat -> Nat] : f[0] \\in Nat\n"
    assert exit_code(run(axioms + COUNTER, NO_DEADLOCK)) == 0


def test_overrides_replace_constants_and_definitions() -> None:
    body = (
        "CONSTANTS N, Op(_)\nLimit == 100\nDouble(n) == 2 * n\nVARIABLE x\nInit == x = N\n"
        "Next == x < Limit /\\ x' = Op(x)"
    )
    config = "CONSTANTS N = 1\nOp <- Double\nLimit = 5\n" + NO_DEADLOCK
    assert counts(run(body, config)) == (4, 4, 4)


def test_constants_may_be_any_expression() -> None:
    body = "CONSTANT S\nVARIABLE x\nInit == x \\in S\nNext == x' = x"
    config = "CONSTANT S = {<<1, -1>>} \\union {<<n, a>> : n \\in 2..3}\n" + NO_DEADLOCK
    assert counts(run(body, config))[1] == 3


def test_a_local_definition_of_a_parameter_follows_it_into_the_next_state() -> None:
    body = (
        "VARIABLES x, y\nNextOf(v) == LET w == v + 1 IN w'\n"
        "Sum(s) == LET f[i \\in 0..Len(s)] == IF i = 0 THEN 0 ELSE f[i - 1] + s[i] IN f[Len(s)]\n"
        "Init == x = 0 /\\ y = <<1>>\n"
        "Next == x' = (x + 1) % 3 /\\ y' = <<x', x>> /\\ NextOf(x) = x' + 1 /\\ Sum(y)' = x' + x"
    )
    assert counts(run(body))[1:] == (4, 4)


def test_an_override_does_not_reach_the_definition_seen_through_an_instance(
    tmp_path: Path,
) -> None:
    (tmp_path / "Base.tla").write_text("---- MODULE Base ----\nLimit == 2\n====\n")
    text = (
        "---- MODULE M ----\nEXTENDS Base, Integers\nB == INSTANCE Base\nMore == B!Limit + 1\n"
        "VARIABLE x\nInit == x = 0\nNext == x < Limit /\\ x' = x + 1\n====\n"
    )
    spec = load_spec(tmp_path / "M.tla", files=Files.over({tmp_path / "M.tla": text}))
    config = read_config(Source("M.cfg", "CONSTANT Limit <- More\n" + NO_DEADLOCK))
    assert counts(check(run_pipeline(build_model(spec, config).system)))[1] == 4


def test_a_spec_without_initial_states_establishes_nothing() -> None:
    answer = run("VARIABLE x\nInit == x = 0 /\\ x = 1\nNext == x' = x\nInv == x = 5")
    assert isinstance(answer.verdict, Unknown)
    assert exit_code(answer) == 20


def test_a_random_choice_is_made_anew_in_every_step() -> None:
    body = "VARIABLE x\nInit == x = 0\nNext == x < 40 /\\ x' = x + 1 + 0 * RandomElement(1..1000)\n"
    drawn = "VARIABLES x, y\nInit == x = 0 /\\ y = 0\nNext == x < 40 /\\ x' = x + 1 /\\ y' = "
    assert counts(run(body, NO_DEADLOCK))[1] == 41
    answer = run(drawn + "RandomElement(1..1000)", NO_DEADLOCK, SearchOptions(keep_graph=True))
    assert answer.graph is not None
    assert len({state[1] for state in answer.graph.states}) > 20


def test_a_local_definition_with_the_name_of_an_argument() -> None:
    # In `Process(block)`, the argument must not become the definition `block`.
    body = """VARIABLE x
Process(sb) == LET block == sb.block
                   Is(v) == x' = v.k
               IN  block.k > x /\\ Is(block) /\\ sb.block = block
Init == x = 0
Next == \\E block \\in {[block |-> [k |-> n]] : n \\in 1..2} : Process(block)"""
    assert counts(run(body, NO_DEADLOCK)) == (4, 3, 2)
