"""Put primes on variables, and on nothing else.

    Same(e) == e = e'                       Same(e, e@next) == e = e@next
    Big == x > 2                            Big == x > 2     Big@next == x' > 2
    [][Same(x + 1) => Big']_x          =>   [][Same(x + 1, x' + 1) => Big@next]_x

A definition that is primed gets a second form over the next state; a parameter that is primed
gets a twin, for which the argument is given in the next state. So operators passed as arguments
and recursion need nothing special. ENABLED and `\\cdot` speak of other states than the formula
around them: an argument that depends on such a state is substituted by name, the LET definitions
used there are copied into them. UNCHANGED is about variables, or tuples of these; any other one
becomes an equation. So does the subscript of `[A]_v`: it becomes the condition `v' = v`.

After this pass an argument has its value in the states in which it occurs, even if
its parameter is used below ENABLED: engines may evaluate it early, but not later in other states.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any, assert_never

from holdfast.ir import expr as ir
from holdfast.ir.levels import Level
from holdfast.ir.ops import Op
from holdfast.ir.system import Property, System
from holdfast.passes.prime_bindings import Given, Local, Names, Param, Rigid, Scope, World
from holdfast.passes.resolve_calls import CallResolver
from holdfast.source import Span, SpecError

# The level of the next state is the only statistic of a run that TLC supports under a prime.
_LEVEL = (ir.Literal("TLC!TLCGet"), ir.Literal("level"))


def resolve_primes(system: System) -> System:
    """The system in which only variables are primed."""
    resolver = _Resolver(system)
    while True:
        before = resolver.known()
        result = resolver.system()
        if resolver.known() == before and resolver.is_settled():
            if resolver.failed:
                raise resolver.failed[0]
            return result


class _Resolver(CallResolver):
    """Resolves all primes of one system."""

    def system(self) -> System:
        """The whole system, with the facts about its definitions so far."""
        self.made, self.definitions, self.failed = {}, {}, []
        for facts in self.facts.values():
            facts.try_again()
        changed: dict[str, Any] = {}
        for f in fields(self.source):
            value = getattr(self.source, f.name)
            if isinstance(value, ir.Expr | Property):
                changed[f.name] = self._resolved(value)
            elif isinstance(value, tuple) and value and isinstance(value[0], ir.Expr | Property):
                changed[f.name] = tuple(map(self._resolved, value))
        self._keep_the_rest()
        known = {n: self.definitions[n] for n in self.source.definitions if n in self.definitions}
        return replace(self.source, definitions={**known, **self.definitions}, **changed)

    def _resolved(self, value: ir.Expr | Property) -> ir.Expr | Property:
        if isinstance(value, Property):
            return replace(value, expr=self.expr(value.expr, self.top_scope()))
        return self.expr(value, self.top_scope())

    def _keep_the_rest(self) -> None:
        """Definitions that nothing calls may still be used by name."""
        failed = list(self.failed)
        for definition in self.source.definitions.values():
            if definition.name not in self.definitions and not definition.operators:
                try:
                    self.variant(definition, None, (id(definition), False, (), frozenset()))
                except SpecError:
                    continue
        self.failed = failed

    # ---- expressions ----

    def expr(self, e: ir.Expr, scope: Scope) -> ir.Expr:
        """The expression with its primes resolved."""
        match e:
            case ir.Literal():
                return e
            case ir.Name(name):
                return self._name(e, name, scope)
            case ir.Apply(op, args):
                return self._apply(e, op, args, scope)
            case ir.Call():
                return self.call(e, scope)
            case ir.Lambda():
                return self._rigid_lambda(e, scope)
            case ir.Let():
                return self._let(e, scope)
            case ir.Bind(_, bounds, body):
                inner, names = self._bind((n for b in bounds for n in b.names), scope)
                changed = []
                for b in bounds:
                    domain = None if b.domain is None else self.expr(b.domain, scope)
                    own = tuple(names[n] for n in b.names)
                    changed.append(replace(b, names=own, domain=domain))
                return replace(e, bounds=tuple(changed), body=self.expr(body, inner))
            case ir.Except(base, updates):
                inner = scope.bind({ir.OLD: Rigid(ir.OLD)})
                new = tuple(
                    replace(
                        u,
                        path=tuple(self.expr(k, scope) for k in u.path),
                        value=self.expr(u.value, inner),
                    )
                    for u in updates
                )
                return replace(e, base=self.expr(base, scope), updates=new)
            case ir.Prime(body):
                if scope.later and self.levels.of(body) == Level.CONSTANT:
                    return self.expr(body, scope)
                return self.expr(body, self.next_scope(scope, e.span))
            case ir.Enabled(body):
                world = World(scope.world, scope.later, frozenset(e.fresh))
                asked = replace(e, body=self._elsewhere(body, scope, world), fresh=())
                return ir.Prime(asked, span=e.span) if scope.later else asked
            case ir.If() | ir.Case():
                return ir.map_children(lambda x: self.expr(x, scope), e)
            case _:
                assert_never(e)

    def _elsewhere(self, e: ir.Expr, scope: Scope, world: World) -> ir.Expr:
        """An expression over other states than those of the formula around it."""
        body = self.expr(e, replace(scope, world=world, later=False))
        return ir.Let(tuple(world.added), body, span=e.span) if world.added else body

    def _bind(self, names: Iterable[str], scope: Scope) -> tuple[Scope, dict[str, str]]:
        """The scope below a binder, and its names there."""
        called: dict[str, str] = {}
        inner = scope
        for name in names:
            called[name] = inner.fresh(name)
            inner = inner.bind({name: Rigid(called[name])}, frozenset((called[name],)))
        return inner, called

    def _rigid_lambda(self, e: ir.Lambda, scope: Scope) -> ir.Lambda:
        """A LAMBDA for a library operator, which applies it to values only."""
        inner, names = self._bind(e.params, scope)
        params = tuple(names[p] for p in e.params)
        return replace(e, params=params, body=self.expr(e.body, inner))

    def _apply(self, e: ir.Apply, op: Op, args: tuple[ir.Expr, ...], scope: Scope) -> ir.Expr:
        match op:
            case Op.UNCHANGED:
                return self._unchanged(args[0], scope, e.span)
            case Op.BOX_ACTION | Op.ANGLE_ACTION:
                return self._subscripted(e, args, scope)
            case Op.COMPOSE:
                self.next_scope(scope, e.span)
                fresh = scope.world.fresh
                first = self._elsewhere(args[0], scope, World(scope.world, False, fresh))
                second = self._elsewhere(args[1], scope, World(scope.world, True, fresh))
                return replace(e, args=(first, second))
            case Op.BUILTIN if scope.later and args == _LEVEL:
                return ir.Apply(Op.ADD, (e, ir.Literal(1)), span=e.span)
            case _:
                new = tuple(self.expr(a, scope) for a in args)
                same = all(a is b for a, b in zip(args, new, strict=True))
                return e if same else replace(e, args=new)

    # ---- names ----

    def _name(self, e: ir.Name, name: str, scope: Scope) -> ir.Expr:
        binding = scope.names.get(name)
        match binding:
            case None:
                return self._declared(e, name, scope)
            case Rigid(called):
                return e if called == name else replace(e, name=called)
            case Param():
                called = self.param(binding, scope)
                return e if called == name else replace(e, name=called)
            case Given(given, names):
                return self.expr(given, replace(scope, names=names))
            case Local():
                return self.call(ir.Call(name, span=e.span), scope)
            case _:
                assert_never(binding)

    def _declared(self, e: ir.Name, name: str, scope: Scope) -> ir.Expr:
        own = scope.later and (name in self.variables or name in scope.world.fresh)
        if own:
            return ir.Prime(e, span=e.span)
        now = self.hidden.get(name)
        # Where it is used, it has the name of the variable for which it is substituted.
        return e if now is None else replace(self.expr(now, scope), span=e.span)

    # ---- UNCHANGED ----

    def _unchanged(self, e: ir.Expr, scope: Scope, span: Span | None) -> ir.Expr:
        self.next_scope(scope, span)
        kept = self._variables(e, scope)
        if kept is not None:
            return ir.Apply(Op.UNCHANGED, (kept,), span=span)
        inner, names = self._entered(e, scope)
        if isinstance(inner, ir.Apply) and inner.op is Op.TUPLE:
            items = tuple(self._unchanged(i, names, i.span) for i in inner.args)
            return ir.Apply(Op.AND, items, span=span)
        after = self.expr(inner, self.next_scope(names, span))
        return ir.Apply(Op.EQ, (after, self.expr(inner, names)), span=span)

    def _variables(self, e: ir.Expr, scope: Scope) -> ir.Expr | None:
        """The variable or the tuple of variables that an expression denotes."""
        inner, names = self._entered(e, scope)
        match inner:
            case ir.Name(name) if name not in names.names and name in self.variables:
                return ir.Name(name, span=e.span)
            case ir.Apply(Op.TUPLE, args):
                items = [self._variables(a, names) for a in args]
                known = tuple(i for i in items if i is not None)
                if len(known) == len(items):
                    return ir.Apply(Op.TUPLE, known, span=e.span)
                return None
            case _:
                return None

    def _entered(self, e: ir.Expr, scope: Scope) -> tuple[ir.Expr, Scope]:
        """What a name or a definition without parameters denotes, and its scope."""
        while isinstance(e, ir.Name) or (isinstance(e, ir.Call) and not e.args):
            binding = scope.names.get(e.name)
            match binding:
                case Given(given, names):
                    e, scope = given, replace(scope, names=names)
                    continue
                case Param():
                    if scope.world is binding.world and not scope.later:
                        binding.facts.need_name(binding.source, Level.STATE)
                case Local(definition, where) if not definition.recursive:
                    e, scope = definition.body, replace(scope, names=where.names)
                    continue
                case None if e.name in self.hidden and e.name not in scope.world.fresh:
                    e = self.hidden[e.name]
                    continue
                case None if e.name in self.source.definitions:
                    definition = self.source.definitions[e.name]
                    if not definition.recursive:
                        e, scope = definition.body, replace(scope, names={})
                        continue
                case _:
                    pass
            break
        return e, scope

    def _subscripted(self, e: ir.Apply, args: tuple[ir.Expr, ...], scope: Scope) -> ir.Expr:
        """`[A]_v` and `<<A>>_v`: `v` becomes the condition that it does not change."""
        self.next_scope(scope, e.span)
        action = self.expr(args[0], scope)
        return replace(e, args=(action, self._unchanged(args[1], scope, args[1].span)))

    def _let(self, e: ir.Let, scope: Scope) -> ir.Expr:
        """A LET with the forms of its definitions that are used."""
        names: Names = dict(scope.names)
        called = {d.name: scope.fresh(d.name) for d in e.definitions}
        inner = replace(scope, names=names, taken=scope.taken.union(called.values()))
        home: list[ir.Definition] = []
        for d in e.definitions:
            names[d.name] = Local(d, inner, called[d.name], home)
        body = self.expr(e.body, inner)
        return replace(e, definitions=tuple(home), body=body) if home else body
