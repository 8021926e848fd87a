"""Annotations and type definitions to types."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from holdfast.front.ioa import types
from holdfast.front.ioa.read.checker import Checker
from holdfast.front.ioa.read.constants import constant
from holdfast.front.ioa.types import BOOL, CHAR, INT, NAT, REAL, STR, UNKNOWN, Type
from holdfast.front.suggest import did_you_mean, wrong_number

SIMPLE: dict[str, Type] = {
    "bool": BOOL,
    "Bool": BOOL,
    "int": INT,
    "Int": INT,
    "nat": NAT,
    "Nat": NAT,
    "Char": CHAR,
    "Real": REAL,
    "str": STR,
}

_GENERIC: dict[str, tuple[int, Callable[..., Type]]] = {
    "Seq": (1, types.Seq),
    "Sequence": (1, types.Seq),
    "Set": (1, types.Set),
    "ISet": (1, lambda of: types.Set(of, infinite=True)),
    "Map": (2, types.Map),
    "Mapping": (2, types.Map),
    "Mset": (1, types.Mset),
    "Counter": (1, types.Mset),
}
"""The collections, with the number of their type arguments."""

_DEFINED = ("Enum", "IntEnum", "IntRange", "NamedTuple")

_REJECTED = {
    "float": "use `Real`, the mathematical real numbers",
    "Union": None,
    "list": "use `Seq[T]`",
    "dict": "use `Map[K, V]`",
    "set": "use `Set[T]`",
    "tuple": "use `Tuple[T, U]`",
}

_BITS = re.compile(r"bv([0-9]+)")
_MOST_BITS = 1024


def read_type(c: Checker, node: ast.expr, name: str | None = None) -> Type:
    """The type that an annotation denotes; `name` is that of a type definition."""
    match node:
        case ast.Name(id):
            return _read_name(c, node, id)
        case ast.Subscript(ast.Name(family), index):
            return _read_family(c, node, family, index, name)
        case _:
            c.error("ioa-unknown-type", "this is not a type", node)
            return UNKNOWN


def _read_name(c: Checker, node: ast.Name, name: str) -> Type:
    if name in c.globals.types:
        return c.globals.types[name]
    if name in SIMPLE:
        return SIMPLE[name]
    bits = _BITS.fullmatch(name)
    if bits is not None:
        return _read_bits(c, node, bits[1])
    if name in _REJECTED:
        c.error("ioa-unsupported", f"the type `{name}` is not supported", node, _REJECTED[name])
    elif name in _GENERIC or name in _DEFINED or name == "Tuple":
        c.error("ioa-unknown-type", f"`{name}` needs its arguments in brackets", node)
    elif name in c.globals.spans:
        c.error("ioa-unknown-type", f"`{name}` is not a type", node)
    else:
        help = did_you_mean(name, (*c.globals.types, *SIMPLE, *_GENERIC))
        c.error("ioa-unknown-type", f"there is no type `{name}`", node, help)
    return UNKNOWN


def _read_bits(c: Checker, node: ast.Name, digits: str) -> Type:
    width = int(digits) if len(digits) < 6 else _MOST_BITS + 1
    if not 1 <= width <= _MOST_BITS or digits[0] == "0":
        message = f"the width of a bit vector is between 1 and {_MOST_BITS}"
        c.error("ioa-constant", message, node)
        return UNKNOWN
    return types.Bits(width)


def _read_family(
    c: Checker, node: ast.Subscript, family: str, index: ast.expr, name: str | None
) -> Type:
    items = index.elts if isinstance(index, ast.Tuple) else [index]
    if family in _GENERIC:
        count, make = _GENERIC[family]
        if len(items) != count:
            c.error("ioa-argument-count", wrong_number(f"`{family}`", count, len(items)), node)
            return UNKNOWN
        return make(*(read_type(c, item) for item in items))
    match family:
        case "Tuple":
            return types.Tuple(tuple(read_type(c, item) for item in items))
        case "IntRange":
            return _read_range(c, node, index, name or ast.unparse(node))
        case "IntEnum":
            return _read_int_enum(c, items, name or ast.unparse(node))
        case "Enum" | "NamedTuple" if name is None:
            message = f"`{family}` stands only in a type definition"
            c.error("ioa-misplaced", message, node, f"define `T: type = {family}[...]`")
            return UNKNOWN
        case "Enum":
            return _read_enum(c, items, name or "")
        case "NamedTuple":
            return _read_record(c, items, name or "")
        case _:
            return _unknown_family(c, node.value, family)


def _unknown_family(c: Checker, node: ast.expr, family: str) -> Type:
    if family in _REJECTED:
        c.error("ioa-unsupported", f"the type `{family}` is not supported", node, _REJECTED[family])
    elif family in SIMPLE or family in c.globals.types:
        c.error("ioa-unknown-type", f"`{family}` has no arguments", node)
    else:
        help = did_you_mean(family, (*_GENERIC, *_DEFINED, "Tuple"))
        c.error("ioa-unknown-type", f"there is no type `{family}`", node, help)
    return UNKNOWN


def _read_range(c: Checker, node: ast.Subscript, index: ast.expr, name: str) -> Type:
    if not isinstance(index, ast.Slice) or index.lower is None or index.upper is None or index.step:
        message = "`IntRange` needs two bounds: `IntRange[low:high]`"
        c.error("ioa-constant", message, node)
        return UNKNOWN
    low, high = constant(c, index.lower), constant(c, index.upper)
    if low is None or high is None:
        return UNKNOWN
    if low >= high:
        message = "this IntRange has no values"
        c.error("ioa-constant", message, node, "the upper bound is not included")
        return UNKNOWN
    return types.IntRange(name, low, high)


def _read_int_enum(c: Checker, items: list[ast.expr], name: str) -> Type:
    values = [constant(c, item) for item in items]
    numbers = [v for v in values if v is not None]
    for i, item in enumerate(items):
        if values[i] is not None and values[i] in values[:i]:
            c.error("ioa-duplicate", f"{values[i]} is listed twice", item)
    return types.IntEnum(name, tuple(dict.fromkeys(numbers))) if numbers else UNKNOWN


def _read_enum(c: Checker, items: list[ast.expr], name: str) -> Type:
    members: list[str] = []
    for item in items:
        member = _read_word(c, item, "a member of an Enum")
        if member is None:
            continue
        if member in members:
            c.error("ioa-duplicate", f"`{member}` is listed twice", item)
            continue
        members.append(member)
    return types.Enum(name, tuple(members)) if members else UNKNOWN


def _read_record(c: Checker, items: list[ast.expr], name: str) -> Type:
    fields: dict[str, Type] = {}
    for item in items:
        if not isinstance(item, ast.Slice) or item.lower is None or item.upper is None or item.step:
            c.error("ioa-syntax", "a field is written `name: type`", item)
            continue
        field = _read_word(c, item.lower, "a field")
        t = read_type(c, item.upper)
        if field is None:
            continue
        if field in fields:
            c.error("ioa-duplicate", f"the field `{field}` is listed twice", item.lower)
            continue
        fields[field] = t
    return types.Record(name, tuple(fields.items())) if fields else UNKNOWN


def _read_word(c: Checker, node: ast.expr, what: str) -> str | None:
    """A name, which may be written as a string."""
    match node:
        case ast.Name(word):
            return word
        case ast.Constant(str(word)) if word.isidentifier():
            return word
        case _:
            c.error("ioa-syntax", f"{what} is a name", node)
            return None
