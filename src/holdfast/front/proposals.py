"""Values to start with for the constants of a spec, guessed from how they are used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from holdfast.front.model import usual_names
from holdfast.front.tla import symbols as sym
from holdfast.front.tla import tree
from holdfast.front.tla.modules import Spec
from holdfast.source import Diagnostic

Sort: TypeAlias = Literal["number", "set", "boolean"]

_NUMBER_OPS = frozenset(("+", "-", "*", "\\div", "%", "^", "<", ">", "<=", ">=", ".."))
_SET_OPS = frozenset(("\\union", "\\intersect", "\\", "\\subseteq"))
_SET_ARGUMENT = frozenset(("Cardinality", "IsFiniteSet", "Permutations", "Seq", "Len"))
_NUMBERS = frozenset(("Nat", "Int", "Real"))
_NUMBER, _SIZE = 3, 3


@dataclass(frozen=True, slots=True)
class Proposal:
    """A value for a constant, as TLA+ text, and why; `value` is None if there is no guess."""

    name: str
    value: str | None
    reason: str


def propose_constants(spec: Spec) -> tuple[Proposal, ...]:
    """A value for every constant of the spec, in the order of their declarations."""
    module = spec.module
    sorts: dict[int, Sort] = {}
    sets: dict[int, sym.Constant] = {}
    for each in (module, *module.extended()):
        if not each.bundled:
            for symbol, sort in _evidence(each):
                sorts.setdefault(id(symbol), sort)
            sets.update(_memberships(each))
    taken = set(module.names)
    proposals = {id(c): _propose(c, sorts.get(id(c)), taken) for c in module.constants}
    for element, whole in sets.items():
        if element in proposals and element not in sorts and id(whole) in proposals:
            proposals[element] = _first_element(proposals[element], proposals[id(whole)])
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


def _propose(constant: sym.Constant, sort: Sort | None, taken: set[str]) -> Proposal:
    name = constant.name
    if constant.arity:
        return Proposal(name, None, "an operator: name a definition of the spec after `<-`")
    match sort:
        case "number":
            return Proposal(name, str(_NUMBER), "used as a number")
        case "boolean":
            return Proposal(name, "TRUE", "used as a truth value")
        case "set":
            elements = ", ".join(_elements(name, taken))
            return Proposal(name, f"{{{elements}}}", "used as a set: here, of model values")
        case None:
            return Proposal(name, name, "a model value, which equals only itself")


def _first_element(proposal: Proposal, whole: Proposal) -> Proposal:
    """The proposal for a constant that is an element of another one."""
    if whole.value is None or not whole.value.startswith("{"):
        return proposal
    first = whole.value.strip("{}").split(",")[0]
    return Proposal(proposal.name, first, f"an element of {whole.name}")


def _elements(name: str, taken: set[str]) -> list[str]:
    """Names for the elements of a set: `p1, p2, p3` for `Procs`, if nothing is called so."""
    for stem in (name[0].lower(), name.lower(), f"{name.lower()}_"):
        elements = [f"{stem}{i}" for i in range(1, _SIZE + 1)]
        if not taken.intersection(elements):
            taken.update(elements)
            return elements
    return [f"{name.lower()}__{i}" for i in range(1, _SIZE + 1)]


def _evidence(module: sym.ResolvedModule) -> Iterator[tuple[sym.Constant, Sort]]:
    """Each use of a constant that tells what it is."""
    for node in tree.walk(module.node):
        for used, sort in _typed_parts(node):
            symbol = module.uses.get(id(tree.strip_parens(used)))
            if isinstance(symbol, sym.Constant):
                yield symbol, sort


def _memberships(module: sym.ResolvedModule) -> Iterator[tuple[int, sym.Constant]]:
    """Each constant that is said to be an element of another one, by its identity."""
    for node in tree.walk(module.node):
        match node:
            case tree.Infix("\\in", left, right):
                element = module.uses.get(id(tree.strip_parens(left)))
                whole = module.uses.get(id(tree.strip_parens(right)))
                if isinstance(element, sym.Constant) and isinstance(whole, sym.Constant):
                    yield id(element), whole
            case _:
                pass


def _typed_parts(node: tree.Node) -> Iterator[tuple[tree.Node, Sort]]:
    """The parts of a node whose sort follows from where they stand."""
    match node:
        case tree.Infix("\\in" | "\\notin", left, right):
            yield right, "set"
            yield from _member(left, right)
        case tree.Infix(op, left, right) if op in _NUMBER_OPS:
            yield from ((left, "number"), (right, "number"))
        case tree.Infix(op, left, right) if op in _SET_OPS:
            yield from ((left, "set"), (right, "set"))
        case tree.Bound(_, domain) if domain is not None:
            yield domain, "set"
        case tree.FunctionSet(domain, range):
            yield from ((domain, "set"), (range, "set"))
        case tree.RecordSet(fields):
            yield from ((field.value, "set") for field in fields)
        case tree.Times(items):
            yield from ((item, "set") for item in items)
        case tree.Prefix("SUBSET" | "UNION", arg):
            yield arg, "set"
        case tree.Ref(name, (arg, *_)) if name in _SET_ARGUMENT:
            yield arg, "set"
        case tree.If(test, _, _) | tree.Prefix("~", test):
            yield test, "boolean"
        case _:
            pass


def _member(left: tree.Node, right: tree.Node) -> Iterator[tuple[tree.Node, Sort]]:
    """What `left \\in right` says about the left side."""
    match tree.strip_parens(right):
        case tree.Ref(name, ()) if name in _NUMBERS:
            yield left, "number"
        case tree.Ref("BOOLEAN", ()):
            yield left, "boolean"
        case tree.Infix("..", _, _):
            yield left, "number"
        case tree.Infix("\\", base, _):
            yield from _member(left, base)
        case tree.Prefix("SUBSET", _):
            yield left, "set"
        case _:
            pass


# ---- a configuration to start from ----


def starting_config(spec: Spec) -> str:
    """The text of a configuration: what was found by name, and a value for each constant."""
    usual, _ = usual_names(spec)
    lines = [f"\\* A model of {spec.module.name}, made by `holdfast init` for you to change.", ""]
    if usual.specification is not None:
        lines.append(f"SPECIFICATION {usual.specification.name}")
    elif usual.init is not None and usual.next is not None:
        lines += [f"INIT {usual.init.name}", f"NEXT {usual.next.name}"]
    elif spec.module.variables:
        lines.append("\\* Name your initial predicate and next-state relation: INIT ... NEXT ...")
    proposals = propose_constants(spec)
    if proposals:
        lines += ["", "CONSTANTS", *_constant_lines(proposals)]
    for keyword, names in (("INVARIANTS", usual.invariants), ("PROPERTIES", usual.properties)):
        if names:
            lines += ["", keyword, *(f"    {name.name}" for name in names)]
    lines += ["", "\\* A state without a next state is an error, unless you write:"]
    return "\n".join([*lines, "\\* CHECK_DEADLOCK FALSE", ""])


def _constant_lines(proposals: Sequence[Proposal]) -> Iterator[str]:
    values = [f"{p.name} = {p.value}" for p in proposals if p.value is not None]
    width = max(map(len, values), default=0)
    for p in proposals:
        if p.value is None:
            yield f"    \\* {p.name} <- ...   {p.reason}"
        else:
            yield f"    {f'{p.name} = {p.value}':{width}}   \\* {p.reason}"
