"""Modules TLCExt and Toolbox: registers, the states so far, errors as values."""

from __future__ import annotations

from typing import Protocol

from holdfast.interp.arguments import sequence, string
from holdfast.interp.builtins.table import Table
from holdfast.interp.builtins.tlc import find_register
from holdfast.interp.context import Context
from holdfast.interp.errors import EvalError, outside
from holdfast.interp.functions import apply
from holdfast.interp.members import listed
from holdfast.ir.fingerprint import fingerprint
from holdfast.ir.notation import describe, show
from holdfast.ir.order import ordered
from holdfast.ir.ranks import known_string
from holdfast.ir.values import FALSE, TRUE, Value, model_value


class Later(Protocol):
    """An argument that has not been evaluated."""

    def force(self) -> Value:
        """Evaluate it."""
        ...


def fails(error: Later, expression: Later) -> Value:
    """AssertError(error, expression): TLC's wording of the message is not compared."""
    try:
        expression.force()
    except EvalError:
        string(error.force(), "AssertError")
        return TRUE
    return FALSE


def register_or(context: Context, key: Value, default: Value) -> Value:
    """TLCGetOrDefault(key, default)."""
    known = find_register(context, key)
    return default if known is None else known


def trace(context: Context) -> Value:
    """Trace."""
    value = context.trace()
    if value is None:
        raise EvalError("eval-undefined", "Trace is undefined here: there is no state yet")
    return value


def counterexample(context: Context) -> Value:
    """CounterExample."""
    return context.counterexample()


def states_of(graph: Value) -> Value:
    """ToTrace(graph): the states of a counterexample in their order."""
    rows = [sequence(s, "ToTrace") for s in ordered(listed(apply(graph, "state")))]
    if any(len(row) != 2 for row in rows):
        raise outside(f"ToTrace needs a counterexample, not {describe(graph)}")
    return tuple([row[1] for row in rows])


def named(name: Value) -> Value:
    """TLCModelValue(name)."""
    return model_value(known_string(string(name, "TLCModelValue")))


def deferred(context: Context, expression: Later) -> Value:
    """TLCDefer(expression): there is no simulation, so nothing is evaluated later."""
    context.warn("TLCDefer evaluates nothing here")
    return TRUE


def picked(context: Context, condition: Later) -> Value:
    """PickSuccessor(condition): this is not interactive, so every step is taken."""
    if condition.force() is not TRUE:
        context.warn("PickSuccessor takes every step here")
    return TRUE


def cached(expression: Later, closure: Later) -> Value:
    """TLCCache(expression, closure): the value is the same without a cache."""
    return expression.force()


def short_fingerprint(value: Value) -> Value:
    """TLCFP(value): the lower 32 bits of its fingerprint, as a signed number."""
    low = fingerprint(value) & 0xFFFFFFFF
    return low - (1 << 32) if low >> 31 else low


def definition_value(context: Context, name: Value) -> Value:
    """TLCEvalDefinition(name)."""
    text = string(name, "TLCEvalDefinition")
    value = context.definition(text)
    if value is None:
        raise EvalError("eval-undefined", f"there is no definition {show(text)} without parameters")
    return value


TABLE: Table = {
    "TLCExt!AssertError": fails,
    "TLCExt!TLCGetOrDefault": register_or,
    "TLCExt!Trace": trace,
    "TLCExt!CounterExample": counterexample,
    "TLCExt!ToTrace": states_of,
    "TLCExt!TLCModelValue": named,
    "TLCExt!TLCDefer": deferred,
    "TLCExt!PickSuccessor": picked,
    "TLCExt!TLCCache": cached,
    "TLCExt!TLCFP": short_fingerprint,
    "TLCExt!TLCEvalDefinition": definition_value,
    "Toolbox!_TETrace": trace,
}
