"""The values of TLA+: one Python object per value, immutable and hashable.

Equal TLA+ values are equal Python objects, so that Python's sets and dicts can hold them:

    TRUE, FALSE        the two objects of class Boolean (Python's True equals 1)
    integers, strings  int, str
    model values       ModelValue, one object per name
    finite sets        FiniteSet
    functions          the first of these that fits: a sequence or tuple is a Python tuple,
                       a record (a non-empty domain of strings) is a Record, else Function

Sets that are not enumerated (`SUBSET S`, `Nat`) are a LazySet, functions that are not tabulated
a LazyFunction; `interp/` defines them. They equal the FiniteSet and the function that they
represent, but type tests do not see through them: `canonical` in `construct.py` does.

A FiniteSet sorts itself when it is first enumerated, by the ranks of strings that are then
in use (`order.py`), and functions keep their values in the order of their domain. So values
belong to the ranks under which they were made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias


class Boolean:
    """TRUE or FALSE; the only two objects are the constants below."""

    __slots__ = ("truth",)

    def __init__(self, truth: bool) -> None:
        self.truth = truth

    def __bool__(self) -> bool:
        return self.truth

    def __repr__(self) -> str:
        return "TRUE" if self.truth else "FALSE"

    def __reduce__(self) -> str:
        return repr(self)


TRUE = Boolean(True)
FALSE = Boolean(False)


def boolean(truth: bool) -> Boolean:
    """The TLA+ value of a Python bool."""
    return TRUE if truth else FALSE


class ModelValue:
    """A value that equals only itself; made by `model_value`, once per name.

    A name such as `p_1` (any character, an underscore, something more) has the type `p`: TLC
    compares it only with model values of the same type and with untyped ones.
    """

    __slots__ = ("name", "type")

    def __init__(self, name: str) -> None:
        self.name = name
        self.type = name[0] if len(name) > 2 and name[1] == "_" else ""

    def __repr__(self) -> str:
        return f"model_value({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return model_value, (self.name,)


_MODEL_VALUES: dict[str, ModelValue] = {}


def model_value(name: str) -> ModelValue:
    """The model value with this name."""
    value = _MODEL_VALUES.get(name)
    # Of two threads that make the same one, both get the first.
    return _MODEL_VALUES.setdefault(name, ModelValue(name)) if value is None else value


def numbered_value(stem: str, number: int) -> ModelValue:
    """One of many model values with a common prefix: `Node_1`, and `NN_1`, which has no type."""
    return model_value(f"{stem if len(stem) > 1 else stem * 2}_{number}")


class FiniteSet:
    """A set that stores its elements. Create it with `set_of`, which keeps elements canonical.

    Everything but `elements` is computed on first use: `ordering` is the
    elements in TLC's order, `sort_keys` their keys in that order, `positions` the index of
    each element, `form` the class of a function with this domain, `mark` the fingerprint and
    `arguments` the terms of the elements in the fingerprint of a function on this domain.
    """

    __slots__ = (
        "arguments",
        "elements",
        "form",
        "mark",
        "ordering",
        "positions",
        "sort_key",
        "sort_keys",
    )

    def __init__(
        self, elements: frozenset[Value], ordering: tuple[Value, ...] | None = None
    ) -> None:
        self.elements = elements
        self.ordering = ordering
        self.sort_keys: list[Any] | None = None
        self.sort_key: tuple[Any, ...] | None = None
        self.positions: dict[Value, int] | None = None
        self.form: type[tuple[Value, ...] | Function] | None = None
        self.mark: int | None = None
        self.arguments: tuple[int, ...] | None = None

    def __eq__(self, other: object) -> bool:
        if type(other) is FiniteSet:
            return self.elements == other.elements
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.elements)

    def __len__(self) -> int:
        return len(self.elements)

    def __repr__(self) -> str:
        return f"FiniteSet({set(self.elements)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        # Its order is not pickled: another process may rank strings differently.
        return FiniteSet, (self.elements,)


EMPTY_SET = FiniteSet(frozenset(), ())
BOOLEAN = FiniteSet(frozenset((FALSE, TRUE)), (FALSE, TRUE))


class Function:
    """A function with a finite domain: `values[i]` belongs to element i of the domain's order.

    Create it with `function_from` or `make_function`, which choose between a tuple, a Record
    and a Function.
    """

    __slots__ = ("domain", "hash", "mark", "sort_key", "values")

    def __init__(self, domain: FiniteSet, values: tuple[Value, ...]) -> None:
        self.domain = domain
        self.values = values
        self.hash: int | None = None
        self.sort_key: list[Any] | None = None
        self.mark: int | None = None

    def __eq__(self, other: object) -> bool:
        if type(other) is type(self):
            return self.values == other.values and (
                self.domain is other.domain or self.domain.elements == other.domain.elements
            )
        return NotImplemented

    def __hash__(self) -> int:
        if self.hash is None:
            self.hash = hash((self.domain.elements, self.values))
        return self.hash

    def __repr__(self) -> str:
        keys = self.domain.ordering
        assert keys is not None
        return f"{type(self).__name__}({dict(zip(keys, self.values, strict=True))!r})"


class Record(Function):
    """A function whose domain is a non-empty set of strings, the names of its fields."""

    __slots__ = ()


class LazySet:
    """A set in symbolic form, which enumerates its elements only if it must.

    It is not an ABC, because `isinstance` is slow for those.
    """

    __slots__ = ("listed",)

    def __init__(self) -> None:
        self.listed: FiniteSet | None = None

    def contains(self, value: Value) -> bool:
        """Whether `value` is an element; an error if TLC cannot compare it with the elements."""
        raise NotImplementedError

    def iterate(self) -> Iterator[Value]:
        """The elements in the order in which TLC enumerates them, possibly with repetitions."""
        raise NotImplementedError

    def size(self) -> int:
        """The number of elements."""
        raise NotImplementedError

    def is_finite(self) -> bool:
        """Whether there are finitely many elements, as far as TLC determines it."""
        raise NotImplementedError

    def text(self) -> str:
        """The set as TLA+ text."""
        raise NotImplementedError

    def construction(self) -> str:
        """The set as it was written, whatever its elements."""
        return self.text()

    def list_elements(self) -> FiniteSet:
        """The same set as a FiniteSet; an error if its elements cannot be enumerated."""
        raise NotImplementedError

    def compare_unlisted(self, other: LazySet) -> int | None:
        """The order of two sets if it is known without enumerating their elements."""
        return 0 if self is other else None

    def equal_unlisted(self, other: LazySet) -> bool | None:
        """Whether two sets are equal if it is known without enumerating their elements."""
        known = self.compare_unlisted(other)
        return None if known is None else known == 0

    def is_subset_unlisted(self, other: Value) -> bool | None:
        """Whether this is a subset of `other` if it is known without enumerating the elements."""
        return None

    @property
    def in_order(self) -> bool:
        """Whether `iterate` yields the elements in their order, each once."""
        return False

    @property
    def is_endless(self) -> bool:
        """Whether it is an infinite predefined set, such as Nat; it is its own canonical form."""
        return False

    @property
    def is_interval(self) -> bool:
        """Whether it is a set of integers without gaps, which TLC enumerates at once."""
        return False

    @property
    def counts_from_one(self) -> bool:
        """Whether it is 1..n, the domain of sequences."""
        return False

    def finite(self) -> FiniteSet:
        """The same set as a FiniteSet, computed once."""
        if self.listed is None:
            self.listed = self.list_elements()
        return self.listed

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, LazySet):
            known = self.equal_unlisted(other)
            return self.finite() == other.finite() if known is None else known
        return self.finite() == other if type(other) is FiniteSet else NotImplemented

    def __hash__(self) -> int:
        return hash(self.finite().elements)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text()})"


class LazyFunction:
    """A function given by its domain and a rule, and tabulated only if it must be."""

    __slots__ = ("table",)

    def __init__(self) -> None:
        self.table: tuple[Value, ...] | Function | None = None

    @property
    def domain(self) -> FiniteSet | LazySet:
        """The set of its arguments."""
        raise NotImplementedError

    def apply(self, argument: Value) -> Value:
        """Its value at an argument; an error outside the domain."""
        raise NotImplementedError

    def text(self) -> str:
        """The function as TLA+ text."""
        raise NotImplementedError

    def tabulate(self) -> tuple[Value, ...] | Function:
        """The same function with all its values; an error if the domain cannot be enumerated."""
        raise NotImplementedError

    def finite(self) -> tuple[Value, ...] | Function:
        """The same function with all its values, computed once."""
        if self.table is None:
            self.table = self.tabulate()
        return self.table

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, LazyFunction):
            return self.finite() == other.finite()
        return self.finite() == other if isinstance(other, tuple | Function) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.finite())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text()})"


AnySet: TypeAlias = FiniteSet | LazySet
Value: TypeAlias = (
    "Boolean | int | str | ModelValue | FiniteSet | LazySet | tuple[Value, ...] | Function"
    " | LazyFunction"
)


def atoms(values: Iterable[Value]) -> Iterator[Value]:
    """What is inside some values and has no parts itself; lazy values are not looked into."""
    pending = list(values)
    while pending:
        value = pending.pop()
        match value:
            case FiniteSet():
                pending += value.elements
            case tuple():
                pending += value
            case Function():
                pending += (value.domain, *value.values)
            case _:
                yield value
