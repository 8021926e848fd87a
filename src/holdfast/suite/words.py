"""The declaration in a configuration: a word of EXPECT, and `name=value` after it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from holdfast.source import Span
from holdfast.suite.expectation import COUNTS, EXITS, Expectation, expect_word
from holdfast.suite.model import wrong_declaration

_NUMBERS = ("trace", *COUNTS)
_TEXTS = ("kind", "property")
_PAIR = re.compile(r"(\w+)\s*=\s*(\S+)")


def read_words(declared: Span) -> Expectation:
    """The expectation in words such as `SafetyFailure property=Inv distinct=14`."""
    text = declared.text.replace(",", " ")
    pairs = _PAIR.findall(text)
    words = _PAIR.sub(" ", text).split()
    if len(words) > 1:
        raise wrong_declaration(f"expected `name=value`, found `{words[1]}`", declared)
    if not words and "exit" not in dict(pairs):
        help = f"the words are {', '.join(EXITS)}"
        raise wrong_declaration("the expected result is missing after EXPECT", declared, help)
    found = expect_word(words[0]) if words else Expectation(said=f"exit {dict(pairs)['exit']}")
    if found is None:
        help = f"the words are {', '.join(EXITS)}"
        raise wrong_declaration(f"`{words[0]}` cannot be expected", declared, help)
    fields = dict(_field(name, value, declared) for name, value in pairs)
    return replace(found, **fields)


def _field(name: str, value: str, declared: Span) -> tuple[str, Any]:
    if name in _TEXTS:
        return name, value
    if name not in (*_NUMBERS, "exit"):
        known = ", ".join((*_TEXTS, *_NUMBERS, "exit"))
        raise wrong_declaration(f"`{name}` cannot be expected", declared, f"one of {known}")
    if not value.isdigit():
        raise wrong_declaration(f"`{name}` is a number, not `{value}`", declared)
    return ("exits", (int(value),)) if name == "exit" else (name, int(value))
