"""Find the specifications of other modules that properties require, each as a system of its own.

    Abs == INSTANCE Queue WITH q <- left \\o right
    PROPERTY Abs!Spec

    =>  a system with the variable `q`, the specification `Abs!Spec`,
        and the value of `q` in a state of the refining system: `left \\o right`

These systems are derived from the one that the front end makes: in it, a variable for which an
expression is substituted still has a name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in, substitute
from holdfast.ir.system import Property, System
from holdfast.passes.behaviour import find_behaviour
from holdfast.passes.inline_locals import inline_locals
from holdfast.source import SpecError

_HIDDEN = "@hidden"


@dataclass(frozen=True, slots=True)
class Abstraction:
    """A specification that a property requires, before any pass has run.

    `values` are those of the variables of `system`, over the variables of `refining`.
    """

    name: str
    system: System
    refining: System
    values: tuple[ir.Expr, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A formula that may be such a specification, and the universal quantifiers around it."""

    formula: ir.Expr
    name: str | None
    bounds: tuple[tuple[ir.Bound, ...], ...] = ()


def candidates(source: System, prop: Property) -> Iterator[Candidate]:
    """The parts of a property that have the form of a specification."""
    yield from _candidates(source, Candidate(prop.expr, None))


def abstraction_of(source: System, candidate: Candidate) -> Abstraction | None:
    """The specification as a system, if it is one of an instance."""
    reached = _Reached(source)
    reached.visit(candidate.formula)
    mapped = reached.abstract_variables()
    title = candidate.name or next((n for n in mapped if n in reached.hidden), None)
    if title is None:
        return None
    if candidate.name is None:
        title = title.rpartition("!")[0]
    names = _short_names(mapped, reached)
    called = {old: ir.Name(new) for old, new in names.items()}
    definitions = {
        n: replace(source.definitions[n], body=_renamed(source.definitions[n].body, called))
        for n in reached.definitions
    }
    nested = ((n, e) for n, e in source.hidden if n in reached.hidden and n not in mapped)
    given = _arguments(source, candidate.formula)
    values = tuple(substitute(reached.expanded(n), given) for n in mapped)
    formula = _renamed(candidate.formula, called)
    bare = without_model(source)
    return Abstraction(
        title,
        replace(
            bare,
            name=title,
            variables=tuple(names.values()),
            definitions=definitions,
            hidden=tuple((n, _renamed(e, called)) for n, e in nested),
            specification=formula,
            properties=(Property(title, formula),),
        ),
        source,
        values,
    )


def without_model(source: System) -> System:
    """The system without its behaviour and its properties."""
    return System(
        source.name,
        constants=source.constants,
        variables=source.variables,
        definitions=source.definitions,
        names=source.names,
        replaced=source.replaced,
        hidden=source.hidden,
        check_deadlock=False,
    )


def _candidates(source: System, at: Candidate) -> Iterator[Candidate]:
    e = at.formula
    # The name of a definition in the instance says more than that of a definition which names it.
    if isinstance(e, ir.Call) and "!" in e.name and at.name is None:
        at = replace(at, name=e.name)
    match e:
        case ir.Call(name, args) if name in source.definitions and at.name is None:
            definition = source.definitions[name]
            body = substitute(definition.body, dict(zip(definition.params, args, strict=True)))
            yield from _candidates(source, replace(at, formula=body))
        case ir.Apply(Op.AND, items) if at.name is None:
            parts = (replace(at, formula=item) for item in items)
            found = [c for part in parts for c in _candidates(source, part)]
            yield from found
            if not found and _is_specification(source, e):
                yield at
        case _ if _is_specification(source, e):
            yield at
        case ir.Let() if (inlined := inline_locals(e)) is not None:
            yield from _candidates(source, replace(at, formula=inlined))
        case ir.Bind(Binder.FORALL, bounds, body):
            yield from _candidates(source, replace(at, formula=body, bounds=(*at.bounds, bounds)))
        case _:
            return


