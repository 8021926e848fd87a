"""What to check without a configuration: the definitions with conventional names."""

from __future__ import annotations

import re
from dataclasses import replace

from holdfast.front.tla.modules import Spec
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.names.builtins import STATE, TEMPORAL
from holdfast.front.tla.property_candidates import (
    hides_variables,
    parts_of,
    theorem_properties,
    used_symbols,
)
from holdfast.front.tla.syntax import tree
from holdfast.front.tlc.config import Config

_INVARIANT_NAMES = re.compile(
    r"Type(OK|Ok|Invariant|Inv|Correct)$|Inv(ariant)?\d*$|.*Invariant$|Safety$"
)
_PROPERTY_NAMES = re.compile(r"Liveness$|Termination$|Live$")
_LIKELY_PROPERTIES = re.compile(r"(?!.*Spec)(Live|Termination$|.*Progress$|.*Eventually)")


def usual_names(spec: Spec) -> tuple[Config, tuple[str, ...]]:
    """A configuration made of the definitions with conventional names."""
    own = {n: s for n, s in spec.module.names.items() if isinstance(s, sym.Operator)}
    plain = {n: s for n, s in own.items() if not s.params and not s.module.bundled}
    found: list[str] = []

    def ident(name: str, role: str) -> tree.Ident:
        found.append(f"{name} ({role})")
        return tree.Ident(name, span=plain[name].span)

    config = Config()
    if "Spec" in plain:
        config = replace(config, specification=ident("Spec", "specification"))
    elif "Init" in plain and "Next" in plain:
        init, following = ident("Init", "initial predicate"), ident("Next", "next-state relation")
        config = replace(config, init=init, next=following)
    named = [n for n in plain if _INVARIANT_NAMES.match(n)]
    invariants = tuple(ident(n, "invariant") for n in named if _level(plain[n]) <= STATE)
    assumed = parts_of(plain.get("Spec"))
    properties = tuple(
        ident(n, "property")
        for n, symbol in plain.items()
        if _is_property(n, symbol) and symbol not in assumed and not hides_variables(symbol)
    )
    return replace(config, invariants=invariants, properties=properties), tuple(found)


def predicates(spec: Spec) -> tuple[str, ...]:
    """The definitions without parameters that are neither actions nor temporal formulas."""
    own = ((n, s) for n, s in spec.module.names.items() if isinstance(s, sym.Operator))
    return tuple(name for name, s in own if not s.params and _level(s) <= STATE)


def likely_properties(spec: Spec, config: Config) -> tuple[str, ...]:
    """Temporal formulas that look like properties, and that nothing uses."""
    used = used_symbols(*(m for m in spec.modules.values() if not m.bundled))
    roles = (config.specification, *config.invariants, *config.properties)
    asked = {n.name for n in roles if n is not None}
    stated = theorem_properties(spec)
    return tuple(
        name
        for name, symbol in spec.module.names.items()
        if isinstance(symbol, sym.Operator)
        and _level(symbol) == TEMPORAL
        and not symbol.params
        and not symbol.module.bundled
        and name not in asked
        and id(symbol) not in used
        and (name in stated or _LIKELY_PROPERTIES.match(name) or _INVARIANT_NAMES.match(name))
    )


def _level(symbol: sym.Operator) -> int:
    return symbol.levels.level if symbol.levels is not None else STATE


def _is_property(name: str, symbol: sym.Operator) -> bool:
    """Whether a temporal formula is named like a property, or like an invariant.

    `Spec => []P` is a theorem.
    """
    if _level(symbol) != TEMPORAL:
        return False
    body = symbol.node.body if symbol.node is not None else None
    implies = isinstance(body, tree.Infix) and body.op == "=>"
    return bool(_PROPERTY_NAMES.match(name) or (_INVARIANT_NAMES.match(name) and not implies))
