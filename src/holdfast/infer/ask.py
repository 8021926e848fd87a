"""From what a user asks to what `infer` is given: the property, lemmas and atoms as formulas."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from holdfast.infer.infer import infer, mined_grammar
from holdfast.infer.result import InferOptions, Inferred, Options
from holdfast.ir.system import Property, System
from holdfast.source import Diagnostic, SpecError

_PREFIX = "HoldfastGiven"
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
    constants: Mapping[str, object] = given.get("constants", {})
    module = specification.spec.module.name
    system = prepare(specification, {"constants": constants}).system
    name = given.get("property") or _last(system)
    lemmas, atoms = tuple(given.get("lemmas", ())), tuple(given.get("grammar", ()))
    texts = (*lemmas, *(f"\\A {text}" for text in atoms))
    names = tuple(f"{_PREFIX}{i}" for i in range(len(texts)))
    asked = {"constants": constants, "invariants": (name, *names), "deadlock": False}
    if not texts:
        prepared = prepare(specification, asked)
    else:
        folder = Path(tempfile.mkdtemp(prefix="holdfast-"))
        try:
            read = load(
                _overlay(folder, module, dict(zip(names, texts, strict=True))),
                (specification.path.parent, *specification.search_path),
                config=specification.config or _config_of(specification),
                constants=specification.constants,
            )
            prepared = prepare(read, asked)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    found = {p.name: p for p in prepared.system.invariants}
    formulas = [found[n].expr for n in names]
    options = replace(
        _options(given), lemmas=tuple(formulas[: len(lemmas)]), atoms=tuple(formulas[len(lemmas) :])
    )
    return Asked(prepared, prepared.system, found[name], options, module)


def infer_as_asked(
    specification: Any,
    given: InferOptions,
    load: Callable[..., Any],
    prepare: Callable[..., Any],
) -> tuple[Inferred, Any, Any, str]:
    """What `infer` says to what is asked of a spec; the question, its files, the module."""
    asked = ask(specification, given, load, prepare)
    found = infer(asked.system, asked.property, asked.options, given.get("progress"))
    prepared = asked.prepared
    found = replace(found, constants=prepared.constants)
    return found, prepared.question, prepared.files, asked.module


def grammar_as_asked(
    specification: Any,
    given: InferOptions,
    load: Callable[..., Any],
    prepare: Callable[..., Any],
) -> str:
    """The grammar for what is asked of a spec, as text."""
    asked = ask(specification, given, load, prepare)
    return mined_grammar(asked.system, asked.property, asked.options)


def _last(system: System) -> str:
    """The property that is asked about if none is named: the last one that is not about types."""
    names = [p.name for p in system.invariants if p.name not in _TYPES]
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


def _overlay(folder: Path, module: str, definitions: Mapping[str, str]) -> Path:
    """A module that extends the spec by some definitions."""
    rows = [f"---- MODULE {_PREFIX} ----", f"EXTENDS {module}"]
    rows += [f"{name} == {text}" for name, text in definitions.items()]
    path = folder / f"{_PREFIX}.tla"
    path.write_bytes("\n".join([*rows, "====", ""]).encode())
    return path


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
        "seconds",
        "seed",
        "workers",
        "remember",
    )
    chosen = {n: given.get(n, getattr(usual, n)) for n in names}
    return Options(**chosen)  # type: ignore[arg-type]  # the names are those of its fields
