"""Memoised expressions: those that depend on local names only, such as `Proc \\ {p}`.

They do not depend on the state. Their values are cached by the values of up to four names, in a
table of each worker that is never emptied, only filled. A definition without parameters is
computed once for each state.
"""

from __future__ import annotations

from holdfast.ir import expr as ir
from holdfast.ir.levels import Level
from holdfast.ir.library_ops import LIBRARY_OPS
from holdfast.ir.ops import Op
from holdfast.native.emit.generator import Generator
from holdfast.native.emit.names import Held, Names

_MOST_NAMES = 4
_CHEAP = frozenset(name for name, row in LIBRARY_OPS.items() if row.cheap)


def is_decided(g: Generator, e: ir.Expr, names: Names) -> bool:
    """Whether it pays off to cache the values of an expression."""
    if g.folding or g.keeping is e or not isinstance(e, ir.Apply | ir.Bind | ir.Call | ir.Except):
        return False
    if g.analysis.counts(e):
        return False
    if g.analysis.level(e) != Level.CONSTANT or not _is_long(g, e, set()):
        return False
    used = _used(g, e, names)
    if not 1 <= len(used) <= _MOST_NAMES:
        return False
    held = (names[n] for n in used)
    if not all(isinstance(m, Held) and not m.absent for m in held):
        return False
    return g.reads.of(e) == frozenset()


def _used(g: Generator, e: ir.Expr, names: Names) -> list[str]:
    return sorted(n for n in g.analysis.names(e) if n in names)


def _is_long(g: Generator, e: ir.Expr, entered: set[str]) -> bool:
    """Whether computing an expression takes longer than a cache lookup."""
    for part in ir.walk(e):
        match part:
            case ir.Bind() | ir.Except():
                return True
            case ir.Apply(Op.BUILTIN, (ir.Literal(name), *_)):
                if name not in _CHEAP:
                    return True
            case ir.Apply(op, _) if op.row.costly:
                return True
            case ir.Call(name, _) if name in g.system.definitions and name not in entered:
                entered.add(name)
                definition = g.system.definitions[name]
                if not definition.params and g.analysis.levels.of_definition(name) == 0:
                    continue
                if definition.recursive or _is_long(g, definition.body, entered):
                    return True
            case _:
                pass
    return False


def emit_kept(g: Generator, e: ir.Expr, names: Names) -> str:
    """C for the value of such an expression."""
    codes = []
    for name in _used(g, e, names):
        meaning = names[name]
        assert isinstance(meaning, Held)
        codes.append(meaning.code)
    number = g.kept.setdefault(repr(e), len(g.kept) + 1)
    keys = ", ".join([str(number), *codes, *["0"] * _MOST_NAMES][: 1 + _MOST_NAMES])
    result = g.temporary(f"known_value(c, {keys})")
    before, g.keeping = g.keeping, e
    g.lines.open(f"if (!{result})")
    value = g.value(e, names)
    g.lines.add(f"{result} = known_keep(c, {keys}, {value});")
    g.lines.close()
    g.keeping = before
    return result


_MOST_CELLS = 64


def is_asked_again(g: Generator, definition: ir.Definition) -> bool:
    """Whether the value of a definition is cached for the current state."""
    if definition.params or definition.recursive or g.cells == _MOST_CELLS:
        return False
    if g.analysis.levels.of_definition(definition.name) != Level.STATE:
        return False
    if g.analysis.counts(definition.body):
        return False
    return _is_long(g, definition.body, set()) and g.reads.of(definition.body) is not None


def write_once_a_state(g: Generator, definition: ir.Definition, kind: str) -> None:
    """The body of a function that computes a definition once for each state."""
    number, g.cells = g.cells, g.cells + 1
    known = g.temporary(f"cell_value(c, {number})")
    truth = kind == "u32"
    g.lines.add(f"if ({known}) return {known}{' == V_TRUE' if truth else ''};")
    if truth:
        yes = g.temporary(g.truth(definition.body, {}), "u32")
        g.lines.add(f"cell_keep(c, {number}, truth_of({yes}));")
        g.lines.add(f"return {yes};")
    else:
        g.lines.add(f"return cell_keep(c, {number}, {g.value(definition.body, {})});")
