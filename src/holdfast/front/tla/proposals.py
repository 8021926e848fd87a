"""Initial proposals for the values of constants, guessed from their uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from holdfast.front.tla.constant_kinds import Kind, find_kinds
from holdfast.front.tla.modules import Spec
from holdfast.front.tla.names import symbols as sym
from holdfast.source import Diagnostic

_NUMBER, _SIZE = 3, 3


@dataclass(frozen=True, slots=True)
class Proposal:
    """A value for a constant, as TLA+ text, and the reason; `value` is None without a guess."""

    name: str
    value: str | None
    reason: str
    is_operator: bool = False


def propose_constants(spec: Spec) -> tuple[Proposal, ...]:
    """A value for every constant of the spec, in the order of their declarations."""
    module = spec.module
    kinds = find_kinds(m for m in (module, *module.extended()) if not m.bundled)
    taken = set(module.names)
    proposals = {c.name: _propose(c, kinds.of(c), taken) for c in module.constants}
    for constant in module.constants:
        whole = kinds.whole(constant)
        if whole is not None and kinds.of(constant) is None and whole.name in proposals:
            element = _first_element(proposals[constant.name], proposals[whole.name])
            proposals[constant.name] = element
    return tuple(proposals.values())


def with_proposals(diagnostics: Sequence[Diagnostic], spec: Spec) -> tuple[Diagnostic, ...]:
    """The diagnostics, with a value to try for every constant that has none."""
    values = {p.name: p.value for p in propose_constants(spec)}
    return tuple(
        replace(d, help=_try(d.span.text, values.get(d.span.text), spec))
        if d.code == "model-missing-constant" and d.span is not None
        else d
        for d in diagnostics
    )


def _try(name: str, value: str | None, spec: Spec) -> str:
    file = spec.module.source.name
    write = f"`holdfast init {file}` writes a configuration to start from"
    if value is None:
        return write
    setting = f"{name}={value}"
    return f"try `--const {setting if value.isalnum() else repr(setting)}`; {write}"


def _propose(constant: sym.Constant, kind: Kind | None, taken: set[str]) -> Proposal:
    name = constant.name
    if constant.arity:
        return Proposal(name, None, "an operator: name a definition of the spec after `<-`", True)
    match kind:
        case "number":
            return Proposal(name, str(_NUMBER), "used as a number")
        case "boolean":
            return Proposal(name, "TRUE", "used as a Boolean")
        case "set":
            elements = ", ".join(_elements(name, taken))
            return Proposal(name, f"{{{elements}}}", "used as a set: here, of model values")
        case "numbers":
            return Proposal(name, "{1, 2, 3}", "used as a set: here, of numbers")
        case "other":
            reason = "compared with strings, sequences, records or functions: give it such a value"
            return Proposal(name, None, reason)
        case None:
            return Proposal(name, name, "a model value, which equals only itself")


def alternatives(proposal: Proposal, others: Sequence[Proposal]) -> Iterator[Proposal]:
    """Other values of a constant, to find one that satisfies the assumptions."""
    value = proposal.value
    sets = [(o.name, _elements_of(o)) for o in others if o is not proposal and _elements_of(o)]
    if value is None:
        return
    if value.isdecimal():
        yield from (replace(proposal, value=text) for text in ("2", "1", "0", "4", "5", "10"))
    elif value in ("TRUE", "FALSE"):
        yield replace(proposal, value="FALSE")
    elif own := _elements_of(proposal):
        for name, elements in sets:
            pairs = ", ".join(f"{{{a}, {b}}}" for a, b in combinations(elements, 2))
            yield Proposal(proposal.name, f"{{{pairs}}}", f"majorities of {name}")
        for name, elements in sets:
            yield Proposal(proposal.name, f"{{{', '.join(elements)}}}", f"a subset of {name}")
            yield Proposal(proposal.name, f"{{{elements[0]}}}", f"a subset of {name}")
        for listed in ("1, 2, 3", "0, 1, 2", ", ".join(own[:2]), own[0], ""):
            yield replace(proposal, value=f"{{{listed}}}")
    else:
        yield from (Proposal(proposal.name, e[0], f"an element of {name}") for name, e in sets)
        yield from (replace(proposal, value=v, reason="") for v in ("3", "1", "0", "TRUE"))


def _elements_of(proposal: Proposal) -> list[str]:
    """The elements of a set that is proposed."""
    text = proposal.value or ""
    return text.strip("{}").split(", ") if text.startswith("{") and len(text) > 2 else []


def _first_element(proposal: Proposal, whole: Proposal) -> Proposal:
    """The proposal for a constant that is an element of another one."""
    if whole.value is None or not whole.value.startswith("{"):
        return proposal
    first = _elements_of(whole)[0]
    return Proposal(proposal.name, first, f"an element of {whole.name}")


def _elements(name: str, taken: set[str]) -> list[str]:
    """Names for the elements of a set: `p1, p2, p3` for `Procs`, if these names are free."""
    for stem in (name[0].lower(), name.lower(), f"{name.lower()}_"):
        elements = [f"{stem}{i}" for i in range(1, _SIZE + 1)]
        if not taken.intersection(elements):
            taken.update(elements)
            return elements
    return [f"{name.lower()}__{i}" for i in range(1, _SIZE + 1)]
