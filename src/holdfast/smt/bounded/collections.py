"""The operators of library modules about sets, functions and bags, on symbolic values."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from holdfast.ir.ops import Op
from holdfast.ir.values import TRUE as YES
from holdfast.ir.values import Value
from holdfast.smt.bounded import functions
from holdfast.smt.bounded.cases import SymOperator, listed_if_lazy
from holdfast.smt.bounded.elements import endless
from holdfast.smt.bounded.numbers import at_most, calculate
from holdfast.smt.bounded.order import first, ordered_members
from holdfast.smt.bounded.place import Place
from holdfast.smt.bounded.relations import listed, same, table
from holdfast.smt.bounded.support import refuse_bounded
from holdfast.smt.bounded.symbolic import NOTHING, Sym, SymSet, cases, kind_of
from holdfast.smt.bounded.values import (
    MOST_EXPANDED,
    as_truth,
    count_terms,
    expand,
    make_function,
    make_set,
    merge,
    merge_all,
    truth_value,
)
from holdfast.smt.terms.term import FALSE, Term, and_, not_, or_

# ---- sets ----


def cardinality(v: Sym, at: Place) -> Sym:
    """Cardinality(v)."""
    s = listed(v, at)
    guards = list(s.known.values())
    counted = s.members()[: len(guards)]
    for e, g in s.rest:
        here = at.under(g)
        repeated = or_(*(and_(h, same(e, x, here.under(h))) for x, h in counted))
        guards.append(and_(g, not_(repeated)))
        counted.append((e, g))
    return count_terms(guards)


def _is_finite(v: Sym, at: Place) -> Sym:
    return truth_value(or_(*(g for g, s in cases(v) if not endless(s))))


def _greatest(v: Sym, at: Place) -> Sym:
    return _extreme(v, at, lambda x, y: at_most(y, x, at), "Max")


def _least(v: Sym, at: Place) -> Sym:
    return _extreme(v, at, lambda x, y: at_most(x, y, at), "Min")


def _extreme(v: Sym, at: Place, beats: Callable[[Sym, Sym], Term], name: str) -> Sym:
    members = listed(v, at).members()
    best = [
        (x, and_(g, *(or_(not_(h), beats(x, y)) for y, h in members if y is not x)))
        for x, g in members
    ]
    return first(best, at, f"the set given to {name} is not empty")


def _fold_set(op: SymOperator, base: Sym, v: Sym, at: Place) -> Sym:
    result = base
    for e, g in ordered_members(v, at):
        result = merge(g, op(e, result, at.under(g)), result)
    return result


def _quantify(v: Sym, test: SymOperator, at: Place) -> Sym:
    s = listed(v, at)
    passed = SymSet(
        {e: and_(g, as_truth(test(e, at.under(g)), at)) for e, g in s.known.items()},
        tuple((e, and_(g, as_truth(test(e, at.under(g)), at))) for e, g in s.rest),
    )
    return cardinality(passed, at)


def _map_then_fold(  # noqa: PLR0913  # the operator's own arguments
    op: SymOperator, base: Sym, f: SymOperator, choose: SymOperator, v: Sym, at: Place
) -> Sym:
    rest: Sym = make_set(listed(v, at).members())
    taken: list[tuple[Term, Sym]] = []
    for _ in range(len(listed(rest, at).members())):
        left = listed(rest, at).members()
        some = or_(*(g for _, g in left))
        chosen = choose(rest, at.under(some))
        taken.append((some, chosen))
        rest = make_set([(e, and_(g, not_(same(e, chosen, at)))) for e, g in left])
    result = base
    for some, chosen in reversed(taken):
        here = at.under(some)
        result = merge(some, op(f(chosen, here), result, here), result)
    return result


# ---- functions ----


def _point(key: Sym, value: Sym, at: Place) -> Sym:
    """key :> value."""
    options = expand(listed_if_lazy(key, at), MOST_EXPANDED)
    if options is None:
        raise refuse_bounded("key", at.span, "not known")
    return make_function({k: (g, value) for g, k in options})


def _override(f: Sym, g: Sym, at: Place) -> Sym:
    """f @@ g."""
    found: list[tuple[Term, Sym]] = []
    for a, x in cases(f):
        for b, y in cases(g):
            both = and_(a, b)
            if both is FALSE or not _are_functions(x, y, at.under(both)):
                continue
            left, right = table(x, at).entries, table(y, at).entries
            entries = {}
            for key in {**left, **right}:
                p, v = left.get(key, (FALSE, NOTHING))
                q, w = right.get(key, (FALSE, NOTHING))
                entries[key] = (or_(p, q), merge_all([(p, v), (and_(q, not_(p)), w)]))
            found.append((both, make_function(entries)))
    return merge_all(found)


def _are_functions(x: Sym, y: Sym, at: Place) -> bool:
    if kind_of(x) == kind_of(y) == "function":
        return True
    at.require(FALSE, "both are functions")
    return False


def _range(f: Sym, at: Place) -> Sym:
    """Range(f)."""
    found: list[tuple[Sym, Term]] = []
    for guard, g in cases(f):
        if kind_of(g) != "function":
            at.under(guard).require(FALSE, "a function is needed")
            continue
        entries = table(g, at).entries
        found += [(v, and_(guard, p)) for p, v in entries.values()]
    return make_set(found)


def _fold_function(op: SymOperator, base: Sym, f: Sym, at: Place) -> Sym:
    return _fold_on_set(op, base, f, functions.domain_of(f, at), at)


def _fold_on_set(op: SymOperator, base: Sym, f: Sym, keys: Sym, at: Place) -> Sym:
    """FoldFunctionOnSet: the least argument is combined with the base first."""
    result = base
    for k, g in ordered_members(keys, at):
        here = at.under(g)
        result = merge(g, op(functions.apply(f, k, here), result, here), result)
    return result


def _is_injective(f: Sym, at: Place) -> Sym:
    parts: list[Term] = []
    for guard, g in cases(f):
        if kind_of(g) != "function":
            at.under(guard).require(FALSE, "a function is needed")
            continue
        items = list(table(g, at).entries.values())
        for i, (p, x) in enumerate(items):
            both = [(and_(guard, p, q), y) for q, y in items[:i]]
            parts += [not_(and_(here, same(x, y, at.under(here)))) for here, y in both]
    return truth_value(and_(*parts))


def _check(condition: Sym, out: Sym, at: Place) -> Sym:
    at.require(as_truth(condition, at), "the asserted formula holds")
    return YES


# ---- bags ----


def _counts(bag: Sym, at: Place) -> Mapping[Value, tuple[Term, Sym]]:
    found = [v for _, v in cases(bag) if kind_of(v) == "function"]
    if len(found) != 1:
        raise refuse_bounded("builtin", at.span, "an operator on bags")
    return table(found[0], at).entries


def _copies(entries: Mapping[Value, tuple[Term, Sym]], key: Value) -> Sym:
    present, count = entries.get(key, (FALSE, 0))
    return merge_all([(present, count), (not_(present), 0)])


def _add_bags(a: Sym, b: Sym, at: Place) -> Sym:
    left, right = _counts(a, at), _counts(b, at)
    entries = {}
    for key in {**left, **right}:
        p = or_(left.get(key, (FALSE, 0))[0], right.get(key, (FALSE, 0))[0])
        entries[key] = (p, calculate(Op.ADD, _copies(left, key), _copies(right, key), at))
    return make_function(entries)


def _subtract_bags(a: Sym, b: Sym, at: Place) -> Sym:
    left, right = _counts(a, at), _counts(b, at)
    entries = {}
    for key, (present, count) in left.items():
        rest = calculate(Op.SUB, count, _copies(right, key), at)
        some = and_(present, not_(at_most(rest, 0, at)))
        entries[key] = (some, rest)
    return make_function(entries)


def _unite_bags(bags: Sym, at: Place) -> Sym:
    total: Sym = ()
    for bag, g in listed(bags, at).members():
        total = merge(g, _add_bags(total, bag, at.under(g)), total)
    return total


def _sub_bag(a: Sym, b: Sym, at: Place) -> Sym:
    left, right = _counts(a, at), _counts(b, at)
    parts = [or_(not_(p), at_most(n, _copies(right, k), at)) for k, (p, n) in left.items()]
    return truth_value(and_(*parts))


def _copies_in(e: Sym, bag: Sym, at: Place) -> Sym:
    entries = _counts(bag, at)
    hits = [(and_(p, same(e, k, at)), n) for k, (p, n) in entries.items()]
    return merge_all([*hits, (not_(or_(*(h for h, _ in hits))), 0)])


def _bag_in(e: Sym, bag: Sym, at: Place) -> Sym:
    return truth_value(not_(at_most(_copies_in(e, bag, at), 0, at)))


def _bag_size(bag: Sym, at: Place) -> Sym:
    total: Sym = 0
    entries = _counts(bag, at)
    for key in entries:
        total = calculate(Op.ADD, total, _copies(entries, key), at)
    return total


def _bag_of_set(v: Sym, at: Place) -> Sym:
    s = listed(v, at)
    if s.rest:
        raise refuse_bounded("key", at.span, "not known")
    return make_function({k: (g, 1) for k, g in s.known.items()})


COLLECTIONS: Mapping[str, Callable[..., Sym]] = {
    "FiniteSets!Cardinality": cardinality,
    "FiniteSets!IsFiniteSet": _is_finite,
    "FiniteSetsExt!Max": _greatest,
    "FiniteSetsExt!Min": _least,
    "FiniteSetsExt!FoldSet": _fold_set,
    "FiniteSetsExt!Quantify": _quantify,
    "Folds!MapThenFoldSet": _map_then_fold,
    "Functions!Range": _range,
    "Functions!FoldFunction": _fold_function,
    "Functions!FoldFunctionOnSet": _fold_on_set,
    "Functions!IsInjective": _is_injective,
    "Bags!BagUnion": _unite_bags,
    "TLC!:>": _point,
    "TLC!@@": _override,
    "TLC!Assert": _check,
    "TLC!Print": lambda out, value, at: value,
    "TLC!PrintT": lambda out, at: YES,
    "TLC!TLCEval": lambda value, at: value,
    "Bags!(+)": _add_bags,
    "Bags!(-)": _subtract_bags,
    "Bags!\\sqsubseteq": _sub_bag,
    "Bags!CopiesIn": _copies_in,
    "Bags!BagIn": _bag_in,
    "Bags!BagToSet": functions.domain_of,
    "Bags!SetToBag": _bag_of_set,
    "Bags!BagCardinality": _bag_size,
    "BagsExt!BagAdd": lambda bag, e, at: _add_bags(bag, _point(e, 1, at), at),
    "BagsExt!BagRemove": lambda bag, e, at: _subtract_bags(bag, _point(e, 1, at), at),
}
