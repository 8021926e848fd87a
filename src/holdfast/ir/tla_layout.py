"""The layout of TLA+ text: what is too long for one line is broken where its structure shows.

IF test                 \\E x \\in S :        /\\ a            LET d == e
  THEN yes                body              /\\ \\/ b        IN  body
  ELSE no                                      \\/ c
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.expr_text import CHAINS, QUANTIFIERS
from holdfast.ir.ops import Op
from holdfast.ir.tla_expr import (
    arms,
    binary_parts,
    bounds_text,
    calls_itself,
    head_text,
    left_least,
    local_text,
    path_text,
    recursive_function,
    recursive_text,
    text_of,
)
from holdfast.ir.tla_levels import (
    Level,
    fields_of,
    has_field_names,
    infix_of,
    level_of,
    library_name,
)

WIDTH = 100
_SHORT = 60
"""A junction of two parts that is not longer stays on its line."""
_SHORT_LEFT = 40
"""A left operand that is not longer is on the line where the right one begins."""


def definition_lines(d: ir.Definition, indent: int = 0, recursive: bool = False) -> list[str]:
    """A definition on as many lines as it needs; with RECURSIVE if it has to be declared."""
    pad = " " * indent
    head, body = head_text(d), d.body
    function = recursive_function(d)
    if function is not None:
        head, body = f"{d.name}[{bounds_text(function.bounds)}]", function.body
    rows = [f"{pad}RECURSIVE {recursive_text(d)}"] if recursive and function is None else []
    start = f"{pad}{head} == "
    line = start + text_of(body)
    if len(line) <= WIDTH and not _wants_bullets(body):
        return [*rows, line]
    return [*rows, start.rstrip(), *lines(f"{pad}  ", body)]


def lines(first: str, e: ir.Expr, least: Level = Level.OPEN, bullet: bool = False) -> list[str]:
    """An expression after the text `first` of its line; all its text is right of that.

    It is in parentheses if it binds less than `least`. `bullet` if it is a part of a junction.
    """
    text = text_of(e, least)
    listed = _wants_bullets(e) or (bullet and level_of(e) is Level.JUNCTION)
    if len(first) + len(text) <= WIDTH and not (listed and level_of(e) >= least):
        return [first + text]
    if level_of(e) < least:
        rows = _broken(f"{first}(", e, True)
        return [*rows[:-1], f"{rows[-1]})"]
    return _broken(first, e, least is Level.OPEN)


def _wants_bullets(e: ir.Expr) -> bool:
    """Whether a junction is easier to read as a list."""
    match e:
        case ir.Apply(Op.AND | Op.OR, args) if len(args) > 1:
            return (
                len(args) > 2
                or len(text_of(e)) > _SHORT
                or any(level_of(a) in (Level.OPEN, Level.JUNCTION) for a in args)
            )
        case _:
            return False


def _broken(first: str, e: ir.Expr, ends: bool) -> list[str]:
    """An expression on several lines, if it has parts; `ends` if nothing follows it."""
    pad = " " * len(first)
    match e:
        case ir.Apply(Op.AND | Op.OR as op, args) if len(args) > 1:
            bullets = [first, *[pad] * (len(args) - 1)]
            parts = zip(bullets, args, strict=True)
            return [row for b, a in parts for row in lines(f"{b}{CHAINS[op]} ", a, bullet=True)]
        case ir.Apply(Op.AND | Op.OR, (only,)):
            return lines(first, only)
        case ir.Apply():
            return _application(first, e, ends)
        case ir.If(test, yes, no):
            rows = lines(f"{first}IF ", test)
            rows += lines(f"{pad}  THEN ", yes)
            return rows + lines(f"{pad}  ELSE ", no)
        case ir.Case():
            words = [f"{first}CASE ", *[f"{pad}  [] "] * len(e.arms)]
            found = zip(words, arms(e), strict=False)
            return [r for w, (t, v) in found for r in lines(f"{w}{t} -> ", v, Level.LOOSE)]
        case ir.Let(definitions, body):
            rows = [row for d in definitions for row in _local(d, len(first) + 4)]
            rows[0] = f"{first}LET {rows[0].lstrip()}"
            return rows + lines(f"{pad}IN  ", body)
        case ir.Bind(binder, bounds, body):
            return _binder(first, binder, bounds_text(bounds), body)
        case ir.Except(base, updates):
            changed = [(f"{path_text(u)} = ", u.value) for u in updates]
            opening = f"{first}[{text_of(base, Level.TERM)} EXCEPT"
            return [opening, *_items(f"{pad}  ", changed, "]")]
        case ir.Call(name, args) if args:
            return _items(f"{first}{name}(", [("", a) for a in args], ")")
        case _:
            return [first + text_of(e)]


def _local(d: ir.Definition, indent: int) -> list[str]:
    line = local_text(d)
    if indent + len(line) <= WIDTH and not _wants_bullets(d.body):
        return [" " * indent + line]
    return definition_lines(d, indent, calls_itself(d))


def _application(first: str, e: ir.Apply, ends: bool) -> list[str]:
    if binary_parts(e) is not None:
        return _infix(first, e, ends)
    match e:
        case ir.Apply(Op.SET, args) if args:
            return _items(f"{first}{{", [("", a) for a in args], "}", Level.TERM)
        case ir.Apply(Op.TUPLE, args) if args:
            return _items(f"{first}<<", [("", a) for a in args], ">>")
        case ir.Apply(Op.RECORD, args) if has_field_names(args):
            return _items(f"{first}[", [(f"{n} |-> ", v) for n, v in fields_of(args)], "]")
        case ir.Apply(Op.RECORD_SET, args) if has_field_names(args):
            return _items(f"{first}[", [(f"{n} : ", v) for n, v in fields_of(args)], "]")
        case ir.Apply(Op.BUILTIN, (_, *args) as all_args) if args and not infix_of(all_args):
            name = library_name(all_args).rpartition("!")[2]
            return _items(f"{first}{name}(", [("", a) for a in args], ")")
        case ir.Apply(Op.NOT, (argument,)):
            return lines(f"{first}~", argument, Level.ATOM)
        case ir.Apply(Op.ALWAYS | Op.EVENTUALLY as op, (argument,)) if (
            level_of(argument) < Level.FORMULA
        ):
            return lines(f"{first}{'[]' if op is Op.ALWAYS else '<>'}", argument, Level.ATOM)
        case _:
            return [first + text_of(e)]


def _infix(first: str, e: ir.Apply, ends: bool) -> list[str]:
    """The right operand after a short left one, or on a line of its own."""
    parts = binary_parts(e)
    assert parts is not None
    left, symbol, right, least = parts
    if ends and level_of(right) is Level.OPEN:
        least = Level.OPEN
    shown = text_of(left, left_least(e))
    if len(shown) <= _SHORT_LEFT:
        return lines(f"{first}{shown} {symbol} ", right, least)
    # Something follows it, so a list of bullets needs parentheses.
    left_level = Level.FORMULA if level_of(left) is Level.JUNCTION else left_least(e)
    return lines(first, left, left_level) + lines(f"{' ' * len(first)}  {symbol} ", right, least)


def _binder(first: str, binder: Binder, bounds: str, body: ir.Expr) -> list[str]:
    pad = " " * len(first)
    match binder:
        case Binder.FILTER:
            rows = [f"{first}{{{bounds} :", *lines(f"{pad}   ", body)]
            return [*rows[:-1], f"{rows[-1]}}}"]
        case Binder.MAP:
            rows = lines(f"{first}{{", body, Level.TERM)
            return [*rows, f"{pad}   : {bounds}}}"]
        case Binder.FUNCTION:
            rows = [f"{first}[{bounds} |->", *lines(f"{pad}   ", body)]
            return [*rows[:-1], f"{rows[-1]}]"]
        case _:
            return [f"{first}{QUANTIFIERS[binder]} {bounds} :", *lines(f"{pad}  ", body)]


def _items(
    first: str, items: Sequence[tuple[str, ir.Expr]], closing: str, least: Level = Level.OPEN
) -> list[str]:
    """Items between brackets, one below the other."""
    pad = " " * len(first)
    rows: list[str] = []
    for i, (word, item) in enumerate(items):
        rows += lines(f"{pad if i else first}{word}", item, least)
        rows[-1] += closing if i + 1 == len(items) else ","
    return rows
