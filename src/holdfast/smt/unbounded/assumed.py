"""What a proof for all sizes assumes from the configuration and the spec does not state.

    Learner = {a1}, Acceptor = {a1, a2}      Learner \\subseteq Acceptor
    Proc = {"p1", "p2"}, the spec has "p9"   "p9" \\notin Proc
    Mode = "fast"                            Mode = "fast"

The encoding records how it interprets the constants (`constants.py`) and which kinds it
distinguishes (`apart.py`). What does not follow from the assumptions of the spec is listed. That
query uses an encoding in which all names and strings have one sort and constants are free.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.ir.system import System
from holdfast.smt.terms.term import Query, Sort, Term, to_smtlib
from holdfast.smt.unbounded import shapes
from holdfast.smt.unbounded.apart import STRUCTURED, Side
from holdfast.smt.unbounded.constants import Constants
from holdfast.smt.unbounded.expr import Meaning
from holdfast.smt.unbounded.scope import Scope
from holdfast.smt.unbounded.shapes import Shape
from holdfast.smt.unbounded.symbolic import Sym
from holdfast.smt.unbounded.symbols import symbolic
from holdfast.smt.unbounded.theory import Theory
from holdfast.source import SpecError

_RLIMIT, _SECONDS = 2_000_000, 10
_KINDS = {"Int": Op.INT, "Real": Op.REAL, "BOOLEAN": Op.BOOLEAN, "STRING": Op.STRING}


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement about constants: its text, and its formula if there is one.

    With `never_open`, the query whether the spec states it would assume it: so it is listed.
    """

    text: str
    expr: ir.Expr | None = None
    never_open: bool = False


def replacements(system: System, constants: Constants) -> Iterator[str]:
    """The replacements of the configuration, unless the replaced constant is left open."""
    is_open = {constants.called.get(name, name) for name in constants.values}
    is_open |= {name for name, _ in constants.same}
    for r in system.replaced:
        if r.name not in system.constants or r.name not in is_open:
            yield f"{r.name} is {r.text}, as in the configuration"
    for name, other in constants.same:
        yield f"{name} = {other}"


def configured(system: System, constants: Constants, theory: Theory) -> tuple[str, ...]:
    """The facts of the configuration that formulas depend on, as TLA+ text where possible."""
    facts = _Facts(constants)
    found = [*facts.of_constants(theory.constants), *facts.of_kinds(theory)]
    stated = _Stated(system, constants)
    return tuple(dict.fromkeys(f.text for f in found if f.never_open or not stated.says(f)))


def facts_of_constants(constants: Constants, names: Iterable[str]) -> tuple[Fact, ...]:
    """The facts that the shapes of some constants imply."""
    return tuple(_Facts(constants).of_constants(names))


def stated_by(system: System, constants: Constants) -> Iterator[tuple[str, ir.Expr]]:
    """The conjuncts of the assumptions of a spec, each with the name of its assumption."""
    closed = {n: d for n, d in system.definitions.items() if n not in system.constants}
    plain = {n: d for n, d in closed.items() if n not in constants.values and not d.recursive}
    for p in system.assumptions:
        yield from ((p.name, e) for e in _conjuncts(p.expr, plain))


def _conjuncts(e: ir.Expr, definitions: Mapping[str, ir.Definition]) -> Iterator[ir.Expr]:
    match e:
        case ir.Apply(Op.AND, args):
            for part in args:
                yield from _conjuncts(part, definitions)
        case ir.Call(name, ()) if name in definitions:
            yield from _conjuncts(definitions[name].body, definitions)
        case _:
            yield e


# ---- facts ----


