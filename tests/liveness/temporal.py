"""Temporal formulas as TLA+ text together with their meaning in a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.liveness import formula as ltl
from tests.liveness.formula import Formula, Now, Step
from tests.liveness.terms import (
    Env,
    Model,
    Term,
    Value,
    World,
    changes,
    enabled,
    negated,
    or_stutters,
    show_set,
)


@dataclass(frozen=True)
class Temporal:
    """A temporal formula: its text, and its meaning in a model given the parameters."""

    text: str
    means: Callable[[Model, Env], Formula]


def now(world: World, term: Term) -> Temporal:
    """A state predicate."""

    def means(model: Model, env: Env) -> Formula:
        seen = [world.view(state) for state in model.states]
        return Now(frozenset(k for k, s in enumerate(seen) if term.means(s, s, env)))

    return Temporal(f"({term.text})", means)


def step(world: World, term: Term) -> Temporal:
    """An action; TLA+ has it only below `[]` and `<>`, with a subscript."""

    def means(model: Model, env: Env) -> Formula:
        seen = [world.view(state) for state in model.states]
        pairs = model.graph.steps
        return Step(frozenset((s, t) for s, t in pairs if term.means(seen[s], seen[t], env)))

    return Temporal(term.text, means)


def always(body: Temporal) -> Temporal:
    """`[]F`."""
    return Temporal(f"[]{body.text}", lambda model, env: ltl.Always(body.means(model, env)))


def eventually(body: Temporal) -> Temporal:
    """`<>F`."""
    return Temporal(f"<>{body.text}", lambda model, env: ltl.Eventually(body.means(model, env)))


def negation(body: Temporal) -> Temporal:
    """`~F`."""
    return Temporal(f"(~{body.text})", lambda model, env: ltl.Not(body.means(model, env)))


CONNECTIVES: dict[str, Callable[[Formula, Formula], Formula]] = {
    "/\\": lambda left, right: ltl.And((left, right)),
    "\\/": lambda left, right: ltl.Or((left, right)),
    "=>": ltl.implies,
    "<=>": ltl.equivalent,
    "~>": ltl.leads_to,
}


def joined(left: Temporal, connective: str, right: Temporal) -> Temporal:
    """Two formulas with a connective between them."""
    join = CONNECTIVES[connective]
    return Temporal(
        f"({left.text} {connective} {right.text})",
        lambda model, env: join(left.means(model, env), right.means(model, env)),
    )


def quantified(
    sign: str, name: str, values: Sequence[Value], body: Temporal, text: str
) -> Temporal:
    """`\\A` or `\\E` over a constant set."""
    join = ltl.And if sign == "\\A" else ltl.Or
    return Temporal(
        f"({sign} {name} \\in {text or show_set(values)} : {body.text})",
        lambda model, env: join(tuple(body.means(model, {**env, name: v}) for v in values)),
    )


def weak(world: World, action: Term, subscript: Term) -> Temporal:
    """`WF_v(A)`."""
    taken = changes(action, subscript)
    disabled = now(world, negated(enabled(world, taken)))
    often = always(eventually(step(world, taken)))
    meaning = joined(always(eventually(disabled)), "\\/", often)
    return Temporal(f"WF{_index(taken, action)}({action.text})", meaning.means)


def strong(world: World, action: Term, subscript: Term) -> Temporal:
    """`SF_v(A)`."""
    taken = changes(action, subscript)
    disabled = now(world, negated(enabled(world, taken)))
    often = always(eventually(step(world, taken)))
    meaning = joined(eventually(always(disabled)), "\\/", often)
    return Temporal(f"SF{_index(taken, action)}({action.text})", meaning.means)


def _index(taken: Term, action: Term) -> str:
    """The `_v` of `<<A>>_v`."""
    return taken.text.removeprefix(f"<<{action.text}>>")


def taken(world: World, action: Term, subscript: Term) -> Temporal:
    """`<<A>>_v`, to be put below `<>`."""
    return step(world, changes(action, subscript))


def only(world: World, action: Term, subscript: Term) -> Temporal:
    """`[A]_v`, to be put below `[]`."""
    return step(world, or_stutters(action, subscript))


def named(name: str, body: Temporal) -> Temporal:
    """A definition without parameters."""
    return Temporal(name, lambda model, _env: body.means(model, {}))


def called(name: str, formal: str, body: Temporal, argument: Term) -> Temporal:
    """An operator with one parameter that is applied to a constant or parameter."""

    def means(model: Model, env: Env) -> Formula:
        nowhere = ()
        return body.means(model, {formal: argument.means(nowhere, nowhere, env)})

    return Temporal(f"{name}({argument.text})", means)


def local(name: str, definition: Temporal, body: Temporal) -> Temporal:
    """`LET`; the body refers to the definition by its name and meaning."""
    return Temporal(f"(LET {name} == {definition.text} IN {body.text})", body.means)
