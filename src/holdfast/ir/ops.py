"""The operator table: one row per built-in operator, whatever module it comes from.

The value of a row is its name in the text form of the IR. `ARITY` says how many
arguments a row takes; None means any number. What a row means is in `interp/`, and the
other engines are compared with that.
"""

from __future__ import annotations

from enum import Enum


class Op(Enum):
    """A built-in operator."""

    # logic; AND and OR are evaluated from left to right and stop early
    AND = "and"
    OR = "or"
    NOT = "not"
    IMPLIES = "implies"
    IFF = "iff"
    EQ = "="
    NE = "/="

    # sets
    SET = "set"
    IN = "in"
    NOTIN = "notin"
    SUBSETEQ = "subseteq"
    UNION2 = "union"
    INTERSECT = "intersect"
    MINUS_SET = "setminus"
    SUBSET = "SUBSET"
    UNION = "UNION"
    PRODUCT = "product"

    # functions, records, tuples
    TUPLE = "tuple"
    RECORD = "record"  # name, value, name, value ...; the names are string literals
    RECORD_SET = "record-set"  # name, set, name, set ...
    FUNCTION_SET = "function-set"
    INDEX = "index"
    DOMAIN = "DOMAIN"

    # numbers
    ADD = "+"
    SUB = "-"
    NEG = "neg"
    MUL = "*"
    DIV = "div"
    DIVIDE = "/"
    MOD = "mod"
    POWER = "^"
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="
    RANGE = ".."

    # sets that are given
    BOOLEAN = "BOOLEAN"
    STRING = "STRING"
    NAT = "Nat"
    INT = "Int"
    REAL = "Real"
    INFINITY = "Infinity"

    # actions and temporal formulas
    UNCHANGED = "UNCHANGED"
    BOX_ACTION = "box-action"
    ANGLE_ACTION = "angle-action"
    COMPOSE = "cdot"
    ALWAYS = "always"
    EVENTUALLY = "eventually"
    LEADS_TO = "leads-to"
    GUARANTEES = "-+->"
    WEAK_FAIR = "WF"
    STRONG_FAIR = "SF"

    # a model value; its name is a string literal
    MODEL = "model"

    # an operator of a library module that engines implement themselves: its qualified
    # name is the first argument, a string literal such as "Sequences!Append"
    BUILTIN = "builtin"


_BINARY: dict[Op, int | None] = dict.fromkeys(Op, 2)

ARITY: dict[Op, int | None] = _BINARY | {
    Op.AND: None,
    Op.OR: None,
    Op.NOT: 1,
    Op.SET: None,
    Op.SUBSET: 1,
    Op.UNION: 1,
    Op.PRODUCT: None,
    Op.TUPLE: None,
    Op.RECORD: None,
    Op.RECORD_SET: None,
    Op.DOMAIN: 1,
    Op.NEG: 1,
    Op.BOOLEAN: 0,
    Op.STRING: 0,
    Op.NAT: 0,
    Op.INT: 0,
    Op.REAL: 0,
    Op.INFINITY: 0,
    Op.UNCHANGED: 1,
    Op.ALWAYS: 1,
    Op.EVENTUALLY: 1,
    Op.MODEL: 1,
    Op.BUILTIN: None,
}


_ARITHMETIC = {
    "+": Op.ADD,
    "-": Op.SUB,
    "*": Op.MUL,
    "^": Op.POWER,
    "<": Op.LT,
    "<=": Op.LE,
    ">": Op.GT,
    ">=": Op.GE,
    "%": Op.MOD,
    "\\div": Op.DIV,
    "..": Op.RANGE,
    "Nat": Op.NAT,
}

LIBRARY: dict[str, Op] = {
    **{f"Naturals!{name}": op for name, op in _ARITHMETIC.items()},
    "Integers!Int": Op.INT,
    "Integers!-.": Op.NEG,
    "Reals!Real": Op.REAL,
    "Reals!/": Op.DIVIDE,
    "Reals!Infinity": Op.INFINITY,
}
"""Operators of bundled modules that are rows of the table."""
