"""What a spec learns of its run: TLCGet, Trace, CounterExample; the values are TLC's."""

from __future__ import annotations

import pytest

from holdfast.verdict import Answer, Exhausted, Unknown, exit_code
from tests.check.asked import BEHAVIOUR, COUNTER, NO_DEADLOCK, ask, violation

ENGINES = pytest.mark.parametrize("engine", ["interp", "native"])
EVERYWHERE = """VARIABLE x
Level == TLCGet("level")
Init == PrintT(<<"init", Level>>) /\\ x = 0
Next == PrintT(<<"next", x, Level>>) /\\ x' = x + 1
Inv == PrintT(<<"inv", x, Level>>) /\\ x < 2
Con == PrintT(<<"con", x, Level>>)
Act == PrintT(<<"act", x, Level>>)
ASSUME PrintT(<<"assume", TLCGet("level")>>)
Post == PrintT(<<"post", TLCGet("level")>>)
Shown == [x |-> x, level |-> TLCGet("level"), next |-> x']
"""
ASKED = BEHAVIOUR + "INVARIANT Inv\nCONSTRAINT Con\nACTION_CONSTRAINT Act\nALIAS Shown\n"


def levels(answer: Answer) -> list[object]:
    trace = violation(answer).trace
    assert trace is not None
    return [step.alias and step.alias["level"] for step in trace.steps]


@ENGINES
def test_the_level_is_that_of_the_state_that_is_looked_at(engine: str) -> None:
    answer = ask(EVERYWHERE, ASKED + "POSTCONDITION Post\n", engine=engine)
    assert answer.output == (
        '<<"assume", 0>>',
        '<<"init", 0>>',
        '<<"con", 0, 1>>',
        '<<"inv", 0, 1>>',
        '<<"next", 0, 1>>',
        '<<"con", 1, 2>>',
        '<<"act", 0, 1>>',
        '<<"inv", 1, 2>>',
        '<<"next", 1, 2>>',
        '<<"con", 2, 3>>',
        '<<"act", 1, 2>>',
        '<<"inv", 2, 3>>',
        '<<"post", 0>>',
    )
    assert levels(answer) == [1, 2, 3]


@ENGINES
def test_a_level_decides_and_is_explained(engine: str) -> None:
    body = COUNTER + 'Level == TLCGet("level")\nInv == Level < 3\n'
    found = violation(ask(body, BEHAVIOUR + "INVARIANT Inv", engine=engine))
    assert found.trace is not None
    assert len(found.trace) == 3
    assert found.reason is not None
    assert "is FALSE" in found.reason.message or found.reason.values


@ENGINES
def test_the_figures_of_a_run(engine: str) -> None:
    body = (
        "VARIABLE x\nInit == x \\in {0, 1}\nA == x < 2 /\\ x' = x + 1\n"
        "B == x' = 0\nNext == A \\/ B\n"
        "Of(r) == <<r.distinct, r.generated, r.diameter, r.initial, r.worker>>\n"
        'Inv == PrintT(Of(TLCGet("stats")))\n'
        'Post == PrintT(Cardinality(DOMAIN TLCGet("config"))) /\\ PrintT(TLCGet("action").name)\n'
        '        /\\ PrintT({a.name : a \\in TLCGet("spec").actions})\n'
        '        /\\ PrintT({a.location.beginLine : a \\in TLCGet("spec").invariants})\n'
    )
    answer = ask(body, BEHAVIOUR + "INVARIANT Inv\nPOSTCONDITION Post", engine=engine)
    assert answer.output == (
        "<<1, 1, 1, 1, 0>>",
        "<<2, 2, 1, 2, 0>>",
        "<<3, 5, 2, 2, 0>>",
        "6",
        '"UnnamedAction"',
        '{"A", "B"}',
        "{9}",
    )


def test_the_trace_leads_to_the_state_that_is_looked_at() -> None:
    body = COUNTER + (
        'Next2 == PrintT(<<"next", Trace>>) /\\ Next\n'
        'Inv == PrintT(<<"inv", Trace>>) /\\ x < 1\n'
        "Shown == [seen |-> Len(Trace)]\n"
    )
    config = "INIT Init\nNEXT Next2\nINVARIANT Inv\nALIAS Shown"
    answer = ask(body, config, engine="auto")
    assert answer.output == (
        '<<"inv", <<[x |-> 0]>>>>',
        '<<"next", <<[x |-> 0]>>>>',
        '<<"inv", <<[x |-> 0], [x |-> 1]>>>>',
    )
    assert answer.engine == "interp"
    trace = violation(answer).trace
    assert trace is not None
    assert [s.alias for s in trace.steps] == [{"seen": 1}, {"seen": 2}]


