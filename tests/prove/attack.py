"""Tries to refute a proof for all sizes: `check` at other constants, related and unrelated.

Sets become subsets of others, equal, disjoint or empty, share elements, take in strings of the
spec and single model values; numbers, strings and families of sets change. What the assumptions
of the spec, or what the proof lists as assumed, do not allow is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from random import Random

from holdfast.check.check import check
from holdfast.check.engine import SearchOptions
from holdfast.interp.machine import Machine
from holdfast.ir import expr as ir
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import sort_sets
from holdfast.ir.system import System
from holdfast.ir.values import Boolean, FiniteSet, ModelValue, Value
from holdfast.limits import Limits
from holdfast.verdict import Exhausted, Failed, Verdict, Violated
from holdfast.workbench import CheckOptions, load, prepare

TRIES = 30
"""How many assignments are made, at most, for one that is allowed."""
_WAYS = ("own", "own", "numbers", "texts", "string", "scalar")
_WORDS = re.compile(r"as in the configuration|set, function, tuple or record")
_STRING = re.compile(r'"\w+"')


@dataclass(slots=True)
class Attacked:
    """What became of a proof at other constants: how many were allowed, and who refutes it."""

    allowed: int = 0
    complete: int = 0
    refuted: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Target:
    """A proof: the spec, its configuration, what is proved, and what the proof assumed."""

    spec: Path
    config: Path
    invariants: tuple[str, ...]
    assumed: tuple[str, ...]


def attack(target: Target, folder: Path, count: int, seed: int, seconds: float = 2.0) -> Attacked:
    """Check the invariants at so many other assignments of the constants."""
    wrapper = _wrapper(target, folder)
    assignments = Assignments(target, Random(seed))
    found = Attacked()
    for constants in assignments.distinct(TRIES * count):
        if found.allowed == count:
            break
        spec = load(wrapper, [target.spec.parent], config=target.config)
        options: CheckOptions = {
            "constants": constants,
            "invariants": target.invariants,
            "deadlock": False,
        }
        system = prepare(spec, options).system
        if _is_allowed(system):
            found.allowed += 1
            text = ", ".join(f"{n} = {v}" for n, v in constants.items())
            limits = SearchOptions(limits=Limits(seconds=seconds, states=20_000), engine="interp")
            _note(found, text, check(system, limits).verdict)
    return found


def _note(found: Attacked, text: str, verdict: Verdict) -> None:
    match verdict:
        case Violated(_, name):
            found.refuted.append(f"{name} is violated with {text}")
        case Failed(_, diagnostics):
            found.failed.append(f"{text}: {diagnostics[0].message}")
        case Exhausted():
            found.complete += 1
        case _:
            pass


def _is_allowed(system: System) -> bool:
    """Whether all assumptions have a value, and hold."""
    try:
        machine = Machine(system)
        return all(machine.holds(p.expr) for p in system.assumptions)
    except EvalError:
        return False


def _wrapper(target: Target, folder: Path) -> Path:
    """A module that assumes what the proof assumed."""
    facts = [text for text in target.assumed if not _WORDS.search(text)]
    lines = [f"ASSUME Assumed{i} == {text}" for i, text in enumerate(facts)]
    path = folder / f"{target.spec.stem}Attack.tla"
    head = f"---- MODULE {path.stem} ----\nEXTENDS {target.spec.stem}, Integers, FiniteSets\n"
    path.write_text(head + "\n".join(lines) + "\n====\n", encoding="utf-8")
    return path


class Assignments:
    """Makes other values for the constants of a configuration, as texts."""

    def __init__(self, target: Target, rng: Random) -> None:
        self.rng = rng
        spec = load(target.spec, config=target.config)
        system = prepare(spec, {"invariants": target.invariants}).system
        self.values = dict(_values(system))
        texts = [p.read_text("utf-8") for p in target.spec.parent.glob("*.tla")]
        own = re.findall(r"EXTENDS ([\w, ]+)", target.spec.read_text("utf-8"))
        names = {target.spec.stem, *(n.strip() for row in own for n in row.split(","))}
        read = [t for t in texts if any(f"MODULE {n} " in t for n in names)]
        self.strings = sorted({s for t in read for s in _STRING.findall(t)})
        self.homes = dict(_homes(self.values))
        self.at_home, self.few = False, 0

    def distinct(self, most: int) -> Iterator[dict[str, str]]:
        """Assignments without repetition, up to a number of attempts."""
        seen = set()
        for _ in range(most):
            made = self._make()
            key = tuple(sorted(made.items()))
            if key not in seen:
                seen.add(key)
                yield made

    def _make(self) -> dict[str, str]:
        made: dict[str, str] = {}
        sets: dict[str, list[str]] = {}
        names = list(self.values)
        self.rng.shuffle(names)
        # Whether what belongs to a set in the configuration belongs to it here, too.
        self.at_home = self.rng.random() < 0.5
        self.few = self.rng.choice([0, 0, 1, 2, 4])
        # Families and functions are made of the elements of sets, so they come last.
        names.sort(key=lambda n: (_depth(self.values[n]), self.at_home and n in self.homes))
        for name in names:
            made[name] = self._text(name, self.values[name], sets, made)
        return {name: made[name] for name in self.values}

    def _text(
        self, name: str, value: Value, sets: dict[str, list[str]], made: Mapping[str, str]
    ) -> str:
        rng = self.rng
        match value:
            case Boolean():
                return rng.choice(["TRUE", "FALSE"])
            case int():
                return str(rng.choice([value, 0, 1, 2, 3, 4, -1, rng.randint(5, 30)]))
            case str() | ModelValue():
                return self._scalar(name, sets, made)
            case FiniteSet() if all(isinstance(e, str | ModelValue) for e in value.elements):
                sets[name] = self._names(name, sets, made)
                return f"{{{', '.join(sets[name])}}}"
            case FiniteSet() if all(isinstance(e, FiniteSet) for e in value.elements):
                return self._family(name, sets)
            case FiniteSet() if all(isinstance(e, int) for e in value.elements):
                size = rng.randint(0, 3)
                return f"{{{', '.join(map(str, rng.sample(range(-1, 5), size)))}}}"
            case _:
                raise AssertionError(f"{name}: no other value is made for {value}")

    def _scalar(self, name: str, sets: Mapping[str, list[str]], made: Mapping[str, str]) -> str:
        elements = [e for s in sets.values() for e in s]
        if self.at_home:
            home = sets.get(self.homes.get(name, ""))
            return self.rng.choice(home) if home else name
        scalars = [t for t in made.values() if re.fullmatch(r'\w+|"\w+"', t)]
        own = [name, *(f'"{v}"' for v in [self.values[name]] if isinstance(v, str))]
        ways: list[list[str]] = [own, own, elements, self.strings, scalars]
        way = self.rng.choice([way for way in ways if way])
        return self.rng.choice(way)

    def _names(
        self, name: str, sets: Mapping[str, list[str]], made: Mapping[str, str]
    ) -> list[str]:
        """The elements of a set: its own, those of others, or some of both."""
        rng = self.rng
        own = [f"{name.lower()}{i}" for i in range(1, 5)]
        fresh = own[: rng.choice([0, 1, 1, 2, 2, 3, 3, 4])]
        others = [list(s) for s in sets.values()]
        if self.at_home:
            home = sets.get(self.homes.get(name, ""))
            return fresh if home is None else rng.sample(home, min(self.few, len(home)))
        way = rng.choice([*_WAYS, "subset", "equal", "overlap"] if others else _WAYS)
        if way in ("subset", "equal", "overlap"):
            other = rng.choice(others)
            some = rng.sample(other, rng.randint(0, len(other)))
            return {"subset": some, "equal": other, "overlap": [*some, *fresh[:2]]}[way]
        if way == "numbers":
            return [str(n) for n in rng.sample(range(6), rng.randint(1, 4))]
        if way == "texts":
            return rng.sample(['"one"', '"two"', '"three"', '"four"'], rng.randint(1, 4))
        if way == "string" and self.strings:
            return [*fresh, *rng.sample(self.strings, min(2, len(self.strings)))]
        scalars = [t for t in made.values() if re.fullmatch(r'[A-Za-z]\w*|"\w+"', t)]
        scalars += [n for n, v in self.values.items() if isinstance(v, ModelValue)]
        if way == "scalar" and scalars:
            return list(dict.fromkeys([*fresh, rng.choice(scalars)]))
        return fresh

    def _family(self, name: str, sets: Mapping[str, list[str]]) -> str:
        """A set of sets: all majorities, those with some element, or any, also of other names."""
        rng = self.rng
        base = rng.choice([*sets.values(), ["z1", "z2"]])
        if self.at_home:
            base = sets.get(self.homes.get(name, ""), base)
        every = [c for n in range(len(base) + 1) for c in combinations(base, n)]
        way = rng.choice(["majorities", "majorities", "star", "all of it", "any"])
        if way == "majorities":
            every = [c for c in every if 2 * len(c) > len(base)]
        elif way == "star" and base:
            every = [c for c in every if base[0] in c]
        elif way == "all of it":
            every = [tuple(base)]
        some = rng.sample(every, rng.randint(min(1, len(every)), min(4, len(every))))
        return "{" + ", ".join("{" + ", ".join(c) + "}" for c in some) + "}"


def _depth(value: Value) -> int:
    """Sets come first, then single values, then what is made of both."""
    if not isinstance(value, FiniteSet):
        return 1 if isinstance(value, int | str | Boolean | ModelValue) else 2
    return 2 if any(isinstance(e, FiniteSet) for e in value.elements) else 0


def _homes(values: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
    """For each constant a set that it belongs to, or is part of, in the configuration."""
    sets = {n: v for n, v in values.items() if isinstance(v, FiniteSet) and _depth(v) == 0}
    for name, value in values.items():
        for other in sorted(sets, key=lambda n: -len(sets[n])):
            if other == name:
                break  # only what is larger is a home
            if set(_inside(value)) <= set(sets[other].elements):
                yield name, other
                break


def _inside(value: Value) -> Iterator[Value]:
    """The elements of a set, or of the sets in it; a value that is no set itself."""
    if isinstance(value, FiniteSet):
        for e in value.elements:
            yield from _inside(e)
    else:
        yield value


def _values(system: System) -> Iterator[tuple[str, Value]]:
    """The constants that have values of their own; what stands for another is left alone."""
    replaced = {r.name for r in system.replaced}
    machine = Machine(system)
    for name in system.constants:
        definition = system.definitions.get(name)
        if name not in replaced and definition is not None and not definition.params:
            yield name, sort_sets(machine.value(ir.Call(name)))


def shown(found: Sequence[Attacked]) -> str:
    """The figures of several attacks in a line."""
    allowed, complete = sum(a.allowed for a in found), sum(a.complete for a in found)
    failed, refuted = sum(len(a.failed) for a in found), sum(len(a.refuted) for a in found)
    return (
        f"{len(found)} proofs, {allowed} assignments ({complete} explored in full),"
        f" {failed} that cannot be evaluated, {refuted} refuted"
    )
