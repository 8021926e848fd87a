"""holdfast, a workbench for TLA+: the names of `holdfast.workbench`, loaded when first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from holdfast.version import VERSION as __version__

if TYPE_CHECKING:
    from holdfast.workbench import (
        Cancellation,
        CheckOptions,
        CheckResult,
        Diagnostic,
        DiagramFile,
        DiagramResult,
        InferOptions,
        InferResult,
        Loaded,
        ProofResult,
        ProveOptions,
        SimulateOptions,
        SimulateResult,
        SpecError,
        Specification,
        StateGraph,
        SuiteResult,
        Sweep,
        evaluate,
        format_file,
        load,
        load_diagrams,
        test,
        translate_file,
    )

__all__ = [
    "Cancellation",
    "CheckOptions",
    "CheckResult",
    "Diagnostic",
    "DiagramFile",
    "DiagramResult",
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
    "SuiteResult",
    "Sweep",
    "__version__",
    "evaluate",
    "format_file",
    "load",
    "load_diagrams",
    "test",
    "translate_file",
]


def __getattr__(name: str) -> object:
    # `holdfast --help` imports this package too, and must not pay for the front end.
    if name in __all__:
        from holdfast import workbench

        return getattr(workbench, name)
    raise AttributeError(f"module 'holdfast' has no attribute {name!r}")
