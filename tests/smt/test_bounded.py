from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import pytest

from holdfast.front.files import Files
from holdfast.front.tla.modules import load_spec
from holdfast.front.tlc.config import read_config
from holdfast.front.tlc.model import build_model
from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.notation import show
from holdfast.ir.ops import Op
from holdfast.ir.system import System
from holdfast.ir.values import Value
from holdfast.passes.pipeline import run_pipeline
from holdfast.smt.bounded.encoding import BoundedEncoding, BoundedState
from holdfast.smt.solvers.solve import Limits, Outcome, solve
from holdfast.smt.terms.term import FALSE, Query, Term, and_, or_, to_smtlib
from holdfast.source import Source, SpecError, errors
from holdfast.workbench import load, prepare

pytestmark = pytest.mark.smt

LIMITS = Limits(rlimit=20_000_000, memory_mb=1000, seconds=60)
SPECS = Path(__file__).parents[2] / "specs"


def system_from(body: str, config: str = "", extends: str = "Integers, Sequences") -> System:
    """The system of a module with this body, `Init` and `Next`."""
    text = f"---- MODULE M ----\nEXTENDS {extends}, FiniteSets, TLC\n{body}\n====\n"
    spec = load_spec(Path("M.tla"), files=Files.over({Path("M.tla"): text}))
    wrong = errors(spec.diagnostics)
    assert not wrong, [d.message for d in wrong]
    full = Source("M.cfg", f"INIT Init\nNEXT Next\n{config}")
    return run_pipeline(build_model(spec, read_config(full)).system)


def implied(assumptions: list[Term], goal: Term) -> Outcome:
    """What z3 says to the question whether the assumptions imply the goal."""
    labelled = tuple((f"assumption {i}", a) for i, a in enumerate(assumptions))
    return solve(to_smtlib(Query("test", labelled, goal)), "z3", LIMITS, model=True)


def bmc(system: System, invariant: ir.Expr, depth: int) -> list[Mapping[str, Value]] | None:
    """The shortest behaviour that ends in a violation, as the solver finds it."""
    encoding = BoundedEncoding(system)
    state = encoding.state("s0")
    states, path = [state], [encoding.starts(state)]
    for k in range(depth + 1):
        outcome = implied(path, encoding.holds(invariant, state))
        if outcome.status == "sat":
            assert outcome.model is not None
            return [encoding.read_state(outcome.model, s) for s in states]
        assert outcome.status == "unsat", outcome
        after = encoding.state(f"s{k + 1}")
        path.append(or_(*(encoding.steps(a, state, after) for a in system.actions)))
        states.append(after)
        state = after
    return None


def assert_is_behaviour(system: System, states: list[Mapping[str, Value]]) -> None:
    """The interpreter agrees that these states are a behaviour."""
    machine = Machine(system)
    rows = [tuple(s[v] for v in system.variables) for s in states]
    initial: set[tuple[Value, ...]] = set()
    machine.initial_states(initial.add)
    assert rows[0] in initial
    for before, after in pairwise(rows):
        assert any(after in machine.successors(before, m) for m in machine.movers)


def spec(name: str, config: str | None = None) -> System:
    """The system of a spec that we ship."""
    given = None if config is None else SPECS / name / config
    return prepare(load(SPECS / name / f"{name}.tla", config=given)).system


def test_the_puzzle_of_the_jugs_is_solved_in_six_steps() -> None:
    system = spec("DieHard")
    states = bmc(system, system.invariants[-1].expr, 6)
    assert states is not None
    assert len(states) == 7
    assert states[-1]["big"] == 4
    assert_is_behaviour(system, states)


@pytest.mark.parametrize(
    ("name", "depth"),
    [("TwoPhase", 3), ("DiningPhilosophers", 3), ("AlternatingBit", 4), ("LamportMutex", 3)],
)
def test_invariants_hold_in_the_first_states(name: str, depth: int) -> None:
    system = spec(name)
    together = ir.Apply(Op.AND, tuple(p.expr for p in system.invariants))
    assert bmc(system, together, depth) is None


def test_a_violation_of_a_shipped_spec_is_a_behaviour_of_the_same_length() -> None:
    system = spec("KafkaRebalanceBuggy")
    states = bmc(system, system.invariants[0].expr, 5)
    if states is not None:
        assert_is_behaviour(system, states)


COUNTER = """VARIABLES x, y
Init == x = 0 /\\ y = 0
Next == x < 3 /\\ x' = x + 1 /\\ y' = y + x
TypeOK == x \\in 0..3 /\\ y \\in Int
Small == x \\in 0..2 /\\ y \\in Int
Sum == 2 * y = x * (x - 1)
"""


