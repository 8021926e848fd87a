"""Formulas compiled to Python functions: the interpreter's semantics without its checks.

    <<n, v>> \\in votes     =>     lambda s, n, v: contains(s[3], (n, v))

Candidate lemmas are evaluated in very many states. Where the interpreter returns a value, the
function returns the same one. Where a function is applied outside its domain, or where a set,
a number or a Boolean is needed and there is something else, both raise EvalError. They
differ in one point: TLC does not compare values of different kinds, here they are unequal.

Other operators are not supported: `Quick.function` reports that before any state is
evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import accumulate
from typing import Any

from holdfast.infer.grammar.quick_values import CALLED, subsets, subsets_in_order
from holdfast.infer.guards import inline_local, unfolded
from holdfast.ir import expr as ir
from holdfast.ir.construct import record_maker
from holdfast.ir.expr import Binder
from holdfast.ir.ops import Op
from holdfast.ir.system import System
from holdfast.ir.values import model_value


class Unsupported(Exception):
    """The formula has an operator that only the interpreter supports."""


_DEEPEST = 12
_MOST_NESTED = 150
"""The maximal nesting of parentheses; Python's parser allows 200."""


class Quick:
    """Makes functions of formulas of one system; the first variables are its constants."""

    def __init__(self, system: System, constants: int) -> None:
        self.system = system
        self.constants = constants
        self.bound = 0
        self.index = {name: i for i, name in enumerate(system.variables)}
        # A separate instance: sets are sorted by the ranks of the machine that uses them.
        self.names = {
            **CALLED,
            "_subsets": lru_cache(maxsize=512)(subsets),
            "_subsets_in_order": lru_cache(maxsize=512)(subsets_in_order),
        }

    def function(self, e: ir.Expr, params: tuple[str, ...]) -> Callable[..., bool] | None:
        """The truth of a formula as a function of a state and its parameters, if possible.

        It raises EvalError if the formula cannot be evaluated.
        """
        local = {name: f"v{i}" for i, name in enumerate(params)}
        try:
            text = _Text(self, local, 0).formula(e)
        except Unsupported:
            return None
        if _nesting(text) > _MOST_NESTED:
            return None
        source = f"lambda {', '.join(['s', *local.values()])}: {text}"
        made: Callable[..., bool] = eval(source, self.names)  # our own text
        return made

    def fresh_name(self) -> str:
        """A fresh name for a bound variable."""
        self.bound += 1
        return f"b{self.bound}"

    def constant(self, value: Any) -> str:
        """A name for a value that the text uses."""
        name = f"k{len(self.names)}"
        self.names[name] = value
        return name

    def remembered(self, text: str) -> str:
        """A set that depends on the constants only, memoised by their values."""
        compute = eval(f"lambda s: {text}", self.names)  # our own text
        count = self.constants
        known: dict[Any, Any] = {}

        def remember(s: Any) -> Any:
            key = s[:count]
            found = known.get(key)
            if found is None:
                found = known[key] = compute(s)
            return found

        return f"{self.constant(remember)}(s)"


def _nesting(text: str) -> int:
    """The nesting depth of parentheses and brackets."""
    steps = ((c in "([") - (c in ")]") for c in text)
    return max(accumulate(steps), default=0)


_INFIX = {Op.ADD: "+", Op.SUB: "-", Op.MUL: "*"}
_COMPARE = {Op.LT: "<", Op.LE: "<=", Op.GT: ">", Op.GE: ">="}
_SETS = {Op.UNION2: "|", Op.INTERSECT: "&", Op.MINUS_SET: "-"}


def _is_boolean(e: ir.Expr) -> bool:
    return isinstance(e, ir.Literal) and isinstance(e.value, bool)


