"""Violated refinements: the trace as the abstract specification sees it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import holdfast
from holdfast.ir.notation import show
from holdfast.ir.ranks import Ranks, ranked_by
from holdfast.report.check_result import CheckResult
from holdfast.report.reason import reason_line
from holdfast.verdict import Exhausted, Refinement, Step, Trace, Violated

FIFO = """
CONSTANTS Items, Most
VARIABLES q, out
vars == <<q, out>>
Init == q = <<>> /\\ out = 0
Enq(i) == Len(q) < Most /\\ q' = Append(q, i) /\\ UNCHANGED out
Deq == q # <<>> /\\ out' = Head(q) /\\ q' = Tail(q)
Next == Deq \\/ \\E i \\in Items : Enq(i)
Spec == Init /\\ [][Next]_vars /\\ WF_vars(Deq)
"""
TWO_QUEUES = """
VARIABLES left, right, last
vars == <<left, right, last>>
Abs == INSTANCE Fifo WITH q <- right \\o left, out <- last, Items <- {1, 2}, Most <- 4
Init == left = <<>> /\\ right = <<>> /\\ last = 0
Put(i) == Len(left) < 2 /\\ left' = Append(left, i) /\\ UNCHANGED <<right, last>>
Move == /\\ left # <<>> /\\ Len(right) < 2
        /\\ right' = Append(right, Head(left)) /\\ left' = Tail(left) /\\ UNCHANGED last
Get == right # <<>> /\\ last' = Head(right) /\\ right' = Tail(right) /\\ UNCHANGED left
Next == Move \\/ Get \\/ \\E i \\in {1, 2} : Put(i)
Fair == WF_vars(Get) /\\ WF_vars(Move)
Spec == Init /\\ [][Next]_vars /\\ Fair
Refines == Abs!Spec
Parts == Abs!Init /\\ [][Abs!Next]_Abs!vars
"""
ASSIGN = """
VARIABLE x
Init == x = 0
Set(v) == x' = v
Next == \\E v \\in {1, 2} : Set(v)
Spec == Init /\\ [][Next]_x
"""
HANDSHAKE = """
VARIABLES val, req, ack, store
A == INSTANCE Assign WITH x <- store
Init == val = 0 /\\ req = FALSE /\\ ack = FALSE /\\ store = 0
Ask(v) == req = ack /\\ val' = v /\\ req' = ~req /\\ UNCHANGED <<ack, store>>
Do == req # ack /\\ ack' = req /\\ store' = val /\\ UNCHANGED <<val, req>>
Next == Do \\/ \\E v \\in {1, 2} : Ask(v)
Spec == Init /\\ [][Next]_<<val, req, ack, store>>
Refines == A!Spec
"""
CELL = """
CONSTANT Bound
VARIABLE x
Init == x = 0
Up == x < Bound /\\ x' = x + 1
Reset == x' = 0
Next == Up \\/ Reset
Spec == Init /\\ [][Next]_x
"""
CELLS = """
VARIABLE c
C(i, n) == INSTANCE Cell WITH x <- c[i], Bound <- n
Init == c = [i \\in 1..2 |-> 0]
Step(i) == c' = [c EXCEPT ![i] = (@ + 1) % (2 + i)]
Next == \\E i \\in 1..2 : Step(i)
Spec == Init /\\ [][Next]_c
Small == C(2, 2)!Spec
Large == C(2, 3)!Spec
Each == \\A i \\in 1..2 : C(i, 2)!Spec
"""
MIDDLE = """
VARIABLES left, right, last
Abs == INSTANCE Fifo WITH q <- right \\o left, out <- last, Items <- {1, 2}, Most <- 4
"""
LOW = """
VARIABLES all, cut, got
M == INSTANCE Middle WITH left <- SubSeq(all, cut + 1, Len(all)), right <- SubSeq(all, 1, cut),
                          last <- got
