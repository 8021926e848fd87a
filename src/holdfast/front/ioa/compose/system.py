"""From a file of automata and a root to a `System`: the composition of all primitive automata.

variables    s, or `P0.q` of a component, or `P.q`, a function, of a sequence of components
Init         the initial predicates of all instances
act(args)    what each instance does if the action happens
Next         each action, by whom it is performed, for all its arguments
Spec         Init, steps of Next, and fairness of all tasks
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.compose.choices import ActionOfSystem, Choices
from holdfast.front.ioa.compose.initial import initial
from holdfast.front.ioa.compose.instances import Instance, every, for_all, instantiate, leaves
from holdfast.front.ioa.compose.logic import and_, or_
from holdfast.front.ioa.compose.members import membership
from holdfast.front.ioa.compose.steps import step
from holdfast.front.ioa.lower.domains import domain, fits, has_names, ir_type
from holdfast.front.ioa.lower.lower_expr import ExprLowering
from holdfast.ir import expr as ir
from holdfast.ir import types as ty
from holdfast.ir.ops import Op
from holdfast.ir.system import Property, System

TYPES = "types"
"""The invariant that every variable has a value of its type."""


@dataclass(frozen=True, slots=True)
class Built:
    """A system, and the instance of the root automaton, in whose scope formulas are read."""

    system: System
    root: Instance
    lowering: ExprLowering

    def lower(self, formula: tree.Expr) -> ir.Expr:
        """A formula over the root automaton, in the system."""
        return self.lowering.lower(formula, self.root.scope())


def build_system(file: tree.File, root: str, constants: Mapping[str, ir.Expr]) -> Built:
    """The system of an automaton with values for its parameters; raises SpecError."""
    return _Builder(file, root, constants).build()


class _Builder:
    def __init__(self, file: tree.File, root: str, constants: Mapping[str, ir.Expr]) -> None:
        self.file = file
        self.automata = {a.name: a for a in file.automata}
        self.top = self.automata[root]
        self.constants = constants
        self.variables = tuple(self._variables(self.top, ()))
        self.taken = {*self.variables, *(p.name for p in self.top.params)}
        self.taken |= {f.name for f in file.functions}
        self.named = {name: self.unused(name) for name in ("Init", "Next", "Spec", "vars")}
        self.actions = {name: self.unused(name) for name in self._action_names()}
        self.lowering = ExprLowering(self._reserved())

    def _variables(
        self, a: tree.Automaton | tree.Composition, path: tuple[str, ...]
    ) -> Iterator[str]:
        if isinstance(a, tree.Automaton):
            yield from (".".join((*path, v.name)) for v in a.states)
        else:
            for c in a.components:
                yield from self._variables(self.automata[c.automaton], (*path, c.name))

    def _action_names(self) -> Iterator[str]:
        found: dict[str, None] = {}
        pending = [self.top]
        while pending:
            a = pending.pop()
            if isinstance(a, tree.Automaton):
                found.update(dict.fromkeys(x.name for x in a.signature))
            else:
                pending += [self.automata[c.automaton] for c in reversed(a.components)]
        return iter(found)

    def _reserved(self) -> frozenset[str]:
        return frozenset(self.taken)

    def unused(self, name: str) -> str:
        """The name, or one like it that nothing has in the system; it is taken then."""
        new, count = name, 1
        while new in self.taken:
            count += 1
            new = f"{name}_{count}"
        self.taken.add(new)
        return new

    # ---- the system ----

    def build(self) -> Built:
        lower, set_of = self.lowering.lower, self.lowering.set_of
        root = instantiate(self.file, self.top.name, lower, set_of, self.unused)
        parts = tuple(leaves(root))
        actions = tuple(self._action(name, parts) for name in self.actions)
        choices = Choices(lower, set_of)
        made = self._behaviour(parts, actions, choices)
        made |= self.lowering.definitions(self.file)
        made |= {n: ir.Definition(n, (), value) for n, value in self.constants.items()}
        invariants, properties = self._properties(root, parts)
        made |= {p.name: ir.Definition(p.name, (), p.expr, span=p.span) for p in invariants}
        made |= {p.name: ir.Definition(p.name, (), p.expr, span=p.span) for p in properties}
        system = System(
            self.top.name,
            tuple(p.name for p in self.top.params),
            self.variables,
            made,
            tuple(self._assumptions(root)),
            specification=ir.Call(self.named["Spec"], (), span=self.top.span),
            invariants=tuple(_named(p) for p in invariants),
            properties=tuple(_named(p) for p in properties),
            check_deadlock=False,
            names=tuple(self._strings()),
            shows_arguments=True,
            declared={p.name: ir_type(p.type) for p in self.top.params} | dict(_declared(root)),
        )
        return Built(system, root, self.lowering)

    def _action(self, name: str, parts: tuple[Instance, ...]) -> ActionOfSystem:
        declared = next(a for p in parts for a in _signature(p) if a.name == name)
        names = tuple(self.unused(p.name) for p in declared.params)
        found = tuple(membership(p, name, names, self.lowering) for p in parts)
        return ActionOfSystem(name, self.actions[name], declared.params, names, found)

    def _behaviour(
        self, parts: tuple[Instance, ...], actions: tuple[ActionOfSystem, ...], choices: Choices
    ) -> dict[str, ir.Definition]:
        lower, set_of = choices.lower, choices.set_of
        init = and_([c for p in parts for c in initial(p, lower, set_of)], self.top.span)
        made = {self.named["Init"]: init}
        bodies = {
            a.definition: (a.names, and_([step(m) for m in a.members], a.span)) for a in actions
        }
        disjuncts = [d for a in actions for d in choices.next_steps(a)]
        made[self.named["Next"]] = or_(disjuncts, self.top.span)
        names = tuple(map(ir.Name, self.variables))
        made[self.named["vars"]] = ir.Apply(Op.TUPLE, names, span=self.top.span)
        vars_ = ir.Call(self.named["vars"])
        box = ir.Apply(Op.BOX_ACTION, (ir.Call(self.named["Next"]), vars_))
        fair = [self._fairness(a, choices, actions) for a in parts]
        made[self.named["Spec"]] = and_(
            [
                ir.Call(self.named["Init"]),
                ir.Apply(Op.ALWAYS, (box,)),
                *(f for fs in fair for f in fs),
            ],
            self.top.span,
        )
        found = {n: ir.Definition(n, ps, b, span=b.span) for n, (ps, b) in bodies.items()}
        return found | {n: ir.Definition(n, (), b, span=b.span) for n, b in made.items()}

    def _fairness(
        self, leaf: Instance, choices: Choices, actions: tuple[ActionOfSystem, ...]
    ) -> Iterator[ir.Expr]:
        """Weak or strong fairness of each task of an instance, for all its indices."""
        assert isinstance(leaf.automaton, tree.Automaton)
        for task in leaf.automaton.tasks:
            disjuncts = [
                d
                for a in actions
                if a.name in task.actions
                for m in a.members
                if m.leaf is leaf
                for d in choices.controlled(a, m)
            ]
            op = Op.STRONG_FAIR if task.strong else Op.WEAK_FAIR
            vars_ = ir.Call(self.named["vars"])
            step_ = ir.Apply(Op.ANGLE_ACTION, (or_(disjuncts, task.span), vars_), span=task.span)
            fair = ir.Apply(op, (step_, ir.Enabled(step_, span=task.span)), span=task.span)
            yield for_all(leaf.indices, fair, task.span)

    # ---- properties ----

    def _assumptions(self, root: Instance) -> Iterator[Property]:
        """That the parameters have their types, and the where-clause."""
        for p in self.top.params:
            value = ir.Call(p.name, (), span=p.span)
            whole = domain(p.type) if has_names(p.type) else None
            if whole is not None:
                formula: ir.Expr | None = ir.Apply(Op.IN, (value, whole), span=p.span)
            else:
                formula = fits(value, p.type, self.lowering.names)
            if formula is not None:
                yield Property(f"the type of {p.name}", formula, span=p.span)
        where = self.top.where
        if where is not None:
            yield Property("where", self.lowering.lower(where, root.scope()), span=where.span)

    def _properties(
        self, root: Instance, parts: tuple[Instance, ...]
    ) -> tuple[list[Property], list[Property]]:
        invariants = list(self._types(parts))
        properties: list[Property] = []
        for instance in every(root):
            for formulas, found in (
                (instance.automaton.invariants, invariants),
                (instance.automaton.properties, properties),
            ):
                for f in formulas:
                    body = self.lowering.lower(f.formula, instance.scope())
                    whole = for_all(instance.indices, body, f.span)
                    name = self.unused(instance.qualified(f.name))
                    found.append(Property(name, whole, span=f.span))
        return invariants, properties

    def _types(self, parts: tuple[Instance, ...]) -> Iterator[Property]:
        formulas = [f for p in parts for f in self._typed(p)]
        if formulas:
            yield Property(self.unused(TYPES), and_(formulas, self.top.span), span=self.top.span)

    def _typed(self, leaf: Instance) -> Iterator[ir.Expr]:
        """The formula that each variable of an instance has a value of its type."""
        assert isinstance(leaf.automaton, tree.Automaton)
        scope = leaf.scope()
        for v in leaf.automaton.states:
            value = replace(scope.variables[v.name], span=v.span)
            formula = fits(value, v.type, self.lowering.names)
            if formula is not None:
                yield for_all(leaf.indices, formula, v.span)

    def _strings(self) -> Iterator[str]:
        """The strings in the order in which they are ranked."""
        found: dict[str, None] = {}
        for _, t in self.file.types:
            if isinstance(t, types.Enum):
                found.update(dict.fromkeys(t.members))
            if isinstance(t, types.Record):
                found.update(dict.fromkeys(name for name, _ in t.fields))
        return iter(found)


def _declared(
    instance: Instance, indices: tuple[types.Type, ...] = ()
) -> Iterator[tuple[str, ty.Type]]:
    """The types of the variables; those of components in a sequence are functions on indices."""
    if isinstance(instance.automaton, tree.Automaton):
        for v in instance.automaton.states:
            found = ir_type(v.type)
            for index in reversed(indices):
                found = ty.Function(ir_type(index), found)
            yield instance.qualified(v.name), found
    for child in instance.children:
        assert child.component is not None
        bound = child.component.bound
        yield from _declared(child, indices if bound is None else (*indices, bound.type))


def _signature(instance: Instance) -> tuple[tree.Action, ...]:
    assert isinstance(instance.automaton, tree.Automaton)
    return instance.automaton.signature


def _named(p: Property) -> Property:
    return replace(p, expr=ir.Call(p.name, (), span=p.span))
