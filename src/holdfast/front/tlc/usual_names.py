"""What to check without a configuration: the definitions with conventional names."""

from __future__ import annotations

import re
from dataclasses import replace

from holdfast.front.tla.modules import Spec
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.names.builtins import STATE, TEMPORAL
from holdfast.front.tla.syntax import tree
from holdfast.front.tlc.config import Config

_INVARIANT_NAMES = re.compile(
    r"Type(OK|Ok|Invariant|Inv|Correct)$|Inv(ariant)?\d*$|.*Invariant$|Safety$"
)
_PROPERTY_NAMES = re.compile(r"Liveness$|Termination$|Live$")


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
    temporal = [n for n in named if _is_property(plain[n])]
    invariants = tuple(ident(n, "invariant") for n in named if _level(plain[n]) <= STATE)
    properties = tuple(
        ident(n, "property") for n in plain if _PROPERTY_NAMES.match(n) or n in temporal
    )
    return replace(config, invariants=invariants, properties=properties), tuple(found)


def _level(symbol: sym.Operator) -> int:
    return symbol.levels.level if symbol.levels is not None else STATE


def _is_property(symbol: sym.Operator) -> bool:
    """Whether a temporal formula may be intended as a property; `Spec => []P` is a theorem."""
    body = symbol.node.body if symbol.node is not None else None
    implies = isinstance(body, tree.Infix) and body.op == "=>"
    return _level(symbol) == TEMPORAL and not implies
