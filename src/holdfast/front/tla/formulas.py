"""Formulas in the scope of a spec, resolved as if they were at its end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from holdfast.front.document import Scratch
from holdfast.front.tla.bundled import module_defining
from holdfast.front.tla.modules import Spec, resolve_beside
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.names.builtins import ACTION, STATE, TEMPORAL
from holdfast.front.tla.names.suggestions import declared_idents
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.parser import parse_definitions, parse_expression
from holdfast.source import Diagnostic, Source, SpecError, errors


def read_predicates(
    spec: Spec, texts: Sequence[Source], scratch: Scratch | None = None, *, actions: bool = False
) -> tuple[sym.Operator, ...]:
    """A definition for each formula over states; raises SpecError with all errors in them.

    With `actions` they may have primes.
    """
    operators = read_formulas(spec, texts, scratch)
    wrong = tuple(d for operator in operators if (d := _too_high(operator, actions)) is not None)
    if wrong:
        raise SpecError(*wrong)
    return operators


def read_formulas(
    spec: Spec, texts: Sequence[Source], scratch: Scratch | None = None
) -> tuple[sym.Operator, ...]:
    """A definition for each formula of any level; raises SpecError with all errors in them."""
    if not texts:
        return ()
    before = [
        unit for s in (scratch.definitions if scratch else ()) for unit in parse_definitions(s)
    ]
    bodies = _parse_all(texts)
    # No name of a spec looks like this.
    names = [f"formula@{number}" for number in range(len(bodies))]
    units = [
        tree.Definition(tree.Ident(name, span=body.span), (), body, span=body.span)
        for name, body in zip(names, bodies, strict=True)
    ]
    extends = _modules_of(spec, (*before, *units)) if scratch is not None else ()
    module = resolve_beside(spec, (*before, *units), extends)
    if wrong := errors(module.diagnostics):
        raise SpecError(*wrong)
    found = [module.names[name] for name in names]
    return tuple(symbol for symbol in found if isinstance(symbol, sym.Operator))


_DEFINES = re.compile(r"\s*(RECURSIVE\b|LOCAL\b|\w+\s*(\([^()]*\)|\[[^\[\]]*\])?\s*==)")


def defined_names(text: Source) -> tuple[str, ...] | None:
    """The names that a text defines; None if it is an expression. Raises SpecError."""
    try:
        parse_expression(text)
    except SpecError as no_expression:
        try:
            units = parse_definitions(text)
        except SpecError as no_definition:
            # The error that belongs to what the text looks like.
            raise (no_definition if _DEFINES.match(text.text) else no_expression) from None
        return tuple(ident.name for unit in units for ident in declared_idents(unit))
    return None


def _modules_of(spec: Spec, units: Sequence[tree.Unit]) -> tuple[str, ...]:
    """The bundled modules of names that are used here and not visible in the spec."""
    nodes = [node for unit in units for node in tree.walk(unit)]
    bound = {n.name for n in nodes if isinstance(n, tree.Ident | tree.Param)}
    used = dict.fromkeys(name for n in nodes for name in _used(n))
    missing = [n for n in used if n not in bound and n not in spec.module.names]
    return tuple(dict.fromkeys(home for n in missing if (home := module_defining(n)) is not None))


def _used(node: tree.Node) -> tuple[str, ...]:
    """The operator that an expression applies."""
    match node:
        case tree.Ref(name):
            return (name,)
        case tree.Infix(op) | tree.Prefix(op) | tree.Postfix(op):
            return (op,)
        case _:
            return ()


def _parse_all(texts: Sequence[Source]) -> list[tree.Expr]:
    bodies: list[tree.Expr] = []
    complaints: list[Diagnostic] = []
    for text in texts:
        try:
            bodies.append(parse_expression(text))
        except SpecError as error:
            complaints += error.diagnostics
    if complaints:
        raise SpecError(*complaints)
    return bodies


def _too_high(operator: sym.Operator, actions: bool) -> Diagnostic | None:
    """The diagnostic for a formula that is not a state predicate, or not an action."""
    level = operator.levels.level if operator.levels is not None else STATE
    if level <= (ACTION if actions else STATE):
        return None
    what = "a temporal formula" if level == TEMPORAL else "an action"
    required = "a state predicate or an action is" if actions else "a state predicate is"
    message = f"this formula is {what}, but {required} required"
    return Diagnostic("model-property-form", message, operator.span)
