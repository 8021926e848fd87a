"""Specs with mistakes: our own, with a few tokens changed at random."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

SPECS = Path(__file__).parents[2] / "specs"
ORIGINALS = ("AlternatingBit", "ClientServer", "DieHard", "LockServer", "Peterson", "TicketLock")

_TOKEN = re.compile(r"/\\|\\/|\\\w+|\w+|<<|>>|\.\.|=>|<=|>=|[-+*=#<>'(){}\[\]]")
_INFIX = ["+", "-", "*", "%", "=", "#", "<", ">=", "/\\", "\\/", "=>", "\\in", "\\cup", "\\"]
_ATOMS = ["0", "-1", "99999999999999999999", '"a"', "TRUE", "{}", "<<>>", "Nat", "1..3"]
_AROUND = [
    "ENABLED ({})",
    "({})'",
    "UNCHANGED ({})",
    "(LET zz == {} IN zz)",
    "(LET zz(q) == q' IN zz({}))",
    "(LET zz(op(_), q) == op(q) IN zz(LAMBDA r : r', {}))",
    "(CHOOSE zz \\in {} : TRUE)",
    "[zz \\in {} |-> zz]",
    "{{zz \\in {} : TRUE}}",
    "SUBSET ({})",
    "DOMAIN ({})",
    "Cardinality({})",
    "Len({})",
    "({})[1]",
    "[({}) EXCEPT ![1] = 2]",
    "(IF {0} THEN {0} ELSE 0)",
    "(\\E zz \\in {} : TRUE)",
    "~({})",
]


def write_mutant(folder: Path, seed: int) -> Path:
    """A changed copy of one of our specs, with its configuration; equal for equal seeds."""
    rng = random.Random(seed)
    name = rng.choice(ORIGINALS)
    text = (SPECS / name / f"{name}.tla").read_text("utf-8")
    for _ in range(rng.choice([1, 1, 2])):
        text = _changed(text, rng)
    (folder / f"{name}.tla").write_text(text, "utf-8")
    (folder / f"{name}.cfg").write_text((SPECS / name / f"{name}.cfg").read_text("utf-8"), "utf-8")
    return folder / f"{name}.tla"


def _changed(text: str, rng: random.Random) -> str:
    start = text.index("VARIABLE")
    tokens = [t for t in _TOKEN.finditer(text) if t.start() > start]
    words = [t for t in tokens if re.fullmatch(r"\w+", t[0]) and not t[0].isupper()]
    infix = [t for t in tokens if t[0] in _INFIX]
    around = rng.choice(_AROUND)
    changes: list[tuple[list[re.Match[str]], Callable[[str], str]]] = [
        (tokens, lambda _: ""),
        (tokens, lambda old: f"{old} {old}"),
        (infix, lambda _: rng.choice(_INFIX)),
        (words, lambda _: rng.choice(_ATOMS)),
        (words, lambda _: rng.choice(words)[0]),
        (words, lambda old: f"{old}'"),
        ([t for t in tokens if t[0] == "'"], lambda _: ""),
        *[(words, around.format)] * 6,
    ]
    places, change = rng.choice(changes)
    token = rng.choice(places)
    return text[: token.start()] + change(token[0]) + text[token.end() :]
