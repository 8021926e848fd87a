"""Which values a term can have, according to formulas: the sets that engines enumerate.

    0 <= x < N                           x           0..N-1
    len(s) == N and all(0 <= v < K ...)  s           [1..N -> 0..K-1]
    v == q[0]                            v           {q[1]}

The formulas themselves are tested as well, so a set may be larger than necessary. None means that
no finite set was found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from holdfast.front.ioa import tree, types
from holdfast.front.ioa.lower.build import plus
from holdfast.front.ioa.lower.domains import domain, is_finite
from holdfast.front.ioa.lower.scope import Scope
from holdfast.front.ioa.tree import Builtin, Operator
from holdfast.front.ioa.walk import conjuncts, free_locals, state_variables
from holdfast.ir import expr as ir
from holdfast.ir.ops import Op
from holdfast.source import Diagnostic, SpecError

_MIRRORED = {
    Operator.EQ: Operator.EQ,
    Operator.LT: Operator.GT,
    Operator.LE: Operator.GE,
    Operator.GT: Operator.LT,
    Operator.GE: Operator.LE,
}

_TOTAL = frozenset(
    {Op.SET, Op.TUPLE, Op.RECORD, Op.RANGE, Op.ADD, Op.SUB, Op.MUL, Op.EQ, Op.NE}
    | {Op.LT, Op.LE, Op.GT, Op.GE, Op.AND, Op.OR, Op.NOT, Op.IN}
)


@dataclass(frozen=True, slots=True)
class Search:
    """A search for the values of terms.

    `lower` lowers expressions, `set_of` those that are sets or sequences to sets. `unknown` are
    the local names and state variables that have no value yet. `used` collects the facts that are
    true of every element of the sets found.
    """

    lower: Callable[[tree.Expr, Scope], ir.Expr]
    set_of: Callable[[tree.Expr, Scope], ir.Expr]
    scope: Scope
    unknown: frozenset[str]
    used: list[tree.Expr] = field(default_factory=list)

    def values(self, term: tree.Expr, facts: Sequence[tree.Expr]) -> ir.Expr | None:
        """A finite set that has all values of a term for which the facts are true."""
        return self.determined(term, facts) or self._by_type(term, facts)

    # ---- facts ----

    def determined(self, term: tree.Expr, facts: Sequence[tree.Expr]) -> ir.Expr | None:
        """The same, only from `term == e`, `term in S`, and a disjunction of such formulas."""
        for i, fact in enumerate(facts):
            if not isinstance(fact, tree.Apply):
                continue
            found = self._from_fact(term, fact)
            if found is not None:
                if fact.operator is not Operator.OR:
                    self.used.append(fact)
                return self._guarded(found, facts[:i])
        return None

    def _from_fact(self, term: tree.Expr, fact: tree.Apply) -> ir.Expr | None:
        match fact:
            case tree.Apply(Operator.EQ, (a, b)) if a == term and self._is_known(b):
                return self._single(b)
            case tree.Apply(Operator.EQ, (a, b)) if b == term and self._is_known(a):
                return self._single(a)
            case tree.Apply(Operator.IN, (a, b)) if a == term and self._is_known(b):
                return self.set_of(b, self.scope)
            case tree.Apply(Operator.OR, items):
                found = [self.determined(term, conjuncts(item)) for item in items]
                known = [x for x in found if x is not None]
                return union(known) if len(known) == len(found) else None
            case _:
                return None

    def _single(self, e: tree.Expr) -> ir.Expr:
        return ir.Apply(Op.SET, (self.lower(e, self.scope),), span=e.span)

    def _guarded(self, found: ir.Expr, before: Sequence[tree.Expr]) -> ir.Expr:
        """Evaluated only if what stands before it is true: it may be undefined otherwise."""
        tests = [self.lower(f, self.scope) for f in before if self._is_known(f)]
        if not tests or is_total(found):
            return found
        test = tests[0] if len(tests) == 1 else ir.Apply(Op.AND, tuple(tests))
        return ir.If(test, found, ir.Apply(Op.SET, ()), span=found.span)

    def _is_known(self, e: tree.Expr) -> bool:
        return self.unknown.isdisjoint(free_locals(e) | state_variables(e))

    # ---- types ----

    def _by_type(self, term: tree.Expr, facts: Sequence[tree.Expr]) -> ir.Expr | None:
        match term.type:
            case types.Int() | types.Nat() | types.IntRange() | types.Bits():
                return self._range(term, facts)
            case types.Seq(of):
                return self._sequences(term, of, facts)
            case types.Record(_, fields):
                return self._records(term, fields, facts)
            case types.Tuple(items):
                return self._tuples(term, items, facts)
            case types.Set(of):
                member = tree.Local("@member", type=of, span=term.span)
                inner = self._elements(term, member, facts)
                return None if inner is None else ir.Apply(Op.SUBSET, (inner,), span=term.span)
            case types.Map(key, value):
                return self._maps(term, key, value, facts)
            case _:
                return _finite(term.type)

    def _range(self, term: tree.Expr, facts: Sequence[tree.Expr]) -> ir.Expr | None:
        low: ir.Expr | None = None
        high: ir.Expr | None = None
        chosen: list[tree.Expr] = []
        for fact in facts:
            match self._bound(term, fact):
                case ((Operator.GE | Operator.GT as op), e) if low is None:
                    low = e if op is Operator.GE else plus(e, 1)
                    chosen.append(fact)
                case ((Operator.LE | Operator.LT as op), e) if high is None:
                    high = e if op is Operator.LE else plus(e, -1)
                    chosen.append(fact)
                case _:
                    pass
        if low is None and isinstance(term.type, types.Nat):
            low = ir.Literal(0)
        if low is None or high is None:
            return _finite(term.type)
        self.used.extend(chosen)
        return _interval(low, high, term)

    def _bound(self, term: tree.Expr, fact: tree.Expr) -> tuple[Operator, ir.Expr] | None:
        match fact:
            case tree.Apply(op, (a, b)) if op in _MIRRORED and a == term and self._is_known(b):
                return op, self.lower(b, self.scope)
            case tree.Apply(op, (a, b)) if op in _MIRRORED and b == term and self._is_known(a):
                return _MIRRORED[op], self.lower(a, self.scope)
            case _:
                return None

    def _sequences(
        self, term: tree.Expr, of: types.Type, facts: Sequence[tree.Expr]
    ) -> ir.Expr | None:
        length = tree.Call(Builtin.LEN, (term,), type=types.NAT, span=term.span)
        lengths = self.values(length, facts)
        member = tree.Local("@member", type=of, span=term.span)
        inner = self._elements(term, member, facts)
        if lengths is None or inner is None:
            return None
        match lengths:
            case ir.Apply(Op.SET, (only,)):
                return _sequences_of(only, inner, term)
            case _:
                n = "n@"
                each = _sequences_of(ir.Name(n), inner, term)
                family = ir.Bind(ir.Binder.MAP, (ir.Bound((n,), lengths),), each, span=term.span)
                return ir.Apply(Op.UNION, (family,), span=term.span)

    def _elements(
        self, term: tree.Expr, member: tree.Local, facts: Sequence[tree.Expr]
    ) -> ir.Expr | None:
        """The values of the members of a collection, from facts about all of them."""
        about = [c for fact in facts for c in _about_members(term, member, fact, facts)]
        inner = replace(self, unknown=self.unknown | {member.name})
        return inner.values(member, about)

    def _records(
        self,
        term: tree.Expr,
        fields: tuple[tuple[str, types.Type], ...],
        facts: Sequence[tree.Expr],
    ) -> ir.Expr | None:
        parts: list[ir.Expr] = []
        for name, kind in fields:
            field = tree.Field(term, name, type=kind, span=term.span)
            found = self.values(field, facts)
            if found is None:
                return None
            parts += [ir.Literal(name), found]
        return ir.Apply(Op.RECORD_SET, tuple(parts), span=term.span)

    def _tuples(
        self, term: tree.Expr, items: tuple[types.Type, ...], facts: Sequence[tree.Expr]
    ) -> ir.Expr | None:
        parts: list[ir.Expr] = []
        for i, kind in enumerate(items):
            number = tree.Literal(i, type=types.INT, span=term.span)
            found = self.values(tree.Index(term, number, type=kind, span=term.span), facts)
            if found is None:
                return None
            parts.append(found)
        return ir.Apply(Op.PRODUCT, tuple(parts), span=term.span) if len(parts) > 1 else None

    def _maps(
        self, term: tree.Expr, key: types.Type, value: types.Type, facts: Sequence[tree.Expr]
    ) -> ir.Expr | None:
        keys = tree.Call(Builtin.KEYS, (term,), type=types.Set(key), span=term.span)
        domains = self.values(keys, facts)
        member = tree.Local("@member", type=value, span=term.span)
        values = self._elements(term, member, facts)
        if domains is None or values is None:
            return None
        match domains:
            case ir.Apply(Op.SET, (only,)):
                return ir.Apply(Op.FUNCTION_SET, (only, values), span=term.span)
            case _:
                k = "k@"
                each = ir.Apply(Op.FUNCTION_SET, (ir.Name(k), values), span=term.span)
                family = ir.Bind(ir.Binder.MAP, (ir.Bound((k,), domains),), each, span=term.span)
                return ir.Apply(Op.UNION, (family,), span=term.span)


def not_enumerable(declared: tree.Declared) -> SpecError:
    """The error for a variable or argument without a set of values."""
    kind = types.show(declared.type)
    message = f"nothing says which values `{declared.name}`, of type {kind}, can have"
    help = "bound it: the length of a sequence, the keys of a map, the range of a number"
    return SpecError(Diagnostic("ioa-not-enumerable", message, declared.span, help))


def _about_members(
    term: tree.Expr, member: tree.Local, fact: tree.Expr, facts: Sequence[tree.Expr]
) -> tuple[tree.Expr, ...]:
    """What a fact says about every member of a collection, as facts about `member` alone."""
    match fact:
        case tree.Quantifier(True, (tree.Bound(name, _, domain),), body):
            old: tree.Expr
            if domain == term:  # all(... for x in s)
                old = tree.Local(name, type=member.type, span=member.span)
                parts = conjuncts(body)
            else:  # forall(i, implies(0 <= i < len(s), ... s[i] ...))
                at = tree.Local(name, type=types.INT, span=member.span)
                old = tree.Index(term, at, type=member.type, span=member.span)
                parts = _about_all_indices(term, name, domain, body, facts)
            found = (_replaced(part, old, member) for part in parts)
            return tuple(part for part in found if name not in free_locals(part))
        case _:
            return ()


def _about_all_indices(
    term: tree.Expr,
    name: str,
    domain: tree.Expr | None,
    body: tree.Expr,
    facts: Sequence[tree.Expr],
) -> tuple[tree.Expr, ...]:
    """The conjuncts that are true for every index or key; none if some may be left out."""
    if isinstance(term.type, types.Map):
        # A map may have other keys than the numbers below its size.
        keys = tree.Call(Builtin.KEYS, (term,), type=types.Set(term.type.key), span=term.span)
        return conjuncts(body) if domain == keys else ()
    lengths: list[tree.Expr] = [tree.Call(Builtin.LEN, (term,), type=types.NAT, span=term.span)]
    lengths += [e for fact in facts if (e := _length(term, fact)) is not None]
    match domain:
        case tree.Call(Builtin.RANGE, (high,)) if high in lengths:
            return conjuncts(body)
        case tree.Call(Builtin.RANGE, (tree.Literal(0), high)) if high in lengths:
            return conjuncts(body)
        case None:
            pass
        case _:
            return ()
    match body:
        case tree.Apply(Operator.IMPLIES, (test, then)):
            covered = all(_covers(c, name, lengths) for c in conjuncts(test))
            return conjuncts(then) if covered else ()
        case _:
            return conjuncts(body)


def _length(term: tree.Expr, fact: tree.Expr) -> tree.Expr | None:
    match fact:
        case tree.Apply(Operator.EQ, (tree.Call(Builtin.LEN, (of,)), e)) if of == term:
            return e
        case tree.Apply(Operator.EQ, (e, tree.Call(Builtin.LEN, (of,)))) if of == term:
            return e
        case _:
            return None


def _covers(test: tree.Expr, name: str, lengths: Sequence[tree.Expr]) -> bool:
    """Whether a formula is true for every index of a sequence with one of these lengths."""
    match test:
        case tree.Apply(Operator.LE, (tree.Literal(0), tree.Local(i))):
            return i == name
        case tree.Apply(Operator.GE, (tree.Local(i), tree.Literal(0))):
            return i == name
        case tree.Apply(Operator.LT, (tree.Local(i), high)):
            return i == name and high in lengths
        case tree.Apply(Operator.GT, (high, tree.Local(i))):
            return i == name and high in lengths
        case _:
            return False


def _replaced(e: tree.Expr, old: tree.Expr, new: tree.Local) -> tree.Expr:
    """A comparison with one term replaced; other formulas are kept, and say nothing then."""
    if e == old:
        return new
    match e:
        case tree.Apply(_, operands):
            return replace(e, operands=tuple(_replaced(x, old, new) for x in operands))
        case tree.Field(record):
            return replace(e, record=_replaced(record, old, new))
        case tree.Call(_, args):
            return replace(e, args=tuple(_replaced(x, old, new) for x in args))
        case tree.Index(of):
            return replace(e, of=_replaced(of, old, new))
        case _:
            return e


def _finite(t: types.Type) -> ir.Expr | None:
    return domain(t) if is_finite(t) else None


def _interval(low: ir.Expr, high: ir.Expr, term: tree.Expr) -> ir.Expr:
    return ir.Apply(Op.RANGE, (low, high), span=term.span)


def _sequences_of(length: ir.Expr, items: ir.Expr, term: tree.Expr) -> ir.Expr:
    indices = ir.Apply(Op.RANGE, (ir.Literal(1), length), span=term.span)
    return ir.Apply(Op.FUNCTION_SET, (indices, items), span=term.span)


def union(sets: Sequence[ir.Expr]) -> ir.Expr:
    """The union of some sets."""
    sets = tuple(dict.fromkeys(sets))
    if all(isinstance(s, ir.Apply) and s.op is Op.SET for s in sets):
        return ir.Apply(Op.SET, tuple(x for s in sets for x in ir.children(s)))
    found = sets[0]
    for s in sets[1:]:
        found = ir.Apply(Op.UNION2, (found, s))
    return found


def is_total(e: ir.Expr) -> bool:
    """Whether an expression surely has a value."""
    match e:
        case ir.Literal() | ir.Name() | ir.Call(_, ()):
            return True
        case ir.Apply(op, args):
            return op in _TOTAL and all(map(is_total, args))
        case ir.If(test, yes, no):
            return all(map(is_total, (test, yes, no)))
        case _:
            return False
