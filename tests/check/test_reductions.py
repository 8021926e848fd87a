"""SYMMETRY together with VIEW: the counts are TLC's."""

from __future__ import annotations

import pytest

from tests.check.asked import ask

# Which variable is compared first decides which of the symmetric states a view is taken of.
BODY = """CONSTANT P
VARIABLES {variables}
Sym == Permutations(P)
Init == {a} \\in P /\\ {b} = [p \\in P |-> 0] /\\ {c} = {{}}
Next == \\/ {a}' \\in P /\\ UNCHANGED <<{b}, {c}>>
        \\/ {c}' = {c} \\union {{{a}}} /\\ UNCHANGED <<{a}, {b}>>
        \\/ \\E p \\in {c} : {c}' = {c} \\ {{p}} /\\ {a}' = p /\\ UNCHANGED {b}
        \\/ \\E p \\in P : {b}' = [{b} EXCEPT ![p] = (@ + 1) % 2] /\\ UNCHANGED <<{a}, {c}>>
V == {view}
"""
CONFIG = "INIT Init\nNEXT Next\nSYMMETRY Sym\nVIEW V\nCONSTANT P = {p0, p1, p2}"


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(
    ("names", "view", "generated", "distinct"),
    [
        ("a b c", "IF {a} \\in {c} THEN {a} ELSE {c}", 34, 4),
        ("memory1 ownerA memory_q", "<<{a}>>", 24, 3),
        ("queue hist zz", "<<{a}, {b}[{a}]>>", 40, 5),
        ("x log1 st", "{{p \\in P : {b}[p] = 0}}", 45, 6),
        ("buf1 pc_q msgs", "{c}", 18, 2),
    ],
)
def test_the_view_is_that_of_the_least_symmetric_state(
    names: str, view: str, generated: int, distinct: int, engine: str
) -> None:
    named = dict(zip("abc", names.split(), strict=True))
    body = BODY.format(variables=", ".join(named.values()), view=view.format(**named), **named)
    answer = ask(body, CONFIG, engine=engine)
    assert (answer.counts.generated, answer.counts.distinct) == (generated, distinct)
