"""Relations: facts as formulas and as text, about single terms or for all keys."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from holdfast.ir import expr as ir
from holdfast.ir.literals import expr_of
from holdfast.ir.notation import Notation
from holdfast.ir.ops import Op
from holdfast.ir.substitute import substitute
from holdfast.ir.values import Value
from holdfast.mine.facts import Fact, Form
from holdfast.mine.lattice import Rel
from holdfast.mine.terms import INDEX, Term, conjunction

Status: TypeAlias = Literal["seen", "inductive", "proved"]

OPS = {
    Rel.EQ: Op.EQ,
    Rel.LT: Op.LT,
    Rel.GT: Op.GT,
    Rel.LE: Op.LE,
    Rel.GE: Op.GE,
    Rel.NE: Op.NE,
}
_SMALL = 2
"""Smaller numbers are not written as constants of the model: they would all be alike."""


@dataclass(frozen=True, slots=True)
class Relation:
    """What holds in all observed states; `formula` is the invariant, `tla` its text.

    `own` is the text in the language of the model, if that can say it.

    `at` is the location that it is restricted to, `names` the quantified names with their
    conditions. `absent` counts the states in which it holds vacuously, because a term has no
    value there. `terms` are the texts of all terms in it, `variables` their variables and
    `types` their types.
    """

    form: Form | Literal["template"]
    left: str
    rel: str
    right: str
    formula: ir.Expr = field(repr=False)
    tla: str = ""
    names: str = ""
    at: str = ""
    absent: int = 0
    terms: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    status: Status = "seen"
    own: str | None = None

    @property
    def text(self) -> str:
        """The relation on one line, in the words of the model."""
        body = f"{self.left} {self.rel} {self.right}".strip()
        at = f"{self.at} => " if self.at else ""
        return f"\\A {self.names} : {at}{body}" if self.names else f"{at}{body}"


@dataclass(frozen=True, slots=True)
class Guard:
    """A location: a control at one of some values; `partial` if it is not always defined."""

    control: Term
    values: tuple[Value, ...]
    partial: bool


@dataclass(frozen=True, slots=True)
class Quantifier:
    """Names for the keys of a relation, with their sets, and how they are related."""

    names: tuple[str, ...]
    domains: tuple[ir.Expr, ...]
    texts: tuple[str, ...]
    condition: Literal["", "different", "ascending"] = ""

    def formula(self, body: ir.Expr) -> ir.Expr:
        """The body for all keys."""
        bounds = tuple(ir.Bound((n,), d) for n, d in zip(self.names, self.domains, strict=True))
        conditions = self._conditions()
        if conditions:
            body = ir.Apply(Op.IMPLIES, (conjunction(*conditions), body))
        return ir.Bind(ir.Binder.FORALL, bounds, body)

    def _conditions(self) -> tuple[ir.Expr, ...]:
        if not self.condition:
            return ()
        op = Op.NE if self.condition == "different" else Op.LT
        same = [
            (a, b)
            for i, a in enumerate(self.names)
            for j, b in enumerate(self.names[i + 1 :], i + 1)
            if self.domains[i] == self.domains[j]
        ]
        return tuple(ir.Apply(op, (ir.Name(a), ir.Name(b))) for a, b in same)

    @property
    def text(self) -> str:
        """The names, `i, j \\in Node : i # j`, for a line of the result."""
        named: dict[str, list[str]] = {}
        for name, text in zip(self.names, self.texts, strict=True):
            named.setdefault(text, []).append(name)
        groups = (f"{', '.join(names)} \\in {text}" for text, names in named.items())
        sign = {"": "", "different": "#", "ascending": "<"}[self.condition]
        pairs = [
            f"{a} {sign} {b}"
            for i, a in enumerate(self.names)
            for j, b in enumerate(self.names[i + 1 :], i + 1)
            if sign and self.texts[i] == self.texts[j]
        ]
        return ", ".join(groups) + (f" : {', '.join(pairs)}" if pairs else "")


class Writer:
    """Writes facts about some terms as formulas and as text."""

    def __init__(
        self,
        terms: Sequence[Term],
        notation: Notation,
        constants: Mapping[str, tuple[ir.Expr, int]],
        taken: Container[str],
    ) -> None:
        self.terms = terms
        self.notation = notation
        self.named: dict[int, tuple[str, ir.Expr]] = {}
        self.sizes: dict[int, tuple[str, ir.Expr]] = {}
        for name, (e, value) in constants.items():
            if value >= _SMALL:
                known = self.named if isinstance(e, ir.Call) else self.sizes
                known.setdefault(value, (name, e))
        self.taken = taken

    # ---- formulas ----

    def formula(
        self,
        fact: Fact,
        keys: Mapping[int, Sequence[ir.Expr]],
        undefined: Mapping[int, int],
        guard: Guard | None = None,
        guard_keys: Sequence[ir.Expr] | None = None,
    ) -> ir.Expr:
        """The fact as an invariant; `keys` of terms in place of their own, by position."""
        instances: list[tuple[str, ir.Expr]] = []
        tests: list[ir.Expr] = []
        if guard is not None:
            tests += _guard_tests(guard, guard_keys)
        sides: list[ir.Expr] = []
        for place, number in enumerate(fact.terms):
            term, chosen = self.terms[number], keys.get(place)
            if undefined.get(number) and term.defined is not None:
                tests.append(term.filled(term.defined, chosen))
            if term.several and term.each is not None and term.range is not None:
                name = self.fresh(len(instances), "xyz")
                each = term.filled(term.each, chosen)
                instances.append((name, term.filled(term.range, chosen)))
                sides.append(substitute(each, {INDEX: ir.Name(name)}))
            else:
                sides.append(term.expr(chosen))
        body = self._body(fact, sides)
        if instances:
            bounds = tuple(ir.Bound((n,), d) for n, d in instances)
            body = ir.Bind(ir.Binder.FORALL, bounds, body)
        return ir.Apply(Op.IMPLIES, (conjunction(*dict.fromkeys(tests)), body)) if tests else body

    def fresh(self, number: int, letters: str = "ijk") -> str:
        """A name that the spec does not use."""
        names = [*(n for n in letters if n not in self.taken)]
        return names[number] if number < len(names) else f"{letters[0]}_{number}"

    def _body(self, fact: Fact, sides: list[ir.Expr]) -> ir.Expr:
        kinds = [self.terms[t].kind for t in fact.terms]
        if fact.rel == "in":
            limits = number_expr(fact.offset), self.number(fact.upper, fact)[0]
            return ir.Apply(Op.IN, (sides[0], ir.Apply(Op.RANGE, limits)))
        if isinstance(fact.rel, str):
            return _logic(fact.rel, *sides)
        if fact.form == "bound" and kinds == ["Boolean"] and fact.rel is Rel.EQ:
            return sides[0] if fact.offset else ir.Apply(Op.NOT, (sides[0],))
        if fact.form == "order" and kinds == ["Boolean", "Boolean"]:
            return _comparison(fact.rel, *sides)
        numbers = [
            ir.If(s, ir.Literal(1), ir.Literal(0)) if kind == "Boolean" else s
            for s, kind in zip(sides, kinds, strict=True)
        ]
        left, right = numbers[: len(fact.left)], numbers[len(fact.left) :]
        if fact.modulus:
            rest = ir.Apply(Op.MOD, (left[0], ir.Literal(fact.modulus)))
            return ir.Apply(Op.EQ, (rest, ir.Literal(fact.offset)))
        one = _sum(left)
        if fact.form == "difference":
            return ir.Apply(
                OPS[fact.rel], (ir.Apply(Op.SUB, (one, right[0])), number_expr(fact.offset))
            )
        if not right:
            return ir.Apply(OPS[fact.rel], (one, self.number(fact.offset, fact)[0]))
        other = _sum(right)
        if fact.offset:
            other = ir.Apply(Op.ADD, (other, number_expr(fact.offset)))
        return ir.Apply(OPS[fact.rel], (one, other))

    def number(self, value: int, fact: Fact) -> tuple[ir.Expr, str]:
        """A number, by a constant of the model that has it, or is one more or less.

        Only sizes are compared with the size of a constant set.
        """
        if value < _SMALL:
            return number_expr(value), str(value)
        for step, op, sign in ((0, None, ""), (1, Op.ADD, " + 1"), (-1, Op.SUB, " - 1")):
            if value - step in self.named:
                name, e = self.named[value - step]
                return e if op is None else ir.Apply(op, (e, ir.Literal(1))), name + sign
        if value in self.sizes and all(self.terms[t].wrap != "{}" for t in fact.terms):
            name, e = self.sizes[value]
            return e, name
        return number_expr(value), str(value)

    def end(self, value: int) -> tuple[ir.Expr, str]:
        """The end of an interval of keys: a constant of the model, or one less than it."""
        for step, sign in ((0, ""), (1, " - 1")):
            if value >= _SMALL - step and value + step in self.named:
                name, e = self.named[value + step]
                return ir.Apply(Op.SUB, (e, ir.Literal(1))) if step else e, name + sign
        return number_expr(value), str(value)

    # ---- text ----

    def sides(self, fact: Fact, keys: Mapping[int, Sequence[str]]) -> tuple[str, str, str]:
        """Left side, relation, right side."""
        texts = [
            self.terms[t].text(self.notation, keys.get(place)) for place, t in enumerate(fact.terms)
        ]
        left, right = texts[: len(fact.left)], texts[len(fact.left) :]
        if fact.rel == "in":
            return left[0], "\\in", f"{fact.offset}..{self.number(fact.upper, fact)[1]}"
        if isinstance(fact.rel, str):
            if fact.rel == "excludes":
                return left[0], "=>", f"~{right[0]}"
            return left[0], "\\/" if fact.rel == "or" else fact.rel, right[0]
        if fact.modulus:
            return f"{left[0]} % {fact.modulus}", "=", str(fact.offset)
        sign = fact.rel.value
        if fact.form == "difference":
            return f"{left[0]} - {right[0]}", sign, str(fact.offset)
        if right:
            rest = "" if not fact.offset else f" {'+-'[fact.offset < 0]} {abs(fact.offset)}"
            return " + ".join(left), sign, " + ".join(right) + rest
        if self.terms[fact.left[0]].kind == "Boolean" and len(left) == 1:
            return left[0], sign, self.notation.show_boolean(bool(fact.offset))
        return " + ".join(left), sign, self.number(fact.offset, fact)[1]


def _guard_tests(guard: Guard, keys: Sequence[ir.Expr] | None) -> Iterator[ir.Expr]:
    control = guard.control
    if guard.partial and control.defined is not None:
        yield control.filled(control.defined, keys)
    at, values = control.expr(keys), tuple(map(expr_of, guard.values))
    if len(values) == 1:
        yield ir.Apply(Op.EQ, (at, values[0]))
    else:
        yield ir.Apply(Op.IN, (at, ir.Apply(Op.SET, values)))


def number_expr(value: int) -> ir.Expr:
    """A number as TLA+ writes it."""
    return ir.Literal(value) if value >= 0 else ir.Apply(Op.NEG, (ir.Literal(-value),))


def _sum(parts: Sequence[ir.Expr]) -> ir.Expr:
    found = parts[0]
    for part in parts[1:]:
        found = ir.Apply(Op.ADD, (found, part))
    return found


def _logic(rel: str, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    match rel:
        case "=>":
            return ir.Apply(Op.IMPLIES, (a, b))
        case "<=>":
            return ir.Apply(Op.EQ, (a, b))
        case "excludes":
            return ir.Apply(Op.NOT, (ir.Apply(Op.AND, (a, b)),))
        case _:
            return ir.Apply(Op.OR, (a, b))


def _comparison(rel: Rel, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    """An ordering of Booleans."""
    match rel:
        case Rel.EQ:
            return ir.Apply(Op.EQ, (a, b))
        case Rel.NE:
            return ir.Apply(Op.NE, (a, b))
        case Rel.LE:
            return ir.Apply(Op.IMPLIES, (a, b))
        case Rel.GE:
            return ir.Apply(Op.IMPLIES, (b, a))
        case Rel.LT:
            return ir.Apply(Op.AND, (ir.Apply(Op.NOT, (a,)), b))
        case _:
            return ir.Apply(Op.AND, (a, ir.Apply(Op.NOT, (b,))))
