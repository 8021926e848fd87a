"""The names of an algorithm with their locations, for editors: parts, labels, and jumps to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from holdfast.front.pluscal import tree
from holdfast.front.pluscal.locate import find_algorithm
from holdfast.front.pluscal.options import Options, file_options
from holdfast.front.pluscal.parser import parse_algorithm
from holdfast.front.tla.syntax import tree as tla
from holdfast.source import Source, Span

PartKind: TypeAlias = Literal[
    "algorithm", "variable", "definition", "macro", "procedure", "process", "label", "parameter"
]


@dataclass(frozen=True, slots=True)
class Part:
    """A name that an algorithm declares, the text that belongs to it, and the names inside."""

    name: str
    kind: PartKind
    span: Span
    extent: Span
    inside: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Jump:
    """The use of a label, a procedure or a macro, in the part `context`."""

    name: str
    kind: PartKind
    span: Span
    context: str


@dataclass(frozen=True, slots=True)
class Outline:
    """The algorithm of a file: its parts, the jumps in it, and its tree."""

    algorithm: Part
    jumps: tuple[Jump, ...]
    node: tree.Algorithm

    def parts(self) -> Iterator[Part]:
        """All parts, outer ones first."""
        pending = [self.algorithm]
        while pending:
            part = pending.pop()
            yield part
            pending.extend(reversed(part.inside))


def outline(source: Source) -> Outline | None:
    """The outline of the algorithm in a file; None without one, or if it cannot be read."""
    span = find_algorithm(source)
    if span is None:
        return None
    options, _ = file_options(source, Options())
    algorithm, _ = parse_algorithm(span, options.version)
    if algorithm is None:
        return None
    at = source.text.find(algorithm.name, span.start, span.end)
    name = Span(source, at, at + len(algorithm.name))
    inside = tuple(_parts_of(algorithm))
    whole = Part(algorithm.name, "algorithm", name, span, inside)
    return Outline(whole, tuple(_jumps(algorithm)), algorithm)


def _parts_of(algorithm: tree.Algorithm) -> Iterator[Part]:
    yield from _declarations(algorithm.variables, "variable")
    for unit in algorithm.definitions:
        if isinstance(unit, tla.Definition | tla.FunctionDefinition | tla.ModuleDefinition):
            yield Part(unit.name.name, "definition", unit.name.span, unit.span)
    for macro in algorithm.macros:
        params = [Part(p.name, "parameter", p.span, p.span) for p in macro.params]
        inside = (*params, *_labels(macro.body))
        yield Part(macro.name.name, "macro", macro.name.span, macro.span, inside)
    for procedure in algorithm.procedures:
        inside = (
            *_declarations(procedure.params, "parameter"),
            *_declarations(procedure.locals, "variable"),
            *_labels(procedure.body),
        )
        yield Part(procedure.name.name, "procedure", procedure.name.span, procedure.span, inside)
    for process in algorithm.processes:
        inside = (*_declarations(process.locals, "variable"), *_labels(process.body))
        yield Part(process.name.name, "process", process.name.span, process.span, inside)
    yield from _labels(algorithm.body)


def _declarations(found: Iterable[tree.Declaration], kind: PartKind) -> Iterator[Part]:
    for each in found:
        yield Part(each.name.name, kind, each.name.span, each.span)


def _labels(block: tree.Block) -> Iterator[Part]:
    for statement in tree.walk(block):
        label = statement.label
        if label is not None:
            span = label.span._replace(end=label.span.start + len(label.name))
            yield Part(label.name, "label", span, statement.span)


def _jumps(algorithm: tree.Algorithm) -> Iterator[Jump]:
    bodies = [("", algorithm.body), *((m.name.name, m.body) for m in algorithm.macros)]
    bodies += [(p.name.name, p.body) for p in algorithm.procedures]
    bodies += [(p.name.name, p.body) for p in algorithm.processes]
    for context, body in bodies:
        for statement in tree.walk(body):
            yield from _jumps_of(statement, context)


def _jumps_of(statement: tree.Stmt, context: str) -> Iterator[Jump]:
    match statement:
        case tree.Goto(target):
            yield Jump(target.name, "label", target.span, context)
        case tree.Call(procedure, _, then):
            yield Jump(procedure.name, "procedure", procedure.span, context)
            if then is not None:
                yield from _jumps_of(then, context)
        case tree.MacroCall(macro):
            yield Jump(macro.name, "macro", macro.span, context)
        case _:
            pass


def bound_around(algorithm: tree.Algorithm, offset: int) -> tuple[str, ...]:
    """The names that `with` statements around an offset bind, and parameters of a macro."""
    found: list[str] = []
    for macro in algorithm.macros:
        if macro.span.start <= offset <= macro.span.end:
            found += [param.name for param in macro.params]
    for body in tree.bodies(algorithm):
        for statement in tree.walk(body):
            inside = statement.span.start <= offset <= statement.span.end
            if isinstance(statement, tree.With) and inside:
                found.append(statement.name.name)
    return tuple(found)
