"""The operator symbols of TLA+: spellings, precedence ranges, associativity.

Ranges are those of *Specifying Systems* (table 6). Two neighbouring operators whose
ranges overlap need parentheses, unless they are the same left-associative operator.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Fixity: TypeAlias = Literal["prefix", "infix", "postfix", "nfix"]


class Operator(NamedTuple):
    """One operator symbol; the larger the precedence, the tighter it binds."""

    symbol: str
    low: int
    high: int
    left_associative: bool
    fixity: Fixity


# (low, high, associates to the left): the symbols of that range.
_INFIX_RANGES: dict[tuple[int, int, bool], str] = {
    (1, 1, False): "=>",
    (2, 2, False): "<=> -+-> ~>",
    (3, 3, True): "/\\ \\/",
    (5, 5, False): (
        "= /= < > <= >= \\in \\notin \\subseteq |- |= -| =| := ::= \\prec \\succ \\preceq \\succeq"
        " \\sim \\simeq \\ll \\gg \\asymp \\subset \\supset \\supseteq \\approx \\cong \\sqsubset"
        " \\sqsubseteq \\sqsupset \\sqsupseteq \\doteq \\propto"
    ),
    (5, 14, True): "\\cdot",
    (6, 6, True): "@@",
    (7, 7, False): ":> <:",
    (8, 8, False): "\\",
    (8, 8, True): "\\union \\intersect",
    (9, 9, False): ".. ...",
    (9, 13, True): "$ $$ ?? ## \\uplus \\sqcap \\sqcup",
    (9, 13, False): "!!",
    (9, 14, False): "\\wr",
    (10, 10, True): "+ ++ (+)",
    (10, 11, True): "| || %%",
    (10, 11, False): "%",
    (11, 11, True): "- -- (-)",
    (13, 13, True): "* ** & && (.) (\\X) \\star \\o \\bigcirc \\bullet",
    (13, 13, False): "/ // (/) \\div",
    (14, 14, False): "^ ^^",
}

_PREFIX_RANGES: dict[tuple[int, int], str] = {
    (4, 4): "~",
    (4, 15): "[] <> ENABLED UNCHANGED",
    (10, 13): "SUBSET UNION DOMAIN",
    (12, 12): "-.",
}

INFIX: dict[str, Operator] = {
    symbol: Operator(symbol, low, high, left, "infix")
    for (low, high, left), symbols in _INFIX_RANGES.items()
    for symbol in symbols.split()
}
INFIX["\\X"] = Operator("\\X", 10, 13, True, "nfix")

PREFIX: dict[str, Operator] = {
    symbol: Operator(symbol, low, high, False, "prefix")
    for (low, high), symbols in _PREFIX_RANGES.items()
    for symbol in symbols.split()
}

POSTFIX: dict[str, Operator] = {
    symbol: Operator(symbol, 15, 15, False, "postfix") for symbol in ("'", "^+", "^*", "^#")
}

INDEX = Operator("[", 16, 16, True, "postfix")
"""Function application, `f[x]`."""

# The first spelling of each row is the canonical one.
_SPELLINGS = """
~ \\lnot \\neg ¬
[] □
<> ◇
/\\ \\land ∧
\\/ \\lor ∨
<=> \\equiv ≡ ⇔
=> ⇒
/= # ≠
<= \\leq =< ≤
>= \\geq ≥
\\X \\times ×
\\intersect \\cap ∩
\\union \\cup ∪
\\o \\circ ∘
(+) \\oplus ⊕
(-) \\ominus ⊖
(.) \\odot ⊙
(/) \\oslash ⊘
(\\X) \\otimes ⊗
\\in ∈
\\notin ∉
\\subseteq ⊆
\\subset ⊂
\\supseteq ⊇
\\supset ⊃
\\approx ≈
\\asymp ≍
\\bigcirc ◯
\\bullet ●
\\cdot ⋅
\\cong ≅
\\div ÷
\\doteq ≐
\\gg ≫
\\ll ≪
\\prec ≺
\\preceq ⪯
\\propto ∝
\\sim ∼
\\simeq ≃
\\sqcap ⊓
\\sqcup ⊔
\\sqsubset ⊏
\\sqsubseteq ⊑
\\sqsupset ⊐
\\sqsupseteq ⊒
\\star ⋆
\\succ ≻
\\succeq ⪰
\\uplus ⊎
\\wr ≀
:= ≔
::= ⩴
.. ‥
... …
!! ‼
?? ⁇
|| ‖
|- ⊢
|= ⊨
-| ⊣
=| ⫤
~> ↝
-+-> ⇸
^+ ⁺
"""

SYNONYMS: dict[str, str] = {
    symbol: symbol for table in (INFIX, PREFIX, POSTFIX) for symbol in table
} | {
    spelling: row.split()[0] for row in _SPELLINGS.strip().splitlines() for spelling in row.split()
}
"""Every spelling of an operator symbol, ASCII or Unicode, to its canonical one."""
