"""The picture of a state, by a definition of the spec or of the module `Spec_anim` beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from holdfast.explore.formulas import Formulas
from holdfast.explore.opened import Opened
from holdfast.explore.pictures import picture_of
from holdfast.explore.places import failure
from holdfast.explore.steps import state_mapping
from holdfast.explore.wire import Animated
from holdfast.front.load import load
from holdfast.interp.step import State
from holdfast.ir.errors import EvalError
from holdfast.ir.ranks import ranked_by
from holdfast.report.saved import decode_value, encode_value
from holdfast.source import Diagnostic, SpecError

DEFINITIONS = ("AnimView", "AnimDoc", "Animation")
"""The definitions that make pictures, the first that a spec has."""
_SUFFIX = "_anim"


class Animation:
    """Makes pictures of the states of a model."""

    def __init__(self, model: Opened, formulas: Formulas) -> None:
        self.model = model
        self.formulas = formulas
        self.beside: tuple[Opened, Formulas] | None = None
        self.problem: Diagnostic | None = None
        self.definition = _definition(model.spec.document.names)
        if self.definition is None:
            self._open_beside()

    def _open_beside(self) -> None:
        """Open the module `Spec_anim`, which extends the spec, with the configuration of that."""
        spec = self.model.spec
        path = spec.path.with_name(f"{spec.path.stem}{_SUFFIX}{spec.path.suffix}")
        config = spec.config or spec.path.with_suffix(".cfg")
        if spec.path.suffix != ".tla" or not spec.files.is_file(path):
            return
        try:
            document = load(path, spec.search_path, files=spec.files)
            found = replace(
                spec, document=document, config=config if spec.files.is_file(config) else None
            )
            other = Opened(found, self.model.folder)
        except SpecError as error:
            self.problem = error.diagnostics[0]
            return
        self.definition = _definition(other.spec.document.names)
        self.beside = other, Formulas(other)

    def picture(self, state: State) -> Animated:
        """The picture of a state."""
        found: Animated = {
            "definition": self.definition,
            "picture": None,
            "dropped": [],
            "error": None,
        }
        if self.definition is None or self.problem is not None:
            return found if self.problem is None else self._failed(found, self.problem)
        model, formulas = self.beside or (self.model, self.formulas)
        formula = formulas.find([self.definition])[self.definition]
        if isinstance(formula, Diagnostic):
            return self._failed(found, formula)
        model.level = self.model.level
        try:
            drawn = formulas.value_within(formula, self._state(state), picture_of)
            if isinstance(drawn, Diagnostic):
                return self._failed(found, drawn)
            picture, dropped = drawn
        except EvalError as error:
            return self._failed(found, Diagnostic(error.code, error.message, error.span))
        return {**found, "picture": picture, "dropped": dropped}

    def _state(self, state: State) -> State:
        """The state, with values of the machine that evaluates the picture."""
        if self.beside is None:
            return state
        other = self.beside[0]
        with ranked_by(self.model.machine.ranks):
            data = {n: encode_value(v) for n, v in state_mapping(self.model, state).items()}
        missing = [name for name in other.system.variables if name not in data]
        if missing:
            message = f"{other.spec.path.name} has other variables: {', '.join(missing)}"
            raise EvalError("eval-unsupported", message)
        with ranked_by(other.machine.ranks):
            return tuple(decode_value(data[name]) for name in other.system.variables)

    def _failed(self, found: Animated, diagnostic: Diagnostic) -> Animated:
        return {**found, "error": failure(diagnostic, self.model.folder)}


def _definition(names: Sequence[str]) -> str | None:
    return next((name for name in DEFINITIONS if name in names), None)