Init == all = <<>> /\\ cut = 0 /\\ got = 0
Add(i) == Len(all) < 3 /\\ all' = Append(all, i) /\\ UNCHANGED <<cut, got>>
Shift == cut < Len(all) /\\ cut' = cut + 1 /\\ UNCHANGED <<all, got>>
Take == cut > 0 /\\ got' = all[1] /\\ all' = Tail(all) /\\ cut' = cut - 1
Next == Shift \\/ Take \\/ \\E i \\in {1, 2} : Add(i)
Spec == Init /\\ [][Next]_<<all, cut, got>> /\\ WF_all(Take) /\\ WF_cut(Shift)
Refines == M!Abs!Spec
"""
MODULES = {"Fifo": FIFO, "Assign": ASSIGN, "Cell": CELL, "Middle": MIDDLE}
ENGINES = pytest.mark.parametrize("engine", ["interp", "native"])


def checked(
    folder: Path, body: str, prop: str = "Refines", engine: str = "interp", **more: str
) -> CheckResult:
    for name, text in {**MODULES, **more, "Low": body}.items():
        module = f"---- MODULE {name} ----\nEXTENDS Naturals, Sequences\n{text}\n====\n"
        (folder / f"{name}.tla").write_text(module, "utf-8")
    config = f"SPECIFICATION Spec\nPROPERTY {prop}\nCHECK_DEADLOCK FALSE\n"
    (folder / "Low.cfg").write_text(config, "utf-8")
    return holdfast.load(folder / "Low.tla").check(engine=engine)


def view_of(result: CheckResult) -> Refinement:
    verdict = result.answer.verdict
    assert isinstance(verdict, Violated)
    assert verdict.refinement is not None
    return verdict.refinement


def broken(body: str, old: str, new: str) -> str:
    assert old in body
    return body.replace(old, new)


def labels(trace: Trace) -> list[str | None]:
    return [step.action for step in trace.steps]


def shown(step: Step) -> dict[str, str]:
    with ranked_by(Ranks(())):
        return {name: show(value) for name, value in step.state.items()}


@ENGINES
@pytest.mark.parametrize(
    ("body", "prop"),
    [
        (TWO_QUEUES, "Refines"),
        (TWO_QUEUES, "Parts"),
        (HANDSHAKE, "Refines"),
        (LOW, "Refines"),
        (CELLS, "Large"),
    ],
)
def test_a_refinement_holds(tmp_path: Path, body: str, prop: str, engine: str) -> None:
    assert checked(tmp_path, body, prop, engine).answer.verdict == Exhausted()


@ENGINES
@pytest.mark.parametrize("prop", ["Refines", "Parts"])
def test_a_wrong_step_is_shown_beside_what_is_allowed(
    tmp_path: Path, prop: str, engine: str
) -> None:
    body = broken(TWO_QUEUES, "Append(right, Head(left))", "<<Head(left)>> \\o right")
    view = view_of(checked(tmp_path, body, prop, engine))
    assert labels(view.trace) == [None, "Abs!Enq", "stuttering", "Abs!Enq", "not allowed"]
    assert [shown(s)["q"] for s in view.trace.steps[3:]] == ["<<1, 2>>", "<<2, 1>>"]
    assert view.failed
    assert view.allowed == 3
    # Enq differs in `q` only, Deq in both variables.
    assert [s.action for s in view.alternatives] == ["Abs!Enq", "Abs!Enq", "Abs!Deq"]
    assert [shown(s)["q"] for s in view.alternatives] == ["<<1, 2, 1>>", "<<1, 2, 2>>", "<<2>>"]
    assert [r.message for r in view.refusals] == ["Abs!Enq", "Abs!Deq"]
    assert reason_line(view.refusals[0]).startswith("`q' = Append(q, i)` is FALSE")


def test_a_renamed_variable_has_its_abstract_name(tmp_path: Path) -> None:
    body = broken(HANDSHAKE, "store' = val", "store' = val + 1")
    view = view_of(checked(tmp_path, body))
    assert labels(view.trace) == [None, "stuttering", "not allowed"]
    assert [shown(s) for s in view.trace.steps] == [{"x": "0"}, {"x": "0"}, {"x": "3"}]
    assert [shown(s) for s in view.alternatives] == [{"x": "1"}, {"x": "2"}]
    assert [s.arguments for s in view.alternatives] == [(1,), (2,)]


def test_variables_may_be_swapped(tmp_path: Path) -> None:
    pair = (
        "VARIABLES x, y\nNext == x' = y /\\ y' = x\nSpec == x = 0 /\\ y = 1 /\\ [][Next]_<<x, y>>"
    )
    body = """
