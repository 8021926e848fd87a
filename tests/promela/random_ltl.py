"""Random `ltl` properties of random programs."""

from __future__ import annotations

import re
from random import Random

GLOBAL = re.compile(r"^(bit|bool|byte|short|int|pid|unsigned) (\w+)", re.MULTILINE)
BUFFER = re.compile(r"^chan (\w+) = \[[1-9]\]", re.MULTILINE)
IGNORE_ASSERTIONS = "#define assert(e) skip\n"


def with_property(text: str, seed: int) -> str:
    """The program of a seed without its assertions, and with a random property `p`."""
    return f"{IGNORE_ASSERTIONS}{text}ltl p {{ {random_formula(text, seed)} }}\n"


def random_formula(text: str, seed: int) -> str:
    """A random formula over the globals of a program."""
    random = Random(-seed - 1)
    before, _, _ = text.partition("proctype")
    atoms = [
        f"{name}{'[1]' if _is_array(before, name) else ''}" for _, name in GLOBAL.findall(before)
    ]
    atoms += [f"len({name})" for name in BUFFER.findall(before)]
    return _formula(random, atoms, 3)


def _is_array(text: str, name: str) -> bool:
    return f" {name}[" in text


def _atom(random: Random, atoms: list[str]) -> str:
    return (
        f"({random.choice(atoms)} {random.choice(('==', '!=', '<', '>='))} {random.randrange(3)})"
    )


def _formula(random: Random, atoms: list[str], depth: int) -> str:
    if depth == 0:
        return _atom(random, atoms)
    one = _formula(random, atoms, depth - 1)
    two = _formula(random, atoms, depth - 1) if random.random() < 0.4 else _atom(random, atoms)
    shapes = (
        f"[] ({one})",
        f"[] ({one})",
        f"<> ({one})",
        f"<> ({one})",
        f"[] (({two}) -> <> ({one}))",
        f"({two}) U ({one})",
        f"({two}) && ({one})",
        f"({two}) || ({one})",
        f"!({one})",
        f"({two}) -> ({one})",
        f"[] <> ({one})",
        one,
    )
    return random.choice(shapes)
