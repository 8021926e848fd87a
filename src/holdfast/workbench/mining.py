"""Mining the relations that hold in all reachable states."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from holdfast.check.options import EngineName
from holdfast.front.keywords import read_keywords
from holdfast.limits import Limits
from holdfast.mine.facts import FORMS, Form
from holdfast.mine.options import USUAL, Choice, MineOptions
from holdfast.report.mined_result import MineResult
from holdfast.workbench.prepared import LoadedModel, Prepared, asked_of, prepare_asked


def mine(specification: LoadedModel, options: MineOptions) -> MineResult:
    """The implementation of `Specification.mine`."""
    from holdfast.mine.mine import mine as run

    options = read_keywords("mine", options, MineOptions, {"engine": get_args(EngineName)})
    asked = asked_of(specification, {"constants": options.get("constants", {})})
    prepared = prepare_asked(specification, replace(asked, proof=options.get("prove", False)))
    choice = _choice(options, prepared)
    found = run(prepared.system, choice, options.get("progress"), options.get("cancellation"))
    found = replace(found, answer=replace(found.answer, constants=prepared.constants))
    return MineResult(found.answer, prepared.question, prepared.files, found)


def _choice(options: MineOptions, prepared: Prepared) -> Choice:
    limits = Limits(
        options.get("seconds"),
        options.get("memory"),
        options.get("depth"),
        options.get("max_states"),
    )
    return Choice(
        forms=_forms(options),
        variables=tuple(options.get("variables", ())),
        by_type=tuple(options.get("by_type", ())),
        by_name=tuple(options.get("by_name", ())),
        at=tuple(options.get("at", ())),
        everything=options.get("all", False),
        prove=options.get("prove", False),
        limits=limits,
        allow_io=options.get("allow_io", False),
        engine=options.get("engine", "auto"),
        workers=options.get("workers"),
        names=prepared.names,
        templates=tuple(options.get("templates", ())),
    )


def _forms(options: MineOptions) -> tuple[Form, ...]:
    """The chosen forms; locations are looked at if some are named."""
    given = options.get("forms") or (() if options.get("templates") else USUAL)
    for name in given:
        if name not in FORMS:
            listed = ", ".join(FORMS)
            raise ValueError(f"mine(): `{name}` is no form; there are {listed}")
    wanted = {*given, *(["at"] if options.get("at") else [])}
    return tuple(form for form in FORMS if form in wanted)
