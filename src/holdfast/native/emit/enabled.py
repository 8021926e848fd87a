"""ENABLED and `\\cdot` as formulas, to C: whether an action has a successor state."""

from __future__ import annotations

from collections.abc import Callable

from holdfast.ir import expr as ir
from holdfast.native.emit.generator import Generator
from holdfast.native.emit.names import Names
from holdfast.native.emit.points import Point
from holdfast.native.emit.step import Steps


def emit_enabled(g: Generator, e: ir.Enabled | ir.Prime, names: Names) -> str:
    """Whether some next state satisfies the action; primed, whether one after the next does."""
    if isinstance(e, ir.Enabled):
        return _emit_some(g, e, names, lambda found: g.lines.add(f"{found} = 1;"))
    asked, number = e.body, g.number()
    assert isinstance(asked, ir.Enabled)
    result = f"t{g.number()}"
    g.lines.add(f"u32 {result};")
    g.lines.open("")
    g.lines.add(f"const V *now{number} = c->now;")
    g.lines.add(f"u64 serial{number} = look_at_other_state(c);")
    g.lines.add("c->now = c->next;")
    # The next state may not be complete yet: what is read of it is checked.
    before, g.initial = g.initial, True
    g.lines.add(f"{result} = {emit_enabled(g, asked, names)};")
    g.initial = before
    g.lines.add(f"c->now = now{number};")
    g.lines.add(f"c->serial = serial{number};")
    g.lines.close()
    return result


def emit_composed(g: Generator, e: ir.Apply, names: Names) -> str:
    """`A \\cdot B` as a formula: whether some state is between the two."""
    first, second = e.args
    assert isinstance(first, ir.Enabled)
    number = g.number()
    g.frame.fields += [f"const V *now{number}", f"V *next{number}"]
    g.lines.add(f"f->now{number} = c->now;")
    g.lines.add(f"f->next{number} = c->next;")

    def reached(found: str) -> None:
        middle = g.number()
        g.lines.open("")
        g.lines.add(f"V *middle{middle} = c->next;")
        g.lines.add(f"u64 serial{middle} = look_at_other_state(c);")
        g.lines.add(f"for (u32 i = 0; i < {len(g.variables)}; i++) present(c, middle{middle}[i]);")
        g.lines.add(f"c->now = middle{middle};")
        g.lines.add(f"c->next = f->next{number};")
        g.lines.open("if (!c->trap)")
        g.lines.add(f"if ({g.truth(second, names)}) {found} = 1;")
        g.lines.close()
        g.lines.add(f"c->now = f->now{number};")
        g.lines.add(f"c->next = middle{middle};")
        g.lines.add(f"c->serial = serial{middle};")
        g.lines.close()

    return _emit_some(g, first, names, reached)


def _emit_some(g: Generator, e: ir.Enabled, names: Names, reached: Callable[[str], None]) -> str:
    """Whether `reached` sets its variable for some state that the action leads to."""
    assert e.tree is not None, "enabled_trees gives every ENABLED its tree"
    found = g.field("found")
    width, number = len(g.places), g.number()
    result = f"t{g.number()}"
    g.lines.add(f"u32 {result};")
    g.lines.open("")
    g.lines.add(f"V *next{number} = c->next, own{number}[{max(width, 1)}];")
    g.lines.add(f"u32 missing{number} = c->missing;")
    g.lines.add(f"for (u32 i = 0; i < {width}; i++) own{number}[i] = 0;")
    g.lines.add(f"c->next = own{number};")
    g.lines.add(f"c->missing = {width};")
    g.lines.add(f"{found} = 0;")
    steps = Steps(g, f"c->trap || {found}", "arena_rewind", width)
    steps.run(e.tree, Point(names, frozenset(), lambda assigned: reached(found)))
    g.lines.add(f"c->next = next{number};")
    g.lines.add(f"c->missing = missing{number};")
    g.lines.add(f"{result} = {found} != 0;")
    g.lines.close()
    return result
