"""Functions of a set that a formula rejects are passed over; no answer changes by that."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from holdfast.check.check import check
from holdfast.check.engine import DEFAULTS
from holdfast.native.run.engine import Engine
from holdfast.native.run.events import Run
from holdfast.verdict import Failed
from tests.native.agreement import INTERPRETED, agree
from tests.small_specs import module, system_of

pytestmark = pytest.mark.native

COMPILER = os.environ.get("HOLDFAST_TEST_COMPILER", "tcc")
ALL_STATES = "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE\n"

# Small constant sets are listed before the search, so that these depend on a variable that stays 0.
STAYS = "\nInit == z = 0 /\\ Start\nNext == z' = z /\\ Step"
SPECS = {
    "initial states": """
Start == x \\in [1..4 -> z..3] /\\ x[1] = 2 /\\ x[4] < x[2] /\\ y = x[3] /\\ x[1] + x[3] = 4
Step == UNCHANGED <<x, y>>""",
    "next values": """
Start == x = [i \\in {"a", "b", "c"} |-> 0] /\\ y = "a"
Step == \\E k \\in {"a", "b", "c"} :
          /\\ y' = k
          /\\ x' \\in [{"a", "b", "c"} -> z..4]
          /\\ x[k] < x'[k]
          /\\ \\A j \\in {"a", "b", "c"} \\ {k} : x'[j] = x[j]""",
    "steps that are generated several times": """
Start == x = 0 /\\ y = 0
Step == /\\ \\E f \\in [1..4 -> z..2] : f[2] = f[4] /\\ x' = (x + f[1]) % 5
        /\\ UNCHANGED y""",
    "values that are kept": """
Start == x = 0 /\\ y = <<0>>
Step == \\E f \\in [1..4 -> z..2] :
          /\\ f[3] = x
          /\\ \\/ f[1] = 1 /\\ y' = f
             \\/ f[2] = 2 /\\ y' = <<{f}, [f EXCEPT ![4] = 7], f>>
          /\\ x' = (x + 1) % 3""",
    "quantifiers, CHOOSE and filters": """
F == [1..4 -> z..3]
Start == x = 0 /\\ y = 0
Step == /\\ x < 3
        /\\ x' = x + 1
        /\\ y' = << CHOOSE f \\in F : f[2] = x + 1 /\\ f[4] > f[3] /\\ f[1] = f[3],
                   {f \\in F : f[1] = x /\\ \\A i \\in 2..4 : f[i] < f[i - 1]},
                   \\A f \\in F : f[1] < f[2] => f[2] > 0,
                   \\E f, g \\in F : f[1] > g[2] /\\ g[2] > f[3] /\\ f[3] > x,
                   {f[2] : f \\in {g \\in F : g[3] = x /\\ g[4] = g[1] /\\ g[1] = 2}} >>""",
    "sets and functions that are evaluated later": """
F == [1..4 -> z..3]
Start == x = 0 /\\ y = 0
Step == /\\ x' = 1 - x
        /\\ \\E f \\in F :
             LET S == {g \\in F : g[1] = f[2] /\\ g[3] > f[1]}
                 h == [g \\in F |-> g[2] + f[3]]
             IN /\\ f[4] = 2
                /\\ Cardinality(S) > 4
                /\\ h[f] = x + 2
                /\\ DOMAIN f = 1..4
                /\\ y' = CHOOSE g \\in S : g[2] = f[3]""",
    "ENABLED and what follows several assignments": """
F == [1..4 -> z..2]
A == x' \\in F /\\ x'[2] = y /\\ x'[4] > x'[2] /\\ (y' = x'[3] \\/ y' = 2 - x'[1])
Start == x = [i \\in 1..4 |-> 0] /\\ y = 0
Step == ENABLED A /\\ A /\\ x' \\in {f \\in F : f[1] # f[3]}""",
    "definitions of a next value": """
F == [1..4 -> z..2]
Start == x = [i \\in 1..4 |-> 0] /\\ y = 0
Second == x[2]
Step == LET w == x'[3]
            After == Second'
        IN x' \\in F /\\ w = 2 /\\ After = y /\\ x'[4] + x'[1] = 3 /\\ y' = (w + After) % 3""",
}


@pytest.mark.parametrize("name", SPECS)
def test_the_interpreter_finds_the_same(name: str, tmp_path: Path) -> None:
    search = agree(
        system_of(tmp_path, module(SPECS[name] + STAYS, "x, y, z"), ALL_STATES), COMPILER
    )
    assert search.complete
    assert len(search.states) > 1


def test_every_half_of_a_composed_step_is_made(tmp_path: Path) -> None:
    body = """
Init == x = <<0, 0, 0>> /\\ z = 0
Some == x' \\in [1..3 -> z..3] /\\ x'[2] = 1 /\\ x'[1] = 2 /\\ z' = z
Next == Some \\cdot (x' = <<x[3], 0, 0>> /\\ z' = z)"""
    search = agree(system_of(tmp_path, module(body, "x, z"), ALL_STATES), COMPILER)
    assert search.complete
    assert len(search.states) == 4


def test_a_formula_with_an_effect_is_evaluated_for_every_function(tmp_path: Path) -> None:
    body = """
Start == x = 0 /\\ TLCSet(1, 0)
Count == \\A f \\in [1..4 -> z..2] : TLCSet(1, TLCGet(1) + 1 + f[1])
Step == x = 0 /\\ Count /\\ x' = TLCGet(1)"""
    system = system_of(tmp_path, module(body + STAYS, "x, z", "Naturals, TLC"), ALL_STATES)
    assert agree(system, COMPILER).states == [(0, 0), (81 + 81, 0)]


@pytest.mark.parametrize(
    "formula",
    [
        "\\A f \\in F : f[1] = 3 => f[7] = 0",
        "\\E f \\in F : f[1] = 3 /\\ f[2]",
        "x' = CHOOSE f \\in F : f[2] > 5",
        "\\E f \\in F : f[1] > 2 /\\ x' = f[{}]",
    ],
)
def test_an_error_in_the_last_functions_is_found(formula: str, tmp_path: Path) -> None:
    body = f"""
F == [1..4 -> z..3]
Start == x = 0
Step == {formula} /\\ x' = 1"""
    system = system_of(tmp_path, module(body + STAYS, "x, z"))
    mine = check(system, replace(DEFAULTS, engine="native", compiler=COMPILER))
    assert isinstance(mine.verdict, Failed)
    assert mine.verdict == check(system, INTERPRETED).verdict


def test_sets_that_are_too_large_to_be_looked_through(tmp_path: Path) -> None:
    body = """
F == [1..20 -> 0..9]
Init == x \\in F /\\ \\A i \\in 1..20 : x[i] = i % 2
Next == /\\ x' \\in F
        /\\ x'[20] + x'[1] = 1
        /\\ \\A i \\in 2..19 : x'[i] = x[i]
        /\\ \\E f \\in [1..20 -> 1..20] : \\A i \\in 1..20 : f[i] = 21 - i /\\ x'[f[i]] < 2
        /\\ ~ \\E f \\in F : \\A i \\in 1..20 : f[i] > f[(i % 20) + 1]"""
    with Engine(system_of(tmp_path, module(body)), compiler=COMPILER) as engine:
        assert engine.run() is Run.DONE
        assert engine.figures().distinct == 2
