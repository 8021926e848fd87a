"""Formulas as TLA+ text together with their meaning, a Python function.

A `Term` is about a state or a step, a `Temporal` about behaviours. Both may have free parameters,
whose values are in an `Env`. Everything is written with all parentheses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from operator import eq, ge, le, ne
from typing import Any, TypeAlias

from tests.liveness.formula import Graph, graph

Value: TypeAlias = Any
"""An int, a bool or a str; the tuple of its values for a function, in the order of its domain."""

State: TypeAlias = tuple[Value, ...]
Env: TypeAlias = Mapping[str, Value]


@dataclass(frozen=True)
class Term:
    """An expression about a step: its text, and its value given two states and the parameters."""

    text: str
    means: Callable[[State, State, Env], Value]


@dataclass(frozen=True)
class World:
    """The variables of a module: all their values, and those in a state of the root module."""

    domains: Mapping[str, tuple[Value, ...]]
    view: Callable[[State], State]

    @cached_property
    def states(self) -> tuple[State, ...]:
        """All states, reachable or not."""
        return tuple(product(*self.domains.values()))

    def variable(self, name: str) -> Term:
        """A variable of the module."""
        position = tuple(self.domains).index(name)
        return Term(name, lambda s, _t, _env: s[position])

    def variables(self, names: Sequence[str]) -> Term:
        """A tuple of variables, such as a subscript."""
        parts = [self.variable(name) for name in names]
        text = f"<<{', '.join(names)}>>" if len(names) > 1 else names[0]
        return Term(text, lambda s, t, env: tuple(part.means(s, t, env) for part in parts))


@dataclass(frozen=True)
class Model:
    """The reachable states of the root module and the steps between them."""

    states: tuple[State, ...]
    graph: Graph


def explore(world: World, init: Term, next_step: Term) -> Model:
    """The reachable states, found by trying all pairs of states."""
    states = [s for s in world.states if init.means(s, s, {})]
    number = {state: k for k, state in enumerate(states)}
    initial, steps = range(len(states)), list[tuple[int, int]]()
    for before in states:  # it grows
        for after in world.states:
            if next_step.means(before, after, {}):
                if after not in number:
                    number[after] = len(states)
                    states.append(after)
                steps.append((number[before], number[after]))
    return Model(tuple(states), graph(len(states), initial, steps))


def show(value: Value) -> str:
    """A value as TLA+ text."""
    match value:
        case bool():
            return str(value).upper()
        case str():
            return f'"{value}"'
        case _:
            return str(value)


def show_set(values: Sequence[Value]) -> str:
    """A set of values as TLA+ text."""
    return f"{{{', '.join(map(show, values))}}}"


def constant(value: Value) -> Term:
    """A value."""
    return Term(show(value), lambda _s, _t, _env: value)


def parameter(name: str) -> Term:
    """A bound identifier."""
    return Term(name, lambda _s, _t, env: env[name])


def prime(term: Term) -> Term:
    """The value of an expression in the second state."""
    return Term(f"{_atom(term.text)}'", lambda _s, t, env: term.means(t, t, env))


COMPARISONS: dict[str, Callable[[Value, Value], bool]] = {"=": eq, "#": ne, "<=": le, ">=": ge}


def compared(left: Term, sign: str, right: Term) -> Term:
    """Two values that are compared."""
    compare = COMPARISONS[sign]
    return Term(
        f"{left.text} {sign} {right.text}",
        lambda s, t, env: compare(left.means(s, t, env), right.means(s, t, env)),
    )


def among(term: Term, values: Sequence[Value]) -> Term:
    """Whether a value is in a set."""
    chosen = frozenset(values)
    return Term(
        f"{term.text} \\in {show_set(values)}", lambda s, t, env: term.means(s, t, env) in chosen
    )


def plus(term: Term, more: int, size: int) -> Term:
    """A sum that stays below a size."""
    return Term(
        f"(({term.text} + {more}) % {size})",
        lambda s, t, env: (term.means(s, t, env) + more) % size,
    )


def conditional(test: Term, yes: Term, no: Term) -> Term:
    """`IF`."""
    return Term(
        f"(IF {test.text} THEN {yes.text} ELSE {no.text})",
        lambda s, t, env: (yes if test.means(s, t, env) else no).means(s, t, env),
    )


def negated(term: Term) -> Term:
    """`~P`."""
    return Term(f"~({term.text})", lambda s, t, env: not term.means(s, t, env))


def both(*terms: Term) -> Term:
    """A conjunction."""
    text = " /\\ ".join(f"({term.text})" for term in terms)
    return Term(text, lambda s, t, env: all(term.means(s, t, env) for term in terms))


def either(*terms: Term) -> Term:
    """A disjunction."""
    text = " \\/ ".join(f"({term.text})" for term in terms)
    return Term(text, lambda s, t, env: any(term.means(s, t, env) for term in terms))


def for_some(name: str, values: Sequence[Value], body: Term, text: str = "") -> Term:
    """`\\E`; the set may have another text."""
    return Term(
        f"\\E {name} \\in {text or show_set(values)} : ({body.text})",
        lambda s, t, env: any(body.means(s, t, {**env, name: v}) for v in values),
    )


def for_all(name: str, values: Sequence[Value], body: Term, text: str = "") -> Term:
    """`\\A`; the set may have another text."""
    return Term(
        f"\\A {name} \\in {text or show_set(values)} : ({body.text})",
        lambda s, t, env: all(body.means(s, t, {**env, name: v}) for v in values),
    )


def changes(term: Term, subscript: Term) -> Term:
    """The meaning of `<<A>>_v`."""
    differ = compared(prime(subscript), "#", subscript)
    return Term(
        f"<<{term.text}>>_{_subscript(subscript.text)}",
        lambda s, t, env: term.means(s, t, env) and differ.means(s, t, env),
    )


def or_stutters(term: Term, subscript: Term) -> Term:
    """The meaning of `[A]_v`."""
    same = compared(prime(subscript), "=", subscript)
    return Term(
        f"[{term.text}]_{_subscript(subscript.text)}",
        lambda s, t, env: term.means(s, t, env) or same.means(s, t, env),
    )


def enabled(world: World, action: Term) -> Term:
    """`ENABLED A`: there is a step to any state at all."""

    @cache
    def possible(state: State, env: tuple[tuple[str, Value], ...]) -> bool:
        return any(action.means(state, after, dict(env)) for after in world.states)

    return Term(
        f"ENABLED ({action.text})", lambda s, _t, env: possible(s, tuple(sorted(env.items())))
    )


def named(name: str, body: Term) -> Term:
    """A definition without parameters."""
    return Term(name, lambda s, t, _env: body.means(s, t, {}))


def called(name: str, formal: str, body: Term, argument: Term) -> Term:
    """An operator with one parameter that is applied."""
    return Term(
        f"{name}({argument.text})",
        lambda s, t, env: body.means(s, t, {formal: argument.means(s, t, env)}),
    )


def _atom(text: str) -> str:
    return text if text.isidentifier() else f"({text})"


def _subscript(text: str) -> str:
    return text if text.isidentifier() or text.startswith("<<") else f"({text})"
