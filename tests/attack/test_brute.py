"""The slow evaluator means what TLA+ means: small specs by hand, and states tried one by one."""

from __future__ import annotations

from itertools import product

import pytest

from tests.attack.answers import by_substitution
from tests.attack.brute import At, Fun, State, Undefined, Value, key, steps, truth
from tests.attack.explore import explore, flatten
from tests.attack.generate import VARIABLES, generate
from tests.attack.tree import (
    Apply,
    Call,
    Definition,
    Expr,
    Instance,
    Lambda,
    Let,
    Lit,
    Module,
    OpName,
    Spec,
    Unit,
)

X = Call("x")
NEXT = Apply("=", (Apply("'", (X,)), Apply("%", (Apply("+", (X, Lit(1))), Lit(3)))))


def prime(e: Expr) -> Expr:
    return Apply("'", (e,))


def equal(a: Expr, b: Expr) -> Expr:
    return Apply("=", (a, b))


def differ(a: Expr, b: Expr) -> Expr:
    return Apply("#", (a, b))


def counter(*units: Unit, others: tuple[Module, ...] = (), constant: int | None = None) -> Spec:
    """A counter from 0 to 2 and over again, with the property `[][P]_x`, or the invariant `Inv`."""
    extends = ("Base",) if constant is not None else ()
    given = (
        Definition("Init", (), equal(X, Lit(0))),
        Definition("Next", (), NEXT),
        Definition("vars", (), X),
    )
    root = Module("Root", extends, (), ("x",), (*units, *given))
    names = [unit.name for unit in units]
    return Spec(
        (*others, root),
        () if constant is None else (("N", constant),),
        ("Inv",) if "Inv" in names else (),
        (("P", "vars"),) if "P" in names else (),
    )


CHANGES = Definition("Changes", (("v", 0),), differ(prime(Call("v")), Call("v")))
APPLY = Definition("Ap", (("op", 1), ("a", 0)), Call("op", (Call("a"),)))


def violated(spec: Spec) -> dict[str, int]:
    said = by_substitution(spec)
    assert said is not None
    assert said.kind == "explored", said
    return dict(said.violated)


def test_enabled_inside_an_instance_speaks_of_the_variables_of_the_module() -> None:
    u, v = prime(Call("u")), prime(Call("v"))
    both = Apply("/\\", (equal(u, Lit(0)), equal(v, Lit(1))))
    units = (Definition("A", (), both), Definition("E", (), Apply("ENABLED", (Call("A"),))))
    module = Module("M", (), (), ("u", "v"), units)
    instance = Instance("I", (), "M", (("u", X), ("v", X)))
    inside = Definition("Inv", (), Apply("~", (Call("E", (), (("I", ()),)),)))
    assert violated(counter(instance, inside, others=(module,))) == {"Inv": 1}
    action = Call("A", (), (("I", ()),))
    outside = Definition("Inv", (), Apply("~", (Apply("ENABLED", (action,)),)))
    assert violated(counter(instance, outside, others=(module,))) == {}


def test_an_instance_replaces_the_constant_of_an_extended_module() -> None:
    base = Module("Base", (), ("N",), (), ())
    units = (Definition("Lim", (), Apply("<", (Call("u"), Call("N")))),)
    module = Module("M", ("Base",), (), ("u",), units)
    instance = Instance("I", (), "M", (("u", X), ("N", Lit(2))))
    limited = Definition("Inv", (), Call("Lim", (), (("I", ()),)))
    assert violated(counter(instance, limited, others=(base, module), constant=5)) == {"Inv": 3}


PASSED = {
    "a LET operator primes its parameter": Let(
        (Definition("Ch", (("e", 0),), differ(prime(Call("e")), Call("e"))),), Call("Ch", (X,))
    ),
    "an operator that is passed primes its parameter": Call("Ap", (OpName("Changes"), X)),
    "a LAMBDA primes its parameter": Call(
        "Ap", (Lambda(("e",), differ(prime(Call("e")), Call("e"))), X)
    ),
}


@pytest.mark.parametrize("formula", PASSED.values(), ids=PASSED.keys())
def test_a_prime_reaches_what_is_passed(formula: Expr) -> None:
    never = Definition("P", (), Apply("~", (formula,)))
    assert violated(counter(CHANGES, APPLY, never)) == {"AlwaysP": 2}


def test_enabled_of_a_parameter_asks_about_any_next_state() -> None:
    enabled = Definition("En", (("a", 0),), Apply("ENABLED", (Call("a"),)))
    seven = Call("En", (equal(prime(X), Lit(7)),))
    never = Definition("P", (), Apply("~", (seven,)))
    assert violated(counter(enabled, never)) == {"AlwaysP": 2}


def test_a_parameter_may_be_read_in_both_states() -> None:
    same = Definition("Same", (("e", 0),), equal(Call("e"), prime(Call("e"))))
    assert violated(counter(same, Definition("P", (), Call("Same", (X,))))) == {"AlwaysP": 2}


def test_recursive_operators_are_read_in_the_next_state() -> None:
    def step(end: Expr, other: str) -> Expr:
        again = Call(other, (Apply("-", (Call("n"), Lit(1))),))
        return Apply("IF", (equal(Call("n"), Lit(0)), end, again))

    first = Definition("A", (("n", 0),), step(X, "B"), group=1)
    second = Definition("B", (("n", 0),), step(Lit(0), "A"), group=1)
    never = Definition("P", (), equal(prime(Call("B", (Lit(1),))), X))
    assert violated(counter(first, second, never)) == {"AlwaysP": 2}


# ---- an action is searched as its formula says ----


def domain(name: str) -> list[Value]:
    numbers: list[Value] = [0, 1, 2]
    match VARIABLES[name]:
        case "int":
            return numbers
        case "bool":
            return [False, True]
        case _:
            return [Fun(frozenset({(1, a), (2, b)})) for a, b in product(numbers, numbers)]


def all_states(names: tuple[str, ...]) -> list[State]:
    rows = product(*(domain(name) for name in names))
    return [dict(zip(names, row, strict=True)) for row in rows]


def row_of(state: State, names: tuple[str, ...]) -> tuple[object, ...]:
    return tuple(key(state[name]) for name in names)


def test_steps_are_the_pairs_of_states_that_satisfy_the_formula() -> None:
    tried = 0
    for seed in range(60):
        spec = flatten(generate(seed))
        states = all_states(spec.variables)
        if len(states) > 30 or explore(spec).undefined is not None:
            continue
        for state in states:
            try:
                found = steps(spec.next, At(state, {}, {}, spec.variables))
                expected = {row_of(s, spec.variables) for s in found}
                pairs = [(s, truth(spec.next, At(state, s, {}))) for s in states]
            except Undefined:
                continue
            tried += 1
            assert {row_of(s, spec.variables) for s, holds in pairs if holds} == expected, seed
    assert tried > 100
