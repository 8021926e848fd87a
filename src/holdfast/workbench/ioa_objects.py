"""Automata as Python objects: a decorated function is read as a model, and never executed."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, Unpack

from holdfast.check.options import CheckOptions
from holdfast.report.check_result import CheckResult
from holdfast.workbench.ioa_text import Collected, ModelText, Origin
from holdfast.workbench.prepared import constant_texts
from holdfast.workbench.specification import Specification, load

if TYPE_CHECKING:
    from holdfast.check.simulate_options import SimulateOptions
    from holdfast.infer.result import InferOptions
    from holdfast.prove.options import ProveOptions
    from holdfast.report.inferred_result import InferResult
    from holdfast.report.proof_result import ProofResult
    from holdfast.report.simulation_result import SimulateResult


class AutomatonModel(ABC):
    """The operations of automata and instances; further ones are those of the specification."""

    @property
    @abstractmethod
    def specification(self) -> Specification:
        """The automaton as a spec; its `diagnostics` are the errors in the text."""

    def check(self, **options: Unpack[CheckOptions]) -> CheckResult:
        """Explore all reachable states and check the properties; raises SpecError."""
        return self.specification.check(**options)

    def simulate(
        self, traces: int | None = None, **options: Unpack[SimulateOptions]
    ) -> SimulateResult:
        """Simulate random behaviours, and check the properties on the way; raises SpecError."""
        return self.specification.simulate(traces, **options)

    def prove(self, **options: Unpack[ProveOptions]) -> ProofResult:
        """Prove that invariants hold in all reachable states; raises SpecError."""
        return self.specification.prove(**options)

    def infer(self, **options: Unpack[InferOptions]) -> InferResult:
        """Find lemmas that make a property inductive, and prove it; raises SpecError."""
        return self.specification.infer(**options)

    def translate(self, to: Any = "tla", **options: Any) -> Any:
        """The automaton in another language, as `holdfast.workbench.translate` returns it."""
        from holdfast.workbench.translating import translate

        return translate(self.specification, to, **options)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # Python and notebooks look for many that nothing has
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self.specification, name)


class Automaton(AutomatonModel, Collected):
    """An automaton; calling it with values for its parameters gives an instance."""

    parameters: inspect.Signature

    def __call__(self, *args: object, **keywords: object) -> Instance:
        """An instance; its arguments are bound as those of the function would be."""
        try:
            bound = self.parameters.bind(*args, **keywords)
        except TypeError as error:
            raise TypeError(f"{self.name}: {error}") from None
        return Instance(self, bound.arguments)

    def __repr__(self) -> str:
        return f"<automaton {self.name}({', '.join(self.parameters.parameters)})>"


class DeclaredAutomaton(Automaton):
    """The automaton of a function with the decorator `automaton` or `composition`."""

    def __init__(self, function: FunctionType) -> None:
        self.name = self.__name__ = function.__name__
        self.parameters = self.__signature__ = inspect.signature(function)
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__
        self.origin = Origin.of(function)

    @cached_property
    def specification(self) -> Specification:
        """The automaton as a spec; raises OSError if Python does not know its source."""
        text = ModelText()
        self.collect(text)
        path = Path(self.origin.file)
        if path.suffix != ".py":
            path = Path(f"{self.name}.py")
        return load(path, overlays={path: text.text(self.origin)}, automaton=self.name)

    def collect(self, text: ModelText) -> None:
        """Add the declarations of the automaton to the text of a model."""
        if not self.origin.declares(self.name):
            raise OSError(f"the source of {self.name} is not available; write it to a file")
        text.add(self.name, self.origin)


class ComposedAutomaton(Automaton):
    """The composition of some instances."""

    def __init__(self, name: str, components: Mapping[str, Instance], hidden: tuple[str, ...]):
        self.name = name
        self.parameters = inspect.Signature()
        self.components = components
        self.hidden = hidden

    @cached_property
    def specification(self) -> Specification:
        """The composition as a spec."""
        text = ModelText()
        self.collect(text)
        path = Path(f"{self.name}.py")
        return load(path, overlays={path: text.text()}, automaton=self.name)

    def collect(self, text: ModelText) -> None:
        """Add the composition and its components to the text of a model."""
        lines = ["@composition", f"def {self.name}():"]
        if self.hidden:
            lines.append(f"    hidden = {{{', '.join(self.hidden)}}}")
        lines.append("    class components:")
        for name, instance in self.components.items():
            instance.automaton.collect(text)
            lines.append(f"        {name}: {instance.term()}")
        text.compose(self.name, "\n".join(lines))


class Instance(AutomatonModel):
    """An automaton with values for its parameters."""

    def __init__(self, automaton: Automaton, arguments: Mapping[str, object]) -> None:
        self.automaton = automaton
        self.arguments = arguments

    @property
    def specification(self) -> Specification:
        """The instance as a spec."""
        return replace(self.automaton.specification, constants=self.arguments)

    def term(self) -> str:
        """The instance as the language writes it."""
        texts = constant_texts(self.automaton.specification.document, self.arguments)
        return f"{self.automaton.name}({', '.join(texts.values())})"

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.arguments.items())
        return f"<automaton {self.automaton.name}({given})>"


def automaton(function: FunctionType) -> DeclaredAutomaton:
    """Declare an automaton, or a composition; the function is read and never executed."""
    if not isinstance(function, FunctionType):
        raise TypeError(f"an automaton is declared by a function, not by {function!r}")
    return DeclaredAutomaton(function)


def compose(
    name: str, /, *, hidden: Iterable[str] = (), **components: Automaton | Instance
) -> Automaton:
    """The composition of automata, as a file would declare it; `hidden` outputs are internal."""
    instances = {n: c() if isinstance(c, Automaton) else c for n, c in components.items()}
    for part, instance in instances.items():
        if not isinstance(instance, Instance):
            raise TypeError(f"{part}: a component is an automaton, not {instance!r}")
    hidden = (hidden,) if isinstance(hidden, str) else tuple(hidden)
    for word in (name, *instances, *hidden):
        if not word.isidentifier():
            raise ValueError(f"{word!r} is not a name")
    return ComposedAutomaton(name, instances, hidden)