class _Facts:
    """Makes facts about constants."""

    def __init__(self, constants: Constants) -> None:
        self.constants = constants
        self.owners: dict[str, str] = {}
        for name, kind in constants.shapes.items():
            match kind:
                case shapes.Atoms(values) if values is not None:
                    for text in values:
                        if not text.startswith('"'):
                            self.owners.setdefault(text, name)
                case _:
                    pass

    def of_constants(self, names: Iterable[str]) -> Iterator[Fact]:
        """The facts that the shapes of constants imply."""
        for name in names:
            kind = self.constants.shapes.get(name)
            if kind is not None and name not in self.constants.declared:
                yield from self._of_constant(name, kind)

    def _of_constant(self, name: str, kind: Shape) -> Iterator[Fact]:
        constant, text = self._constant(name)
        match kind:
            case _ if _is_open(kind):
                return
            case shapes.Atoms(values) if values is not None and len(values) == 1:
                (only,) = values
                if self.owners.get(only) != name:
                    value, shown = self._atom(only)
                    yield Fact(f"{text} = {shown}", ir.Apply(Op.EQ, (constant, value)))
            case shapes.Sets(of):
                whole, shown = self._set(of)
                inside = ir.Apply(Op.SUBSETEQ, (constant, whole))
                yield Fact(f"{text} \\subseteq {shown}", inside)
            case shapes.Tuples():
                whole, shown = self._set(kind)
                inside = ir.Apply(Op.IN, (constant, whole))
                yield Fact(f"{text} \\in {shown}", inside, never_open=True)
            case _:
                whole, shown = self._set(kind)
                yield Fact(f"{text} \\in {shown}", ir.Apply(Op.IN, (constant, whole)))

    def of_kinds(self, theory: Theory) -> Iterator[Fact]:
        """The facts that two kinds are disjoint."""
        seen: set[frozenset[Side]] = set()
        for pair in theory.apart:
            a, b = sorted(pair, key=self._rank)
            if frozenset(pair) not in seen:
                seen.add(frozenset(pair))
                yield from self._apart(a, b)

    def _rank(self, side: Side) -> int:
        """Constant sets come first, then model values, strings, and kinds."""
        if isinstance(side, Sort):
            return 0
        if side in _KINDS or side == STRUCTURED:
            return 3
        return 2 if side.startswith('"') else 1

    def _apart(self, a: Side, b: Side) -> Iterator[Fact]:
        match self._rank(a), self._rank(b):
            case 0, 0:
                one, left = self._side(a)
                two, right = self._side(b)
                common = ir.Apply(Op.INTERSECT, (one, two))
                none = ir.Apply(Op.EQ, (common, ir.Apply(Op.SET)))
                yield Fact(f"{left} \\intersect {right} = {{}}", none)
            case 0, (1 | 2):
                one, left = self._side(a)
                two, right = self._side(b)
                yield Fact(f"{right} \\notin {left}", ir.Apply(Op.NOTIN, (two, one)))
            case 1, (1 | 2):
                one, left = self._side(a)
                two, right = self._side(b)
                yield Fact(f"{left} # {right}", ir.Apply(Op.NE, (one, two)))
            case ((0 | 1), 3):
                yield self._of_kind(a, str(b))
            case _:
                return

    def _of_kind(self, side: Side, kind: str) -> Fact:
        _, text = self._side(side)
        if kind == STRUCTURED:
            who = f"no element of {text} is a" if isinstance(side, Sort) else f"{text} is no"
            return Fact(f"{who} set, function, tuple or record")
        if isinstance(side, Sort):
            return Fact(f"{text} \\intersect {kind} = {{}}")
        return Fact(f"{text} \\notin {kind}")

    # ---- sides and sets as expressions and texts ----

    def _constant(self, name: str) -> tuple[ir.Expr, str]:
        return ir.Call(name), self.constants.called.get(name, name)

    def _side(self, side: Side) -> tuple[ir.Expr, str]:
        return self._constant(side.name) if isinstance(side, Sort) else self._atom(side)

    def _atom(self, text: str) -> tuple[ir.Expr, str]:
        if text.startswith('"'):
            return ir.Literal(text[1:-1]), text
        owner = self.owners.get(text)
        return (
            (ir.Apply(Op.MODEL, (ir.Literal(text),)), text)
            if owner is None
            else self._constant(owner)
        )

    def _set(self, s: Shape) -> tuple[ir.Expr, str]:
        """The set of all values of a shape."""
        match s:
            case shapes.Truths():
                return ir.Apply(Op.BOOLEAN), "BOOLEAN"
            case shapes.Numbers():
                return ir.Apply(Op.INT), "Int"
            case shapes.Reals():
                return ir.Apply(Op.REAL), "Real"
            case shapes.Atoms(values):
                given = [self._atom(text) for text in sorted(values or ())]
                listed = ir.Apply(Op.SET, tuple(e for e, _ in given))
                return listed, f"{{{', '.join(text for _, text in given)}}}"
            case shapes.Elements(sort):
                return self._constant(sort.name)
            case shapes.Sets(of) | shapes.Reified(_, of):
                whole, text = self._set(of)
                return ir.Apply(Op.SUBSET, (whole,)), f"SUBSET {text}"
            case shapes.Tuples(items):
                given = [self._set(i) for i in items]
                texts = [t if isinstance(e, ir.Call) else f"({t})" for e, t in given]
                return ir.Apply(Op.PRODUCT, tuple(e for e, _ in given)), " \\X ".join(texts)
            case shapes.Records(fields):
                named = [(n, *self._set(f)) for n, f in fields]
                args = tuple(x for n, e, _ in named for x in (ir.Literal(n), e))
                text = ", ".join(f"{n} : {t}" for n, _, t in named)
                return ir.Apply(Op.RECORD_SET, args), f"[{text}]"
            case shapes.Functions(key, _, of):
                (domain, left), (range_, right) = self._set(key), self._set(of)
                return ir.Apply(Op.FUNCTION_SET, (domain, range_)), f"[{left} -> {right}]"
            case shapes.Sequences(of):
                whole, text = self._set(of)
                return ir.Apply(Op.BUILTIN, (ir.Literal("Sequences!Seq"), whole)), f"Seq({text})"
            case shapes.Unions(options):
                given = [self._set(o) for o in options]
                whole = given[0][0]
                for e, _ in given[1:]:
                    whole = ir.Apply(Op.UNION2, (whole, e))
                texts = [text for _, text in given]
                return whole, "(" + " \\union ".join(texts) + ")"
            case shapes.Nothing():
                return ir.Apply(Op.SET), "{}"
            case _:
                assert_never(s)


