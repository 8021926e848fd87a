"""Constructors of IR expressions, with small constants folded, and names that are not used yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from holdfast.front.ioa.lower.scope import Scope
from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in
from holdfast.source import Diagnostic, Span, SpecError


def unsupported(what: str, span: Span, help: str | None = None) -> SpecError:
    """The error for a construct that has no meaning in the system."""
    return SpecError(Diagnostic("unsupported", what, span, help))


def number(value: int, span: Span | None) -> ir.Literal:
    """A number."""
    return ir.Literal(value, span=span)


def apply(op: Op, *args: ir.Expr, span: Span | None) -> ir.Expr:
    """An operator of the table, applied."""
    return ir.Apply(op, args, span=span)


def library(name: str, *args: ir.Expr, span: Span | None) -> ir.Expr:
    """A library operator, applied."""
    return ir.Apply(Op.BUILTIN, (ir.Literal(name, span=span), *args), span=span)


def length(sequence: ir.Expr, span: Span | None) -> ir.Expr:
    """The length of a sequence or string."""
    return library("Sequences!Len", sequence, span=span)


def at(function: ir.Expr, argument: ir.Expr, span: Span | None) -> ir.Expr:
    """A function, applied."""
    return apply(Op.INDEX, function, argument, span=span)


def interval(low: ir.Expr, high: ir.Expr, span: Span | None) -> ir.Expr:
    """The numbers from `low` to `high`."""
    return apply(Op.RANGE, low, high, span=span)


def indices(sequence: ir.Expr, span: Span | None) -> ir.Expr:
    """The positions of a sequence, from 1."""
    return interval(number(1, span), length(sequence, span), span)


def bind(
    binder: Binder, name: str, domain: ir.Expr | None, body: ir.Expr, span: Span | None
) -> ir.Expr:
    """A binder of one name."""
    return ir.Bind(binder, (ir.Bound((name,), domain, span=span),), body, span=span)


def plus(e: ir.Expr, n: int, span: Span | None = None) -> ir.Expr:
    """`e + n`, where numbers at the end of a sum are added."""
    span = span or e.span
    match e:
        case ir.Literal(int(value)):
            return number(value + n, span)
        case ir.Apply(Op.ADD, (x, ir.Literal(int(m)))):
            return plus(x, m + n, span)
        case ir.Apply(Op.SUB, (x, ir.Literal(int(m)))):
            return plus(x, n - m, span)
        case _ if n == 0:
            return e
        case _ if n < 0:
            return apply(Op.SUB, e, number(-n, span), span=span)
        case _:
            return apply(Op.ADD, e, number(n, span), span=span)


def minus(a: ir.Expr, b: ir.Expr, span: Span | None) -> ir.Expr:
    """`a - b`."""
    match b:
        case ir.Literal(int(n)):
            return plus(a, -n, span)
        case _:
            return apply(Op.SUB, a, b, span=span)


def both(items: Iterable[ir.Expr], span: Span | None) -> ir.Expr:
    """The conjunction of formulas."""
    parts = tuple(items)
    match parts:
        case ():
            return ir.Literal(True, span=span)
        case (only,):
            return only
        case _:
            return ir.Apply(Op.AND, parts, span=span)


def is_small(e: ir.Expr) -> bool:
    """Whether an expression may be copied: a name, or the value of a function at one."""
    match e:
        case ir.Literal() | ir.Name() | ir.Call(_, ()) | ir.Prime(ir.Name()):
            return True
        case ir.Apply(Op.INDEX | Op.ADD | Op.SUB, (a, b)):
            return is_small(a) and is_small(b)
        case _:
            return False


def let(definitions: Sequence[ir.Definition], body: ir.Expr, span: Span | None) -> ir.Expr:
    """`body` with local definitions, if there are any."""
    return ir.Let(tuple(definitions), body, span=span) if definitions else body


class Names:
    """Names for bound variables and local definitions.

    None of them is in `reserved`, which has the variables, constants and definitions of the
    system, or is used where it would be visible.
    """

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self.reserved = frozenset(reserved)
        # The expressions are kept, so that their identities stay theirs.
        self._known: dict[int, tuple[ir.Expr, frozenset[str]]] = {}

    def fresh(self, name: str, scope: Scope, *beside: ir.Expr) -> str:
        """`name`, or one like it that is neither visible in the scope nor used in `beside`."""
        return self.several((name,), scope, *beside)[0]

    def several(self, names: Sequence[str], scope: Scope, *beside: ir.Expr) -> tuple[str, ...]:
        """Different names like these."""
        values = (*scope.locals.values(), *scope.variables.values(), *scope.parameters.values())
        taken = set(self.reserved).union(*(self._names_in(e) for e in (*values, *beside)))
        found = []
        for name in names:
            new, count = name, 1
            while new in taken:
                count += 1
                new = f"{name}_{count}"
            taken.add(new)
            found.append(new)
        return tuple(found)

    def shared(
        self,
        e: ir.Expr,
        hint: str,
        scope: Scope,
        use: Callable[[ir.Expr], ir.Expr],
        *beside: ir.Expr,
    ) -> ir.Expr:
        """`use(e)`, with a local definition for `e` unless it is small; `use` adds `beside`."""
        if is_small(e):
            return use(e)
        name = self.fresh(hint, scope, e, *beside)
        body = use(ir.Call(name, span=e.span))
        return ir.Let((ir.Definition(name, (), e, span=e.span),), body, span=e.span)

    def _names_in(self, e: ir.Expr) -> frozenset[str]:
        known = self._known.get(id(e))
        if known is None:
            known = self._known[id(e)] = (e, names_in(e))
        return known[1]
