"""The C functions of the actions and of the initial states."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from holdfast.ir import expr as ir
from holdfast.ir.levels import constant_groups
from holdfast.ir.system import Action, Body
from holdfast.native.emit.counts import initial_counter
from holdfast.native.emit.flat import flat_action, write_flat, write_stores
from holdfast.native.emit.generator import Generator
from holdfast.native.emit.names import Held, Names
from holdfast.native.emit.points import Assigned, Point
from holdfast.native.emit.step import MADE, Steps


def write_action(g: Generator, action: Action, number: int) -> None:
    """The function that runs one action."""
    flat = flat_action(g, action)
    with _function(g, "action", action, number):
        if flat is not None:
            g.flat.add(number)
            write_flat(g, flat)
            return
        steps = Steps(g)
        _nest(steps, action.bounds, {}, lambda names: _run(g, steps, action, names))


def write_split_action(g: Generator, action: Action, number: int) -> None:
    """A function that runs one instance of an action, and one that enumerates them.

    An instance has values for the names that range over constant sets.
    """
    constant = constant_groups(g.system, action)
    bound = [n for bs in action.bounds[:constant] for b in bs for n in b.names]
    with _function(g, "action", action, number):
        held = {n: Held(g.field(n)) for n in bound}
        for i, name in enumerate(bound):
            g.lines.add(f"{held[name].code} = c->bound[{i}];")
        steps, rest = Steps(g), action.bounds[constant:]
        _nest(steps, rest, {**held}, lambda names: _run(g, steps, action, names))

    def bind(names: Names) -> None:
        held = (names[n] for n in bound)
        values = ", ".join(each.code for each in held if isinstance(each, Held))
        g.lines.open("")
        g.lines.add(f"V values[{max(len(bound), 1)}] = {{{values or 0}}};")
        g.lines.add(f"bind_action(c, {len(bound)}, values);")
        g.lines.close()

    with _function(g, "bind", action, number):
        _nest(Steps(g), action.bounds[:constant], {}, bind)


def _function(
    g: Generator, kind: str, action: Action, number: int
) -> AbstractContextManager[object]:
    shown = f"({', '.join(n for bs in action.bounds for b in bs for n in b.names)})"
    about = g.about(f"{action.name}{shown}", action)
    return g.function(f"static void {kind}_{number}(Context *c)", about, own_frame=True)


def _nest(
    steps: Steps,
    groups: tuple[tuple[ir.Bound, ...], ...],
    names: Names,
    run: Callable[[Names], None],
) -> None:
    """Run something for each binding of the names around an action."""
    if not groups:
        run(names)
        return
    steps.for_some(groups[0], names, lambda inner: _nest(steps, groups[1:], inner, run))


def _run(g: Generator, steps: Steps, action: Action, names: Names) -> None:
    def emit(assigned: Assigned) -> None:
        write_stores(g, action.stores, names)
        g.lines.add("emit_state(c);")

    steps.run(action.body, Point(names, frozenset(), emit))


def write_initial(g: Generator, b: Body) -> None:
    """The function that computes the initial states."""
    g.initial = True
    with g.function("static void model_init(Context *c)", g.about("Init", b), own_frame=True):
        width, absent = len(g.places), "f->absent"
        g.frame.fields.append("V *absent")
        # A primed variable is undefined here, except inside ENABLED.
        g.lines.add(f"V nothing[{max(width, 1)}];")
        g.lines.add(f"for (u32 i = 0; i < {width}; i++) nothing[i] = 0;")
        g.lines.add(f"{absent} = nothing;")
        g.lines.add(f"c->next = {absent};")

        def emit(assigned: Assigned) -> None:
            if g.sites is not None:
                g.count(initial_counter(len(g.sites), len(g.system.actions)))
            g.lines.add(f"c->next = {MADE};")
            g.lines.add("emit_state(c);")
            g.lines.add(f"c->next = {absent};")

        Steps(g, initial=True).run(b, Point({}, frozenset(), emit))
    g.initial = False
