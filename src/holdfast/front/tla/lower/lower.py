"""From resolved modules to the IR: definitions are lowered on demand, instances are expanded.

A definition that is reached through an instance becomes a definition of its own, named
after the path (`I!Op`), in which the constants and variables of the instantiated module
are replaced by what the instance substitutes for them. The parameters of a parametrised
instance become the first parameters of its definitions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from holdfast.front.tla.lower.expressions import built_in, lower_expression
from holdfast.front.tla.lower.scope import Env, Scope, unsupported
from holdfast.front.tla.names import symbols as sym
from holdfast.front.tla.syntax import tree
from holdfast.ir import expr as ir
from holdfast.ir.library_ops import LIBRARY_OPS
from holdfast.ir.ops import LIBRARY, Op
from holdfast.ir.substitute import substitute
from holdfast.source import Span


@dataclass(frozen=True, slots=True)
class Overrides:
    """What a model substitutes for symbols: values, or other definitions.

    `names` are replaced where a name means the symbol, `definitions` also through instances.
    """

    names: Mapping[int, ir.Expr | sym.Symbol] = field(default_factory=dict)
    definitions: Mapping[int, ir.Expr | sym.Symbol] = field(default_factory=dict)

    def lookup(self, symbol: sym.Symbol) -> ir.Expr | sym.Symbol | None:
        """What replaces `symbol` where it is used by its name."""
        found = self.definitions.get(id(symbol))
        return found if found is not None else self.names.get(id(symbol))


class _Use(NamedTuple):
    """Where and to what a symbol is applied."""

    args: tuple[ir.Expr, ...]
    scope: Scope
    span: Span


class Lowering:
    """Lowers the definitions of one root module under one model.

    `stand_ins` are the definitions that are called for symbols which the model replaces.
    """

    def __init__(self, root: sym.ResolvedModule, overrides: Overrides) -> None:
        self.root = root
        self.overrides = overrides
        self.definitions: dict[str, ir.Definition] = {}
        self.hidden: dict[str, ir.Expr] = {}
        self.stand_ins: dict[int, str] = {}
        self.root_env = Env()
        self.taken = frozenset(root.names) | {"@"}
        self._names: dict[tuple[int, int], str] = {}
        self._used: set[str] = {v.name for v in root.variables}

    def scope(self) -> Scope:
        """The scope at the end of the root module."""
        return Scope(self.root, self.root_env, {})

    def fact(self, fact: sym.Fact) -> ir.Expr:
        """The formula of an assumption or theorem."""
        return self.use(fact, (), Scope(fact.module, self.root_env, {}), fact.span)

    def body(self, symbol: sym.Operator) -> ir.Expr:
        """The body of a definition without parameters, instead of a call of it."""
        scope = Scope(symbol.module, self.root_env, {})
        return self.definition(symbol, symbol.name, scope).body

    def expression(self, e: tree.Expr, scope: Scope) -> ir.Expr:
        """The IR of an expression in `scope`."""
        return lower_expression(self, e, scope)

    # ---- uses ----

    def use(
        self, symbol: sym.Symbol, args: tuple[ir.Expr, ...], scope: Scope, span: Span
    ) -> ir.Expr:
        """A symbol applied to arguments, in a scope."""
        return self._use(symbol, _Use(args, scope, span))

    def _use(self, symbol: sym.Symbol, use: _Use) -> ir.Expr:
        args, scope, span = use
        replaced = self.overrides.lookup(symbol)
        # What an instance substitutes for a constant comes before the model's value for it.
        if replaced is not None and id(symbol) not in scope.env.values:
            found: ir.Expr
            if isinstance(replaced, ir.Call) and args:
                found = ir.Call(replaced.name, args, span=span)
            elif isinstance(replaced, ir.Node):
                found = replace(replaced, span=span)
            else:
                found = self._use_plain(replaced, use._replace(scope=self._root_scope(scope)))
            if isinstance(found, ir.Call):
                self.stand_ins[id(symbol)] = found.name
            return found
        return self._use_plain(symbol, use)

    def _root_scope(self, scope: Scope) -> Scope:
        """An override names a definition of the root module, whatever module uses it."""
        return Scope(self.root, self.root_env, scope.locals, scope.operators)

    def _use_plain(self, symbol: sym.Symbol, use: _Use) -> ir.Expr:
        args, scope, span = use
        match symbol:
            case sym.BoundName() | sym.Parameter():
                name = scope.locals.get(id(symbol), "")
                if not name:
                    raise unsupported(f"the parameter `{symbol.name}` has no argument here", span)
                if symbol.arity or name in scope.operators:
                    return ir.Call(name, args, span=span)
                return ir.Name(name, span=span)
            case sym.Constant() | sym.Variable():
                return self._declared(symbol, use)
            case sym.Operator():
                return self._operator(symbol, use)
            case sym.Fact():
                return self._call(self.define(symbol, scope.env), use)
            case sym.Instantiated():
                return self._instantiated(symbol, use)
            case _:
                raise unsupported(f"`{symbol.name}` cannot be used as an expression", span)

    def _call(self, name: str, use: _Use) -> ir.Expr:
        """A definition, whose first parameters are those of the instances it is seen through."""
        extra = tuple(ir.Name(p) for p in use.scope.env.params)
        return ir.Call(name, extra + use.args, span=use.span)

    def _declared(self, symbol: sym.Constant | sym.Variable, use: _Use) -> ir.Expr:
        env = use.scope.env
        if not isinstance(symbol, sym.Variable) or id(symbol) not in env.values:
            return self._substituted(symbol, use)
        if not self._renames(env, use.span):
            return ir.Name(self._hidden(symbol, env, use.span), span=use.span)
        return self._substituted(symbol, use)

    def _substituted(self, symbol: sym.Constant | sym.Variable, use: _Use) -> ir.Expr:
        """A constant or variable, or what an instance substitutes for it."""
        args, scope, span = use
        substitution = scope.env.values.get(id(symbol))
        if substitution is None:
            if args:
                return ir.Call(symbol.name, args, span=span)
            return ir.Name(symbol.name, span=span)
        value, outer = substitution
        if isinstance(value, tree.Ref) and not value.args:
            meaning = outer.module.uses.get(id(value))
            if meaning is not None and not isinstance(meaning, sym.Selection):
                value = meaning
        if isinstance(value, sym.BuiltIn):
            return built_in(value.name, args, span)
        if not isinstance(value, tree.Node):
            return self._use(value, use._replace(scope=outer))
        return self._call(self._define_value(symbol, value, scope.env, outer), use)

    def _define_value(
        self, symbol: sym.Constant | sym.Variable, value: tree.Node, env: Env, outer: Scope
    ) -> str:
        """The definition that represents a substituted constant or variable."""
        key = (id(symbol), id(env))
        known = self._names.get(key)
        if known is not None:
            return known
        name = self._names[key] = self._unused(env.prefix + symbol.name)
        lowered = lower_expression(self, value, outer)  # type: ignore[arg-type]  # a substitution's value
        params: tuple[str, ...] = ()
        if isinstance(lowered, ir.Lambda):
            params, lowered = lowered.params, lowered.body
        self.definitions[name] = ir.Definition(name, env.params + params, lowered, span=value.span)
        return name

    def _operator(self, symbol: sym.Operator, use: _Use) -> ir.Expr:
        args, scope, span = use
        local = scope.locals.get(id(symbol))
        if local is not None:
            return ir.Call(local, args, span=span)
        if symbol.module.bundled:
            qualified = f"{symbol.module.name}!{symbol.name}"
            if qualified in LIBRARY:
                return ir.Apply(LIBRARY[qualified], args, span=span)
            if qualified in LIBRARY_OPS:
                return ir.Apply(Op.BUILTIN, (ir.Literal(qualified), *args), span=span)
        return self._call(self.define(symbol, scope.env), use)

    def _instantiated(self, symbol: sym.Instantiated, use: _Use) -> ir.Expr:
        args, scope, span = use
        env = self.instance_env(symbol.instance, scope)
        own = len(symbol.instance.params)
        given, rest = args[:own], args[own:]
        inner = Scope(symbol.instance.target, env, {})
        # An override replaces `Op`, not `I!Op`: the replacement may be defined by that.
        replaced = id(symbol.original) in self.overrides.definitions
        lower = self._use if replaced else self._use_plain
        result = lower(symbol.original, _Use(rest, inner, span))
        return _with_instance_arguments(result, env, given)

    def instance_env(self, instance: sym.Instance, scope: Scope) -> Env:
        """How the instantiated module is seen through `instance` from `scope`."""
        key = (id(instance), id(scope.env))
        known = scope.env.instances.get(key)
        if known is not None:
            return known
        around = _local_names(instance, scope)
        params: list[str] = []
        for p in instance.params:
            # No name of the spec looks like this, so that an argument cannot mean a parameter.
            own = f"{p.name}@{instance.name}"
            params.append(scope.fresh(own, self.taken, tuple(params)))
        prefix = scope.env.prefix + (f"{instance.name}!" if instance.name else "")
        env = Env(prefix, (*scope.env.params, *around, *params))
        outer = scope.bind(*zip(instance.params, params, strict=True))
        outer.module = instance.module
        env.values = {id(s.target): (s.value, outer) for s in instance.substitutions}
        env.outer = scope.env
        targets = (s.target for s in instance.substitutions)
        env.variables = tuple(t for t in targets if isinstance(t, sym.Variable))
        scope.env.instances[key] = env
        return env

    def fresh_below_enabled(self, env: Env, span: Span) -> tuple[str, ...]:
        """The variables that have next values of their own below an ENABLED seen this way.

        What an instance substitutes for a variable does not reach below an ENABLED in the
        instantiated module: `u' = 0 /\\ v' = 1` is enabled, whatever `u` and `v` are.
        """
        names: list[str] = []
        around: Env | None = env
        while around is not None:
            if not self._renames(around, span):
                names += (self._hidden(v, around, span) for v in around.variables)
            around = around.outer
        return tuple(names)

    def _renames(self, env: Env, span: Span) -> bool:
        """Whether each variable of an instantiated module is just another one of the spec."""
        if env.renames is None:
            scope = Scope(self.root, env, {})
            now = [self._substituted(v, _Use((), scope, span)) for v in env.variables]
            names = {e.name for e in now if isinstance(e, ir.Name)}
            own = {v.name for v in self.root.variables}
            env.renames = len(names) == len(now) and names <= own
        return env.renames

    def _hidden(self, variable: sym.Variable, env: Env, span: Span) -> str:
        """The name of a variable for which an instance substitutes an expression."""
        known = env.hidden.get(id(variable))
        if known is None:
            now = self._substituted(variable, _Use((), Scope(self.root, env, {}), span))
            known = env.hidden[id(variable)] = self._unused(f"{env.prefix}{variable.name}@hidden")
            self.hidden[known] = now
        return known

    # ---- definitions ----

    def define(self, symbol: sym.Operator | sym.Fact, env: Env) -> str:
        """The name of the IR definition for a symbol, which is created on first use."""
        key = (id(symbol), id(env))
        known = self._names.get(key)
        if known is not None:
            return known
        name = self._names[key] = self._unused(env.prefix + (symbol.name or "assumption"))
        scope = Scope(symbol.module, env, {})
        if isinstance(symbol, sym.Fact):
            body = symbol.body
            if isinstance(body, tree.AssumeProve):
                raise unsupported("an ASSUME ... PROVE cannot be evaluated", symbol.span)
            lowered = lower_expression(self, body, scope)  # type: ignore[arg-type]  # a formula
            self.definitions[name] = ir.Definition(name, env.params, lowered, span=symbol.span)
            return name
        self.definitions[name] = self.definition(symbol, name, scope, env.params)
        return name

    def definition(
        self, symbol: sym.Operator, name: str, scope: Scope, first: tuple[str, ...] = ()
    ) -> ir.Definition:
        """The IR definition of an operator or function, of the module or of a LET."""
        node = symbol.node
        if node is None:
            raise unsupported(f"`{symbol.name}` is declared RECURSIVE but not defined", symbol.span)
        params: list[str] = []
        for p in symbol.params:
            params.append(scope.fresh(p.name, self.taken, tuple(params)))
        inner = scope.bind(*zip(symbol.params, params, strict=True))
        operators = tuple(
            (n, p.arity) for p, n in zip(symbol.params, params, strict=True) if p.arity
        )
        inner.operators = scope.operators | {n for n, _ in operators}
        if isinstance(node, tree.FunctionDefinition):
            function = tree.Function(node.bounds, node.body, span=node.span)
            body = lower_expression(self, function, inner)
        else:
            body = lower_expression(self, node.body, inner)
        recursive = symbol.recursive or isinstance(node, tree.FunctionDefinition)
        return ir.Definition(name, (*first, *params), body, recursive, operators, span=node.span)

    def add_definition(self, definition: ir.Definition) -> str:
        """A definition that the model makes, under its name or a similar one."""
        name = self._unused(definition.name)
        self.definitions[name] = replace(definition, name=name)
        return name

    def _unused(self, name: str) -> str:
        candidate, number = name, 1
        while candidate in self._used:
            number += 1
            candidate = f"{name}_{number}"
        self._used.add(candidate)
        return candidate


def _local_names(instance: sym.Instance, scope: Scope) -> tuple[str, ...]:
    """The local names that an instance in a LET mentions."""
    if not instance.local:
        return ()
    found: dict[str, None] = {}
    for s in instance.substitutions:
        used: list[sym.Symbol | sym.Selection | None] = []
        if isinstance(s.value, tree.Node):
            used += (instance.module.uses.get(id(n)) for n in tree.walk(s.value))
        else:
            used.append(s.value)
        for symbol in used:
            name = scope.locals.get(id(symbol))
            if name is None or symbol is None:
                continue
            if not isinstance(symbol, sym.Selection) and symbol.arity:
                message = f"an INSTANCE in a LET that substitutes by the local operator `{name}`"
                raise unsupported(message, instance.span)
            found[name] = None
    return tuple(found)


def _with_instance_arguments(result: ir.Expr, env: Env, given: tuple[ir.Expr, ...]) -> ir.Expr:
    """Replace the instance's own parameters, passed on by name, by what is given for them."""
    names = env.params[len(env.params) - len(given) :]
    return substitute(result, dict(zip(names, given, strict=True)))
