from __future__ import annotations

from pathlib import Path

from holdfast.workbench import load, prepare

MODULE = r"""---- MODULE Named ----
EXTENDS Naturals
VARIABLES x
Near(s) == {t \in 1..3 : t # s /\ t \notin x}
Add(s, t) == s \notin x /\ x' = x \union {t}
Drop(s) == x' = x \ {s}
Init == x = {}
Same == \E s \in x : Drop(s)
Next == (\E s \in 1..3 : \E t \in Near(s) : Add(s, t)) \/ (\E s \in x : Drop(s)) \/ Same
Inv == x \subseteq 1..3
====
"""


def test_an_action_that_is_called_for_an_element_of_the_state_has_its_name(tmp_path: Path) -> None:
    path = tmp_path / "Named.tla"
    path.write_text(MODULE)
    system = prepare(load(path), {"invariants": ["Inv"], "deadlock": False}).system
    assert [a.name for a in system.actions] == ["Add", "Drop", "Same"]
