"""Built-in functions as texts of Dafny."""

from __future__ import annotations

from typing import assert_never

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.dafny import helpers, names
from holdfast.front.ioa.dafny.context import unsupported
from holdfast.front.ioa.dafny.scope import Scope
from holdfast.front.ioa.dafny.translator import Translator
from holdfast.front.ioa.tree import Builtin
from holdfast.front.ioa.types import INT


def call(e: tree.Call, to: Translator, scope: Scope) -> str:  # a case for each function
    """A built-in function, applied."""
    first = e.args[0]
    match e.function:
        case Builtin.LEN:
            return f"|{to.text(first, scope)}|"
        case Builtin.MAX | Builtin.MIN:
            return _extreme(e, to, scope)
        case Builtin.ABS if isinstance(e.type, types.Bits):
            return to.operand(first, scope)
        case Builtin.ABS:
            name = helpers.absolute(to.context, _number(e.type))
            return f"{name}({to.text(first, scope)})"
        case Builtin.INCRE | Builtin.DECRE:
            return _next(e, to, scope)
        case Builtin.DISJOINT:
            return " !! ".join(to.operand(a, scope) for a in e.args)
        case Builtin.RANGE:
            ends = ", ".join(to.expected(a, INT, scope) for a in e.args)
            return f"{helpers.integers(to.context)}({ends})"
        case Builtin.BV_EXTRACT:
            assert isinstance(first.type, types.Bits), "only bit vectors have bits"
            name = helpers.bit(to.context, first.type.width)
            return f"{name}({to.text(first, scope)}, {to.expected(e.args[1], INT, scope)})"
        case Builtin.I_MIN:
            return f"{_least_index(e, to)}({to.text(first, scope)})"
        case Builtin.KEYS:
            return f"{to.operand(first, scope)}.Keys"
        case Builtin.COUNT:
            return _count(e, to, scope)
        case Builtin.SET:
            return f"(set x'e | x'e in {to.operand(first, scope)})"
        case _:
            assert_never(e.function)


def _number(t: types.Type) -> str:
    """The type in which numbers are computed."""
    match t:
        case types.Real():
            return "real"
        case types.Bits(width):
            return f"bv{width}"
        case _:
            return "int"


def _extreme(e: tree.Call, to: Translator, scope: Scope) -> str:
    number, word = _number(e.type), e.function.value
    if len(e.args) == 1:
        of = e.args[0]
        if isinstance(of.type, types.Set) and of.type.infinite:
            raise unsupported(f"`{word}` of an infinite set is not supported", e.span)
        collection = "set" if isinstance(of.type, types.Set) else "seq"
        name = helpers.maximum_of_all(to.context, number, word, collection)
        return f"{name}({to.text(of, scope)})"
    name = helpers.maximum(to.context, number, word)
    first, *rest = (to.expected(a, e.type, scope) for a in e.args)
    for other in rest:
        first = f"{name}({first}, {other})"
    return first


def _next(e: tree.Call, to: Translator, scope: Scope) -> str:
    t = e.type
    assert isinstance(t, types.IntRange), "the reader requires an IntRange"
    name = to.context.type_text(t, e.span)
    helper = helpers.wrapping(to.context, name, e.function.value, t.low, t.high - 1)
    return f"{helper}({to.text(e.args[0], scope)})"


def _least_index(e: tree.Call, to: Translator) -> str:
    match e.args[0].type:
        case types.Seq(types.Record(name, ((field, _), *_))):
            key = f".{names.field(field)}"
            return helpers.least_index(to.context, names.identifier(name), key)
        case types.Seq(of):
            return helpers.least_index(to.context, _number(of), "")
        case _:
            raise AssertionError("the reader requires a sequence")


def _count(e: tree.Call, to: Translator, scope: Scope) -> str:
    of, item = e.args
    match of.type:
        case types.Mset(element):
            bag = to.operand(of, scope)
        case types.Seq(element):
            bag = f"multiset({to.text(of, scope)})"
        case _:
            raise AssertionError("the reader requires a multiset or a sequence")
    return f"({bag}[{to.expected(item, element, scope)}] as int)"
