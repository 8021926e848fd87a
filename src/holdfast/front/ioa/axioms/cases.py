"""One case of an axiom from a formula; what cannot be expressed is a case with a problem."""

from __future__ import annotations

from collections.abc import Callable

from holdfast.front.document import AxiomCase
from holdfast.front.ioa.axioms.candidates import Candidates
from holdfast.front.ioa.axioms.witness import Witness
from holdfast.ir import expr as ir
from holdfast.source import Span, SpecError


def case_of(
    candidates: Candidates, formula: Callable[[], ir.Expr], span: Span, witness: Witness
) -> AxiomCase:
    """The case that a formula holds for all candidates."""
    try:
        system = candidates.system(formula(), span, witness.arguments)
    except SpecError as error:
        problem = error.diagnostics[0]
        return AxiomCase(span, None, witness, candidates.samples, problem=problem)
    return AxiomCase(span, system, witness, candidates.samples)
