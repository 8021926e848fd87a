"""Coverage: how often actions and parts of a spec are evaluated, the same on both engines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from holdfast.ir.coverage import Coverage
from holdfast.ir.sites import Sites
from holdfast.native.emit.emit import emit_model
from holdfast.verdict import Answer
from holdfast.workbench import load
from tests.check.asked import ask, asked_system
from tests.check.unevaluated import random_claims

ENGINES = ["interp", pytest.param("native", marks=pytest.mark.native)]
CONFIG = "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"

TANK = """
VARIABLES level, open
Init == level = 0 /\\ open \\in BOOLEAN
Fill(n) == /\\ open
           /\\ level + n <= 4
           /\\ level' = level + n
           /\\ UNCHANGED open
Drain == \\/ /\\ level > 9
            /\\ open
            /\\ level' = 0
            /\\ UNCHANGED open
         \\/ /\\ level = 4
            /\\ level' = 0
            /\\ open' = (IF level = 9 THEN TRUE ELSE ~open)
Next == (\\E n \\in 1..2 : Fill(n)) \\/ Drain
Inv == /\\ level \\in 0..4
       /\\ level > 9 => open
"""


def covered(body: str, config: str = CONFIG, **options: Any) -> Coverage:
    coverage = searched(body, config, **options).coverage
    assert coverage is not None
    return coverage


def searched(body: str, config: str = CONFIG, **options: Any) -> Answer:
    return ask(body, config, coverage=True, **options)


def sites(coverage: Coverage) -> dict[tuple[int, str], tuple[int, int | None]]:
    """The counts of each part, by its place and its text in one line."""
    return {
        (s.span.start, " ".join(s.span.text.split())): (s.evaluated, s.true) for s in coverage.sites
    }


def texts(coverage: Coverage) -> dict[str, tuple[int, int | None]]:
    """The counts by text, for parts whose text is unique."""
    return {text: counts for (_, text), counts in sites(coverage).items()}


def rows(coverage: Coverage) -> list[tuple[str, int, int, int, int]]:
    found = (coverage.initial, *coverage.actions)
    return [(r.name, r.tried, r.enabled, r.generated, r.distinct) for r in found]


@pytest.mark.parametrize("engine", ENGINES)
def test_an_action_counts_states_and_successors(engine: str) -> None:
    # Five levels with `open`; without it 0, and what the last two drains reach.
    coverage = covered(TANK, engine=engine)
    assert rows(coverage) == [
        ("Init", 0, 0, 2, 2),
        ("Fill", 6, 4, 7, 4),
        ("Drain", 6, 0, 0, 0),
        ("Drain", 6, 1, 1, 0),
    ]
    assert sum(row.share for row in coverage.actions) == pytest.approx(1)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_part_counts_its_evaluations_and_how_often_it_is_true(engine: str) -> None:
    found = texts(covered(TANK, CONFIG + "INVARIANT Inv\n", engine=engine))
    assert found["level + n <= 4"] == (10, 7)
    assert found["level' = level + n"] == (7, 7)
    assert found["level > 9"] == (6, 0)
    assert found["level' = 0"] == (1, 1)
    assert found["level = 9"] == (1, 0)
    assert found["TRUE"] == (0, 0)
    assert found["~open"] == (1, 0)
    assert found["level \\in 0..4"] == (6, 6)
    assert found["level > 9 => open"] == (6, 6)
    assert found["open \\in BOOLEAN"] == (1, 2), "once for each way to satisfy it"


@pytest.mark.parametrize("engine", ENGINES)
def test_what_was_never_true_or_never_evaluated_is_found(engine: str) -> None:
    coverage = covered(TANK, CONFIG + "INVARIANT Inv\n", engine=engine)
    assert [s.span.text for s in coverage.never_true] == [
        "level > 9",
        "level = 9",
        "~open",
        "level > 9",
    ]
    unevaluated = [s.span.text for s in coverage.never_evaluated]
    assert unevaluated == ["open", "level' = 0", "UNCHANGED open", "TRUE", "open"]


@pytest.mark.parametrize("engine", ENGINES)
def test_nothing_is_found_where_everything_is_evaluated_and_true(engine: str) -> None:
    coverage = covered("VARIABLE x\nInit == x = 0\nNext == x' = 1 - x\n", engine=engine)
    assert (coverage.never_true, coverage.never_evaluated) == ((), ())


@pytest.mark.parametrize("engine", ENGINES)
def test_what_a_negation_denies_need_not_be_true(engine: str) -> None:
    body = "VARIABLE x\nInit == x = 0\nNext == x' = 1 - x\nInv == ~(x >= 0 /\\ x = 7)\n"
    coverage = covered(body, CONFIG + "INVARIANT Inv\n", engine=engine)
    assert texts(coverage)["x = 7"] == (2, 0)
    assert coverage.never_true == ()


CALLS = """
VARIABLES x, msgs
InitX == x = 0
InitMsgs == msgs \\in {{1}, {1, 2}}
Init == InitX /\\ InitMsgs
Small == x < 3
Take(m) == x' = m /\\ msgs' = msgs \\ {m}
Put(m) == Small /\\ x' = m /\\ msgs' = msgs \\union {3 - m}
Swap(m) == Put(m)
Lost(m) == x > 5 /\\ Take(m)
Either(m) == Take(m) \\/ Lost(m)
Stay == x' = x \\/ x' = 3
Up == Small /\\ Stay
Next == \\/ \\E m \\in msgs : Take(m) \\/ Swap(m)
        \\/ \\E m \\in msgs : IF m = x THEN Either(m) ELSE LET a == m IN Put(a)
        \\/ \\E m \\in msgs \\union {2} : Small /\\ Take(m)
        \\/ Up /\\ UNCHANGED msgs
        \\/ x' = x /\\ msgs' = msgs /\\ Stay
