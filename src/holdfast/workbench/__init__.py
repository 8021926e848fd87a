"""The public Python API: the commands as functions, one file per command."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from holdfast.cancellation import Cancellation
from holdfast.check.options import CheckOptions
from holdfast.check.simulate_options import SimulateOptions
from holdfast.front.load import Loaded
from holdfast.prove.options import ProveOptions
from holdfast.report.check_result import CheckResult, StateGraph, Sweep
from holdfast.report.inferred_result import InferResult
from holdfast.report.proof_result import ProofResult
from holdfast.report.simulation_result import SimulateResult
from holdfast.source import Diagnostic, SpecError
from holdfast.workbench.files import (
    Formatted,
    Translated,
    format_file,
    starting_config,
    translate_file,
)
from holdfast.workbench.prepared import prepare
from holdfast.workbench.proving import recheck, write_certificate
from holdfast.workbench.showing import pass_names, show_c, show_smt, show_system
from holdfast.workbench.specification import Specification, load
from holdfast.workbench.traces import keep_trace, why

if TYPE_CHECKING:
    from holdfast.infer.result import InferOptions

__all__ = [
    "Cancellation",
    "CheckOptions",
    "CheckResult",
    "Diagnostic",
    "Formatted",
    "InferOptions",
    "InferResult",
    "Loaded",
    "ProofResult",
    "ProveOptions",
    "SimulateOptions",
    "SimulateResult",
    "SpecError",
    "Specification",
    "StateGraph",
    "Sweep",
    "Translated",
    "format_file",
    "keep_trace",
    "load",
    "pass_names",
    "prepare",
    "recheck",
    "show_c",
    "show_smt",
    "show_system",
    "starting_config",
    "translate_file",
    "why",
    "write_certificate",
]


def __getattr__(name: str) -> object:
    if name != "InferOptions":  # lazy: `check` must not import the solvers
        raise AttributeError(f"module 'holdfast.workbench' has no attribute {name!r}")
    return import_module("holdfast.infer.result").InferOptions
