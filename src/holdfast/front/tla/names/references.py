"""Resolves references: names with arguments, operator symbols, paths such as `I(a)!Op(b)`."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from holdfast.front.suggest import wrong_number
from holdfast.front.tla.names.declare import bind, describe, origin_of
from holdfast.front.tla.names.resolver import HANDLERS, Resolver, resolve_expr
from holdfast.front.tla.names.selectors import Start, select
from holdfast.front.tla.names.suggestions import (
    name_span,
    report_no_member,
    report_unbound,
)
from holdfast.front.tla.names.symbols import (
    BoundName,
    BuiltIn,
    Constant,
    Fact,
    Instance,
    Instantiated,
    Meaning,
    NewName,
    Operator,
    Parameter,
    StepName,
    Symbol,
    Unknown,
    Variable,
    parameter_arities,
)
from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.operators import SYNONYMS
from holdfast.source import Note, Span


class Place(Enum):
    """The position of a reference, which determines what it may refer to."""

    VALUE = "value"
    FACT = "fact"
    DEF = "DEF"


_VALUES = frozenset((Variable, BoundName, Constant, Operator, Parameter, BuiltIn, NewName))

_STATEMENTS = {
    tree.Qed: "a QED step",
    tree.Take: "a TAKE step",
    tree.Pick: "a PICK step",
    tree.Claim: "a step that is not a formula",
}


def resolve_ref(r: Resolver, ref: tree.Ref) -> None:
    """`x` or `Op(a, b)` where a value is expected."""
    symbol = r.scope.names.get(ref.name)
    if symbol is None:
        report_unbound(r, ref.name, name_span(ref))
        resolve_loosely(r, ref.args)
        return
    if not ref.args and symbol.arity == 0 and type(symbol) in _VALUES:
        r.module.uses[id(ref)] = symbol
        return
    resolve_ref_at(r, ref, symbol, Place.VALUE)


def resolve_ref_at(r: Resolver, ref: tree.Ref, symbol: Symbol, place: Place) -> None:
    """A reference to a known symbol, with all checks."""
    if isinstance(symbol, Unknown):
        resolve_loosely(r, ref.args)
        r.module.uses[id(ref)] = symbol
    elif resolve_arguments(r, symbol, parameter_arities(symbol), ref) and is_usable(
        r, symbol, ref.span, place
    ):
        r.module.uses[id(ref)] = symbol


def is_usable(r: Resolver, symbol: Symbol, span: Span, place: Place) -> bool:
    """Whether a symbol may occur in such a position; reports it if not."""
    origin = origin_of(symbol)
    match origin:
        case Instance():
            if place is not Place.VALUE:
                return True
            members = sorted(n for n in origin.target.exports if n[0].isalpha())
            example = f", for example `{symbol.name}!{members[0]}`" if members else ""
            message = f"`{symbol.name}` is an instance, not a value"
            r.error("incomplete-name", message, span, f"name one of its definitions{example}")
            return False
        case StepName():
            message = f"step `{symbol.name}` states nothing that could be used here"
            r.error("step-not-expression", message, span, None, (_defined(symbol),))
            return False
        case Fact() if place is Place.VALUE and isinstance(origin.body, tree.AssumeProve):
            message = f"`{symbol.name}` is an ASSUME ... PROVE, not a formula"
            r.error("assume-prove-as-value", message, span, None, (_defined(symbol),))
            return False
        case Fact() if place is Place.VALUE and type(origin.body) in _STATEMENTS:
            kind = _STATEMENTS[type(origin.body)]
            message = f"`{symbol.name}` is {kind}, not a formula"
            r.error("step-not-expression", message, span, None, (_defined(symbol),))
            return False
        case _:
            return True


def resolve_arguments(
    r: Resolver, symbol: Symbol, arities: tuple[int, ...], ref: tree.Ref | tree.Part
) -> bool:
    """The arguments of a reference; whether their number fits."""
    args = ref.args
    if len(args) != len(arities):
        _report_arity(r, symbol, len(arities), ref)
        return False
    for arg, arity in zip(args, arities, strict=True):
        if arity == 0:
            resolve_expr(r, arg)
        else:
            resolve_operator(r, arg, arity, symbol)
    return True


def resolve_loosely(r: Resolver, args: Iterable[tree.Expr]) -> None:
    """Arguments of something unknown: operators and values are both allowed."""
    for arg in args:
        match arg:
            case tree.Lambda():
                resolve_lambda(r, arg)
            case tree.Ref(name, ()) if name in r.scope.names:
                r.module.uses[id(arg)] = r.scope.names[name]
            case _:
                resolve_expr(r, arg)


def resolve_operator(r: Resolver, arg: tree.Expr, arity: int, callee: Symbol) -> None:
    """An argument where `callee` expects an operator of that arity."""
    wanted = f"an operator with {_count(arity, 'parameter')}"
    match arg:
        case tree.Lambda():
            resolve_lambda(r, arg)
            if len(arg.params) != arity:
                message = f"`{callee.name}` expects {wanted} here, this has {len(arg.params)}"
                r.error("lambda-arity", message, arg.span, None, (_defined(callee),))
        case tree.Ref(name, ()):
            symbol = r.scope.names.get(name)
            if symbol is None:
                report_unbound(r, name, arg.span)
            else:
                _check_operator(r, arg, symbol, arity, callee)
        case tree.Path() if not any(part.args for part in arg.parts):
            meaning = find_path(r, arg, Place.VALUE, arity)
            if isinstance(meaning, Instantiated):
                _check_operator(r, arg, meaning, arity, callee)
            elif meaning is not None:
                r.module.uses[id(arg)] = meaning
        case _:
            resolve_expr(r, arg)
            message = f"`{callee.name}` expects {wanted} here, not an expression"
            r.error("operator-expected", message, arg.span, None, (_defined(callee),))


def _check_operator(
    r: Resolver, arg: tree.Ref | tree.Path, symbol: Symbol, arity: int, callee: Symbol
) -> None:
    r.module.uses[id(arg)] = symbol
    if isinstance(symbol, Unknown):
        return
    higher_order = any(parameter_arities(symbol))
    if symbol.arity == arity and not higher_order and is_usable(r, symbol, arg.span, Place.VALUE):
        return
    if symbol.arity != arity or higher_order:
        message = (
            f"`{callee.name}` expects an operator with {_count(arity, 'parameter')} here; "
            f"`{symbol.name}` "
            + ("takes operators itself" if higher_order else f"has {symbol.arity or 'none'}")
        )
        r.error("operator-arity", message, arg.span, None, (_defined(symbol),))
    del r.module.uses[id(arg)]


def resolve_lambda(r: Resolver, expr: tree.Lambda) -> None:
    """A LAMBDA where an operator is expected."""
    mark = r.scope.mark()
    for ident in expr.params:
        bind(r, Parameter(ident.name, ident.span), ident)
    resolve_expr(r, expr.body)
    r.scope.restore(mark)


# ---- paths ----


def resolve_path(r: Resolver, path: tree.Path) -> None:
    """`I!Op(x)`, `Op!1!(y)` where a value is expected."""
    meaning = find_path(r, path, Place.VALUE)
    if meaning is not None:
        r.module.uses[id(path)] = meaning


def find_path(r: Resolver, path: tree.Path, place: Place, arity: int = 0) -> Meaning | None:
    """What a path means; None after an error. `arity` > 0 where an operator is expected."""
    parts = path.parts
    symbol = r.scope.names.get(parts[0].name)
    if symbol is None:
        report_unbound(r, parts[0].name, name_span(parts[0]))
    if symbol is None or isinstance(symbol, Unknown):
        resolve_loosely(r, (arg for part in parts for arg in part.args))
        return symbol
    applied = place is Place.FACT or (place is Place.VALUE and arity == 0)
    args: list[tree.Expr] = []
    for index, part in enumerate(parts):
        own = parameter_arities(origin_of(symbol))
        if (applied or part.args) and not resolve_arguments(r, symbol, own, part):
            return None
        args += part.args
        rest = parts[index + 1 :]
        if not rest:
            return symbol if arity or is_usable(r, symbol, path.span, place) else None
        if not isinstance(origin_of(symbol), Instance):
            break
        assert isinstance(symbol, Instance | Instantiated)
        member = symbol.member(rest[0].name)
        if member is None:
            report_no_member(r, symbol, rest[0])
            resolve_loosely(r, (arg for later in rest for arg in later.args))
            return None
        symbol = member
    start = Start(symbol, index, tuple(args))
    return select(r, path, start, arity, place is Place.FACT)


# ---- operator symbols ----


def resolve_prefix(r: Resolver, expr: tree.Prefix) -> None:
    """`~ a`, `- a`."""
    _use_operator(r, expr)
    resolve_expr(r, expr.arg)


def resolve_postfix(r: Resolver, expr: tree.Postfix) -> None:
    """`a'`, `a^+`."""
    _use_operator(r, expr)
    resolve_expr(r, expr.arg)


def resolve_infix(r: Resolver, expr: tree.Infix) -> None:
    """`a + b`; a long chain `a + b + c` is as deep as it is long, so this is a loop."""
    left: tree.Expr = expr
    while isinstance(left, tree.Infix):
        _use_operator(r, left)
        resolve_expr(r, left.right)
        left = left.left
    resolve_expr(r, left)


def _use_operator(r: Resolver, expr: tree.Prefix | tree.Infix | tree.Postfix) -> None:
    symbol = r.scope.names.get(expr.op)
    if symbol is not None:
        r.module.uses[id(expr)] = symbol
        return
    name = "-" if expr.op == "-." else expr.op
    span = operator_span(expr)
    if name != expr.op and "-" in r.scope.names:
        message = "unary `-` is not declared"
        r.error("unbound-name", message, span, "module `Integers` defines it: add it to EXTENDS")
    else:
        report_unbound(r, expr.op, span)


def operator_span(expr: tree.Prefix | tree.Infix | tree.Postfix) -> Span:
    """The location of the operator symbol of an expression."""
    match expr:
        case tree.Prefix():
            start, end = expr.span.start, expr.arg.span.start
        case tree.Infix():
            start, end = expr.left.span.end, expr.right.span.start
        case tree.Postfix():
            start, end = expr.arg.span.end, expr.span.end
    gap = expr.span.source.text[start:end]
    spellings = [s for s, canonical in SYNONYMS.items() if canonical == expr.op]
    for spelling in sorted(["-"] if expr.op == "-." else spellings, key=len, reverse=True):
        at = gap.find(spelling)
        if at >= 0:
            return Span(expr.span.source, start + at, start + at + len(spelling))
    return expr.span


# ---- messages ----


def _defined(symbol: Symbol) -> Note:
    if isinstance(symbol, BuiltIn):
        return Note(f"`{symbol.name}` is {describe(symbol)}")
    return Note(f"`{symbol.name}` is {describe(symbol)}, declared here", symbol.span)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _report_arity(r: Resolver, symbol: Symbol, wanted: int, ref: tree.Ref | tree.Part) -> None:
    help = None
    if wanted == 0 and type(symbol) in _VALUES:
        shown = ", ".join(arg.span.text for arg in ref.args)
        if "\n" not in shown and len(shown) < 40:
            help = f"a function is applied with brackets: `{ref.name}[{shown}]`"
    message = wrong_number(f"`{symbol.name}`", wanted, len(ref.args))
    r.error("wrong-arity", message, name_span(ref), help, (_defined(symbol),))


HANDLERS.update(
    {
        tree.Ref: resolve_ref,
        tree.Path: resolve_path,
        tree.Prefix: resolve_prefix,
        tree.Infix: resolve_infix,
        tree.Postfix: resolve_postfix,
    }
)
