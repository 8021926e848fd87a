"""An encoding of specs about integers, small enough to be seen to be right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import Action, System
from holdfast.ir.values import Value
from holdfast.smt.encoding import NO_NAMES, Condition, Interpretation, Lemma, NameValues, Successor
from holdfast.smt.terms import term as t
from holdfast.workbench import load, prepare

_OPERATORS: dict[Op, Callable[..., t.Term]] = {
    Op.AND: t.and_,
    Op.OR: t.or_,
    Op.NOT: t.not_,
    Op.IMPLIES: t.implies,
    Op.EQ: t.eq,
    Op.LT: t.lt,
    Op.LE: t.le,
    Op.GT: lambda a, b: t.lt(b, a),
    Op.GE: lambda a, b: t.le(b, a),
    Op.ADD: t.add,
    Op.SUB: t.sub,
    Op.DIV: t.div,
}


@dataclass(frozen=True, slots=True)
class Numbers:
    """A state: every variable is an integer."""

    name: str
    values: Mapping[str, t.Symbol] = field(hash=False)


class SmallEncoding:
    """Integers, comparisons, `/\\`, `\\/`; nothing else."""

    scope = "this instance"
    assumed: tuple[str, ...] = ()
    lemmas_used: tuple[Lemma, ...] = ()

    def __init__(self, system: System) -> None:
        self.system = system

    def state(self, name: str) -> Numbers:
        return Numbers(name, {v: t.Symbol(f"{name}.{v}", (), t.INT) for v in self.system.variables})

    def hypotheses(self) -> tuple[tuple[str, t.Term], ...]:
        return ()

    def lemmas_about(self, state: Numbers) -> tuple[tuple[str, t.Term], ...]:
        return ()

    def typed(self, state: Numbers) -> t.Term:
        return t.TRUE

    def holds(
        self, e: ir.Expr, state: Numbers, after: Numbers | None = None, names: NameValues = NO_NAMES
    ) -> t.Term:
        match e:
            case ir.Literal(bool() as value):
                return t.truth(value)
            case ir.Literal(int() as value):
                return t.number(value)
            case ir.Name(name):
                return state.values[name]()
            case ir.Prime(body):
                assert after is not None
                return self.holds(body, after)
            case ir.Call(name, ()):
                return self.holds(self.system.definitions[name].body, state, after)
            case ir.Apply(op, args):
                return _OPERATORS[op](*(self.holds(a, state, after) for a in args))
            case _:
                raise AssertionError(e)

    def starts(self, state: Numbers) -> t.Term:
        assert self.system.init is not None
        return self.holds(self.system.init.expr, state)

    def steps(self, action: Action, before: Numbers, after: Numbers) -> t.Term:
        return self.holds(action.body.expr, before, after)

    def successors(self, action: Action, before: Numbers) -> tuple[Successor, ...] | None:
        return None

    def conditions(
        self, e: ir.Expr, state: Numbers, after: Numbers | None = None
    ) -> tuple[Condition, ...]:
        return tuple(
            (t.not_(t.eq(self.holds(part.args[1], state), t.number(0))), "no zero", part.span)
            for part in self._all(e)
            if isinstance(part, ir.Apply) and part.op is Op.DIV
        )

    def _all(self, e: ir.Expr) -> list[ir.Expr]:
        found: list[ir.Expr] = []
        for part in ir.walk(e):
            found.append(part)
            if isinstance(part, ir.Call):
                found += self._all(self.system.definitions[part.name].body)
        return found

    def read_state(self, model: Interpretation, state: Numbers) -> Mapping[str, Value]:
        return {v: int(model.value(symbol.name)) for v, symbol in state.values.items()}

    def read_constants(self, model: Interpretation) -> Mapping[str, Value]:
        return {}


def system_of(folder: Path, text: str, *invariants: str) -> System:
    """The system of the body of a module."""
    path = folder / "Small.tla"
    path.write_text(f"---- MODULE Small ----\nEXTENDS Integers\n{text}\n====\n")
    return prepare(load(path), {"invariants": invariants, "deadlock": False}).system
