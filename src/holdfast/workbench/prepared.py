"""From a spec and a query to a system that engines can run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from holdfast.check.options import CheckOptions
from holdfast.front.document import Asked, Document, Model, Room
from holdfast.front.files import ON_DISK, Files
from holdfast.front.load import Loaded
from holdfast.source import Diagnostic, Source, SpecError

if TYPE_CHECKING:
    from holdfast.ir.expr import Expr
    from holdfast.ir.system import System
    from holdfast.report.answer import Question
    from holdfast.report.saved import ModelFiles


@dataclass(frozen=True, slots=True, repr=False)
class LoadedModel(Loaded):
    """A spec that has been read, and where its model is; `files` are those that were read."""

    search_path: tuple[Path, ...] = ()
    config: Path | None = None
    constants: Mapping[str, object] = field(default_factory=dict)
    translate: bool = False
    automaton: str | None = None
    wide: bool = False
    files: Files = ON_DISK


L = TypeVar("L", bound=LoadedModel)


def with_constants(specification: L, constants: Mapping[str, object]) -> L:
    """The spec with values for some more constants."""
    return replace(specification, constants={**specification.constants, **constants})


@dataclass(frozen=True, slots=True)
class Prepared:
    """A system that can be explored, and the properties to check.

    `source` is the system before the passes, `names` are all names visible in the spec, `formulas`
    are the given formulas after the passes. `guessed` are properties that were found by name.
    """

    source: System
    system: System
    question: Question
    constants: Mapping[str, str]
    files: ModelFiles
    names: frozenset[str]
    formulas: tuple[Expr, ...] = ()
    guessed: frozenset[str] = frozenset()
    room: Room | None = None


def prepare(
    specification: LoadedModel,
    options: CheckOptions | None = None,
    formulas: Sequence[Source] = (),
) -> Prepared:
    """Build the model of a spec and run the passes; raises SpecError."""
    return prepare_asked(specification, asked_of(specification, options or {}), formulas)


def prepare_asked(
    specification: LoadedModel,
    asked: Asked,
    formulas: Sequence[Source] = (),
    derive: Callable[[System, tuple[Expr, ...]], tuple[Expr, ...]] | None = None,
) -> Prepared:
    """The same for a query; `derive` may make other formulas of those given, before the passes."""
    if asked.wide and not specification.document.has_widths:
        message = "numbers of this language have no widths"
        raise SpecError(Diagnostic("unsupported", message, None, "leave out --wide"))
    if asked.weak_fairness and not specification.document.has_processes:
        message = "fairness is a part of the specification in this language"
        raise SpecError(Diagnostic("unsupported", message, None, "leave out --weak-fairness"))
    model = specification.document.build(asked, formulas)
    if derive is not None:
        model = replace(model, formulas=derive(model.system, model.formulas))
    system, read = _run_passes(model)
    temporal = tuple(p.name for p in system.temporal)
    unasked = model.unasked_properties
    if not system.fairness:
        # Every algorithm in PlusCal has it, and without fairness it is never true.
        unasked = tuple(name for name in unasked if name != "Termination")
    return Prepared(
        model.system,
        system,
        replace(_question(model), temporal=temporal, unasked_properties=unasked),
        model.constants,
        _model_files(specification, asked.constants),
        frozenset(model.names),
        read,
        model.guessed,
        model.room,
    )


def by_single_steps(prepared: Prepared) -> Prepared:
    """The system in which every statement is a step, with its assertions as invariants."""
    from holdfast.passes.single_steps import single_steps

    return replace(prepared, system=single_steps(prepared.system))


def asked_of(specification: LoadedModel, options: CheckOptions) -> Asked:
    """The query that the options describe."""
    return Asked(
        specification.config,
        constant_texts(
            specification.document, {**specification.constants, **options.get("constants", {})}
        ),
        tuple(options.get("invariants", ())),
        tuple(options.get("properties", ())),
        options.get("deadlock"),
        options.get("alias"),
        automaton=specification.automaton,
        wide=specification.wide,
        claims=options.get("claims", True),
        weak_fairness=options.get("weak_fairness", False),
    )


_MODULE = re.compile(r"-{4,}\s*MODULE\s+(\w+)")


def place_of_text(
    function: str, path: str | PathLike[str] | None, text: str | None, suffix: str
) -> Path:
    """The path of a file, or one that messages show for a text that is in no file."""
    if path is None:
        if text is None:
            raise TypeError(f"{function}() needs a path or a text")
        named = _MODULE.search(text) if suffix == ".tla" else None
        # No file is beside it, so that no other configuration or module is found by accident.
        return Path("<text>", f"{named[1] if named else 'Text'}{suffix}")
    if not isinstance(path, str | PathLike):
        raise TypeError(f"{function}(): `path` is a path, not {path!r}")
    if isinstance(path, str) and "\n" in path:
        raise ValueError(f"{function}(): this path is a text; give it as {function}(text=...)")
    return Path(path)


def require_names(names: Iterable[str]) -> None:
    """Reject expressions where a certificate needs names; raises SpecError."""
    for name in names:
        if not re.fullmatch(r"[\w!]+", name):
            message = f"`{name}` is not the name of a definition"
            help = "a proof refers to formulas by name: define it in the spec, and name that"
            raise SpecError(Diagnostic("model-unknown-name", message, None, help))


def constant_texts(document: Document, values: Mapping[str, object]) -> dict[str, str]:
    """Constants as texts of the spec's language: a string is one already."""
    return {name: _constant_text(document, name, value) for name, value in values.items()}


def _constant_text(document: Document, name: str, value: object) -> str:
    from holdfast.ir.errors import EvalError

    if isinstance(value, str):
        return value
    try:
        return document.text_of(value)
    except EvalError as error:
        raise TypeError(f"the constant `{name}` cannot be {value!r}: {error}") from None


def _run_passes(model: Model) -> tuple[System, tuple[Expr, ...]]:
    """The system and the formulas after all passes, which treat them as if they were possible."""
    from holdfast.ir.system import Property
    from holdfast.passes.pipeline import run_pipeline

    own = model.system.possible
    given = tuple(Property("formula", e, span=e.span) for e in model.formulas)
    system = run_pipeline(replace(model.system, possible=(*own, *given)))
    assert len(system.possible) == len(own) + len(given), "passes keep what is possible"
    formulas = tuple(p.expr for p in system.possible[len(own) :])
    return replace(system, possible=system.possible[: len(own)]), formulas


def _question(model: Model) -> Question:
    from holdfast.report.answer import Question

    return Question(
        str(model.path),
        model.config,
        model.found,
        model.notices,
        model.kinds,
        model.left_out,
        model.diagnostics,
        model.unasked,
        model.replaced,
        notation=model.system.notation,
    )


def _model_files(specification: LoadedModel, constants: Mapping[str, str]) -> ModelFiles:
    from holdfast.report.saved import ModelFiles

    return ModelFiles(
        str(specification.path),
        None if specification.config is None else str(specification.config),
        constants,
        tuple(map(str, specification.search_path)),
        specification.translate,
        specification.automaton,
        specification.wide,
        dict(specification.files.texts or {}),
    )
