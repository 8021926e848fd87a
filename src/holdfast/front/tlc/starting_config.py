"""A configuration to start from, for a spec that has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from holdfast.front.tla.modules import Spec
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.property_candidates import has_fairness
from holdfast.front.tla.proposals import Proposal
from holdfast.front.tlc.config import Config
from holdfast.front.tlc.usual_names import usual_names


def starting_config(spec: Spec, proposals: Sequence[Proposal]) -> str:
    """The text of a configuration: what was found by name, and a value for each constant."""
    usual, _ = usual_names(spec)
    lines = [f"\\* A model of {spec.module.name}, made by `holdfast init` for you to change.", ""]
    if usual.specification is not None:
        lines.append(f"SPECIFICATION {usual.specification.name}")
    elif usual.init is not None and usual.next is not None:
        lines += [f"INIT {usual.init.name}", f"NEXT {usual.next.name}"]
    elif spec.module.variables:
        lines.append("\\* Name your initial predicate and next-state relation: INIT ... NEXT ...")
    if proposals:
        lines += ["", "CONSTANTS", *_constant_lines(proposals)]
    lines += _property_lines(spec, usual)
    lines += ["", "\\* A state without a next state is an error, unless you write:"]
    return "\n".join([*lines, "\\* CHECK_DEADLOCK FALSE", ""])


def _property_lines(spec: Spec, usual: Config) -> Iterator[str]:
    """Invariants and properties; without fairness, Termination as a comment."""
    fair = _is_fair(spec)
    invariants = [name.name for name in usual.invariants]
    names = [name.name for name in usual.properties]
    properties = [name for name in names if fair or name != "Termination"]
    for keyword, found in (("INVARIANTS", invariants), ("PROPERTIES", properties)):
        if found:
            yield from ("", keyword, *(f"    {name}" for name in found))
    if len(properties) < len(names):
        yield from ("", "\\* Without fairness (`fair process`) an algorithm may stop anywhere:")
        yield "\\* PROPERTY Termination"


def _is_fair(spec: Spec) -> bool:
    symbol = spec.module.names.get("Spec")
    return isinstance(symbol, sym.Operator) and has_fairness(symbol)


def _constant_lines(proposals: Sequence[Proposal]) -> Iterator[str]:
    values = [f"{p.name} = {p.value}" for p in proposals if p.value is not None]
    width = max(map(len, values), default=0)
    for p in proposals:
        if p.value is None:
            sign = "<-" if p.is_operator else "="
            yield f"    \\* {p.name} {sign} ...   {p.reason}"
        else:
            why = f"   \\* {p.reason}" if p.reason else ""
            yield f"    {f'{p.name} = {p.value}':{width}}{why}".rstrip()
