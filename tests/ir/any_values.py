"""Strategies for values: of one kind, so that they can be compared, or of any kind."""

from __future__ import annotations

from typing import TypeAlias

from hypothesis import strategies as st

from holdfast.ir.construct import function_from, record_of, set_of
from holdfast.ir.values import FALSE, TRUE, Value, model_value

Kind: TypeAlias = "str | tuple[str, tuple[Kind, ...]]"

ATOMS: dict[str, st.SearchStrategy[Value]] = {
    "boolean": st.sampled_from([FALSE, TRUE]),
    "integer": st.integers(-3, 5),
    "string": st.sampled_from(["a", "b", "ab", "", "x y"]),
    "model": st.sampled_from([model_value(name) for name in ("m1", "m2", "m3")]),
}

kinds: st.SearchStrategy[Kind] = st.recursive(
    st.sampled_from(sorted(ATOMS)),
    lambda inner: st.tuples(
        st.sampled_from(["set", "sequence", "pair", "record", "function"]),
        st.tuples(inner, inner),
    ),
    max_leaves=4,
)


def of_kind(kind: Kind) -> st.SearchStrategy[Value]:
    """Values that can all be compared with each other."""
    if isinstance(kind, str):
        return ATOMS[kind]
    name, (one, two) = kind
    first, second = of_kind(one), of_kind(two)
    match name:
        case "set":
            return st.lists(first, max_size=3).map(set_of)
        case "sequence":
            return st.lists(first, max_size=3).map(tuple)
        case "pair":
            return st.tuples(first, second)
        case "record":
            fields = st.fixed_dictionaries({"a": first}, optional={"b": second})
            return fields.map(record_of)
        case _:
            arguments = ATOMS["integer"] if isinstance(one, tuple) else first
            return st.lists(st.tuples(arguments, second), max_size=3).map(function_from)


values: st.SearchStrategy[Value] = kinds.flatmap(of_kind)
pairs = kinds.flatmap(lambda kind: st.tuples(of_kind(kind), of_kind(kind)))
triples = kinds.flatmap(lambda kind: st.tuples(of_kind(kind), of_kind(kind), of_kind(kind)))
sets = kinds.flatmap(lambda kind: st.lists(of_kind(kind), max_size=4).map(set_of))
