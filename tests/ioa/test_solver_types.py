"""`Real` and `ISet`: proofs have them, everything else rejects them by name."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

import holdfast
from holdfast.source import SpecError
from holdfast.workbench import translate
from tests.ioa.models import SPECS, expectations, model, variant, written

PROVED = [
    (path.parent, each)
    for path in SPECS.glob("*/expect.toml")
    for each in expectations(path.parent)
    if each.get("prove")
]


@pytest.mark.smt
@pytest.mark.parametrize(("folder", "expected"), PROVED, ids=[e["module"] for _, e in PROVED])
def test_a_model_is_proved_as_expected(folder: Path, expected: dict[str, str]) -> None:
    result = holdfast.load(folder / expected["module"]).prove(all_sizes=True)
    assert result.outcome == expected["verdict"]
    assert result.scope == "all sizes"


MUTANTS = {
    "overlap": ("if all(j == i or disjoint(part, contract[j]) for j in range(N)):", "if N > 0:"),
    "leave": ("part <= held and place not in part", "part <= held"),
    "anywhere": ("@pre(to in held)", "@pre(to >= 0)"),
    "start": (" and forall([i, j], implies(0 <= i < j < N, start[i] != start[j]))", ""),
}


@pytest.mark.smt
@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_model_is_not_proved(name: str, tmp_path: Path) -> None:
    path = variant(tmp_path, "RoadReservation", MUTANTS[name])
    result = holdfast.load(path).prove(all_sizes=True, seconds=3)
    assert result.outcome != "proved"


AUTOMATON = """
@automaton
def A(p: {type}):
    where = {where}

    class signature:
        @internal
        def go(a: {type}):
            pass

    class states:
        v: {type}

    initially = v == p

    class transitions:
        @internal
        @pre({pre})
        def go(a):
            v = {effect}

    invariant_of = {invariant}
"""


def proved(folder: Path, **parts: str) -> bool:
    """Whether the invariant of a small automaton is proved."""
    defaults = {"where": "True", "pre": "True", "effect": "v"}
    path = written(folder, AUTOMATON.format(**defaults | parts))
    return holdfast.load(path).prove(all_sizes=True, seconds=5).outcome == "proved"


REALS = [
    # where, precondition, effect, invariant, whether it holds
    ("0 < p", "a > 0", "v + a", "v > 0", True),
    ("0 < p", "a > 0", "v + a", "v >= 1", False),
    ("0 < p and p < 1", "True", "v / 2", "0 < v and v < 1", True),
    ("0 < p and p < 1", "True", "v / 2", "v >= 0.1", False),
    ("p == 0.5", "True", "v", "v == 0.5", True),
    ("True", "True", "v", "v + v != 1", False),
    ("p >= 0", "0 <= a and a <= v", "v - a", "v >= 0", True),
    ("p >= 0", "0 <= a", "v - a", "v >= 0", False),
    ("p > 1", "True", "v * v", "v > 1", True),
    ("True", "True", "abs(v)", "v >= 0", False),
    ("True", "a != 0", "max(v, p / a * a)", "v >= p", True),
    ("1 < p and p < 2", "True", "v", "1.0 <= v", True),
    ("1 < p and p < 2", "True", "v", "v < 1.5", False),
]


@pytest.mark.smt
@pytest.mark.parametrize("case", REALS)
def test_invariants_of_real_numbers(case: tuple[str, str, str, str, bool], tmp_path: Path) -> None:
    *texts, holds = case
    parts = dict(zip(("where", "pre", "effect", "invariant"), map(str, texts), strict=True))
    assert proved(tmp_path, type="Real", **parts) == holds


ISETS = [
    ("True", "True", "v | a", "p <= v", True),
    ("True", "True", "v & a", "p <= v", False),
    ("True", "disjoint(a, p)", "v - a", "p <= v", True),
    ("True", "True", "v - a", "p <= v", False),
    ("p == iset()", "a <= {x for x in int if x > 0}", "v + a", "all(x > 0 for x in v)", True),
    ("p == iset()", "a <= {x for x in int if x >= 0}", "v + a", "all(x > 0 for x in v)", False),
    ("1 in p", "1 not in a", "v - a", "1 in v", True),
    ("1 in p", "2 not in a", "v - a", "1 in v", False),
    ("True", "True", "v", "v == iset() or any(all(y <= x for y in v) for x in v)", False),
    ("True", "True", "v", "exists(x, x not in v)", False),
    ("p == {x for x in int if x > 0}", "True", "{x + 1 for x in v}", "all(x > 0 for x in v)", True),
    (
        "p == {x for x in int if x > 0}",
        "True",
        "{x - 1 for x in v}",
        "all(x > 0 for x in v)",
        False,
    ),
]


@pytest.mark.smt
@pytest.mark.parametrize("case", ISETS)
def test_invariants_of_infinite_sets(case: tuple[str, str, str, str, bool], tmp_path: Path) -> None:
    *texts, holds = case
    parts = dict(zip(("where", "pre", "effect", "invariant"), map(str, texts), strict=True))
    assert proved(tmp_path, type="ISet[int]", **parts) == holds


@pytest.mark.parametrize("kind", ["Real", "ISet[int]", "Seq[Real]", "Map[int, ISet[bool]]"])
def test_other_commands_reject_the_types_by_name(kind: str, tmp_path: Path) -> None:
    parts = {"where": "True", "pre": "True", "effect": "v", "invariant": "True"}
    path = written(tmp_path, AUTOMATON.format(type=kind, **parts))
    spec = holdfast.load(path)
    for run in (spec.check, spec.simulate, spec.prove, spec.infer, partial(translate, spec)):
        with pytest.raises(SpecError) as error:
            run()
        [found] = error.value.diagnostics
        assert found.code == "ioa-for-solvers"
        assert found.span is not None
        assert found.span.text == "p"


@pytest.mark.smt
def test_a_division_by_a_real_number_needs_another_divisor_than_zero(tmp_path: Path) -> None:
    parts = {"type": "Real", "where": "True", "invariant": "True"}
    for pre, outcome in (("a != 0", "proved"), ("a < 0", "proved"), ("a >= 0", "violated")):
        text = AUTOMATON.format(**parts, pre=pre, effect="v / a")
        result = holdfast.load(written(tmp_path, text)).axioms()
        assert result.outcome == outcome, pre


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("len(v)", "it has no `len`"),
        ("max(v)", "it has no `max`"),
        ("{k: 0 for k in v} == {k: 0 for k in v}", "a map has finitely many keys"),
        ("{x for x in v if x > 0} <= set() + {1} and len({x for x in v}) > 0", "no `len`"),
    ],
)
def test_what_an_infinite_set_has_not(text: str, message: str, tmp_path: Path) -> None:
    parts = {"where": "True", "pre": "True", "effect": "v"}
    formula = f"{text} == 0" if text.endswith(")") else text
    path = written(tmp_path, AUTOMATON.format(type="ISet[int]", invariant=formula, **parts))
    found = holdfast.load(path).diagnostics
    assert any(message in d.message for d in found), [d.message for d in found]


@pytest.mark.smt
def test_the_models_of_the_suite_are_proved(tmp_path: Path) -> None:
    result = holdfast.test([model("RoadReservation").parent])
    assert [m.status for m in result.models] == ["ok"]
