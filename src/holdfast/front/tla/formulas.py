"""Formulas in the scope of a spec, resolved as if they were at its end."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.front.tla.modules import Spec, resolve_beside
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.names.builtins import ACTION, STATE, TEMPORAL
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.parser import parse_expression
from holdfast.source import Diagnostic, Source, SpecError, errors


def read_formulas(
    spec: Spec, texts: Sequence[Source], actions: bool = False
) -> tuple[sym.Operator, ...]:
    """A definition for each formula; raises SpecError with all errors in them.

    With `actions` they may have primes.
    """
    if not texts:
        return ()
    bodies = _parse_all(texts)
    # No name of a spec looks like this.
    names = [f"formula@{number}" for number in range(len(bodies))]
    units = [
        tree.Definition(tree.Ident(name, span=body.span), (), body, span=body.span)
        for name, body in zip(names, bodies, strict=True)
    ]
    module = resolve_beside(spec, units)
    if wrong := errors(module.diagnostics):
        raise SpecError(*wrong)
    found = [module.names[name] for name in names]
    operators = tuple(symbol for symbol in found if isinstance(symbol, sym.Operator))
    if wrong := tuple(
        d for operator in operators if (d := _too_high(operator, actions)) is not None
    ):
        raise SpecError(*wrong)
    return operators


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