def _is_open(kind: Shape) -> bool:
    """Whether a shape only says that a constant is a number, or a collection of numbers."""
    match kind:
        case shapes.Numbers() | shapes.Reals() | shapes.Truths():
            return True
        case shapes.Sets(of) | shapes.Reified(_, of) | shapes.Sequences(of):
            return _is_open(of)
        case _:
            return False


# ---- the assumptions of the spec ----


class _Stated:
    """The assumptions of a spec; only the kinds of the constants are known."""

    def __init__(self, system: System, constants: Constants) -> None:
        self.theory = Theory()
        free = Constants(_free(constants), constants.refused, {}, {}, constants.called, ())
        self.meaning = Meaning(system.definitions, free, self.theory)
        self.stated = [e for _, e in stated_by(system, constants)]
        self.given: list[Term] | None = None

    def says(self, fact: Fact) -> bool:
        """Whether the assumptions imply a fact."""
        if fact.expr is None or not self.stated:
            return False
        return fact.expr in self.stated or self._implies(fact.expr)

    def _implies(self, e: ir.Expr) -> bool:
        from holdfast.smt.solvers.solve import (  # solvers are loaded only where they are used
            Limits,
            solve,
        )

        goal = self._term(e)
        if goal is None:
            return False
        if self.given is None:
            self.given = [t for a in self.stated if (t := self._term(a)) is not None]
        strings = self.theory.names_are_different()
        known = (*self.given, strings, *self.theory.axioms)
        given = tuple((f"fact {i}", t) for i, t in enumerate(known))
        text = to_smtlib(Query("what the spec states", given, goal))
        return solve(text, "z3", Limits(rlimit=_RLIMIT, seconds=_SECONDS)).status == "unsat"

    def _term(self, e: ir.Expr) -> Term | None:
        try:
            with self.theory.at_work():
                return self.meaning.formula(e, Scope({}))
        except SpecError:
            return None


def _free(constants: Constants) -> dict[str, Sym]:
    found: dict[str, Sym] = {}
    for name in constants.values:
        kind = constants.shapes.get(name, shapes.Sets(shapes.Atoms()))
        found[name] = symbolic(_generalised(kind), name)
    return found


def _generalised(s: Shape) -> Shape:
    """The shape with arbitrary names and strings, and functions with arbitrary domains."""
    match s:
        case shapes.Atoms() | shapes.Elements():
            return shapes.Atoms()
        case shapes.Sets(of):
            return shapes.Sets(_generalised(of))
        case shapes.Reified(_, of):
            return shapes.reified(_generalised(of))
        case shapes.Tuples(items):
            return shapes.Tuples(tuple(map(_generalised, items)))
        case shapes.Records(fields):
            return shapes.Records(tuple((n, _generalised(f)) for n, f in fields))
        case shapes.Functions(key, _, of):
            return shapes.Functions(_generalised(key), None, _generalised(of))
        case shapes.Sequences(of):
            return shapes.Sequences(_generalised(of))
        case shapes.Unions(options):
            return shapes.join_all(map(_generalised, options))
        case shapes.Nothing() | shapes.Truths() | shapes.Numbers() | shapes.Reals():
            return s
        case _:
            assert_never(s)