def kept(system: System, *names: str) -> list[str]:
    """What comes of the induction of the conjunction of invariants: init, then each action."""
    formulas = [p.expr for p in system.invariants if p.name in names]
    encoding = BoundedEncoding(system, formulas)
    s, first = encoding.state("s"), encoding.state("i")

    def all_hold(state: BoundedState) -> Term:
        return and_(*(encoding.holds(e, state) for e in formulas))

    found = [implied([encoding.starts(first)], all_hold(first)).status]
    for action in system.actions:
        for step in encoding.successors(action, s) or ():
            assert isinstance(step.after, BoundedState)
            given = [encoding.typed(s), all_hold(s), step.guard]
            found.append(implied(given, all_hold(step.after)).status)
    return list(found)


def test_an_inductive_invariant_is_proved() -> None:
    system = system_from(COUNTER, "INVARIANTS TypeOK Sum")
    assert kept(system, "TypeOK", "Sum") == ["unsat", "unsat"]


def test_a_step_that_leaves_the_types_is_not_lost() -> None:
    system = system_from(COUNTER, "INVARIANTS Small")
    assert kept(system, "Small") == ["unsat", "sat"]


def test_a_typed_state_that_starts_outside_its_types_refutes_everything() -> None:
    body = "VARIABLE x\nInit == x = 7\nNext == x' = x\nTypeOK == x \\in 0..3"
    system = system_from(body, "INVARIANT TypeOK")
    encoding = BoundedEncoding(system, [system.invariants[0].expr])
    s = encoding.state("s")
    types = encoding.typed(s)
    outcome = implied([types, encoding.starts(s)], encoding.holds(system.invariants[0].expr, s))
    assert outcome.status == "sat"
    assert outcome.model is not None
    assert encoding.read_state(outcome.model, s) == {"x": 7}


def test_a_typed_state_after_a_step_outside_its_types_is_not_lost() -> None:
    system = system_from(COUNTER, "INVARIANT Small")
    encoding = BoundedEncoding(system, [system.invariants[0].expr])
    s, t = encoding.state("s"), encoding.state("t")
    given = [encoding.typed(s), encoding.typed(t)]
    given.append(encoding.steps(system.actions[0], s, t))
    goal = encoding.holds(system.invariants[0].expr, t)
    assert implied(given, goal).status == "sat"


def test_a_counterexample_is_a_step_that_the_interpreter_takes() -> None:
    system = system_from(COUNTER, "INVARIANTS TypeOK Sum")
    formula = next(p.expr for p in system.invariants if p.name == "Sum")
    typing = next(p.expr for p in system.invariants if p.name == "TypeOK")
    encoding = BoundedEncoding(system, [typing])
    s = encoding.state("s")
    (step,) = encoding.successors(system.actions[0], s) or ()
    given = [encoding.typed(s), step.guard]
    outcome = implied(given, encoding.holds(formula, step.after))
    assert outcome.model is not None
    rows = [
        tuple(encoding.read_state(outcome.model, state)[v] for v in system.variables)
        for state in (s, step.after)
    ]
    machine = Machine(system)
    assert rows[1] in machine.successors(rows[0], machine.movers[0])


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("f[x] = 0", "in the domain"),
        ("Head(q) = 0", "not empty"),
        ("1 \\div x = 1", "divided by zero"),
        ("(CHOOSE i \\in 1..3 : i = x) = 1", "satisfies this CHOOSE"),
        ("(CASE x = 0 -> TRUE)", "CASE"),
        ("[a |-> 1][s] = 1", "in the domain"),
        ("x % x = 0", "positive"),
    ],
)
def test_partial_operations_have_conditions(formula: str, message: str) -> None:
    body = f"""VARIABLES x, f, q, s
Init == x = 0 /\\ f = [i \\in 0..1 |-> 0] /\\ q = <<>> /\\ s = "a"
Next == UNCHANGED <<x, f, q, s>>
TypeOK == x \\in 0..3 /\\ f \\in [0..1 -> 0..1] /\\ q \\in Seq(0..1) /\\ s \\in {{"a", "b"}}
Asked == {formula}"""
    system = system_from(body, "INVARIANTS TypeOK Asked")
    typing, asked = (p.expr for p in system.invariants)
    encoding = BoundedEncoding(system, [typing])
    s = encoding.state("s")
    conditions = encoding.conditions(asked, s)
    assert [m for _, m, _ in conditions if message in m], conditions
    whole = and_(*(c for c, _, _ in conditions))
    assert implied([encoding.typed(s)], whole).status == "sat"
    assert all(span is not None for _, _, span in conditions)


