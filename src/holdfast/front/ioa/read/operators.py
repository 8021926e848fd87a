"""Operators: which types they take and give."""

from __future__ import annotations

import ast
from typing import TypeAlias

from holdfast.front.ioa import tree
from holdfast.front.ioa.read import rules
from holdfast.front.ioa.read.checker import Checker, is_broken
from holdfast.front.ioa.read.domains import read_container
from holdfast.front.ioa.read.names import Scope
from holdfast.front.ioa.tree import Operator
from holdfast.front.ioa.types import (
    BOOL,
    INT,
    UNKNOWN,
    Bits,
    Map,
    Mset,
    Real,
    Seq,
    Set,
    Type,
    Unknown,
)
from holdfast.source import Span

_BINARY: dict[type[ast.operator], Operator] = {
    ast.Add: Operator.ADD,
    ast.Sub: Operator.SUB,
    ast.Mult: Operator.MUL,
    ast.Div: Operator.DIV,
    ast.Mod: Operator.MOD,
    ast.LShift: Operator.LEFT,
    ast.RShift: Operator.RIGHT,
    ast.BitAnd: Operator.BIT_AND,
    ast.BitOr: Operator.BIT_OR,
    ast.BitXor: Operator.BIT_XOR,
}

_REJECTED: dict[type[ast.operator], tuple[str, str | None]] = {
    ast.Pow: ("**", None),
    ast.FloorDiv: ("//", "`/` is the division of integers"),
    ast.MatMult: ("@", None),
}

_COMPARISONS: dict[type[ast.cmpop], Operator] = {
    ast.Eq: Operator.EQ,
    ast.NotEq: Operator.NE,
    ast.Lt: Operator.LT,
    ast.LtE: Operator.LE,
    ast.Gt: Operator.GT,
    ast.GtE: Operator.GE,
    ast.In: Operator.IN,
    ast.NotIn: Operator.NOT_IN,
}

Kinds: TypeAlias = tuple[type[Type], ...]

_COLLECTIONS: dict[Operator, Kinds] = {
    Operator.ADD: (Seq, Set, Mset),
    Operator.SUB: (Set, Mset),
    Operator.MUL: (Set,),
    Operator.BIT_AND: (Set,),
    Operator.BIT_OR: (Set,),
}
"""The operators that also take collections: concatenation, union, difference, intersection."""

_ON_BITS = (Operator.BIT_AND, Operator.BIT_OR, Operator.BIT_XOR)
_SHIFTS = (Operator.LEFT, Operator.RIGHT)


def read_junction(c: Checker, scope: Scope, node: ast.BoolOp) -> tree.Expr:
    """`a and b and c`, `a or b`."""
    operator = Operator.AND if isinstance(node.op, ast.And) else Operator.OR
    operands = tuple(c.check(scope, v, BOOL) for v in node.values)
    return tree.Apply(operator, operands, type=BOOL, span=c.span(node))


def read_unary(c: Checker, scope: Scope, node: ast.UnaryOp, hint: Type) -> tree.Expr:
    """`not a`, `-a`, `~a`."""
    span = c.span(node)
    match node.op:
        case ast.Not():
            operand = c.check(scope, node.operand, BOOL)
            return tree.Apply(Operator.NOT, (operand,), type=BOOL, span=span)
        case ast.UAdd():
            c.error("ioa-unsupported", "there is no unary `+`", node)
            return c.broken(node)
        case ast.Invert():
            operand = c.infer(scope, node.operand, hint)
            if not isinstance(operand.type, Bits | Unknown):
                return _wrong_operand(c, "~", operand, "a bit vector such as `bv8`")
            return tree.Apply(Operator.INVERT, (operand,), type=operand.type, span=span)
        case _:
            return _read_negation(c, scope, node, hint)


