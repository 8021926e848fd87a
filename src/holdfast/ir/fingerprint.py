"""One 64-bit fingerprint for every value, the same in Python and in C.

It is a function of the value alone, not of its representation, and needs only addition,
exclusive or, multiplication and shifts of 64-bit words:

    mix(x)        a bijection in which each bit of x changes each bit of the result with
                  probability one half (the finaliser of splitmix64, variant 13 of Stafford)
    atom          mix(KEY[kind] ^ word): integers of 64 bits one word, so that no two collide;
                  longer integers and texts chain one mix per 8 bytes, after their length
    set           mix(KEY["set"] ^ sum of element(e)),       element(e) = mix(KEY["element"] ^ f(e))
    function      mix(KEY["function"] ^ sum of pair(k, v)),  pair(k, v) = mix(argument(k) + f(v)),
                                                         argument(k) = mix(KEY["argument"] ^ f(k))

The sums are over all elements or arguments, modulo 2^64. A sum needs no order, so an engine
that adds or removes an element, or changes one value of a function, adds one number and
subtracts another, whatever its layout; a table of element(e) per index of a bit set, or of
pair(k, v) per cell, is all it needs. A sum is safe because every term has been
mixed after the position was put into it: terms are then as good as random, and sums of
different terms collide with probability 2^-64. A tuple is hashed as the function it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from holdfast.ir.order import ordered
from holdfast.ir.values import (
    FALSE,
    TRUE,
    Boolean,
    FiniteSet,
    Function,
    LazyFunction,
    LazySet,
    ModelValue,
    Record,
    Value,
)

MASK: Final = (1 << 64) - 1
_SEED: Final = 0x686F6C6466617374  # "holdfast"
_KINDS: Final = (
    "boolean",
    "integer",
    "long",
    "string",
    "model",
    "set",
    "element",
    "function",
    "argument",
)


def mix(word: int) -> int:
    """A bijection of 64-bit words that spreads every bit over all bits."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & MASK
    return word ^ (word >> 31)


def _keys() -> dict[str, int]:
    """One key per kind: the outputs of splitmix64 from the seed."""
    return {kind: mix(_SEED + i * 0x9E3779B97F4A7C15 & MASK) for i, kind in enumerate(_KINDS, 1)}


KEY: Final = _keys()
_INTEGER: Final = KEY["integer"]
_ELEMENT: Final = KEY["element"]
_ARGUMENT: Final = KEY["argument"]


def fingerprint(value: Value) -> int:
    """The fingerprint of a value, a number below 2^64; an error if it cannot be enumerated."""
    compute: Callable[[Any], int] = _COMPUTE.get(type(value), _of_lazy)
    return compute(value)


def element(value: Value) -> int:
    """The term of an element in the sum of a set."""
    return _mix_again(_ELEMENT ^ fingerprint(value))


def of_elements(elements: Iterable[Value]) -> int:
    """The fingerprint of the set of these elements, each given once."""
    return mix(KEY["set"] ^ (sum([element(e) for e in elements]) & MASK))


def argument(value: Value) -> int:
    """What an argument adds to the value in the term of a pair."""
    return _mix_again(_ARGUMENT ^ fingerprint(value))


def pair(key: Value, value: Value) -> int:
    """The term of an argument and its value in the sum of a function."""
    return _mix_again((argument(key) + fingerprint(value)) & MASK)


def of_terms(arguments: Iterable[int], values: Iterable[Value]) -> int:
    """The fingerprint of a function, given the terms of its arguments and its values."""
    total = 0
    for term, value in zip(arguments, values):  # noqa: B905  # there may be more terms
        total += _mix_again((term + fingerprint(value)) & MASK)
    return mix(KEY["function"] ^ (total & MASK))


def _mix_again(word: int) -> int:
    """`mix`, memoised: terms of sums recur in state after state."""
    mixed = _MIXED.get(word)
    if mixed is None:
        if len(_MIXED) > _MOST_REMEMBERED:
            _MIXED.clear()
        mixed = _MIXED[word] = mix(word)
    return mixed


_MIXED: Final[dict[int, int]] = {}
_MOST_REMEMBERED: Final = 1 << 17


def _of_integer(value: int) -> int:
    if -(1 << 63) <= value < 1 << 63:
        return _mix_again(_INTEGER ^ (value & MASK))
    size = value.bit_length() // 8 + 1
    return _of_bytes(KEY["long"], value.to_bytes(size, "little", signed=True))


def _of_bytes(key: int, data: bytes) -> int:
    """The hash of a text: its length, then its bytes as little-endian words."""
    word = mix(key ^ len(data))
    for start in range(0, len(data), 8):
        word = mix(word ^ int.from_bytes(data[start : start + 8], "little"))
    return word


# Texts come from the spec and are few; each is hashed once.
_TEXTS: Final[dict[str, int]] = {}
_MODELS: Final[dict[ModelValue, int]] = {}


def _of_text(text: str) -> int:
    mark = _TEXTS.get(text)
    if mark is None:
        mark = _TEXTS[text] = _of_bytes(KEY["string"], text.encode("utf-8", "surrogatepass"))
    return mark


def _of_model(value: ModelValue) -> int:
    mark = _MODELS.get(value)
    if mark is None:
        data = value.name.encode("utf-8", "surrogatepass")
        mark = _MODELS[value] = _of_bytes(KEY["model"], data)
    return mark


def _of_set(value: FiniteSet) -> int:
    if value.mark is None:
        value.mark = of_elements(value.elements)
    return value.mark


def _of_function(value: Function) -> int:
    if value.mark is None:
        domain = value.domain
        terms = domain.arguments
        if terms is None:
            terms = domain.arguments = tuple([argument(k) for k in ordered(domain)])
        value.mark = of_terms(terms, value.values)
    return value.mark


def _of_tuple(value: tuple[Value, ...]) -> int:
    return of_terms(_positions(len(value)), value)


def _positions(count: int) -> list[int]:
    """The terms of the arguments 1, 2, ... of sequences, at least that many."""
    global _POSITIONS
    known = _POSITIONS
    if len(known) < count:
        # A new list: another thread may make it longer at the same time.
        known = [*known, *(argument(i + 1) for i in range(len(known), 2 * count))]
        _POSITIONS = known
    return known


def _of_lazy(value: LazySet | LazyFunction) -> int:
    return fingerprint(value.finite())


_COMPUTE: Final[dict[type, Callable[[Any], int]]] = {
    int: _of_integer,
    str: _of_text,
    Boolean: {FALSE: mix(KEY["boolean"]), TRUE: mix(KEY["boolean"] ^ 1)}.__getitem__,
    ModelValue: _of_model,
    FiniteSet: _of_set,
    tuple: _of_tuple,
    Record: _of_function,
    Function: _of_function,
}

_POSITIONS: list[int] = []
