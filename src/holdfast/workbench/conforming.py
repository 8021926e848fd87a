"""Conformance of a diagram to a spec."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, Unpack

from holdfast.prove.options import ProveOptions
from holdfast.source import Diagnostic, SpecError
from holdfast.workbench.prepared import LoadedModel, Prepared, asked_of, prepare_asked

if TYPE_CHECKING:
    from holdfast.diagram.conform import Conformance
    from holdfast.diagram.diagram import Diagram
    from holdfast.diagram.meaning import Meaning
    from holdfast.ir.expr import Expr
    from holdfast.ir.system import System


class ConformOptions(ProveOptions, total=False):
    """How to judge the conditions of a diagram.

    `by` is "states": on the reachable states of the configured model, by an `engine`, at most so
    many `states`; or "solvers": for its constants, or, with `all_sizes`, for all sizes. `lemmas`
    are names or formulas that are proved together with the diagram, and may be used.
    """

    by: Literal["states", "solvers"]
    engine: str
    states: int | None


@dataclass(frozen=True, slots=True)
class PreparedDiagram:
    """A diagram with its formulas over a system that engines can run."""

    meaning: Meaning
    prepared: Prepared


def prepare_diagram(
    specification: LoadedModel,
    diagram: Diagram,
    constants: Mapping[str, object] | None = None,
    *,
    all_sizes: bool = False,
    lemmas: Sequence[str] = (),
) -> PreparedDiagram:
    """Read the texts of a diagram in the scope of a spec; raises SpecError.

    The system has the lemmas as its invariants, or those of the model if there are none.
    Errors in a text are located in the file of the diagram, if there is one.
    """
    from holdfast.diagram.meaning import derived, meaning_of, placed, sources_of
    from holdfast.ir.notation import TLA

    asked = asked_of(specification, {"constants": constants or {}})
    asked = replace(asked, for_solvers=all_sizes, deadlock=False, invariants=tuple(lemmas))
    first = prepare_asked(specification, asked)
    rules = frozenset(a.name for a in first.system.actions)
    if diagram.parameters and first.system.notation is not TLA:
        message = "parameters of diagrams are supported for TLA+ only"
        raise SpecError(Diagnostic("unsupported", message, diagram.span))
    needs_primes = any(a.text is not None or a.name not in rules for a in diagram.actions)
    asked = replace(asked, actions=needs_primes and first.system.notation is TLA)

    def derive(system: System, read: tuple[Expr, ...]) -> tuple[Expr, ...]:
        return derived(diagram, rules, system, read)

    try:
        prepared = prepare_asked(specification, asked, sources_of(diagram, rules), derive)
        meaning = meaning_of(diagram, rules, prepared.system, prepared.formulas)
    except SpecError as error:
        raise placed(error, diagram, rules) from None
    return PreparedDiagram(meaning, prepared)


def conform(
    specification: LoadedModel, diagram: Diagram, **options: Unpack[ConformOptions]
) -> Conformance:
    """Judge all conditions under which a diagram covers the behaviours of a spec."""
    from holdfast.diagram.conform import conform_instance
    from holdfast.limits import Limits

    constants = options.get("constants", {})
    if options.get("by", "states") == "states":
        meaning = prepare_diagram(specification, diagram, constants).meaning
        limits = Limits(seconds=options.get("seconds"), states=options.get("states"))
        return conform_instance(meaning, limits, options.get("engine", "auto"))
    from holdfast.diagram.by_solvers import conform_by_solvers
    from holdfast.prove.options import lemmas_for, read_options

    all_sizes = options.get("all_sizes", False)
    lemmas = lemmas_for(options, (), specification.document.names)
    prepared = prepare_diagram(
        specification, diagram, constants, all_sizes=all_sizes, lemmas=lemmas
    )
    system = prepared.meaning.system if lemmas else replace(prepared.meaning.system, invariants=())
    return conform_by_solvers(replace(prepared.meaning, system=system), read_options(options))
