"""What names mean at some point of a translation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from holdfast.front.ioa import tree
from holdfast.front.ioa.dafny import names
from holdfast.front.ioa.types import Type


@dataclass(frozen=True, slots=True)
class Scope:
    """Texts for names; a state variable without one is a field of `s`.

    `types` has the types of the local variables of an effect.
    """

    locals: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, Type] = field(default_factory=dict)

    def variable(self, name: str) -> str:
        """The value of a state variable."""
        return self.variables.get(name) or f"s.{names.field(name)}"

    def fresh(self, name: str) -> str:
        """An identifier for a bound variable, which hides no other."""
        used = {*self.locals.values(), *self.variables.values()}
        chosen = names.identifier(name)
        while chosen in used:
            chosen += "'"
        return chosen

    def binding(self, name: str) -> Scope:
        """With a bound variable."""
        return replace(self, locals={**self.locals, name: self.fresh(name)})

    def with_local(self, name: str, text: str, t: Type) -> Scope:
        """After an assignment to a local variable of an effect."""
        known = {**self.types, name: t}
        return replace(self, locals={**self.locals, name: text}, types=known)

    def with_variable(self, name: str, text: str) -> Scope:
        """After an assignment to a state variable."""
        return replace(self, variables={**self.variables, name: text})


def of_action(
    action: tree.Action | tree.Transition, fields: Mapping[tuple[str, str], str]
) -> Scope:
    """The parameters of an action are fields of `act`."""
    return Scope({p.name: f"act.{fields[action.name, p.name]}" for p in action.params})


def of_function(function: tree.Function) -> Scope:
    """The parameters of a function."""
    return Scope({p.name: names.identifier(p.name) for p in function.params})
