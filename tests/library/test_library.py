"""The modules that ship with holdfast are sound and export what specifications expect."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from holdfast.front.tla.bundled import bundled_names, bundled_source
from holdfast.front.tla.modules import load_spec
from holdfast.front.tla.names.symbols import (
    Fact,
    Instantiated,
    Operator,
    ResolvedModule,
    Symbol,
    Variable,
)
from holdfast.ir.library_ops import LIBRARY_OPS
from holdfast.ir.ops import LIBRARY
from tools.library_page import PAGE, chapters, library_page

LIBRARY_FOLDER = Path(__file__).resolve().parents[2] / "src" / "holdfast" / "library"
EXPORTS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "exports.toml").read_text("utf-8"))
READ_BY_MOST_SPECS = "Naturals Integers Sequences FiniteSets TLC".split()


def resolve(name: str) -> ResolvedModule:
    return load_spec(LIBRARY_FOLDER / f"{name}.tla").module


@pytest.mark.parametrize("name", bundled_names())
def test_a_module_is_read_without_a_complaint(name: str) -> None:
    spec = load_spec(LIBRARY_FOLDER / f"{name}.tla")
    assert not [d.render() for d in spec.diagnostics]


@pytest.mark.parametrize("name", bundled_names())
def test_a_module_declares_what_the_list_says(name: str) -> None:
    own = {n: s for n, s in resolve(name).exports.items() if _home(s) == name}
    operators = {n: s for n, s in own.items() if isinstance(s, Operator)}
    arities = {n: [p.arity for p in s.params] for n, s in operators.items()}
    expected = EXPORTS[name]
    assert arities == expected.get("operators", {})
    assert sorted(n for n, s in own.items() if isinstance(s, Fact)) == expected.get("theorems", [])
    assert [n for n, s in own.items() if isinstance(s, Variable)] == expected.get("variables", [])


@pytest.mark.parametrize("name", bundled_names())
def test_a_module_brings_along_what_the_list_says(name: str) -> None:
    brought = {n for n, s in resolve(name).exports.items() if _home(s) != name}
    expected = (EXPORTS[other] for other in EXPORTS[name].get("brings", []))
    assert brought == {n for module in expected for n in _names(module)}


def test_the_list_names_every_module() -> None:
    assert set(EXPORTS) == set(bundled_names())


def test_marks_say_what_the_engines_compute() -> None:
    operators = [(m.name, n, e.builtin) for m in chapters() for e in m.entries for n in e.names]
    defined = {f"{module}!{name}" for module, name, _ in operators}
    marked = {f"{module}!{name}" for module, name, builtin in operators if builtin}
    assert marked == defined & (LIBRARY_OPS.keys() | LIBRARY.keys())


def test_every_operator_says_what_it_means() -> None:
    assert not [e.names for m in chapters() for e in m.entries if not e.meaning]


def test_every_page_of_text_fits_the_screen() -> None:
    texts = [source.text for name in bundled_names() if (source := bundled_source(name))]
    assert not [line for text in texts for line in text.splitlines() if len(line) > 100]
    assert not [text for text in texts if re.search(r"\t| $|\r", text, re.MULTILINE)]


def test_what_most_specs_read_is_short() -> None:
    sizes = {
        name: len(source.text) for name in READ_BY_MOST_SPECS if (source := bundled_source(name))
    }
    assert len(sizes) == len(READ_BY_MOST_SPECS)
    assert max(sizes.values()) < 2500


def test_the_page_in_the_documentation_is_fresh() -> None:
    fresh = PAGE.read_text(encoding="utf-8") == library_page()
    assert fresh, "run python tools/library_page.py"


def _home(symbol: Symbol) -> str:
    """The module that declares a symbol, also if it is seen through an instance."""
    while isinstance(symbol, Instantiated):
        symbol = symbol.original
    assert isinstance(symbol, Operator | Fact | Variable)
    return symbol.module.name


def _names(module: dict[str, Any]) -> list[str]:
    return [*module.get("operators", {}), *module.get("theorems", []), *module.get("variables", [])]
