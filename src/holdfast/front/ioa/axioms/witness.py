"""A violated axiom in words: the action with its arguments, and the values that matter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from holdfast.front.ioa import types
from holdfast.front.ioa.axioms.candidates import Candidate
from holdfast.front.ioa.axioms.values import show_value
from holdfast.ir.notation import show
from holdfast.ir.values import Value


@dataclass(frozen=True, slots=True)
class Witness:
    """A sentence; `{}` in it is the action with its arguments, `{x}` the value of a variable.

    The values of `others` are listed after it.
    """

    sentence: str
    action: str = ""
    arguments: tuple[Candidate, ...] = ()
    others: tuple[Candidate, ...] = ()
    between: str = " if "

    def __call__(self, state: Mapping[str, Value]) -> str:
        """The sentence with the values in a state."""
        arguments = ", ".join(f"{c.shown}={_value(c, state)}" for c in self.arguments)
        text = self.sentence.replace("{}", f"{self.action}({arguments})")
        listed = []
        for c in self.others:
            if (place := f"{{{c.variable}}}") in text:
                text = text.replace(place, _value(c, state))
            elif c not in self.arguments or not self.action:
                listed.append(c)
        rest = ", ".join(_equations(listed, state))
        return f"{text}{self.between}{rest}" if rest else text


def _equations(candidates: Iterable[Candidate], state: Mapping[str, Value]) -> list[str]:
    return [f"{c.shown} = {_value(c, state)}" for c in candidates if c.variable in state]


def _value(c: Candidate, state: Mapping[str, Value]) -> str:
    if c.variable not in state:
        return "..."
    value = state[c.variable]
    t = c.type
    for _ in c.indices:
        t = types.Map(types.INT, t)
    return show_value(value, t) if t != types.UNKNOWN else show(value)
