"""The two tables of operators are about the operators that the language and the library have."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from holdfast.ir.library_ops import LIBRARY_OPS
from holdfast.ir.ops import FORMULAS, LIBRARY, Evaluates, Group, Notation, Op, ops_in, texts

EXPORTS = tomllib.loads(
    (Path(__file__).parents[1] / "library" / "exports.toml").read_text(encoding="utf-8")
)


def test_no_two_rows_are_written_alike() -> None:
    infix = Counter(texts(Notation.INFIX, Notation.LOOSE, Notation.CHAIN).values())
    prefix = Counter(texts(Notation.PREFIX, Notation.WORD).values())
    assert set((infix | prefix).values()) == {1}


def test_the_notation_says_how_many_arguments_a_row_has() -> None:
    arity = {Notation.INFIX: 2, Notation.LOOSE: 2, Notation.PREFIX: 1, Notation.WORD: 0}
    wrong = [op for op in Op if op.row.arity != arity.get(op.row.notation, op.row.arity)]
    assert not wrong


def test_what_is_about_steps_and_behaviours_is_a_formula() -> None:
    assert ops_in(Group.ACTION, Group.TEMPORAL, Group.LOGIC) <= FORMULAS
    assert all(op.row.evaluates is Evaluates.NONE for op in ops_in(Group.TEMPORAL))


def _parameters(qualified: str) -> list[int]:
    """How many arguments each parameter of a library operator takes, as its module declares it."""
    module, _, name = qualified.partition("!")
    found: list[int] = EXPORTS[module]["operators"][name]
    return found


@pytest.mark.parametrize("name", LIBRARY)
def test_a_row_of_a_module_has_the_arity_of_its_declaration(name: str) -> None:
    assert LIBRARY[name].row.arity == len(_parameters(name))


@pytest.mark.parametrize("name", LIBRARY_OPS)
def test_a_library_operator_takes_what_its_declaration_says(name: str) -> None:
    parameters = _parameters(name)
    assert LIBRARY_OPS[name].arity == len(parameters)
    assert LIBRARY_OPS[name].operators == tuple(i for i, n in enumerate(parameters) if n)


def test_what_depends_on_the_states_before_changes_with_the_search() -> None:
    of_path = [row for row in LIBRARY_OPS.values() if row.of_path]
    assert of_path
    assert all(row.changing for row in of_path)