VARIABLES x, y
A == INSTANCE Pair WITH x <- y, y <- x
Spec == x = 1 /\\ y = 0 /\\ [][x' = x + 1 /\\ y' = 1]_<<x, y>>
Refines == A!Spec
"""
    view = view_of(checked(tmp_path, body, Pair=pair))
    assert [shown(s) for s in view.trace.steps] == [{"x": "0", "y": "1"}, {"x": "1", "y": "2"}]
    assert [shown(s) for s in view.alternatives] == [{"x": "1", "y": "0"}]


@pytest.mark.parametrize("prop", ["Small", "Each"])
def test_an_instance_may_have_parameters(tmp_path: Path, prop: str) -> None:
    view = view_of(checked(tmp_path, CELLS, prop))
    assert [shown(s)["x"] for s in view.trace.steps] == ["0", "1", "2", "3"]
    assert labels(view.trace) == [None, "C!Up", "C!Up", "not allowed"]
    assert view.trace.steps[1].arguments == (2, 2)
    assert [s.action for s in view.alternatives] == ["C!Reset"]


def test_refinement_through_two_levels(tmp_path: Path) -> None:
    lose = "Lose == cut > 1 /\\ all' = SubSeq(all, 1, cut) /\\ UNCHANGED <<cut, got>>"
    body = broken(LOW, "Next ==", f"{lose}\nNext == Lose \\/")
    view = view_of(checked(tmp_path, body))
    assert view.specification == "M!Abs!Spec"
    assert labels(view.trace)[-1] == "not allowed"
    assert [shown(s)["q"] for s in view.trace.steps[-2:]] == ["<<1, 1, 1>>", "<<1, 1>>"]
    assert view.alternatives[0].action == "M!Abs!Deq"


@ENGINES
def test_violated_fairness_shows_the_abstract_loop(tmp_path: Path, engine: str) -> None:
    body = broken(TWO_QUEUES, "Fair == WF_vars(Get) /\\ WF_vars(Move)", "Fair == WF_vars(Get)")
    view = view_of(checked(tmp_path, body, engine=engine))
    assert view.trace.loop == "stutter"
    assert labels(view.trace) == [None, "Abs!Enq"]
    assert not view.failed
    assert "Abs!Deq" in view.neglected


@pytest.mark.parametrize(
    ("step", "loop", "neglected"),
    [
        # Up is enabled in every state of the loop, Reset changes nothing there.
        ("UNCHANGED s", ["stuttering"], ("A!Up",)),
        ("s' = 1 - s", ["A!Up", "A!Reset"], ()),
    ],
)
def test_the_actions_that_a_loop_neglects(
    tmp_path: Path, step: str, loop: list[str], neglected: tuple[str, ...]
) -> None:
    body = f"""
VARIABLES s, b
A == INSTANCE Cell WITH x <- s, Bound <- 2
Next == b' = 1 - b /\\ {step}
Spec == s = 0 /\\ b = 0 /\\ [][Next]_<<s, b>> /\\ WF_b(Next)
Refines == A!Spec /\\ <>(s = 2)
"""
    view = view_of(checked(tmp_path, body))
    assert view.trace.loop == 0
    assert view.trace.closing is not None
    assert [*labels(view.trace)[1:], view.trace.closing.action][-len(loop) :] == loop
    assert view.neglected == neglected


def test_a_wrong_initial_state(tmp_path: Path) -> None:
    view = view_of(checked(tmp_path, broken(TWO_QUEUES, "last = 0", "last = 5")))
    assert view.failed
    assert [shown(s) for s in view.trace.steps] == [{"q": "<<>>", "out": "5"}]
    assert [shown(s) for s in view.alternatives] == [{"q": "<<>>", "out": "0"}]
    assert view.allowed == 1
    assert reason_line(view.refusals[0].because[0]) == "`out = 0` is FALSE: out = 5"


def test_actions_that_cannot_be_enumerated_are_tested_as_formulas(tmp_path: Path) -> None:
    rise = "VARIABLE v\nGrow == v' \\in Nat /\\ v' > v\nSpec == v \\in Nat /\\ [][Grow]_v"
    body = """