def _is_specification(source: System, e: ir.Expr) -> bool:
    try:
        return find_behaviour(replace(source, specification=e)).next_formula is not None
    except SpecError:
        return False


class _Reached:
    """The definitions and variables that a formula mentions, itself or through definitions."""

    def __init__(self, source: System) -> None:
        self.source = source
        self.definitions: dict[str, None] = {}
        self.variables: dict[str, None] = {}
        self.hidden: dict[str, None] = {}
        self.written: dict[str, set[str]] = {}
        self._substituted: Mapping[str, ir.Expr] = dict(source.hidden)

    def visit(self, e: ir.Expr) -> None:
        """Add what an expression mentions."""
        pending = [e]
        while pending:
            e = pending.pop()
            self._note_texts(e)
            for name in sorted(names_in(e)):
                if name in self._substituted:
                    self.hidden.setdefault(name)
                elif name in self.source.variables:
                    self.variables.setdefault(name)
                elif name in self.source.definitions and name not in self.definitions:
                    self.definitions[name] = None
                    pending.append(self.source.definitions[name].body)

    def _note_texts(self, e: ir.Expr) -> None:
        """Remember what the source says where variables are used: `x`, if `y` is put for it."""
        for part in ir.walk(e):
            if isinstance(part, ir.Name) and part.name in self.source.variables and part.span:
                self.written.setdefault(part.name, set()).add(part.span.text)

    def abstract_variables(self) -> tuple[str, ...]:
        """The variables; not those of an instance inside, whose values depend on the others."""
        own = [n for n, _ in self.source.hidden if n in self.hidden and not self._depends(n)]
        for name in self.hidden:
            if name not in own:
                self.visit(self._substituted[name])
        return (*own, *(v for v in self.source.variables if v in self.variables))

    def _depends(self, name: str) -> bool:
        below = _Reached(self.source)
        below.visit(self._substituted[name])
        return any(n in self.hidden for n in below.hidden) or any(
            n in self.variables for n in below.variables
        )

    def expanded(self, name: str) -> ir.Expr:
        """The value of an abstract variable, without variables of instances around."""
        value = self._substituted.get(name)
        if value is None:
            return ir.Name(name)
        inner = {n: self.expanded(n) for n in names_in(value) if n in self._substituted}
        return substitute(value, inner)


def _arguments(source: System, e: ir.Expr) -> dict[str, ir.Expr]:
    """The arguments of a parametrised instance, by the names that its definitions have for them."""
    if not isinstance(e, ir.Call) or e.name not in source.definitions:
        return {}
    return dict(zip(source.definitions[e.name].params, e.args, strict=True))


def _short_names(mapped: tuple[str, ...], reached: _Reached) -> dict[str, str]:
    """The names of abstract variables as their module declares them, as far as they are unused."""
    bodies = (reached.source.definitions[n].body for n in reached.definitions)
    taken = {*reached.definitions, *reached.source.constants}
    taken.update(n for body in bodies for n in names_in(body))
    taken.difference_update(mapped)
    names: dict[str, str] = {}
    for name in mapped:
        full = name.removesuffix(_HIDDEN)
        texts = reached.written.get(name, {full.rpartition("!")[2]})
        short = min(texts) if len(texts) == 1 else full
        names[name] = short if short.isidentifier() and short not in taken else full
        taken.add(names[name])
    return names


def _renamed(e: ir.Expr, called: Mapping[str, ir.Expr]) -> ir.Expr:
    """An expression over the abstract variables by their new names."""

    def rule(part: ir.Expr) -> ir.Expr | None:
        match part:
            case ir.Name(name) if name in called:
                return replace(called[name], span=part.span)
            case ir.Enabled(fresh=fresh):
                return replace(part, fresh=tuple(n for n in fresh if n not in called))
            case _:
                return None

    return ir.rewrite(rule, e)
