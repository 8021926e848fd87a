"""Temporal properties of small specs: verdicts, shortest lassos, reasons."""

from __future__ import annotations

import pytest

from holdfast.check.engine import SearchProgress, TemporalProgress
from holdfast.limits import Limits
from holdfast.source import SpecError
from holdfast.verdict import Exhausted, Failed, Unknown, exit_code
from tests.check.asked import ask, violation

CLOCK = """
VARIABLE h
Init == h = 0
Tick == h' = (h + 1) % 4
Stop == h = 2 /\\ h' = 2
Next == Tick
"""
PHASES = """
CONSTANT P
VARIABLES pc, n
vars == <<pc, n>>
Init == pc = [p \\in P |-> "idle"] /\\ n = 0
Try(p) == pc[p] = "idle" /\\ pc' = [pc EXCEPT ![p] = "try"] /\\ UNCHANGED n
Enter(p) == /\\ pc[p] = "try"
            /\\ \\A q \\in P : pc[q] # "in"
            /\\ pc' = [pc EXCEPT ![p] = "in"] /\\ UNCHANGED n
Leave(p) == pc[p] = "in" /\\ pc' = [pc EXCEPT ![p] = "idle"] /\\ UNCHANGED n
Next == \\E p \\in P : Try(p) \\/ Enter(p) \\/ Leave(p)
Weak == \\A p \\in P : WF_vars(Enter(p)) /\\ WF_vars(Leave(p))
Strong == \\A p \\in P : SF_vars(Enter(p)) /\\ WF_vars(Leave(p))
Live == \\A p \\in P : pc[p] = "try" ~> pc[p] = "in"
WeakSpec == Init /\\ [][Next]_vars /\\ Weak
StrongSpec == Init /\\ [][Next]_vars /\\ Strong
"""
ENGINES = pytest.mark.parametrize("engine", ["interp", "native"])


def clock(fairness: str, properties: str, names: str, engine: str, **options: object):  # type: ignore[no-untyped-def]
    body = f"{CLOCK}Spec == Init /\\ [][Next]_h {fairness}\n{properties}\n"
    config = f"SPECIFICATION Spec\nPROPERTY {names}\nCHECK_DEADLOCK FALSE\n"
    return ask(body, config, engine=engine, **options)


def lasso(answer) -> tuple[int, object]:  # type: ignore[no-untyped-def]
    trace = violation(answer).trace
    assert trace is not None
    return len(trace), trace.loop


@ENGINES
def test_without_fairness_a_spec_may_stop(engine: str) -> None:
    answer = clock("", "P == <>(h = 3)", "P", engine)
    assert lasso(answer) == (1, "stutter")
    assert exit_code(answer) == 13


@ENGINES
@pytest.mark.parametrize(
    "property",
    [
        "<>(h = 3)",
        "[]<>(h = 0)",
        "h = 1 ~> h = 0",
        "[](h = 1 => <>(h = 2 /\\ <>(h = 1)))",
        "\\A i \\in 0..3 : []<>(h = i)",
        "\\E i \\in 0..9 : []<>(h = i)",
        "WF_h(Tick) /\\ SF_h(Tick)",
        "[]<><<Tick>>_h",
        "~<>[](h = 0) /\\ (<>[](h = 1) <=> []<>(h = 7))",
        "LET At(i) == []<>(h = i) IN At(0) /\\ At(1)",
        "IF h = 0 THEN <>(h = 1) ELSE [](h = 0)",
        "[]ENABLED Tick /\\ []<>ENABLED Stop",
    ],
)
def test_what_holds_with_weak_fairness(property: str, engine: str) -> None:
    answer = clock("/\\ WF_h(Next)", f"P == {property}", "P", engine)
    assert isinstance(answer.verdict, Exhausted)
    assert "P" in answer.checked
    assert exit_code(answer) == 0


