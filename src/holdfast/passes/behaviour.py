"""Find the initial predicate, the next-state relation and the fairness in a specification.

    Spec == Init /\\ [][Next]_vars /\\ WF_vars(Next)

    =>  init_formula  Init
        next_formula  Next
        fairness      WF_vars(Next)

Definitions are expanded as far as they contain temporal operators.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.levels import Level, Levels
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.system import System
from holdfast.passes.inline_locals import inline_locals
from holdfast.source import Diagnostic, Span, SpecError


def find_behaviour(system: System) -> System:
    """The system with its specification split into these parts."""
    if system.specification is None:
        return system
    parts = _Parts()
    levels = Levels.of_system(system)
    _collect(system.specification, system, levels, parts)
    if len(parts.steps) != 1:
        found = "no part" if not parts.steps else "more than one part"
        raise _wrong(
            f"{found} of the specification has the form `[][Next]_vars`",
            system.specification.span,
        )
    init = parts.init[0] if len(parts.init) == 1 else ir.Apply(Op.AND, tuple(parts.init))
    if not parts.init and not (system.variables or system.invariants or system.properties):
        # As with TLC, `[][TRUE]_<<>>` means that there is no behaviour.
        return replace(system, specification=None)
    if not parts.init:
        raise _wrong("the specification has no initial predicate", system.specification.span)
    return replace(
        system,
        init_formula=init,
        next_formula=parts.steps[0],
        fairness=tuple(parts.fairness),
        unrestricted=tuple(v for v in system.variables if v not in parts.kept),
    )


@dataclass(slots=True)
class _Parts:
    init: list[ir.Expr] = field(default_factory=list)
    steps: list[ir.Expr] = field(default_factory=list)
    fairness: list[ir.Expr] = field(default_factory=list)
    kept: frozenset[str] = frozenset()
    """The variables of the subscript: a step that is none of Next does not change them."""


def _collect(e: ir.Expr, system: System, levels: Levels, parts: _Parts) -> None:
    if levels.of(e) <= Level.STATE and not _takes_formulas(e, system, levels):
        parts.init.append(e)
        return
    match e:
        case ir.Apply(Op.AND, items):
            for item in items:
                _collect(item, system, levels, parts)
        case ir.Apply(Op.ALWAYS, (ir.Apply(Op.BOX_ACTION, (step, subscript)),)):
            parts.steps.append(step)
            parts.kept = frozenset(_components(_unprimed(subscript), system))
        case ir.Call(name, args) if name in system.definitions:
            definition = system.definitions[name]
            values = dict(zip(definition.params, args, strict=True))
            _collect(substitute(definition.body, values), system, levels, parts)
        case ir.Let():
            body = inline_locals(e)
            if body is None:
                message = "a specification inside a LET with recursion cannot be taken apart"
                raise _wrong(message, e.span)
            _collect(body, system, levels, parts)
        case _ if _is_safety(e, system, levels):
            # The search for states would ignore it, and show behaviours that it excludes.
            message = "a part of the specification is about safety; only fairness is supported here"
            raise _wrong(message, e.span)
        case _ if levels.of(e) == Level.TEMPORAL:
            parts.fairness.append(e)
        case _:
            raise _wrong("a part of the specification is an action outside `[][...]_v`", e.span)


def _unprimed(subscript: ir.Expr) -> ir.Expr:
    """The expression v of `UNCHANGED v`, which may have become `v' = v`."""
    match subscript:
        case ir.Apply(Op.UNCHANGED, (v,)) | ir.Apply(Op.EQ, (_, v)):
            return v
        case _:
            return subscript


def _components(e: ir.Expr, system: System) -> Iterator[str]:
    """The variables in a tuple, perhaps of tuples: they keep their values if it does."""
    match e:
        case ir.Name(name):
            yield name
        case ir.Apply(Op.TUPLE, items):
            for item in items:
                yield from _components(item, system)
        case ir.Apply(Op.BUILTIN, (ir.Literal("Sequences!\\o"), *items)):
            # Not of sequences of any length: `<<1>> \o <<>>` is `<<>> \o <<1>>`.
            if all(isinstance(_expanded(item, system), ir.Apply) for item in items):
                for item in items:
                    yield from _components(item, system)
        case ir.Call() if _expanded(e, system) is not e:
            yield from _components(_expanded(e, system), system)
        case _:
            return


def _expanded(e: ir.Expr, system: System) -> ir.Expr:
    """What definitions without parameters stand for."""
    while isinstance(e, ir.Call) and not e.args and e.name in system.definitions:
        if system.definitions[e.name].recursive:
            break
        e = system.definitions[e.name].body
    return e


def _is_safety(e: ir.Expr, system: System, levels: Levels) -> bool:
    """Whether it is `[]P` or `[][A]_v`, perhaps for all values of some names."""
    match e:
        case ir.Apply(Op.ALWAYS, (ir.Apply(Op.BOX_ACTION),)):
            return True
        case ir.Apply(Op.ALWAYS, (body,)):
            return levels.of(body) <= Level.STATE
        case ir.Bind(Binder.FORALL, _, body):
            return _is_safety(body, system, levels)
        case ir.Call(name, _) if name in system.definitions:
            definition = system.definitions[name]
            return not definition.recursive and _is_safety(definition.body, system, levels)
        case _:
            return False


def _takes_formulas(e: ir.Expr, system: System, levels: Levels) -> bool:
    """Whether it is `MyInit(P)`, with an argument that may assign variables."""
    match e:
        case ir.Call(name, args) if name in system.definitions:
            definition = system.definitions[name]
            return not definition.recursive and any(levels.of(a) > Level.CONSTANT for a in args)
        case _:
            return False


def _wrong(message: str, span: Span | None) -> SpecError:
    help = "a specification is `Init /\\ [][Next]_vars`, perhaps with fairness"
    return SpecError(Diagnostic("model-no-behaviour", message, span, help))
