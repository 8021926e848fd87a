"""The parts of the body of an automaton: formulas such as `where`, classes such as `states`."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from holdfast.front.ioa import tree
from holdfast.front.ioa.read.checker import Checker, Located
from holdfast.front.ioa.read.names import Scope
from holdfast.front.ioa.types import BOOL
from holdfast.front.suggest import did_you_mean
from holdfast.source import Note, Span


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of an automaton by name."""

    formulas: dict[str, ast.expr] = field(default_factory=dict)
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)

    def body(self, name: str) -> list[ast.stmt]:
        """The statements of a class, none if it is missing."""
        return self.classes[name].body if name in self.classes else []


def split_parts(
    c: Checker, node: ast.FunctionDef, formulas: Collection[str], classes: Collection[str]
) -> Parts:
    """The parts of an automaton, with a message for whatever is none."""
    parts = Parts()
    spans: dict[str, Span] = {}
    for statement in node.body:
        match statement:
            case ast.Pass() | ast.Expr(ast.Constant(str())):
                continue
            case ast.Assign([ast.Name(name) as target], value):
                span = c.span(target)
                if _is_part(c, name, span, formulas, classes) and _is_first(c, name, span, spans):
                    parts.formulas[name] = value
            case ast.ClassDef(name):
                span = c.locations.name_span(statement)
                if _is_part(c, name, span, classes, formulas) and _is_first(c, name, span, spans):
                    _check_plain(c, statement)
                    parts.classes[name] = statement
            case _:
                known = ", ".join(f"`{n}`" for n in (*formulas, *classes))
                message = "this does not belong into the body of an automaton"
                c.error("ioa-misplaced", message, statement, f"its parts are {known}")
    return parts


def _is_part(
    c: Checker, name: str, span: Span, known: Collection[str], others: Collection[str]
) -> bool:
    if name in known:
        return True
    if name in others:
        c.error("ioa-misplaced", f"`{name}` is written the other way", span, _form(name))
    else:
        help = did_you_mean(name, (*known, *others))
        c.error("ioa-misplaced", f"an automaton has no part `{name}`", span, help)
    return False


def _form(name: str) -> str:
    formula = name in ("where", "initially", "invariant_of", "hidden")
    return f"write `{name} = ...`" if formula else f"write `class {name}:`"


def _is_first(c: Checker, name: str, span: Span, spans: dict[str, Span]) -> bool:
    if name in spans:
        note = Note("the other one", spans[name])
        c.error("ioa-duplicate", f"`{name}` is given twice", span, None, note)
        return False
    spans[name] = span
    return True


def _check_plain(c: Checker, node: ast.ClassDef) -> None:
    extras: list[Located] = [*node.bases, *node.keywords, *node.decorator_list]
    for extra in extras:
        c.error("ioa-misplaced", f"`class {node.name}` has neither bases nor decorators", extra)


def require_parts(c: Checker, node: ast.FunctionDef, parts: Parts, names: Collection[str]) -> None:
    """Report the classes that an automaton must have and has not."""
    missing = [n for n in names if n not in parts.classes]
    if missing:
        classes = " and ".join(f"`class {n}`" for n in missing)
        span = c.locations.name_span(node)
        c.error("ioa-missing", f"the automaton `{node.name}` has no {classes}", span)


def read_formula(c: Checker, scope: Scope, parts: Parts, name: str) -> tree.Expr | None:
    """`where`, `initially` or `invariant_of`, if it is given."""
    node = parts.formulas.get(name)
    return None if node is None else c.check(scope, node, BOOL)


def read_invariants(c: Checker, scope: Scope, parts: Parts) -> tuple[tree.Named, ...]:
    """`invariant_of` and those of `class invariants`."""
    usual = parts.formulas.get("invariant_of")
    first: tuple[tree.Named, ...] = ()
    if usual is not None:
        formula = c.check(scope, usual, BOOL)
        first = (tree.Named("invariant_of", formula, span=c.span(usual)),)
    return first + _read_named(c, scope, parts, "invariants", first)


def read_properties(
    c: Checker, scope: Scope, parts: Parts, invariants: tuple[tree.Named, ...]
) -> tuple[tree.Named, ...]:
    """The temporal formulas of `class properties`, whose names are not those of invariants."""
    temporal = Scope(scope.names, scope.assigned, temporal=True)
    return _read_named(c, temporal, parts, "properties", invariants)


def _read_named(
    c: Checker, scope: Scope, parts: Parts, part: str, others: tuple[tree.Named, ...]
) -> tuple[tree.Named, ...]:
    """The lines `name = formula` of a class."""
    spans = {other.name: other.span for other in others}
    found = []
    for target, value in named_lines(c, parts, part):
        formula = c.check(scope, value, BOOL)
        if _is_first(c, target.id, c.span(target), spans):
            found.append(tree.Named(target.id, formula, span=c.span(target)))
    return tuple(found)


def named_lines(c: Checker, parts: Parts, name: str) -> Iterator[tuple[ast.Name, ast.expr]]:
    """The assignments to names of which a class consists."""
    for statement in parts.body(name):
        match statement:
            case ast.Pass() | ast.Expr(ast.Constant(str())):
                continue
            case ast.Assign([ast.Name() as target], value):
                yield target, value
            case _:
                message = f"`class {name}` consists of lines `name = ...`"
                c.error("ioa-misplaced", message, statement)


def read_names(c: Checker, node: ast.expr, what: str) -> tuple[ast.Name, ...]:
    """A set of names: `{a, b}`."""
    if isinstance(node, ast.Set) and all(isinstance(e, ast.Name) for e in node.elts):
        return tuple(e for e in node.elts if isinstance(e, ast.Name))
    c.error("ioa-misplaced", f"{what} is a set of action names: `{{a, b}}`", node)
    return ()
