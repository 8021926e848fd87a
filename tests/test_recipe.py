"""CONTRIBUTING's recipe for an operator: every operator is in every place that it names."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from holdfast.interp import builtins as interpreted
from holdfast.interp import operators as interpreted_rows
from holdfast.ir.library_ops import LIBRARY_OPS
from holdfast.ir.ops import Group, Op, Result
from holdfast.native.emit import builtins as native
from holdfast.native.emit import operators as native_rows
from holdfast.native.emit import runtime_table
from holdfast.smt.bounded import builtins as bounded
from holdfast.smt.bounded import expr as bounded_rows
from holdfast.smt.bounded import step as bounded_steps
from holdfast.smt.unbounded import builtins as unbounded
from tests.operators.examples import EXAMPLES
from tools.operators_page import written

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = ROOT / "src" / "holdfast" / "library"
PAGE = ROOT / "docs" / "operators.md"
ABOUT_THE_RUN = ROOT / "tests" / "interp" / "test_context.py"
"""Tests of operators that need files or commands, which examples have not."""

# ---- library operators ----


def is_marked(name: str) -> bool:
    """Whether the definition in the library is marked as built in."""
    module, _, operator = name.partition("!")
    path = LIBRARY / f"{module}.tla"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    shape = rf"(\w+ )?{re.escape(operator)}( \w+|\(.*\)|\[.*\])? =="
    return re.search(rf"^\\\* builtin\n{shape}", text, re.MULTILINE) is not None


def is_native(name: str) -> bool:
    """Whether C has a function, or else the row says that only Python has one."""
    in_c = name in runtime_table.BUILTINS or name in native.HIGHER_ORDER
    row = LIBRARY_OPS.get(name)
    return in_c if row is None else in_c != row.python_only


def is_encoded(name: str) -> bool:
    """Whether there is an encoding, or the interpreter is asked, or the row says why not."""
    row = LIBRARY_OPS.get(name)
    if name in bounded.ENCODED or name in bounded.BY_CASES or row is None:
        return True
    no_value = row.result is Result.NONE
    return row.context or row.lazy or row.random or row.endless or no_value


def is_tested(name: str | Op) -> bool:
    """Whether a test evaluates the operator."""
    return name in EXAMPLES or f'"{name}"' in ABOUT_THE_RUN.read_text(encoding="utf-8")


def is_on_page(name: str | Op) -> bool:
    """Whether the generated page has a line for the operator."""
    if name in (Op.MODEL, Op.BUILTIN):
        return True  # an operator that is applied by name has no symbol
    title = name.row.group.value if isinstance(name, Op) else name.partition("!")[0]
    text = PAGE.read_text(encoding="utf-8")
    section = text.partition(f"\n### {title[0].upper()}{title[1:]}\n")[2].partition("\n### ")[0]
    return f"| {written(name)} |" in section


PLACES: dict[str, Callable[[str], bool]] = {
    "library/": is_marked,
    "ir/library_ops.py": lambda name: name in LIBRARY_OPS,
    "interp/builtins/": lambda name: name in interpreted.BUILTINS,
    "native/emit/runtime_table.py": is_native,
    "smt/bounded/builtins.py": is_encoded,
    "tests/operators/examples.toml": is_tested,
    "docs/operators.md": is_on_page,
}
"""The places of a library operator in the recipe, and how it is found there."""


def missing() -> Iterator[tuple[str, str]]:
    """Library operators that some part knows, and the places where they are missing."""
    known = {
        *(LIBRARY_OPS.keys() | interpreted.BUILTINS.keys()),
        *(runtime_table.BUILTINS.keys() | native.HIGHER_ORDER.keys()),
        *(bounded.ENCODED.keys() | bounded.BY_CASES | unbounded.ENCODED.keys()),
        *(name for name in EXAMPLES if isinstance(name, str)),
    }
    for name in sorted(known):
        yield from ((name, place) for place, is_there in PLACES.items() if not is_there(name))


def test_every_library_operator_is_everywhere() -> None:
    assert list(missing()) == []


NAME = "SequencesExt!IsPrefix"


def _without(table: Mapping[Any, Any], name: object) -> dict[Any, Any]:
    """A copy: taking an entry out and putting it back would change the order of a table."""
    return {key: value for key, value in table.items() if key != name}


def _remove(place: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Undo one step of the recipe for `IsPrefix`."""
    match place:
        case "library/":
            shutil.copytree(LIBRARY, folder, dirs_exist_ok=True)
            copy = folder / "SequencesExt.tla"
            text = copy.read_text(encoding="utf-8")
            copy.write_text(text.replace("\\* builtin\nIsPrefix", "IsPrefix"), encoding="utf-8")
            monkeypatch.setitem(globals(), "LIBRARY", folder)
        case "ir/library_ops.py":
            monkeypatch.setitem(globals(), "LIBRARY_OPS", _without(LIBRARY_OPS, NAME))
        case "interp/builtins/":
            monkeypatch.setattr(interpreted, "BUILTINS", _without(interpreted.BUILTINS, NAME))
        case "native/emit/runtime_table.py":
            monkeypatch.setattr(runtime_table, "BUILTINS", _without(runtime_table.BUILTINS, NAME))
        case "smt/bounded/builtins.py":
            monkeypatch.setattr(bounded, "ENCODED", _without(bounded.ENCODED, NAME))
        case "tests/operators/examples.toml":
            monkeypatch.setitem(globals(), "EXAMPLES", _without(EXAMPLES, NAME))
        case _:
            page = folder / "operators.md"
            text = PAGE.read_text(encoding="utf-8")
            page.write_text(re.sub(r".*`IsPrefix`.*\n", "", text), encoding="utf-8")
            monkeypatch.setitem(globals(), "PAGE", page)


