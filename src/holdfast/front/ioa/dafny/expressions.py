"""Expressions as texts of Dafny.

Partial operations stay partial: Dafny verifies that they are defined where they are used.
"""

from __future__ import annotations

from typing import Final, TypeAlias, assert_never

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.dafny import calls, names
from holdfast.front.ioa.dafny.binders import Binders
from holdfast.front.ioa.dafny.context import Context, unsupported
from holdfast.front.ioa.dafny.conversions import converted, is_mixed, is_range, widened
from holdfast.front.ioa.dafny.operators import operation
from holdfast.front.ioa.dafny.scope import Scope
from holdfast.front.ioa.dafny.translator import Translator
from holdfast.front.ioa.read import rules
from holdfast.front.ioa.tree import Operator
from holdfast.front.ioa.types import INT, Type
from holdfast.front.ioa.walk import conjuncts

_Data: TypeAlias = (
    tree.SetOf
    | tree.SeqOf
    | tree.MsetOf
    | tree.TupleOf
    | tree.RecordOf
    | tree.Field
    | tree.Index
    | tree.Slice
)
_LOGICAL: Final = frozenset((Operator.AND, Operator.OR, Operator.IMPLIES))
_COMPARISONS: Final = frozenset(
    (Operator.EQ, Operator.NE, Operator.LT, Operator.LE, Operator.GT, Operator.GE, Operator.IN)
)


