"""Diagnostics about unknown names, with suggestions."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from holdfast.front.suggest import closest, did_you_mean
from holdfast.front.tla.names.resolver import Resolver, Unbound
from holdfast.front.tla.names.symbols import Instance, Instantiated, Unknown
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.cursor import SIGNS, WORDS
from holdfast.source import Diagnostic, Note, Span

COMMON = ("Naturals", "Integers", "Sequences", "FiniteSets", "TLC", "Bags", "Reals")
"""The standard modules, in which a name is searched first."""


def report_unbound(r: Resolver, name: str, span: Span) -> None:
    """Report an unknown name, once for all its uses in the module.

    Nothing is reported if another module is missing: the name may be from there.
    """
    if r.module.incomplete or name in r.excused:
        return
    known = r.unbound.get(name)
    if known is not None:
        known.spans.append(span)
        return
    help, note = _explain(r, name, span)
    notes = () if note is None else (note,)
    message = f"there is no step `{name}` here" if is_step(name) else f"`{name}` is not declared"
    diagnostic = Diagnostic("unbound-name", message, span, help, notes)
    r.unbound[name] = Unbound(diagnostic, [span])


def report_no_member(r: Resolver, instance: Instance | Instantiated, part: tree.Part) -> None:
    """Report that the module of an instance defines no such name."""
    inner = instance
    while isinstance(inner, Instantiated):
        assert isinstance(inner.original, Instance | Instantiated)
        inner = inner.original
    declared = inner.target.names.get(part.name)
    if inner.target.incomplete or isinstance(declared, Unknown):
        return
    help = did_you_mean(part.name, inner.target.exports)
    notes: tuple[Note, ...] = ()
    if part.name in inner.target.local:
        help = f"it is LOCAL to module `{inner.target.name}`"
    elif declared is not None:
        help = "only definitions can be reached through an instance, not declarations"
        notes = (Note("declared here", declared.span),)
    message = f"module `{inner.target.name}` does not define `{part.name}`"
    r.error("unbound-name", message, name_span(part), help, notes)


def flush_unbound(r: Resolver) -> None:
    """Report the unknown names that were collected, each at its first use."""
    for unbound in r.unbound.values():
        first, *others = sorted(unbound.spans, key=lambda span: span.start)
        diagnostic = replace(unbound.diagnostic, span=first)
        if others:
            also = Note(f"also used {_places(others)}")
            diagnostic = replace(diagnostic, notes=(*diagnostic.notes, also))
        r.report(diagnostic)
    r.unbound.clear()


def is_step(name: str) -> bool:
    """Whether a name is that of a proof step, such as `<1>2`."""
    return name[0] == "<" and ">" in name[2:]


def name_span(node: tree.Ref | tree.Part) -> Span:
    """The location of the name of a reference, without its arguments."""
    span = node.span
    return span if not node.args else span._replace(end=span.start + len(node.name))


def _places(spans: Collection[Span]) -> str:
    lines = sorted({span.source.position(span.start)[0] for span in spans})
    shown = ", ".join(map(str, lines[:5]))
    more = f" and {len(lines) - 5} more" if len(lines) > 5 else ""
    return f"in line{'s' if len(lines) > 1 else ''} {shown}{more}"


def _explain(r: Resolver, name: str, span: Span) -> tuple[str | None, Note | None]:
    """The help line for an unknown name, and a note about another location."""
    if is_step(name):
        return did_you_mean(name, filter(is_step, r.scope.names)), None
    later = _defined_later(r, name, span)
    if later is not None:
        return later
    if name in WORDS or name in SIGNS:
        return WORDS.get(name) or SIGNS[name], None
    home = r.library.home_of(name)
    is_word = _is_word(name)
    found = closest(name, filter(_is_word, r.scope.names)) if is_word else None
    if home is not None and (found is None or home in COMMON):
        return f"module `{home}` defines it: add `{home}` to EXTENDS", None
    if name in r.scope.modules or r.library.is_loaded(name):
        return f"`{name}` is a module; name an instance: `I == INSTANCE {name}`", None
    if not is_word:
        return "this operator has no meaning until a module defines it", None
    return (None if found is None else f"did you mean `{found}`?"), None


def _is_word(name: str) -> bool:
    return name[0].isalnum() or name[0] == "_"


def _defined_later(r: Resolver, name: str, span: Span) -> tuple[str, Note] | None:
    """The explanation for a name whose definition follows its use."""
    for units in reversed(r.units):
        for unit in units:
            for ident in declared_idents(unit):
                if ident.name != name or ident.span.source is not span.source:
                    continue
                line = ident.span.source.position(ident.span.start)[0]
                if unit.span.start <= span.start < unit.span.end:
                    help = f"a definition that uses itself needs `RECURSIVE {name}` before it"
                elif isinstance(unit, tree.Definition | tree.FunctionDefinition):
                    help = f"defined later, at line {line}: move it up, or declare it RECURSIVE"
                else:
                    help = f"declared later, at line {line}: move it up"
                return help, Note("the declaration is here", ident.span)
    return None


def declared_idents(unit: tree.Node) -> tuple[tree.Ident | tree.Param, ...]:
    """The names that a unit declares."""
    match unit:
        case tree.Variables(names) | tree.Broken(names):
            return names
        case tree.Constants(params):
            return params
        case tree.Definition(name) | tree.FunctionDefinition(name) | tree.ModuleDefinition(name):
            return (name,)
        case tree.Theorem(_, name) | tree.Assume(_, name) if name is not None:
            return (name,)
        case _:
            return ()
