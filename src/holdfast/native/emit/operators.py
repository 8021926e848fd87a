"""How generated code computes each row of the operator table, and which rows it can."""

from __future__ import annotations

from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op

VALUES: dict[Op, str] = {
    Op.UNION2: "set_union",
    Op.INTERSECT: "set_intersection",
    Op.MINUS_SET: "set_difference",
    Op.SUBSET: "set_subsets",
    Op.UNION: "set_big_union",
    Op.FUNCTION_SET: "set_functions",
    Op.INDEX: "fast_apply",
    Op.DOMAIN: "function_domain",
    Op.ADD: "fast_add",
    Op.SUB: "fast_sub",
    Op.NEG: "num_neg",
    Op.MUL: "num_mul",
    Op.DIV: "num_div",
    Op.DIVIDE: "num_divide",
    Op.MOD: "num_mod",
    Op.POWER: "num_pow",
    Op.DIVIDE_TRUNCATED: "num_divide_truncated",
    Op.REMAINDER_TRUNCATED: "num_remainder_truncated",
    Op.WRAP: "num_wrap",
    Op.WRAP_SIGNED: "num_wrap_signed",
    Op.RANGE: "set_interval",
}
ROWS = {Op.SET: "set_of", Op.TUPLE: "tuple_of", Op.PRODUCT: "set_product"}
GIVEN = {
    Op.NAT: "GIVEN_NAT",
    Op.INT: "GIVEN_INT",
    Op.REAL: "GIVEN_REAL",
    Op.STRING: "GIVEN_STRING",
}
# Conditions on values; the second word of a pair determines which arguments it takes.
TRUTHS: dict[Op, str] = {
    Op.EQ: "equals(c, {0}, {1})",
    Op.NE: "!equals(c, {0}, {1})",
    Op.IN: "fast_in(c, {0}, {1})",
    Op.NOTIN: "!fast_in(c, {0}, {1})",
    Op.SUBSETEQ: "set_subset(c, {0}, {1})",
    Op.LT: "is_less(c, {0}, {1})",
    Op.LE: "is_at_most(c, {0}, {1})",
    Op.GT: "is_less(c, {1}, {0})",
    Op.GE: "is_at_most(c, {1}, {0})",
}
MEMBERSHIP = frozenset((Op.IN, Op.NOTIN))
LOGIC = frozenset((Op.AND, Op.OR, Op.NOT, Op.IMPLIES, Op.IFF, Op.UNCHANGED, Op.COMPOSE))
STEPS = frozenset((Op.BOX_ACTION, Op.ANGLE_ACTION))
# The interpreter cannot evaluate these either: it reports the error.
WITHOUT_VALUE = frozenset((Op.INFINITY,))
SUPPORTED = frozenset(
    (
        *(*VALUES, *ROWS, *GIVEN, *TRUTHS, *LOGIC, *STEPS, *WITHOUT_VALUE),
        *(Op.RECORD, Op.RECORD_SET, Op.BOOLEAN, Op.MODEL, Op.BUILTIN),
    )
)
"""The rows of the operator table that generated code can compute."""


def is_formula(e: ir.Expr) -> bool:
    """Whether the value of an expression is certainly a Boolean."""
    match e:
        case ir.Apply(op, _):
            return op in TRUTHS or op in LOGIC or op in STEPS
        case ir.Bind(binder, _, _):
            return binder in (Binder.FORALL, Binder.EXISTS)
        case ir.Literal(value):
            return isinstance(value, bool)
        case ir.Enabled():
            return True
        case _:
            return False