def _read_negation(c: Checker, scope: Scope, node: ast.UnaryOp, hint: Type) -> tree.Expr:
    # `-1` is a number below 0 and not a bit vector, whatever the context expects.
    literal = isinstance(node.operand, ast.Constant)
    number = hint if isinstance(hint, Real) or not literal else INT
    operand = c.infer(scope, node.operand, number)
    if isinstance(operand.type, Unknown):
        return c.broken(node)
    if not rules.is_number(operand.type):
        return _wrong_operand(c, "-", operand, "a number")
    result = operand.type if isinstance(operand.type, Bits | Real) else INT
    return tree.Apply(Operator.NEGATE, (operand,), type=result, span=c.span(node))


def read_binary(c: Checker, scope: Scope, node: ast.BinOp, hint: Type) -> tree.Expr:
    """`a + b` and the like."""
    if type(node.op) in _REJECTED:
        sign, help = _REJECTED[type(node.op)]
        c.error("ioa-unsupported", f"the operator `{sign}` is not supported", node, help)
        return c.broken(node)
    operator = _BINARY[type(node.op)]
    if operator in _SHIFTS:
        left = c.infer(scope, node.left, hint)
        right = c.check(scope, node.right, INT)
    else:
        left, right = read_pair(c, scope, (node.left, node.right), rules.widest(hint))
    result = _result(c, operator, left, right, node)
    if result is None or is_broken(left) or is_broken(right):
        return c.broken(node)
    return tree.Apply(operator, (left, right), type=result, span=c.span(node))


def read_pair(
    c: Checker, scope: Scope, operands: tuple[ast.expr, ast.expr], hint: Type = UNKNOWN
) -> tuple[tree.Expr, tree.Expr]:
    """Two expressions of one type, each of which may decide that of the other."""
    left = c.infer(scope, operands[0], hint)
    clear = not rules.is_unclear(left.type)
    right = c.infer(scope, operands[1], rules.widest(left.type) if clear else hint)
    if is_broken(left):
        return left, right
    if not isinstance(right.type, Unknown) and not (clear and rules.agree(left.type, right.type)):
        suggested = rules.widest(rules.join(right.type, left.type))
        left = c.infer(scope, operands[0], suggested)
        if rules.is_unclear(right.type):
            right = c.infer(scope, operands[1], suggested)
    return left, right


def _result(
    c: Checker,
    operator: Operator,
    left: tree.Expr,
    right: tree.Expr,
    node: ast.BinOp,
) -> Type | None:
    """The type of a binary operation, or None after a message."""
    if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
        return UNKNOWN
    for operand in (left,) if operator in _SHIFTS else (left, right):
        wanted = _wanted(operator, operand.type)
        if wanted is not None:
            _wrong_operand(c, operator.value, operand, wanted)
            return None
    if operator in _SHIFTS:
        return left.type
    if not rules.agree(left.type, right.type):
        _disagree(c, operator, left, right, node)
        return None
    if rules.is_integer(left.type):
        return left.type if isinstance(left.type, Bits) else INT
    return rules.join(left.type, right.type)


def _wanted(operator: Operator, found: Type) -> str | None:
    """What an operator takes, in words, if it does not take this type."""
    collections = _COLLECTIONS.get(operator, ())
    if isinstance(found, collections):
        return None
    if operator in _SHIFTS or operator in _ON_BITS:
        return None if isinstance(found, Bits) else "bit vectors such as `bv8`"
    if operator is Operator.MOD:
        return None if rules.is_integer(found) else "integers"
    if rules.is_number(found):
        return None
    words = ["numbers", *(_WORDS[k] for k in collections)]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


_BOOLEAN = {"&": "and", "|": "or"}
_WORDS: dict[type[Type], str] = {Seq: "sequences", Set: "sets", Mset: "multisets"}


def _wrong_operand(c: Checker, operator: str, operand: tree.Expr, wanted: str) -> tree.Expr:
    message = f"`{operator}` takes {wanted}, not {rules.describe(operand.type)}"
    instead = _BOOLEAN.get(operator) if operand.type == BOOL else None
    help = f"for Booleans write `{instead}`" if instead else None
    c.error("ioa-type", message, operand.span, help)
    return c.broken(operand.span)


