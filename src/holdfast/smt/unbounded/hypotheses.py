"""Hypotheses about constants that a spec does not state and a proof for all sizes may need.

A constant set of sets, such as a quorum system, implies nothing by itself: with quorums that do not
overlap most protocols are wrong. A Boolean constant often switches a mistake on. Missing hypotheses
are proposed here, together with their truth in the model, and are used only if accepted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.ops import Op
from holdfast.ir.system import System
from holdfast.smt.unbounded import shapes
from holdfast.smt.unbounded.constants import find_constants
from holdfast.source import Diagnostic, SpecError


@dataclass(frozen=True, slots=True)
class Proposal:
    """A hypothesis: its name, its TLA+ text, its formula, and whether it holds in the model."""

    name: str
    statement: str
    expr: ir.Expr
    holds: bool


def proposals(system: System) -> tuple[Proposal, ...]:
    """Possible hypotheses about the constants that the ASSUMEs do not state."""
    found = []
    machine = Machine(system)
    for name, statement, expr in _candidates(system, machine):
        try:
            holds = machine.holds(expr)
        except EvalError:
            continue
        found.append(Proposal(name, statement, expr, holds))
    return tuple(found)


def accepted(system: System, wanted: Sequence[str]) -> tuple[Proposal, ...]:
    """The proposals with these names or texts; an error for one that is not proposed."""
    if not wanted:
        return ()
    known = proposals(system)
    by_text = {p.name: p for p in known} | {p.statement: p for p in known}
    found = []
    for text in wanted:
        if text not in by_text:
            names = ", ".join(p.name for p in known) or "none"
            raise SpecError(
                Diagnostic(
                    "smt-unknown-hypothesis",
                    f"`{text}` is not a hypothesis that can be accepted here",
                    None,
                    help=f"proposed hypotheses: {names}",
                )
            )
        found.append(by_text[text])
    return tuple(dict.fromkeys(found))


def _candidates(system: System, machine: Machine) -> Iterator[tuple[str, str, ir.Expr]]:
    kinds = find_constants(system).shapes
    for name in (n for n, kind in kinds.items() if kind == shapes.Numbers()):
        if not _says(system, (name,)):
            natural = ir.Apply(Op.IN, (ir.Call(name), ir.Apply(Op.NAT)))
            yield f"{name}IsNatural", f"{name} \\in Nat", natural
    for name in (n for n, kind in kinds.items() if kind == shapes.Truths()):
        # Only its value in the model: two hypotheses that exclude each other would prove anything.
        value = _truth(name, machine)
        if value is None:
            continue
        fixed = ir.Apply(Op.EQ, (ir.Call(name), ir.Literal(value)))
        yield f"{name}Is{value}", f"{name} = {str(value).upper()}", fixed
    families = _families(kinds)
    for name in families:
        if not _says(system, (name,), Op.INTERSECT):
            statement = f"\\A P, Q \\in {name} : P \\intersect Q # {{}}"
            yield f"{name}Overlap", statement, _overlap(name, name)
        if not _says_not_empty(system, name):
            yield f"{name}NotEmpty", f"{name} # {{}}", _not_empty(ir.Call(name))
    for a, b in combinations(families, 2):
        if families[a] == families[b] and not _says(system, (a, b), Op.INTERSECT):
            statement = f"\\A P \\in {a}, Q \\in {b} : P \\intersect Q # {{}}"
            yield f"{a}{b}Overlap", statement, _overlap(a, b)


def _truth(name: str, machine: Machine) -> bool | None:
    """The value of a Boolean constant in the model, if it has one."""
    try:
        return machine.holds(ir.Call(name))
    except EvalError:
        return None


def _families(kinds: Mapping[str, shapes.Shape]) -> dict[str, shapes.Shape]:
    """The constants that are sets of sets, with the type of the inner elements."""
    found = {}
    for name, kind in kinds.items():
        match kind:
            case shapes.Sets(shapes.Reified(_, of)):
                found[name] = of
            case _:
                pass
    return found


def _not_empty(e: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.NE, (e, ir.Apply(Op.SET)))


def _overlap(a: str, b: str) -> ir.Expr:
    common = ir.Apply(Op.INTERSECT, (ir.Name("P"), ir.Name("Q")))
    bounds = (ir.Bound(("P",), ir.Call(a)), ir.Bound(("Q",), ir.Call(b)))
    return ir.Bind(ir.Binder.FORALL, bounds, _not_empty(common))


def _says(system: System, names: Sequence[str], op: Op | None = None) -> bool:
    """Whether an assumption mentions the constants, and the operator if one is given."""
    for p in system.assumptions:
        parts = list(_parts(p.expr, system))
        calls = {e.name for e in parts if isinstance(e, ir.Call | ir.Name)}
        ops = {e.op for e in parts if isinstance(e, ir.Apply)}
        if calls.issuperset(names) and (op is None or op in ops):
            return True
    return False


def _says_not_empty(system: System, name: str) -> bool:
    for p in system.assumptions:
        for e in _parts(p.expr, system):
            match e:
                case ir.Apply(Op.NE, (ir.Call(other), ir.Apply(Op.SET, ()))) if other == name:
                    return True
                case _:
                    pass
    return False


def _parts(e: ir.Expr, system: System) -> Iterator[ir.Expr]:
    """The subexpressions of an expression, and of the definitions that it uses."""
    pending, seen = [e], set()
    while pending:
        for part in ir.walk(pending.pop()):
            yield part
            match part:
                case ir.Call(name) if name in system.definitions and name not in seen:
                    seen.add(name)
                    pending.append(system.definitions[name].body)
                case _:
                    pass
