"""One formula for every operator that engines implement, and a system to check it in."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

from holdfast.front.files import Files
from holdfast.front.tla.modules import load_spec
from holdfast.front.tlc.config import read_config
from holdfast.front.tlc.model import build_model
from holdfast.ir import expr as ir
from holdfast.ir.expr_reader import read_expr
from holdfast.ir.ops import Group, Op
from holdfast.ir.system import System
from holdfast.passes.pipeline import run_pipeline
from holdfast.source import Source, errors

LINEAR = frozenset((Op.UNTIL, Op.WEAK_UNTIL, Op.RELEASE, Op.NEXT))
_TABLES = tomllib.loads((Path(__file__).parent / "examples.toml").read_text(encoding="utf-8"))

EXAMPLES: dict[Op | str, str] = {Op[name]: text for name, text in _TABLES.pop("ops").items()} | {
    f"{module}!{name}": text for module, table in _TABLES.items() for name, text in table.items()
}
"""The formula of each row of the operator table, and of each library operator by its name."""

_MODULE = r"""---- MODULE Example ----
EXTENDS Integers, Sequences, FiniteSets%s
CONSTANTS m, other, Node
VARIABLE n
Formula == %s
Init == n \in {1, 2}
Next == %s
Small == n \in {1, 2}
Holds == %s
====
"""
_CONFIG = """INIT Init NEXT Next INVARIANT Small PROPERTY Holds
CONSTANTS m = m other = other Node = {a, b}"""


def system_about(operator: Op | str, action: str = "n' = 3 - n") -> System:
    """The system whose property is that the example of an operator holds over every step."""
    if isinstance(operator, Op):
        module, is_temporal = operator.row.module, operator.row.group is Group.TEMPORAL
    else:
        module, is_temporal = operator.partition("!")[0], False
    extends = f", {module}" if module else ""
    holds = "Formula" if is_temporal else "[][Formula]_n"
    formula = EXAMPLES[operator]
    is_ir = "#" in formula
    text = _MODULE % (extends, "TRUE" if is_ir else formula, action, holds)
    spec = load_spec(Path("Example.tla"), files=Files.over({Path("Example.tla"): text}))
    wrong = errors(spec.diagnostics)
    assert not wrong, [d.message for d in wrong]
    system = build_model(spec, read_config(Source("Example.cfg", _CONFIG))).system
    return run_pipeline(_with_formula(system, read_expr(formula)) if is_ir else system)


def _with_formula(system: System, formula: ir.Expr) -> System:
    changed = replace(system.definitions["Formula"], body=formula)
    # Some operators are about behaviours that do not stutter.
    maximal = any(isinstance(e, ir.Apply) and e.op in LINEAR for e in ir.walk(formula))
    definitions = {**system.definitions, "Formula": changed}
    return replace(system, definitions=definitions, maximal=maximal)
