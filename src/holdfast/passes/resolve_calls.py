"""Calls while primes are resolved: forms of definitions, twins of parameters, arguments by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias, assert_never

from holdfast.ir import expr as ir
from holdfast.ir.fixpoint import Fixpoint
from holdfast.ir.levels import Level, Levels
from holdfast.ir.system import System
from holdfast.passes.prime_bindings import (
    Facts,
    Given,
    Local,
    Names,
    Param,
    Rigid,
    Scope,
    Signature,
    World,
    below,
    with_twins,
)
from holdfast.passes.resolve_by_name import CallByName, NameResolver
from holdfast.source import Diagnostic, Span, SpecError

Form: TypeAlias = tuple[int, bool, tuple[tuple[str, Signature], ...], frozenset[str]]
"""Which form of a definition: for which state, with what operators and fresh variables."""


class CallResolver(NameResolver):
    """The part of the pass that handles definitions, and accumulates facts about them."""

    def __init__(self, system: System) -> None:
        super().__init__(Levels.of_system(system))
        self.source = system
        self.hidden = dict(system.hidden)
        self.variables = frozenset(system.variables)
        self.mentioned: Fixpoint[str, frozenset[str]] = Fixpoint(self._mentions, frozenset())
        self.reserved = frozenset((*system.variables, *system.constants, *system.definitions))
        self.made: dict[object, str] = {}
        self.definitions: dict[str, ir.Definition] = {}
        self.failed: list[SpecError] = []
        self._named: dict[int, tuple[ir.Expr, ir.Lambda]] = {}

    def known(self) -> int:
        """A number that grows with the facts about definitions."""
        return sum(f.size() for f in self.facts.values())

    def is_settled(self) -> bool:
        """Whether the twins that are used are those of the previous iteration."""
        return all(f.asked == f.were_asked for f in self.facts.values())

    def next_scope(self, scope: Scope, span: Span | None) -> Scope:
        """The scope of a primed expression."""
        if scope.later:
            message = "an expression that is primed already is primed again"
            raise SpecError(Diagnostic("level-prime", message, span))
        return replace(scope, later=True)

    def top_scope(self, later: bool = False, fresh: frozenset[str] = frozenset()) -> Scope:
        """The scope of a formula, or of the body of a definition."""
        return Scope({}, World(fresh=fresh), later, self.reserved)

    def _mentions(self, name: str) -> frozenset[str]:
        """The hidden variables that a definition mentions, itself or through others."""
        found: set[str] = set()
        pending: list[ir.Expr] = [self.source.definitions[name].body]
        while pending:
            for part in ir.walk(pending.pop()):
                match part:
                    case ir.Name(other) if other in self.hidden and other not in found:
                        found.add(other)
                        pending.append(self.hidden[other])
                    case ir.Call(other, _) if other in self.source.definitions:
                        found |= self.mentioned.of(other)
                    case _:
                        pass
        return frozenset(found)

    def param(self, param: Param, scope: Scope) -> str:
        """The name of a parameter here; records what its argument must allow."""
        param.facts.used.add(param.source)
        if param.world is not scope.world:
            changes = scope.later or (not param.later and scope.world.has_moved_since(param.world))
            param.facts.need_name(param.source, Level.STATE if changes else Level.ACTION)
            return param.name
        if scope.later and not param.later:
            param.facts.twins.add(param.source)
            param.facts.asked.add(param.source)
            return param.twin
        return param.name

    # ---- calls ----

    def call(self, e: ir.Call, scope: Scope) -> ir.Expr:
        """A definition, a LET definition or an operator parameter, applied."""
        binding = scope.names.get(e.name)
        match binding:
            case None:
                definition = self.source.definitions.get(e.name)
                if definition is None:
                    return ir.map_children(lambda a: self.expr(a, scope), e)
                return self._call_definition(e, definition, None, scope)
            case Local():
                if binding.scope.world is not scope.world:
                    binding = _copied(binding, scope.world)
                return self._call_definition(e, binding.definition, binding, scope)
            case Param():
                return self._call_operator(e, binding, scope)
            case Given(ir.Lambda(params, body), names):
                given = self.all_given(params, e.args, scope)
                return self.expr(body, replace(scope, names={**names, **given}))
            case Given(inner, names):
                return self.expr(_applied(inner, e.args), replace(scope, names=names))
            case Rigid(called):
                return ir.Name(called, span=e.span)
            case _:
                assert_never(binding)

    def _call_definition(
        self, e: ir.Call, definition: ir.Definition, local: Local | None, scope: Scope
    ) -> ir.Expr:
        operators = dict(definition.operators)
        pairs = tuple(zip(definition.params, e.args, strict=True))
        lambdas = {p: self._operator(a, operators[p], scope) for p, a in pairs if p in operators}
        form = self._form(definition, local, lambdas, scope)
        facts = self.facts.setdefault(form, Facts())
        by_name = {p for p, a in pairs if self.goes_by_name(a, facts.by_name.get(p), scope)}
        if by_name or facts.inline:
            around: Names = {} if local is None else local.scope.names
            return self.put_in(CallByName(e, definition, around, by_name | lambdas.keys()), scope)
        name = self.variant(definition, local, form)
        made = {p: m for p, (m, _) in lambdas.items()}
        args = tuple(x for p, a in pairs for x in self.argument(p, a, made, facts, scope))
        return e if name == e.name and args == e.args else replace(e, name=name, args=args)

    def _form(
        self,
        definition: ir.Definition,
        local: Local | None,
        lambdas: Mapping[str, tuple[ir.Lambda, Signature]],
        scope: Scope,
    ) -> Form:
        """The form of a definition that is called."""
        later = scope.later
        if local is None and self.levels.of_definition(definition.name) == Level.CONSTANT:
            later = False
        fresh: frozenset[str] = frozenset()
        if local is None and scope.world.fresh:
            fresh = scope.world.fresh & self.mentioned.of(definition.name)
        return id(definition), later, tuple((p, s) for p, (_, s) in lambdas.items()), fresh

    def argument(
        self, param: str, arg: ir.Expr, made: Mapping[str, ir.Lambda], facts: Facts, scope: Scope
    ) -> list[ir.Expr]:
        """An argument, and the one for its twin."""
        operator = made.get(param)
        given = [self._value(param, arg, facts, scope) if operator is None else operator]
        if param in facts.twins and scope.later:
            # A constant definition is called unchanged: its twins are not used.
            given.append(given[0])
        elif param in facts.twins:
            after = self.next_scope(scope, arg.span)
            if operator is None and param not in facts.asked | facts.were_asked:
                given.append(ir.TRUE)
            elif operator is None:
                given.append(self.expr(arg, after))
            else:
                given.append(self._operator(arg, 0, after)[0])
        return given

    def _value(self, param: str, arg: ir.Expr, facts: Facts, scope: Scope) -> ir.Expr:
        """An argument; one that mentions the next state does no harm if nothing uses it."""
        if param not in facts.used and (scope.later or self.levels.of(arg) >= Level.ACTION):
            return ir.TRUE
        try:
            return self.expr(arg, scope)
        except SpecError as error:
            # The next iteration may know that it is by name.
            self.failed.append(error)
            return ir.TRUE

    def _call_operator(self, e: ir.Call, param: Param, scope: Scope) -> ir.Expr:
        called = self.param(param, scope)
        signature = param.signature if called == param.name else ()
        args: list[ir.Expr] = []
        for i, arg in enumerate(e.args):
            args.append(self.expr(arg, scope))
            twin, level = signature[i] if i < len(signature) else (False, None)
            if twin:
                args.append(self.expr(arg, self.next_scope(scope, arg.span)))
            if self.goes_by_name(arg, level, scope):
                param.facts.inline = True
        return replace(e, name=called, args=tuple(args))

    def _operator(self, e: ir.Expr, arity: int, scope: Scope) -> tuple[ir.Lambda, Signature]:
        """An operator argument, and how it is to be applied."""
        if not isinstance(e, ir.Lambda):
            e = self._as_lambda(e, arity)
        facts = self.facts.setdefault((id(e), scope.later), Facts())
        inner, names = below(e.params, facts, scope, {})
        body = self.expr(e.body, inner)
        signature = tuple((p in facts.twins, facts.by_name.get(p)) for p in e.params)
        return replace(e, params=with_twins(e.params, names, facts), body=body), signature

    def _as_lambda(self, e: ir.Expr, arity: int) -> ir.Lambda:
        """An operator that is named, as a LAMBDA: the same one each time."""
        known = self._named.get(id(e))
        if known is None:
            params = tuple(f"arg@{i + 1}" for i in range(arity))
            body = _applied(e, tuple(ir.Name(p, span=e.span) for p in params))
            known = self._named[id(e)] = (e, ir.Lambda(params, body, span=e.span))
        return known[1]

    # ---- definitions ----

    def variant(self, definition: ir.Definition, local: Local | None, form: Form) -> str:
        """The name of a form of a definition, which is created on first use."""
        made = self.made if local is None else local.made
        known = made.get(form)
        if known is not None:
            return known
        _, later, signatures, fresh = form
        name = self._variant_name(definition, local, form)
        made[form] = name
        facts = self.facts.setdefault(form, Facts())
        around = self.top_scope(later, fresh)
        if local is not None:
            around = replace(local.scope, later=later)
        inner, names = below(definition.params, facts, around, dict(signatures))
        body = self.expr(definition.body, inner)
        new = replace(
            definition,
            name=name,
            params=with_twins(definition.params, names, facts),
            body=body,
            operators=_operators(definition, dict(signatures), names, facts),
        )
        if local is None:
            self.definitions[name] = new
        else:
            local.home.append(new)
        return name

    def _variant_name(self, definition: ir.Definition, local: Local | None, form: Form) -> str:
        _, later, signatures, fresh = form
        name = definition.name if local is None else local.name
        if later and not (local is not None and local.scope.later):
            name = f"{name}{ir.NEXT_FORM}"
        if fresh or any(twin or level is not None for _, s in signatures for twin, level in s):
            name = f"{name}@{len(self.made if local is None else local.made)}"
        return name


def _copied(local: Local, world: World) -> Local:
    """A LET definition from outside ENABLED or `\\cdot`, as it is inside."""
    known = world.copies.get(id(local))
    if known is None:
        scope = replace(local.scope, world=world, later=False)
        known = Local(local.definition, scope, local.name, world.added)
        world.copies[id(local)] = known
    return known


def _applied(e: ir.Expr, args: tuple[ir.Expr, ...]) -> ir.Expr:
    """An operator that is named, applied."""
    if not args:
        return e
    assert isinstance(e, ir.Name | ir.Call)
    return ir.Call(e.name, args, span=e.span)


def _operators(
    definition: ir.Definition,
    signatures: Mapping[str, Signature],
    names: Mapping[str, str],
    facts: Facts,
) -> tuple[tuple[str, int], ...]:
    """The operator parameters of a form, whose own parameters may have twins, too."""
    found = []
    for param, arity in definition.operators:
        twins = sum(twin for twin, _ in signatures.get(param, ()))
        found.append((names[param], arity + twins))
        if param in facts.twins:
            found.append((f"{names[param]}{ir.NEXT_FORM}", arity))
    return tuple(found)