@pytest.mark.parametrize("place", PLACES)
def test_a_missing_place_of_a_library_operator_is_found(
    place: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _remove(place, monkeypatch, tmp_path)
    assert list(missing()) == [(NAME, place)]


# ---- rows of the operator table ----


def _without_value(op: Op) -> bool:
    return op.row.group is Group.TEMPORAL or op.row.result is Result.NONE


ROW_PLACES: dict[str, Callable[[Op], bool]] = {
    "interp/operators.py": lambda op: op in interpreted_rows.SUPPORTED or _without_value(op),
    "native/emit/operators.py": lambda op: op in native_rows.SUPPORTED or _without_value(op),
    "smt/bounded/operators.py": lambda op: (
        op in bounded_rows.SUPPORTED or op in bounded_steps.SUPPORTED or _without_value(op)
    ),
    "tests/operators/examples.toml": is_tested,
    "docs/operators.md": is_on_page,
}
"""The places of a row besides `ir/ops.py`, and how it is found there."""


def missing_rows() -> Iterator[tuple[Op, str]]:
    """Rows of the operator table, and the places where they are missing."""
    for op in Op:
        yield from ((op, place) for place, is_there in ROW_PLACES.items() if not is_there(op))


def test_every_row_is_everywhere() -> None:
    assert list(missing_rows()) == []


@pytest.mark.parametrize(
    ("module", "place"),
    [
        (interpreted_rows, "interp/operators.py"),
        (native_rows, "native/emit/operators.py"),
        (bounded_rows, "smt/bounded/operators.py"),
    ],
    ids=["interp", "native", "smt"],
)
def test_a_missing_meaning_of_a_row_is_found(
    module: object, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SUPPORTED", module.SUPPORTED - {Op.UNION2})  # type: ignore[attr-defined]  # a table of each
    assert list(missing_rows()) == [(Op.UNION2, place)]


def test_a_row_without_an_example_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "EXAMPLES", _without(EXAMPLES, Op.UNION2))
    assert list(missing_rows()) == [(Op.UNION2, "tests/operators/examples.toml")]


# ---- the recipe ----


def test_the_recipe_names_these_places_and_they_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipe = text.partition("### An operator\n")[2].partition("\n### ")[0]
    named = set(re.findall(r"`((?:\w+/)+(?:\w+\.\w+)?)`", recipe))
    assert PLACES.keys() | ROW_PLACES.keys() <= named
    for path in named:
        assert (ROOT / path).exists() or (ROOT / "src" / "holdfast" / path).exists(), path
