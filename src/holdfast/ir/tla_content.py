"""What the TLA+ module of a system contains: constants, formulas, and the modules they need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import Property, System
from holdfast.ir.tla_config import is_plain
from holdfast.ir.tla_levels import has_field_names, library_name
from holdfast.source import Diagnostic, SpecError

COMMON = ("Naturals", "Integers", "Reals", "Sequences", "FiniteSets", "Bags", "TLC")
"""Standard modules in the usual order."""


@dataclass(frozen=True, slots=True)
class Content:
    """The parts of a system that its module contains.

    `constants` has the constant for each definition that is the value of one, `plain` the values
    that the configuration has. `parts` are all expressions of the module, `modules` those that it
    extends. `assumed` are definitions that only an assumption uses.
    """

    system: System
    constants: Mapping[str, str]
    plain: Mapping[str, ir.Expr]
    parts: tuple[ir.Expr, ...]
    modules: tuple[str, ...]
    assumed: Mapping[str, ir.Definition]


def content_of(system: System) -> Content:
    """The content of the module of a system; raises SpecError for a constant without a value."""
    constants = _constants(system)
    values = [system.definitions[c] for c in constants]
    plain = {d.name: d.body for d in values if not d.params and is_plain(d.body)}
    parts = tuple(p for e in _formulas(system, plain) for p in ir.walk(e))
    _require_values(set(system.constants) - set(constants.values()), parts)
    assumed = {n: d for n, d in _assumed(system, parts).items() if n not in constants}
    return Content(system, constants, plain, parts, _needed_modules(parts), assumed)


def _constants(system: System) -> dict[str, str]:
    """The definitions that are values of constants: they have their names, or no name of the spec.

    A definition that replaces a constant by name, as in `N <- Small`, is an ordinary one.
    """
    found = {c: c for c in system.constants if c in system.definitions}
    for r in system.replaced:
        invented = r.definition in system.definitions and r.definition != r.text
        if invented and r.definition and r.name in system.constants and r.name not in found:
            found.setdefault(r.definition, r.name)
    return found


def _formulas(system: System, plain: Mapping[str, ir.Expr]) -> Iterator[ir.Expr]:
    yield from (d.body for n, d in system.definitions.items() if n not in plain)
    yield from (e for _, e in system.hidden)
    yield from (e for _, _, e in behaviour_of(system))
    yield from (p.expr for p in system.assumptions)
    yield from (p.expr for _, _, group in checked_by(system) for p in group)


def _require_values(missing: set[str], parts: Iterable[ir.Expr]) -> None:
    for part in parts:
        if isinstance(part, ir.Name | ir.Call) and part.name in missing:
            message = f"the constant `{part.name}` has no value"
            raise SpecError(Diagnostic("model-missing-constant", message, part.span))


def _assumed(system: System, parts: Iterable[ir.Expr]) -> dict[str, ir.Definition]:
    """Definitions that only an assumption uses: they are printed as a part of it."""
    uses = Counter(p.name for p in parts if isinstance(p, ir.Name | ir.Call))
    called = [p.expr.name for p in system.assumptions if isinstance(p.expr, ir.Call)]
    alone = [n for n in called if uses[n] == 1 and n in system.definitions]
    return {n: d for n in alone if not (d := system.definitions[n]).params}


def behaviour_of(system: System) -> Iterator[tuple[str, str, ir.Expr]]:
    """The formulas of the behaviour, with their keywords in a configuration and usual names."""
    for keyword, usual, e in (
        ("SPECIFICATION", "Spec", system.specification),
        ("INIT", "Init", system.init_formula),
        ("NEXT", "Next", system.next_formula),
    ):
        if e is not None:
            yield keyword, usual, e


def checked_by(system: System) -> Iterator[tuple[str, str, tuple[Property, ...]]]:
    """The keywords of a configuration for other formulas, with a name for those that have none."""
    yield "INVARIANTS", "Invariant", system.invariants
    yield "PROPERTIES", "Property", system.properties
    yield "CONSTRAINTS", "Constraint", system.constraints
    yield "ACTION_CONSTRAINTS", "ActionConstraint", system.action_constraints
    yield "POSTCONDITION", "Postcondition", system.postconditions
    yield "_POSSIBLE", "Possible", system.possible
    for keyword, p in (
        ("VIEW", system.view),
        ("SYMMETRY", system.symmetry),
        ("ALIAS", system.alias),
    ):
        yield keyword, keyword.capitalize(), () if p is None else (p,)


def _needed_modules(parts: Iterable[ir.Expr]) -> tuple[str, ...]:
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
    return (*(m for m in COMMON if m in found), *sorted(found.difference(COMMON)))


def model_values_in(parts: Iterable[ir.Expr]) -> list[str]:
    """The names of the model values among some expressions."""
    values = [p.args[0] for p in parts if isinstance(p, ir.Apply) and p.op is Op.MODEL]
    return list(dict.fromkeys(str(v.value) for v in values if isinstance(v, ir.Literal)))
