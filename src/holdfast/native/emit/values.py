"""Values of expressions in C variables and arrays."""

from __future__ import annotations

from holdfast.ir import expr as ir
from holdfast.native.emit.generator import Generator
from holdfast.native.emit.names import Names


def emit_temporary(g: Generator, e: ir.Expr, names: Names) -> str:
    """The same as `emit_value`, in a form that may occur more than once."""
    code = g.value(e, names)
    return g.temporary(code) if "(" in code and not code.startswith("V_") else code


def emit_all(g: Generator, args: tuple[ir.Expr, ...], names: Names) -> list[str]:
    """C for each of some expressions."""
    return [g.value(a, names) for a in args]


def emit_row(g: Generator, values: list[str]) -> str:
    """An array of values; `0` for none."""
    if not values:
        return "0"
    name = f"r{g.number()}"
    g.lines.add(f"V {name}[{len(values)}];")
    for i, value in enumerate(values):
        g.lines.add(f"{name}[{i}] = {value};")
    return name
