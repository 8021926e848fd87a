"""Modules Bags and BagsExt: a bag is a function to positive numbers."""

from __future__ import annotations

from holdfast.interp.arguments import Operator, number, pairs
from holdfast.interp.builtins.table import Table
from holdfast.interp.errors import EvalError
from holdfast.interp.members import listed
from holdfast.ir.construct import function_from, make_function, set_of
from holdfast.ir.notation import describe
from holdfast.ir.order import check_comparable, ordered
from holdfast.ir.values import FALSE, Function, LazyFunction, Value, boolean


def is_bag(value: Value) -> Value:
    """IsABag(value)."""
    if not isinstance(value, tuple | Function | LazyFunction):
        return FALSE
    return boolean(all(type(n) is int and n > 0 for _, n in pairs(value)))


def _counts(bag: Value, operator: str, positive: bool = False) -> dict[Value, int]:
    """The number of copies of each element; TLC does not always require that it is positive."""
    counts = {}
    for element, count in pairs(bag):
        if type(count) is not int or (positive and count <= 0):
            raise EvalError("eval-out-of-domain", f"{operator} needs a bag, not {describe(bag)}")
        counts[element] = count
    return counts


def _bag(counts: dict[Value, int]) -> Value:
    return function_from(counts.items())


def _check_same_kind(counts: dict[Value, int], elements: dict[Value, int]) -> None:
    """Raise if an element of one bag cannot be compared with those of another."""
    domain = set_of(counts)
    for element in elements:
        if element not in counts:
            check_comparable(domain, element)


def add(left: Value, right: Value) -> Value:
    """left (+) right."""
    counts, others = _counts(left, "`(+)`", True), _counts(right, "`(+)`", True)
    for element, count in others.items():
        counts[element] = counts.get(element, 0) + count
    return _bag(counts)


def subtract(left: Value, right: Value) -> Value:
    """left (-) right."""
    counts, others = _counts(left, "`(-)`"), _counts(right, "`(-)`")
    _check_same_kind(counts, others)
    rest = {e: n - others.get(e, 0) for e, n in counts.items()}
    return _bag({e: n for e, n in rest.items() if n > 0})


def is_part(left: Value, right: Value) -> Value:
    """left \\sqsubseteq right."""
    counts, others = _counts(left, "`\\sqsubseteq`"), _counts(right, "`\\sqsubseteq`")
    _check_same_kind(others, counts)
    return boolean(all(n <= others.get(e, 0) for e, n in counts.items()))


def copies_in(element: Value, bag: Value) -> Value:
    """CopiesIn(element, bag)."""
    counts = _counts(bag, "CopiesIn")
    if element not in counts:
        check_comparable(set_of(counts), element)
    return counts.get(element, 0)


def is_in(element: Value, bag: Value) -> Value:
    """BagIn(element, bag)."""
    return boolean(number(copies_in(element, bag), "BagIn") > 0)


def to_bag(collection: Value) -> Value:
    """SetToBag(collection)."""
    domain = listed(collection)
    return make_function(domain, (1,) * len(ordered(domain)))


def to_set(bag: Value) -> Value:
    """BagToSet(bag)."""
    return set_of([element for element, _ in pairs(bag)])


def union(bags: Value) -> Value:
    """BagUnion(bags)."""
    total: dict[Value, int] = {}
    for bag in ordered(listed(bags)):
        for element, count in _counts(bag, "BagUnion").items():
            total[element] = total.get(element, 0) + count
    return _bag(total)


def of_all(f: Operator, bag: Value) -> Value:
    """BagOfAll(f, bag)."""
    total: dict[Value, int] = {}
    for element, count in _counts(bag, "BagOfAll").items():
        image = f(element)
        total[image] = total.get(image, 0) + count
    return _bag(total)


def cardinality(bag: Value) -> Value:
    """BagCardinality(bag)."""
    return sum(_counts(bag, "BagCardinality", True).values())


def fold(op: Operator, base: Value, bag: Value) -> Value:
    """FoldBag(op, base, bag): copy by copy, the least element first."""
    result = base
    for element, count in _counts(bag, "FoldBag", True).items():
        for _ in range(count):
            result = op(result, element)
    return result


def add_one(bag: Value, element: Value) -> Value:
    """BagAdd(bag, element)."""
    return add(bag, function_from([(element, 1)]))


def remove_one(bag: Value, element: Value) -> Value:
    """BagRemove(bag, element)."""
    return subtract(bag, function_from([(element, 1)]))


TABLE: Table = {
    "Bags!IsABag": is_bag,
    "Bags!(+)": add,
    "Bags!(-)": subtract,
    "Bags!\\sqsubseteq": is_part,
    "Bags!CopiesIn": copies_in,
    "Bags!BagIn": is_in,
    "Bags!EmptyBag": lambda: (),
    "Bags!SetToBag": to_bag,
    "Bags!BagToSet": to_set,
    "Bags!BagUnion": union,
    "Bags!BagOfAll": of_all,
    "Bags!BagCardinality": cardinality,
    "BagsExt!FoldBag": fold,
    "BagsExt!BagAdd": add_one,
    "BagsExt!BagRemove": remove_one,
}
