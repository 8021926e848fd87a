"""A system as a TLA+ module and a configuration, which TLC and holdfast read with one meaning.

The system is as a front end makes it, before all passes. A constant is declared, and gets its
value in the configuration:

    N == 3        CONSTANT N                        N = 3
    M == 1..3     CONSTANT M    const_M == 1..3     M <- const_M
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import PurePath

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import Property, System
from holdfast.ir.tla_config import Config, is_plain, model_value_names, plain_text
from holdfast.ir.tla_expr import recursive_function, recursive_text
from holdfast.ir.tla_layout import WIDTH, definition_lines, lines
from holdfast.ir.tla_levels import has_field_names, library_name
from holdfast.ir.tla_names import Renaming, fitting, fitting_names, names_of_module
from holdfast.source import Diagnostic, Span, SpecError

_COMMON = ("Naturals", "Integers", "Reals", "Sequences", "FiniteSets", "Bags", "TLC")
"""Modules in the usual order. No name is one of their operators, even if they are not extended."""


@dataclass(frozen=True, slots=True)
class TlaModule:
    """The text of a module, and of the configuration of its model."""

    name: str
    text: str
    config: str


def tla_module(system: System) -> TlaModule:
    """A system as TLA+; raises SpecError for what TLA+ text cannot express."""
    printed = _Printed(system)
    name = fitting(system.name, {*_COMMON, *printed.modules})
    title = f" MODULE {name} "
    dashes = "-" * max(4, (WIDTH - len(title)) // 2)
    paragraphs = [*printed.heading(), *printed.definitions(), *printed.rest()]
    text = "\n\n".join([f"{dashes}{title}{dashes}", *paragraphs, "=" * WIDTH])
    return TlaModule(name, f"{text}\n", printed.config().text())


class _Printed:
    """The parts of the module of one system."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.constants = tuple(c for c in system.constants if c in system.definitions)
        values = {c: system.definitions[c] for c in self.constants}
        self.plain = {c: d.body for c, d in values.items() if not d.params and is_plain(d.body)}
        self.defined = {c: d for c, d in values.items() if c not in self.plain}
        self.parts = [p for e in self._formulas() for p in ir.walk(e)]
        self.assumed = self._assumed()
        self._require_values()
        self.modules = needed_modules(self.parts)
        self.renaming = self._renaming()
        self.entries = self._entries()

    def _formulas(self) -> Iterator[ir.Expr]:
        """Every expression that the module contains."""
        system = self.system
        yield from (d.body for n, d in system.definitions.items() if n not in self.plain)
        yield from (e for _, e in system.hidden)
        for e in (system.specification, system.init_formula, system.next_formula):
            if e is not None:
                yield e
        yield from (p.expr for p in system.assumptions)
        yield from (p.expr for _, group in _groups(system) for p in group)

    def _assumed(self) -> dict[str, ir.Definition]:
        """Definitions that only an assumption uses: they are printed as a part of it."""
        uses = Counter(p.name for p in self.parts if isinstance(p, ir.Name | ir.Call))
        called = [p.expr for p in self.system.assumptions if isinstance(p.expr, ir.Call)]
        plain = [self.system.definitions[e.name] for e in called if not e.args]
        return {d.name: d for d in plain if uses[d.name] == 1 and d.name not in self.constants}

    def _require_values(self) -> None:
        missing = set(self.system.constants) - set(self.constants)
        for part in self.parts:
            if isinstance(part, ir.Name | ir.Call) and part.name in missing:
                message = f"the constant `{part.name}` has no value"
                raise SpecError(Diagnostic("model-missing-constant", message, part.span))

    # ---- names ----

    def _renaming(self) -> Renaming:
        system = self.system
        operators = [names_of_module(m) for m in dict.fromkeys((*_COMMON, *self.modules))]
        forbidden = frozenset[str]().union(*operators)
        declared = (*system.variables, *self.constants, *system.definitions)
        self.names = fitting_names(declared, forbidden)
        self.taken = {*forbidden, *self.names.values()}
        self.value_definitions = {c: self._new_name(f"const_{c}") for c in self.defined}
        bodies = (*self.parts, *(p for e in self.plain.values() for p in ir.walk(e)))
        self.model_values = model_value_names(_model_values(bodies))
        self.value_constants = self._value_constants()
        self.property_names = {
            id(p): self._property_name(p, keyword)
            for keyword, group in _groups(system)
            for p in group
        }
        hidden = dict(system.hidden)
        return Renaming(self.names, self.value_constants, frozenset(self.taken), hidden)

    def _new_name(self, wanted: str) -> str:
        name = fitting(wanted, self.taken)
        self.taken.add(name)
        return name

    def _value_constants(self) -> dict[str, str]:
        """For each model value in the module: a constant that has it, a new one if necessary."""
        found = {
            str(e.args[0].value): self.names[c]
            for c, e in self.plain.items()
            if isinstance(e, ir.Apply) and e.op is Op.MODEL and isinstance(e.args[0], ir.Literal)
        }
        for value in _model_values(self.parts):
            if value not in found:
                found[value] = self._new_name(value)
        return found

    def _property_name(self, p: Property, keyword: str) -> str:
        match p.expr:
            case ir.Call(name, ()) if name in self.names and name not in self.constants:
                return self.names[name]
            case _ if p.name.replace(".", "").replace("!", "").isidentifier():
                return self._new_name(p.name)
            case _:
                return self._new_name(keyword.capitalize())

    # ---- the parts of the module ----

    def heading(self) -> Iterator[str]:
        """What the module extends and declares."""
        if self.modules:
            yield "\n".join(_listed("EXTENDS", self.modules))
        constants = [self._declared(c) for c in self.constants]
        own = {self.names[c] for c in self.constants}
        constants += [c for c in self.value_constants.values() if c not in own]
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
        defined: set[str] = {*self.constants}
        for name in self._order():
            d = self.system.definitions[name]
            printed = self.renaming.definition(d, self.value_definitions.get(name))
            early = [n for n in self._used(d) if n not in defined and n not in declared]
            if recursive_function(printed) is not None:
                early.remove(name)
            declared.update(early)
            defined.add(name)
            rows = [_origin(name, printed.name, d.span)]
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
        entered = {*self.plain, *self.assumed}

        def visit(name: str) -> None:
            if name not in entered:
                entered.add(name)
                for used in self._used(self.system.definitions[name]):
                    if used not in self.constants:
                        visit(used)
                found[name] = None

        for name in self.system.definitions:
            visit(name)
        return list(found)

    def rest(self) -> Iterator[str]:
        """Assumptions, and definitions of formulas that have none."""
        for p in self.system.assumptions:
            word, e = "AXIOM " if p.axiom else "ASSUME ", p.expr
            if isinstance(e, ir.Call) and e.name in self.assumed:
                named = f"{self.names[e.name]} == " if e.name == p.name else ""
                word, e = f"{word}{named}", self.assumed[e.name].body
            rows = [_origin("", "", p.span), *lines(word, self.renaming.expr(e))]
            yield "\n".join(filter(None, rows))
        for name, e, span in self.formulas:
            d = ir.Definition(name, (), self.renaming.expr(e))
            yield "\n".join(filter(None, [_origin("", name, span), *definition_lines(d)]))

    # ---- the configuration ----

    def _entries(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The keywords of the configuration with the definitions that they name."""
        system = self.system
        self.formulas: list[tuple[str, ir.Expr, Span | None]] = []
        found: list[tuple[str, tuple[str, ...]]] = []
        behaviour = (
            ("SPECIFICATION", "Spec", system.specification),
            ("INIT", "Init", system.init_formula),
            ("NEXT", "Next", system.next_formula),
        )
        for keyword, usual, e in behaviour:
            if e is not None:
                name = self._property_name(Property(usual, e), keyword)
                found.append((keyword, (self._defined(name, e, e.span),)))
        for keyword, group in _groups(system):
            names = (self._defined(self.property_names[id(p)], p.expr, p.span) for p in group)
            if group:
                found.append((keyword, tuple(names)))
        return tuple(found)

    def _defined(self, name: str, e: ir.Expr, span: Span | None) -> str:
        if name not in (self.names[d] for d in self.system.definitions):
            self.formulas.append((name, e, span))
        return name

    def config(self) -> Config:
        """The configuration of the model."""
        rows = [
            f"{self.names[c]} = {plain_text(e, self.model_values)}" for c, e in self.plain.items()
        ]
        rows += [f"{self.names[c]} <- {name}" for c, name in self.value_definitions.items()]
        own = {self.names[c] for c in self.constants}
        rows += [
            f"{c} = {self.model_values[value]}"
            for value, c in self.value_constants.items()
            if c not in own
        ]
        return Config(tuple(rows), self.entries, self.system.check_deadlock)


def _groups(system: System) -> Iterator[tuple[str, tuple[Property, ...]]]:
    """The keywords of a configuration for formulas that are checked or limit the search."""
    yield "INVARIANTS", system.invariants
    yield "PROPERTIES", system.properties
    yield "CONSTRAINTS", system.constraints
    yield "ACTION_CONSTRAINTS", system.action_constraints
    yield "POSTCONDITION", system.postconditions
    yield "_POSSIBLE", system.possible
    for keyword, p in (
        ("VIEW", system.view),
        ("SYMMETRY", system.symmetry),
        ("ALIAS", system.alias),
    ):
        yield keyword, () if p is None else (p,)


def needed_modules(parts: Iterable[ir.Expr]) -> tuple[str, ...]:
    """The modules with the operators of some expressions, in the usual order."""
    found: set[str] = set()
    for part in parts:
        match part:
            case ir.Apply(Op.BUILTIN, args):
                found.add(library_name(args).partition("!")[0])
            case ir.Apply(Op.RECORD, args) if not has_field_names(args):
                found.add("TLC")
            case ir.Apply(op, _) if op.row.module:
                found.add(op.row.module)
            case ir.Literal(int(number)) if number < 0:
                found.add("Integers")
    if "Reals" in found:
        found.discard("Integers")
    if found & {"Reals", "Integers"}:
        found.discard("Naturals")
    return (*(m for m in _COMMON if m in found), *sorted(found.difference(_COMMON)))


def _model_values(parts: Iterable[ir.Expr]) -> list[str]:
    values = [p.args[0] for p in parts if isinstance(p, ir.Apply) and p.op is Op.MODEL]
    return list(dict.fromkeys(str(v.value) for v in values if isinstance(v, ir.Literal)))


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
