"""`mine`: observe the terms of a system in all reachable states, and derive what holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from holdfast.cancellation import Cancellation
from holdfast.check.check import check
from holdfast.check.engine import SearchOptions, SearchProgress
from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.body import without_assertions
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import Notation
from holdfast.ir.observation import Observation, WeightedSum
from holdfast.ir.ops import Op
from holdfast.ir.ranks import ranked_by
from holdfast.ir.system import System
from holdfast.ir.values import FiniteSet, Value
from holdfast.mine.derive import Derivation, derive, domains
from holdfast.mine.instances import instances_of, template_relations
from holdfast.mine.lint import Lint, lint
from holdfast.mine.options import Choice
from holdfast.mine.relation import Relation
from holdfast.mine.sample import sample_states
from holdfast.mine.template import Template, read_template
from holdfast.mine.terms import MOST_TERMS, Term, Terms, find_terms
from holdfast.verdict import Answer

if TYPE_CHECKING:
    from holdfast.prove.proof import Proof


@dataclass(frozen=True, slots=True)
class Mined:
    """The result of `mine`: the search, the terms it observed, and the relations that hold.

    `outside` are states outside the constraints, in which the relations hold, too; `taken` are
    the names of the spec, `proofs` those of relations, first the one for all sizes.
    """

    answer: Answer
    terms: Terms
    notation: Notation
    relations: tuple[Relation, ...] = ()
    outside: int = 0
    lint: tuple[Lint, ...] = ()
    notes: tuple[str, ...] = ()
    taken: frozenset[str] = frozenset()
    proofs: tuple[Proof, ...] = ()


def mine(
    system: System,
    choice: Choice,
    observer: Callable[[SearchProgress], None] | None = None,
    cancellation: Cancellation | None = None,
) -> Mined:
    """Search all reachable states, without checking properties, and derive relations."""
    notes, model = _ignored(system), system
    system = unjudged(system)
    machine = Machine(system)
    with ranked_by(machine.ranks):
        terms = _terms(system, machine, choice)
    if terms.left_out:
        notes += (f"{terms.left_out} more terms were left out; choose with --vars",)
    instances = _instances(choice, terms)
    observation = observation_of(terms, choice)
    if instances:
        observation = replace(observation, weighted=tuple(each for _, each in instances))
    options = SearchOptions(
        limits=choice.limits,
        allow_io=choice.allow_io,
        engine=choice.engine,
        workers=choice.workers,
        observation=observation,
    )
    answer = check(system, options, observer, cancellation)
    if answer.observed is None:
        return Mined(answer, terms, system.notation, notes=notes)
    with ranked_by(machine.ranks):
        given = Derivation(system, machine, terms, choice, answer.observed)
        scene, every = answer.observed.scenes[0], choice.everything
        notation = system.notation
        own = template_relations(instances, terms.terms, scene, notation, every)
        found = tuple(r for r in (*own, *derive(given)) if _is_wanted(r, choice))
        # The declared types, which a proof needs, are not what the user says about ranges.
        said = tuple(p for p in model.invariants if not p.everywhere)
        remarks = lint(replace(model, invariants=said), machine, terms.terms, scene)
        helpers = _helpers(given) if choice.prove else ()
    if answer.observed.too_many:
        notes += ("there were too many locations; the relations at some are missing",)
    outside = answer.observed.outside
    mined = Mined(answer, terms, system.notation, found, outside, remarks, notes, choice.names)
    return _proved(model, mined, helpers, choice, cancellation) if choice.prove else mined


def _helpers(given: Derivation) -> tuple[ir.Expr, ...]:
    """What holds as well and may be needed for a proof."""
    every = replace(given, choice=replace(given.choice, everything=True, ranges=False))
    return (*domains(given), *(r.formula for r in derive(every)))


def _instances(choice: Choice, terms: Terms) -> tuple[tuple[Template, WeightedSum], ...]:
    constants = {name: value for name, (_, value) in terms.constants.items()}
    templates = [read_template(text, constants) for text in choice.templates]
    return instances_of(templates, terms.terms)


def _proved(
    model: System,
    mined: Mined,
    helpers: tuple[ir.Expr, ...],
    choice: Choice,
    cancellation: Cancellation | None,
) -> Mined:
    """The relations with what is proved of them."""
    from holdfast.mine.proving import Question, prove_relations

    complete = mined.answer.complete
    seconds = choice.limits.seconds
    question = Question(model, mined.relations, helpers, complete, choice.names, seconds)
    found = prove_relations(question, cancellation)
    notes = (*mined.notes, *found.notes)
    return replace(mined, relations=found.relations, proofs=found.proofs, notes=notes)


def _is_wanted(relation: Relation, choice: Choice) -> bool:
    """Whether the filters by name and by type choose a relation."""
    names = (*relation.terms, *relation.variables)
    return (not choice.by_name or any(n in names for n in choice.by_name)) and (
        not choice.by_type or all(t in choice.by_type for t in relation.types)
    )


def unjudged(system: System) -> System:
    """The system without properties, and with all states that a reduction would identify."""
    return replace(
        without_assertions(system),
        invariants=(),
        properties=(),
        initial_properties=(),
        step_properties=(),
        temporal=(),
        postconditions=(),
        possible=(),
        fairness=(),
        symmetry=None,
        view=None,
        check_deadlock=False,
    )


def _ignored(system: System) -> tuple[str, ...]:
    """What of the model is not used, since relations would then hold in some states only."""
    found = [("SYMMETRY", system.symmetry), ("VIEW", system.view)]
    return tuple(
        f"{word} {p.name} is not used: relations must hold in all states"
        for word, p in found
        if p is not None
    )


def observation_of(terms: Terms, choice: Choice) -> Observation:
    """What is observed for the chosen forms."""
    booleans = sum(term.kind == "Boolean" for term in terms.terms)
    sums = "sum" in choice.forms or ("implication" in choice.forms and booleans > 1)
    return Observation(
        tuple(term.expr() for term in terms.terms),
        tuple(term.expr() for term in terms.controls) if "at" in choice.forms else (),
        sums,
        "sum" in choice.forms,
    )


def _terms(system: System, machine: Machine, choice: Choice) -> Terms:
    """The terms of the chosen variables."""
    found, controls = find_terms(system, sample_states(machine))
    if choice.variables:
        found = [t for t in found if _is_chosen(t, choice.variables, system)]
    found.sort(key=lambda term: term.text(system.notation))
    kept = tuple(found[:MOST_TERMS])
    constants = _constants(system, machine)
    return Terms(kept, tuple(controls), constants, len(found) - len(kept))


def _is_chosen(term: Term, names: Sequence[str], system: System) -> bool:
    text = term.text(system.notation)
    return any(name in (term.variable, text) for name in names)


def _constants(system: System, machine: Machine) -> Mapping[str, tuple[ir.Expr, int]]:
    """The integers that the model gives to constants, and the sizes of its sets."""
    found: dict[str, tuple[ir.Expr, int]] = {}
    for name, value in constant_values(system, machine).items():
        if isinstance(value, int):
            found[name] = ir.Call(name), value
        elif isinstance(value, FiniteSet):
            size = ir.Apply(Op.BUILTIN, (ir.Literal("FiniteSets!Cardinality"), ir.Call(name)))
            text = system.notation.cardinality.format(name)
            found.setdefault(text, (size, len(value.elements)))
    return found


def constant_values(system: System, machine: Machine) -> dict[str, Value]:
    """The values of the constants without parameters."""
    found: dict[str, Value] = {}
    for name in system.constants:
        definition = system.definitions.get(name)
        if definition is not None and not definition.params:
            try:
                found[name] = machine.value(ir.Call(name))
            except EvalError:
                continue
    return found