@ENGINES
@pytest.mark.parametrize(
    ("property", "length", "loop"),
    [
        ("<>[](h = 0)", 4, 0),
        ("[](h = 1 => []~(h = 0))", 4, 0),
        ("<>(h = 5)", 4, 0),
        ("h = 2 ~> h = 5", 4, 0),
        ("[]<>ENABLED Stop => <>[]ENABLED Stop", 4, 0),
        ("<>[][h' # 0]_h", 4, 0),
        ("~[]<><<h' = 0>>_h", 4, 0),
        ("\\A i \\in 0..4 : []<>(h = i)", 4, 0),
    ],
)
def test_what_fails_with_weak_fairness(property: str, length: int, loop: int, engine: str) -> None:
    assert lasso(clock("/\\ WF_h(Next)", f"P == {property}", "P", engine)) == (length, loop)


@ENGINES
def test_weak_and_strong_fairness_of_two_processes(engine: str) -> None:
    config = "SPECIFICATION {}\nCONSTANT P = {{a, b}}\nPROPERTY Live\n"
    weak = ask(PHASES, config.format("WeakSpec"), engine=engine)
    assert lasso(weak) == (4, 1)
    assert isinstance(ask(PHASES, config.format("StrongSpec"), engine=engine).verdict, Exhausted)


@ENGINES
def test_the_reason_names_the_part_that_fails_and_how_the_loop_is_fair(engine: str) -> None:
    config = "SPECIFICATION WeakSpec\nCONSTANT P = {a, b}\nPROPERTY Live\n"
    found = violation(ask(PHASES, config, engine=engine))
    assert found.reason is not None
    trigger, goal = found.reason.because
    assert trigger.message == "is true in state 2"
    assert goal.message == "is never true from state 2 on"
    texts = [r.message for r in found.fairness]
    assert texts[0].startswith("is met: the action is disabled in state")
    assert any("is taken in the step" in t for t in texts)
    assert len(texts) == 4


@ENGINES
def test_several_properties_with_keep_going(engine: str) -> None:
    text = "P == <>(h = 5)\nQ == <>(h = 3)\nR == []<>(h = 9)"
    answer = clock("/\\ WF_h(Next)", text, "P Q R", engine, keep_going=True)
    assert violation(answer).property == "P"
    assert [v.property for v in answer.more_violations] == ["R"]


@ENGINES
def test_a_lasso_is_found_within_a_bound(engine: str) -> None:
    answer = clock("", "P == <>(h = 3)", "P", engine, limits=Limits(depth=2))
    assert lasso(answer) == (1, "stutter")


@ENGINES
def test_a_property_that_cannot_be_evaluated(engine: str) -> None:
    answer = clock("/\\ WF_h(Next)", "P == <>(h = 2 /\\ h = TRUE)", "P", engine)
    assert isinstance(answer.verdict, Failed)
    assert exit_code(answer) == 77