Inv == ENABLED Up \\/ ENABLED (\\E m \\in msgs : Swap(m)) \\/ x >= 0
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_an_action_that_is_called_is_evaluated(engine: str) -> None:
    coverage = covered(CALLS, CONFIG + "INVARIANT Inv\n", engine=engine)
    assert [s.span.text for s in coverage.never_evaluated] == ["Take(m)"], "of Lost"
    found = texts(coverage)
    assert found["InitX"] == (1, 1)
    assert found["InitMsgs"] == (1, 2)
    assert found["Lost(m)"][1] == 0
    assert found["Up"] == found["Small /\\ Stay"]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_definitions_that_a_disjunct_calls_have_rows(engine: str) -> None:
    coverage = covered(CALLS, CONFIG, engine=engine)
    assert [[part.name for part in action.parts] for action in coverage.actions] == [
        ["Take", "Swap"],
        ["Either", "Put"],
        [],
        [],
        [],
    ]
    for action in coverage.actions[:2]:
        assert sum(part.generated for part in action.parts) == action.generated
        assert all(part.evaluated >= part.generated > 0 for part in action.parts)


def test_what_is_evaluated_for_a_constant_is_not_said_to_be_never_evaluated() -> None:
    coverage = covered("""
VARIABLE x
Twice(n) == n + n
Init == x = Twice(2)
Next == x' = 1 /\\ x > 4 /\\ Twice(x) = 1
""")
    assert [s.span.text for s in coverage.never_evaluated] == ["Twice(x) = 1"]


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_never_evaluated_may_as_well_fail(engine: str, tmp_path: Path) -> None:
    assert list(random_claims(range(40), tmp_path, engine)) == []


# ---- the engines agree ----

