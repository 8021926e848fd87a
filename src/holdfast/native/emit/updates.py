"""EXCEPT to C: the parts along each path are copied once, the others are shared."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from holdfast.ir import expr as ir
from holdfast.native.emit.generator import Generator
from holdfast.native.emit.names import Held, Names
from holdfast.native.emit.values import emit_temporary


def emit_except(g: Generator, e: ir.Except, names: Names) -> str:
    """The value of `[f EXCEPT ...]`."""
    result = g.temporary(g.value(e.base, names))
    # All keys are evaluated, also those that lead nowhere; equal ones once.
    codes: dict[str, str] = {}
    for key in (k for u in e.updates for k in u.path):
        if repr(key) not in codes:
            codes[repr(key)] = emit_temporary(g, key, names)
    changes = [_Change([codes[repr(k)] for k in u.path], u.value) for u in e.updates]
    _change(g, result, changes, names)
    return result


class _Change(NamedTuple):
    """A new value for what is at the end of a path, whose keys are C."""

    path: list[str]
    value: ir.Expr


def _change(g: Generator, target: str, changes: list[_Change], names: Names) -> None:
    """Change `target` at several paths.

    Changes that follow each other and begin with the same key change the same part.
    """
    for key, group in groupby(changes, lambda each: each.path[0]):
        same = list(group)
        place = g.temporary(f"fast_place(c, {target}, {key})", "i64")
        g.lines.open(f"if ({place} >= 0)")
        # The value that is replaced is read only if a part of it is kept.
        replaced = len(same[0].path) == 1 and ir.OLD not in g.analysis.names(same[0].value)
        new = g.temporary("0" if replaced else f"value_at(c, {target}, {place}, {key})")
        for is_last, part in groupby(same, lambda each: len(each.path) == 1):
            if is_last:
                for change in part:
                    _replace(g, new, change.value, names)
            else:
                rest = [_Change(change.path[1:], change.value) for change in part]
                _change(g, new, rest, names)
        g.lines.add(f"{target} = function_put(c, {target}, {place}, {key}, {new});")
        g.lines.close()


def _replace(g: Generator, target: str, value: ir.Expr, names: Names) -> None:
    """Give `target`, which `@` denotes, another value."""
    if ir.OLD in g.analysis.names(value):
        old = g.field("old")
        g.lines.add(f"{old} = {target};")
        names = {**names, ir.OLD: Held(old)}
    g.lines.add(f"{target} = {g.value(value, names)};")
