"""The C functions of the actions and of the initial states."""

from __future__ import annotations

from holdfast.ir import expr as ir
from holdfast.ir.system import Action, Body
from holdfast.native.emit.counts import initial_counter
from holdfast.native.emit.generator import Generator
from holdfast.native.emit.names import Names
from holdfast.native.emit.step import MADE, Assigned, Point, Steps


def write_action(g: Generator, action: Action, number: int) -> None:
    """The function that runs one action."""
    header = f"static void action_{number}(Context *c)"
    shown = f"({', '.join(n for bs in action.bounds for b in bs for n in b.names)})"
    with g.function(header, g.about(f"{action.name}{shown}", action), own_frame=True):
        steps = Steps(g)

        def emit(assigned: Assigned) -> None:
            g.lines.add("emit_state(c);")

        def nest(groups: tuple[tuple[ir.Bound, ...], ...], names: Names) -> None:
            if groups:
                steps.for_some(groups[0], names, lambda inner: nest(groups[1:], inner))
            else:
                steps.run(action.body, Point(names, frozenset(), emit))

        nest(action.bounds, {})


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
