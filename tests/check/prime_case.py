"""A small spec, a counter modulo three, with one thing said of it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Case:
    """What is said of the counter; `role` is that of `P` in the configuration."""

    name: str
    text: str
    holds: bool
    role: str = "step"
    modules: dict[str, str] = field(default_factory=dict)
    next: str = "x' = (x + 1) % 3"
    config: str = ""
    variables: str = "x"
    extends: str = "Integers, FiniteSets"

    def root(self) -> str:
        """The text of the root module."""
        names = self.variables.split(", ")
        init = " /\\ ".join(f"{n} = 0" for n in names)
        head = f"---- MODULE Root ----\nEXTENDS {self.extends}\nVARIABLE {self.variables}\n"
        after = f"Init == {init}\nNext == {self.next}\n"
        claim = f"Claim == [][P]_<<{self.variables}>>\n" if self.role == "step" else ""
        return f"{head}{self.text}\n{after}{claim}====\n"

    def cfg(self) -> str:
        """The text of its configuration."""
        roles = {"step": "PROPERTY Claim", "invariant": "INVARIANT P", "property": "PROPERTY P"}
        claim = roles[self.role]
        return f"INIT Init\nNEXT Next\n{claim}\n{self.config}\n"


def module(name: str, body: str) -> dict[str, str]:
    """A module beside the root module."""
    return {name: f"---- MODULE {name} ----\n{body}\n====\n"}
