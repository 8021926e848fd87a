"""Parts of an inference that need neither a search nor a solver."""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.infer.cti.cti import Kept
from holdfast.infer.cti.hypotheses import needed_hypotheses
from holdfast.infer.grammar.evaluate import Evaluator
from holdfast.infer.samples.totals import rows_with_total
from holdfast.infer.search.finders import LARGER_SIZES, SIZES, sizes_for
from holdfast.infer.search.gates import violating
from holdfast.infer.search.missing import what_is_missing
from holdfast.infer.search.remembered import MOST, remember, remembered
from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir import types as ty
from holdfast.ir.ops import Op
from holdfast.ir.system import System
from tests.infer.models import sampled


def test_rows_with_a_total_are_all_found_once() -> None:
    assert list(rows_with_total([(1, 2), (0, 3)], 3)) == [(1, 2), (2, 1)]
    assert list(rows_with_total([], 0)) == [()]
    assert list(rows_with_total([], 1)) == []
    assert list(rows_with_total([(1, 2)], 3)) == []


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 4)), max_size=4),
    st.integers(0, 9),
)
def test_rows_with_a_total_are_those_of_all_rows(ranges: list[tuple[int, int]], total: int) -> None:
    every = product(*(range(low, top + 1) for low, top in ranges))
    assert list(rows_with_total(ranges, total)) == [row for row in every if sum(row) == total]


# ---- samples ----

HALF = ir.Apply(Op.LT, (ir.Apply(Op.DIV, (ir.Name("x"), ir.Name("n"))), ir.Literal(2)))
IS_HALF = Evaluator(Machine(System(name="Any", variables=("n", "x"))), (), 1).function(HALF)


def test_a_sample_that_violates_the_property_is_found() -> None:
    assert violating([(1, 1), (1, 5), (1, 7)], IS_HALF, None) == (1, 5)


def test_a_sample_in_which_the_property_has_no_value_is_no_violation() -> None:
    assert violating([(0, 1)], IS_HALF, None) is None


def test_samples_of_the_checked_instance_are_not_looked_at_again() -> None:
    assert violating([(1, 5), (2, 9)], IS_HALF, (1,)) == (2, 9)


# ---- what a stuck search says ----


def test_numbers_lack_sums_and_other_values_an_atom() -> None:
    types: dict[str, ty.Type] = {"x": ty.Function(ty.STR, ty.INT), "y": ty.BOOL}
    numbers = what_is_missing({"x": 1, "y": 2}, {"x": 2, "y": 2}, types)
    assert numbers.startswith("an atom about x that distinguishes")
    assert "no sums and no counts" in numbers
    both = what_is_missing({"y": 1, "z": 2}, {"y": 2, "z": 3}, types)
    assert both.startswith("an atom about y and z, or a clause of more variables")


# ---- lemmas of earlier runs ----


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "Spec.tla"


def test_lemmas_are_kept_by_spec_and_property(spec: Path) -> None:
    remember(spec, "Safe", ["x = 1 /\\\n  y = 2", "z"])
    assert remembered(spec, "Safe") == ("x = 1 /\\ y = 2", "z")
    assert remembered(spec, "Other") == ()
    assert remembered(spec.with_name("Other.tla"), "Safe") == ()


def test_only_so_many_lemmas_are_kept_and_none_are_forgotten(spec: Path) -> None:
    remember(spec, "Safe", [f"x = {i}" for i in range(MOST + 5)])
    assert len(remembered(spec, "Safe")) == MOST
    remember(spec, "Safe", [])
    assert remembered(spec, "Safe") == ()


def test_a_cache_that_cannot_be_read_has_no_lemmas(spec: Path) -> None:
    remember(spec, "Safe", ["x"])
    (file,) = (Path(d) / f for d, _, files in os.walk(spec.parent) for f in files)
    file.write_bytes(b"\xff\xfe")
    assert remembered(spec, "Safe") == ()


# ---- hypotheses and sizes ----


class OnlyWith:
    """A finder that finds nothing under some hypotheses."""

    def __init__(self, enough: bool) -> None:
        self.enough = enough

    def find(self, _lemmas: object) -> object:
        return Kept() if self.enough else None


def needed(assumed: tuple[str, ...], *enough: set[str]) -> tuple[str, ...]:
    def finders(some: tuple[str, ...]) -> list[OnlyWith]:
        return [OnlyWith(any(e <= set(some) for e in enough))]

    return needed_hypotheses(assumed, [], finders)  # type: ignore[arg-type]  # a finder's one method


def test_hypotheses_that_are_not_needed_are_dropped() -> None:
    assert needed(("a", "b", "c"), {"b"}) == ("b",)
    assert needed(("a", "b", "c"), {"a", "c"}) == ("a", "c")
    assert needed(("a", "b"), set()) == ()
    assert needed(("a", "b"), {"a", "b"}) == ("a", "b")


@given(st.lists(st.sets(st.sampled_from("abc")), min_size=1, max_size=3))
def test_the_hypotheses_that_are_left_are_enough_and_none_of_them_is_spare(
    enough: list[set[str]],
) -> None:
    kept = needed(("a", "b", "c"), *enough, {"a", "b", "c"})
    assert any(e <= set(kept) for e in [*enough, {"a", "b", "c"}])
    for name in kept:
        assert not any(e <= set(kept) - {name} for e in enough)


@pytest.mark.parametrize(("name", "sizes"), [("LockServer", SIZES), ("ChordRing", LARGER_SIZES)])
def test_an_action_that_names_many_elements_is_tried_with_more(
    name: str, sizes: tuple[int, ...]
) -> None:
    s = sampled(name)
    assert sizes_for(s.system, s.model) == sizes
