"""holdfast, a workbench for TLA+: the names of `holdfast.workbench`, loaded when first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from holdfast.version import VERSION as __version__

if TYPE_CHECKING:
    from holdfast.workbench import (
        AxiomOptions,
        AxiomsResult,
        Cancellation,
        CheckOptions,
        CheckResult,
        ComputeOptions,
        Diagnostic,
        DiagramFile,
        DiagramOptions,
        DiagramResult,
        Evaluated,
        Formatted,
        InferOptions,
        InferResult,
        Loaded,
        MineOptions,
        MineResult,
        ProofResult,
        ProveOptions,
        QuotientResult,
        RecheckResult,
        SimulateOptions,
        SimulateResult,
        SpecError,
        Specification,
        StateGraph,
        SuiteResult,
        Sweep,
        TraceResult,
        Translated,
        ValidateOptions,
        evaluate,
        evaluate_along,
        format_file,
        load,
        load_diagrams,
        recheck,
        test,
        translate,
        translate_file,
        write_certificate,
    )

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
    "SimulateOptions",
    "SimulateResult",
    "SpecError",
    "Specification",
    "StateGraph",
    "SuiteResult",
    "Sweep",
    "TraceResult",
    "Translated",
    "ValidateOptions",
    "__version__",
    "evaluate",
    "evaluate_along",
    "format_file",
    "load",
    "load_diagrams",
    "recheck",
    "test",
    "translate",
    "translate_file",
    "write_certificate",
]


def __getattr__(name: str) -> object:
    # `holdfast --help` imports this package too, and must not pay for the front end.
    if name in __all__:
        from holdfast import workbench

        return getattr(workbench, name)
    raise AttributeError(f"module 'holdfast' has no attribute {name!r}")


def load_ipython_extension(shell: object) -> None:
    """What `%load_ext holdfast` calls: cells may begin with `%%tla` or `%%promela`."""
    from holdfast.widgets.cells import register

    register(shell)


def __dir__() -> list[str]:
    """The public names, also those that are not loaded yet."""
    return sorted({*globals(), *__all__})
