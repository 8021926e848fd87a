"""Functions of the module `Types` for operations that Dafny does not have."""

from __future__ import annotations

from holdfast.front.ioa.dafny.context import Context


def maximum(c: Context, t: str, word: str) -> str:
    """`max` or `min` of two numbers of a type."""
    test = ">=" if word == "max" else "<="
    name = f"{word}'{t}"
    row = f"function {name}(a: {t}, b: {t}): {t} {{ if a {test} b then a else b }}"
    return c.need(name, row)


def maximum_of_all(c: Context, t: str, word: str, collection: str) -> str:
    """`max` or `min` of a set or sequence that is not empty."""
    two = maximum(c, t, word)
    name = f"{word}'{collection}'{t}"
    test = "<=" if word == "max" else ">="
    body = {
        "seq": [f"if |s| == 1 then s[0] else {two}(s[0], {name}(s[1..]))"],
        "set": [
            "var x :| x in s;",
            "if s == {x} then x else",
            "  assert s == {x} + (s - {x});",
            f"  {two}(x, {name}(s - {{x}}))",
        ],
    }[collection]
    return c.need(
        name,
        f"function {name}(s: {collection}<{t}>): {t}",
        "  requires |s| > 0",
        f"  ensures {name}(s) in s",
        f"  ensures forall x :: x in s ==> x {test} {name}(s)",
        "{",
        *(f"  {row}" for row in body),
        "}",
    )


def least_index(c: Context, t: str, key: str) -> str:
    """The first index of a smallest element of a sequence, by a field if `key` names one."""
    name = f"i_min'{t}"
    return c.need(
        name,
        f"function {name}(s: seq<{t}>): int",
        "  requires |s| > 0",
        f"  ensures 0 <= {name}(s) < |s|",
        f"  ensures forall j :: 0 <= j < |s| ==> s[{name}(s)]{key} <= s[j]{key}",
        f"  ensures forall j :: 0 <= j < {name}(s) ==> s[{name}(s)]{key} < s[j]{key}",
        "{",
        "  if |s| == 1 then 0 else",
        f"    var m := {name}(s[..|s| - 1]);",
        f"    if s[|s| - 1]{key} < s[m]{key} then |s| - 1 else m",
        "}",
    )


def absolute(c: Context, t: str) -> str:
    """The absolute value of a number."""
    name = f"abs'{t}"
    zero = "0.0" if t == "real" else "0"
    return c.need(name, f"function {name}(n: {t}): {t} {{ if n < {zero} then -n else n }}")


def quotient(c: Context, word: str, sign: str) -> str:
    """`/` and `%` of integers: the divisor must be positive, where all languages agree."""
    name = f"int'{word}"
    row = f"function {name}(a: int, b: int): int requires b > 0 {{ a {sign} b }}"
    return c.need(name, row)


def wrapping(c: Context, t: str, word: str, first: int, last: int) -> str:
    """`incre` and `decre` of a subset type."""
    end, start, step = (last, first, "+ 1") if word == "incre" else (first, last, "- 1")
    name = f"{word}'{t}"
    row = f"function {name}(n: {t}): {t} {{ if n == {end} then {start} else n {step} }}"
    return c.need(name, row)


def bit(c: Context, width: int) -> str:
    """One bit of a bit vector."""
    name = f"bv_extract'{width}"
    return c.need(
        name,
        f"function {name}(x: bv{width}, i: int): bv1",
        f"  requires 0 <= i < {width}",
        "{",
        "  if (x >> i) & 1 == 1 then 1 else 0" if width > 1 else "  x",
        "}",
    )


def shift(c: Context, width: int, sign: str) -> str:
    """A shift of a bit vector by any number of bits."""
    name = f"shift_{'left' if sign == '<<' else 'right'}'{width}"
    return c.need(
        name,
        f"function {name}(x: bv{width}, n: int): bv{width}",
        "  requires 0 <= n",
        "{",
        f"  if n < {width} then x {sign} n else 0",
        "}",
    )


def integers(c: Context) -> str:
    """The sequence of the numbers of a range."""
    return c.need(
        "int'range",
        "function int'range(low: int, high: int): seq<int>",
        "  ensures |int'range(low, high)| == (if low <= high then high - low else 0)",
        "  ensures forall i {:trigger int'range(low, high)[i]} ::",
        "    0 <= i < |int'range(low, high)| ==> int'range(low, high)[i] == low + i",
        "  decreases high - low",
        "{",
        "  if low >= high then [] else int'range(low, high - 1) + [high - 1]",
        "}",
    )


def mapped(c: Context) -> str:
    """The sequence of the values of a function for the elements of a sequence."""
    return c.need(
        "seq'map",
        "function seq'map<T, U>(s: seq<T>, f: T --> U): seq<U>",
        "  requires forall x :: x in s ==> f.requires(x)",
        "  ensures |seq'map(s, f)| == |s|",
        "  ensures forall i {:trigger seq'map(s, f)[i]} ::",
        "    0 <= i < |s| ==> seq'map(s, f)[i] == f(s[i])",
        "{",
        "  if |s| == 0 then [] else seq'map(s[..|s| - 1], f) + [f(s[|s| - 1])]",
        "}",
    )


def filtered(c: Context) -> str:
    """The elements of a sequence that satisfy a condition, in their order."""
    return c.need(
        "seq'filter",
        "function seq'filter<T>(s: seq<T>, keep: T --> bool): seq<T>",
        "  requires forall x :: x in s ==> keep.requires(x)",
        "  ensures forall x :: x in seq'filter(s, keep) ==> x in s && keep(x)",
        "{",
        "  if |s| == 0 then []",
        "  else (if keep(s[0]) then [s[0]] else []) + seq'filter(s[1..], keep)",
        "}",
    )
