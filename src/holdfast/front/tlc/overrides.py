"""Overrides of a configuration's entries by the command line or a program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from holdfast.front.document import Asked
from holdfast.front.tla.modules import Spec
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.property_candidates import likely_invariants, theorem_invariants
from holdfast.front.tla.syntax import tree
from holdfast.front.tlc.assignments import constants_from_text
from holdfast.front.tlc.config import Config, Flag
from holdfast.front.tlc.usual_names import likely_properties, usual_names
from holdfast.source import Diagnostic, Source, Span, SpecError


@dataclass(frozen=True, slots=True)
class Completed:
    """A complete configuration, which entries were found by name, and which were omitted.

    `unasked` are formulas of the spec that look like invariants, if there is no model to
    exclude them, `unasked_properties` temporal formulas that look like properties. `guessed` are
    the properties that were found by name.
    """

    config: Config
    found: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()
    guessed: frozenset[str] = frozenset()
    unasked_properties: tuple[str, ...] = ()


def complete_config(spec: Spec, config: Config | None, asked: Asked) -> Completed:
    """The configuration with overrides, and with the conventional names where it has no entries."""
    usual, found = found_by_name(spec)
    open_ended = config is None or not (config.invariants or config.properties)
    chosen = bool(asked.invariants or asked.properties)
    guessed = () if config is not None or chosen else usual.properties
    if config is None:
        config = usual
    elif not (config.specification or config.init or config.next):
        roles = (usual.specification, usual.init, usual.next)
        config = replace(config, specification=roles[0], init=roles[1], next=roles[2])
        names = {role.name for role in roles if role is not None}
        found = tuple(f for f in found if f.split()[0] in names)
    else:
        found = ()
    left_out: tuple[str, ...] = ()
    if chosen:
        invariants = _idents(asked.invariants, "--invariant")
        properties = _idents(asked.properties, "--property")
        named = {n.name for n in (*invariants, *properties)}
        before = (*config.invariants, *config.properties)
        left_out = tuple(n.name for n in before if n.name not in named)
        found = tuple(f for f in found if f.split()[0] not in left_out)
        config = replace(config, invariants=invariants, properties=properties)
    if asked.alias is not None:
        config = replace(config, alias=_idents((asked.alias,), "--alias")[0])
    if asked.deadlock is not None:
        config = replace(config, check_deadlock=Flag(asked.deadlock))
    unasked = likely_invariants(spec, named_in(config)) if open_ended else ()
    if _is_without_behaviour(spec, config):
        config = replace(config, init=None, next=None)
    elif asked.scratch is None:
        _require_behaviour(spec, config)
    config = _with_constants(config, asked.constants)
    return Completed(
        config,
        found,
        left_out,
        tuple(n for n in unasked if n not in left_out),
        frozenset(n.name for n in guessed),
        () if chosen else likely_properties(spec, config),
    )


def found_by_name(spec: Spec) -> tuple[Config, tuple[str, ...]]:
    """The configuration by the conventional names, with the invariants of theorems."""
    usual, found = usual_names(spec)
    if usual.specification is None:
        # Without variables and a behaviour, there can be no invariant.
        constant = usual.init is None and not spec.module.variables
        return (Config(), ()) if constant else (usual, found)
    known = {name.name for name in usual.invariants}
    proved = theorem_invariants(spec, usual.specification.name)
    new = tuple(name for name in proved if name not in known)
    idents = tuple(tree.Ident(n, span=spec.module.names[n].span) for n in new)
    words = tuple(f"{name} (invariant by a theorem)" for name in new)
    return replace(usual, invariants=(*usual.invariants, *idents)), (*found, *words)


def named_in(config: Config) -> set[str]:
    """The names of state formulas that a configuration gives a role."""
    lists = (config.invariants, config.properties, config.constraints)
    roles = (config.init, config.view, config.alias, config.symmetry)
    return {n.name for names in lists for n in names} | {n.name for n in roles if n is not None}


def _idents(given: Iterable[str], option: str) -> tuple[tree.Ident, ...]:
    """Names or expressions; an expression is shown on one line."""
    return tuple(
        tree.Ident(" ".join(text.split()), span=Span(Source(option, text), 0, len(text)))
        for text in given
    )


def _with_constants(config: Config, values: Mapping[str, str]) -> Config:
    if not values:
        return config
    new = constants_from_text(values)
    names = {a.name.name for a in new}
    kept = tuple(a for a in config.constants if a.name.name not in names or a.module is not None)
    return replace(config, constants=(*kept, *new))


def _require_behaviour(spec: Spec, config: Config) -> None:
    """Reject a spec with variables and no behaviour, which would be satisfied vacuously."""
    module = spec.module
    asked = (*config.invariants, *config.properties)
    if config.specification or (config.init and config.next):
        return
    if not module.variables and not asked:
        return
    missing = next((k for k, n in (("INIT", config.init), ("NEXT", config.next)) if not n), "INIT")
    given = config.init or config.next
    what = f"there is no {missing}" if given else "there is neither a Spec nor Init and Next"
    has = f"has variables, but {what} to say how they behave"
    if not module.variables:
        has = f"has no behaviour in which `{asked[0].name}` could be checked: {what}"
    first = module.variables[0].span if module.variables else asked[0].span
    raise SpecError(
        Diagnostic(
            "model-no-behaviour",
            f"module {module.name} {has}",
            given.span if given else first,
            "define `Init` and `Next`, or name yours with INIT and NEXT in a .cfg file",
        )
    )


def _is_without_behaviour(spec: Spec, config: Config) -> bool:
    """Whether a model only evaluates constant expressions, as the Toolbox writes it.

    Its initial predicate and next-state relation are then `FALSE /\\ ...`.
    """
    if config.init is None or config.next is None or config.invariants or config.properties:
        return False
    return all(_begins_with_false(spec, name) for name in (config.init, config.next))


def _begins_with_false(spec: Spec, name: tree.Ident) -> bool:
    symbol = spec.module.names.get(name.name)
    if not isinstance(symbol, sym.Operator) or symbol.node is None:
        return False
    match tree.strip_parens(symbol.node.body):
        case tree.Infix("/\\", first, _) | tree.Junction("/\\", (first, *_)):
            return tree.strip_parens(first) == tree.Ref("FALSE")
        case _:
            return False
