"""Which formulas are only evaluated, and which assign variables or branch."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.levels import Level, Levels
from holdfast.ir.ops import Group, Op, ops_in
from holdfast.ir.substitute import names_in, substitute
from holdfast.ir.system import System

_BRANCHING = ops_in(Group.ACTION) | {Op.OR}


class PlainFormulas:
    """Distinguishes formulas that are evaluated from those that need a tree, in one system."""

    def __init__(self, system: System, initial: bool = False) -> None:
        hidden = () if initial else (name for name, _ in system.hidden)
        self.variables = frozenset((*system.variables, *hidden))
        self.definitions = dict(system.definitions)
        self.levels = Levels.of_system(system)
        self.initial = initial
        self.local: dict[str, ir.Definition] = {}
        self.values: dict[int, ir.Definition] = {}
        """Arguments under names of their own, by identity: these are evaluated."""
        self._plain: dict[str, bool] = {}
        self._asked: set[tuple[str, tuple[tuple[str, ir.Expr], ...]]] = set()

    @contextmanager
    def inside(self, definitions: tuple[ir.Definition, ...]) -> Iterator[None]:
        """Add local definitions for the duration of the block."""
        before = self.definitions, self.local, self._plain
        names = {d.name: d for d in definitions}
        self.definitions = {**self.definitions, **names}
        self.local = {**self.local, **names}
        self._plain = {}
        yield
        self.definitions, self.local, self._plain = before

    def is_put_in(self, arg: ir.Expr) -> bool:
        """Whether a definition may assign or branch through its arguments.

        As in TLC, a constant argument in a step is a value, even if it branches.
        """
        if isinstance(arg, ir.Lambda) or self.assignable(arg):
            return True
        if self.is_plain(arg):
            return False
        return self.initial or self._level(arg, frozenset()) > Level.CONSTANT

    def is_plain(self, e: ir.Expr) -> bool:
        """Whether the formula only needs to be evaluated."""
        match e:
            case ir.Apply(Op.AND, items):
                return all(map(self.is_plain, items))
            case ir.Apply(Op.EQ | Op.IN | Op.SUBSETEQ, (left, _)):
                return self.assigned(left) is None
            case ir.Apply(Op.IMPLIES, (_, right)):
                return self.is_plain(right)
            case ir.Apply(Op.INDEX, _):
                return self.action_of_function(e) is None
            case ir.Apply(op, _):
                return op not in _BRANCHING
            case ir.If(_, yes, no):
                return self.is_plain(yes) and self.is_plain(no)
            case ir.Case(arms, other):
                return all(self.is_plain(v) for _, v in arms) and (
                    other is None or self.is_plain(other)
                )
            case ir.Bind(Binder.EXISTS, _, _):
                return False
            case ir.Bind(Binder.FORALL, _, inner):
                return self.is_plain(inner)
            case ir.Let(definitions, inner):
                return self._is_plain_let(definitions, inner)
            case ir.Call(name, args):
                return self._is_plain_call(name, args)
            case _:
                return True

    def _is_plain_let(self, definitions: tuple[ir.Definition, ...], inner: ir.Expr) -> bool:
        with self.inside(definitions):
            return self.is_plain(inner)

    def _is_plain_call(self, name: str, args: tuple[ir.Expr, ...]) -> bool:
        definition = self.definitions.get(name)
        if definition is None or id(definition) in self.values:
            return True
        # `Is(v, e) == v' = e` assigns when a variable is passed for `v`, and so may what is
        # passed for `a` in `If(c, a, b) == IF c THEN a ELSE b`.
        pairs = zip(definition.params, args, strict=True)
        passed = {p: a for p, a in pairs if self.is_put_in(a)}
        if definition.recursive and not passed and not self._moves(definition):
            # A recursive formula is evaluated, even if it branches.
            return True
        known = self._plain.get(name)
        if known is None:
            self._plain[name] = True
            known = self._plain[name] = self.is_plain(definition.body)
        if not known or not passed:
            return known
        key = (name, tuple(passed.items()))
        if key in self._asked:
            return True
        self._asked.add(key)
        known = self.is_plain(substitute(definition.body, passed))
        self._asked.remove(key)
        return known

    def _moves(self, definition: ir.Definition) -> bool:
        """Whether a definition mentions the next state."""
        return self._level(definition.body, frozenset((definition.name,))) >= Level.ACTION

    def _level(self, e: ir.Expr, entered: frozenset[str]) -> Level:
        """The level of an expression, also through local definitions."""
        level = self.levels.of(e)
        called = {x.name for x in ir.walk(e) if isinstance(x, ir.Name | ir.Call)}
        for name in called - entered:
            if name in self.local:
                inside = self._level(self.local[name].body, entered | {name})
                level = max(level, inside)
        return level

    def assigned(self, left: ir.Expr) -> str | None:
        """The variable that an equation with this left side would assign."""
        if self.initial:
            return self.variable(left)
        match left:
            case ir.Prime(inner):
                return self.variable(inner)
            case ir.Call(name, args) if self.is_transparent(name):
                return self.assigned(self.applied(name, args))
            case ir.Let(definitions, inner):
                with self.inside(definitions):
                    return self.assigned(inner)
            case _:
                return None

    def assignable(self, e: ir.Expr) -> bool:
        """Whether an argument is a variable, or a primed one, that a definition may assign."""
        return self.variable(e) is not None or self.assigned(e) is not None

    def variable(self, e: ir.Expr) -> str | None:
        """The variable that an expression denotes."""
        match e:
            case ir.Name(name) if name in self.variables:
                return name
            case ir.Call(name, args) if self.is_transparent(name):
                return self.variable(self.applied(name, args))
            case _:
                return None

    def is_transparent(self, name: str) -> bool:
        """Whether a definition may denote a variable; it may have parameters of an instance."""
        definition = self.definitions.get(name)
        return (
            definition is not None
            and not definition.recursive
            and isinstance(definition.body, ir.Name | ir.Call | ir.Prime | ir.Let)
        )

    def applied(self, name: str, args: tuple[ir.Expr, ...]) -> ir.Expr:
        """The body of a definition with its arguments."""
        definition = self.definitions[name]
        return substitute(definition.body, dict(zip(definition.params, args, strict=True)))

    def action_of_function(self, e: ir.Apply) -> tuple[ir.Bound, ir.Expr] | None:
        """The domain of a function of actions, and the action of the element it is applied to."""
        match e.args:
            case (ir.Call(name, ()), key) if name in self.definitions:
                definition = self.definitions[name]
            case _:
                return None
        match definition.body:
            case ir.Bind(Binder.FUNCTION, (ir.Bound((element,), _, False) as bound,), inner) if (
                name not in names_in(inner)
            ):
                action = substitute(inner, {element: key})
            case _:
                return None
        return None if self.is_plain(action) else (bound, action)
