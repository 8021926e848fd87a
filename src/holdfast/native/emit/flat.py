"""Actions that test, assign some variables and keep all others: the most common form in C.

    test pc = 3; test x < 5; assign pc = 4; assign x = x + 1; keep y; keep z

The next state is a copy of the current one, in which only what is assigned changes, until the
state is emitted with the list of these variables.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.levels import Level
from holdfast.ir.ops import Group, Op, ops_in
from holdfast.ir.system import Action
from holdfast.native.emit.generator import Generator
from holdfast.native.emit.names import Names

_STEPS = ops_in(Group.ACTION)
PROPER, UNKNOWN = "0", "2"
"""Whether a state is transient: not, or to be evaluated; 1 if it is."""


@dataclass(frozen=True, slots=True)
class FlatAction:
    """The parts of an action: what comes first, and the values of variables that it assigns."""

    before: tuple[body.Test | body.Assert, ...]
    assigned: tuple[body.Assign, ...]
    stores: tuple[body.Store, ...]


def flat_action(g: Generator, action: Action) -> FlatAction | None:
    """The parts of an action, None if it has another form."""
    if action.bounds or g.sites is not None or not isinstance(action.body, body.Sequence):
        return None
    before: list[body.Test | body.Assert] = []
    assigned: list[body.Assign] = []
    seen: set[str] = set()
    for item in _items(g, action.body):
        match item:
            case body.Test(formula) if not seen and g.analysis.level(formula) <= Level.STATE:
                before.append(item)
            case body.Assert(_, condition, _) if not seen and _is_state(g, condition):
                before.append(item)
            case body.Assign(variable, value, _) if variable not in seen:
                if not _reads_only(g, value, seen):
                    return None
                assigned.append(item)
                seen.add(variable)
            case body.Sequence():
                kept = g.shared[id(item)]
                if not seen.isdisjoint(kept):
                    return None
                seen |= kept
            case body.Keep(variable, _) if variable not in seen:
                seen.add(variable)
            case _:
                return None
    # What is kept before it is read primed is there from the start.
    if len(seen) < len(g.variables):
        return None
    return FlatAction(tuple(before), tuple(assigned), action.stores)


def _items(g: Generator, b: body.Sequence) -> Iterator[body.Body]:
    """The parts of a sequence, and those of sequences in it that do not only keep variables."""
    for item in b.items:
        if isinstance(item, body.Sequence) and not _only_keeps(g, item):
            yield from _items(g, item)
        else:
            yield item


def _only_keeps(g: Generator, b: body.Sequence) -> bool:
    """Whether a sequence, which many actions may share, keeps variables, each once."""
    if id(b) not in g.shared:
        kept = [item.variable for item in b.items if isinstance(item, body.Keep)]
        names = frozenset(kept)
        g.shared[id(b)] = names if len(names) == len(b.items) else frozenset()
    return bool(g.shared[id(b)])


def _is_state(g: Generator, e: ir.Expr) -> bool:
    return g.analysis.level(e) <= Level.STATE


def _reads_only(g: Generator, e: ir.Expr, given: set[str]) -> bool:
    """Whether an expression reads no next values but those of given variables, in any call."""
    if _is_state(g, e):
        return True
    definitions = g.system.definitions
    pending, entered = [e], set[str]()
    while pending:
        for part in ir.walk(pending.pop()):
            match part:
                case ir.Prime(ir.Name(name)) if name in given:
                    pass
                case ir.Prime() | ir.Enabled():
                    return False
                case ir.Apply(op, _) if op in _STEPS:
                    return False
                case ir.Call(name, _) if name in definitions and name not in entered:
                    entered.add(name)
                    pending.append(definitions[name].body)
                case _:
                    pass
    return True


def write_flat(g: Generator, flat: FlatAction) -> None:
    """The body of the function of an action."""
    lines = g.lines
    opened = 0
    failed: list[tuple[str, int]] = []
    for item in flat.before:
        if isinstance(item, body.Assert):
            test = g.temporary(f"!({g.truth(item.condition, {})})", "u32")
            failed.append((test, g.assertions[item.name]))
            lines.open("if (!c->trap)")
        else:
            lines.open(f"if ({g.truth(item.expr, {})})")
        opened += 1
    places = [g.variables[a.variable] for a in flat.assigned]
    lines.add("V *made = made_state(c);")
    for place, a in zip(places, flat.assigned, strict=True):
        lines.add(f"made[{place}] = value_canonical(c, {g.value(a.value, {})});")
    lines.open("if (!c->trap)")
    transient = _transient(g, flat)
    for test, which in failed:
        lines.add(f"if ({test}) assertion_begin(c, {which});")
    write_stores(g, flat.stores, {})
    listed = ", ".join(map(str, places)) or "0"
    lines.add(f"static const u16 changed[] = {{{listed}}};")
    lines.add(f"emit_made(c, {len(places)}, changed, {transient});")
    for test, _ in reversed(failed):
        lines.add(f"if ({test}) assertion_end(c);")
    lines.close()
    for place in places:
        lines.add(f"made[{place}] = c->now[{place}];")
    for _ in range(opened):
        lines.close()


def write_stores(g: Generator, stores: tuple[body.Store, ...], names: Names) -> None:
    """Look for numbers that do not fit where the step stores them."""
    for store in stores:
        value = g.value(store.value, names)
        which, low, high = g.stores[store.site], f"{store.low}LL", f"{store.high}LL"
        g.lines.add(f"store_number(c, {which}, {value}, {low}, {high});")


def _transient(g: Generator, flat: FlatAction) -> str:
    """C for whether the state is transient: known, computed here, or left to the runtime."""
    formula = g.system.transient
    if formula is None:
        return PROPER
    read = g.reads.of(formula)
    calls = any(isinstance(part, ir.Call | ir.Enabled | ir.Bind) for part in ir.walk(formula))
    if read is None or calls:
        return UNKNOWN
    values = {a.variable: a.value for a in flat.assigned}

    def rule(part: ir.Expr) -> ir.Expr | None:
        match part:
            case ir.Name(name) if isinstance(values.get(name), ir.Literal):
                return values[name]
            case ir.Name(name) if name in values:
                return ir.Prime(ir.Name(name))
            case ir.Apply(Op.EQ | Op.NE as op, (ir.Literal() as a, ir.Literal() as b)):
                return ir.Literal((a == b) is (op is Op.EQ))
            case _:
                return None

    return g.truth(ir.rewrite(rule, formula), {})
