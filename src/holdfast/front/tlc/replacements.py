"""Effects of replacements on definitions: chains are rejected, recursion is detected."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace

from holdfast.front.tla.print.printer import print_expr
from holdfast.front.tlc.config import Assignment
from holdfast.ir import expr as ir
from holdfast.source import Diagnostic, Note, SpecError


def chained_replacements(constants: Iterable[Assignment]) -> Iterator[Diagnostic]:
    """Errors for each name that replaces another one and is itself replaced, as in TLC."""
    replaced = {a.name.name: a for a in constants if a.reading == "operator" and a.module is None}
    for a in replaced.values():
        name = print_expr(a.value)
        if name in replaced:
            note = Note("it is replaced here", replaced[name].span)
            message = f"`{name}` replaces `{a.name.name}`, but is itself replaced"
            help = f"name what `{a.name.name}` is finally replaced by"
            yield Diagnostic("model-replacement", message, a.value.span, help, (note,))


def mark_recursion(definitions: Mapping[str, ir.Definition]) -> dict[str, ir.Definition]:
    """The definitions, with those that a replacement makes recursive marked as such.

    Raises SpecError for infinite recursion, without an argument that could change.
    """
    called = {name: _called(d.body) & definitions.keys() for name, d in definitions.items()}
    plain = {name: d for name, d in definitions.items() if not d.params}
    at_once = {name: _called_at_once(d.body) & plain.keys() for name, d in plain.items()}
    endless = _circular(at_once)
    if endless:
        raise SpecError(*(_endless(definitions[name]) for name in definitions if name in endless))
    circular = _circular(called)
    return {
        name: replace(d, recursive=True) if name in circular and not d.recursive else d
        for name, d in definitions.items()
    }


def variables_read(
    e: ir.Expr, variables: Container[str], definitions: Mapping[str, ir.Definition]
) -> list[str]:
    """The variables that an expression may read, also through what it calls."""
    names = dict.fromkeys(_called(e))
    pending = list(names)
    while pending:
        called = definitions.get(pending.pop())
        new = [] if called is None else [n for n in _called(called.body) if n not in names]
        names |= dict.fromkeys(new)
        pending += new
    return sorted(name for name in names if name in variables)


def _called(body: ir.Expr) -> set[str]:
    return {part.name for part in ir.walk(body) if isinstance(part, ir.Call | ir.Name)}


def _called_at_once(body: ir.Expr) -> set[str]:
    """The definitions called before any function or operator inside is applied."""
    found: set[str] = set()
    pending = [body]
    while pending:
        match pending.pop():
            case ir.Bind(ir.Binder.FUNCTION, bounds, _):
                pending += [b.domain for b in bounds if b.domain is not None]
            case ir.Lambda():
                pass
            case e:
                if isinstance(e, ir.Call | ir.Name):
                    found.add(e.name)
                pending += ir.children(e)
    return found


def _circular(called: Mapping[str, set[str]]) -> set[str]:
    """The recursive definitions."""
    left = dict(called)
    size = -1
    while size != len(left):
        # Most are on no cycle: remove those without successors or predecessors among the rest.
        size = len(left)
        left = {name: there for name, each in left.items() if (there := each & left.keys())}
        used = set().union(*left.values())
        left = {name: each for name, each in left.items() if name in used}
    return {name for name in left if _reaches(name, left)}


def _reaches(name: str, called: Mapping[str, set[str]]) -> bool:
    seen: set[str] = set()
    pending = set(called[name])
    while pending:
        other = pending.pop()
        seen.add(other)
        pending |= called.get(other, set()) - seen
    return name in seen


def _endless(definition: ir.Definition) -> Diagnostic:
    message = f"`{definition.name}` has infinite recursion: it is defined in terms of itself"
    return Diagnostic("eval-endless", message, definition.span)
