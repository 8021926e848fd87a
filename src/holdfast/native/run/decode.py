"""Conversion between values of the runtime, encoded as words, and Python values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from holdfast.interp.given_sets import ANY, INT, NAT, REAL, STRING
from holdfast.interp.lazy_sets import Interval
from holdfast.ir.construct import canonical, make_function, set_in_order
from holdfast.ir.order import ordered
from holdfast.ir.ranks import known_string
from holdfast.ir.values import (
    FALSE,
    TRUE,
    Boolean,
    FiniteSet,
    Function,
    ModelValue,
    Record,
    Value,
    model_value,
)

_INT, _BOOL, _STRING, _MODEL, _WORDS = 1, 2, 3, 4, 5
_SET, _TUPLE, _RECORD, _FUNCTION, _INTERVAL, _GIVEN = 0, 1, 2, 3, 4, 10
_GIVEN_SETS = (NAT, INT, REAL, STRING, ANY)
_LARGEST = (1 << 60) - 1


class NoWords(Exception):
    """A value that the runtime cannot hold, such as an integer beyond 61 bits."""


class Codec:
    """Reads and writes values, given the numbers of texts; new strings get the next ones."""

    def __init__(self, strings: dict[str, int], models: dict[str, int]) -> None:
        self.strings = dict(strings)
        self.texts = list(strings)
        self.models = models
        self.names = [model_value(name) for name in models]

    def read(self, words: Sequence[int]) -> Value:
        """The value that these words encode."""
        return self._read(iter(words))

    def read_all(self, words: Sequence[int], count: int) -> list[Value]:
        """The values that these words encode, one after the other."""
        rest = iter(words)
        return [self._read(rest) for _ in range(count)]

    def _read(self, words: Iterator[int]) -> Value:
        word = next(words)
        tag = word & 7
        if tag == _INT:
            return (word >> 3) - (1 << 61 if word >> 63 else 0)
        if tag == _BOOL:
            return TRUE if word >> 3 else FALSE
        if tag == _STRING:
            return self.texts[word >> 3]
        if tag == _MODEL:
            return self.names[word >> 3]
        assert tag == _WORDS
        return self._read_object(word >> 8 & 0xFF, word >> 16, words)

    def _read_object(self, kind: int, count: int, words: Iterator[int]) -> Value:
        if kind == _GIVEN:
            return _GIVEN_SETS[count]
        domain = self._read(words) if kind in (_RECORD, _FUNCTION) else None
        items = tuple([self._read(words) for _ in range(count)])
        if kind == _SET:
            return set_in_order(items)
        if kind == _TUPLE:
            return items
        if kind == _INTERVAL:
            low, high = items
            assert isinstance(low, int)
            assert isinstance(high, int)
            return Interval(low, high)
        assert isinstance(domain, FiniteSet)
        return make_function(domain, items)

    def write(self, value: Value) -> list[int]:
        """The words of a value; raises NoWords if the runtime cannot hold it."""
        return list(self._write(canonical(value)))

    def _write(self, value: Value) -> Iterator[int]:
        match value:
            case Boolean():
                yield (8 if value is TRUE else 0) | _BOOL
            case int():
                if not -_LARGEST - 1 <= value <= _LARGEST:
                    raise NoWords
                yield (value << 3 | _INT) & 0xFFFF_FFFF_FFFF_FFFF
            case str():
                yield self.number(value) << 3 | _STRING
            case ModelValue():
                if value.name not in self.models:
                    raise NoWords
                yield self.models[value.name] << 3 | _MODEL
            case FiniteSet():
                yield from self._object(_SET, ordered(value))
            case tuple():
                yield from self._object(_TUPLE, value)
            case Function():
                kind = _RECORD if isinstance(value, Record) else _FUNCTION
                yield len(value.values) << 16 | kind << 8 | _WORDS
                yield from self._write(value.domain)
                yield from chain.from_iterable(map(self._write, value.values))
            case _:
                raise NoWords

    def _object(self, kind: int, items: Sequence[Value]) -> Iterator[int]:
        yield len(items) << 16 | kind << 8 | _WORDS
        yield from chain.from_iterable(map(self._write, items))

    def number(self, text: str) -> int:
        """The number of a string; the next one if it has none yet."""
        number = self.strings.get(text)
        if number is None:
            number = self.strings[text] = len(self.texts)
            self.texts.append(known_string(text))
        return number
