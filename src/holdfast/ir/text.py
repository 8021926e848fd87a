"""The text form of systems: one block for each definition, action and property.

    action Withdraw(self) for self \\in Clients          invariant NoOverdrafts
      sequence                                            \\A c \\in Clients : account[c] >= 0
        test pc[self] = "Withdraw"
        assign account' = [account EXCEPT ![self] = @ - 1]
        keep pc

Each line of an action's tree begins with a word, and what belongs to it is indented below
it. The formula that a tree comes from follows after `of` where it is not the default one.
`read.py` reads all of it back; spans are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.ir.account_text import show_told
from holdfast.ir.expr import Binder
from holdfast.ir.expr_text import (
    show_bounds,
    show_definition,
    show_expr,
    show_head,
    show_lines,
    show_name,
)
from holdfast.ir.ops import Op
from holdfast.ir.system import Action, Body, Property, System
from holdfast.ir.type_text import show_type

__all__ = ["show_action", "show_body", "show_definition", "show_expr", "show_system"]

FORMULAS = {
    "specification": "specification",
    "init-formula": "init_formula",
    "next-formula": "next_formula",
    "transient": "transient",
    "may-end": "may_end",
}
GROUPS = {
    "assume": "assumptions",
    "invariant": "invariants",
    "property": "properties",
    "initially": "initial_properties",
    "step": "step_properties",
    "temporal": "temporal",
    "constraint": "constraints",
    "action-constraint": "action_constraints",
    "postcondition": "postconditions",
    "possible": "possible",
}
SINGLES = {"view": "view", "symmetry": "symmetry", "alias": "alias"}
"""The word that begins a block, and the field of `System` that the block shows."""
SWITCHES = {"deadlock ignored": ("check_deadlock", False), "behaviours maximal": ("maximal", True)}
"""A line of the heading, and the value of a field that it stands for."""
_WIDTH = 92


def show_system(system: System) -> str:
    """A system as text that can be read back."""
    return "\n\n".join("\n".join(block) for block in _blocks(system)) + "\n"


def _blocks(system: System) -> Iterator[list[str]]:
    yield _heading(system)
    for definition in system.definitions.values():
        yield [f"define {show_head(definition)} ==", *show_lines(definition.body, 2)]
    for word, field in FORMULAS.items():
        formula = getattr(system, field)
        if formula is not None:
            yield [word, *show_lines(formula, 2)]
    yield from _trees(system)
    for name, now in system.hidden:
        yield [f"hidden {show_name(name)}", *show_lines(now, 2)]
    for word, field in (GROUPS | SINGLES).items():
        found = getattr(system, field)
        for prop in found if isinstance(found, tuple) else (found,):
            if prop is not None:
                yield _property(word, prop)
    for condition in system.fairness:
        yield ["fairness", *show_lines(condition, 2)]
    if system.names:
        yield ["names", *_wrapped(system.names)]
    if system.compared:
        yield ["compared", *_wrapped(system.compared)]
    if system.assumed:
        yield ["assumed", *_wrapped(system.assumed)]
    if system.replaced:
        rows = ((r.name, r.text, r.definition or "") for r in system.replaced)
        yield ["replaced", *_wrapped(tuple(text for row in rows for text in row))]
    if system.types:
        yield ["types", *(f"  {show_name(n)} : {show_type(t)}" for n, t in system.types.items())]


def _trees(system: System) -> Iterator[list[str]]:
    if system.init is not None:
        yield ["init", show_body(system.init, 2)]
    for action in system.actions:
        yield [show_action(action)]
    for procedure in system.procedures.values():
        head = show_expr(ir.Call(procedure.name, tuple(map(ir.Name, procedure.params))))
        yield [f"procedure {head}", show_body(procedure.body, 2)]


def _heading(system: System) -> list[str]:
    rows = [f"system {show_name(system.name)}"]
    for word, names in (("constants", system.constants), ("variables", system.variables)):
        if names:
            rows.append(f"{word} {', '.join(map(show_name, names))}")
    found = (text for text, (name, value) in SWITCHES.items() if getattr(system, name) is value)
    return [*rows, *found]


def _wrapped(names: tuple[str, ...]) -> Iterator[str]:
    """Names on lines that are not too long; a comma at the end of a line continues the list."""
    row = " "
    for i, name in enumerate(names):
        text = f" {show_name(name)}" + ("," if i + 1 < len(names) else "")
        if len(row) + len(text) > _WIDTH and row != " ":
            yield row
            row = " "
        row += text
    yield row


def _property(word: str, prop: Property) -> list[str]:
    word = "axiom" if prop.axiom else "everywhere" if prop.everywhere else word
    return [f"{word} {show_name(prop.name)}", *show_lines(prop.expr, 2)]


def show_action(action: Action) -> str:
    """An action: its name and arguments, the quantifiers around it, its account and its tree."""
    args = f"({', '.join(map(show_expr, action.args))})" if action.args else ""
    around = "".join(f" for {show_bounds(group)}" for group in action.bounds)
    account = "".join(f"  {row}\n" for row in show_told(action))
    return f"action {show_name(action.name)}{args}{around}\n{account}{show_body(action.body, 2)}"


# ---- bodies ----


def show_body(b: Body, indent: int = 0) -> str:
    """The tree of an action, each line indented by at least that many blanks."""
    return "\n".join(" " * indent + row for row in _rows(b))


def _rows(b: Body) -> list[str]:
    match b:
        case bodies.Test(expr):
            return [f"test {show_expr(expr)}"]
        case bodies.Assign(variable, value, expr):
            return [_assignment(variable, "=", value, expr) + _origin(b)]
        case bodies.AssignFrom(variable, domain, expr):
            return [_assignment(variable, "\\in", domain, expr) + _origin(b)]
        case bodies.Keep(variable, _):
            return [f"keep {show_name(variable)}{_origin(b)}"]
        case bodies.Assert(name, condition, _):
            return [f"assert {show_name(name)} : {show_expr(condition)}{_origin(b)}"]
        case bodies.Sequence(items, _):
            return _sequence(b, items)
        case bodies.Branch(items, _):
            return [f"branch{_origin(b)}", *_below(*items)]
        case bodies.IfElse(test, yes, no, _):
            return [f"if {show_expr(test)}{_origin(b)}", *_below(yes), "else", *_below(no)]
        case bodies.Choice(arms, other, _):
            return [f"choice{_origin(b)}", *_arms(arms, other)]
        case bodies.ForSome(bounds, inner, _):
            return [f"for some {show_bounds(bounds)}{_origin(b)}", *_below(inner)]
        case bodies.ForEach(bounds, inner, _):
            return [f"for each {show_bounds(bounds)}{_origin(b)}", *_below(inner)]
        case bodies.Within(definitions, inner, _):
            local = [f"  where {show_definition(d)}" for d in definitions]
            return [f"within{_origin(b)}", *local, *_below(inner)]
        case bodies.Compose(first, second, _):
            return [f"compose{_origin(b)}", *_below(first, second)]
        case bodies.Enter(procedure, args, _):
            return [f"enter {show_expr(ir.Call(procedure, args))}{_origin(b)}"]
        case _:
            assert_never(b)


def _below(*items: Body) -> list[str]:
    return [f"  {row}" for item in items for row in _rows(item)]


def _assignment(variable: str, sign: str, value: ir.Expr, expr: ir.Expr) -> str:
    """An assignment; without a prime in an initial predicate."""
    match expr:
        case ir.Apply(_, (ir.Name(name), _)) if name == variable:
            target = show_name(variable)
        case _:
            target = f"{show_name(variable)}'"
    return f"assign {target} {sign} {show_expr(value)}"


def _sequence(b: bodies.Sequence, items: tuple[Body, ...]) -> list[str]:
    """`UNCHANGED <<x, y>>` takes one line."""
    kept = [i.variable for i in items if isinstance(i, bodies.Keep) and not _origin(i)]
    if len(kept) > 1 and len(kept) == len(items):
        origin = "" if b.expr == unchanged(*kept) else f" of {show_expr(b.expr)}"
        return [f"keep {', '.join(map(show_name, kept))}{origin}"]
    return [f"sequence{_origin(b)}", *_below(*items)]


def _arms(arms: tuple[tuple[ir.Expr, Body], ...], other: Body | None) -> list[str]:
    rows = []
    for test, inner in arms:
        rows += [f"  when {show_expr(test)}", *(f"  {row}" for row in _below(inner))]
    if other is not None:
        rows += ["  other", *(f"  {row}" for row in _below(other))]
    return rows


def _origin(b: Body) -> str:
    return "" if b.expr in obvious_formulas(b) else f" of {show_expr(b.expr)}"


def unchanged(*variables: str) -> ir.Expr:
    """`UNCHANGED` of one variable or of several."""
    names = tuple(map(ir.Name, variables))
    what = names[0] if len(names) == 1 else ir.Apply(Op.TUPLE, names)
    return ir.Apply(Op.UNCHANGED, (what,))


def obvious_formulas(b: Body) -> tuple[ir.Expr, ...]:
    """The default formulas of a body; for an assignment, that of a step and the initial one."""
    match b:
        case bodies.Test(expr):
            return (expr,)
        case bodies.Assign(variable, value, _):
            return _assigned(Op.EQ, variable, value)
        case bodies.AssignFrom(variable, domain, _):
            return _assigned(Op.IN, variable, domain)
        case bodies.Keep(variable, _):
            return (unchanged(variable),)
        case bodies.Assert():
            return (ir.TRUE,)
        case bodies.Sequence(items, _):
            return (ir.Apply(Op.AND, tuple(i.expr for i in items)),)
        case bodies.Branch(items, _):
            return (ir.Apply(Op.OR, tuple(i.expr for i in items)),)
        case bodies.IfElse(test, yes, no, _):
            return (ir.If(test, yes.expr, no.expr),)
        case bodies.Choice(arms, other, _):
            values = tuple((test, inner.expr) for test, inner in arms)
            return (ir.Case(values, None if other is None else other.expr),)
        case bodies.ForSome(bounds, inner, _):
            return (ir.Bind(Binder.EXISTS, bounds, inner.expr),)
        case bodies.ForEach(bounds, inner, _):
            return (ir.Bind(Binder.FORALL, bounds, inner.expr),)
        case bodies.Within(definitions, inner, _):
            return (ir.Let(definitions, inner.expr),)
        case bodies.Compose(first, second, _):
            return (ir.Apply(Op.COMPOSE, (first.expr, second.expr)),)
        case bodies.Enter(procedure, args, _):
            return (ir.Call(procedure, args),)
        case _:
            assert_never(b)


def _assigned(op: Op, variable: str, value: ir.Expr) -> tuple[ir.Expr, ...]:
    name = ir.Name(variable)
    return (ir.Apply(op, (ir.Prime(name), value)), ir.Apply(op, (name, value)))
