"""Values of the runtime, written as words, to Python values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from holdfast.ir.construct import make_function, set_in_order
from holdfast.ir.values import FALSE, TRUE, FiniteSet, Value, model_value

_INT, _BOOL, _STRING, _MODEL, _WORDS = 1, 2, 3, 4, 5
_SET, _TUPLE, _RECORD, _FUNCTION = range(4)


def decoder(strings: dict[str, int], models: dict[str, int]) -> Callable[[Sequence[int]], Value]:
    """What reads a value from its words, given the numbers of texts."""
    texts = list(strings)
    names = [model_value(name) for name in models]

    def read(words: Iterator[int]) -> Value:
        word = next(words)
        tag = word & 7
        if tag == _INT:
            return (word >> 3) - (1 << 61 if word >> 63 else 0)
        if tag == _BOOL:
            return TRUE if word >> 3 else FALSE
        if tag == _STRING:
            return texts[word >> 3]
        if tag == _MODEL:
            return names[word >> 3]
        assert tag == _WORDS
        kind, count = word >> 8 & 0xFF, word >> 16
        domain = read(words) if kind in (_RECORD, _FUNCTION) else None
        items = tuple([read(words) for _ in range(count)])
        if kind == _SET:
            return set_in_order(items)
        if kind == _TUPLE:
            return items
        assert isinstance(domain, FiniteSet)
        return make_function(domain, items)

    return lambda words: read(iter(words))
