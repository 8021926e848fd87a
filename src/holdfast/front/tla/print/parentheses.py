"""Where an expression needs parentheses to be parsed back unchanged.

A parsed tree has its parentheses as nodes and never needs more; these rules are for trees
made by hand. They follow the reader in `expressions.py`: an operator is applied when the
next one binds less tightly, and an expression without a closing token of its own (IF, LET,
a quantifier) takes everything that follows it.
"""

from __future__ import annotations

from holdfast.front.tla.syntax import tree
from holdfast.front.tla.syntax.operators import INDEX, INFIX, POSTFIX, PREFIX, Operator

DOT = Operator(".", 17, 17, True, "postfix")
"""Selection of a record's field, `r.name`."""

PRODUCT = INFIX["\\X"]

ARM = Operator("[]", 0, 0, False, "infix")
"""The separator of the arms of a CASE; only another CASE would take it as its own."""


def needs_parentheses(expr: tree.Node, left: Operator | None, right: Operator | None) -> bool:
    """Whether `expr` needs parentheses between the operators `left` and `right`.

    None means a delimiter: a bracket, a comma, a keyword.
    """
    match expr:
        case tree.Infix(op):
            return not (_shifts(left, INFIX[op]) and _reduces(INFIX[op], right))
        case tree.Times():
            merges = right is not None and right.fixity == "nfix"
            return merges or not (_shifts(left, PRODUCT) and _reduces(PRODUCT, right))
        case tree.Prefix(op):
            return not _reduces(PREFIX[op], right)
        case tree.Postfix(op):
            return not _shifts(left, POSTFIX[op])
        case tree.Index():
            return not _shifts(left, INDEX)
        case tree.Label(body=body):
            takes_more = right is not None and right is not ARM
            return takes_more or not _shifts(left, _operator_of(body))
        case tree.Case():
            return right is not None
        case tree.If() | tree.Let() | tree.Quantifier() | tree.Choose():
            return right is not None and right is not ARM
        case _:
            return False


def _operator_of(expr: tree.Expr) -> Operator | None:
    match expr:
        case tree.Infix(op):
            return INFIX[op]
        case tree.Times():
            return PRODUCT
        case _:
            return None


def _shifts(left: Operator | None, op: Operator | None) -> bool:
    """Whether `left` waits when `op` comes after its operand."""
    return left is None or op is None or left.high < op.low


def _reduces(op: Operator, right: Operator | None) -> bool:
    """Whether `op` is applied when `right` comes after its operand."""
    return right is None or op.low > right.high or (op == right and op.left_associative)


def can_be_subscript(expr: tree.Expr) -> bool:
    """Whether `expr` can follow `]_`, `>>_` or `WF_` as it is."""
    match expr:
        case tree.Ref(name) | tree.Path((tree.Part(name), *_)):
            return is_word(name)
        case (
            tree.Parens()
            | tree.Tuple()
            | tree.SetOf()
            | tree.SetFilter()
            | tree.SetMap()
            | tree.Function()
            | tree.FunctionSet()
            | tree.Record()
            | tree.RecordSet()
            | tree.Except()
            | tree.Box()
            | tree.Angle()
        ):
            return True
        case _:
            return False


def begins_like_bound(expr: tree.Expr) -> bool:
    """Whether the text of `expr` begins as `x \\in S` or `<<x, y>> \\in S` do."""
    while True:
        match expr:
            case tree.Infix("\\in", tree.Ref(name, ())):
                return is_word(name)
            case tree.Infix("\\in", tree.Tuple(items)):
                return all(isinstance(i, tree.Ref) and not i.args for i in items)
            case tree.Infix(left=first) | tree.Times((first, *_)):
                expr = first
            case tree.Postfix(arg=first) | tree.Index(function=first) | tree.Dot(record=first):
                expr = first
            case _:
                return False


def is_word(name: str) -> bool:
    """Whether `name` is an identifier rather than a symbol or a step of a proof."""
    return name.replace("_", "a").isalnum()
