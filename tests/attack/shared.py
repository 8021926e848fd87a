"""What writers of random specs share: names, choices, small formulas."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from tests.attack.tree import Apply, Bind, Call, Expr, Lit

POOL = "a b c e i j k m n".split()
"""Names of parameters and bound variables: few, so that different operators share them."""
VALUE_TYPES = ("int", "int", "int", "bool", "fun")


def prime(e: Expr) -> Expr:
    """The value of a state function in the next state."""
    return Apply("'", (e,))


def both(*parts: Expr) -> Expr:
    """A conjunction."""
    first, *rest = parts
    for part in rest:
        first = Apply("/\\", (first, part))
    return first


def within_domain(e: Expr, type: str) -> Expr:
    """A value that a variable of the type may have."""
    match type:
        case "int":
            return Apply("%", (e, Lit(3)))
        case "fun":
            entry = Apply("%", (Apply("[]", (e, Call("q"))), Lit(3)))
            return Bind("function", "q", Apply("..", (Lit(1), Lit(2))), entry)
        case _:
            return e


F = TypeVar("F", bound=Callable[..., object])
_VALUES = "conditional called local local_instance higher_order recursive primed stepping enabled"
_ACTIONS = "guarded judged branching exists local_action named_action"
_PASSED_ACTIONS = "passed_actions put applied_action recursive_action"
FORMS = {
    **dict.fromkeys(_VALUES.split(), 0.3),
    **dict.fromkeys(_ACTIONS.split(), 0.4),
    **dict.fromkeys(_PASSED_ACTIONS.split(), 0.75),
}
"""What a spec may leave out, and how often: with fewer ways, each of them is met more often."""


@dataclass(slots=True)
class Shared:
    """What the writers of all modules of a spec share.

    `number` makes names new. `errors` asks for formulas that may have no value, `early` for actions
    that read next values before they are given. `composing` tells where actions may be composed:
    TLC does not compose them below ENABLED or in instances.
    """

    random: Random
    number: int = 0
    errors: bool = False
    early: bool = False
    left_out: frozenset[str] = frozenset()
    composing: bool = False

    def chosen(self, forms: list[F]) -> F:
        """One of some ways to write something, without those that the spec leaves out."""
        return self.random.choice([f for f in forms if f.__name__ not in self.left_out])
