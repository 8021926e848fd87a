"""From the text of a `.diagram` file to diagrams; `docs/diagram.md` has the format.

After an error, reading goes on with the next line, so that one error does not hide others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from holdfast.diagram.diagram import (
    Action,
    Annotation,
    Claim,
    Diagram,
    Diagrams,
    Edge,
    Fairness,
    Literal,
    Node,
    Ordering,
    Predicate,
    Refinement,
)
from holdfast.diagram.line import Line
from holdfast.diagram.texts import compact, is_identifier, unquoted, unwrapped, without_comment
from holdfast.diagram.well_formed import ORDERS, problems
from holdfast.source import Diagnostic, Source, Span, SpecError

_PARTS = "spec parameter predicate action abstract ordering node edge claim end".split()


@dataclass(slots=True)
class _Open:
    """A diagram of which some lines are read."""

    name: str
    span: Span
    spec: str | None = None
    parameters: list[tuple[str, str]] = field(default_factory=list)
    predicates: list[Predicate] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    orderings: list[Ordering] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)

    def diagram(self) -> Diagram:
        """The diagram of these parts; formulas in nodes become predicates."""
        known = {compact(p.text): p.name for p in self.predicates}
        nodes = []
        for node in self.nodes:
            literals = []
            for each in node.literals:
                name = each.predicate
                if name not in {p.name for p in self.predicates} and not is_identifier(name):
                    if compact(name) not in known:
                        known[compact(name)] = name
                        self.predicates.append(Predicate(name, name, span=each.span))
                    name = known[compact(name)]
                literals.append(Literal(name, each.positive, span=each.span))
            nodes.append(Node(node.name, tuple(literals), node.initial, span=node.span))
        return Diagram(
            self.name,
            tuple(self.predicates),
            tuple(self.actions),
            tuple(self.orderings),
            tuple(nodes),
            tuple(self.edges),
            tuple(self.claims),
            self.spec,
            tuple(self.parameters),
            span=self.span,
        )


@dataclass(slots=True)
class _OpenRefinement:
    """A refinement of which some lines are read."""

    concrete: str
    abstract: str
    span: Span
    mapping: dict[str, str] = field(default_factory=dict)


_Block: TypeAlias = _Open | _OpenRefinement


def read_diagrams(source: Source) -> Diagrams:
    """The diagrams of a file; raises `SpecError` with all errors of it."""
    reader = _Reader()
    for line in _lines(source):
        reader.read(line)
    reader.close(None)
    found = Diagrams(tuple(reader.diagrams), tuple(reader.refinements))
    if not reader.errors:
        reader.errors.extend(problems(found))
    if not reader.errors and not found.diagrams:
        message = "the file has no diagram"
        reader.errors.append(Diagnostic("diagram-syntax", message, Span(source, 0, 0)))
    if reader.errors:
        raise SpecError(*sorted(reader.errors, key=lambda d: d.span.start if d.span else 0))
    return found


def read_part(diagram: Diagram, text: str) -> Diagram:
    """A diagram with one more part, in the text format: the last of its kind.

    Whether its names are declared is not checked. Raises `SpecError`.
    """
    source = Source("<part>", text)
    if "\n" in text.strip() or not without_comment(text).strip():
        message = "a part of a diagram is one line"
        raise SpecError(Diagnostic("diagram-syntax", message, Span(source, 0, len(text))))
    line = Line(source, 0, without_comment(text))
    block = _Open(
        diagram.name,
        Span(source, 0, 0),
        None if line.peek() == "spec" else diagram.spec,
        list(diagram.parameters),
        list(diagram.predicates),
        list(diagram.actions),
        list(diagram.orderings),
        list(diagram.nodes),
        list(diagram.edges),
        list(diagram.claims),
    )
    _read_part(line, block)
    line.finish()
    return block.diagram()


def _lines(source: Source) -> Iterator[Line]:
    for number, start in enumerate(source.line_starts, 1):
        text = without_comment(source.line(number))
        if text.strip():
            yield Line(source, start, text)


class _Reader:
    def __init__(self) -> None:
        self.diagrams: list[Diagram] = []
        self.refinements: list[Refinement] = []
        self.errors: list[Diagnostic] = []
        self.block: _Block | None = None

    def read(self, line: Line) -> None:
        """Read one line, and keep its error."""
        try:
            self._read(line)
        except SpecError as error:
            self.errors.extend(error.diagnostics)

    def _read(self, line: Line) -> None:
        first = line.peek()
        if first in ("diagram", "refinement") and not self._is_mapping(line):
            self.close(line.span())
            self.block = self._begin(line)
            line.finish()
            return
        if first == "end" and not self._is_mapping(line):
            line.expect("end")
            line.finish()
            if self.block is None:
                raise line.wrong("`end` without a diagram or refinement", 0)
            self.close(None, ended=True)
            return
        match self.block:
            case None:
                help = "begin with `diagram NAME`"
                raise line.wrong("this is outside of a diagram", help=help)
            case _OpenRefinement():
                _read_mapping(line, self.block)
            case _Open():
                _read_part(line, self.block)
        line.finish()

    def _is_mapping(self, line: Line) -> bool:
        """Whether a line of a refinement maps nodes that are named like keywords."""
        return isinstance(self.block, _OpenRefinement) and "->" in line.text

    def _begin(self, line: Line) -> _Block:
        if line.takes("diagram"):
            begin = line.at
            name = line.name("the diagram")
            return _Open(name, line.span(begin + 1))
        line.expect("refinement")
        concrete = line.name("a diagram")
        line.expect("refines")
        return _OpenRefinement(concrete, line.name("a diagram"), line.span())

    def close(self, span: Span | None, ended: bool = False) -> None:
        """End the diagram or refinement that is being read, if any."""
        block, self.block = self.block, None
        if block is None:
            return
        if not ended:
            what = block.name if isinstance(block, _Open) else block.concrete
            message = f"`{what}` has no `end`"
            self.errors.append(Diagnostic("diagram-unclosed", message, span or block.span))
        if isinstance(block, _Open):
            self.diagrams.append(block.diagram())
        else:
            mapping = MappingProxyType(block.mapping)
            made = Refinement(block.concrete, block.abstract, mapping, span=block.span)
            self.refinements.append(made)


# ---- the parts of a diagram ----


def _read_part(line: Line, to: _Open) -> None:
    keyword = line.word()
    match keyword:
        case "spec":
            if to.spec is not None:
                raise line.wrong("the diagram has a spec already", 0)
            to.spec = line.name("a file")
        case "parameter":
            name = line.name("a parameter")
            line.expect("\\in")
            to.parameters.append((name, line.formula("a set")))
        case "predicate":
            to.predicates.append(_predicate(line))
        case "action" | "abstract":
            if keyword == "abstract":
                line.expect("action")
            to.actions.append(_action(line, keyword == "abstract"))
        case "ordering":
            to.orderings.append(_ordering(line))
        case "node":
            to.nodes.append(_node(line))
        case "edge":
            to.edges.extend(_edges(line))
        case "claim":
            name = line.name("the claim")
            line.expect("==")
            to.claims.append(Claim(name, line.formula("a formula"), span=line.span()))
        case _:
            line.at = 0
            raise line.wrong("expected a part of a diagram", help=f"one of {', '.join(_PARTS)}")


def _predicate(line: Line) -> Predicate:
    if line.is_at("("):
        inside = unwrapped(line.formula("a formula"))
        if inside is None or not inside:
            line.at = 0
            raise line.wrong("a formula without a name is in parentheses")
        return Predicate(inside, inside, span=line.span())
    name = line.name("the predicate")
    text = line.formula("a formula") if line.takes("==") else name
    return Predicate(name, text, span=line.span())


def _action(line: Line, abstract: bool) -> Action:
    name = line.name("the action")
    fairness = Fairness.NONE
    for each in (Fairness.WEAK, Fairness.STRONG):
        if line.takes(each.value):
            fairness = each
    enabled: tuple[str, ...] | None = None
    if line.takes("enabled"):
        enabled = () if line.takes("nowhere") else line.names("a node")
    text = line.formula("a formula") if line.takes("==") else None
    if abstract and text is not None:
        raise line.wrong("an abstract action has no formula", 0)
    return Action(name, fairness, text, enabled, abstract, span=line.span())


def _ordering(line: Line) -> Ordering:
    name = line.name("the ordering")
    order = next((each for each in ORDERS if line.takes(each)), "numbers")
    text = line.formula("a term") if line.takes("==") else name
    return Ordering(name, text, order, span=line.span())


def _node(line: Line) -> Node:
    name = line.name("the node")
    initial = line.takes("initial")
    literals: list[Literal] = []
    if line.takes(":"):
        literals = [_literal(line, at, text) for at, text in line.parts(",")]
    return Node(name, tuple(literals), initial, span=line.span())


def _literal(line: Line, at: int, text: str) -> Literal:
    span = line.span(at, at + len(text))
    if text.startswith("~"):
        predicate = _named(text[1:].strip())
        if predicate is not None:
            return Literal(predicate, False, span=span)
    return Literal(_named(text) or text, True, span=span)


def _named(text: str) -> str | None:
    """The predicate of a name or a formula in parentheses; None if the text is another."""
    if is_identifier(text):
        return text
    if text.startswith('"') and text.endswith('"') and '"' not in text[1:-1].replace('\\"', ""):
        return unquoted(text)
    return unwrapped(text)


def _edges(line: Line) -> Iterator[Edge]:
    source = line.name("a node")
    line.expect("->")
    target = line.name("a node")
    if not line.takes(":"):
        yield Edge(source, target, (), span=line.span())
        return
    begin: int | None = None
    while True:
        actions = () if line.is_at("(") else _actions(line)
        annotations = tuple(_annotations(line))
        yield Edge(source, target, actions, annotations, span=line.span(begin, line.at))
        if not line.takes("|"):
            return
        begin = line.at + 1


def _actions(line: Line) -> tuple[str, ...]:
    found = [line.name("an action")]
    while line.takes("&"):
        found.append(line.name("an action"))
    return tuple(found)


def _annotations(line: Line) -> Iterator[Annotation]:
    while line.takes("("):
        begin = line.at - 1
        ordering = line.name("an ordering")
        line.expect(",")
        strict = not line.takes("<=")
        if strict:
            line.expect("<")
        line.expect(")")
        yield Annotation(ordering, strict, span=line.span(begin, line.at))


def _read_mapping(line: Line, to: _OpenRefinement) -> None:
    names = line.names("a node")
    line.expect("->")
    target = line.name("a node")
    for name in names:
        if name in to.mapping:
            raise line.wrong(f"`{name}` is mapped already", 0)
        to.mapping[name] = target
    to.span = to.span.to(line.span())
