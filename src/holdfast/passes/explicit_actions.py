"""Turn Init and Next into trees of tests, assignments and choices.

    /\\ pc = "a"                      sequence
    /\\ \\E i \\in S : x' = x + i  =>    test    pc = "a"
    /\\ UNCHANGED pc                   for some i in S: assign x = x + i
                                      keep pc

The order is TLC's, from left to right, and so is the branching: a disjunction or an
existential quantifier splits even where it mentions no next state, which shows in the
number of generated states. Definitions are expanded where they branch or assign.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from holdfast.ir import expr as ir
from holdfast.ir import system as body
from holdfast.ir.expr import Binder
from holdfast.ir.levels import Level
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.system import Action, Body, System
from holdfast.passes.action_names import name_disjuncts
from holdfast.passes.plain_formulas import PlainFormulas
from holdfast.source import Diagnostic, Span, SpecError

_MAX_DEPTH = 100


def explicit_actions(system: System) -> System:
    """The system with its initial predicate and next-state relation made explicit."""
    if system.init_formula is None or system.next_formula is None:
        return system
    start, steps = ActionTrees(system, initial=True), ActionTrees(system)
    init = start.tree(system.init_formula)
    actions = tuple(steps.actions(system.next_formula))
    procedures = {**start.procedures, **steps.procedures}
    return replace(system, init=init, actions=actions, procedures=procedures)


@dataclass(frozen=True, slots=True)
class _Place:
    """The position of a disjunct in the next-state relation."""

    name: str
    span: Span | None
    bounds: tuple[tuple[ir.Bound, ...], ...] = ()
    args: tuple[ir.Expr, ...] = ()

    def action(self, tree: Body) -> Action:
        """The action that this disjunct is."""
        return Action(self.name, tree, self.bounds, self.args, span=self.span)


class ActionTrees(PlainFormulas):
    """Builds the trees of the formulas of one system."""

    def __init__(self, system: System, initial: bool = False) -> None:
        super().__init__(system, initial)
        self.procedures: dict[str, body.Procedure] = dict(system.procedures)
        self.shows_arguments = system.shows_arguments
        self._depth = 0
        self._recursive: dict[tuple[str, tuple[tuple[str, ir.Expr], ...]], str] = {}

    # ---- the disjuncts of Next ----

    def actions(self, e: ir.Expr) -> list[Action]:
        """The named disjuncts of a next-state relation."""
        name = e.name if isinstance(e, ir.Call) else "Next"
        found = self._split(e, _Place(name, e.span))
        found = [self._renamed(a) if a.name == name else a for a in found]
        return name_disjuncts(found, name)

    def _renamed(self, action: Action) -> Action:
        """A disjunct named after the definition it calls for an element of a set of the state."""
        e = action.body.expr
        while isinstance(e, ir.Bind) and e.binder is Binder.EXISTS:
            e = e.body
        if e is action.body.expr or not isinstance(e, ir.Call) or e.name not in self.definitions:
            return action
        return replace(action, name=e.name, span=self.definitions[e.name].span)

    def _split(self, e: ir.Expr, place: _Place) -> list[Action]:
        match e:
            case ir.Apply(Op.OR, items):
                return [a for i in items for a in self._split(i, place)]
            case ir.Bind(Binder.EXISTS, bounds, inner) if self._splits(bounds):
                renamed, inner = _apart(place.bounds, bounds, inner)
                return self._split(inner, replace(place, bounds=(*place.bounds, renamed)))
            case ir.Call(name, args) if self._enters(name, args):
                definition = self.definitions[name]
                entered = replace(place, name=name, span=definition.span, args=args)
                if not all(map(self.is_plain, args)):
                    # What branches in an argument must not branch in its place.
                    return [entered.action(self.tree(e))]
                inner = substitute(definition.body, dict(zip(definition.params, args, strict=True)))
                return self._split(inner, entered)
            case _:
                return [place.action(self.tree(e))]

    def _splits(self, bounds: tuple[ir.Bound, ...]) -> bool:
        return self.shows_arguments or all(
            b.domain is not None and self.levels.of(b.domain) == Level.CONSTANT for b in bounds
        )

    def _enters(self, name: str, args: tuple[ir.Expr, ...]) -> bool:
        definition = self.definitions.get(name)
        if definition is None or definition.recursive:
            return False
        return all(self.levels.of(a) == Level.CONSTANT for a in args)

    # ---- trees ----

    def tree(self, e: ir.Expr) -> Body:
        """The tree of one formula."""
        if self.is_plain(e):
            return body.Test(e, span=e.span)
        match e:
            case ir.Apply(op, args):
                return self._operator(e, op, args)
            case ir.If(test, yes, no):
                return body.IfElse(test, self.tree(yes), self.tree(no), e, span=e.span)
            case ir.Case(arms, other):
                bodies = tuple((t, self.tree(v)) for t, v in arms)
                rest = None if other is None else self.tree(other)
                return body.Choice(bodies, rest, e, span=e.span)
            case ir.Bind(binder, bounds, inner):
                make = body.ForSome if binder is Binder.EXISTS else body.ForEach
                return make(bounds, self.tree(inner), e, span=e.span)
            case ir.Let(definitions, inner):
                return self._within(e, definitions, inner)
            case ir.Call(name, args):
                return self._call(e, name, args)
            case _:
                return body.Test(e, span=e.span)

    def _operator(self, e: ir.Apply, op: Op, args: tuple[ir.Expr, ...]) -> Body:
        match op:
            case Op.AND:
                return body.Sequence(tuple(self.tree(a) for a in args), e, span=e.span)
            case Op.OR:
                return body.Branch(tuple(self.tree(a) for a in args), e, span=e.span)
            case Op.IMPLIES:
                holds = body.Test(ir.TRUE, span=e.span)
                return body.IfElse(args[0], self.tree(args[1]), holds, e, span=e.span)
            case Op.EQ | Op.IN | Op.SUBSETEQ:
                return self._assignment(e, op, args)
            case Op.INDEX:
                return self._function(e)
            case Op.UNCHANGED:
                return self._unchanged(e, args[0])
            case Op.COMPOSE:
                return body.Compose(self.tree(first_of(e)), self.tree(args[1]), e, span=e.span)
            case Op.BOX_ACTION:
                return body.Branch((self.tree(args[0]), self.tree(args[1])), e, span=e.span)
            case Op.ANGLE_ACTION:
                changes = body.Test(ir.Apply(Op.NOT, (args[1],), span=e.span), span=e.span)
                return body.Sequence((self.tree(args[0]), changes), e, span=e.span)
            case _:
                return body.Test(e, span=e.span)

    def _assignment(self, e: ir.Apply, op: Op, args: tuple[ir.Expr, ...]) -> Body:
        variable = self.assigned(args[0])
        assert variable is not None
        if op is Op.EQ:
            return body.Assign(variable, args[1], e, span=e.span)
        domain = args[1]
        if op is Op.SUBSETEQ:
            domain = ir.Apply(Op.SUBSET, (domain,), span=domain.span)
        return body.AssignFrom(variable, domain, e, span=e.span)

    def _function(self, e: ir.Apply) -> Body:
        """`A[i]` where `A[i \\in S] == x' = i`: the action of an element, or else an error."""
        found = self.action_of_function(e)
        assert found is not None
        bound, action = found
        key, domain = e.args[1], bound.domain
        assert domain is not None
        inside = ir.Apply(Op.IN, (key, domain), span=e.span)
        itself = ir.Bind(Binder.FUNCTION, (bound,), ir.Name(bound.names[0]), span=e.span)
        applied = ir.Apply(Op.EQ, (ir.Apply(Op.INDEX, (itself, key), span=e.span), key))
        outside = body.Test(replace(applied, span=e.span), span=e.span)
        return body.IfElse(inside, self.tree(action), outside, e, span=e.span)

    def _unchanged(self, e: ir.Expr, what: ir.Expr) -> Body:
        match what:
            case ir.Name(name) if name in self.variables:
                return body.Keep(name, e, span=what.span or e.span)
            case ir.Apply(Op.TUPLE, items):
                kept = tuple(
                    self._unchanged(ir.Apply(Op.UNCHANGED, (i,), span=i.span), i) for i in items
                )
                return body.Sequence(kept, e, span=e.span)
            case _:
                raise AssertionError("resolve_primes leaves UNCHANGED with variables only")

    def _within(self, e: ir.Expr, definitions: tuple[ir.Definition, ...], inner: ir.Expr) -> Body:
        with self.inside(definitions):
            tree = self.tree(inner)
        return body.Within(definitions, tree, e, span=e.span)

    def _call(self, e: ir.Call, name: str, args: tuple[ir.Expr, ...]) -> Body:
        definition = self.definitions[name]
        if definition.recursive:
            return self._enter(e, definition, args)
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise _unsupported(f"`{name}` has infinite recursion", e.span)
        # Small arguments are copied; the others are named, so that each is evaluated once.
        values: dict[str, ir.Expr] = {}
        local: list[ir.Definition] = []
        for param, arg in zip(definition.params, args, strict=True):
            if isinstance(arg, ir.Name | ir.Literal) or self.is_put_in(arg):
                values[param] = arg
            else:
                fresh = f"{param}@{self._depth}"
                values[param] = ir.Call(fresh, span=arg.span)
                named = ir.Definition(fresh, (), arg, span=arg.span)
                self.values[id(named)] = named
                local.append(named)
        inner = substitute(definition.body, values)
        tree = self._within(e, tuple(local), inner) if local else self.tree(inner)
        self._depth -= 1
        return tree

    def _enter(self, e: ir.Call, definition: ir.Definition, args: tuple[ir.Expr, ...]) -> Body:
        """A call of a recursive definition: a procedure specialised for what it may assign."""
        if definition.name in self.local:
            message = f"`{definition.name}` is recursive and assigns variables, inside a LET"
            help = "define it outside the LET, with what it uses as parameters"
            raise SpecError(Diagnostic("unsupported", message, e.span, help))
        pairs = tuple(zip(definition.params, args, strict=True))
        fixed = {p: a for p, a in pairs if self.is_put_in(a)}
        key = (definition.name, tuple(fixed.items()))
        name = self._recursive.get(key)
        if name is None:
            if len(self._recursive) >= _MAX_DEPTH:
                raise _unsupported(
                    f"`{definition.name}` calls itself with ever new actions", e.span
                )
            kind = "init" if self.initial else "step"
            name = f"{definition.name}@{kind}{len(self.procedures) + 1}"
            self._recursive[key] = name
            params = tuple(p for p in definition.params if p not in fixed)
            # Its name is reserved while its body is built, so that names stay different.
            held = body.Test(ir.TRUE, span=definition.span)
            self.procedures[name] = body.Procedure(name, params, held, span=definition.span)
            tree = self.tree(substitute(definition.body, fixed))
            self.procedures[name] = replace(self.procedures[name], body=tree)
        rest = tuple(a for p, a in pairs if p not in fixed)
        return body.Enter(name, rest, e, span=e.span)


def first_of(e: ir.Apply) -> ir.Expr:
    """The first action of `A \\cdot B`, also if it already has its tree."""
    first = e.args[0]
    if isinstance(first, ir.Enabled) and first.fresh == (ir.BETWEEN,):
        return first.body
    return first


def _apart(
    outer: tuple[tuple[ir.Bound, ...], ...], bounds: tuple[ir.Bound, ...], inner: ir.Expr
) -> tuple[tuple[ir.Bound, ...], ir.Expr]:
    """Bounds renamed apart from the names around them, and the body renamed to match."""
    taken = {n for group in outer for b in group for n in b.names}
    if not any(n in taken for b in bounds for n in b.names):
        return bounds, inner
    names: dict[str, ir.Expr] = {}
    changed = []
    for b in bounds:
        new = []
        for n in b.names:
            fresh, number = n, 1
            while fresh in taken:
                number += 1
                fresh = f"{n}_{number}"
            taken.add(fresh)
            names[n] = ir.Name(fresh)
            new.append(fresh)
        changed.append(replace(b, names=tuple(new)))
    return tuple(changed), substitute(inner, names)


def _unsupported(message: str, span: Span | None) -> SpecError:
    return SpecError(Diagnostic("unsupported", message, span))
