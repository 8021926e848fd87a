"""From a spec and what is asked of it to a system that engines can run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from holdfast.check.options import CheckOptions
from holdfast.source import Diagnostic, SpecError

if TYPE_CHECKING:
    from holdfast.front.tlc.overrides import Asked
    from holdfast.ir.system import System
    from holdfast.report.answer import Question
    from holdfast.report.saved import ModelFiles
    from holdfast.workbench.specification import Specification


@dataclass(frozen=True, slots=True)
class Prepared:
    """A system that can be explored, and the question that is asked about it.

    `source` is the system before the passes, `names` is all that the spec defines.
    """

    source: System
    system: System
    question: Question
    constants: Mapping[str, str]
    files: ModelFiles
    names: frozenset[str]


def prepare(specification: Specification, options: CheckOptions | None = None) -> Prepared:
    """Find the model of a spec and put both together; raises SpecError if that fails."""
    from holdfast.front.tla.proposals import with_proposals
    from holdfast.front.tlc.find_config import find_config
    from holdfast.front.tlc.model import build_model
    from holdfast.front.tlc.overrides import Changes, complete_config, constant_texts
    from holdfast.passes.pipeline import run_pipeline
    from holdfast.recursion import deep_recursion

    options = options or {}
    require_no_errors(specification)
    found, spec = find_config(specification.path, specification.config), specification
    if found.spec != spec.path:
        spec = spec._load(found.spec, spec.search_path, constants=spec.constants)
        require_no_errors(spec)
    changes = Changes(
        constant_texts({**spec.constants, **options.get("constants", {})}),
        tuple(options.get("invariants", ())),
        tuple(options.get("properties", ())),
        options.get("deadlock"),
    )
    asked = complete_config(spec.spec, found.config, changes)
    with deep_recursion():
        try:
            model = build_model(spec.spec, asked.config)
        except SpecError as error:
            raise SpecError(*with_proposals(error.diagnostics, spec.spec)) from None
        system = run_pipeline(model.system)
    return Prepared(
        model.system,
        system,
        _question(specification, spec, found.name, asked, model.warnings),
        dict(model.constants),
        _model_files(specification, changes.constants),
        frozenset(spec.spec.module.names),
    )


def require_no_errors(specification: Specification) -> None:
    """Raise SpecError if a spec has mistakes."""
    if not specification.ok:
        raise SpecError(*specification.diagnostics)


def _question(
    given: Specification,
    spec: Specification,
    config: str | None,
    asked: Asked,
    warnings: tuple[Diagnostic, ...],
) -> Question:
    from holdfast.report.answer import Question

    elsewhere = () if spec is given else (f"{spec.path} is the model of {given.path}",)
    kinds = {n.name: "invariant" for n in asked.config.invariants}
    kinds |= {n.name: "property" for n in asked.config.properties}
    kinds |= {n.name: "postcondition" for n in asked.config.postconditions}
    return Question(
        str(spec.path),
        config,
        asked.found,
        (*elsewhere, *spec.notices),
        kinds,
        asked.left_out,
        (*spec.diagnostics, *warnings),
        asked.unasked,
        frozenset(a.name.name for a in asked.config.constants if a.reading == "operator"),
    )


def _model_files(specification: Specification, constants: Mapping[str, str]) -> ModelFiles:
    from holdfast.report.saved import ModelFiles

    return ModelFiles(
        str(specification.path),
        None if specification.config is None else str(specification.config),
        constants,
        tuple(map(str, specification.search_path)),
        specification.translate,
    )
