"""Small pieces of compiled code: logic, conditionals, arguments, functions on values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from holdfast.interp.frames import Code, Frame, Thunk
from holdfast.interp.functions import apply, update
from holdfast.interp.members import contains
from holdfast.ir.errors import EvalError
from holdfast.ir.notation import show
from holdfast.ir.order import equal, positions
from holdfast.ir.values import FALSE, TRUE, FiniteSet, Function, Record
from holdfast.source import Span

_SIMPLE = frozenset((int, str))


def forced(slot: int) -> Code:
    """The value in a slot, computed now if necessary."""

    def read(f: Frame) -> Any:
        value = f[slot]
        if type(value) is Thunk:
            value = f[slot] = value.force()
        return value

    return read


def thunked(code: Code) -> Code:
    """The code as an argument that is evaluated when needed."""
    return lambda f: Thunk(code, f)


def strict(function: Callable[..., Any], codes: tuple[Code, ...], span: Span | None) -> Code:
    """A function on the values of all arguments, with its errors located."""
    match codes:
        case (one,):

            def apply1(f: Frame) -> Any:
                try:
                    return function(one(f))
                except EvalError as error:
                    raise error.at(span) from None

            return apply1
        case (one, two):

            def apply2(f: Frame) -> Any:
                try:
                    return function(one(f), two(f))
                except EvalError as error:
                    raise error.at(span) from None

            return apply2
        case _:

            def apply(f: Frame) -> Any:
                try:
                    return function(*[c(f) for c in codes])
                except EvalError as error:
                    raise error.at(span) from None

            return apply


def conjunction(codes: tuple[Code, ...], spans: tuple[Span | None, ...]) -> Code:
    """Conjuncts from left to right, up to the first that is false."""

    def check_all(f: Frame) -> Any:
        for code in codes:
            value = code(f)
            if value is FALSE:
                return FALSE
            if value is not TRUE:
                raise not_boolean(value).at(spans[codes.index(code)])
        return TRUE

    return check_all


def disjunction(codes: tuple[Code, ...], spans: tuple[Span | None, ...]) -> Code:
    """Disjuncts from left to right, up to the first that is true."""

    def check_any(f: Frame) -> Any:
        for code in codes:
            value = code(f)
            if value is TRUE:
                return TRUE
            if value is not FALSE:
                raise not_boolean(value).at(spans[codes.index(code)])
        return FALSE

    return check_any


def implication(left: Code, right: Code, spans: tuple[Span | None, ...]) -> Code:
    """The right side is evaluated only if the left one holds."""

    def imply(f: Frame) -> Any:
        value = left(f)
        if value is FALSE:
            return TRUE
        if value is not TRUE:
            raise not_boolean(value).at(spans[0])
        value = right(f)
        if value is not TRUE and value is not FALSE:
            raise not_boolean(value).at(spans[1])
        return value

    return imply


def once(code: Code) -> Code:
    """A constant expression, evaluated when it is first needed and never again."""
    value: Any = None

    def constant(f: Frame) -> Any:
        nonlocal value
        if value is None:
            value = code(f)
        return value

    return constant


def remembered(code: Code, place: int) -> Code:
    """The value of a state function, cached for the current state."""
    state: Any = None
    value: Any = None

    def recall(f: Frame) -> Any:
        nonlocal state, value
        current = f[place]
        if current is state and state is not None:
            return value
        found = code(f)
        # A state that is not complete yet is a list.
        if type(current) is tuple:
            state, value = current, found
        return found

    return recall


def equation(left: Code, right: Code, span: Span | None) -> Code:
    """Equality; the common case of two simple values of one kind is decided here."""

    def equals(f: Frame) -> Any:
        a, b = left(f), right(f)
        kind = type(a)
        if kind is type(b) and kind in _SIMPLE:
            return TRUE if a == b else FALSE
        try:
            return TRUE if equal(a, b) else FALSE
        except EvalError as error:
            raise error.at(span) from None

    return equals


def membership(element: Code, collection: Code, span: Span | None) -> Code:
    """Whether a value is an element of a set."""

    def is_member(f: Frame) -> Any:
        try:
            value, members = element(f), collection(f)
            if type(members) is FiniteSet and value in members.elements:
                return TRUE
            return TRUE if contains(members, value) else FALSE
        except EvalError as error:
            raise error.at(span) from None

    return is_member


def application(function: Code, argument: Code, span: Span | None) -> Code:
    """The value of a function; the common case of a tabulated function is decided here."""

    def value_at(f: Frame) -> Any:
        of, key = function(f), argument(f)
        kind = type(of)
        if kind is Function or kind is Record:
            domain = of.domain
            place = (domain.positions or positions(domain)).get(key)
            if place is not None:
                return of.values[place]
        try:
            return apply(of, key)
        except EvalError as error:
            raise error.at(span) from None

    return value_at


def changed_once(
    base: Code, old: int, path: tuple[Code, ...], value: Code, span: Span | None
) -> Code:
    """EXCEPT with one clause; the value it replaces goes to the slot `old`."""

    def deep(f: Frame, of: Any, keys: list[Any]) -> Any:
        def new(previous: Any) -> Any:
            f[old] = previous
            return value(f)

        try:
            return update(of, keys, new)
        except EvalError as error:
            raise error.at(span) from None

    if len(path) > 1:
        return lambda f: deep(f, base(f), [k(f) for k in path])
    only = path[0]

    def change(f: Frame) -> Any:
        of, key = base(f), only(f)
        if type(of) is not Function:
            return deep(f, of, [key])
        domain = of.domain
        place = (domain.positions or positions(domain)).get(key)
        if place is None:
            return deep(f, of, [key])
        row = of.values
        f[old] = row[place]
        try:
            new = value(f)
        except EvalError as error:
            raise error.at(span) from None
        if new is row[place]:
            return of
        return Function(domain, (*row[:place], new, *row[place + 1 :]))

    return change


def negation(code: Code, span: Span | None) -> Code:
    """Logical negation."""

    def negate(f: Frame) -> Any:
        value = code(f)
        if value is TRUE:
            return FALSE
        if value is FALSE:
            return TRUE
        raise not_boolean(value).at(span)

    return negate


def conditional(test: Code, yes: Code, no: Code, span: Span | None) -> Code:
    """One of two branches."""

    def choose(f: Frame) -> Any:
        value = test(f)
        if value is TRUE:
            return yes(f)
        if value is FALSE:
            return no(f)
        raise not_boolean(value).at(span)

    return choose


def not_boolean(value: Any) -> EvalError:
    """The error for a formula that is neither TRUE nor FALSE."""
    text = show(value)
    help = f"a formula is TRUE or FALSE; compare the value, as in `x = {text}`"
    return EvalError("eval-not-boolean", f"expected TRUE or FALSE, found {text}", help)
