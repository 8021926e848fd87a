"""Evaluating expressions in the scope of a spec, or with the bundled modules alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from holdfast.front.document import Scratch
from holdfast.front.files import Files
from holdfast.front.keywords import read_list
from holdfast.front.load import load
from holdfast.source import Diagnostic, Source, SpecError
from holdfast.workbench.prepared import LoadedModel, asked_of, prepare_asked
from holdfast.workbench.validating import validate

if TYPE_CHECKING:
    from holdfast.interp.machine import Machine
    from holdfast.ir.expr import Expr
    from holdfast.report.evaluated import Evaluated

_NOTHING = Path("holdfast scratch", "Scratch.tla")
"""The path of the empty spec, which exists only in memory."""


EXPRESSION = "the expression"
"""What messages call the text that is evaluated."""


def scratch_spec() -> LoadedModel:
    """An empty spec."""
    files = Files.over({_NOTHING: "---- MODULE Scratch ----\n====\n"})
    return LoadedModel(load(_NOTHING, files=files))


def evaluate(texts: str | Sequence[str], spec: LoadedModel | None = None) -> Evaluated:
    """The values of expressions; those over variables have one for each initial state.

    Without a spec, they may use the bundled modules. Raises SpecError for errors in the texts.
    """
    from holdfast.check import evaluate as run
    from holdfast.report.evaluated import Evaluated

    texts = read_list("evaluate", "texts", texts, "texts")
    if not texts:
        raise ValueError("evaluate(): there is no expression")
    machine, formulas = compiled(spec or scratch_spec(), texts)
    needed = not all(run.is_constant(machine, e) for e in formulas)
    states = run.initial_states(machine) if needed else ()
    if needed and not states:
        raise SpecError(Diagnostic("model-no-behaviour", "there is no initial state", None))
    found = tuple(
        run.evaluate(machine, text, e, states) for text, e in zip(texts, formulas, strict=True)
    )
    name = None if spec is None else str(spec.path)
    notation = machine.system.notation
    return Evaluated(name, found, count=len(states), notation=notation)


def evaluate_along(
    path: str | PathLike[str],
    texts: str | Sequence[str],
    spec: LoadedModel,
    at: int | None = None,
) -> Evaluated:
    """The values of expressions in the states of a trace, or in the state with this number.

    Raises SpecError if the trace is not a behaviour of the spec.
    """
    from holdfast.report.evaluated import Evaluated

    texts = read_list("evaluate_along", "texts", texts, "texts")
    result = validate(spec, path, {"expressions": texts})
    if not result.valid:
        message = f"{path} is not a behaviour of {spec.path}"
        help = f"`holdfast trace {path} --spec {spec.path}` says why"
        raise SpecError(Diagnostic("trace-file", message, None, help))
    count = len(result.validation.witness)
    if at is not None and not 1 <= at <= count:
        message = f"the trace has no state {at}; it has {count}"
        raise SpecError(Diagnostic("why-state", message, None))
    found = result.evaluations
    if at is not None:
        found = tuple(
            e if e.constant else replace(e, outcomes=(e.outcomes[at - 1],)) for e in found
        )
    return Evaluated(str(spec.path), found, "trace", 1 if at else count, at or 1, result.notation)


def compiled(
    spec: LoadedModel, texts: Sequence[str], definitions: Sequence[Source] = ()
) -> tuple[Machine, tuple[Expr, ...]]:
    """A machine of a spec and expressions that it can evaluate; raises SpecError."""
    from holdfast.interp.machine import Machine

    asked = replace(asked_of(spec, {}), scratch=Scratch(tuple(definitions)))
    sources = [Source(EXPRESSION, text) for text in texts]
    prepared = prepare_asked(spec, asked, sources)
    return Machine(prepared.system), prepared.formulas
