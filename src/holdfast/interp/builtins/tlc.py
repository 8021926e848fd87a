"""Module TLC: output, registers, random elements, sorting, functions point by point."""

from __future__ import annotations

import time
from itertools import permutations

from holdfast.interp.arguments import Operator, pairs, sequence, truth
from holdfast.interp.builtins.sequences_ext import check_factorial
from holdfast.interp.builtins.table import Table
from holdfast.interp.context import Context
from holdfast.interp.derived_sets import Derived
from holdfast.interp.errors import EvalError, not_a_number
from holdfast.interp.functions import domain_of
from holdfast.interp.given_sets import ANY
from holdfast.interp.lazy_sets import Interval
from holdfast.interp.members import as_set, is_empty, listed
from holdfast.interp.row_sets import Rows
from holdfast.ir.construct import canonical, function_from, make_function, set_of
from holdfast.ir.notation import show
from holdfast.ir.order import check_comparable, ordered
from holdfast.ir.ranks import known_string
from holdfast.ir.values import TRUE, AnySet, Function, Value


def print_both(context: Context, out: Value, value: Value) -> Value:
    """Print(out, value)."""
    context.output(f"{_text(out)}  {_text(value)}")
    return value


def print_one(context: Context, out: Value) -> Value:
    """PrintT(out)."""
    context.output(_text(out))
    return TRUE


def check(condition: Value, out: Value) -> Value:
    """Assert(condition, out)."""
    if condition is TRUE:
        return TRUE
    raise EvalError("eval-assert", out if type(out) is str else show(out))


def seconds() -> Value:
    """JavaTime: the seconds of the clock, as a positive number of 32 bits."""
    return int(time.time()) & 0x7FFFFFFF


def _is_property(key: Value) -> bool:
    """Whether it is a system property of Java, which TLC gives access to."""
    return type(key) is str and key.startswith("-D")


def read_register(context: Context, key: Value) -> Value:
    """TLCGet(key)."""
    value = find_register(context, key)
    if value is None:
        raise EvalError("eval-undefined", f"TLCGet({show(key)}) has no value yet")
    return value


def find_register(context: Context, key: Value) -> Value | None:
    """The value of a register, or of a statistic of the run, or None."""
    if type(key) is int and key >= 0:
        return context.registers.get(key)
    if type(key) is not str:
        raise not_a_number(key, "TLCGet", "a natural number or a string")
    known = context.registers.get(key)
    if known is None:
        known = context.figure(key)
    if known is not None:
        return known
    if key == "duration":
        return int(time.monotonic() - context.started)
    if key in ("all", "all:named"):
        kind: type = int if key == "all" else str
        found = [(k, v) for k, v in context.registers.items() if type(k) is kind]
        return function_from([(k, (v,)) for k, v in found if not _is_property(k)])
    # A system property of Java that is not set is its own name.
    return key if _is_property(key) else None


def write_register(context: Context, key: Value, value: Value) -> Value:
    """TLCSet(key, value)."""
    if key == "exit":
        context.stopped = context.stopped or value is TRUE
    elif key == "pause":
        context.warn('TLCSet("pause", ...) does nothing here')
    elif (type(key) is int and key >= 0) or (type(key) is str and key.startswith("s:")):
        context.registers[key] = canonical(value)
    elif _is_property(key):
        context.registers[key] = known_string(value if type(value) is str else show(value))
    else:
        raise not_a_number(key, "TLCSet", 'a natural number or a name such as "s:count"')
    return TRUE


def one_point(argument: Value, value: Value) -> Value:
    """argument :> value."""
    return function_from([(argument, value)])


def extended(left: Value, right: Value) -> Value:
    """left @@ right."""
    mine, others = pairs(left), pairs(right)
    domain = listed(domain_of(left))
    for argument, _ in others:
        if argument not in domain.elements:
            check_comparable(domain, argument)
    return function_from([*mine, *others])


def all_permutations(collection: Value) -> Value:
    """Permutations(collection)."""
    domain = listed(collection)
    members = ordered(domain)
    check_factorial(len(members))
    return set_of([make_function(domain, row) for row in permutations(members)])


def sort(s: Value, before: Operator) -> Value:
    """SortSeq(s, before): insertion sort, as in TLC, also if `before` is not an order."""
    row: list[Value] = []
    for element in sequence(s, "SortSeq"):
        place = len(row)
        while place and truth(before(element, row[place - 1]), "SortSeq"):
            place -= 1
        row.insert(place, element)
    return tuple(row)


def random_element(context: Context, collection: Value) -> Value:
    """RandomElement(collection); sets of functions are not enumerated for it."""
    return _some(context, as_set(collection))


def _some(context: Context, collection: AnySet) -> Value:
    if isinstance(collection, Rows):
        return collection.make(tuple([_some(context, c) for c in collection.columns()]))
    if isinstance(collection, Interval) and not is_empty(collection):
        return context.random.randint(collection.low, collection.high)
    members = ordered(listed(collection))
    if not members:
        raise EvalError("eval-no-witness", "RandomElement of an empty set")
    return context.random.choice(members)


def text_of(value: Value) -> Value:
    """ToString(value)."""
    return known_string(_text(value))


def _text(value: Value) -> str:
    """The value as TLC prints it: raises the error of a set that has to be enumerated for it."""
    _list_derived(value)
    return show(value)


def _list_derived(value: Value) -> None:
    match value:
        case Derived():
            try:
                value.finite()
            except EvalError as error:
                # Such a set is shown in symbolic form.
                if error.code not in ("eval-not-enumerable", "eval-too-large"):
                    raise
        case tuple():
            for part in value:
                _list_derived(part)
        case Function():
            for part in value.values:
                _list_derived(part)
        case _:
            pass


def evaluated(value: Value) -> Value:
    """TLCEval(value)."""
    try:
        return canonical(value)
    except EvalError as error:
        # An infinite set inside is kept; using its elements raises the error.
        if error.code == "eval-not-enumerable":
            return value
        raise


TABLE: Table = {
    "TLC!Print": print_both,
    "TLC!PrintT": print_one,
    "TLC!Assert": check,
    "TLC!JavaTime": seconds,
    "TLC!TLCGet": read_register,
    "TLC!TLCSet": write_register,
    "TLC!:>": one_point,
    "TLC!@@": extended,
    "TLC!Permutations": all_permutations,
    "TLC!SortSeq": sort,
    "TLC!RandomElement": random_element,
    "TLC!Any": lambda: ANY,
    "TLC!ToString": text_of,
    "TLC!TLCEval": evaluated,
}
