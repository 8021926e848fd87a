"""Small algorithms that together use every construct, most of them in both syntaxes."""

from __future__ import annotations

from pathlib import Path

from holdfast.front.pluscal import Translation, translate
from holdfast.source import Source


def module(algorithm: str, before: str = "", after: str = "") -> Source:
    """A source whose module holds the algorithm in a comment."""
    text = (
        "---- MODULE Test ----\nEXTENDS Integers, Sequences, TLC\n"
        f"{before}(*\n{algorithm.strip()}\n*)\n{after}====\n"
    )
    return Source("Test.tla", text)


def translated(algorithm: str, before: str = "") -> Translation:
    """The translation of an algorithm that is put into a module."""
    result = translate(module(algorithm, before))
    assert result is not None
    return result


def translated_text(algorithm: str, before: str = "") -> str:
    """The text of a translation without errors."""
    result = translated(algorithm, before)
    assert result.units, "\n".join(d.render() for d in result.diagnostics)
    return result.text


def codes(algorithm: str, before: str = "") -> list[str]:
    """The codes of the diagnostics of an algorithm, in order."""
    return [d.code for d in translated(algorithm, before).diagnostics]


BOTH_SYNTAXES: dict[str, tuple[str, str]] = {
    path.name.removesuffix(".p.txt"): (
        path.read_text(encoding="utf-8"),
        path.with_name(path.name.replace(".p.txt", ".c.txt")).read_text(encoding="utf-8"),
    )
    for path in sorted((Path(__file__).parent / "algorithms").glob("*.p.txt"))
}
"""Every algorithm of the folder `algorithms`, in the P-syntax and in the C-syntax."""