PARTS = {
    "definitions are evaluated where they are used": """
Init == x = 0
Big == x > 2 /\\ x < 9
Twice(a, b) == IF a THEN b ELSE FALSE
Next == /\\ x < 6
        /\\ Big \\/ ~Big
        /\\ Twice(x > 1 /\\ x > 2, x > 3 \\/ x = 3) \\/ x <= 3
        /\\ x' = x + 1
""",
    "local definitions are evaluated at most once": """
Init == x = 0
Next == LET small == x < 3 /\\ x < 9
            next(d) == IF small THEN x + d ELSE x
        IN /\\ x' = next(1)
           /\\ IF x = 5 THEN small ELSE (x = 2 => small)
""",
    "quantifiers, CHOOSE and sets stop as early as possible": """
S == {i \\in 0..9 : i > 2 /\\ i # 5}
Init == x = 0
Next == /\\ \\E i \\in 1..5 : i > x /\\ (\\A j \\in 1..i : j > 0 /\\ j < 5)
        /\\ x' = (CHOOSE i \\in 0..9 : i > x /\\ i > 1)
        /\\ x' \\in {i \\in 0..9 : i > 0 \\/ i = 0}
        /\\ Cardinality({i \\in S : i > x /\\ i < 8}) >= 0
""",
    "functions that are rejected are still evaluated": """
Init == x = 0
Next == \\E f \\in [1..5 -> 0..2] : /\\ f[1] = 2 \\/ f[2] = 1
                                 /\\ f[3] > 1 /\\ f[5] = x
                                 /\\ x' = f[4]
""",
    "CASE and IF in values and in actions": """
Init == x = 0
Value(n) == CASE n = 0 /\\ n < 3 -> 1 [] n = 1 -> 2 [] OTHER -> IF n > 2 THEN 0 ELSE n + 1
Next == CASE x = 0 -> x' = Value(x) [] x = 1 /\\ x < 5 -> x' \\in {Value(1), 3} [] OTHER -> x' = 0
""",
    "ENABLED, UNCHANGED and what follows all assignments": """
Init == x = 0
Up == x < 3 /\\ x' = x + 1
Next == \\/ Up /\\ (x' > 1 \\/ x' = 1)
        \\/ ENABLED Up /\\ UNCHANGED x
        \\/ x' = x /\\ (\\E i \\in 1..3 : x' = i /\\ i > 1)
        \\/ \\A i \\in 1..2 : x' = 3 - x /\\ i > 0
""",
    "recursion, EXCEPT and constants": """
RECURSIVE Sum(_)
Sum(n) == IF n = 0 THEN 0 ELSE n + Sum(n - 1)
fact[n \\in 0..9] == IF n = 0 THEN 1 ELSE n * fact[n - 1]
Limit == IF Sum(3) > 5 THEN 4 ELSE 5
Init == x = 0
Next == /\\ x < Limit \\/ Sum(2) = 7
        /\\ Sum(x) >= 0 /\\ fact[x] > 0
        /\\ x' = [[i \\in 0..9 |-> i] EXCEPT ![x] = IF @ > 2 THEN @ ELSE @ + 1][x]
""",
    "actions that are called": """
Put(m) == x < 3 /\\ x' = m
Swap(m) == Put(m)
Stay == x' = x \\/ x' = 3
Next == \\/ \\E m \\in {x, 2} : Put(m) \\/ Swap(m + 1) \\/ LET k == m IN Put(k)
        \\/ \\A i \\in 1..2 : Stay
        \\/ x' = 3 /\\ Stay
        \\/ x > 1 /\\ Stay
Zero == x = 0
Init == Zero
""",
    "memoised expressions": """
Others(p) == {q \\in 1..3 : q # p /\\ q > 0}
Init == x = 1
Next == \\E p \\in 1..3 : /\\ \\E q \\in Others(p) : q = x \\/ q > x
                        /\\ x' = p
""",
}


@pytest.mark.native
@pytest.mark.parametrize("body", PARTS.values(), ids=PARTS)
def test_both_engines_count_alike(body: str) -> None:
    body = f"VARIABLE x\n{body}\nInv == x >= 0 /\\ (x > 90 => x = 0)\n"
    config = CONFIG + "INVARIANT Inv\n"
    by_engine = [covered(body, config, engine=engine) for engine in ("interp", "native")]
    interp, native = by_engine
    assert sites(interp) == sites(native)
    assert rows(interp) == rows(native)
    assert any(counts[0] > 1 for counts in sites(interp).values())


@pytest.mark.native
def test_the_counts_of_all_workers_are_added() -> None:
    body = """
VARIABLES a, b, c
Init == a = 0 /\\ b = 0 /\\ c = 0
Next == \\/ a < 19 /\\ a' = a + 1 /\\ UNCHANGED <<b, c>>
        \\/ b < 19 /\\ b' = b + 1 /\\ UNCHANGED <<a, c>>
        \\/ \\E d \\in 1..2 : c + d < 20 /\\ c' = c + d /\\ UNCHANGED <<a, b>>
Inv == a + b >= 0 /\\ (a > 18 => b + c >= 0)
Bound == a + b < 30
"""
    config = CONFIG + "INVARIANT Inv\nCONSTRAINT Bound\n"
    one, two, interp = (
        covered(body, config, engine=engine, workers=workers)
        for engine, workers in (("native", 1), ("native", 2), ("interp", None))
    )
    assert sites(one) == sites(two) == sites(interp)
    assert rows(one) == rows(two) == rows(interp)
    assert sum(row.distinct for row in one.actions) > 5_000


