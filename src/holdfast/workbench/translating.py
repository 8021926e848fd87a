"""Translation of a spec and its model to the text of another language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, overload

from holdfast.recursion import deep_recursion
from holdfast.source import Diagnostic, SpecError
from holdfast.workbench.prepared import asked_of

if TYPE_CHECKING:
    from holdfast.ir.tla_module import TlaModule
    from holdfast.workbench.specification import Specification


@dataclass(frozen=True, slots=True)
class DafnyText:
    """The text of a spec in Dafny; `name` is its root automaton."""

    name: str
    text: str


Language: TypeAlias = Literal["tla", "dafny"]
MOST_STEPS = 100
"""The lemmas about k steps grow with the square of k."""


@overload
def translate(specification: Specification, to: Literal["tla"] = "tla") -> TlaModule: ...


@overload
def translate(specification: Specification, to: Literal["dafny"], k: int = 0) -> DafnyText: ...


def translate(
    specification: Specification, to: Language = "tla", k: int = 0
) -> TlaModule | DafnyText:
    """A spec and its model in another language; raises SpecError.

    A TLA+ module contains the definitions that the model needs, with instances substituted and
    PlusCal translated; it has a configuration. I/O automata are translated to Dafny for all values
    of their parameters, with lemmas for bounded model checking and induction over `k` steps.
    Raises ValueError for another language, and for a `k` outside 0..100.
    """
    if to == "dafny":
        return _dafny(specification, k)
    from holdfast.ir.tla_module import tla_module

    if to != "tla":
        raise ValueError(f"translate() takes 'tla' or 'dafny' as `to`, not {to!r}")
    model = specification.document.build(asked_of(specification, {}))
    system = model.system
    if system.init is not None and system.init_formula is None and system.specification is None:
        message = f"the steps of {specification.document.path} cannot be written as TLA+ formulas"
        raise SpecError(Diagnostic("unsupported", message, None))
    with deep_recursion():
        return tla_module(system)


def _dafny(specification: Specification, k: int) -> DafnyText:
    if not 0 <= k <= MOST_STEPS:
        raise ValueError(f"`k` is a number from 0 to {MOST_STEPS}, not {k}")
    if specification.constants or specification.config is not None:
        message = "a translation to Dafny is about all values of the parameters"
        help = "leave out --const and --config; `where` limits the values"
        raise SpecError(Diagnostic("unsupported", message, None, help))
    document = specification.document
    document.require_no_errors()
    text = document.dafny(specification.automaton, k)
    return DafnyText(specification.automaton or document.name, text)
