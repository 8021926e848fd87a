"""How strongly expressions bind in TLA+ text, and which names it allows."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import assert_never

from holdfast.ir import expr as ir
from holdfast.ir.expr_text import INFIX, LOOSE, QUANTIFIERS
from holdfast.ir.ops import FORMULAS, Group, Op


class Level(IntEnum):
    """How strongly the outermost operator of an expression binds."""

    OPEN = 0  # extends as far as possible to the right
    LOOSE = 1
    JUNCTION = 2
    FORMULA = 3
    RELATION = 4
    TERM = 5
    ATOM = 6


RESERVED = frozenset(
    "ACTION ASSUME ASSUMPTION AXIOM BOOLEAN BY CASE CHOOSE CONSTANT CONSTANTS COROLLARY DEF DEFINE"
    " DEFS DOMAIN ELSE ENABLED EXCEPT EXTENDS FALSE HAVE HIDE IF IN INSTANCE LAMBDA LEMMA LET LOCAL"
    " MODULE NEW OBVIOUS OMITTED ONLY OTHER PICK PROOF PROPOSITION PROVE QED RECURSIVE SF_ STATE"
    " STRING SUBSET SUFFICES TAKE TEMPORAL THEN THEOREM TRUE UNCHANGED UNION USE VARIABLE VARIABLES"
    " WF_ WITH WITNESS ACTIONS TEMPORALS".split()
)
"""The words that are not names in TLA+."""
_IDENTIFIER = re.compile(r"(?!WF_|SF_)(?=\w*[A-Za-z])[A-Za-z_]\w*", re.ASCII)
_TERM_PREFIXES = frozenset((Op.SUBSET, Op.UNION, Op.DOMAIN, Op.NEG))
_RELATIONS = frozenset(op for op in INFIX if op in FORMULAS and op not in LOOSE) - {Op.COMPOSE}
_LIBRARY_RELATIONS = frozenset(("\\sqsubseteq",))


def is_name(text: str) -> bool:
    """Whether TLA+ allows a text as a name, and as a field of a record."""
    return bool(_IDENTIFIER.fullmatch(text)) and text not in RESERVED


def level_of(e: ir.Expr) -> Level:
    """How strongly an expression binds in the text that `text_of` gives it."""
    match e:
        case ir.If() | ir.Case() | ir.Let() | ir.Lambda():
            return Level.OPEN
        case ir.Bind(binder, _, _):
            return Level.OPEN if binder in QUANTIFIERS else Level.ATOM
        case ir.Enabled():
            return Level.FORMULA
        case ir.Literal(value):
            negative = isinstance(value, int) and value < 0
            return Level.TERM if negative else Level.ATOM
        case ir.Apply(op, args):
            return _level_of_application(op, args)
        case ir.Name() | ir.Call() | ir.Except() | ir.Prime():
            return Level.ATOM
        case _:
            assert_never(e)


def _level_of_application(op: Op, args: tuple[ir.Expr, ...]) -> Level:
    if op in (Op.AND, Op.OR):
        return Level.JUNCTION if len(args) > 1 else level_of(args[0]) if args else Level.ATOM
    if op in LOOSE or op is Op.COMPOSE:
        return Level.LOOSE
    if op in _RELATIONS:
        return Level.RELATION
    if op in _TERM_PREFIXES or op in INFIX or op is Op.PRODUCT:
        return Level.TERM
    if op.row.group in (Group.ACTION, Group.TEMPORAL) or op is Op.NOT:
        return Level.FORMULA
    if op is Op.BUILTIN and (symbol := infix_of(args)):
        return Level.RELATION if symbol in _LIBRARY_RELATIONS else Level.TERM
    if op is Op.RECORD and not has_field_names(args):
        return Level.ATOM if len(args) > 2 else Level.TERM
    return Level.ATOM


def infix_of(args: tuple[ir.Expr, ...]) -> str | None:
    """The symbol of a library operator that is written between its operands."""
    name = library_name(args).rpartition("!")[2]
    return None if _IDENTIFIER.fullmatch(name) else name


def library_name(args: tuple[ir.Expr, ...]) -> str:
    """The qualified name that is the first argument of a BUILTIN."""
    match args:
        case (ir.Literal(str(name)), *_):
            return name
        case _:
            raise AssertionError("the first argument of a BUILTIN is its name")


def fields_of(args: tuple[ir.Expr, ...]) -> list[tuple[str, ir.Expr]]:
    """The fields of a record or of a set of records."""
    names = [a.value for a in args[::2] if isinstance(a, ir.Literal)]
    return list(zip(map(str, names), args[1::2], strict=True))


def has_field_names(args: tuple[ir.Expr, ...]) -> bool:
    """Whether TLA+ allows all of these fields between brackets."""
    return bool(args) and all(is_name(name) for name, _ in fields_of(args))
