"""The operator table: one row per built-in operator, whatever module it comes from.

The columns of a row are the facts about its operator that more than one module needs; sets of
operators are derived from them. `interp/` defines what an operator means, and the other engines
are compared with it. An operator of a library module that engines implement themselves is an
application of BUILTIN; its row is in `library_ops.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Self


class Group(Enum):
    """The group of an operator."""

    LOGIC = "logic"
    EQUALITY = "equality"
    SETS = "sets"
    FUNCTIONS = "functions, tuples, records"
    NUMBERS = "numbers"
    COMPARISON = "comparisons of numbers"
    GIVEN = "predefined sets"
    ACTION = "actions"
    TEMPORAL = "temporal formulas"
    NAMED = "applied by name"


class Result(Enum):
    """The kind of value of an operator, whatever its arguments."""

    BOOLEAN = "a Boolean"
    NUMBER = "a number"
    STRING = "a string"
    SET = "a set"
    FUNCTION = "a function"
    ANY = "any value"
    NONE = "undefined: evaluating it is an error"


class Notation(Enum):
    """How an application is written, with the text of its row."""

    INFIX = "a + b"
    LOOSE = "a => b"  # binds less than the other infix operators
    CHAIN = "a /\\ b /\\ c"
    PREFIX = "DOMAIN f"
    SUBSCRIPT = "[A]_v"  # the text has a blank in place of the action
    WORD = "Nat"
    OWN = "f[x]"  # a notation of its own; the row has no text


class Evaluates(Enum):
    """Which arguments are evaluated whenever the operator is."""

    ALL = "all"
    FIRST = "the first, and others if they are needed"
    NONE = "none: its arguments are not values"


@dataclass(frozen=True, slots=True)
class Row:
    """The facts about one operator.

    `arity` None: any number of arguments. `text`: the symbol or word of TLA+. `module`: the
    library module that declares the operator, unless the language does. `total`: defined for all
    arguments. `costly`: evaluating it takes longer than looking up a cached value.
    """

    group: Group
    result: Result
    arity: int | None
    notation: Notation = Notation.OWN
    text: str = ""
    module: str = ""
    evaluates: Evaluates = Evaluates.ALL
    total: bool = False
    costly: bool = False


def _logic(notation: Notation, text: str, arity: int | None, lazy: bool = False) -> Row:
    evaluates = Evaluates.FIRST if lazy else Evaluates.ALL
    return Row(Group.LOGIC, Result.BOOLEAN, arity, notation, text, evaluates=evaluates)


def _relation(text: str, group: Group, module: str = "", costly: bool = False) -> Row:
    return Row(group, Result.BOOLEAN, 2, Notation.INFIX, text, module, costly=costly)


def _on_sets(notation: Notation, text: str, arity: int | None, costly: bool = False) -> Row:
    return Row(Group.SETS, Result.SET, arity, notation, text, costly=costly)


def _number(text: str, module: str = "Naturals") -> Row:
    return Row(Group.NUMBERS, Result.NUMBER, 2, Notation.INFIX, text, module)


def _arithmetic() -> Row:
    return Row(Group.NUMBERS, Result.NUMBER, 2)


def _given(text: str, module: str = "") -> Row:
    return Row(Group.GIVEN, Result.SET, 0, Notation.WORD, text, module, total=True)


def _action(notation: Notation, text: str, arity: int, evaluates: Evaluates) -> Row:
    return Row(Group.ACTION, Result.BOOLEAN, arity, notation, text, evaluates=evaluates)


def _temporal(notation: Notation, text: str, arity: int) -> Row:
    return Row(Group.TEMPORAL, Result.BOOLEAN, arity, notation, text, evaluates=Evaluates.NONE)


class Op(Enum):
    """A built-in operator: its value is its name in the text form of the IR."""

    row: Row

    def __new__(cls, name: str, row: Row) -> Self:
        """A member with its row."""
        op = object.__new__(cls)
        op._value_ = name
        op.row = row
        return op

    AND = "and", _logic(Notation.CHAIN, "/\\", None, lazy=True)
    OR = "or", _logic(Notation.CHAIN, "\\/", None, lazy=True)
    NOT = "not", _logic(Notation.PREFIX, "~", 1)
    IMPLIES = "implies", _logic(Notation.LOOSE, "=>", 2, lazy=True)
    IFF = "iff", _logic(Notation.LOOSE, "<=>", 2)
    EQ = "=", _relation("=", Group.EQUALITY)
    NE = "/=", _relation("/=", Group.EQUALITY)

    SET = "set", Row(Group.SETS, Result.SET, None, total=True, costly=True)
    IN = "in", _relation("\\in", Group.SETS)
    NOTIN = "notin", _relation("\\notin", Group.SETS)
    SUBSETEQ = "subseteq", _relation("\\subseteq", Group.SETS, costly=True)
    UNION2 = "union", _on_sets(Notation.INFIX, "\\union", 2, costly=True)
    INTERSECT = "intersect", _on_sets(Notation.INFIX, "\\intersect", 2, costly=True)
    MINUS_SET = "setminus", _on_sets(Notation.INFIX, "\\", 2, costly=True)
    SUBSET = "SUBSET", _on_sets(Notation.PREFIX, "SUBSET", 1)
    UNION = "UNION", _on_sets(Notation.PREFIX, "UNION", 1, costly=True)
    PRODUCT = "product", _on_sets(Notation.CHAIN, "\\X", None)

    TUPLE = "tuple", Row(Group.FUNCTIONS, Result.FUNCTION, None, total=True, costly=True)
    # name, value, name, value ...; the names are string literals
    RECORD = "record", Row(Group.FUNCTIONS, Result.FUNCTION, None, total=True, costly=True)
    # name, set, name, set ...
    RECORD_SET = "record-set", Row(Group.FUNCTIONS, Result.SET, None)
    FUNCTION_SET = "function-set", Row(Group.FUNCTIONS, Result.SET, 2)
    INDEX = "index", Row(Group.FUNCTIONS, Result.ANY, 2)
    DOMAIN = "DOMAIN", Row(Group.FUNCTIONS, Result.SET, 1, Notation.PREFIX, "DOMAIN")

    ADD = "+", _number("+")
    SUB = "-", _number("-")
    NEG = "neg", Row(Group.NUMBERS, Result.NUMBER, 1, Notation.PREFIX, "-.", "Integers")
    MUL = "*", _number("*")
    DIV = "div", _number("\\div")
    # of real numbers; defined if the result is an integer
    DIVIDE = "/", Row(Group.NUMBERS, Result.ANY, 2, Notation.INFIX, "/", "Reals")
    MOD = "mod", _number("%")
    POWER = "^", _number("^")
    # C's quotient and remainder, rounded toward zero; TLA+ text has no symbols for the rows with
    # a notation of their own, and `tla_arithmetic.py` writes what they mean
    DIVIDE_TRUNCATED = "quotient", _arithmetic()
    REMAINDER_TRUNCATED = "remainder", _arithmetic()
    # a number modulo 2^width, from 0, or from -2^(width - 1): the second argument is the width
    WRAP = "wrap", _arithmetic()
    WRAP_SIGNED = "wrap-signed", _arithmetic()
    LT = "<", _relation("<", Group.COMPARISON, "Naturals")
    LE = "<=", _relation("<=", Group.COMPARISON, "Naturals")
    GT = ">", _relation(">", Group.COMPARISON, "Naturals")
    GE = ">=", _relation(">=", Group.COMPARISON, "Naturals")
    RANGE = "..", Row(Group.NUMBERS, Result.SET, 2, Notation.INFIX, "..", "Naturals")

    BOOLEAN = "BOOLEAN", _given("BOOLEAN")
    STRING = "STRING", _given("STRING")
    NAT = "Nat", _given("Nat", "Naturals")
    INT = "Int", _given("Int", "Integers")
    REAL = "Real", _given("Real", "Reals")
    INFINITY = "Infinity", Row(Group.NUMBERS, Result.NONE, 0, Notation.WORD, "Infinity", "Reals")

    UNCHANGED = "UNCHANGED", _action(Notation.PREFIX, "UNCHANGED", 1, Evaluates.NONE)
    BOX_ACTION = "box-action", _action(Notation.SUBSCRIPT, "[ ]_", 2, Evaluates.FIRST)
    ANGLE_ACTION = "angle-action", _action(Notation.SUBSCRIPT, "<< >>_", 2, Evaluates.FIRST)
    COMPOSE = "cdot", _action(Notation.INFIX, "\\cdot", 2, Evaluates.FIRST)
    ALWAYS = "always", _temporal(Notation.PREFIX, "[]", 1)
    EVENTUALLY = "eventually", _temporal(Notation.PREFIX, "<>", 1)
    LEADS_TO = "leads-to", _temporal(Notation.LOOSE, "~>", 2)
    GUARANTEES = "-+->", _temporal(Notation.LOOSE, "-+->", 2)
    # of behaviours that do not stutter at will: TLA+ has no notation for them
    UNTIL = "until", _temporal(Notation.OWN, "", 2)
    WEAK_UNTIL = "weak-until", _temporal(Notation.OWN, "", 2)
    RELEASE = "release", _temporal(Notation.OWN, "", 2)
    NEXT = "next", _temporal(Notation.OWN, "", 1)
    WEAK_FAIR = "WF", _temporal(Notation.OWN, "", 2)
    STRONG_FAIR = "SF", _temporal(Notation.OWN, "", 2)

    # a model value; its name is a string literal
    MODEL = "model", Row(Group.NAMED, Result.ANY, 1, Notation.PREFIX, "MODEL", total=True)
    # an operator of a library module that engines implement themselves: its qualified name is
    # the first argument, a string literal such as "Sequences!Append"
    BUILTIN = "builtin", Row(Group.NAMED, Result.ANY, None)


def ops_in(*groups: Group) -> frozenset[Op]:
    """The operators of some groups."""
    return frozenset(op for op in Op if op.row.group in groups)


def texts(*notations: Notation) -> dict[Op, str]:
    """The operators with some notations, and their texts."""
    return {op: op.row.text for op in Op if op.row.notation in notations}


FORMULAS: frozenset[Op] = frozenset(op for op in Op if op.row.result is Result.BOOLEAN)
"""Operators whose value is a Boolean, whatever the arguments."""

LANGUAGE: dict[str, Op] = {
    text: op
    for op, text in texts(*set(Notation) - {Notation.SUBSCRIPT, Notation.OWN}).items()
    if not op.row.module and op.row.group is not Group.NAMED
}
"""The operators that TLA+ has without any module, by their symbols and words."""

LIBRARY: dict[str, Op] = {f"{op.row.module}!{op.row.text}": op for op in Op if op.row.module}
"""Operators of bundled modules that are rows of the table."""
