"""Arguments by name while primes are resolved: they are substituted for their parameters."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from holdfast.ir import expr as ir
from holdfast.ir.levels import Level, Levels
from holdfast.passes.prime_bindings import (
    Facts,
    Given,
    Local,
    Names,
    Param,
    Scope,
    World,
    below,
    with_twins,
)
from holdfast.source import Diagnostic, SpecError

_MOST_COPIES = 200
_MOST_WORLDS = 50


@dataclass(slots=True)
class _Copies:
    """Recursive definitions specialised to their arguments, for one call and those inside it."""

    world: World
    made: dict[object, tuple[str, Names]] = field(default_factory=dict)
    home: list[ir.Definition] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CallByName:
    """A call of a definition that gets these arguments by name; `around` are its own names."""

    e: ir.Call
    definition: ir.Definition
    around: Names
    by_name: set[str]


class NameResolver:
    """The part of the pass that substitutes arguments; it copies recursive definitions."""

    def __init__(self, levels: Levels) -> None:
        self.levels = levels
        self.facts: dict[object, Facts] = {}
        self._copies: list[_Copies] = []

    @abstractmethod
    def expr(self, e: ir.Expr, scope: Scope) -> ir.Expr:
        """The expression with its primes resolved."""

    @abstractmethod
    def argument(
        self, param: str, arg: ir.Expr, made: Mapping[str, ir.Lambda], facts: Facts, scope: Scope
    ) -> list[ir.Expr]:
        """An argument, and the one for its twin."""

    def goes_by_name(self, arg: ir.Expr, level: Level | None, scope: Scope) -> bool:
        """Whether an argument is substituted: its parameter is used where its level matters."""
        return level is not None and self._level(arg, scope, level, frozenset()) >= level

    def _level(self, e: ir.Expr, scope: Scope, wanted: Level, entered: frozenset[int]) -> Level:
        """The level of an argument; the parameters in it must allow for the wanted one, too."""
        level = self.levels.of(e)
        for part in ir.walk(e):
            if not isinstance(part, ir.Name | ir.Call):
                continue
            match scope.names.get(part.name):
                case Param() as param:
                    param.facts.need_name(param.source, wanted)
                case Given(inner, names):
                    inside = replace(scope, names=names)
                    level = max(level, self._level(inner, inside, wanted, entered))
                case Local(definition, where) as local if id(local) not in entered:
                    inside = replace(scope, names=where.names)
                    known = entered | {id(local)}
                    level = max(level, self._level(definition.body, inside, wanted, known))
                case _:
                    pass
        return level

    def _given(self, arg: ir.Expr, scope: Scope) -> Given:
        """An argument to be substituted; one that is passed on stays the same."""
        name = _passed_on(arg)
        known = None if name is None else scope.names.get(name)
        return known if isinstance(known, Given) else Given(arg, scope.names)

    def all_given(self, params: tuple[str, ...], args: tuple[ir.Expr, ...], scope: Scope) -> Names:
        """All arguments of a call, to be substituted."""
        return {p: self._given(a, scope) for p, a in zip(params, args, strict=True)}

    def put_in(self, call: CallByName, scope: Scope) -> ir.Expr:
        """The body of a definition instead of a call (inlining)."""
        definition = call.definition
        if definition.recursive:
            return self._put_in_copy(call, scope)
        given = self.all_given(definition.params, call.e.args, scope)
        return self.expr(definition.body, replace(scope, names={**call.around, **given}))

    def _put_in_copy(self, call: CallByName, scope: Scope) -> ir.Expr:
        """A recursive definition: a copy specialised to the arguments, which calls itself."""
        if self._copies and self._copies[-1].world is scope.world:
            return self._call_copy(call, scope)
        if len(self._copies) >= _MOST_WORLDS:
            raise _ever_new(call.e)
        self._copies.append(_Copies(scope.world))
        try:
            called = self._call_copy(call, scope)
        finally:
            copies = self._copies.pop()
        return ir.Let(tuple(copies.home), called, span=call.e.span)

    def _call_copy(self, call: CallByName, scope: Scope) -> ir.Expr:
        e, definition, by_name = call.e, call.definition, call.by_name
        copies = self._copies[-1]
        given = self.all_given(definition.params, e.args, scope)
        fixed: Names = {p: g for p, g in given.items() if p in by_name}
        key = (id(definition), scope.later, tuple((p, id(g)) for p, g in fixed.items()))
        facts = self.facts.setdefault((id(definition), scope.later, "copy"), Facts())
        rest = tuple(p for p in definition.params if p not in by_name)
        if key not in copies.made:
            if len(copies.made) >= _MOST_COPIES:
                raise _ever_new(e)
            name = f"{definition.name}@{len(copies.made) + 1}"
            copies.made[key] = (name, fixed)
            inside = replace(scope, names={**call.around, **fixed})
            inner, names = below(rest, facts, inside, {})
            body = self.expr(definition.body, inner)
            params = with_twins(rest, names, facts)
            copies.home.append(ir.Definition(name, params, body, True, span=definition.span))
        pairs = tuple(zip(definition.params, e.args, strict=True))
        args = tuple(
            x for p, a in pairs if p in rest for x in self.argument(p, a, {}, facts, scope)
        )
        return replace(e, name=copies.made[key][0], args=args)


def _ever_new(e: ir.Call) -> SpecError:
    message = f"`{e.name}` calls itself with ever new formulas"
    return SpecError(Diagnostic("unsupported", message, e.span))


def _passed_on(e: ir.Expr) -> str | None:
    """The name that an argument passes on: `A` itself, or `LAMBDA x : A(x)`."""
    match e:
        case ir.Name(name) | ir.Call(name, ()):
            return name
        case ir.Lambda(params, ir.Call(name, args)):
            names = tuple(a.name if isinstance(a, ir.Name) else "" for a in args)
            return name if names == params else None
        case _:
            return None
