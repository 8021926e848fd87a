"""Hover: one line about the name under the cursor, then its comment."""

from __future__ import annotations

from pathlib import Path

from holdfast.front.tla.index import Occurrence, Target, declaration_of, nodes_around
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.names.builtins import LEVEL_NAMES, ROWS
from holdfast.front.tla.names.declare import describe, origin_of
from holdfast.front.tla.syntax import tree
from holdfast.lsp.comments import comment_below, comment_of
from holdfast.lsp.facts import Facts
from holdfast.source import Span

_MOST_VALUE = 200


def describe_target(target: Target, facts: Facts, where: sym.ResolvedModule | None) -> str:
    """The line about a name, in Markdown."""
    parts = [f"`{signature(target)}`", _kind(target, facts)]
    parts += [f"`{_cut(t)}`" for t in (_type(target, facts),) if t]
    value = facts.constants.get(target.name) if isinstance(target, sym.Constant) else None
    if value is not None:
        place = f" in {Path(facts.config).name}" if facts.config else ""
        parts.append(f"`= {_cut(value)}`{place}")
    home = _home(target)
    if home is not None and (where is None or home.name != where.name):
        parts.append(f"module `{home.name}`")
    return " · ".join(parts)


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_VALUE else f"{text[:_MOST_VALUE]} ..."


def signature(target: Target) -> str:
    """A name with its parameters: `Send(p, F(_))`."""
    match target:
        case sym.ResolvedModule():
            return f"MODULE {target.name}"
        case sym.Operator(node=tree.FunctionDefinition() as node):
            names = (ident.name for bound in node.bounds for ident in bound.names)
            return f"{target.name}[{', '.join(names)}]"
        case sym.LabelName():
            return f"{target.name}::"
        case sym.Operator() | sym.Instance() | sym.Instantiated():
            return _applied(target.name, parameters(target))
        case sym.Fact() | sym.StepName() | sym.Unknown():
            return target.name
        case _:
            return _applied(target.name, ("_",) * target.arity)


def parameters(target: Target) -> tuple[str, ...]:
    """The parameters of an operator as they are declared."""
    match target:
        case sym.Operator() | sym.Instance() | sym.Instantiated():
            return tuple(_applied(p.name, ("_",) * p.arity) for p in target.params)
        case sym.Constant() | sym.NewName() | sym.Parameter() | sym.BuiltIn():
            return ("_",) * target.arity
        case _:
            return ()


def _applied(name: str, params: tuple[str, ...]) -> str:
    if not params:
        return name
    if name[0].isalnum() or name[0] == "_":
        return f"{name}({', '.join(params)})"
    return f"{params[0]} {name} {params[1]}" if len(params) > 1 else f"{name} {params[0]}"


def level_of(target: Target) -> int | None:
    """The level of a name: 0 constant, 1 state, 2 action, 3 temporal; None if it has none."""
    match target:
        case sym.BuiltIn():
            return ROWS[target.name].level
        case sym.Constant() | sym.Parameter() | sym.BoundName():
            return 0
        case sym.Variable():
            return 1
        case sym.NewName(level=level):
            return level
        case sym.Operator() | sym.Instantiated() | sym.Fact():
            return None if target.levels is None else target.levels.level
        case _:
            return None


def _kind(target: Target, facts: Facts) -> str:
    match target:
        case sym.ResolvedModule():
            return "module of the library" if target.bundled else "module"
        case sym.LabelName():
            return "label"
        case sym.Constant() | sym.Variable() | sym.BuiltIn():
            return describe(target).split(" ", 1)[1]
        case sym.Fact(node=tree.Assume()):
            return "assumption"
        case sym.Fact(node=tree.Theorem()):
            return "theorem"
        case sym.Fact() | sym.StepName():
            return "proof step"
        case sym.Operator() | sym.Instantiated() if isinstance(origin_of(target), sym.Operator):
            return _level_words(target, facts)
        case _:
            return describe(target).split(" ", 1)[1]


def _level_words(target: sym.Symbol, facts: Facts) -> str:
    level = level_of(target)
    if level is None:
        return "definition"
    words = LEVEL_NAMES[level].split(" ", 1)[1]
    is_predicate = (_type(target, facts) or "").endswith("BOOLEAN")
    return "state predicate" if level == 1 and is_predicate else words


def _type(target: Target, facts: Facts) -> str | None:
    match target:
        case sym.Constant() | sym.Variable():
            return facts.types.get(target.name)
        case sym.Operator(depth=0) if not target.module.bundled:
            return facts.types.get(target.name)
        case _:
            return None


def _home(target: Target) -> sym.ResolvedModule | None:
    origin = origin_of(target) if isinstance(target, sym.Instantiated) else target
    match origin:
        case sym.Operator() | sym.Constant() | sym.Variable() | sym.Fact() | sym.Instance():
            return origin.module
        case _:
            return None


def target_comment(target: Target) -> str:
    """The comment of a declaration."""
    span = declaration_of(target)
    if span is None:
        return ""
    home = target if isinstance(target, sym.ResolvedModule) else _home(target)
    if home is None:
        return ""
    if isinstance(target, sym.ResolvedModule):
        return comment_below(target.source, span)
    return comment_of(home.source, _extent(home, span), Span(home.source, span.start, span.end))


def _extent(home: sym.ResolvedModule, span: Span) -> Span:
    """The whole declaration, above which a comment may be."""
    for node in reversed(nodes_around(home.node, span.start)):
        match node:
            case tree.Variables() | tree.Constants() if len(tuple(tree.children(node))) > 1:
                # A comment above the list is about all of its names.
                return span
            case tree.Ident() | tree.Param() | tree.Module():
                continue
            case _:
                return node.span
    return span


def hover_text(found: Occurrence, facts: Facts, where: sym.ResolvedModule | None) -> str:
    """What is shown about a name: one line, then its comment."""
    line = describe_target(found.target, facts, where)
    comment = target_comment(found.target)
    return f"{line}\n\n{comment}" if comment else line
