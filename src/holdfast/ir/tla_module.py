"""A system as a TLA+ module and a configuration, which TLC and holdfast read with one meaning.

The system is as a front end makes it, before all passes. A constant is declared, and gets its
value in the configuration:

    N == 3        CONSTANT N                        N = 3
    M == 1..3     CONSTANT M    const_M == 1..3     M <- const_M
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import PurePath

from holdfast.ir import expr as ir
from holdfast.ir.body import assertion_names
from holdfast.ir.system import System
from holdfast.ir.tla_arithmetic import spelled_system
from holdfast.ir.tla_config import Config, plain_text
from holdfast.ir.tla_content import COMMON, Content, behaviour_of, checked_by, content_of
from holdfast.ir.tla_expr import recursive_function, recursive_text
from holdfast.ir.tla_layout import WIDTH, definition_lines, lines
from holdfast.ir.tla_module_names import ModuleNames
from holdfast.ir.tla_names import fitting
from holdfast.source import Diagnostic, Span, SpecError


@dataclass(frozen=True, slots=True)
class TlaModule:
    """The text of a module, and of the configuration of its model."""

    name: str
    text: str
    config: str


def tla_module(system: System) -> TlaModule:
    """A system as TLA+; raises SpecError for what TLA+ text cannot express."""
    _require_expressible(system)
    content = content_of(spelled_system(system))
    printed = _Printed(content)
    name = fitting(system.name, {*COMMON, *content.modules})
    title = f" MODULE {name} "
    dashes = "-" * max(4, (WIDTH - len(title)) // 2)
    paragraphs = [*printed.heading(), *printed.definitions(), *printed.rest()]
    text = "\n\n".join([f"{dashes}{title}{dashes}", *paragraphs, "=" * WIDTH])
    return TlaModule(name, f"{text}\n", printed.config().text())


def _require_expressible(system: System) -> None:
    parts = {
        "transient states": system.transient is not None,
        "states that may end": system.may_end is not None,
        "assertions within actions": bool(assertion_names(system)),
        "behaviours that do not stutter": system.maximal,
    }
    for what, present in parts.items():
        if present:
            message = f"TLA+ text cannot express {what}"
            raise SpecError(Diagnostic("unsupported", message, None))


class _Printed:
    """The parts of the module of one system."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.system = content.system
        self.all_names = ModuleNames(content)
        self.names = self.all_names.names
        self.renaming = self.all_names.renaming()

    def heading(self) -> Iterator[str]:
        """What the module extends and declares."""
        if self.content.modules:
            yield "\n".join(_listed("EXTENDS", self.content.modules))
        constants = [self._declared(c) for c in self.content.constants]
        constants += self.all_names.own_value_constants().values()
        if constants:
            yield "\n".join(_listed("CONSTANTS" if constants[1:] else "CONSTANT", constants))
        variables = [self.names[v] for v in self.system.variables]
        if variables:
            renamed = [v for v in self.system.variables if self.names[v] != v]
            rows = [f"\\* {self.names[v]} is {_comment(v)}" for v in renamed]
            rows += _listed("VARIABLES" if variables[1:] else "VARIABLE", variables)
            yield "\n".join(rows)

    def _declared(self, constant: str) -> str:
        d = self.system.definitions[constant]
        return recursive_text(replace(d, name=self.names[constant]))

    def definitions(self) -> Iterator[str]:
        """The definitions, each after those that it uses, below comments with their origin."""
        declared: set[str] = set()
        defined: set[str] = {*self.content.constants}
        for name in self._order():
            d = self.system.definitions[name]
            printed = self.renaming.definition(d, self.all_names.value_definitions.get(name))
            known = defined | declared
            if recursive_function(printed) is not None:
                known.add(name)
            early = [n for n in self._used(d) if n not in known]
            declared.update(early)
            defined.add(name)
            source_name = self.content.constants.get(name, name)
            rows = [_origin(source_name, printed.name, d.span)]
            for n in early:
                other = self.system.definitions[n]
                rows.append(f"RECURSIVE {recursive_text(replace(other, name=self.names[n]))}")
            yield "\n".join([*filter(None, rows), *definition_lines(printed)])

    def _used(self, d: ir.Definition) -> list[str]:
        """The definitions that a definition calls, also through hidden variables."""
        hidden = dict(self.system.hidden)
        found: dict[str, None] = {}
        pending = [d.body]
        while pending:
            for part in ir.walk(pending.pop()):
                if isinstance(part, ir.Name | ir.Call) and part.name not in found:
                    found[part.name] = None
                    if part.name in hidden:
                        pending.append(hidden[part.name])
        return [name for name in found if name in self.system.definitions]

    def _order(self) -> list[str]:
        """The definitions to print, each after those that it uses, unless there is a cycle."""
        found: dict[str, None] = {}
        entered = {*self.content.plain, *self.content.assumed}

        def visit(name: str) -> None:
            if name not in entered:
                entered.add(name)
                for used in self._used(self.system.definitions[name]):
                    if used not in self.content.constants:
                        visit(used)
                found[name] = None

        for name in self.system.definitions:
            visit(name)
        return list(found)

    def rest(self) -> Iterator[str]:
        """Assumptions, and definitions of formulas that have none."""
        for p in self.system.assumptions:
            word, e = "AXIOM " if p.axiom else "ASSUME ", p.expr
            if isinstance(e, ir.Call) and e.name in self.content.assumed:
                named = f"{self.names[e.name]} == " if e.name == p.name else ""
                word, e = f"{word}{named}", self.content.assumed[e.name].body
            rows = [_origin("", "", p.span), *lines(word, self.renaming.expr(e))]
            yield "\n".join(filter(None, rows))
        for keyword, _, e in behaviour_of(self.system):
            yield from self._formula(self.all_names.behaviour[keyword], e, e.span)
        for _, _, group in checked_by(self.system):
            for p in group:
                yield from self._formula(self.all_names.of_property(p), p.expr, p.span)

    def _formula(self, name: str, e: ir.Expr, span: Span | None) -> Iterator[str]:
        """The definition of a formula, unless it just calls one."""
        if name not in (self.names[d] for d in self.system.definitions):
            d = ir.Definition(name, (), self.renaming.expr(e))
            yield "\n".join(filter(None, [_origin("", name, span), *definition_lines(d)]))

    def config(self) -> Config:
        """The configuration of the model."""
        names, plain = self.all_names, self.content.plain
        values = [
            f"{self.names[c]} = {plain_text(e, names.model_values)}" for c, e in plain.items()
        ]
        values += [f"{self.names[c]} <- {d}" for c, d in names.value_definitions.items()]
        own = names.own_value_constants()
        values += [f"{c} = {names.model_values[v]}" for v, c in own.items()]
        entries: list[tuple[str, tuple[str, ...]]] = [(k, (n,)) for k, n in names.behaviour.items()]
        for keyword, _, group in checked_by(self.system):
            entries += [(keyword, tuple(map(names.of_property, group)))] if group else []
        return Config(tuple(values), tuple(entries), self.system.check_deadlock)


def _listed(word: str, names: Iterable[str]) -> list[str]:
    """Names after a keyword, on several lines if there are many."""
    rows = [word]
    for i, name in enumerate(names):
        if i:
            rows[-1] += ","
        if len(rows[-1]) + len(name) + 2 > WIDTH:
            rows.append(" " * len(word))
        rows[-1] += f" {name}"
    return rows


def _origin(name: str, printed: str, span: Span | None) -> str:
    """A comment with the name in the source, if it was changed, and the location."""
    where = [] if span is None else [_location(span)]
    shown = [_comment(name)] if name and name != printed else []
    return f"\\* {', '.join([*shown, *where])}" if shown or where else ""


def _location(span: Span) -> str:
    line, _ = span.source.position(span.start)
    return f"{_comment(PurePath(span.source.name).name)}:{line}"


def _comment(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)
