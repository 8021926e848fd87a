"""Reads the text form of systems back: `read_system(show_system(system)) == system`.

`text.py` defines the form. An error in it is a ValueError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from holdfast.ir import expr as ir
from holdfast.ir import system as bodies
from holdfast.ir.account_text import read_told
from holdfast.ir.expr_reader import Reader, read_definition, read_expr
from holdfast.ir.system import Action, Body, Procedure, Property, Replacement, System
from holdfast.ir.text import FORMULAS, GROUPS, SINGLES, SWITCHES, obvious_formulas, unchanged
from holdfast.ir.type_text import read_typed_name

__all__ = ["read_body", "read_definition", "read_expr", "read_system"]

_GROUPS = GROUPS | {"axiom": GROUPS["assume"], "everywhere": GROUPS["invariant"]}


@dataclass(slots=True)
class Line:
    """A line of text without its indentation, and the lines that are indented below it."""

    text: str
    below: list[Line] = field(default_factory=list)

    @property
    def word(self) -> str:
        """Its first word."""
        return self.text.partition(" ")[0]

    @property
    def rest(self) -> str:
        """What follows its first word."""
        return self.text.partition(" ")[2]


def _lines(text: str) -> list[Line]:
    top = Line("")
    open_lines = [(-1, top)]
    for row in text.split("\n"):
        if not row.strip():
            continue
        indent = len(row) - len(row.lstrip(" "))
        while open_lines[-1][0] >= indent:
            open_lines.pop()
        line = Line(row.strip(" "))
        open_lines[-1][1].below.append(line)
        open_lines.append((indent, line))
    return top.below


# ---- systems ----


def read_system(text: str) -> System:
    """The system in a text; raises ValueError if there is none."""
    fields: dict[str, Any] = {}
    definitions: dict[str, ir.Definition] = {}
    for block in _blocks(text):
        word, _, rest = block[0].partition(" ")
        below = "\n".join(block[1:])
        if word == "define":
            definition = read_definition(f"{rest}\n{below}")
            definitions[definition.name] = definition
        else:
            _add_block(fields, word, rest, below)
    if "name" not in fields:
        raise ValueError("expected `system` and its name")
    return System(definitions=definitions, **fields)


def _blocks(text: str) -> list[list[str]]:
    """The lines of the text in groups: each begins with a line that is not indented."""
    blocks: list[list[str]] = []
    for row in text.split("\n"):
        if row.startswith(" ") and blocks:
            blocks[-1].append(row)
        elif row.strip():
            blocks.append([row])
    return blocks


def _add_block(fields: dict[str, Any], word: str, rest: str, below: str) -> None:
    if word in _GROUPS or word in SINGLES:
        flags = word == "axiom", word == "everywhere"
        prop = Property(_whole(rest, Reader.name), read_expr(below), *flags)
        if word in SINGLES:
            fields[SINGLES[word]] = prop
        else:
            _append(fields, _GROUPS[word], prop)
    elif word in FORMULAS:
        fields[FORMULAS[word]] = read_expr(below)
    elif word == "fairness":
        _append(fields, "fairness", read_expr(below))
    elif word == "action":
        _append(fields, "actions", _whole(rest, lambda r: _action(r, below)))
    elif word == "procedure":
        head = read_definition(f"{rest} == TRUE")
        procedure = Procedure(head.name, head.params, read_body(below))
        fields.setdefault("procedures", {})[head.name] = procedure
    elif word == "hidden":
        _append(fields, "hidden", (_whole(rest, Reader.name), read_expr(below)))
    elif word == "init":
        fields["init"] = read_body(below)
    elif word == "system":
        fields["name"] = _whole(rest, Reader.name)
    elif word in ("constants", "variables"):
        fields[word] = _whole(rest, lambda reader: reader.several(reader.name))
    elif word in ("names", "compared", "assumed"):
        fields[word] = _whole(below, lambda reader: reader.several(reader.name))
    elif word == "replaced":
        texts = _whole(below, lambda reader: reader.several(reader.name))
        rows = zip(texts[::3], texts[1::3], texts[2::3], strict=True)
        fields[word] = tuple(Replacement(name, text, of or None) for name, text, of in rows)
    elif word == "types":
        fields[word] = dict(map(read_typed_name, below.split("\n")))
    elif f"{word} {rest}" in SWITCHES:
        name, value = SWITCHES[f"{word} {rest}"]
        fields[name] = value
    else:
        raise ValueError(f"expected a part of a system, found {word!r}")


def _append(fields: dict[str, Any], name: str, value: object) -> None:
    fields[name] = (*fields.get(name, ()), value)


def _whole(text: str, read: Callable[[Reader], Any]) -> Any:
    """The result of `read` for the whole text."""
    reader = Reader(text)
    found = read(reader)
    reader.finish()
    return found


def _action(reader: Reader, below: str) -> Action:
    name = reader.name()
    args = reader.list(reader.expr, ")") if reader.take("(") else ()
    groups = []
    while reader.take_word("for"):
        groups.append(reader.bounds())
    account, stores, tree = read_told(below)
    return Action(name, read_body(tree), tuple(groups), args, account, stores)


# ---- bodies ----


def read_body(text: str) -> Body:
    """The tree of an action in a text; raises ValueError if there is none."""
    found = _bodies(_lines(text))
    if len(found) != 1:
        raise ValueError(f"expected one body, found {len(found)}")
    return found[0]


def _bodies(lines: Iterable[Line]) -> list[Body]:
    found: list[Body] = []
    pending: Line | None = None
    for line in lines:
        if pending is not None:
            if line.word != "else":
                raise ValueError(f"expected `else`, found {line.text!r}")
            found.append(_if_else(pending, line))
            pending = None
        elif line.word == "if":
            pending = line
        else:
            found.append(_body(line))
    if pending is not None:
        raise ValueError("expected `else`")
    return found


def _body(line: Line) -> Body:
    read = _READ.get(line.word)
    if read is None:
        raise ValueError(f"expected a body, found {line.text!r}")
    return _whole(line.rest, lambda reader: read(reader, line))  # type: ignore[no-any-return]  # each gives a body


def _only(line: Line, lines: list[Line] | None = None) -> Body:
    inner = _bodies(line.below if lines is None else lines)
    if len(inner) != 1:
        raise ValueError(f"expected one body below {line.text!r}")
    return inner[0]


def _with_formula(reader: Reader, make: Callable[[ir.Expr], Body]) -> Body:
    """A body with the formula after `of`, or the default one."""
    if reader.take_word("of"):
        return make(reader.expr())
    return make(obvious_formulas(make(ir.TRUE))[0])


def _test(reader: Reader, line: Line) -> Body:
    return bodies.Test(reader.expr())


def _assign(reader: Reader, line: Line) -> Body:
    variable = reader.name()
    primed = reader.take("'")
    make = bodies.AssignFrom if reader.take("\\in") else bodies.Assign
    if make is bodies.Assign:
        reader.expect("=")
    value = reader.expr()
    if reader.take_word("of"):
        return make(variable, value, reader.expr())
    step, initially = obvious_formulas(make(variable, value, ir.TRUE))
    return make(variable, value, step if primed else initially)


def _keep(reader: Reader, line: Line) -> Body:
    variables = reader.several(reader.name)
    if len(variables) == 1:
        return _with_formula(reader, lambda e: bodies.Keep(variables[0], e))
    items = tuple(bodies.Keep(v, unchanged(v)) for v in variables)
    expr = reader.expr() if reader.take_word("of") else unchanged(*variables)
    return bodies.Sequence(items, expr)


def _assert(reader: Reader, line: Line) -> Body:
    name = reader.name()
    reader.expect(":")
    condition = reader.expr()
    return _with_formula(reader, lambda e: bodies.Assert(name, condition, e))


def _sequence(reader: Reader, line: Line) -> Body:
    items = tuple(_bodies(line.below))
    return _with_formula(reader, lambda e: bodies.Sequence(items, e))


def _branch(reader: Reader, line: Line) -> Body:
    items = tuple(_bodies(line.below))
    return _with_formula(reader, lambda e: bodies.Branch(items, e))


def _if_else(line: Line, other: Line) -> Body:
    yes, no = _only(line), _only(other)

    def read(reader: Reader) -> Body:
        test = reader.expr()
        return _with_formula(reader, lambda e: bodies.IfElse(test, yes, no, e))

    return _whole(line.rest, read)  # type: ignore[no-any-return]  # `read` gives a body


def _choice(reader: Reader, line: Line) -> Body:
    arms = tuple((read_expr(a.rest), _only(a)) for a in line.below if a.word == "when")
    others = [_only(a) for a in line.below if a.word == "other"]
    other = others[0] if others else None
    return _with_formula(reader, lambda e: bodies.Choice(arms, other, e))


def _for(reader: Reader, line: Line) -> Body:
    make = bodies.ForSome if reader.name() == "some" else bodies.ForEach
    bounds, inner = reader.bounds(), _only(line)
    return _with_formula(reader, lambda e: make(bounds, inner, e))


def _within(reader: Reader, line: Line) -> Body:
    local = tuple(read_definition(x.rest) for x in line.below if x.word == "where")
    inner = _only(line, [x for x in line.below if x.word != "where"])
    return _with_formula(reader, lambda e: bodies.Within(local, inner, e))


def _compose(reader: Reader, line: Line) -> Body:
    first, second = _bodies(line.below)
    return _with_formula(reader, lambda e: bodies.Compose(first, second, e))


def _enter(reader: Reader, line: Line) -> Body:
    call = reader.operand()
    if not isinstance(call, ir.Call):
        raise ValueError(f"expected a call, found {line.text!r}")
    return _with_formula(reader, lambda e: bodies.Enter(call.name, call.args, e))


_READ: dict[str, Callable[[Reader, Line], Body]] = {
    "test": _test,
    "assign": _assign,
    "keep": _keep,
    "assert": _assert,
    "sequence": _sequence,
    "branch": _branch,
    "choice": _choice,
    "for": _for,
    "within": _within,
    "compose": _compose,
    "enter": _enter,
}
