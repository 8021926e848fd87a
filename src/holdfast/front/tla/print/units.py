"""The layout of the units of a module and the steps of a proof."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from holdfast.front.tla.print.layout import (
    LINE,
    NEWLINE,
    Doc,
    align,
    concat,
    fill,
    group,
    hang,
    join,
    nest,
    text,
)
from holdfast.front.tla.print.operators import Shape, Slot, each
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.operators import INFIX, POSTFIX, PREFIX

RULER = 79
"""The width of the lines that begin and end a module and separate its units."""

_SHORT_HEAD = 28
"""A bulleted list follows `==` on the same line when the left side is not wider."""


# ---- what has no parts ----


def _hole(node: tree.Hole | tree.Broken) -> Doc:
    """What could not be read, as it was written."""
    return join(map(text, node.span.text.split("\n")), NEWLINE)


def _param(param: tree.Param) -> Doc:
    name = param.name
    if name in INFIX:
        return text(f"_ {name} _")
    if name in PREFIX:
        return text(f"{name} _")
    if name in POSTFIX:
        return text(f"_ {name}")
    blanks = ", ".join("_" * param.arity)
    return text(f"{name}({blanks})" if param.arity else name)


def _variables(unit: tree.Variables) -> Doc:
    word = "VARIABLES" if len(unit.names) > 1 else "VARIABLE"
    return concat(word, " ", fill(text(name.name) for name in unit.names))


def _constants(unit: tree.Constants) -> Doc:
    word = "CONSTANTS" if len(unit.params) > 1 else "CONSTANT"
    return concat(word, " ", fill(map(_param, unit.params)))


def _recursive(unit: tree.Recursive) -> Doc:
    return concat("RECURSIVE ", fill(map(_param, unit.params)))


LEAVES: dict[type[tree.Node], Callable[[Any], Doc]] = {
    tree.Number: lambda node: text(node.text),
    tree.String: lambda node: text(f'"{node.text}"'),
    tree.At: lambda _: text("@"),
    tree.Hole: _hole,
    tree.Ident: lambda node: text(node.name),
    tree.Param: _param,
    tree.Variables: _variables,
    tree.Constants: _constants,
    tree.Recursive: _recursive,
    tree.Separator: lambda _: text("-" * RULER),
    tree.Broken: _hole,
    tree.ModuleFact: lambda node: text(f"MODULE {node.name}"),
    tree.Qed: lambda _: text("QED"),
}
"""The document of every class whose layout depends on nothing but itself."""


# ---- definitions ----


def defined(head: Doc, node: tree.Node, body: Doc) -> Doc:
    """`head == body`, the body on the same line if that looks well."""
    if isinstance(node, tree.Junction) and head.measure.flat <= _SHORT_HEAD:
        return concat(head, " ==", hang(2, body))
    return group(head, " ==", nest(2, LINE, align(body)))


def _left_side(unit: tree.Definition | tree.ModuleDefinition) -> Doc:
    local = "LOCAL " if unit.local else ""
    name = unit.name.name
    docs = [_param(param) for param in unit.params]
    if name in INFIX and len(docs) == 2:
        return concat(local, docs[0], f" {name} ", docs[1])
    if name in PREFIX:
        return concat(local, f"{name} ", docs[0])
    if name in POSTFIX:
        return concat(local, docs[0], name)
    return concat(local, name, *(["(", fill(docs), ")"] if docs else []))


def _definition(slot: Slot, unit: tree.Definition) -> Shape:
    return defined(_left_side(unit), unit.body, (yield Slot(unit.body)))


def _function_definition(slot: Slot, unit: tree.FunctionDefinition) -> Shape:
    bounds = yield from each(unit.bounds)
    body = yield Slot(unit.body)
    local = "LOCAL " if unit.local else ""
    head = group(local, unit.name.name, "[", fill(bounds), "]")
    return defined(head, unit.body, body)


def _module_definition(slot: Slot, unit: tree.ModuleDefinition) -> Shape:
    return concat(_left_side(unit), " == ", (yield Slot(unit.instance)))


def _instance(slot: Slot, unit: tree.Instance) -> Shape:
    docs = yield from each(unit.substitutions)
    local = "LOCAL " if unit.local else ""
    head = f"{local}INSTANCE {unit.module.name}"
    if not docs:
        return text(head)
    return group(head, nest(2, LINE, "WITH ", align(join(docs, ",", LINE))))


def _substitution(slot: Slot, node: tree.Substitution) -> Shape:
    return concat(node.name.name, " <- ", align((yield Slot(node.value))))


# ---- modules ----


def _module(slot: Slot, unit: tree.Module) -> Shape:
    title = f" MODULE {unit.name.name} "
    left = max(4, (RULER - len(title)) // 2)
    right = max(4, RULER - len(title) - left)
    header = "-" * left + title + "-" * right
    parts: list[Doc | str] = [header]
    if unit.extends:
        extends = fill(text(name.name) for name in unit.extends)
        parts += [NEWLINE, concat("EXTENDS ", extends)]
    docs = yield from each(unit.units)
    before: tree.Node | None = None
    for node, doc in zip(unit.units, docs, strict=True):
        parts += [NEWLINE, doc] if _belong_together(before, node) else [NEWLINE, NEWLINE, doc]
        before = node
    return concat(*parts, NEWLINE, "=" * len(header))


def _belong_together(before: tree.Node | None, node: tree.Node) -> bool:
    """Whether there is no empty line between two units."""
    declarations = (tree.Variables, tree.Constants)
    if isinstance(node, declarations):
        return isinstance(before, declarations)
    return isinstance(before, tree.Recursive)


# ---- statements and proofs ----


def _statement(kind: str, name: tree.Ident | None, body: tree.Expr, doc: Doc) -> Doc:
    if name is not None:
        return defined(text(f"{kind} {name.name}"), body, doc)
    return concat(kind, " ", align(doc))


def _assume(slot: Slot, unit: tree.Assume) -> Shape:
    return _statement(unit.kind, unit.name, unit.body, (yield Slot(unit.body)))


def _theorem(slot: Slot, unit: tree.Theorem) -> Shape:
    head = _statement(unit.kind, unit.name, unit.body, (yield Slot(unit.body)))
    if unit.proof is None:
        return head
    proof = yield Slot(unit.proof)
    indent = 2 if isinstance(unit.proof, tree.Leaf) else 0
    return concat(head, nest(indent, NEWLINE, proof))


def _use_hide(slot: Slot, unit: tree.UseHide | tree.Leaf) -> Shape:
    facts = yield from each(unit.facts)
    defs = yield from each(unit.defs)
    head = f"{unit.kind} ONLY" if unit.only else unit.kind
    lists = [fill(facts)] if facts else []
    if defs:
        lists.append(concat("DEF ", fill(defs)))
    return group(head, *([" ", align(join(lists, LINE))] if lists else []))


def _steps(slot: Slot, proof: tree.Steps) -> Shape:
    return join((yield from each(proof.steps)), NEWLINE)


def _step(slot: Slot, step: tree.Step) -> Shape:
    statement = yield Slot(step.statement)
    dot = "" if step.label.endswith(">") else "."
    head = concat(f"{step.label}{dot} ", align(statement))
    if step.proof is None:
        return head
    return concat(head, nest(2, NEWLINE, (yield Slot(step.proof))))


def _claim(slot: Slot, claim: tree.Claim) -> Shape:
    items: Sequence[tree.Expr] = claim.items
    if not claim.kind and isinstance(items[0], tree.Case):
        # A step that begins with CASE is a proof by cases.
        items = (tree.Parens(items[0]),)
    docs = yield from each(items)
    return concat(f"{claim.kind} " if claim.kind else "", fill(docs))


def _take(slot: Slot, take: tree.Take) -> Shape:
    return concat("TAKE ", fill((yield from each(take.bounds))))


def _pick(slot: Slot, pick: tree.Pick) -> Shape:
    bounds = yield from each(pick.bounds)
    body = yield Slot(pick.body)
    return group("PICK ", fill(bounds), " :", nest(2, LINE, align(body)))


def _define(slot: Slot, define: tree.Define) -> Shape:
    return concat("DEFINE ", align(join((yield from each(define.units)), NEWLINE)))


UNITS: dict[type[tree.Node], Callable[[Slot, Any], Shape]] = {
    tree.Definition: _definition,
    tree.FunctionDefinition: _function_definition,
    tree.ModuleDefinition: _module_definition,
    tree.Instance: _instance,
    tree.Substitution: _substitution,
    tree.Assume: _assume,
    tree.Theorem: _theorem,
    tree.UseHide: _use_hide,
    tree.Leaf: _use_hide,
    tree.Module: _module,
    tree.Steps: _steps,
    tree.Step: _step,
    tree.Claim: _claim,
    tree.Take: _take,
    tree.Pick: _pick,
    tree.Define: _define,
}
"""The shape of every class that is not part of an expression."""
