"""Whatever is done to an algorithm: an answer, with a place for every complaint."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast.front.pluscal import translate
from holdfast.front.tla.syntax.lexer import tokenize
from holdfast.source import Source, errors
from tests.front.pluscal.given import BOTH_SYNTAXES, module

TEXTS = sorted({text for pair in BOTH_SYNTAXES.values() for text in pair})


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """An algorithm with some tokens deleted, doubled or replaced by others of its own."""
    text = draw(st.sampled_from(TEXTS))
    tokens, _ = tokenize(Source("", text), pluscal=True)
    places = draw(st.lists(st.integers(0, len(tokens) - 2), min_size=1, max_size=3, unique=True))
    for index in sorted(places, reverse=True):
        token = tokens[index]
        own = text[token.start : token.end]
        other = tokens[draw(st.integers(0, len(tokens) - 2))]
        new = draw(st.sampled_from(["", f"{own} {own}", f" {other.text} "]))
        text = text[: token.start] + new + text[token.end :]
    return text


def check(source: Source) -> None:
    translation = translate(source)
    if translation is not None:
        assert bool(translation.units) == (not errors(translation.diagnostics))
        for diagnostic in translation.diagnostics:
            assert diagnostic.span is not None
            assert diagnostic.render()


@given(mutated())
def test_a_damaged_algorithm_gives_diagnostics_and_no_traceback(text: str) -> None:
    check(module(text))


@given(st.sampled_from(TEXTS), st.integers(0, 2000))
def test_an_algorithm_cut_off_gives_diagnostics_and_no_traceback(text: str, at: int) -> None:
    check(module(text[: min(at, len(text))]))


@given(st.text(alphabet="abx:=;{}()[],\\/+ \n", max_size=60))
def test_any_text_behind_the_name_gives_no_traceback(text: str) -> None:
    check(module(f"--algorithm A {text}"))
    check(module(f"--algorithm A {{ {text}"))