@pytest.mark.parametrize(
    ("property", "message"),
    [
        ("(h = 0) -+-> (h = 1)", r"`-\+->`"),
        ("\\A i \\in 0..h : <>(h = i)", "not constant"),
        ("\\E i : <>(h = i)", "not constant"),
    ],
)
def test_what_is_not_supported_is_an_error(property: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        clock("", f"P == {property}", "P", "interp")


@ENGINES
def test_symmetry_makes_the_answer_unknown(engine: str) -> None:
    config = "SPECIFICATION StrongSpec\nCONSTANT P = {a, b}\nPROPERTY Live\nSYMMETRY Perms\n"
    answer = ask(f"{PHASES}Perms == Permutations(P)\n", config, engine=engine)
    assert isinstance(answer.verdict, Unknown)
    assert [u.name for u in answer.not_checked] == ["Live"]
    assert exit_code(answer) == 20


REFINED = """
---- MODULE Flip ----
VARIABLE bit
Flip == bit' = ~bit
Spec == bit = FALSE /\\ [][Flip]_bit /\\ WF_bit(Flip)
====
VARIABLES n, up
Init == n = 0 /\\ up = TRUE
Up == n < 3 /\\ n' = n + 1 /\\ up' = (n' < 3)
Down == n = 3 /\\ n' = {target} /\\ up' = TRUE
Next == Up \\/ Down
Spec == Init /\\ [][Next]_<<n, up>> /\\ {fairness}
Abstract == INSTANCE Flip WITH bit <- n = 3
Refines == Abstract!Spec
"""


@ENGINES
@pytest.mark.parametrize(
    ("target", "fairness", "kind"),
    [
        ("0", "WF_<<n, up>>(Next)", None),
        ("1", "WF_<<n, up>>(Next)", None),
        ("0", "WF_n(Up)", "temporal"),
        ("0", "TRUE", "temporal"),
    ],
)
def test_refinement_with_fairness(
    target: str, fairness: str, kind: str | None, engine: str
) -> None:
    body = REFINED.format(target=target, fairness=fairness)
    answer = ask(
        body, "SPECIFICATION Spec\nPROPERTY Refines\nCHECK_DEADLOCK FALSE\n", engine=engine
    )
    if kind is None:
        assert isinstance(answer.verdict, Exhausted)
    else:
        assert violation(answer).kind == kind


@ENGINES
def test_a_trusted_symmetry(engine: str) -> None:
    config = "SPECIFICATION WeakSpec\nCONSTANT P = {a, b}\nPROPERTY Freed Live\nSYMMETRY Perms\n"
    body = f'{PHASES}Perms == Permutations(P)\nFreed == []<>(\\A p \\in P : pc[p] # "in")\n'
    answer = ask(body, config, engine=engine, trust_symmetry=True)
    assert answer.counts.distinct == 5
    assert "SYMMETRY, which is trusted" in answer.warnings[0]
    found = violation(answer)
    assert found.property == "Live"
    assert found.trace is not None
    assert found.trace.loop is not None
    assert all(step.action for step in found.trace.steps[1:])


@ENGINES
def test_steps_between_states_that_a_view_identifies_count(engine: str) -> None:
    # Both states have the same view; the step between them is no stuttering step.
    body = """
VARIABLES a, b
vars == <<a, b>>
Init == a = 0 /\\ b = FALSE
Next == b' = ~b /\\ UNCHANGED a
Spec == Init /\\ [][Next]_vars /\\ WF_vars(Next)
View == a
Moves == []<><<Next>>_vars
Rests == <>[][FALSE]_vars
"""
    config = "SPECIFICATION Spec\nVIEW View\nPROPERTY {}\n"
    moves = ask(body, config.format("Moves"), engine=engine, trust_symmetry=True)
    assert isinstance(moves.verdict, Exhausted)
    rests = ask(body, config.format("Rests"), engine=engine, trust_symmetry=True)
    assert violation(rests).property == "Rests"


@ENGINES
def test_progress_names_the_property_and_its_cases(engine: str) -> None:
    events: list[SearchProgress] = []
    text = "P == (\\A i \\in 1..2 : []<>(h = i)) \\/ <>(h = 9)"
    clock("/\\ WF_h(Next)", text, "P", engine, observer=events.append)
    found = [e for e in events if isinstance(e, TemporalProgress)]
    assert [(e.property, e.branch, e.branches) for e in found] == [("P", 1, 2), ("P", 2, 2)]
    assert found[0].distinct == found[0].steps == 4


@ENGINES
def test_after_a_violated_invariant_temporal_properties_are_not_checked(engine: str) -> None:
    body = f"{CLOCK}Spec == Init /\\ [][Next]_h\nSmall == h < 2\nP == <>(h = 3)\n"
    config = "SPECIFICATION Spec\nINVARIANT Small\nPROPERTY P\n"
    answer = ask(body, config, engine=engine)
    assert violation(answer).property == "Small"
    assert "P" not in answer.checked
    assert [u.reason for u in answer.not_checked] == [
        "Small is violated; `--continue` checks the others"
    ]
    both = ask(body, config, engine=engine, keep_going=True)
    assert [v.property for v in (violation(both), *both.more_violations)] == ["Small", "P"]


def test_a_product_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holdfast.native.run.state_graph.MOST_NODES", 7)
    with pytest.raises(SpecError, match="2 nodes of a tableau for each of 4 states"):
        clock("/\\ WF_h(Next)", "P == <>(h = 3)", "P", "native")


def test_a_lasso_that_may_not_be_shortest_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holdfast.native.run.state_graph._MOST_WORK", 1)
    answer = clock("/\\ WF_h(Next)", "P == <>[](h = 0)", "P", "native")
    assert lasso(answer) == (4, 0)
    assert "P: a shorter counterexample may exist" in answer.warnings
