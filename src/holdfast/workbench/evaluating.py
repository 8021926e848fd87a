"""Evaluating expressions in the scope of a spec, or with the bundled modules alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from holdfast.front.document import Scratch
from holdfast.source import Diagnostic, Source, SpecError
from holdfast.workbench.prepared import LoadedModel, asked_of, prepare_asked
from holdfast.workbench.specification import Specification, load

if TYPE_CHECKING:
    from holdfast.interp.machine import Machine
    from holdfast.ir.expr import Expr
    from holdfast.report.evaluated import Evaluated

_NOTHING = Path("holdfast scratch", "Scratch.tla")
"""The path of the empty spec, which exists only in memory."""


def scratch_spec() -> Specification:
    """An empty spec."""
    return load(_NOTHING, overlays={_NOTHING: "---- MODULE Scratch ----\n====\n"})


def evaluate(texts: str | Sequence[str], spec: LoadedModel | None = None) -> Evaluated:
    """The values of expressions; those over variables have one for each initial state.

    Without a spec, they may use the bundled modules. Raises SpecError for errors in the texts.
    """
    from holdfast.check import evaluate as run
    from holdfast.report.evaluated import Evaluated

    texts = (texts,) if isinstance(texts, str) else tuple(texts)
    machine, formulas = compiled(spec or scratch_spec(), texts)
    needed = not all(run.is_constant(machine, e) for e in formulas)
    states = run.initial_states(machine) if needed else ()
    if needed and not states:
        raise SpecError(Diagnostic("model-no-behaviour", "there is no initial state", None))
    found = tuple(
        run.evaluate(machine, text, e, states) for text, e in zip(texts, formulas, strict=True)
    )
    return Evaluated(None if spec is None else str(spec.path), found, count=len(states))


def compiled(
    spec: LoadedModel, texts: Sequence[str], definitions: Sequence[Source] = ()
) -> tuple[Machine, tuple[Expr, ...]]:
    """A machine of a spec and expressions that it can evaluate; raises SpecError."""
    from holdfast.interp.machine import Machine

    asked = replace(asked_of(spec, {}), scratch=Scratch(tuple(definitions)))
    sources = [Source("the expression", text) for text in texts]
    prepared = prepare_asked(spec, asked, sources)
    return Machine(prepared.system), prepared.formulas
