"""The text form of expressions: TLA+ as far as possible, with nearly all parentheses.

    Literal, Name, Call      12  "a"  TRUE      x      Op(a, b)  Op()
    Apply                    a + b   {a, b}   f[x]   SUBSET S   "Sequences!Len"(q)   #AND(a)
    Bind                     \\A x \\in S, <<a, b>> \\in T : p    [x \\in S |-> e]   {e : x \\in S}
    the rest                 IF  CASE  LET  LAMBDA  [f EXCEPT ![a][b] = @]  e'  ENABLED A

Junctions and implications bind less than other operators, and nothing else is left to
precedence. A name that TLA+ would not allow is in backquotes. Blanks and line ends have
no meaning, except that a minus sign belongs to digits that follow it directly.
`expr_reader.py` reads it back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import assert_never

from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Notation, Op, texts
from holdfast.ir.value_text import quoted

INFIX: dict[Op, str] = texts(Notation.INFIX, Notation.LOOSE)
LOOSE = frozenset(texts(Notation.LOOSE))
"""Infix operators that bind less than the others."""
CHAINS: dict[Op, str] = texts(Notation.CHAIN)
"""Operators of two or more arguments."""
PREFIX: dict[Op, str] = texts(Notation.PREFIX)
SUBSCRIPTED: dict[Op, list[str]] = {
    op: text.split() for op, text in texts(Notation.SUBSCRIPT).items()
}
GIVEN: dict[Op, str] = texts(Notation.WORD)
QUANTIFIERS: dict[Binder, str] = {
    Binder.FORALL: "\\A",
    Binder.EXISTS: "\\E",
    Binder.CHOOSE: "CHOOSE",
}
KEYWORDS = frozenset(
    "TRUE FALSE IF THEN ELSE CASE OTHER LET IN LAMBDA RECURSIVE EXCEPT ENABLED CHOOSE".split()
    + [word for word in (*PREFIX.values(), *GIVEN.values()) if word.isalpha()]
)
PLAIN_NAME = re.compile(r"[A-Za-z_@][A-Za-z0-9_@!]*")
_WIDTH = 92


def show_name(name: str) -> str:
    """A name as text, in backquotes if it would not be read as a name otherwise."""
    if PLAIN_NAME.fullmatch(name) and name not in KEYWORDS:
        return name
    return "`" + name.replace("\\", "\\\\").replace("`", "\\`").replace("\n", "\\n") + "`"


def show_expr(e: ir.Expr) -> str:
    """An expression on one line."""
    match e:
        case ir.Apply(op, args) if op in LOOSE and len(args) == 2:
            return f"{_side(args[0])} {INFIX[op]} {_side(args[1])}"
        case ir.Apply(op, args) if op in INFIX and len(args) == 2:
            return f"{_operand(args[0])} {INFIX[op]} {_operand(args[1])}"
        case ir.Apply(Op.AND | Op.OR as op, args) if len(args) > 1:
            return f" {CHAINS[op]} ".join(map(_side, args))
        case ir.Apply(Op.PRODUCT, args) if len(args) > 1:
            return " \\X ".join(map(_operand, args))
        case ir.Apply(op, (argument,)) if op in PREFIX:
            return f"{PREFIX[op]} {_operand(argument)}"
        case ir.Apply(op, (action, subscript)) if op in SUBSCRIPTED:
            opening, closing = SUBSCRIPTED[op]
            return f"{opening}{_operand(action)}{closing} {_operand(subscript)}"
        case ir.If(test, yes, no):
            return f"IF {show_expr(test)} THEN {show_expr(yes)} ELSE {show_expr(no)}"
        case ir.Case(arms, other):
            return _case(arms, other)
        case ir.Let(definitions, body):
            local = " ".join(map(show_definition, definitions))
            return f"LET {local} IN {show_expr(body)}"
        case ir.Lambda(params, body):
            return f"LAMBDA {_names(params)} : {show_expr(body)}"
        case ir.Enabled(body, _, fresh):
            over = f"OVER {_names(fresh)} : " if fresh else ""
            return f"ENABLED {over}{_operand(body)}"
        case ir.Bind(binder, bounds, body) if binder in QUANTIFIERS:
            return f"{QUANTIFIERS[binder]} {show_bounds(bounds)} : {show_expr(body)}"
        case _:
            return _operand(e)


def _side(e: ir.Expr) -> str:
    """An operand of an operator that binds less than most."""
    match e:
        case ir.Apply(op, (_, _)) if op in INFIX and op not in LOOSE:
            return show_expr(e)
        case ir.Apply(op, (_,)) if op in PREFIX:
            return show_expr(e)
        case _:
            return _operand(e)


def _operand(e: ir.Expr) -> str:
    """An expression that is followed by another one: with parentheses, if it needs any."""
    match e:
        case ir.Literal(value):
            return _literal(value)
        case ir.Name(name):
            return show_name(name)
        case ir.Call(name, args):
            return f"{show_name(name)}({_list(args)})"
        case ir.Apply(op, args):
            return _apply(e, op, args)
        case ir.Except(base, updates):
            return f"[{_operand(base)} EXCEPT {', '.join(map(_update, updates))}]"
        case ir.Prime(body):
            return f"{_operand(body)}'"
        case ir.Bind(binder, bounds, body) if binder not in QUANTIFIERS:
            return _comprehension(binder, show_bounds(bounds), body)
        case ir.Bind() | ir.If() | ir.Case() | ir.Let() | ir.Lambda() | ir.Enabled():
            return f"({show_expr(e)})"
        case _:
            assert_never(e)


def _literal(value: bool | int | str) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return str(value) if isinstance(value, int) else quoted(value)


def _apply(e: ir.Apply, op: Op, args: tuple[ir.Expr, ...]) -> str:
    match len(args):
        case 0 if op in GIVEN:
            return GIVEN[op]
        case 1 if op in PREFIX:
            return f"({show_expr(e)})"
        case 2 if op in INFIX or op in SUBSCRIPTED:
            return f"({show_expr(e)})"
        case many if many > 1 and op in CHAINS:
            return f"({show_expr(e)})"
        case _:
            bracketed = _BRACKETED[op](args) if op in _BRACKETED else None
            return bracketed or f"#{op.name}({_list(args)})"


def _set(args: tuple[ir.Expr, ...]) -> str:
    return "{" + ", ".join(map(_operand, args)) + "}"


def _tuple(args: tuple[ir.Expr, ...]) -> str:
    return f"<<{_list(args)}>>"


def _index(args: tuple[ir.Expr, ...]) -> str | None:
    return f"{_operand(args[0])}[{show_expr(args[1])}]" if len(args) == 2 else None


def _function_set(args: tuple[ir.Expr, ...]) -> str | None:
    return f"[{_operand(args[0])} -> {_operand(args[1])}]" if len(args) == 2 else None


def _builtin(args: tuple[ir.Expr, ...]) -> str | None:
    match args:
        case (ir.Literal(str(name)), *rest):
            return f"{quoted(name)}({_list(rest)})"
        case _:
            return None


def _fields(args: tuple[ir.Expr, ...], sign: str) -> str | None:
    """The fields of a record or of a set of records, if they have names."""
    names = [a.value for a in args[::2] if isinstance(a, ir.Literal) and isinstance(a.value, str)]
    if not args or len(args) % 2 or len(names) * 2 != len(args):
        return None
    pairs = zip(names, args[1::2], strict=True)
    return "[" + ", ".join(f"{_field(n)} {sign} {show_expr(a)}" for n, a in pairs) + "]"


def _field(name: str) -> str:
    return name if show_name(name) == name else quoted(name)


_BRACKETED: dict[Op, Callable[[tuple[ir.Expr, ...]], str | None]] = {
    Op.SET: _set,
    Op.TUPLE: _tuple,
    Op.RECORD: lambda args: _fields(args, "|->"),
    Op.RECORD_SET: lambda args: _fields(args, ":"),
    Op.FUNCTION_SET: _function_set,
    Op.INDEX: _index,
    Op.BUILTIN: _builtin,
}


def _case(arms: tuple[tuple[ir.Expr, ir.Expr], ...], other: ir.Expr | None) -> str:
    shown = [f"{_operand(test)} -> {_operand(value)}" for test, value in arms]
    if other is not None:
        shown.append(f"OTHER -> {_operand(other)}")
    return "CASE " + " [] ".join(shown)


def _comprehension(binder: Binder, bounds: str, body: ir.Expr) -> str:
    match binder:
        case Binder.FILTER:
            return "{" + f"{bounds} : {show_expr(body)}" + "}"
        case Binder.MAP:
            return "{" + f"{_operand(body)} : {bounds}" + "}"
        case _:
            return f"[{bounds} |-> {show_expr(body)}]"


def _update(update: ir.Update) -> str:
    path = "".join(f"[{show_expr(key)}]" for key in update.path)
    return f"!{path} = {show_expr(update.value)}"


def show_bounds(bounds: tuple[ir.Bound, ...]) -> str:
    """The names that a binder binds, with the sets that they range over."""
    return ", ".join(map(_bound, bounds))


def _bound(bound: ir.Bound) -> str:
    names = f"<<{_names(bound.names)}>>" if bound.pattern else _names(bound.names)
    return names if bound.domain is None else f"{names} \\in {_operand(bound.domain)}"


def _names(names: Iterable[str]) -> str:
    return ", ".join(map(show_name, names))


def _list(args: Iterable[ir.Expr]) -> str:
    return ", ".join(map(show_expr, args))


def show_definition(definition: ir.Definition) -> str:
    """A definition on one line."""
    return f"{show_head(definition)} == {show_expr(definition.body)}"


def show_head(definition: ir.Definition) -> str:
    """The left side of a definition."""
    arities = dict(definition.operators)
    params = [
        show_name(p) + (f"({', '.join('_' * arities[p])})" if p in arities else "")
        for p in definition.params
    ]
    word = "RECURSIVE " if definition.recursive else ""
    return f"{word}{show_name(definition.name)}" + (f"({', '.join(params)})" if params else "")


# ---- several lines ----


def show_lines(e: ir.Expr, indent: int = 0) -> list[str]:
    """An expression on as many lines as it needs, each indented by that many blanks."""
    line = show_expr(e)
    if indent + len(line) <= _WIDTH:
        return [" " * indent + line]
    match e:
        case ir.Apply(Op.AND | Op.OR as op, args) if len(args) > 1:
            return [row for a in args for row in _bullet(f"{CHAINS[op]} ", a, indent)]
        case ir.Apply(op, (left, right)) if op in INFIX:
            show = _side if op in LOOSE else _operand
            first = _bullet("", left, indent, show)
            return [*first, *_bullet(f"{INFIX[op]} ", right, indent + 2, show)]
        case ir.If(test, yes, no):
            parts = (("IF ", test), ("THEN ", yes), ("ELSE ", no))
            return [row for word, part in parts for row in _bullet(word, part, indent)]
        case ir.Bind(binder, bounds, body) if binder in QUANTIFIERS:
            head = f"{' ' * indent}{QUANTIFIERS[binder]} {show_bounds(bounds)} :"
            return [head, *show_lines(body, indent + 2)]
        case ir.Let(definitions, body):
            rows = [row for d in definitions for row in _local(d, indent + 4)]
            rows[0] = f"{' ' * indent}LET {rows[0].lstrip()}"
            return [*rows, *_bullet("IN  ", body, indent)]
        case _:
            return [" " * indent + line]


def _local(definition: ir.Definition, indent: int) -> list[str]:
    line = show_definition(definition)
    if indent + len(line) <= _WIDTH:
        return [" " * indent + line]
    return [
        f"{' ' * indent}{show_head(definition)} ==",
        *show_lines(definition.body, indent + 2),
    ]


def _bullet(
    word: str, e: ir.Expr, indent: int, show: Callable[[ir.Expr], str] = _side
) -> list[str]:
    """An operand on several lines after a word, with parentheses if it needs them."""
    text = show(e)
    if indent + len(word) + len(text) <= _WIDTH:
        return [f"{' ' * indent}{word}{text}"]
    if text == show_expr(e):
        rows = show_lines(e, indent + len(word))
        rows[0] = f"{' ' * indent}{word}{rows[0].lstrip()}"
        return rows
    rows = show_lines(e, indent + len(word) + 1)
    rows[0] = f"{' ' * indent}{word}({rows[0].lstrip()}"
    rows[-1] += ")"
    return rows