VARIABLE n
Up == INSTANCE Rise WITH v <- n * 2
Spec == n = 0 /\\ [][n' = (n + 1) % 3]_n
Refines == Up!Spec
"""
    result = checked(tmp_path, body, Rise=rise)
    view = view_of(result)
    assert labels(view.trace) == [None, "Up!Grow", "Up!Grow", "not allowed"]
    assert view.allowed is None
    assert view.alternatives == ()
    assert "steps there that cannot be enumerated" in str(result)


def test_the_part_that_is_violated_is_explained(tmp_path: Path) -> None:
    body = """
VARIABLES s, t
A == INSTANCE Assign WITH x <- s
B == INSTANCE Assign WITH x <- t
Spec == s = 0 /\\ t = 0 /\\ [][s' \\in {1, 2} /\\ t' = t + s]_<<s, t>>
Refines == A!Spec /\\ B!Spec
"""
    result = checked(tmp_path, body)
    assert view_of(result).specification == "B!Spec"
    assert "t' = 3" in str(result.reason)
    assert "s'" not in str(result.reason)


def test_a_property_that_is_no_specification_has_no_view(tmp_path: Path) -> None:
    body = broken(HANDSHAKE, "Refines == A!Spec", "Refines == [][store' # 2]_store")
    verdict = checked(tmp_path, body).answer.verdict
    assert isinstance(verdict, Violated)
    assert verdict.refinement is None


def test_the_view_as_text(tmp_path: Path) -> None:
    body = broken(TWO_QUEUES, "Append(right, Head(left))", "<<Head(left)>> \\o right")
    text = str(checked(tmp_path, body))
    start, end = text.index("  As Abs!Spec"), text.index("\n\n", text.index("why the nearest"))
    assert text[start:end] == (
        """  As Abs!Spec sees it:

  #  step         where       what changed
  1  initial                  q = <<>>, out = 0
  2  Abs!Enq(1)   Fifo.tla:8  q: appended 1
  3  stuttering               nothing changes
  4  Abs!Enq(2)   Fifo.tla:8  q: appended 2
  5  not allowed              q: <<1, 2>> -> <<2, 1>>   <- Abs!Spec does not allow this step

  Abs!Spec allows 3 steps there:
    Abs!Enq(1)  q: appended 1
    Abs!Enq(2)  q: appended 2
    Abs!Deq     q: <<1, 2>> -> <<2>>
                out: 0 -> 1

  why the nearest action does not allow the step:
    Abs!Enq: `q' = Append(q, i)` is FALSE for each of 2 choices: q' = <<2, 1>>,
        Append(q, 1) = <<1, 2, 1>>, q = <<1, 2>>, Append(q, 2) = <<1, 2, 2>>"""
    )


def test_the_view_as_json(tmp_path: Path) -> None:
    body = broken(HANDSHAKE, "store' = val", "store' = val + 1")
    own: Any = checked(tmp_path, body).to_json()["check"]
    view = own["refinement"]
    assert view["specification"] == "A!Spec"
    assert [s["action"] for s in view["trace"]["steps"]] == [None, "stuttering", "not allowed"]
    assert view["failed"] is True
    assert view["allowed"] == 2
    assert [s["action"] for s in view["alternatives"]] == ["A!Set(1)", "A!Set(2)"]
    assert view["refusals"] == [
        {"action": "A!Set", "reason": "`x' = v` is FALSE for each of 2 choices: x' = 3"}
    ]
    assert (view["neglected"], view["note"]) == ([], None)


def test_an_explanation_uses_the_names_of_the_abstract_module(tmp_path: Path) -> None:
    text = str(checked(tmp_path, CELLS, "Small"))
    excerpt = text[: text.index("  #  step")]
    assert "is FALSE for i = 2, n = 2" in excerpt
    assert "is FALSE: x' = 3" in excerpt
    assert "changes: x' = 3, x = 2" in excerpt
    assert "@" not in excerpt


def test_an_explanation_tells_abstract_variables_apart(tmp_path: Path) -> None:
    lose = "Lose == cut > 1 /\\ all' = SubSeq(all, 1, cut) /\\ UNCHANGED <<cut, got>>"
    text = str(checked(tmp_path, broken(LOW, "Next ==", f"{lose}\nNext == Lose \\/")))
    excerpt = text[: text.index("  #  step")]
    assert "is FALSE: out' = 0, Head(q) = 1, q = <<1, 1, 1>>" in excerpt
    assert "q' = <<1, 1>>" in excerpt


def test_a_step_that_leaves_the_subscript_unchanged_is_stuttering(tmp_path: Path) -> None:
    part = "VARIABLES x, y\nUp == x' = x + 1 /\\ y' = y\nSpec == x = 0 /\\ y = 0 /\\ [][Up]_x"
    body = """
VARIABLES s, t
P == INSTANCE Part WITH x <- s \\div 2, y <- t
Q == INSTANCE Assign WITH x <- t
Spec == s = 0 /\\ t = 0 /\\ [][s' = s /\\ t' = t + 1]_<<s, t>>
Refines == P!Spec /\\ Q!Spec
"""
    view = view_of(checked(tmp_path, body, Part=part))
    assert view.specification == "Q!Spec"
    body = broken(body, "s' = s /", "s' = (IF t = 1 THEN 4 ELSE s) /")
    view = view_of(checked(tmp_path, body, Part=part))
    assert view.specification == "P!Spec"
    assert labels(view.trace) == [None, "stuttering", "not allowed"]
