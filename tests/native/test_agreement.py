"""The native engine and the interpreter find the same states, in the same order."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from holdfast.check.check import check
from holdfast.check.engine import DEFAULTS, Exploration, Search
from holdfast.check.explore import Explorer
from holdfast.check.reductions import permutations_of
from holdfast.interp.machine import Machine
from holdfast.ir.fingerprint import MASK, fingerprint, mix
from holdfast.ir.system import System
from holdfast.native.emit.support import unsupported
from holdfast.native.run.engine import Engine
from holdfast.native.run.events import Run
from holdfast.verdict import Failed, Violated
from holdfast.workbench import load, prepare

pytestmark = pytest.mark.native

SPECS = Path(__file__).parent.parent.parent / "specs"
INTERPRETED = replace(DEFAULTS, engine="interp")
MOST = 2_500
"""Larger models are left to the slow tests."""


def models() -> Iterator[Any]:
    for path in sorted(SPECS.glob("*/expect.toml")):
        for model in tomllib.loads(path.read_text("utf-8"))["model"]:
            slow = [pytest.mark.slow] if model["generated"] > MOST else []
            yield pytest.param(path.parent, model, id=model["config"], marks=slow)


def system_of(tmp_path: Path, text: str, config: str = "INIT Init\nNEXT Next\n") -> System:
    (tmp_path / "Small.tla").write_text(text, "utf-8")
    (tmp_path / "Small.cfg").write_text(config, "utf-8")
    return prepare(load(tmp_path / "Small.tla")).system


def module(
    body: str, variables: str = "x", extends: str = "Naturals, Sequences, FiniteSets"
) -> str:
    lines = ["---- MODULE Small ----", f"EXTENDS {extends}", f"VARIABLES {variables}"]
    return "\n".join([*lines, body, "===="])


def interpreted(system: System) -> Search:
    return Explorer(Exploration(Machine(system))).run()


def agree(system: System, compiler: str = "tcc", workers: int = 1) -> Search:
    """Run both and compare everything, state by state."""
    assert unsupported(system) == []
    search = interpreted(system)
    moved = permutations_of(Machine(system))
    with Engine(
        system, keep_states=True, compiler=compiler, workers=workers, permutations=moved
    ) as engine:
        state = engine.run()
        found = engine.figures()
        states = list(engine.states())
    counts = search.counts()
    if search.complete:
        assert state is Run.DONE
        assert (found.generated, found.distinct, found.depth, found.initial) == (
            counts.generated,
            counts.distinct,
            counts.depth,
            counts.initial,
        )
        assert states == search.states
        marks = [fingerprint(s) for s in search.states]
        assert [fingerprint(s) for s in states] == marks
        if system.view is None and not moved:
            assert found.digest == sum(map(mix, marks)) & MASK
    return search


@pytest.mark.parametrize(("folder", "expected"), list(models()))
def test_a_spec_gives_the_same_states_on_both_engines(
    folder: Path, expected: dict[str, Any]
) -> None:
    spec = load(folder / expected["module"], config=folder / expected["config"])
    system = prepare(spec).system
    if unsupported(system):
        pytest.fail(f"the native engine cannot run it: {unsupported(system)[0].message}")
    agree_exactly(system, agree(system))


def agree_exactly(system: System, search: Search) -> None:
    """States that are compared in full are as many."""
    if permutations_of(Machine(system)):
        return
    with Engine(system, exact=True, compiler="tcc") as engine:
        state = engine.run()
        found = engine.figures()
    assert (state is Run.DONE) == search.complete
    if search.complete:
        counts = search.counts()
        assert (found.generated, found.distinct) == (counts.generated, counts.distinct)


BODIES = {
    "functions whose domains are made in two ways": r"""
Init == x = 0 /\ y = [i, j \in 0..1 |-> i]
Next == x' = 1 - x /\ y' = IF x = 0 THEN [<<i, j>> \in (0..1) \X (0..1) |-> i]
                                    ELSE [i, j \in 0..1 |-> i]
