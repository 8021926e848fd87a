"""One formula for every operator that engines implement, and a system to check it in."""

from __future__ import annotations

import tomllib
from pathlib import Path

from holdfast.front.files import Files
from holdfast.front.tla.modules import load_spec
from holdfast.front.tlc.config import read_config
from holdfast.front.tlc.model import build_model
from holdfast.ir.ops import Group, Op
from holdfast.ir.system import System
from holdfast.passes.pipeline import run_pipeline
from holdfast.source import Source, errors

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
    text = _MODULE % (extends, EXAMPLES[operator], action, holds)
    spec = load_spec(Path("Example.tla"), files=Files.over({Path("Example.tla"): text}))
    wrong = errors(spec.diagnostics)
    assert not wrong, [d.message for d in wrong]
    return run_pipeline(build_model(spec, read_config(Source("Example.cfg", _CONFIG))).system)
