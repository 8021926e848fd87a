"""From what a user asks to what `infer` is given: the property, lemmas and atoms as formulas."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from holdfast.cancellation import Cancellation, ctrl_c_cancels
from holdfast.infer.constants import chosen_constants, say_chosen
from holdfast.infer.infer import infer, mined_grammar
from holdfast.infer.module_text import typed_start
from holdfast.infer.overlay import Overlay
from holdfast.infer.result import InferOptions, Inferred, Options
from holdfast.infer.search.remembered import remember, remembered
from holdfast.ir import expr as ir
from holdfast.ir.system import Property, System
from holdfast.limits import Limits
from holdfast.source import Diagnostic, SpecError
from holdfast.verdict import Proved, Unknown

_NAMES = re.compile(r"\s*\w+(\s*,\s*\w+)*\s*\\in\b[^:]*:(?![>=])")
_TYPES = ("TypeOK", "TypeOk", "TypeInvariant", "TypeInv", "TypeCorrect")


@dataclass(frozen=True, slots=True)
class Asked:
    """The model of a spec, the property to strengthen, and how to search."""

    prepared: Any
    system: System
    property: Property
    options: Options
    module: str


def ask(
    specification: Any,
    given: InferOptions,
    load: Callable[..., Any],
    prepare: Callable[..., Any],
) -> Asked:
    """What is asked of a spec; lemmas and atoms are read as if they stood at its end."""
    name = given.get("property")
    if name is None:
        name = _last(prepare(specification, {"constants": given.get("constants", {})}).system)
    kept = remembered(specification.path, name) if given.get("remember", True) else ()
    try:
        return _asked(specification, given, (name, kept), load, prepare)
    except SpecError:
        if not kept:
            raise
        # The spec has changed since they were kept.
        return _asked(specification, given, (name, ()), load, prepare)


def _asked(
    specification: Any,
    given: InferOptions,
    about: tuple[str, tuple[str, ...]],
    load: Callable[..., Any],
    prepare: Callable[..., Any],
) -> Asked:
    """What is asked about a property, with lemmas that an earlier run kept."""
    name, kept = about
    module = specification.spec.module.name
    lemmas, atoms = tuple(given.get("lemmas", ())), tuple(given.get("grammar", ()))
    overlay = Overlay(
        module,
        [
            *(("--lemmas", text) for text in (*lemmas, *kept)),
            *(("--grammar", _closed(text)) for text in atoms),
        ],
    )
    names = overlay.names
    constants: Mapping[str, object] = given.get("constants", {})
    asked = {"constants": constants, "invariants": (name, *names), "deadlock": False}
    prepared = plain = prepare(specification, {**asked, "invariants": (name,)})
    if names:

        def read(path: Path) -> Any:
            folders = (specification.path.parent, *specification.search_path)
            config = specification.config or _config_of(specification)
            loaded = load(path, folders, config=config, constants=specification.constants)
            return prepare(loaded, asked)

        prepared = overlay.read(read)
    found = {p.name: p for p in prepared.system.invariants}
    formulas = tuple(_meant(found[n].expr, prepared.system) for n in names)
    first, second = len(lemmas), len(lemmas) + len(kept)
    options = replace(
        _options(given),
        lemmas=formulas[:first],
        remembered=formulas[first:second],
        atoms=formulas[second:],
        taken=plain.names,
    )
    return Asked(plain, prepared.system, found[name], options, module)


def infer_as_asked(
    specification: Any,
    given: InferOptions,
    load: Callable[..., Any],
    prepare: Callable[..., Any],
) -> tuple[Inferred, Any, Any, str]:
    """What `infer` says to what is asked of a spec; the question, its files, the module."""
    chosen = chosen_constants(specification, given.get("constants", {}))
    given = {**given, "constants": {**given.get("constants", {}), **chosen}}
    token = given.get("cancellation") or Cancellation()
    with ctrl_c_cancels(token):
        asked = ask(specification, given, load, prepare)
        found = infer(asked.system, asked.property, asked.options, given.get("progress"), token)
        found = _completed(specification, given, asked, found, prepare)
    if chosen:
        found = replace(found, warnings=(say_chosen(chosen), *found.warnings))
    return found, asked.prepared.question, asked.prepared.files, asked.module


def _completed(
    specification: Any,
    given: InferOptions,
    asked: Asked,
    found: Inferred,
    prepare: Callable[..., Any],
) -> Inferred:
    """The result with what only the spec tells; open lemmas are kept for the next run."""
    prepared = asked.prepared
    start = _start(specification, given, asked, found, prepare)
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
    return found


def _start(
    specification: Any,
    given: InferOptions,
    asked: Asked,
    found: Inferred,
    prepare: Callable[..., Any],
) -> tuple[str, ...]:
    """What lists the states of an invariant, if the spec says which types its variables have."""
    names = [n for n in specification.spec.module.names if n.endswith(_TYPES)]
    if not names or not found.invariant:
        return ()
    constants: Mapping[str, object] = given.get("constants", {})
    options = {"constants": constants, "invariants": names[-1:], "deadlock": False}
    try:
        typed = prepare(specification, options).system
        definitions = {**typed.definitions, **asked.system.definitions}
        system = replace(asked.system, definitions=definitions)
        return typed_start(system, typed.invariants[0], found.invariant) or ()
    except SpecError:
        return ()


def grammar_as_asked(
    specification: Any,
    given: InferOptions,
    load: Callable[..., Any],
    prepare: Callable[..., Any],
) -> str:
    """The grammar for what is asked of a spec, as text."""
    chosen = chosen_constants(specification, given.get("constants", {}))
    given = {**given, "constants": {**given.get("constants", {}), **chosen}}
    asked = ask(specification, given, load, prepare)
    return mined_grammar(asked.system, asked.property, asked.options)


def _last(system: System) -> str:
    """The property that is asked about if none is named: the last one that is not about types."""
    names = [p.name for p in system.invariants if not p.name.endswith(_TYPES)]
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


def _closed(atom: str) -> str:
    """An atom with its names, `m, n \\in Node : f[m] = g[n]`, as a formula."""
    return f"\\A {atom}" if _NAMES.match(atom) else atom


def _meant(e: ir.Expr, system: System) -> ir.Expr:
    """What a user wrote: the body of the definition that was made of it."""
    match e:
        case ir.Call(name, ()) if name in system.definitions:
            return system.definitions[name].body
        case _:
            return e


def _config_of(specification: Any) -> Path | None:
    beside = Path(specification.path).with_suffix(".cfg")
    return beside if beside.is_file() else None


def _options(given: InferOptions) -> Options:
    usual = Options()
    names: Iterable[str] = (
        "selection",
        "algorithm",
        "n_lemmas",
        "n_ctis",
        "seed",
        "workers",
        "remember",
    )
    chosen = {n: given.get(n, getattr(usual, n)) for n in names}
    limits = Limits(seconds=given.get("seconds", usual.limits.seconds))
    return Options(limits=limits, **chosen)  # type: ignore[arg-type]  # the names are those of its fields
