"""Translation of a spec and its model to the text of another language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from holdfast.recursion import deep_recursion
from holdfast.workbench.prepared import asked_of

if TYPE_CHECKING:
    from holdfast.ir.tla_module import TlaModule
    from holdfast.workbench.specification import Specification

Language: TypeAlias = Literal["tla"]


def translate(specification: Specification, to: Language = "tla") -> TlaModule:
    """A spec and its model as one TLA+ module and a configuration; raises SpecError.

    The module contains the definitions that the model needs, with instances substituted and
    PlusCal translated. Raises ValueError for another language.
    """
    from holdfast.ir.tla_module import tla_module

    if to != "tla":
        raise ValueError(f"translate() takes 'tla' as `to`, not {to!r}")
    model = specification.document.build(asked_of(specification, {}))
    with deep_recursion():
        return tla_module(model.system)