def test_a_guarded_operation_has_no_condition_that_fails() -> None:
    body = """VARIABLES x, q
Init == x = 0 /\\ q = <<>>
Next == UNCHANGED <<x, q>>
TypeOK == x \\in 0..3 /\\ q \\in Seq(0..1)
Asked == (q # <<>> => Head(q) \\in 0..1) /\\ (IF x = 0 THEN TRUE ELSE 6 \\div x > 0)"""
    system = system_from(body, "INVARIANTS TypeOK Asked")
    typing, asked = (p.expr for p in system.invariants)
    encoding = BoundedEncoding(system, [typing])
    s = encoding.state("s")
    whole = and_(*(c for c, _, _ in encoding.conditions(asked, s)))
    assert implied([encoding.typed(s)], whole).status == "unsat"


def test_a_variable_without_a_type_is_refused_by_name() -> None:
    body = """VARIABLE x
Init == x = <<>>
Next == x' = IF x = <<>> THEN {1} ELSE "a"
Inv == TRUE"""
    system = system_from(body, "INVARIANT Inv")
    encoding = BoundedEncoding(system, [system.invariants[0].expr])
    with pytest.raises(SpecError) as caught:
        encoding.typed(encoding.state("s"))
    assert "`x`" in caught.value.diagnostics[0].message
    assert caught.value.diagnostics[0].code == "smt-unsupported"


def test_what_cannot_be_encoded_is_refused_with_its_place() -> None:
    body = "VARIABLE x\nInit == x = 0\nNext == x' = x\nInv == \\A y \\in Nat : y > x"
    system = system_from(body, "INVARIANT Inv")
    encoding = BoundedEncoding(system)
    s = encoding.state("s")
    encoding.starts(s)
    with pytest.raises(SpecError) as caught:
        encoding.holds(system.invariants[0].expr, s)
    (problem,) = caught.value.diagnostics
    assert problem.code == "smt-unsupported"
    assert problem.span is not None
    assert "Nat" in problem.message


def test_kinds_may_be_mixed_and_recursion_is_unrolled() -> None:
    body = """VARIABLE x
RECURSIVE Sum(_)
Sum(S) == IF S = {} THEN 0 ELSE LET e == CHOOSE e \\in S : TRUE IN e + Sum(S \\ {e})
Init == x = {}
Next == \\/ x = {} /\\ \\E S \\in SUBSET (1..3) : x' = S
        \\/ x # {} /\\ x # "done" /\\ x' = "done"
Inv == x # "done" => Sum(x) # 6"""
    system = system_from(body, "INVARIANT Inv")
    states = bmc(system, system.invariants[0].expr, 2)
    assert states is not None
    assert [show(s["x"]) for s in states] == ["{}", "{1, 2, 3}"]


def test_enabled_and_every_kind_of_body_are_encoded() -> None:
    body = """VARIABLES x, y
Up == x < 2 /\\ x' = x + 1
Init == x \\in {0, 1} /\\ y \\in [1..2 -> BOOLEAN]
Next == \\/ IF x = 0 THEN x' = 1 /\\ UNCHANGED y ELSE x' = 0 /\\ y' = [y EXCEPT ![1] = ~@]
        \\/ CASE x = 0 -> x' \\in 5..6 /\\ y' = y [] OTHER -> LET d == x IN x' = d /\\ y' = y
        \\/ \\E i \\in 1..2 : y[i] /\\ y' = [y EXCEPT ![i] = FALSE] /\\ x' = x
Inv == x < 6 \\/ ENABLED Up"""
    system = system_from(body, "INVARIANT Inv")
    states = bmc(system, system.invariants[0].expr, 3)
    assert states is not None
    assert states[-1]["x"] == 6
    assert_is_behaviour(system, states)


def test_a_system_without_initial_states_has_no_violation() -> None:
    body = "VARIABLE x\nInit == x \\in {}\nNext == x' = x\nInv == FALSE"
    system = system_from(body, "INVARIANT Inv")
    encoding = BoundedEncoding(system)
    assert encoding.starts(encoding.state("s")) is FALSE


def test_the_scope_names_the_constants_and_the_length_of_sequences() -> None:
    body = """CONSTANT N
VARIABLE q
Init == q = <<>>
Next == q' = Append(q, N)
TypeOK == q \\in Seq({N})"""
    system = system_from(body, "CONSTANT N = 2\nINVARIANT TypeOK")
    encoding = BoundedEncoding(system, [system.invariants[0].expr])
    assert encoding.scope == "N = 2"
    encoding.typed(encoding.state("s"))
    assert encoding.scope == "N = 2, sequences of at most 4 items"
    assert encoding.read_constants(None) == {"N": 2}  # type: ignore[arg-type]
