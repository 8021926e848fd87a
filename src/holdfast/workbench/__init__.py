"""The public Python API: the commands as functions, one file per command."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from holdfast.cancellation import Cancellation
from holdfast.check.options import CheckOptions
from holdfast.front.load import Loaded
from holdfast.report.check_result import CheckResult, Sweep
from holdfast.report.state_graph import StateGraph
from holdfast.source import Diagnostic, SpecError
from holdfast.workbench.prepared import prepare
from holdfast.workbench.specification import Specification, load
from holdfast.workbench.traces import keep_run, why

if TYPE_CHECKING:
    from holdfast.check.simulate_options import SimulateOptions
    from holdfast.infer.result import InferOptions
    from holdfast.mine.options import MineOptions
    from holdfast.prove.options import ProveOptions
    from holdfast.report.axioms_result import AxiomsResult
    from holdfast.report.diagram_result import DiagramResult
    from holdfast.report.evaluated import Evaluated
    from holdfast.report.inferred_result import InferResult
    from holdfast.report.mined_result import MineResult
    from holdfast.report.proof_result import ProofResult
    from holdfast.report.quotient_result import QuotientResult
    from holdfast.report.recheck import RecheckResult
    from holdfast.report.simulation_result import SimulateResult
    from holdfast.report.suite import SuiteResult
    from holdfast.report.validated import TraceResult
    from holdfast.workbench.axioms import AxiomOptions
    from holdfast.workbench.diagrams import (
        DiagramFile,
        DiagramOptions,
        export_obligations,
        load_diagrams,
    )
    from holdfast.workbench.drawing import ComputeOptions
    from holdfast.workbench.evaluating import evaluate, evaluate_along
    from holdfast.workbench.files import (
        Formatted,
        Translated,
        format_file,
        starting_config,
        translate_file,
    )
    from holdfast.workbench.proving import recheck, write_certificate
    from holdfast.workbench.session import Session
    from holdfast.workbench.showing import pass_names, show_c, show_smt, show_system
    from holdfast.workbench.testing import StartedSuite, start_suite, test
    from holdfast.workbench.translating import translate
    from holdfast.workbench.validating import ValidateOptions

__all__ = [
    "AxiomOptions",
    "AxiomsResult",
    "Cancellation",
    "CheckOptions",
    "CheckResult",
    "ComputeOptions",
    "Diagnostic",
    "DiagramFile",
    "DiagramOptions",
    "DiagramResult",
    "Evaluated",
    "Formatted",
    "InferOptions",
    "InferResult",
    "Loaded",
    "MineOptions",
    "MineResult",
    "ProofResult",
    "ProveOptions",
    "QuotientResult",
    "RecheckResult",
    "Session",
    "SimulateOptions",
    "SimulateResult",
    "SpecError",
    "Specification",
    "StartedSuite",
    "StateGraph",
    "SuiteResult",
    "Sweep",
    "TraceResult",
    "Translated",
    "ValidateOptions",
    "evaluate",
    "evaluate_along",
    "export_obligations",
    "format_file",
    "keep_run",
    "load",
    "load_diagrams",
    "pass_names",
    "prepare",
    "recheck",
    "show_c",
    "show_smt",
    "show_system",
    "start_suite",
    "starting_config",
    "test",
    "translate",
    "translate_file",
    "why",
    "write_certificate",
]


_LAZY = {
    "holdfast.check.simulate_options": ("SimulateOptions",),
    "holdfast.infer.result": ("InferOptions",),
    "holdfast.mine.options": ("MineOptions",),
    "holdfast.prove.options": ("ProveOptions",),
    "holdfast.report.axioms_result": ("AxiomsResult",),
    "holdfast.report.diagram_result": ("DiagramResult",),
    "holdfast.report.evaluated": ("Evaluated",),
    "holdfast.report.inferred_result": ("InferResult",),
    "holdfast.report.mined_result": ("MineResult",),
    "holdfast.report.proof_result": ("ProofResult",),
    "holdfast.report.quotient_result": ("QuotientResult",),
    "holdfast.report.recheck": ("RecheckResult",),
    "holdfast.report.simulation_result": ("SimulateResult",),
    "holdfast.report.suite": ("SuiteResult",),
    "holdfast.report.validated": ("TraceResult",),
    "holdfast.workbench.axioms": ("AxiomOptions",),
    "holdfast.workbench.diagrams": (
        "DiagramFile",
        "DiagramOptions",
        "export_obligations",
        "load_diagrams",
    ),
    "holdfast.workbench.drawing": ("ComputeOptions",),
    "holdfast.workbench.evaluating": ("evaluate", "evaluate_along"),
    "holdfast.workbench.files": (
        "Formatted",
        "Translated",
        "format_file",
        "starting_config",
        "translate_file",
    ),
    "holdfast.workbench.proving": ("recheck", "write_certificate"),
    "holdfast.workbench.session": ("Session",),
    "holdfast.workbench.showing": ("pass_names", "show_c", "show_smt", "show_system"),
    "holdfast.workbench.testing": ("StartedSuite", "start_suite", "test"),
    "holdfast.workbench.translating": ("translate",),
    "holdfast.workbench.validating": ("ValidateOptions",),
}
"""The names that `check` does not need, by module."""


def __getattr__(name: str) -> object:
    for module, names in _LAZY.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module 'holdfast.workbench' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
