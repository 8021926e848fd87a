"""Inferring inductive invariants, and showing the grammar of their lemmas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, get_args

from holdfast.cancellation import Cancellation, ctrl_c_cancels
from holdfast.front.keywords import read_keywords
from holdfast.limits import Limits
from holdfast.report.inferred_result import InferResult
from holdfast.source import Diagnostic, Source, SpecError
from holdfast.verdict import Proved, Unknown
from holdfast.workbench.prepared import (
    LoadedModel,
    Prepared,
    asked_of,
    by_single_steps,
    prepare,
    prepare_asked,
    require_names,
)

if TYPE_CHECKING:
    from holdfast.check.options import CheckOptions
    from holdfast.infer.result import InferenceOptions, InferOptions, Inferred
    from holdfast.ir.expr import Expr
    from holdfast.ir.system import Property, System

_MINING_SECONDS, _MINED_STATES = 10.0, 200_000
"""How long relations are mined for atoms, and in how many states at most."""
_NAMES = re.compile(r"\s*\w+(\s*,\s*\w+)*\s*\\in\b[^:]*:(?![>=])")
_TYPES = ("TypeOK", "TypeOk", "TypeInvariant", "TypeInv", "TypeCorrect")


def infer(specification: LoadedModel, options: InferOptions) -> InferResult:
    """The implementation of `Specification.infer`."""
    from holdfast.infer.infer import infer as run

    given = _read_options("infer", options)
    given, notes = _with_constants(specification, given)
    token = given.get("cancellation") or Cancellation()
    with ctrl_c_cancels(token):
        asked = _ask(specification, given)
        system, observer = asked.prepared.system, given.get("progress")
        found = run(system, asked.property, asked.options, observer, token)
        found = _completed(specification, given, asked.prepared, found)
    found = replace(found, warnings=(*notes, *asked.notes, *found.warnings))
    prepared = asked.prepared
    return InferResult(found, prepared.question, prepared.files, specification.document.name)


def grammar(specification: LoadedModel, options: InferOptions) -> str:
    """The implementation of `Specification.grammar`."""
    from holdfast.infer.infer import mined_grammar

    given, _ = _with_constants(specification, _read_options("grammar", options))
    asked = _ask(specification, given)
    return mined_grammar(asked.prepared.system, asked.property, asked.options)


def _read_options(function: str, options: InferOptions) -> InferOptions:
    from holdfast.infer.result import Algorithm, InferOptions, Selection

    choices = {"selection": get_args(Selection), "algorithm": get_args(Algorithm)}
    return read_keywords(function, options, InferOptions, choices)


def _with_constants(
    specification: LoadedModel, given: InferOptions
) -> tuple[InferOptions, tuple[str, ...]]:
    """The options with a small value for each constant without one, and a note that lists them."""
    values = given.get("constants", {})
    chosen = specification.document.proposals(asked_of(specification, {"constants": values}))
    if not chosen:
        return given, ()
    shown = ", ".join(f"{name} = {value}" for name, value in chosen.items())
    note = f"there is no configuration, so these constants were chosen: {shown}; see --const"
    return {**given, "constants": {**values, **chosen}}, (note,)


# ---- the query ----


@dataclass(frozen=True, slots=True)
class _Question:
    """The model of a spec, the property to strengthen, the options of the search, and notes."""

    prepared: Prepared
    property: Property
    options: InferenceOptions
    notes: tuple[str, ...]


def _ask(specification: LoadedModel, given: InferOptions) -> _Question:
    """The query: lemmas and atoms are formulas in the scope of the spec."""
    from holdfast.infer.search.remembered import remembered
    from holdfast.ir.system import Property
    from holdfast.prove.conjuncts import conjuncts_of

    constants: CheckOptions = {"constants": given.get("constants", {})}
    name = given.get("property")
    model = prepare(specification, constants).system
    if name is None:
        name = _last(model)
    if model.notation.has_modules:
        require_names((name,))
    types = [p.name for p in model.invariants if _is_type_invariant(p) and p.name != name][:1]
    lemmas = _sources("--lemmas", given.get("lemmas", ()))
    known = [*given.get("grammar", ()), *_suggested_before(specification, name, given)]
    atoms = _sources("--grammar", map(_closed, known))
    kept = remembered(specification.path, name) if given.get("remember", True) else ()
    asked: CheckOptions = {**constants, "invariants": (name,), "deadlock": False}
    prepared, earlier, notes = _prepared_with(
        specification,
        asked,
        (*lemmas, *atoms, *_sources("types", types)),
        _sources("cached lemmas", kept),
    )
    first, second = len(lemmas), len(lemmas) + len(atoms)
    third = second + len(types)
    mined = _mined_atoms(prepared, given)
    prepared = by_single_steps(prepared)
    found = {p.name: p for p in prepared.system.invariants}
    property = found.pop(" ".join(name.split()), None) or found.pop(name)
    own = tuple(c.expr for c in conjuncts_of(prepared.system, found.values()))
    options = replace(
        _search_options(given),
        lemmas=(*own, *prepared.formulas[:first]),
        atoms=(*prepared.formulas[first:second], *mined),
        remembered=prepared.formulas[third : third + earlier],
        taken=prepared.names,
        types=tuple(map(Property, types, prepared.formulas[second:third])),
    )
    return _Question(prepared, property, options, notes)


def _suggested_before(
    specification: LoadedModel, name: str, given: InferOptions
) -> tuple[str, ...]:
    """The atoms that an earlier run suggested, if this one is to continue it."""
    from holdfast.infer.search.remembered import remembered

    return remembered(specification.path, name, "atoms") if given.get("resume", False) else ()


def _mined_atoms(prepared: Prepared, given: InferOptions) -> tuple[Expr, ...]:
    """The relations that hold in the states of the configured instance, if they are asked for."""
    if not given.get("mine", False):
        return ()
    from holdfast.mine.mine import mine as run
    from holdfast.mine.options import USUAL, Choice

    limits = Limits(seconds=_MINING_SECONDS, states=_MINED_STATES)
    choice = Choice(forms=(*USUAL, "at"), names=prepared.names, limits=limits)
    found = run(prepared.system, choice, None, given.get("cancellation"))
    return tuple(r.formula for r in found.relations)


def _prepared_with(
    specification: LoadedModel,
    asked: CheckOptions,
    given: Sequence[Source],
    kept: Sequence[Source],
) -> tuple[Prepared, int, tuple[str, ...]]:
    """The system with all given formulas and those cached ones that are still valid.

    Also the number of these, and a note for each of the others.
    """
    notes: list[str] = []
    while True:
        try:
            query = replace(asked_of(specification, asked), proof=True)
            prepared = prepare_asked(specification, query, (*given, *kept))
            return prepared, len(kept), tuple(notes)
        except SpecError as error:
            wrong = {d.span.source: d.message for d in error.diagnostics if d.span is not None}
            if not any(text in wrong for text in kept):
                raise
            # The spec has changed since they were cached.
            notes += [
                f"dropped a lemma of an earlier run that is no longer valid in this spec: "
                f"{text.text.strip()} ({wrong[text]})"
                for text in kept
                if text in wrong
            ]
            kept = [text for text in kept if text not in wrong]


def _sources(name: str, texts: Iterable[str]) -> tuple[Source, ...]:
    """One source per formula; blank lines make its line number the number of the formula."""
    return tuple(Source(name, "\n" * before + text) for before, text in enumerate(texts))


def _last(system: System) -> str:
    """The default property: the last invariant that is not a type invariant."""
    names = [p.name for p in system.invariants if not _is_type_invariant(p)]
    if not names:
        raise SpecError(
            Diagnostic(
                "infer-no-property",
                "there is no invariant to prove",
                None,
                help="name one in the configuration, or with --property",
            )
        )
    return names[-1]


def _is_type_invariant(p: Property) -> bool:
    return p.name.endswith(_TYPES)


def _closed(atom: str) -> str:
    """An atom with its names, `m, n \\in Node : f[m] = g[n]`, as a formula."""
    return f"\\A {atom}" if _NAMES.match(atom) else atom


def _search_options(given: InferOptions) -> InferenceOptions:
    from holdfast.infer.result import InferenceOptions

    usual = InferenceOptions()
    names: Iterable[str] = (
        "selection",
        "algorithm",
        "n_lemmas",
        "n_ctis",
        "seed",
        "workers",
        "remember",
        "only_grammar",
        "one_size",
    )
    chosen = {n: given.get(n, getattr(usual, n)) for n in names}
    limits = Limits(seconds=given.get("seconds", usual.limits.seconds))
    return InferenceOptions(limits=limits, **chosen)  # type: ignore[arg-type]  # the names are those of its fields


# ---- the result ----


def _completed(
    specification: LoadedModel, given: InferOptions, prepared: Prepared, found: Inferred
) -> Inferred:
    """The result with data of the spec; caches the lemmas of a search without a proof."""
    from holdfast.infer.search.remembered import remember

    start = _start(specification, given, prepared.system, found)
    proof = found.proof
    if proof is not None:
        proof = replace(proof, constants=prepared.constants, taken=prepared.names)
    found = replace(
        found, constants=prepared.constants, start=start, taken=prepared.names, proof=proof
    )
    if given.get("remember", True):
        is_open = isinstance(found.verdict, Unknown)
        kept = [c.tla for c in found.invariant[1:]] if is_open else []
        if kept or isinstance(found.verdict, Proved):
            remember(specification.path, found.property, kept)
        if isinstance(found.verdict, Proved) or found.open is not None:
            suggested = () if found.open is None else found.open.suggested
            earlier = _suggested_before(specification, found.property, given)
            every = dict.fromkeys((*earlier, *suggested)) if suggested else ()
            remember(specification.path, found.property, every, "atoms")
    return found


def _start(
    specification: LoadedModel, given: InferOptions, system: System, found: Inferred
) -> tuple[str, ...]:
    """A predicate that enumerates the states of an invariant, if the spec has a type invariant."""
    from holdfast.infer.module_text import typed_start

    names = [n for n in specification.document.predicates if n.endswith(_TYPES)]
    if not names or not found.invariant:
        return ()
    constants: Mapping[str, object] = given.get("constants", {})
    options: CheckOptions = {
        "constants": constants,
        "invariants": names[-1:],
        "deadlock": False,
    }
    try:
        typed = prepare(specification, options).system
        definitions = {**typed.definitions, **system.definitions}
        known = replace(system, definitions=definitions)
        return typed_start(known, typed.invariants[0], found.invariant) or ()
    except SpecError:
        return ()
