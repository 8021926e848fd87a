"""What a configuration puts in the place of definitions and constants."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.check.check import check
from holdfast.front.files import Files
from holdfast.front.tla.modules import load_spec
from holdfast.front.tlc.config import read_config
from holdfast.front.tlc.model import build_model
from holdfast.passes.pipeline import run_pipeline
from holdfast.source import Source, SpecError
from holdfast.verdict import Exhausted
from tests.check.asked import BEHAVIOUR, ask

BASE = """---- MODULE Base ----
EXTENDS Naturals
CONSTANT k
Limit == 2 + k
Uses == Limit
====
"""
MAIN = """---- MODULE M ----
EXTENDS Base
B == INSTANCE Base
C == INSTANCE Base WITH k <- 9
More == 5
VARIABLE x
Init == x = <<Limit, Uses, B!Limit, B!Uses, C!Limit, C!Uses>>
Next == UNCHANGED x
Inv == x = {}
====
"""


@pytest.mark.parametrize("module", ["Base", "M"])
def test_a_definition_of_a_module_is_replaced_wherever_it_is_used(
    tmp_path: Path, module: str
) -> None:
    (tmp_path / "Base.tla").write_text(BASE)
    text = MAIN.replace("x = {}", "x = <<5, 5, 5, 5, 5, 5>>")
    spec = load_spec(tmp_path / "M.tla", files=Files.over({tmp_path / "M.tla": text}))
    cfg = f"CONSTANTS k = 1\nLimit <- [{module}]More\nINVARIANT Inv\n{BEHAVIOUR}"
    model = build_model(spec, read_config(Source("M.cfg", cfg)))
    assert isinstance(check(run_pipeline(model.system)).verdict, Exhausted)


def test_a_standard_definition_is_replaced_where_the_spec_uses_it() -> None:
    body = "Small == 0..1\nVARIABLE x\nInit == x = 0\nNext == x \\in Nat /\\ x' = x + 1\n"
    cfg = f"CONSTANT Nat <- [Naturals]Small\nCHECK_DEADLOCK FALSE\n{BEHAVIOUR}"
    assert ask(body, cfg).counts.distinct == 3


@pytest.mark.parametrize("what", ["x", "Deep", "x'", "[i \\in {1} |-> Of(i)][1]"])
def test_a_constant_is_not_replaced_by_what_a_state_decides(what: str) -> None:
    body = (
        "CONSTANT C\nVARIABLE x\nOf(i) == x + i\nDeep == LET y == x IN y\n"
        f"Foo == {what}\nInit == x = 2\nNext == x' = C\nInv == x = 2\n"
    )
    with pytest.raises(SpecError, match="`Foo` depends on the variable `x`, but `C` is a constant"):
        ask(body, f"CONSTANT C <- Foo\nINVARIANT Inv\n{BEHAVIOUR}")


def test_what_a_replacement_makes_constant_may_replace_a_constant() -> None:
    body = "CONSTANT C\nVARIABLE x\nOf == x\nFoo == Of\nInit == x = C\nNext == x' = C\n"
    assert ask(body, f"CONSTANTS C <- Foo\nOf = 3\n{BEHAVIOUR}").counts.distinct == 1


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_an_operator_that_takes_operators_may_have_one_value(engine: str) -> None:
    body = (
        "VARIABLE x\nFoo(op(_), a) == op(a)\nTwice(n) == 2 * n\nInit == x = 0\n"
        "Next == x' = Foo(Twice, x)\nInv == Foo(LAMBDA n : x, x) = 3\n"
    )
    config = f"INVARIANT Inv\n{BEHAVIOUR}CONSTANT "
    assert ask(body, config + "Foo = 3", engine=engine).counts.distinct == 2
    assert ask(body, config + "Foo <- 1 + 2", engine=engine).counts.distinct == 2
    with pytest.raises(SpecError, match="takes an operator"):
        ask(body, config + "Foo(1, 2) = 3", engine=engine)
