"""All axioms of an automaton and of the automata that it is composed of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from holdfast.front.document import Axiom
from holdfast.front.ioa import tree
from holdfast.front.ioa.axioms.composite import compatibility_axioms, where_axioms
from holdfast.front.ioa.axioms.definedness import definedness_axioms
from holdfast.front.ioa.axioms.primitive import input_axioms, signature_axioms
from holdfast.front.ioa.axioms.setting import Setting, setting_of
from holdfast.front.ioa.axioms.vacuity import impossible_clauses
from holdfast.ir import expr as ir


def axioms(file: tree.File, root: str, values: Mapping[str, ir.Expr]) -> tuple[Axiom, ...]:
    """The axioms of a root automaton, in the order of the file; raises SpecError.

    They are about all parameters, except those of the root that have values.
    """
    settings = _settings(file, root, values)
    [whole] = [s for s in settings if s.automaton.name == root]
    return tuple(axiom for setting in settings for axiom in _axioms(setting, whole))


def vacuities(file: tree.File, root: str, values: Mapping[str, ir.Expr]) -> tuple[Axiom, ...]:
    """The statements that would make axioms vacuous: that nothing satisfies a where-clause."""
    settings = _settings(file, root, values)
    return tuple(axiom for setting in settings for axiom in impossible_clauses(setting))


def _settings(file: tree.File, root: str, values: Mapping[str, ir.Expr]) -> list[Setting]:
    automata = {a.name: a for a in file.automata}
    used = _used(automata[root], automata)
    return [
        setting_of(file, a, values if a.name == root else None)
        for a in file.automata
        if a.name in used
    ]


def _axioms(setting: Setting, root: Setting) -> Iterator[Axiom]:
    if isinstance(setting.automaton, tree.Automaton):
        yield from signature_axioms(setting)
        yield from input_axioms(setting)
    else:
        yield from where_axioms(setting, root)
        yield from compatibility_axioms(setting)
    yield from definedness_axioms(setting, root)


def _used(
    a: tree.Automaton | tree.Composition, automata: dict[str, tree.Automaton | tree.Composition]
) -> set[str]:
    found = {a.name}
    if isinstance(a, tree.Composition):
        found |= {n for c in a.components for n in _used(automata[c.automaton], automata)}
    return found
