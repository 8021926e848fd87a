"""Formulas as text of the language: the text is read back, and equivalent in all states."""

from __future__ import annotations

from pathlib import Path

import pytest

import holdfast
from holdfast.front.document import Asked
from holdfast.front.ioa_document import load_ioa
from holdfast.ir.tla_text import formula_text
from tests.ioa.models import model

TEXT = """\
from holdfast.ioa import *

Colour: type = Enum["RED", "BLUE"]
Item: type = NamedTuple["colour": Colour, "size": nat]


def twice(n: int) -> int:
    return n * 2


@automaton
def Cell(me: nat):
    class signature:
        @output
        def paint(i: nat, c: Colour):
            where = i == me

    class states:
        colour: Colour
        past: Seq[Colour]

    initially = colour == RED and past == []

    class transitions:
        @output
        @pre(len(past) < 2)
        def paint(i, c):
            past = past + [colour]
            colour = c


@automaton
def Store():
    class signature:
        @internal
        def grow(i: nat):
            where = i < 3

    class states:
        items: Seq[Item]
        sizes: Map[nat, nat]
        used: Set[nat]
        pair: Tuple[nat, bool]

    initially = (
        items == [Item(RED, k) for k in range(3)]
        and sizes == {k: 0 for k in range(3)}
        and used == set()
        and pair == (0, True)
    )

    class transitions:
        @internal
        @pre(items[i].size < 3)
        def grow(i):
            items[i].size = items[i].size + 1
            items[i].colour = BLUE
            sizes[i] = sizes[i] + 1
            used = used | {i}
            pair = (i, items[i].size > 1)


@composition
def Formulas(N: nat):
    where = N == 2

    class components:
        store: Store()
        C: [Cell(i) for i in range(N)]
"""

FORMULAS = {
    "all(store.items[k].size <= 2 for k in range(len(store.items)))": None,
    "all(store.items[k + 1].size >= store.items[k].size for k in range(2))": None,
    "any(x.colour == BLUE for x in store.items)": (
        "any(store.items[k].colour == BLUE for k in range(len(store.items)))"
    ),
    "store.items[1].colour == RED": None,
    "store.sizes[1] == 0": None,
    "store.pair[1]": None,
    "store.pair[0] == 1 or not store.pair[1]": None,
    "1 in store.used": None,
    "store.used <= {0, 1}": None,
    "len(store.used) - 1 < len(C[0].past)": None,
    "store.used & {1} == set()": None,
    "forall([i, j], implies(0 <= i < j < 3, store.items[i].size <= store.items[j].size))": (
        "all(all(store.items[i].size <= store.items[j].size for j in range(i + 1, 3))"
        " for i in range(3))"
    ),
    "BLUE in C[1].past": None,
    "C[1].past == [RED]": None,
    "all(C[i].colour == RED for i in range(N))": None,
    "all(all(c == BLUE for c in C[i].past) for i in range(N))": (
        "all(all(C[i].past[k] == BLUE for k in range(len(C[i].past))) for i in range(N))"
    ),
    "{i for i in range(3) if store.items[i].size > i} == store.used": None,
    "(C[0].colour == RED) == (C[1].colour == RED)": None,
    "twice(store.items[0].size) - (1 - store.sizes[0]) > -1": None,
    "1 in [item.size for item in store.items]": (
        "1 in [store.items[k].size for k in range(len(store.items))]"
    ),
    "(1 if store.pair[1] else 2) == store.items[2].size": None,
    "store.items[0].size * 2 % 3 == (store.items[1].size + 2) / 2": None,
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A composition with values of many types."""
    found = tmp_path / "Formulas.py"
    found.write_text(TEXT, encoding="utf-8")
    return found


def printed(path: Path, text: str) -> str:
    built = load_ioa(path).build(Asked(invariants=(text,)))
    return formula_text(built.system.invariants[0].expr, built.system.notation)


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_is_written_in_the_language(path: Path, text: str) -> None:
    assert printed(path, text) == (FORMULAS[text] or text)


def test_what_is_written_is_equivalent_in_all_states(path: Path) -> None:
    spec = holdfast.load(path)
    same = [f"({text}) == ({printed(path, text)})" for text in FORMULAS]
    result = spec.check(invariants=same, deadlock=False)
    assert result.ok, result


@pytest.mark.parametrize("text", FORMULAS)
def test_the_formulas_are_not_the_same_in_all_states(path: Path, text: str) -> None:
    spec = holdfast.load(path)
    assert not (spec.check(invariants=[text]).ok and spec.check(invariants=[f"not ({text})"]).ok)


def test_a_formula_without_a_notation_is_written_in_tla(path: Path) -> None:
    text = printed(path, "store.items[0] == Item(RED, 0)")
    assert text == 'store.items[1] = [colour |-> "RED", size |-> 0]  (in TLA+)'


def test_a_name_that_means_something_else_is_not_bound(path: Path) -> None:
    assert printed(path, "all(store >= 0 for store in store.used)").endswith("(in TLA+)")


@pytest.mark.smt
@pytest.mark.parametrize(
    ("name", "constants"),
    [
        ("CANArb", {"ids": [5, 3], "m": 1}),
        pytest.param("AsyncLCRN", {"N": 3, "u": [3, 2, 1]}, marks=pytest.mark.slow),
        ("AirspaceManager", {"N": 2}),
    ],
)
def test_lemmas_that_are_found_can_be_read_back(name: str, constants: dict[str, object]) -> None:
    proof = holdfast.load(model(name)).prove(
        invariants=["invariant_of"], all_sizes=True, strengthen=True
    )
    lemmas = [text for _, text in proof.proof.found_lemmas]
    assert lemmas
    assert not any("TLA+" in text for text in lemmas)
    assert holdfast.load(model(name), constants=constants).check(invariants=lemmas).ok
