"""A composition as a module of Dafny: the textbook product of its components."""

from __future__ import annotations

from itertools import combinations

from holdfast.front.ioa import tree
from holdfast.front.ioa.dafny import names
from holdfast.front.ioa.dafny.automata import (
    ON_ACTIONS,
    ON_STATES,
    datatype,
    head_of,
    invariant,
    lemma,
    predicate,
    signature,
)
from holdfast.front.ioa.dafny.context import Context, indented, joined, line
from holdfast.front.ioa.dafny.expressions import Expressions
from holdfast.front.ioa.dafny.parts import Part
from holdfast.front.ioa.tree import Kind


class CompositionModule:
    """The module of a composition."""

    def __init__(
        self,
        a: tree.Composition,
        automata: dict[str, tree.Automaton | tree.Composition],
        context: Context,
    ) -> None:
        self.a = a
        self.to = Expressions(context)
        self.parts = [Part(c, automata[c.automaton], self.to) for c in a.components]

    def rows(self) -> list[str]:
        """The rows of the module, without its lemmas about runs."""
        a, parts = self.a, self.parts
        modules = dict.fromkeys(part.module for part in parts)
        states = [f"{part.field}: {part.state_type()}" for part in parts]
        initially = [
            row
            for part in parts
            for row in (*part.shape(), part.each("{module}.initially({state}, {param})"))
        ]
        invariants = [
            row
            for part in parts
            for row in (*part.shape(), part.each("{module}.invariant_of({state}, {param})"))
        ]
        return [
            *(f"import {m}" for m in modules),
            "",
            *head_of(a, self.to),
            datatype("State", states),
            "",
            *(row for part in parts for row in _parameter(a, part)),
            *self._signature(),
            *predicate(
                f"initially: that of all components of {a.name} ({line(a)})",
                f"predicate initially{ON_STATES}",
                ["aut_where(p)"],
                joined(initially, "&&", "true"),
            ),
            *invariant(a, invariants, self.to),
            *self._transitions(),
            *self._compatibility(),
        ]

    def _signature(self) -> list[str]:
        some = {
            kind: [
                part.each(f"{{module}}.{kind.value}(act, {{param}})", universal=False)
                for part in self.parts
            ]
            for kind in Kind
        }
        hidden = " || ".join(f"act.{names.identifier(n)}?" for n in self.a.hidden)
        controlled = joined(some[Kind.OUTPUT], "||", "false")
        inputs = ["!controlled(act, p) &&", "(", *joined(some[Kind.INPUT], "||", "false"), ")"]
        outputs = ["controlled(act, p)"] if not hidden else [f"controlled(act, p) && !({hidden})"]
        internal = list(some[Kind.INTERNAL])
        if hidden:
            internal.append(f"(controlled(act, p) && ({hidden}))")
        comments = {
            "controlled": f"output actions of the components of {self.a.name}",
            "input": f"input actions of {self.a.name}: those that no component controls",
            "output": f"output actions of {self.a.name}: those that are not hidden",
            "internal": f"internal actions of {self.a.name}: those of components, and hidden ones",
        }
        bodies = {
            "controlled": controlled,
            "input": inputs,
            "output": outputs,
            "internal": joined(internal, "||", "false"),
        }
        rows: list[str] = []
        for name, body in bodies.items():
            comment = f"{comments[name]} ({line(self.a)})"
            rows += predicate(comment, f"predicate {name}{ON_ACTIONS}", ["aut_where(p)"], body)
        return [*rows, *signature(self.a)]

    def _transitions(self) -> list[str]:
        step = (
            "(if {module}.signature(act, {param})"
            " then {module}.transitions({state}, act, {next}, {param})"
            " else {next} == {state})"
        )
        rows = [r for part in self.parts for r in (*part.same_shape(), part.each(step))]
        return predicate(
            f"transitions of {self.a.name}: components that have the action take a step"
            f" ({line(self.a)})",
            "predicate transitions(s: State, act: Action, s': State, p: Parameter)",
            ["aut_where(p)", "invariant_of(s, p)"],
            joined(rows, "&&", "true"),
        )

    # ---- compatibility ----

    def _compatibility(self) -> list[str]:
        rows: list[str] = []
        for one, other in combinations(self.parts, 2):
            rows += self._pair(one, other)
        for part in self.parts:
            if part.bound is not None:
                rows += self._pair(part, part)
        return rows

    def _pair(self, one: Part, other: Part) -> list[str]:
        a, b = one.instance("1"), other.instance("2")
        different = [f"{a.index} != {b.index}"] if one is other else []
        declared = "".join(f", {i.declared}" for i in (a, b) if i.declared)
        names_ = dict.fromkeys((one.component.name, other.component.name))
        which = f"{one.component.name} and {other.component.name}"
        if one is other:
            which = f"any two components of {one.component.name}"
        at = ", ".join(dict.fromkeys((line(one.component), line(other.component))))
        return lemma(
            f"{which} are compatible ({at})",
            f"compatibility_{'_'.join(map(names.field, names_))}_proof?"
            f"(act: Action, p: Parameter{declared})",
            ["aut_where(p)", *a.tests, *b.tests, *different],
            [
                f"!({one.module}.{x}(act, {a.param}) && {other.module}.{y}(act, {b.param}))"
                for x, y in (
                    ("output", "output"),
                    ("internal", "signature"),
                    ("signature", "internal"),
                )
            ],
        )


def _parameter(a: tree.Composition, part: Part) -> list[str]:
    """The parameters of a component, and the lemma that they satisfy its where-clause."""
    i = part.instance()
    name, more = part.field, f", {i.declared}" if i.declared else ""
    given = f"(p: Parameter{more})"
    at = f"component {part.component.name} of {a.name} ({line(part.component)})"
    requires = ["aut_where(p)", *i.tests]
    value = part.parameters()
    rows = lemma(
        f"where of {part.component.automaton} holds for {at}",
        f"where_{name}_proof?{given}",
        requires,
        [f"{part.module}.aut_where({value})"],
    )
    arguments = f"p, {i.index}" if i.index else "p"
    return [
        *rows,
        f"// arguments of {at}",
        f"function param_{name}{given}: {part.module}.Parameter",
        *indented(f"requires {r}" for r in requires),
        f"  ensures {part.module}.aut_where({i.param})",
        "{",
        f"  where_{name}_proof?({arguments});",
        f"  {value}",
        "}",
        "",
    ]