class Expressions(Translator):
    """Translates expressions; `context` collects the declarations that they need."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.binders = Binders(self)

    def text(self, e: tree.Expr, scope: Scope) -> str:  # noqa: C901  # a case for each kind
        """The expression, which may need parentheses as an operand."""
        match e:
            case tree.Literal():
                return literal(e)
            case tree.Local(name):
                return scope.locals[name]
            case tree.Parameter(name):
                return f"p.{names.field(name)}"
            case tree.Variable(name):
                return scope.variable(name)
            case tree.ComponentVariable(path, name):
                return self._component_variable(path, name, scope)
            case tree.Apply(Operator.IN | Operator.NOT_IN):
                return self._membership(e, scope)
            case tree.Apply():
                return operation(e, self._operands(e, scope), self.context)
            case tree.IfElse(test, yes, no):
                parts = self._alike((yes, no), e.type, scope)
                return "if {} then {} else {}".format(self.text(test, scope), *parts)
            case tree.Call():
                return calls.call(e, self, scope)
            case tree.UserCall(function, args):
                formals = next(f for f in self.context.file.functions if f.name == function).params
                given = self.arguments(args, tuple(f.type for f in formals), scope)
                return f"{names.identifier(function)}({given})"
            case tree.Quantifier():
                return self.binders.quantifier(e, scope)
            case tree.SetComprehension():
                return self.binders.set_of(e, scope)
            case tree.SeqComprehension():
                return self.binders.sequence(e, scope)
            case tree.MapComprehension():
                return self.binders.map_of(e, scope)
            case tree.TemporalFormula():
                raise unsupported("a temporal formula is not supported", e.span)
            case _:
                return self._data(e, scope)

    def _data(self, e: _Data, scope: Scope) -> str:
        match e:
            case tree.SetOf(items) | tree.SeqOf(items) | tree.MsetOf(items):
                return self._display(e, items, scope)
            case tree.TupleOf(items) if len(items) == 1:
                raise unsupported("a tuple with one item is not supported", e.span)
            case tree.TupleOf(items):
                return f"({', '.join(self.text(i, scope) for i in items)})"
            case tree.RecordOf(values):
                return self._record(e, values, scope)
            case tree.Field(record, name):
                return f"{self.operand(record, scope)}.{names.field(name)}"
            case tree.Index(of, index):
                return self._index(of, index, scope)
            case tree.Slice(of, low, high):
                ends = ("" if x is None else self.expected(x, INT, scope) for x in (low, high))
                return f"{self.operand(of, scope)}[{'..'.join(ends)}]"
            case _:
                assert_never(e)

    def operand(self, e: tree.Expr, scope: Scope) -> str:
        """The expression, with parentheses if it needs them as an operand."""
        return _grouped(e, self.text(e, scope))

    def expected(self, e: tree.Expr, t: Type, scope: Scope) -> str:
        """The expression where a value of a type is expected."""
        text = self.text(e, scope)
        same = converted(text, e.type, t, e.span)
        return text if same == text else converted(_grouped(e, text), e.type, t, e.span)

    def arguments(
        self, args: tuple[tree.Expr, ...], formals: tuple[Type, ...], scope: Scope
    ) -> str:
        """A list of arguments where values of some types are expected."""
        pairs = zip(args, formals, strict=True)
        return ", ".join(self.expected(a, t, scope) for a, t in pairs)

    def within(self, item: str, domain: tree.Expr, scope: Scope) -> str:
        """Whether something is an element of a range, a set or another collection."""
        if is_range(domain):
            assert isinstance(domain, tree.Call)
            low, high = (self._bound(a, scope) for a in domain.args)
            return f"{low} <= {item} < {high}"
        return f"{item} in {self.operand(domain, scope)}"

    def _bound(self, e: tree.Expr, scope: Scope) -> str:
        if isinstance(e.type, types.Bits):
            return self.expected(e, INT, scope)
        return self.operand(e, scope)

    def _operands(self, e: tree.Apply, scope: Scope) -> tuple[str, ...]:
        """The operands as values of one type, which comparisons and arithmetic need."""
        if e.operator in (Operator.LEFT, Operator.RIGHT):
            return (self.operand(e.operands[0], scope), self.expected(e.operands[1], INT, scope))
        if e.operator in _LOGICAL:
            return tuple(self._condition(o, e.operator, scope) for o in e.operands)
        common = rules.join_all(o.type for o in e.operands)
        found: list[str] = []
        for o in e.operands:
            plain = self.operand(o, scope)
            if e.type == INT and isinstance(o, tree.Index) and is_mixed(e.operands):
                plain = widened(plain, o.type)
            found.append(converted(plain, o.type, common, o.span))
        return tuple(found)

    def conditions(self, e: tree.Expr | None, scope: Scope) -> list[str]:
        """The parts of a conjunction, as operands of one."""
        return [self._condition(c, Operator.AND, scope) for c in conjuncts(e)]

    def _condition(self, e: tree.Expr, operator: Operator, scope: Scope) -> str:
        """An operand of a logical operator, which binds less than comparisons."""
        alike = _COMPARISONS if operator is Operator.IMPLIES else {*_COMPARISONS, operator}
        is_plain = isinstance(e, tree.Apply) and e.operator in alike
        return self.text(e, scope) if is_plain else self.operand(e, scope)

    def _membership(self, e: tree.Apply, scope: Scope) -> str:
        item, domain = e.operands
        test = self.within(self.operand(item, scope), domain, scope)
        if e.operator is Operator.IN:
            return test
        return f"!({test})"

    def _component_variable(
        self, path: tuple[tuple[str, tree.Expr | None], ...], name: str, scope: Scope
    ) -> str:
        found = "s"
        for component, index in path:
            found += f".{names.field(component)}"
            if index is not None:
                found += f"[{self.text(index, scope)}]"
        return f"{found}.{names.field(name)}"

    def _display(self, e: tree.Expr, items: tuple[tree.Expr, ...], scope: Scope) -> str:
        match e.type:
            case types.Set(of, infinite):
                before, after = ("iset{" if infinite else "{"), "}"
            case types.Mset(of):
                before, after = "multiset{", "}"
            case types.Seq(of):
                before, after = "[", "]"
            case _:
                raise AssertionError("the type of a display")
        return f"{before}{', '.join(self._alike(items, of, scope))}{after}"

    def _alike(self, items: tuple[tree.Expr, ...], t: Type, scope: Scope) -> list[str]:
        """Expressions of one type."""
        texts = [self.expected(i, t, scope) for i in items]
        if t != INT or not is_mixed(items):
            return texts
        return [widened(text, i.type) for text, i in zip(texts, items, strict=True)]

    def _record(self, e: tree.RecordOf, values: tuple[tree.Expr, ...], scope: Scope) -> str:
        assert isinstance(e.type, types.Record), "the constructor of a record"
        name = names.identifier(e.type.name)
        given = self.arguments(values, tuple(t for _, t in e.type.fields), scope)
        return f"{name}.{name}({given})"

    def _index(self, of: tree.Expr, index: tree.Expr, scope: Scope) -> str:
        whole = self.operand(of, scope)
        match of.type:
            case types.Tuple():
                return f"{whole}.{self.text(index, scope)}"
            case types.Map(key):
                return f"{whole}[{self.expected(index, key, scope)}]"
            case _:
                return f"{whole}[{self.expected(index, INT, scope)}]"


def _grouped(e: tree.Expr, text: str) -> str:
    """The text of an expression, with parentheses if it needs them as an operand."""
    match e:
        case tree.Apply() | tree.IfElse() | tree.Quantifier() | tree.Call(tree.Builtin.DISJOINT):
            return f"({text})"
        case _:
            return text


def literal(e: tree.Literal) -> str:
    """A literal."""
    match e.value, e.type:
        case bool(value), _:
            return "true" if value else "false"
        case int(value), types.Real():
            return f"{value}.0"
        case int(value), _:
            return str(value)
        case str(value), types.Enum(name):
            return f"{names.identifier(name)}.{names.identifier(value)}"
        case str(value), types.Str(one):
            if any(ord(c) > 0xFFFF for c in value):
                raise unsupported("a character beyond the basic plane is not supported", e.span)
            quote = "'" if one else '"'
            return quote + "".join(map(_escaped, value)) + quote
        case _:
            raise AssertionError("the type of a literal")


def _escaped(c: str) -> str:
    return c if c.isascii() and c.isprintable() and c not in "\\'\"" else f"\\u{ord(c):04x}"