""",
    "no set beside an empty one": r"""
Init == x = 0 /\ y = {}
Next == x' = (x + 1) % 4 /\ y' = CASE x = 0 -> {} \ "a" [] x = 1 -> (1..0) \intersect 5
                                    [] x = 2 -> "a" \intersect {i \in {x} : i > x} [] OTHER -> {x}
""",
    "branches join before more tests": r"""
Init == x = 0 /\ y \in {1, 2}
Next == (x' = 1 \/ (x < 3 /\ x' = x + 1)) /\ (IF x > 0 THEN y' = y ELSE y' \in {y, 3}) /\ x' # 2
""",
    "what is assigned twice must be equal": r"""
Init == x = 0 /\ y = 0
Next == x' \in 0..3 /\ (y' = x' \/ y' = x' + 1 \/ UNCHANGED y) /\ x' \in {1, 2, 3} /\ y' \in 0..2
""",
    "formulas after the last assignment do not branch": r"""
Init == x = 0 /\ y = 0
Next == x' \in 0..2 /\ y' = x /\ (x' = 1 \/ y' = 0 \/ x' = 2) /\ \E i \in 1..2 : i >= y'
""",
    "arguments that are not needed do not fail": r"""
Pick(b, v) == IF b THEN v ELSE 7
Init == x = 0 /\ y = 7
Next == x' = (x + 1) % 4 /\ y' = Pick(x > 0, 12 \div x)
""",
    "arguments are primed with what they stand for": r"""
Grows(v) == v' = v + 1
Same(v) == UNCHANGED v
Init == x = 0 /\ y = 0
Next == (x < 3 /\ Grows(x) /\ Same(y)) \/ (x = 3 /\ x' = 0 /\ Same(<<y>>))
""",
    "definitions of a LET are evaluated when needed": r"""
Init == x = 0 /\ y = 0
Next == LET d == 6 \div x  e == d + d  f(z) == z + e IN
  \/ x = 0 /\ x' = 2 /\ y' = y
  \/ x = 2 /\ x' = 3 /\ y' = f(f(1)) + e
""",
    "a LET definition can be primed": r"""
Init == x = 0 /\ y = 0
Next == x' = (x + 1) % 3 /\ LET d == 2 * x IN y' = d' + d
""",
    "a function of a LET that mentions itself can be primed": r"""
Total == LET f[i \in 0..Len(y)] == IF i = 0 THEN x ELSE f[i - 1] + y[i] IN f[Len(y)]
Init == x = 0 /\ y = <<>>
Next == x' = (x + 1) % 3 /\ y' = (IF Len(y) < 2 THEN Append(y, x) ELSE <<>>) /\ Total' # 5 + Total
""",
    "recursive operators and functions": r"""
RECURSIVE Sum(_, _)
Sum(S, acc) == IF S = {} THEN acc ELSE LET e == CHOOSE e \in S : TRUE IN Sum(S \ {e}, acc + e)
fact[n \in Nat] == IF n = 0 THEN 1 ELSE n * fact[n - 1]
Init == x = {} /\ y = 0
Next == \E i \in 1..4 : i \notin x /\ x' = x \union {i} /\ y' = Sum(x', 0) + fact[Cardinality(x)]
""",
    "local functions that mention themselves": r"""
Perms(S) == LET p[s \in SUBSET S] ==
                  IF s = {} THEN {<<>>} ELSE UNION {{Append(q, e) : q \in p[s \ {e}]} : e \in s}
            IN p[S]
Init == x \in Perms({1, 2, 3}) /\ y = 0
Next == UNCHANGED x /\ y' = x[1]
""",
    "lazy sets and filters": r"""
Init == x \in {s \in SUBSET (1..4) : Cardinality(s) = 2} /\ y = {}
Next == \E f \in {g \in [x -> 1..2] : \E i \in x : g[i] = 2} : x' = x /\ y' = {f[i] : i \in x}
""",
    "records, EXCEPT and @": r"""
Init == x = [a |-> 1, b |-> [i \in 1..2 |-> 0]] /\ y = <<>>
Next == \/ x.a < 3 /\ x' = [x EXCEPT !.a = @ + 1, !.b[x.a] = @ + x.a, !.b[9] = 1]
           /\ y' = Append(y, x.a)
        \/ x' = x /\ y' = SelectSeq(y, LAMBDA e : e > 1)
""",
    "operators as arguments": r"""
Apply2(F(_), v) == F(F(v))
Both(P(_), Q(_), S) == {e \in S : P(e) /\ Q(e)}
Init == x = 0 /\ y = {}
Next == /\ x' = Apply2(LAMBDA v : (v + x + 1) % 7, 1)
        /\ y' = Both(LAMBDA e : e > x, LAMBDA e : e < 6, 0..8)
""",
    "CASE, patterns and several bounds": r"""
Init == x = 0 /\ y = 0
Next == x' = (CASE x = 0 -> 2 [] x > 1 -> 1 [] OTHER -> 0)
     /\ y' = Cardinality({<<a, b>> \in (1..3) \X (1..2) : \A p, q \in 1..x : p + q > a + b})
""",
    "ENABLED": r"""
Step == x < 2 /\ x' = x + 1
Init == x = 0 /\ y = TRUE
Next == (Step /\ y' = ENABLED Step) \/ (~ENABLED Step /\ x' = 0 /\ y' = FALSE)
""",
    "quantified actions without assignments": r"""
Init == x = 0 /\ y = 0
Next == (\A i \in 1..2 : x < i \/ y < i) /\ x' \in {x, x + 1} /\ y' = x
""",
    "actions one after the other": r"""
Init == x = 0 /\ y = [i \in 1..2 |-> 0]
A == x' = (x + 1) % 3 /\ y' \in {y, [y EXCEPT ![1] = (@ + x) % 3]}
B == \E i \in 1..2 : y' = [y EXCEPT ![i] = (@ + 1) % 3] /\ x' = x
Next == A \cdot B
""",
    "quantified actions with assignments": r"""
Init == x = 0 /\ y = 0
Next == \A i \in 1..2 : \A j \in 1..i :
  (x' \in {(x + 1) % 5, (x + 2) % 5} /\ y' \in 0..j) \/ (i = 2 /\ y' = y)
""",
    "recursion with an operator as argument": r"""
RECURSIVE Sum(_, _)
Sum(op(_), q) == IF q = <<>> THEN 0 ELSE op(Head(q)) + Sum(op, Tail(q))
Init == x = 0 /\ y = 0
Next == \E k \in 1..3 : x' = Sum(LAMBDA e : e * k + x, <<1, 2, k>>) % 17 /\ y' = k
""",
    "definitions of a LET below a prime": r"""
Tok == LET p == x + 1  q == p + p IN [at |-> p, twice |-> IF p > 1 THEN q ELSE p]
Init == x = 0 /\ y = Tok
Next == x' = (x + 1) % 4 /\ y' = Tok'
""",
    "FALSE and 0 are two constants": r"""
Init == x = [i \in 1..2 |-> FALSE] /\ y = [i \in 1..2 |-> 0]
Next == UNCHANGED <<x, y>>
""",
}


@pytest.mark.parametrize("body", list(BODIES.values()), ids=list(BODIES))
def test_a_small_system_gives_the_same_states(tmp_path: Path, body: str) -> None:
    config = "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"
    extends = "Integers, Sequences, FiniteSets"
    system = system_of(tmp_path, module(body, "x, y", extends), config)
    search = agree(system)
    assert search.complete, search.verdict
    agree_exactly(system, search)
    assert len(search.states) > 1 or "UNCHANGED <<x" in body


def test_two_workers_give_the_same_states(tmp_path: Path) -> None:
    body = r"""
Init == x = [i \in 1..4 |-> 0]
Next == \E i \in 1..4 : x[i] < 5 /\ x' = [x EXCEPT ![i] = @ + 1]
"""
    config = "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"
    search = agree(system_of(tmp_path, module(body), config), workers=2)
    assert len(search.states) == 6**4


@pytest.mark.parametrize("engine", ["native", "auto"])
def test_a_violation_has_the_same_trace(tmp_path: Path, engine: str) -> None:
    body = "Init == x = 0\nNext == x' \\in {x + 1, x + 2}\nInv == x # 5"
    system = system_of(tmp_path, module(body), "INIT Init\nNEXT Next\nINVARIANT Inv\n")
    mine = check(system, replace(DEFAULTS, engine=engine))
    assert mine.engine == "native"
    assert isinstance(mine.verdict, Violated)
    assert mine.verdict == check(system, INTERPRETED).verdict


@pytest.mark.parametrize(
    "step",
    [
        'x\' = IF x = 2 THEN x + "a" ELSE x + 1',
        "x' = x + 1 /\\ (x = 2 => x \\in 5)",
        "x' = IF x < 3 THEN x + 1 ELSE CHOOSE v \\in {1, 2} : v > x",
        "x' = IF x = 2 THEN <<1>>[x] ELSE x + 1",
        "x' = CASE x < 2 -> x + 1",
        "x' = x + 1 /\\ Assert(x < 2, <<x>>)",
        'x\' = IF x = 2 THEN {1, "a"} ELSE x + 1',
    ],
)
def test_an_error_is_worded_by_the_interpreter(tmp_path: Path, step: str) -> None:
    text = module(f"Init == x = 0\nNext == {step}", extends="Integers, TLC")
    system = system_of(tmp_path, text)
    mine = check(system, replace(DEFAULTS, engine="native"))
    assert isinstance(mine.verdict, Failed)
    assert mine.verdict == check(system, INTERPRETED).verdict


def test_an_integer_beyond_61_bits_is_left_to_the_interpreter(tmp_path: Path) -> None:
    body = "Init == x = 1\nNext == x < 10^30 /\\ x' = x * 1000000"
    config = "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"
    answer = check(system_of(tmp_path, module(body), config), replace(DEFAULTS, engine="auto"))
    assert answer.engine == "interp"
    assert any("interpreter was used" in w for w in answer.warnings)
    assert answer.counts.distinct == 6


def test_what_is_not_supported_is_named_before_anything_runs(tmp_path: Path) -> None:
    body = "Init == x = 0\nNext == x' = RandomElement(0..x)"
    system = system_of(tmp_path, module(body, extends="TLC, Naturals"))
    problems = unsupported(system)
    assert [p.code for p in problems] == ["native-unsupported"]
    assert "TLC!RandomElement" in problems[0].message
    assert problems[0].span is not None
    answer = check(system, replace(DEFAULTS, engine="auto"))
    assert answer.engine == "interp"
    assert "RandomElement" in answer.warnings[0]
    assert "Small.tla:5:" in answer.warnings[0]


def test_going_on_after_a_violation_finds_the_others(tmp_path: Path) -> None:
    body = "Init == x = 0\nNext == x' = (x + 1) % 6\nA == x # 4\nB == x # 2\nC == x < 9"
    system = system_of(tmp_path, module(body), "INIT Init\nNEXT Next\nINVARIANTS A B C\n")
    options = replace(DEFAULTS, engine="native", keep_going=True)
    answer = check(system, options)
    assert isinstance(answer.verdict, Violated)
    assert [answer.verdict.property, *(v.property for v in answer.more_violations)] == ["B", "A"]
    assert answer.counts.distinct == 6


def test_implications_that_are_never_triggered_are_named(tmp_path: Path) -> None:
    body = "Init == x = 0\nNext == x' = 1 - x\nInv == x = 1 => x > 0\nVoid == x = 2 => x > 5"
    system = system_of(tmp_path, module(body), "INIT Init\nNEXT Next\nINVARIANTS Inv Void\n")
    answer = check(system, replace(DEFAULTS, engine="native"))
    assert answer.engine == "native"
    assert answer.vacuous == ("`x = 2 => x > 5` in Void",)
