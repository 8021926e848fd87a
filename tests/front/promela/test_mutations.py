"""Whatever is done to a model: a tree or messages, with a location for every message."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from holdfast.front.files import ON_DISK
from holdfast.front.promela.read.formulas import read_expression, read_formula
from holdfast.front.promela.read.model import read_model, read_text
from holdfast.source import Diagnostic, Source, SpecError
from tests.front.promela.mutations import mutate, problem_with

MODEL = """\
#define N 3
#define max(a, b) ((a) > (b) -> (a) : (b))
#if N > 2 && !defined(M)
mtype = { req, ack }
#endif
typedef Msg { mtype kind; byte data[2] }
chan q = [N] of { Msg }, r[2] = [0] of { mtype, byte }
byte x, y = 2, list[N] = { 1, 2 }
inline bump(v, by) { byte t; t = v + by; v = t % (N + 1) }
proctype P(chan c; byte i) provided (x < 9) {
    Msg m
again:
    if
    :: c?ack(eval(i)) -> bump(x, max(x, y)); goto again
    :: atomic { nempty(q) && q?[req] -> q?m; m.data[1]++ } unless { timeout -> skip }
    :: else
    fi
    for (i : 1 .. N) { d_step { list[i - 1] = i; y = list[0] << 1 } }
    select (i : 0 .. 2)
    do :: x < 3 -> x++ :: break od
}
init { byte k = 1; atomic { run P(r[0], 1); k = run P(r[1], 2) priority 3 }
    r[0]!req(k); assert(k != 0) }
ltl live { [] (x == 1 -> <> (P[1]@again || y > 1)) && (x < 9 W P[1]:i == 2) }
"""
SPECS = Path(__file__).parents[3] / "specs" / "promela"


def texts() -> list[str]:
    return [MODEL, *(p.read_text(encoding="utf-8") for p in sorted(SPECS.rglob("*.pml")))]


def test_the_model_that_is_mutated_is_read_without_errors() -> None:
    model, diagnostics = read_model(Source("model.pml", MODEL))
    assert not diagnostics, diagnostics[0].render()
    assert model is not None


@pytest.mark.parametrize("start", range(0, 400, 50))
def test_a_mutated_model_is_read(start: int) -> None:
    models = texts()
    for seed in range(start, start + 50):
        chooser = random.Random(seed)
        text = mutate(chooser.choice(models), chooser)
        problem = problem_with("model.pml", text)
        assert problem is None, f"seed {seed}: {problem}\n{text}"


def test_a_random_formula_is_read_or_has_errors_with_locations() -> None:
    reading = read_text(Source("model.pml", MODEL), ON_DISK, {})
    words = "x y list q max N P again req [] <> U W X ( ) [ ] 1 == && ! -> : @ , ? len".split()
    for seed in range(1000):
        chooser = random.Random(seed)
        text = " ".join(chooser.choices(words, k=chooser.randrange(9)))
        for read in (read_expression, read_formula):
            found: tuple[Diagnostic, ...] | None = None
            try:
                read(Source("formula", text), reading)
            except SpecError as error:
                found = error.diagnostics
            assert found is None or found
            assert all(d.span is not None for d in found or ())


@pytest.mark.slow
def test_thousands_of_mutated_models_are_read() -> None:
    models = texts()
    for seed in range(1000, 6000):
        chooser = random.Random(seed)
        text = mutate(chooser.choice(models), chooser)
        problem = problem_with("model.pml", text)
        assert problem is None, f"seed {seed}: {problem}\n{text}"