def _disagree(
    c: Checker,
    operator: Operator,
    left: tree.Expr,
    right: tree.Expr,
    at: ast.expr | Span,
) -> None:
    one, other = rules.describe(left.type), rules.describe(right.type)
    c.error("ioa-type", f"`{operator.value}` between {one} and {other}", at)


def read_comparison(c: Checker, scope: Scope, node: ast.Compare) -> tree.Expr:
    """`a < b <= c`, `a in s`."""
    operands = [node.left, *node.comparators]
    whole = c.span(node)
    parts = []
    for i, op in enumerate(node.ops):
        # Parentheses are part of the whole, but not of its operands.
        start = whole.start if i == 0 else c.span(operands[i]).start
        end = whole.end if i + 2 == len(operands) else c.span(operands[i + 1]).end
        span = Span(whole.source, start, end)
        parts.append(_compare(c, scope, op, (operands[i], operands[i + 1]), span))
    if len(parts) == 1:
        return parts[0]
    return tree.Apply(Operator.AND, tuple(parts), type=BOOL, span=whole)


def _compare(
    c: Checker, scope: Scope, op: ast.cmpop, operands: tuple[ast.expr, ast.expr], span: Span
) -> tree.Expr:
    operator = _COMPARISONS.get(type(op))
    if operator is None:
        word, instead = ("is", "==") if isinstance(op, ast.Is) else ("is not", "!=")
        c.error("ioa-unsupported", f"`{word}` is not supported", span, f"use `{instead}`")
        return tree.Literal(False, type=BOOL, span=span)
    if operator in (Operator.IN, Operator.NOT_IN):
        left, right = _read_membership(c, scope, operator, operands)
    else:
        left, right = read_pair(c, scope, operands)
        _check_comparison(c, operator, left, right, span)
    return tree.Apply(operator, (left, right), type=BOOL, span=span)


def _check_comparison(
    c: Checker, operator: Operator, left: tree.Expr, right: tree.Expr, span: Span
) -> None:
    if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
        return
    if operator not in (Operator.EQ, Operator.NE):
        for operand in (left, right):
            if not (rules.is_number(operand.type) or isinstance(operand.type, Set)):
                _wrong_operand(c, operator.value, operand, "numbers or sets")
                return
    if not rules.agree(left.type, right.type):
        _disagree(c, operator, left, right, span)


def _read_membership(
    c: Checker, scope: Scope, operator: Operator, operands: tuple[ast.expr, ast.expr]
) -> tuple[tree.Expr, tree.Expr]:
    """`a in s`: what is on the right decides the type on the left."""
    right = read_container(c, scope, operands[1])
    match right.type:
        case Seq(of) | Set(of) | Mset(of) | Map(of, _):
            left = c.infer(scope, operands[0], of)
            if isinstance(left.type, Bits) and isinstance(operands[1], ast.Set | ast.List):
                # The literals in it are of the type on the left.
                kind = Set(left.type) if isinstance(right.type, Set) else Seq(left.type)
                right, of = c.infer(scope, operands[1], kind), left.type
            if not rules.agree(left.type, of):
                message = rules.mismatch(left.type, of)
                c.error("ioa-type", message, left.span)
        case Unknown():
            left = c.infer(scope, operands[0])
        case _:
            wanted = "a set, a sequence, a multiset or a map on the right"
            _wrong_operand(c, operator.value, right, wanted)
            left = c.infer(scope, operands[0])
    return left, right


def read_choice(c: Checker, scope: Scope, node: ast.IfExp, hint: Type) -> tree.Expr:
    """`a if test else b`."""
    test = c.check(scope, node.test, BOOL)
    yes, no = read_pair(c, scope, (node.body, node.orelse), hint)
    if not rules.agree(yes.type, no.type):
        one, other = rules.describe(yes.type), rules.describe(no.type)
        c.error("ioa-type", f"the two cases have different types: {one} and {other}", node)
        return c.broken(node)
    return tree.IfElse(test, yes, no, type=rules.join(yes.type, no.type), span=c.span(node))
