"""Grouping the reachable states of a spec by the values of expressions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from holdfast.check.options import CheckOptions, EngineName, explore_options
from holdfast.front.document import Scratch
from holdfast.front.keywords import read_keywords, read_list
from holdfast.report.quotient_result import QuotientResult
from holdfast.source import Source
from holdfast.workbench.axioms import require_composable
from holdfast.workbench.prepared import LoadedModel, asked_of, prepare_asked


def group_by(
    specification: LoadedModel, expressions: str | Sequence[str], options: CheckOptions
) -> QuotientResult:
    """The implementation of `Specification.group_by`."""
    from holdfast.check.quotient import quotient

    options = read_keywords("group_by", options, CheckOptions, {"engine": get_args(EngineName)})
    texts = read_list("group_by", "expressions", expressions, "texts")
    if not texts:
        raise ValueError("group_by(): there is no expression")
    # Expressions may use the bundled modules, too: Cardinality in a spec without FiniteSets.
    asked = replace(asked_of(specification, options), scratch=Scratch())
    sources = [Source("expression", text) for text in texts]
    prepared = prepare_asked(specification, asked, sources)
    notes = require_composable(specification, prepared.constants, options.get("cancellation"))
    answer, found = quotient(
        prepared.system,
        prepared.formulas,
        explore_options(options),
        options.get("progress"),
        options.get("cancellation"),
    )
    answer = replace(answer, constants=prepared.constants, warnings=(*notes, *answer.warnings))
    return QuotientResult(answer, prepared.question, prepared.files, texts, found)
