"""From expressions to temporal formulas: definitions are expanded, quantifiers enumerated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from holdfast.check.liveness.formulas import (
    Atom,
    Formula,
    Literal,
    always,
    conjunction,
    disjunction,
    eventually,
    following,
    negation,
    release,
    until,
)
from holdfast.interp.machine import Machine
from holdfast.interp.sets import elements
from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.levels import Level, Levels
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in, substitute
from holdfast.ir.values import Value
from holdfast.passes.inline_locals import inline_locals
from holdfast.source import Diagnostic, Span, SpecError

Binding = Mapping[str, Value]


class FormulaReader:
    """Reads the temporal formulas of one system."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.definitions = machine.system.definitions
        self.levels = Levels.of_system(machine.system)

    def read(self, e: ir.Expr, bound: Binding | None = None) -> Formula:
        """The formula of an expression; `bound` has the values of its free names."""
        bound = bound or {}
        if self.levels.of(e) <= Level.STATE:
            if isinstance(e, ir.Apply) and e.op is Op.NOT:
                return negation(self.read(e.args[0], bound))
            return Literal(_atom(e, bound))
        entered = self.entered(e)
        if entered is not None:
            return self.read(entered, bound)
        match e:
            case ir.Apply(op, args):
                return self._operator(e, op, args, bound)
            case ir.Bind(Binder.FORALL | Binder.EXISTS as binder, bounds, body):
                join = conjunction if binder is Binder.FORALL else disjunction
                return join([self.read(body, inner) for inner in self.choices(bounds, bound)])
            case ir.If(test, yes, no):
                chosen = self.read(test, bound)
                return conjunction(
                    (
                        disjunction((negation(chosen), self.read(yes, bound))),
                        disjunction((chosen, self.read(no, bound))),
                    )
                )
            case _:
                raise _unsupported("this kind of temporal formula", e.span)

    def entered(self, e: ir.Expr) -> ir.Expr | None:
        """What a definition or LET around a temporal formula stands for."""
        match e:
            case ir.Let():
                inlined = inline_locals(e)
                if inlined is None:
                    raise _unsupported("recursion in a temporal formula", e.span)
                return inlined
            case ir.Call(name, args) if name in self.definitions:
                definition = self.definitions[name]
                if definition.recursive:
                    raise _unsupported("recursion in a temporal formula", e.span)
                return substitute(definition.body, dict(zip(definition.params, args, strict=True)))
            case _:
                return None

    def _operator(self, e: ir.Apply, op: Op, args: tuple[ir.Expr, ...], bound: Binding) -> Formula:
        match op:
            case Op.BOX_ACTION:
                return Literal(_atom(e, bound, step=True, still=True))
            case Op.ANGLE_ACTION:
                return Literal(_atom(e, bound, step=True))
            case Op.WEAK_FAIR | Op.STRONG_FAIR:
                return self._fairness(op, args, bound)
            case _:
                pass
        if op not in _CONNECTIVES | _LINEAR:
            raise _unsupported(f"`{op.row.text or op.value}` in a temporal formula", e.span)
        if op in _LINEAR and not self.machine.system.maximal:
            what = f"`{op.value}` about behaviours that may stutter at any time"
            raise _unsupported(what, e.span)
        return _connected(op, *(self.read(a, bound) for a in args))

    def read_step(self, e: ir.Expr, bound: Binding) -> Formula:
        """The formula of an action, of which a step that changes nothing may be one."""
        return Literal(_atom(e, bound, step=True))

    def _fairness(self, op: Op, args: tuple[ir.Expr, ...], bound: Binding) -> Formula:
        enabled, atom = Literal(_atom(args[1], bound)), _atom(args[0], bound, step=True)
        # In an instance, ENABLED is about other next values than those of a step.
        guard = None if self.machine.system.hidden else enabled.atom
        step = Literal(replace(atom, guard=guard))
        if op is Op.WEAK_FAIR:
            return always(eventually(disjunction((negation(enabled), step))))
        return disjunction((eventually(always(negation(enabled))), always(eventually(step))))

    def choices(self, bounds: tuple[ir.Bound, ...], bound: Binding) -> Iterator[Binding]:
        """The values of bound names, added to those around."""
        ranges = []
        for b in bounds:
            if b.domain is None or self.levels.of(b.domain) > Level.CONSTANT:
                what = "a quantifier over a set that is not constant, around a temporal formula"
                raise _unsupported(what, b.span)
            names = tuple(bound)
            value = self.machine.value_of(b.domain, names, tuple(bound[n] for n in names))
            each = list(elements(value))
            if b.pattern:
                ranges.append([dict(zip(b.names, _tuple(v, b.span), strict=True)) for v in each])
            else:
                ranges += [[{name: v} for v in each] for name in b.names]
        for chosen in product(*ranges):
            inner = dict(bound)
            for values in chosen:
                inner |= values
            yield inner


def _connected(op: Op, first: Formula, *rest: Formula) -> Formula:
    """The formula of an operator and its operands."""
    match op:
        case Op.AND:
            return conjunction((first, *rest))
        case Op.OR:
            return disjunction((first, *rest))
        case Op.NOT:
            return negation(first)
        case Op.IMPLIES:
            return disjunction((negation(first), rest[0]))
        case Op.IFF:
            return conjunction(
                (
                    disjunction((negation(first), rest[0])),
                    disjunction((first, negation(rest[0]))),
                )
            )
        case Op.ALWAYS:
            return always(first)
        case Op.EVENTUALLY:
            return eventually(first)
        case Op.UNTIL:
            return until(first, rest[0])
        case Op.WEAK_UNTIL:
            return release(rest[0], disjunction((first, rest[0])))
        case Op.RELEASE:
            return release(first, rest[0])
        case Op.NEXT:
            return following(first)
        case _:
            assert op is Op.LEADS_TO
            return always(disjunction((negation(first), eventually(rest[0]))))


_CONNECTIVES = frozenset(
    (Op.AND, Op.OR, Op.NOT, Op.IMPLIES, Op.IFF, Op.ALWAYS, Op.EVENTUALLY, Op.LEADS_TO)
)
_LINEAR = frozenset((Op.UNTIL, Op.WEAK_UNTIL, Op.RELEASE, Op.NEXT))
SUPPORTED = _CONNECTIVES | _LINEAR | {Op.BOX_ACTION, Op.ANGLE_ACTION, Op.WEAK_FAIR, Op.STRONG_FAIR}
"""The operators between the atoms of a temporal formula."""


def _atom(e: ir.Expr, bound: Binding, step: bool = False, still: bool = False) -> Atom:
    used = names_in(e) if bound else frozenset()
    names = tuple(n for n in bound if n in used)
    return Atom(e, names, tuple(bound[n] for n in names), step, still)


def _tuple(value: Value, span: Span | None) -> tuple[Value, ...]:
    if not isinstance(value, tuple):
        raise _unsupported("a pattern for something that is not a tuple", span)
    return value


def _unsupported(what: str, span: Span | None) -> SpecError:
    return SpecError(Diagnostic("temporal-unsupported", f"{what} is not supported", span))
