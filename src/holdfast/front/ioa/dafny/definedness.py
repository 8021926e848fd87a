"""When the functions of a file are defined: Dafny asks for it in their `requires` clauses.

Formulas of automata need none of this: they are evaluated in states that satisfy the invariants.
"""

from __future__ import annotations

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.dafny import names
from holdfast.front.ioa.dafny.expressions import Expressions
from holdfast.front.ioa.dafny.scope import Scope
from holdfast.front.ioa.tree import Builtin, Operator
from holdfast.front.ioa.types import INT, Type
from holdfast.front.ioa.walk import children


class Definedness:
    """Conditions under which expressions are defined; `partial` functions have a predicate."""

    def __init__(self, to: Expressions) -> None:
        self.to = to
        self.partial: set[str] = set()

    def of_function(self, f: tree.Function, scope: Scope) -> list[str]:
        """The conditions under which a function is defined; functions are asked in their order."""
        found = [*self.of(f.body, scope), *self._fits(f.body, f.result, scope)]
        if found:
            self.partial.add(f.name)
        return list(dict.fromkeys(found))

    def of(self, e: tree.Expr, scope: Scope) -> list[str]:
        """Conditions, each of which is defined if those before it are true."""
        match e:
            case tree.Apply(Operator.AND | Operator.OR | Operator.IMPLIES as operator, operands):
                return self._in_order(operator, operands, scope)
            case tree.IfElse(test, yes, no):
                holds = self.to.operand(test, scope)
                return [
                    *self.of(test, scope),
                    *under(holds, self.of(yes, scope)),
                    *under(f"!{holds}", self.of(no, scope)),
                ]
            case tree.Quantifier(_, bounds, body):
                return self._bound(bounds, (body,), scope)
            case tree.SetComprehension(element, bounds, condition):
                return self._bound(bounds, _inside(condition, element), scope)
            case tree.SeqComprehension(element, bound, condition):
                return self._bound((bound,), _inside(condition, element), scope)
            case tree.MapComprehension(bound, value):
                return self._bound((bound,), (value,), scope)
            case _:
                inner = [c for child in children(e) for c in self.of(child, scope)]
                return [*inner, *self._own(e, scope)]

    def _in_order(
        self, operator: Operator, operands: tuple[tree.Expr, ...], scope: Scope
    ) -> list[str]:
        """The conditions of operands of which the later ones are evaluated only if necessary."""
        found: list[str] = []
        before: list[str] = []
        for o in operands:
            found += under(" && ".join(before), self.of(o, scope))
            text = self.to.operand(o, scope)
            before.append(f"!{text}" if operator is Operator.OR else text)
        return found

    def _bound(
        self, bounds: tuple[tree.Bound, ...], parts: tuple[tree.Expr, ...], scope: Scope
    ) -> list[str]:
        """The conditions of a condition and an element, for all values of bound variables."""
        found: list[str] = []
        for i, b in enumerate(bounds):
            variables, tests, inner = self.to.binders.bound(bounds[:i], scope)
            conditions = [] if b.domain is None else self.of(b.domain, inner)
            found += _for_all(variables, under(" && ".join(tests), conditions))
        variables, tests, inner = self.to.binders.bound(bounds, scope)
        for part in parts:
            found += _for_all(variables, under(" && ".join(tests), self.of(part, inner)))
            tests = (*tests, self.to.operand(part, inner))
        return found

    def _own(self, e: tree.Expr, scope: Scope) -> list[str]:
        """The conditions of an expression whose parts are defined."""
        text = self.to.operand
        match e:
            case tree.Index(of, index) if isinstance(of.type, types.Seq):
                return [f"0 <= {self.to.expected(index, INT, scope)} < |{self.to.text(of, scope)}|"]
            case tree.Index(of, index) if isinstance(of.type, types.Map):
                return [f"{self.to.expected(index, of.type.key, scope)} in {text(of, scope)}"]
            case tree.Slice(of, low, high):
                ends = [self.to.expected(x, INT, scope) for x in (low, high) if x is not None]
                return [f"0 <= {' <= '.join(ends)} <= |{self.to.text(of, scope)}|"] if ends else []
            case tree.Apply(Operator.DIV | Operator.MOD, (_, tree.Literal(int(value)))) if value:
                return []
            case tree.Apply(Operator.DIV | Operator.MOD, (_, divisor)):
                zero = "0.0" if isinstance(e.type, types.Real) else "0"
                sign = "!=" if isinstance(e.type, types.Real) else ">"
                return [f"{text(divisor, scope)} {sign} {zero}"]
            case tree.Apply(Operator.LEFT | Operator.RIGHT, (_, distance)):
                return [f"0 <= {self.to.expected(distance, INT, scope)}"]
            case tree.Call(Builtin.BV_EXTRACT, (of, at)):
                assert isinstance(of.type, types.Bits)
                return [f"0 <= {self.to.expected(at, INT, scope)} < {of.type.width}"]
            case tree.Call(Builtin.MAX | Builtin.MIN | Builtin.I_MIN, (of,)):
                return [f"|{self.to.text(of, scope)}| > 0"]
            case tree.UserCall(function, args):
                return self._call(function, args, scope)
            case tree.RecordOf(values):
                assert isinstance(e.type, types.Record)
                pairs = zip(values, (t for _, t in e.type.fields), strict=True)
                return [c for v, t in pairs for c in self._fits(v, t, scope)]
            case _:
                return []

    def _call(self, function: str, args: tuple[tree.Expr, ...], scope: Scope) -> list[str]:
        formals = next(f for f in self.to.context.file.functions if f.name == function).params
        kinds = tuple(f.type for f in formals)
        found = [c for a, t in zip(args, kinds, strict=True) for c in self._fits(a, t, scope)]
        if function in self.partial:
            given = self.to.arguments(args, kinds, scope)
            found.append(f"{defined_name(function)}({given})")
        return found

    def _fits(self, e: tree.Expr, t: Type, scope: Scope) -> list[str]:
        """That a value is in a type which need not contain all values of the expression's type."""
        if e.type == t or isinstance(e, tree.Literal):
            return []
        return limits(self.to.operand(e, scope), e.type, t)


def limits(text: str, found: Type, t: Type) -> list[str]:
    """What must be true of a value of one type so that it has another type."""
    if found == t:
        return []
    match t:
        case types.Nat():
            return [f"0 <= {text}"]
        case types.Bits(width) if not isinstance(found, types.Bits):
            return [f"0 <= {text} < {2**width}"]
        case types.IntRange(_, low, high):
            return [f"{low} <= {text} < {high}"]
        case types.IntEnum(_, members):
            return [f"{text} in {{{', '.join(map(str, members))}}}"]
        case types.Seq(of) | types.Set(of):
            element = found.of if isinstance(found, types.Seq | types.Set) else of
            inside = limits("x'e", element, of)
            return [f"forall x'e :: x'e in {text} ==> {c}" for c in inside]
        case _:
            return []


def under(premise: str, conditions: list[str]) -> list[str]:
    """The conditions, where the premise is true."""
    return [f"{premise} ==> ({c})" for c in conditions] if premise else conditions


def defined_name(function: str) -> str:
    """The name of the predicate that is true where a function is defined."""
    return f"{names.identifier(function)}'defined"


def _for_all(variables: str, conditions: list[str]) -> list[str]:
    return [f"forall {variables} :: {c}" for c in conditions] if variables else conditions


def _inside(condition: tree.Expr | None, element: tree.Expr) -> tuple[tree.Expr, ...]:
    return (element,) if condition is None else (condition, element)
