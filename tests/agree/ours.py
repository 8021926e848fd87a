"""What holdfast answers: text to syntax to IR, through the passes, to a value."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from holdfast.front.files import Files
from holdfast.front.tla.modules import load_spec
from holdfast.front.tlc.config import read_config
from holdfast.front.tlc.model import build_model
from holdfast.interp.context import Context
from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.construct import canonical
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import show
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import System
from holdfast.passes.pipeline import run_pipeline
from holdfast.source import Source, errors
from tests.agree.generate import module_of
from tests.agree.grammar import CONFIG


def system_of(expressions: list[str]) -> System:
    """The system of a module with these expressions, after all passes."""
    spec = load_spec(
        Path("Agree.tla"), files=Files.over({Path("Agree.tla"): module_of(expressions)})
    )
    wrong = errors(spec.diagnostics)
    assert not wrong, [(d.message, d.span) for d in wrong][:5]
    return run_pipeline(build_model(spec, read_config(Source("Agree.cfg", CONFIG))).system)


def lowered(system: System) -> list[ir.Expr]:
    """The expressions of the module in the IR."""
    found = []
    for assumption in system.assumptions:
        assert isinstance(assumption.expr, ir.Call)
        case = system.definitions[assumption.expr.name].body
        assert isinstance(case, ir.Call)
        found.append(case.args[1])
    return found


def answers(expressions: list[str]) -> Iterator[str]:
    """For each expression `V value`, or `E code message`."""
    system = system_of(expressions)
    machine = Machine(system, Context(output=lambda line: None))
    for expression in lowered(system):
        try:
            with ranked_by(machine.ranks):
                answer = show(canonical(machine.value(expression)))
            yield f"V {answer}"
        except EvalError as error:
            yield f"E {error.code} {error.message}"
