"""Library operators on symbolic values; the interpreter computes those whose arguments are known.

An operator that is in no table is computed for every combination of values that its arguments may
have, if those are few.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from holdfast.interp.builtins import BUILTINS
from holdfast.ir.values import Value
from holdfast.smt.bounded.cases import SymOperator, by_cases
from holdfast.smt.bounded.collections import COLLECTIONS
from holdfast.smt.bounded.place import Place
from holdfast.smt.bounded.sequences import SEQUENCES
from holdfast.smt.bounded.support import refuse_bounded
from holdfast.smt.bounded.symbolic import Sym, is_known

_TABLE: Mapping[str, Callable[..., Sym]] = {**COLLECTIONS, **SEQUENCES}
SUPPORTED_BUILTINS = frozenset(_TABLE)


def call_builtin(name: str, args: Sequence[Sym | SymOperator], at: Place) -> Sym:
    """The value of a library operator; arguments that are operators are Python callables."""
    plain = BUILTINS.get(name)
    values = [a for a in args if not callable(a)]
    never = plain is None or plain.context or plain.lazy or name == "Sequences!Seq"
    if never or not all(map(is_known, values)):
        own = _TABLE.get(name)
        if own is not None:
            return own(*args, at)
    if plain is None or plain.context or plain.lazy or name in _IMPURE:
        raise refuse_bounded("builtin", at.span, f"`{name}`")
    if len(values) < len(args):
        return _with_operators(name, args, at)
    return by_cases(plain.function, values, at, f"`{name.partition('!')[2]}`")


_IMPURE = frozenset(("TLC!JavaTime", "TLC!RandomElement"))


def _with_operators(name: str, args: Sequence[Sym | SymOperator], at: Place) -> Sym:
    """An operator with operators as arguments: ours, or the interpreter's on known values."""
    own = _TABLE.get(name)
    if own is not None:
        return own(*args, at)

    def known_only(operator: SymOperator) -> Callable[..., Value]:
        def call(*values: Value) -> Value:
            result = operator(*values, at)
            if not is_known(result):
                raise refuse_bounded("builtin", at.span, f"`{name}`")
            return result  # type: ignore[return-value]

        return call

    wrapped = {i: known_only(a) for i, a in enumerate(args) if callable(a)}
    places = [i for i in range(len(args)) if i not in wrapped]

    def function(*values: Value) -> Value:
        given = dict(zip(places, values, strict=True))
        all_args = [wrapped[i] if i in wrapped else given[i] for i in range(len(args))]
        return BUILTINS[name].function(*all_args)

    values = [args[i] for i in places]
    return by_cases(function, values, at, f"`{name}`")  # type: ignore[arg-type]
