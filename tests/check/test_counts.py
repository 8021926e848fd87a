"""How many states are generated, as TLC counts: where a formula branches, and where it does not."""

from __future__ import annotations

import pytest

from tests.check.asked import ask

BODY = """
VARIABLES x, y
A(c) == c /\\ y' = TRUE /\\ x' = TRUE
Local(c) == LET step(k) == A(c) IN step(0)
Twice(i) == A(i \\/ i)
Either == TRUE \\/ TRUE
Init == x = TRUE /\\ y \\in {TRUE, FALSE}
"""


@pytest.mark.parametrize("engine", ["interp", pytest.param("native", marks=pytest.mark.native)])
@pytest.mark.parametrize(
    ("next_step", "generated"),
    [
        ("(TRUE \\/ TRUE) /\\ y' = TRUE /\\ x' = TRUE", 6),
        ("A(TRUE \\/ TRUE)", 4),
        ("A(Either)", 4),
        ("A(x \\/ x)", 6),
        ("Local(TRUE \\/ TRUE)", 4),
        ("Local(x \\/ x)", 6),
        ("A(\\A m \\in {0, 1} : TRUE \\/ TRUE)", 4),
        ("\\E i \\in {1, 2} : A(i = 1 \\/ i < 5)", 6),
        ("Twice(x)", 6),
        ("Twice(TRUE)", 4),
        ("LET z == x IN A(z \\/ z)", 6),
    ],
)
def test_an_argument_branches_only_if_it_depends_on_the_state(
    engine: str, next_step: str, generated: int
) -> None:
    config = "INIT Init\nNEXT Next\nCHECK_DEADLOCK FALSE"
    answer = ask(f"{BODY}Next == {next_step}\n", config, engine=engine)
    assert answer.counts.generated == generated


def test_an_argument_branches_in_the_initial_predicate() -> None:
    body = (
        "VARIABLES x, y\nA(c) == c /\\ x = TRUE\n"
        "Init == A(TRUE \\/ TRUE) /\\ y \\in {TRUE, FALSE}\n"
        "Next == UNCHANGED <<x, y>>\n"
    )
    assert ask(body).counts.generated == 6
