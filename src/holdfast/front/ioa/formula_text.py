"""Formulas of the system in the language of I/O automata, as a file or `--invariant` has them.

    \\A k \\in 1..Len(ids) : nodes[k].arb = ids[k]
    all(nodes[k].arb == ids[k] for k in range(len(ids)))

Sequences count from 1 in the system and from 0 here, so types are followed from the variables on:
a formula with a part whose type or notation is not known has no text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from keyword import iskeyword

from holdfast.front.ioa import types
from holdfast.front.ioa.formula_parts import (
    COMPARED,
    JUNCTIONS,
    NUMBERS,
    ON_NUMBERS,
    ON_SETS,
    QUANTIFIERS,
    Level,
    NoNotation,
    Text,
)
from holdfast.front.ioa.lower.build import plus
from holdfast.front.ioa.notation import IoaNotation, StateVariable
from holdfast.front.ioa.types import BOOL, INT, UNKNOWN, Type
from holdfast.ir import expr as ir
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op
from holdfast.ir.substitute import names_in, substitute
from holdfast.ir.tla_text import tla_text


@dataclass(frozen=True, slots=True)
class IoaLanguage(IoaNotation):
    """The notation of values and formulas; `functions` are those of the file, with their types."""

    functions: Mapping[str, Type] = field(default_factory=dict)

    def formula(self, e: ir.Expr) -> str:
        """A formula in the language; in TLA+, and marked so, if a part has no notation."""
        return self.readable(e) or f"{tla_text(e)}  (in TLA+)"

    def readable(self, e: ir.Expr) -> str | None:
        """A formula in the language, if all its parts have a notation."""
        try:
            return _Writer(self).write(e).text
        except NoNotation:
            return None


@dataclass(frozen=True, slots=True)
class _Writer:
    notation: IoaLanguage
    bound: Mapping[str, Type] = field(default_factory=dict)

    def write(self, e: ir.Expr, expected: Type = UNKNOWN) -> Text:
        """An expression whose type may be expected, where its form does not show it."""
        found = self._part(e, expected)
        if found.component is not None:
            raise NoNotation
        return found

    def _part(self, e: ir.Expr, expected: Type = UNKNOWN) -> Text:
        match e:
            case ir.Literal(value):
                return self._literal(value, expected)
            case ir.Name(name) | ir.Call(name, ()):
                return self._named(name)
            case ir.Call(name, args) if name in self.notation.functions:
                shown = ", ".join(self.write(a).text for a in args)
                return Text(f"{name}({shown})", self.notation.functions[name])
            case ir.If(test, yes, no):
                first = self.write(yes, expected)
                parts = (first, self.write(test), self.write(no, first.type))
                then, condition, other = (p.at(Level.OR) for p in parts)
                return Text(f"{then} if {condition} else {other}", first.type, Level.OPEN)
            case ir.Bind(binder, bounds, body):
                return self._bind(binder, bounds, body)
            case ir.Apply(Op.BUILTIN, (ir.Literal(str(name)), *args)):
                return self._library(name, args)
            case ir.Apply(op, args):
                return self._apply(op, args, expected)
            case _:
                raise NoNotation

    # ---- names and literals ----

    def _literal(self, value: bool | int | str, expected: Type) -> Text:
        match value:
            case bool():
                return Text(str(value), BOOL)
            case int():
                return Text(str(value), INT, Level.ATOM if value >= 0 else Level.SIGN)
            case str():
                return Text(self.notation.typed(expected).show(value), expected)

    def _named(self, name: str) -> Text:
        variable = self.notation.variables.get(name)
        if name in self.bound:
            return Text(name, self.bound[name])
        if variable is not None:
            return self._selected(variable, ())
        if name in self.notation.constants:
            return Text(name, self.notation.constants[name])
        raise NoNotation

    def _selected(self, variable: StateVariable, keys: tuple[str, ...]) -> Text:
        """A variable of a component; components in sequences are selected by indices."""
        several = sum(each for _, each in variable.path)
        if len(keys) < several:
            return Text("", UNKNOWN, component=(variable, keys))
        steps = [f"[{k}]" for k in keys]
        return Text(self.notation.place(variable.qualified, steps), variable.type)

    # ---- operators ----

    def _apply(self, op: Op, args: Sequence[ir.Expr], expected: Type) -> Text:
        match op, args:
            case ((Op.AND | Op.OR), _):
                word, level = JUNCTIONS[op]
                if not args:
                    return Text(str(op is Op.AND), BOOL)
                if len(args) == 1:
                    return self.write(args[0])
                joined = f" {word} ".join(self.write(a).at(Level(level + 1)) for a in args)
                return Text(joined, BOOL, level)
            case Op.NOT, (a,):
                return Text(f"not {self.write(a).at(Level.NOT)}", BOOL, Level.NOT)
            case Op.IMPLIES, (a, b):
                return Text(f"implies({self.write(a).text}, {self.write(b).text})", BOOL)
            case Op.NEG, (a,):
                return Text(f"-{self._number(a).at(Level.ATOM)}", INT, Level.SIGN)
            case ((Op.IN | Op.NOTIN), (a, b)):
                return self._membership(op is Op.IN, a, b)
            case Op.MOD, (ir.Apply(Op.DIV, (a, divisor)), ir.Literal(2)):
                return self._bit(a, divisor) or self._on_numbers(op, args)
            case Op.INDEX, (function, argument):
                return self._index(self._part(function), argument)
            case ((Op.SET | Op.TUPLE), items):
                return self._collection(op, items, expected)
            case _ if op in COMPARED:
                return self._compared(op, *args)
            case _ if op in ON_NUMBERS:
                return self._on_numbers(op, args)
            case _ if op in ON_SETS:
                return self._on_sets(op, *args)
            case _:
                raise NoNotation

    def _number(self, e: ir.Expr) -> Text:
        """A number whose arithmetic is that of the integers."""
        found = self.write(e)
        if not isinstance(found.type, NUMBERS):
            raise NoNotation
        return found

    def _on_numbers(self, op: Op, args: Sequence[ir.Expr]) -> Text:
        symbol, level = ON_NUMBERS[op]
        a, b = map(self._number, args)
        return Text(f"{a.at(level)} {symbol} {b.at(Level(level + 1))}", INT, level)

    def _on_sets(self, op: Op, left: ir.Expr, right: ir.Expr) -> Text:
        symbol, level = ON_SETS[op]
        a, b = self._pair(left, right)
        if not isinstance(a.type, types.Set):
            raise NoNotation
        return Text(f"{a.at(level)} {symbol} {b.at(Level(level + 1))}", a.type, level)

    def _pair(self, left: ir.Expr, right: ir.Expr) -> tuple[Text, Text]:
        """Two values of one type, which one of them may show for both."""
        a = self.write(left)
        b = self.write(right, a.type)
        return (self.write(left, b.type) if a.type == UNKNOWN else a), b

    def _compared(self, op: Op, left: ir.Expr, right: ir.Expr) -> Text:
        match op, left, right:
            case Op.EQ, _, ir.Literal(bool(value)):
                found = self.write(left)
                if value:
                    return found
                return Text(f"not {found.at(Level.NOT)}", BOOL, Level.NOT)
            case _:
                pass
        a, b = (p.at(Level.UNION) for p in self._pair(left, right))
        return Text(f"{a} {COMPARED[op]} {b}", BOOL, Level.COMPARISON)

    def _membership(self, inside: bool, element: ir.Expr, of: ir.Expr) -> Text:
        word = "in" if inside else "not in"
        match of:
            case ir.Apply(Op.RANGE, (low, high)):
                x, domain = self._number(element), self._range(low, high)
            case _:
                whole = self.write(of)
                if not isinstance(whole.type, types.Set):
                    raise NoNotation
                x, domain = self.write(element, whole.type.of), whole.at(Level.UNION)
        return Text(f"{x.at(Level.UNION)} {word} {domain}", BOOL, Level.COMPARISON)

    def _bit(self, number: ir.Expr, divisor: ir.Expr) -> Text | None:
        """`(n \\div 2^k) % 2`: the bit k of a number."""
        match divisor:
            case ir.Apply(Op.POWER, (ir.Literal(2), place)):
                n, k = self.write(number), self.write(place)
                if isinstance(n.type, types.Bits):
                    return Text(f"bv_extract({n.text}, {k.text})", INT)
            case _:
                pass
        return None

    def _index(self, of: Text, argument: ir.Expr) -> Text:
        if of.component is not None:
            variable, keys = of.component
            return self._selected(variable, (*keys, self.write(argument).text))
        match of.type, argument:
            case types.Seq(item), _:
                index = self._number(plus(argument, -1))
                return Text(f"{of.at(Level.ATOM)}[{index.text}]", item)
            case types.Tuple(items), ir.Literal(int(n)) if 1 <= n <= len(items):
                return Text(f"{of.at(Level.ATOM)}[{n - 1}]", items[n - 1])
            case types.Map(key, value), _:
                return Text(f"{of.at(Level.ATOM)}[{self.write(argument, key).text}]", value)
            case types.Record(_, fields), ir.Literal(str(name)) if name in dict(fields):
                return Text(f"{of.at(Level.ATOM)}.{name}", dict(fields)[name])
            case _:
                raise NoNotation

    def _collection(self, op: Op, items: Sequence[ir.Expr], expected: Type) -> Text:
        match expected:
            case types.Set(of) | types.Seq(of):
                inner: Type = of
            case types.Unknown() if items:
                inner = UNKNOWN
            case _:
                raise NoNotation
        if isinstance(expected, types.Seq | types.Set) and isinstance(expected, types.Set) != (
            op is Op.SET
        ):
            raise NoNotation
        shown = [self.write(i, inner) for i in items]
        kind = shown[0].type if inner == UNKNOWN else inner
        listed = ", ".join(each.text for each in shown)
        if op is Op.TUPLE:
            return Text(f"[{listed}]", types.Seq(kind))
        return Text(f"{{{listed}}}" if shown else "set()", types.Set(kind))

    def _library(self, name: str, args: Sequence[ir.Expr]) -> Text:
        match name, args:
            case "Sequences!Len", (s,):
                return Text(f"len({self._sequence(s).text})", INT)
            case "FiniteSets!Cardinality", (s,):
                whole = self.write(s)
                if isinstance(whole.type, types.Set):
                    return Text(f"len({whole.text})", INT)
            case "Sequences!Head", (s,):
                whole = self._sequence(s)
                return Text(f"{whole.at(Level.ATOM)}[0]", _item(whole))
            case "Sequences!Tail", (s,):
                whole = self._sequence(s)
                return Text(f"{whole.at(Level.ATOM)}[1:]", whole.type)
            case "SequencesExt!Contains", (s, x):
                whole = self._sequence(s)
                item = self.write(x, _item(whole))
                text = f"{item.at(Level.UNION)} in {whole.at(Level.UNION)}"
                return Text(text, BOOL, Level.COMPARISON)
            case "SequencesExt!ToSet", (s,):
                whole = self._sequence(s)
                return Text(f"set({whole.text})", types.Set(_item(whole)))
            case _:
                pass
        raise NoNotation

    def _sequence(self, e: ir.Expr) -> Text:
        found = self.write(e)
        if not isinstance(found.type, types.Seq):
            raise NoNotation
        return found

    # ---- binders ----

    def _bind(self, binder: Binder, bounds: Sequence[ir.Bound], body: ir.Expr) -> Text:
        first, rest = bounds[0], tuple(bounds[1:])
        match binder:
            case Binder.FORALL | Binder.EXISTS:
                inner = ir.Bind(binder, rest, body) if rest else body
                return self._quantified(binder, first, inner)
            case Binder.FILTER:
                return self._filter(first, body)
            case Binder.FUNCTION if not rest:
                return self._listed(first, body)
            case _:
                raise NoNotation

    def _quantified(self, binder: Binder, bound: ir.Bound, body: ir.Expr) -> Text:
        match binder, bound.domain, body:
            case (
                Binder.EXISTS,
                ir.Apply(Op.DOMAIN, (s,)),
                ir.Apply(Op.EQ, (ir.Apply(Op.INDEX, (of, ir.Name(i))), e)),
            ) if of == s and (i,) == bound.names and i not in names_in(e):
                return self._library("SequencesExt!Contains", (s, e))
            case _:
                word = QUANTIFIERS[binder]
                return self._generator(
                    bound, body, lambda _, b, g: Text(f"{word}({b.text} {g})", BOOL)
                )

    def _listed(self, bound: ir.Bound, item: ir.Expr) -> Text:
        """A function on 1..n as a list."""
        match self._domain(bound):
            case ir.Apply(Op.RANGE, (ir.Literal(1), _)):
                return self._generator(
                    bound, item, lambda _, b, g: Text(f"[{b.text} {g}]", types.Seq(b.type)), True
                )
            case _:
                raise NoNotation

    def _domain(self, bound: ir.Bound) -> ir.Expr:
        """The set of a bound; the domain of a sequence as an interval."""
        match bound.domain:
            case ir.Apply(Op.DOMAIN, (s,)) if isinstance(self.write(s).type, types.Seq):
                length = ir.Apply(Op.BUILTIN, (ir.Literal("Sequences!Len"), s))
                return ir.Apply(Op.RANGE, (ir.Literal(1), length))
            case None:
                raise NoNotation
            case domain:
                return domain

    def _filter(self, bound: ir.Bound, condition: ir.Expr) -> Text:
        def comprehension(x: Text, test: Text, generator: str) -> Text:
            return Text(f"{{{x.text} {generator} if {test.at(Level.OR)}}}", types.Set(x.type))

        return self._generator(bound, condition, comprehension)

    def _generator(
        self,
        bound: ir.Bound,
        body: ir.Expr,
        make: Callable[[Text, Text, str], Text],
        positions: bool = False,
    ) -> Text:
        """What is made of a variable, a body and `for x in S`; positions become indices."""
        if bound.pattern or len(bound.names) != 1:
            raise NoNotation
        [name] = bound.names
        self._require_usable(name)
        x: ir.Expr = ir.Name(name)
        kind: Type = INT
        match self._domain(bound):
            case ir.Apply(Op.RANGE, (ir.Literal(1), high)) if positions or self._indexes(
                name, body
            ):
                shifted = plus(ir.Name(name), 1)
                body, x = substitute(body, {name: shifted}), shifted
                domain = self._range(ir.Literal(0), plus(high, -1))
            case ir.Apply(Op.RANGE, (low, high)):
                domain = self._range(low, high)
            case other:
                whole = self.write(other)
                if not isinstance(whole.type, types.Set):
                    raise NoNotation
                domain, kind = whole.at(Level.OR), whole.type.of
        inner = _Writer(self.notation, {**self.bound, name: kind})
        return make(inner.write(x), inner.write(body), f"for {name} in {domain}")

    def _require_usable(self, name: str) -> None:
        notation = self.notation
        taken = name in notation.members or name in notation.constants or name in notation.functions
        plain = {v.path[0][0] if v.path else v.name for v in notation.variables.values()}
        if not name.isidentifier() or iskeyword(name) or taken or name in plain:
            raise NoNotation

    def _indexes(self, name: str, body: ir.Expr) -> bool:
        """Whether a variable is an index of a sequence."""
        for part in ir.walk(body):
            match part:
                case ir.Apply(Op.INDEX, (function, ir.Name(index))) if index == name:
                    try:
                        return isinstance(self._part(function).type, types.Seq)
                    except NoNotation:  # it mentions variables that are bound further inside
                        continue
                case _:
                    pass
        return False

    def _range(self, low: ir.Expr, high: ir.Expr) -> str:
        stop = self._number(plus(high, 1)).text
        return (
            f"range({stop})" if low == ir.Literal(0) else f"range({self._number(low).text}, {stop})"
        )


def _item(sequence: Text) -> Type:
    assert isinstance(sequence.type, types.Seq)
    return sequence.type.of
