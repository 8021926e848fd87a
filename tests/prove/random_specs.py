"""Small random specs whose properties hold or fail by what the configuration says of constants.

One to three constants (sets of model values or strings, one perhaps within another, a family of
sets, numbers, strings, a single model value), two variables, literals that may or may not belong
to the constants, sometimes an ASSUME that states a relation, and one property.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

SETS = {
    "A": "{a1, a2, a3}",
    "B": "{b1, b2}",
    "Part": "{a1}",
    "Same": "{a1, a2, a3}",
    "Texts": '{"p1", "p2"}',
}
SCALARS = {"None": "None", "Other": "Other", "Mode": '"fast"', "Chosen": "a1"}
NUMBERS = {"N": "3", "Flag": "TRUE", "Ballot": "{0, 1}"}
FAMILY = {"Quorum": "{{a1, a2}, {a2, a3}}"}
NEEDS_A = ("Part", "Same", "Chosen", "Quorum")
STRINGS = ('"p9"', '"fast"', '"slow"')


@dataclass(frozen=True, slots=True)
class RandomSpec:
    """A module and its configuration; the invariant is `Inv`."""

    module: str
    config: str


def random_spec(seed: int) -> RandomSpec:
    """The spec of a number."""
    return _Maker(Random(seed)).spec()


class _Maker:
    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.sets: list[str] = []
        self.scalars: list[str] = []
        self.others: list[str] = []

    def spec(self) -> RandomSpec:
        """One spec."""
        values = self._constants()
        pick = self.rng.choice
        over = self._domain()
        init = [f"x \\in {over}", pick(["s = {}", f"s \\in SUBSET {pick(self.sets)}", "s = {x}"])]
        steps = [self._step(over) for _ in range(self.rng.randint(1, 3))]
        lines = [
            "---- MODULE Random ----",
            "EXTENDS Integers, FiniteSets",
            f"CONSTANTS {', '.join(values)}",
            "VARIABLES x, s",
            *(f"ASSUME {self._relation()}" for _ in range(self.rng.choice([0, 0, 1, 2]))),
            "Init == " + " /\\ ".join(init),
            "Next == " + " \\/ ".join(f"({step})" for step in steps),
            f"Inv == {self._property(over)}",
            "====",
        ]
        rows = [f"  {name} = {text}" for name, text in values.items()]
        return RandomSpec(
            "\n".join(lines), "\n".join(["INIT Init", "NEXT Next", "CONSTANTS", *rows])
        )

    def _constants(self) -> dict[str, str]:
        """A set, and up to two more constants; what is made of `A` comes with it."""
        everything = {**SETS, **SCALARS, **NUMBERS, **FAMILY}
        wanted = [self.rng.choice(["A", "A", "B", "Texts"])]
        wanted += self.rng.sample(sorted(everything), self.rng.randint(0, 2))
        if any(n in NEEDS_A for n in wanted):
            wanted.append("A")
        chosen = [n for n in everything if n in wanted]
        self.sets = [n for n in chosen if n in SETS]
        self.scalars = [n for n in chosen if n in SCALARS]
        self.others = [n for n in chosen if n not in SETS and n not in SCALARS]
        return {n: everything[n] for n in chosen}

    # ---- values ----

    def _domain(self) -> str:
        """A set that a variable ranges over."""
        pick = self.rng.choice
        one = pick(self.sets)
        ways = [one, one, one, f"({one} \\union {pick(self.sets)})"]
        ways.append(f"({one} \\union {{{self._single()}}})")
        ways.append(f"({one} \\ {{{self._single()}}})")
        if "Ballot" in self.others:
            ways.append("Ballot")
        return pick(ways)

    def _single(self) -> str:
        """A value that may or may not belong to a set."""
        known = [*self.scalars, *self.scalars, *STRINGS[: self.rng.randint(1, 3)]]
        return self.rng.choice(known)

    def _step(self, over: str) -> str:
        pick = self.rng.choice
        guards = ["TRUE", f"x \\in {pick(self.sets)}", f"x # {self._single()}", self._about()]
        moves = [f"x' \\in {over}", f"x' \\in {pick(self.sets)}", "x' = x", "x' \\in s"]
        moves.append(f"\\E e \\in {pick(self.sets)} : e \\notin s /\\ x' = e")
        grown = [
            "s' = s \\union {x}",
            "s' = s \\ {x}",
            "s' = s",
            f"s' = s \\union {pick(self.sets)}",
        ]
        grown.append(f"s' = s \\union {{{self._single()}}}")
        return f"{pick(guards)} /\\ {pick(moves)} /\\ {pick(grown)}"

    def _about(self) -> str:
        """A formula about constants."""
        pick = self.rng.choice
        ways = [self._relation(), self._relation()]
        if "Flag" in self.others:
            ways.append("Flag")
        if "N" in self.others:
            ways.append(pick(["N > 0", "N = 3", "N \\in Nat"]))
        if "Quorum" in self.others:
            ways.append(pick(["\\E Q \\in Quorum : Q \\subseteq s", "s \\in Quorum"]))
        if "Mode" in self.scalars:
            ways.append(pick(['Mode = "fast"', 'Mode # "slow"']))
        return pick(ways)

    def _relation(self) -> str:
        """A relation between constants that holds in the configuration."""
        pick = self.rng.choice
        one = pick(self.sets)
        ways = [f"{one} # {{}}", f'"p9" \\notin {one}', f"Cardinality({one}) > 0"]
        if "None" in self.scalars:
            ways += [f"None \\notin {one}"] * 2
        if "Other" in self.scalars:
            ways += [f"Other \\notin {one}", 'Other # "p9"']
        if {"None", "Other"} <= set(self.scalars):
            ways += ["None # Other"] * 2
        if "Chosen" in self.scalars:
            ways += ["Chosen \\in A"] * 2
        if "Mode" in self.scalars:
            ways += ['Mode = "fast"', 'Mode \\in {"fast", "slow"}']
        for small in ("Part", "Same"):
            if small in self.sets:
                ways += [f"{small} \\subseteq A"] * 2
        if {"A", "B"} <= set(self.sets):
            ways += ["A \\intersect B = {}"] * 2
        if "Quorum" in self.others:
            ways += ["Quorum \\subseteq SUBSET A", "\\A P, Q \\in Quorum : P \\intersect Q # {}"]
        if "N" in self.others:
            ways += ["N \\in Nat", "N > 2"]
        if "Ballot" in self.others:
            ways += ["Ballot \\subseteq Nat", "0 \\in Ballot"]
        return pick(ways)

    def _property(self, over: str) -> str:
        """Mostly what the steps keep, or what only the configuration makes true."""
        pick = self.rng.choice
        one, two = pick(self.sets), pick(self.sets)
        ways = [
            f"x \\in {over}",
            f"x \\in {one}",
            f"x \\in {over} \\union s",
            f"s \\subseteq {one} \\union {{{self._single()}}}",
            f"s \\subseteq {one} \\union {over}",
            f"x # {self._single()}",
            f"{self._single()} \\notin s",
            f"x \\in {one} => x \\in {two}",
            f"\\A e \\in s : e \\in {one} \\/ e \\in {over}",
            self._about(),
            f"{self._relation()} /\\ x \\in {over}",
            f"({self._relation()}) => x \\in {one}",
            f"Cardinality({{x, {self._single()}}}) = 2",
            f"\\E e \\in {one} : e = e",
            f"s # {one} \\/ x \\in {over}",
        ]
        return pick(ways)
