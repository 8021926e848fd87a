"""A machine for a module whose definitions are given as text, and reasons in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import holdfast
from holdfast.interp.explain import explain_disabled, explain_false
from holdfast.interp.machine import Machine
from holdfast.interp.step import State
from holdfast.ir.notation import from_python, show
from holdfast.ir.values import Value
from holdfast.verdict import Reason
from holdfast.workbench import prepare


class Explained:
    """A spec with the variables x, y and f, in which things are explained."""

    def __init__(
        self, folder: Path, text: str, formulas: tuple[str, ...] = (), keyword: str = "INVARIANT"
    ) -> None:
        path = folder / "M.tla"
        module = (
            "---- MODULE M ----\nEXTENDS Integers, Sequences, FiniteSets\n"
            "VARIABLES x, y, f\n"
            f"{text}\n"
            "Init == x = 0 /\\ y = 0 /\\ f = 0\n"
        )
        if "Next ==" not in text:
            module += "Next == UNCHANGED <<x, y, f>>\n"
        path.write_text(f"{module}====\n", "utf-8")
        rows = "".join(f"{keyword} {name}\n" for name in formulas)
        (folder / "M.cfg").write_text(f"INIT Init\nNEXT Next\n{rows}", "utf-8")
        self.machine = Machine(prepare(holdfast.load(path)).system)

    def false(self, state: dict[str, Any], after: dict[str, Any] | None = None) -> Reason:
        """Why the first formula of the model is false in a state, or over a step."""
        later = None if after is None else _state(after)
        system = self.machine.system
        formula = (*system.invariants, *system.action_constraints)[0]
        return explain_false(self.machine, formula.expr, _state(state), later)

    def disabled(self, action: str, state: dict[str, Any], **bindings: Any) -> Reason:
        """Why an action cannot happen in a state."""
        (found,) = [a for a in self.machine.system.actions if a.name == action]
        values = {name: from_python(v) for name, v in bindings.items()}
        return explain_disabled(self.machine, found, _state(state), values)


def _state(values: dict[str, Any]) -> State:
    return tuple(from_python(values.get(name, 0)) for name in ("x", "y", "f"))


def lines(reason: Reason, depth: int = 0) -> list[str]:
    """A reason as lines: the quoted source, what is said of it, the witness, the values."""
    quote = " ".join(reason.span.text.split()) if reason.span is not None else "-"
    text = f"{'  ' * depth}{quote} | {reason.message}"
    if reason.witness:
        text += f" for {_pairs(reason.witness)}"
    if reason.values:
        text += f": {_pairs(reason.values)}"
    return [text, *(row for inner in reason.because for row in lines(inner, depth + 1))]


def _pairs(pairs: tuple[tuple[str, Value], ...]) -> str:
    return ", ".join(f"{name} = {show(value)}" for name, value in pairs)