class _Text:
    """Python source of expressions; local names have Python names."""

    def __init__(self, quick: Quick, local: Mapping[str, str], depth: int) -> None:
        self.quick = quick
        self.local = dict(local)
        self.depth = depth

    def _unfold(self, e: ir.Call) -> tuple[_Text, ir.Expr]:
        body = unfolded(e, self.quick.system)
        if body is None or self.depth > _DEEPEST:
            raise Unsupported
        return _Text(self.quick, self.local, self.depth + 1), body

    # ---- formulas ----

    def formula(self, e: ir.Expr) -> str:  # noqa: C901  # a match over formulas
        """Python source of a Boolean."""
        match e:
            case ir.Literal(bool(value)):
                return str(value)
            case ir.Apply(Op.AND | Op.OR as op, args):
                if not args:
                    return str(op is Op.AND)
                word = " and " if op is Op.AND else " or "
                return f"({word.join(map(self.formula, args))})"
            case ir.Apply(Op.NOT, (a,)):
                return f"(not {self.formula(a)})"
            case ir.Apply(Op.IMPLIES, (a, b)):
                return f"((not {self.formula(a)}) or {self.formula(b)})"
            case ir.Apply(Op.IFF, (a, b)):
                return f"({self.formula(a)} == {self.formula(b)})"
            case ir.Apply(Op.EQ, (a, b)):
                return self._equal(a, b)
            case ir.Apply(Op.NE, (a, b)):
                return f"(not {self._equal(a, b)})"
            case ir.Apply(Op.IN, (a, b)):
                return self._member(a, b)
            case ir.Apply(Op.NOTIN, (a, b)):
                return f"(not {self._member(a, b)})"
            case ir.Apply(Op.SUBSETEQ, (a, b)):
                return f"({self.elements(a)} <= {self.elements(b)})"
            case ir.Apply(op, (a, b)) if op in _COMPARE:
                return f"({self.number(a)} {_COMPARE[op]} {self.number(b)})"
            case ir.Bind(Binder.FORALL | Binder.EXISTS as binder, bounds, body):
                return self._quantified(binder, bounds, body)
            case ir.If(test, yes, no):
                chosen = f"{self.formula(yes)} if {self.formula(test)} else {self.formula(no)}"
                return f"({chosen})"
            case ir.Call():
                inner, body = self._unfold(e)
                return inner.formula(body)
            case ir.Let():
                return self.formula(self._opened(e))
            case ir.Name() | ir.Apply(Op.INDEX, _):
                return f"_is_true({self.value(e)})"
            case _:
                raise Unsupported

    def _opened(self, e: ir.Let) -> ir.Expr:
        if any(d.params or d.recursive for d in e.definitions):
            raise Unsupported
        known: dict[str, ir.Expr] = {}
        for d in e.definitions:
            known[d.name] = inline_local(d.body, known)
        return inline_local(e.body, known)

    def _equal(self, a: ir.Expr, b: ir.Expr) -> str:
        if _is_boolean(a) or (self._is_set(a) and not self._is_set(b)):
            a, b = b, a
        if self._is_set(b):
            return self._equal_to_set(a, b)
        if isinstance(b, ir.Literal) and isinstance(b.value, bool):
            return self._equal_to_boolean(a, b)
        return f"({self.value(a)} == {self.value(b)})"

    def _equal_to_set(self, a: ir.Expr, b: ir.Expr) -> str:
        if self._is_set(a):
            return f"({self.elements(a)} == {self.elements(b)})"
        return f"_is_set_of({self.value(a)}, {self.elements(b)})"

    def _equal_to_boolean(self, a: ir.Expr, b: ir.Literal) -> str:
        if isinstance(a, ir.Name) or (isinstance(a, ir.Apply) and a.op is Op.INDEX):
            return f"({self.value(a)} is {self.value(b)})"
        return self.formula(a) if b.value else f"(not {self.formula(a)})"

    def _member(self, a: ir.Expr, b: ir.Expr) -> str:
        match b:
            case ir.Apply(Op.SUBSET, (of,)) if self._is_set(a):
                return f"({self.elements(a)} <= {self.elements(of)})"
            case ir.Apply(Op.SUBSET, (of,)):
                return f"_is_subset_of({self.value(a)}, {self.elements(of)})"
            case ir.Apply(Op.NAT):
                return f"_is_natural({self.value(a)})"
            case ir.Apply(Op.INT):
                return f"isinstance({self.value(a)}, int)"
            case ir.Apply(Op.RANGE, (low, high)):
                return f"_is_between({self.number(low)}, {self.value(a)}, {self.number(high)})"
            case ir.Bind(Binder.FILTER, (ir.Bound((name,), domain, False),), body) if domain:
                fresh = self.quick.fresh_name()
                inner = self._with({name: fresh})
                test = f"(lambda {fresh}: {inner.formula(body)})({self.value(a)})"
                return f"({self._member(a, domain)} and {test})"
            case ir.Call() if not self._is_constant(b):
                inner_text, body = self._unfold(b)
                return inner_text._member(a, body)
            case ir.Name() | ir.Apply(Op.INDEX, _):
                return f"_contains({self.value(b)}, {self.value(a)})"
            case _:
                return f"({self.value(a)} in {self.elements(b)})"

    def _with(self, names: Mapping[str, str]) -> _Text:
        return _Text(self.quick, {**self.local, **names}, self.depth)

    def _quantified(self, binder: Binder, bounds: tuple[ir.Bound, ...], body: ir.Expr) -> str:
        inner, loops = self._loops(bounds, self.in_order)
        word = "all" if binder is Binder.FORALL else "any"
        return f"{word}({inner.formula(body)} {loops})"

    def _loops(
        self, bounds: tuple[ir.Bound, ...], listed: Callable[[ir.Expr], str]
    ) -> tuple[_Text, str]:
        names: dict[str, str] = {}
        rows = []
        for b in bounds:
            if b.domain is None or b.pattern:
                raise Unsupported
            domain = listed(b.domain)
            for n in b.names:
                names[n] = self.quick.fresh_name()
                rows.append(f"for {names[n]} in {domain}")
        return self._with(names), " ".join(rows)

    # ---- sets ----

    def _is_constant(self, e: ir.Expr) -> bool:
        """Whether a set depends on nothing but constants."""
        seen: set[str] = set()
        pending = [e]
        index, count = self.quick.index, self.quick.constants
        while pending:
            for part in ir.walk(pending.pop()):
                match part:
                    case ir.Name(name) if name in self.local or index.get(name, -1) >= count:
                        return False
                    case ir.Call(name, _) if name not in seen:
                        seen.add(name)
                        definition = self.quick.system.definitions.get(name)
                        if definition is None or definition.recursive:
                            return False
                        pending.append(definition.body)
                    case _:
                        pass
        return True

    def _is_set(self, e: ir.Expr) -> bool:
        match e:
            case ir.Apply(op):
                return op in _SETS or op in (Op.SET, Op.SUBSET, Op.RANGE, Op.DOMAIN)
            case ir.Bind(Binder.FILTER | Binder.MAP):
                return True
            case ir.Call():
                body = unfolded(e, self.quick.system)
                return body is not None and self._is_set(body)
            case _:
                return False

    def elements(self, e: ir.Expr) -> str:
        """Python source of the frozenset of the elements of a set."""
        if self._is_remembered(e):
            return self.quick.remembered(_Text(self.quick, {}, self.depth)._elements(e))
        return self._elements(e)

    def in_order(self, e: ir.Expr) -> str:
        """Python source of the elements of a set in a reproducible order.

        A quantifier stops at the first element that decides, or that cannot be evaluated.
        """
        match e:
            case ir.Name() | ir.Apply(Op.INDEX, _):
                return f"_iterate({self.value(e)})"
            case ir.Apply(Op.RANGE, (a, b)):
                return f"range({self.number(a)}, {self.number(b)} + 1)"
            case _ if self._is_remembered(e):
                text = _Text(self.quick, {}, self.depth)._elements(e)
                return self.quick.remembered(f"_in_order({text})")
            case ir.Apply(Op.SUBSET, (a,)):
                return f"_subsets_in_order({self.elements(a)})"
            case ir.Bind(Binder.FILTER, (ir.Bound((name,), _, False),) as bounds, body):
                inner, loops = self._loops(bounds, self.in_order)
                return f"({inner.local[name]} {loops} if {inner.formula(body)})"
            case ir.Call():
                text_of, body = self._unfold(e)
                return text_of.in_order(body)
            case _:
                return f"_in_order({self.elements(e)})"

    def _is_remembered(self, e: ir.Expr) -> bool:
        match e:
            case ir.Call() | ir.Bind() | ir.Apply(Op.SUBSET, _):
                return self._is_constant(e)
            case _:
                return False

    def _elements(self, e: ir.Expr) -> str:
        match e:
            case ir.Apply(Op.SET, ()):
                return self.quick.constant(frozenset())
            case ir.Apply(Op.SET, args):
                return f"frozenset(({', '.join(map(self.value, args))},))"
            case ir.Apply(op, (a, b)) if op in _SETS:
                return f"({self.elements(a)} {_SETS[op]} {self.elements(b)})"
            case ir.Apply(Op.SUBSET, (a,)):
                return f"_subsets({self.elements(a)})"
            case ir.Apply(Op.RANGE, (a, b)):
                return f"frozenset(range({self.number(a)}, {self.number(b)} + 1))"
            case ir.Bind(Binder.FILTER, (ir.Bound((_,), _, False),) as bounds, body):
                inner, loops = self._loops(bounds, self.elements)
                element = inner.local[bounds[0].names[0]]
                return f"frozenset({element} {loops} if {inner.formula(body)})"
            case ir.Bind(Binder.MAP, bounds, body):
                inner, loops = self._loops(bounds, self.elements)
                return f"frozenset({inner.value(body)} {loops})"
            case ir.Call():
                text, body = self._unfold(e)
                return text._elements(body)
            case ir.Name() | ir.Apply(Op.INDEX, _):
                return f"_elements({self.value(e)})"
            case _:
                raise Unsupported

    # ---- values ----

    def value(self, e: ir.Expr) -> str:
        """Python source of a TLA+ value."""
        match e:
            case ir.Literal(value):
                if isinstance(value, bool):
                    return "TRUE" if value else "FALSE"
                return repr(value)
            case ir.Name(name) if name in self.local:
                return self.local[name]
            case ir.Name(name) if name in self.quick.index:
                return f"s[{self.quick.index[name]}]"
            case ir.Apply(Op.TUPLE, args):
                return f"({''.join(f'{self.value(a)}, ' for a in args)})"
            case ir.Apply(Op.INDEX, (f, x)):
                return f"_at({self.value(f)}, {self.value(x)})"
            case ir.Apply(op, (a, b)) if op in _INFIX:
                return f"({self.number(a)} {_INFIX[op]} {self.number(b)})"
            case ir.Apply(Op.MOD, (a, b)):
                return f"_remainder({self.value(a)}, {self.value(b)})"
            case ir.Apply(Op.RECORD, args):
                return self._record(args)
            case ir.Apply(Op.MODEL, (ir.Literal(str(name)),)):
                return self.quick.constant(model_value(name))
            case ir.Apply(Op.BUILTIN, (ir.Literal("FiniteSets!Cardinality"), a)):
                return f"len({self.elements(a)})"
            case ir.If(test, yes, no):
                return f"({self.value(yes)} if {self.formula(test)} else {self.value(no)})"
            case ir.Call():
                inner, body = self._unfold(e)
                return inner.value(body)
            case _ if self._is_set(e):
                return f"_set_of({self.elements(e)})"
            case _:
                raise Unsupported

    def number(self, e: ir.Expr) -> str:
        """Python source of a value that must be a number."""
        text = self.value(e)
        match e:
            case ir.Literal(int()):
                return text
            case ir.Apply(op) if op in _INFIX:
                return text
            case _:
                return f"_number({text})"

    def _record(self, args: tuple[ir.Expr, ...]) -> str:
        names = tuple(a.value for a in args[::2] if isinstance(a, ir.Literal))
        if len(names) * 2 != len(args):
            raise Unsupported
        # Looked up at each call: the ranks may have changed.
        maker = self.quick.constant(lambda values: record_maker(names)(values))
        return f"{maker}(({''.join(f'{self.value(a)}, ' for a in args[1::2])}))"
