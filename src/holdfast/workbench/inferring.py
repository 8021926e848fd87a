"""Invariants that are found, and the grammar that they are found with."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from holdfast.front.keywords import read_keywords
from holdfast.report.inferred_result import InferResult
from holdfast.workbench.prepared import prepare

if TYPE_CHECKING:
    from holdfast.infer.result import InferOptions
    from holdfast.workbench.specification import Specification


def infer(specification: Specification, options: InferOptions) -> InferResult:
    """What `Specification.infer` does."""
    from holdfast.infer.ask import infer_as_asked

    given = _read_options("infer", options)
    return InferResult(*infer_as_asked(specification, given, specification._load, prepare))


def grammar(specification: Specification, options: InferOptions) -> str:
    """What `Specification.grammar` does."""
    from holdfast.infer.ask import grammar_as_asked

    given = _read_options("grammar", options)
    return grammar_as_asked(specification, given, specification._load, prepare)


def _read_options(function: str, options: InferOptions) -> InferOptions:
    from holdfast.infer.result import Algorithm, InferOptions, Selection

    choices = {"selection": get_args(Selection), "algorithm": get_args(Algorithm)}
    return read_keywords(function, options, InferOptions, choices)