@pytest.mark.native
def test_constraints_views_and_steps_are_counted() -> None:
    body = """
VARIABLES x, y
Init == x = 0 /\\ y = 0
Next == x' = x + 1 /\\ y' = 1 - y
Bound == x < 6 /\\ y < 6
Step == x' > x \\/ y' = 9
View == IF x > 3 THEN x ELSE 0
Prop == [][x' = x + 1 /\\ y' < 2]_<<x, y>>
"""
    config = CONFIG + "CONSTRAINT Bound\nACTION_CONSTRAINT Step\nVIEW View\nPROPERTY Prop\n"
    interp, native = (covered(body, config, engine=engine) for engine in ("interp", "native"))
    assert sites(interp) == sites(native)
    assert texts(native)["x < 6"][0] > 1
    assert [name for name, _ in native.constraints] == ["Step", "Bound"]


# ---- what is no site ----


def test_constants_and_library_modules_are_not_counted() -> None:
    body = """
LOCAL INSTANCE SequencesExt
VARIABLE x
Limit == IF 1 < 2 /\\ 2 < 3 THEN 4 ELSE 5
PutLast(s, e) == s \\o <<e>>
Init == x = <<>>
Next == Len(x) < Limit /\\ x' = PutLast(x, 1)
Inv == FoldLeft(LAMBDA a, b : a + b, 0, x) >= 0
"""
    coverage = covered(body, CONFIG + "INVARIANT Inv\n")
    found = {text for _, text in sites(coverage)}
    assert "s \\o <<e>>" in found
    assert not found & {"1 < 2", "1 < 2 /\\ 2 < 3", "4", "5"}
    assert {s.span.source.name for s in coverage.sites} == {"M.tla"}


def test_a_statement_of_an_algorithm_counts_once(tmp_path: Path) -> None:
    (tmp_path / "P.tla").write_text(ALGORITHM, "utf-8")
    coverage = load(tmp_path / "P.tla").check(coverage=True).coverage
    assert coverage is not None
    assert texts(coverage)["k := k + 1"] == (2, 2)
    assert texts(coverage)["k > 7"] == (2, 0)
    assert [s.span.text for s in coverage.never_evaluated] == ["k := 0"]
    assert {s.span.source.name for s in coverage.sites} == {str(tmp_path / "P.tla")}
    assert [row.formula is None for row in coverage.actions] == [False, True]


ALGORITHM = """---- MODULE P ----
EXTENDS Naturals
(* --algorithm P {
  variables k = 0;
  { a: while (k < 2) {
         if (k > 7) { k := 0 } else { k := k + 1 }
       }
  }
} *)
====
"""


# ---- searches that end early, and those without coverage ----


@pytest.mark.parametrize("engine", ENGINES)
def test_a_search_that_ends_at_a_violation_has_coverage(engine: str) -> None:
    answer = searched(TANK + "Low == level < 2\n", CONFIG + "INVARIANT Low\n", engine=engine)
    assert not answer.complete
    assert answer.coverage is not None
    assert texts(answer.coverage)["level < 2"][0] > 2


@pytest.mark.parametrize("engine", ENGINES)
def test_traces_of_violations_are_not_counted(engine: str) -> None:
    config = CONFIG + "INVARIANT Low\n"
    body = TANK + "Low == level < 2\n"
    going_on = covered(body, config, engine=engine, keep_going=True)
    assert rows(going_on) == rows(covered(TANK, engine=engine))
    assert texts(going_on)["level + n <= 4"] == (10, 7)


def test_without_coverage_generated_code_counts_nothing() -> None:
    system = asked_system(TANK, CONFIG)
    plain = emit_model(system)
    assert "counts" not in plain
    assert "clock_ticks" not in plain
    assert "counts" in emit_model(system, sites=Sites(system))
    assert ask(TANK, CONFIG).coverage is None