def test_the_trace_of_the_toolbox_grows_with_the_search() -> None:
    body = "Toolbox == INSTANCE Toolbox\n" + COUNTER + "Inv == Len(Toolbox!_TETrace) < 3\n"
    trace = violation(ask(body, BEHAVIOUR + "INVARIANT Inv", engine="auto")).trace
    assert trace is not None
    assert len(trace) == 3


def test_an_alias_without_a_value_is_mentioned() -> None:
    body = COUNTER + "Inv == x < 2\nShown == [y |-> IF x = 1 THEN x.a ELSE x]\n"
    answer = ask(body, BEHAVIOUR + "INVARIANT Inv\nALIAS Shown")
    (about,) = answer.warnings
    assert "ALIAS Shown fails in state 2" in about
    assert "M.tla:7:" in about


def test_an_alias_that_is_temporal_has_no_value() -> None:
    body = COUNTER + "Inv == x < 2\nShown == <>(x = 1)\n"
    (about,) = ask(body, BEHAVIOUR + "INVARIANT Inv\nALIAS Shown").warnings
    assert "ALIAS Shown fails in state 1" in about


@ENGINES
def test_a_postcondition_sees_the_counterexample(engine: str) -> None:
    body = COUNTER + (
        "Inv == x < 1\nNone == CounterExample.state = {} /\\ CounterExample.action = {}\n"
        "Path == PrintT(ToTrace(CounterExample)) /\\ Cardinality(CounterExample.action) = 1\n"
    )
    config = NO_DEADLOCK + "POSTCONDITION None\n"
    assert isinstance(ask(body, config, engine=engine).verdict, Exhausted)
    answer = ask(body, NO_DEADLOCK + "INVARIANT Inv\nPOSTCONDITION Path None", engine=engine)
    assert answer.output == ("<<[x |-> 0], [x |-> 1]>>",)
    assert "the postcondition None is false" in answer.warnings
    assert exit_code(answer) == 12
    assert violation(answer).property == "Inv"


def test_a_counterexample_to_what_is_not_checked_is_not_missing() -> None:
    body = COUNTER + "Live == <>(x = 5)\nFound == Cardinality(CounterExample.state) > 0\n"
    config = NO_DEADLOCK + "PROPERTY Live\nPOSTCONDITION Post\nVIEW View"
    answer = ask(body + "Post == Found\nView == x", config)
    assert isinstance(answer.verdict, Unknown)
    assert [each.name for each in answer.not_checked] == ["Live", "Post"]
    assert "Post" not in answer.checked


@ENGINES
def test_the_level_of_the_next_state_is_one_more(engine: str) -> None:
    body = (
        'VARIABLE x\nInit == x = TLCGet("level")\nLater == TLCGet("level")\n'
        "Next == x < 3 /\\ x' = TLCGet(\"level\")' - 1 /\\ Later' = x + 2\n"
    )
    assert ask(body, NO_DEADLOCK, engine=engine).counts.distinct == 4


@ENGINES
def test_registers_keep_their_values_between_positions(engine: str) -> None:
    body = """VARIABLE x
Register == TLCGet(1)
ASSUME TLCSet(1, 10) /\\ TLCSet("s:a", 3) /\\ TLCGet("-Dno.such") = "-Dno.such" /\\ TLCSet("-Da", 7)
Init == TLCSet(1, TLCGet(1) + 1) /\\ x \\in {0, 1}
Next == TLCSet(1, TLCGet(1) + 1) /\\ x' = (x + 1) % 4 /\\ Print(<<x, TLCGet(1)>>, TRUE)
Inv == TLCSet(2, x) /\\ PrintT(<<"inv", TLCGet(2), Register, TLCGetOrDefault("s:b", 0)>>)
Con == TLCSet(3, TLCGetOrDefault(3, 0) + 1)
Post == PrintT(TLCGet("all")) /\\ PrintT(TLCGet("all:named")) /\\ PrintT(TLCGet("-Da"))
"""
    config = BEHAVIOUR + "INVARIANT Inv\nCONSTRAINT Con\nPOSTCONDITION Post"
    assert ask(body, config, engine=engine).output == (
        '<<"inv", 0, 11, 0>>',
        '<<"inv", 1, 11, 0>>',
        "<<0, 12>>  TRUE",
        "<<1, 13>>  TRUE",
        '<<"inv", 2, 13, 0>>',
        "<<2, 14>>  TRUE",
        '<<"inv", 3, 14, 0>>',
        "<<3, 15>>  TRUE",
        "<<<<15>>, <<3>>, <<6>>>>",
        '("s:a" :> <<3>>)',
        '"7"',
    )


@ENGINES
def test_a_spec_can_end_its_run(engine: str) -> None:
    body = 'VARIABLE x\nInit == x = 0\nNext == x\' = x + 1 /\\ TLCSet("exit", x > 5)\n'
    verdict = ask(body, engine=engine).verdict
    assert verdict == Unknown(cause="exit", reason='stopped by TLCSet("exit", TRUE)')
