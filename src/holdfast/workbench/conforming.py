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
    is_tla = first.system.notation is TLA
    equation = None if is_tla else "=="
    if diagram.parameters and not is_tla:
        message = "parameters of diagrams are supported for TLA+ only"
        raise SpecError(Diagnostic("unsupported", message, diagram.span))
    needs_primes = any(a.text is not None or a.name not in rules for a in diagram.actions)
    asked = replace(asked, actions=needs_primes and is_tla)

    def derive(system: System, read: tuple[Expr, ...]) -> tuple[Expr, ...]:
        return derived(diagram, rules, system, read, equations=not is_tla)

    try:
        sources = sources_of(diagram, rules, equation)
        prepared = prepare_asked(specification, asked, sources, derive)
        meaning = meaning_of(diagram, rules, prepared.system, prepared.formulas)
    except SpecError as error:
        raise placed(error, diagram, rules, equation) from None
    return PreparedDiagram(meaning, prepared)


def export_conditions(specification: LoadedModel, diagram: Diagram, module: str) -> str:
    """The conditions of a diagram as a TLA+ module with theorems that extends the spec."""
    from holdfast.diagram.export import conditions_module

    prepared = prepare_diagram(specification, diagram)
    name = specification.document.name
    return conditions_module(prepared.meaning, name, module, prepared.prepared.names)


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
    return _by_solvers(specification, diagram, options)


def _by_solvers(
    specification: LoadedModel, diagram: Diagram, options: ConformOptions
) -> Conformance:
    """The conditions by solvers; with `strengthen`, lemmas are looked for where some are open."""
    from holdfast.prove.options import lemmas_for

    lemmas = lemmas_for(options, (), specification.document.predicates)
    found = _with_lemmas(specification, diagram, options, lemmas)
    while options.get("strengthen", False) and not found.conforms:
        new = tuple(dict.fromkeys(n for each in found.open for n in each.excluded_by[:1]))
        if not new:
            return _strengthened(specification, diagram, options, lemmas, found)
        lemmas = (*lemmas, *new)
        found = _with_lemmas(specification, diagram, options, lemmas)
    return found


def _with_lemmas(
    specification: LoadedModel,
    diagram: Diagram,
    options: ConformOptions,
    lemmas: tuple[str, ...],
) -> Conformance:
    """The conditions with some lemmas; other invariants of the spec may exclude counterexamples."""
    from holdfast.diagram.by_solvers import conform_by_solvers
    from holdfast.diagram.parameters import memberships
    from holdfast.prove.options import read_options

    likely = specification.document.candidates()
    others = [c.name for c in likely if c.kind == "invariant" and c.name not in lemmas]
    meaning = _meaning(specification, diagram, options, (*lemmas, *others))
    every = meaning.system.invariants
    inside = memberships(meaning.system, meaning.parameters)
    used = replace(meaning.system, invariants=(*every[: len(lemmas)], *inside))
    rest = every[len(lemmas) :]
    return conform_by_solvers(replace(meaning, system=used), read_options(options), candidates=rest)


def _meaning(
    specification: LoadedModel,
    diagram: Diagram,
    options: ConformOptions,
    lemmas: tuple[str, ...],
) -> Meaning:
    constants, all_sizes = options.get("constants", {}), options.get("all_sizes", False)
    meaning = prepare_diagram(
        specification, diagram, constants, all_sizes=all_sizes, lemmas=lemmas
    ).meaning
    if lemmas:
        return meaning
    return replace(meaning, system=replace(meaning.system, invariants=()))


def _strengthened(
    specification: LoadedModel,
    diagram: Diagram,
    options: ConformOptions,
    lemmas: tuple[str, ...],
    found: Conformance,
) -> Conformance:
    """The conditions with inductive lemmas of common forms that exclude counterexamples."""
    from holdfast.diagram.by_solvers import conform_by_solvers
    from holdfast.diagram.parameters import memberships
    from holdfast.diagram.refute import false_in
    from holdfast.infer.templates.templates import candidates
    from holdfast.ir.ranks import Ranks, ranked_by
    from holdfast.ir.system import Property
    from holdfast.ir.tla_text import formula_text
    from holdfast.prove.encodings import encoding_for
    from holdfast.prove.houdini import inductive_candidates
    from holdfast.prove.obligations import Claim
    from holdfast.prove.options import read_options

    meaning, chosen = _meaning(specification, diagram, options, lemmas), read_options(options)
    system = meaning.system
    with ranked_by(Ranks(system.names)):
        guesses = candidates(system, (Property(diagram.name, meaning.some_node),))
        forms = [Property(str(i), e) for i, e in enumerate(guesses)]
        examples = [each.example for each in found.open if each.example is not None]
        wanted = {int(name) for each in examples for name in false_in(system, each, forms)}
        if not wanted:
            return found
        encoding = encoding_for(system, Claim(()), chosen)
        inductive = inductive_candidates(system, encoding, guesses, wanted)
    new = [Property(formula_text(guesses[i], system.notation), guesses[i]) for i in inductive]
    if not new:
        return found
    inside = memberships(system, meaning.parameters)
    better = replace(system, invariants=(*system.invariants, *inside, *new))
    return conform_by_solvers(replace(meaning, system=better), chosen)
