"""The generated C: its text, and that nothing from a spec leaves a comment or a literal."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import Assign, Property, System
from holdfast.native.build.build import build
from holdfast.native.emit.emit import emit_model
from holdfast.native.emit.text import comment, identifier
from holdfast.workbench import load, show_c

pytestmark = pytest.mark.native

SMALL = r"""---- MODULE Small ----
EXTENDS Naturals
VARIABLES count, seen
Double(n) == 2 * n
Init == count = 0 /\ seen = {}
Add(n) == count < 5 /\ count' = Double(count) + n /\ seen' = seen \union {count}
Next == \E n \in {1, 2} : Add(n)
Small == \A s \in seen : s <= count
====
"""


def test_the_c_of_a_small_system(tmp_path: Path, golden: Callable[[str, str], None]) -> None:
    (tmp_path / "Small.tla").write_text(SMALL, "utf-8")
    (tmp_path / "Small.cfg").write_text("INIT Init\nNEXT Next\nINVARIANT Small\n", "utf-8")
    golden("native/small.c.txt", show_c(load(tmp_path / "Small.tla")))


TEXTS = st.text(st.sampled_from("*/\\\"'?\n\r\t #%{}();ab\u00e9\u2028\0"), max_size=12)


@given(TEXTS)
def test_no_text_leaves_a_comment(text: str) -> None:
    shown = comment(text)
    assert shown.startswith("/* ")
    assert shown.endswith(" */")
    assert "*/" not in shown[2:-2]
    assert "/*" not in shown[2:]
    assert "\n" not in shown
    assert "??" not in shown
    assert shown.isascii()


@given(TEXTS, st.integers(0, 10**6))
def test_any_name_becomes_an_identifier(name: str, number: int) -> None:
    assert re.fullmatch(r"(?![0-9])[A-Za-z0-9_]*_[0-9]+", identifier(name, number))


@given(TEXTS, TEXTS, TEXTS)
def test_strings_and_names_of_any_text_compile(name: str, string: str, model: str) -> None:
    value = ir.Apply(Op.TUPLE, (ir.Literal(string), ir.Apply(Op.MODEL, (ir.Literal(model),))))
    formula = ir.Apply(Op.EQ, (ir.Name("v"), value))
    system = System(
        name,
        variables=("v",),
        init=Assign("v", value, formula),
        invariants=(Property(name, formula),),
        names=(string, model),
    )
    assert build(emit_model(system), "tcc").compiler == "tcc"
