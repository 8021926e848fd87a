"""The passes from the text of an algorithm to its translation, in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from holdfast.front.pluscal import tree
from holdfast.front.pluscal.fairness import procedures_called
from holdfast.front.pluscal.labels import add_labels
from holdfast.front.pluscal.macros import expand_macros
from holdfast.front.pluscal.module import ModuleMaker
from holdfast.front.pluscal.names import Kind, Names, rename
from holdfast.front.pluscal.options import Options
from holdfast.front.pluscal.parser import parse_algorithm
from holdfast.front.pluscal.text import comments
from holdfast.front.tla.syntax import tree as tla
from holdfast.source import Diagnostic, Note, Span, errors

_HARMLESS = (
    "pcal-argument-count",
    "pcal-missing-label",
    "pcal-unknown-label",
    "pcal-unknown-macro",
)
"""Errors after which the later passes can still find others."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The units of a translation, none if there are errors, and the comments before them."""

    units: tuple[tla.Unit, ...]
    comments: Mapping[int, tuple[str, ...]]
    diagnostics: list[Diagnostic]


def translate_algorithm(span: Span, options: Options) -> Outcome:
    """The translation of the algorithm in a span."""
    written, diagnostics = parse_algorithm(span, options.version)
    if written is None or errors(diagnostics):
        return Outcome((), {}, diagnostics)
    algorithm, problems = expand_macros(written)
    diagnostics += problems
    algorithm, problems = add_labels(algorithm, options)
    diagnostics += problems
    algorithm, names, problems = rename(algorithm)
    diagnostics += problems
    if any(d.code not in _HARMLESS for d in errors(diagnostics)):
        return Outcome((), {}, _one_for_each_place(diagnostics))
    called = procedures_called(algorithm, _direct_calls(written, names))
    goes, goes_to_done = _jumps(written)
    maker = ModuleMaker(algorithm, called, options, goes, goes_to_done)
    units = maker.units()
    diagnostics += [*maker.diagnostics, *_default_name(algorithm, units)]
    if errors(diagnostics):
        return Outcome((), {}, _one_for_each_place(diagnostics))
    diagnostics += _renamed(names)
    return Outcome(tuple(units), comments(units, algorithm, names), diagnostics)


def _one_for_each_place(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """The first diagnostic at each location: later passes may repeat those of earlier ones."""
    places = {d.span.start if d.span else -1: d for d in reversed(diagnostics)}
    return [d for d in diagnostics if places[d.span.start if d.span else -1] is d]


def _direct_calls(algorithm: tree.Algorithm, names: Names) -> dict[str, list[str]]:
    """The procedures that each process and procedure calls directly, not through a macro."""
    parts = [(Kind.PROCEDURE, p.name.name, p.body) for p in algorithm.procedures]
    parts += [(Kind.PROCESS, p.name.name, p.body) for p in algorithm.processes]
    result: dict[str, list[str]] = {}
    for kind, name, body in parts:
        calls = (s for s in tree.walk(body) if isinstance(s, tree.Call))
        called = (names.final(Kind.PROCEDURE, c.procedure.name) for c in calls)
        result[names.final(kind, name) or name] = list(dict.fromkeys(c for c in called if c))
    return result


def _jumps(algorithm: tree.Algorithm) -> tuple[bool, bool]:
    """Whether there is a `goto`, and whether there is one to `Done`.

    A `goto` after a call does not count as one to `Done` in the TLA+ tools.
    """
    goes = goes_to_done = False
    for body in tree.bodies(algorithm):
        for statement in tree.walk(body):
            match statement:
                case tree.Goto(target):
                    goes = True
                    goes_to_done |= target.name == "Done"
                case tree.Call(then=tree.Goto()):
                    goes = True
                case _:
                    pass
    return goes, goes_to_done


def _default_name(algorithm: tree.Algorithm, units: list[tla.Unit]) -> list[Diagnostic]:
    """`defaultInitValue` cannot be declared by an algorithm that needs it."""
    if not any(isinstance(unit, tla.Constants) for unit in units):
        return []
    name = "defaultInitValue"
    declared = [d.name for d in algorithm.variables]
    for procedure in algorithm.procedures:
        declared += [procedure.name, *(d.name for d in (*procedure.params, *procedure.locals))]
    for process in algorithm.processes:
        declared += [process.name, *(d.name for d in process.locals)]
    message = f"`{name}` is the initial value of variables without one and cannot be declared"
    return [
        Diagnostic("pcal-default-name", message, ident.span)
        for ident in declared
        if ident.name == name
    ]


def _renamed(names: Names) -> list[Diagnostic]:
    changed = names.renamed()
    if not changed:
        return []
    notes = tuple(
        Note(f"{s.kind.describe()} `{s.name}` is `{s.final}` in the translation", s.span)
        for s in changed
    )
    message = "names that are used more than once are changed in the translation"
    return [Diagnostic("pcal-renamed", message, changed[0].span, None, notes, "warning")]
