"""A system whose constants are variables means the same, also below ENABLED."""

from __future__ import annotations

from pathlib import Path

from holdfast.infer.lift import lift, machine_of
from holdfast.ir import expr as ir
from holdfast.ir.body import own_exprs, walk_body
from holdfast.ir.construct import set_of
from holdfast.ir.system import Body
from holdfast.ir.values import Value, model_value
from holdfast.workbench import load, prepare

SPEC = """---- MODULE Seats ----
CONSTANT Guests
VARIABLE taken
Init == taken = {}
Sit == \\E g \\in Guests : g \\notin taken /\\ taken' = taken \\union {g}
Leave == ~ENABLED Sit /\\ taken' = {}
Next == Sit \\/ Leave
====
"""
CONFIG = "INIT Init NEXT Next CONSTANT Guests = {g1, g2}"


def exprs_of(b: Body) -> list[ir.Expr]:
    """Every expression of a body, also of the trees below it."""
    found: list[ir.Expr] = []
    pending = [e for part in walk_body(b) for e in own_exprs(part)]
    while pending:
        for e in ir.walk(pending.pop()):
            found.append(e)
            if isinstance(e, ir.Enabled) and e.tree is not None:
                pending += [x for part in walk_body(e.tree) for x in own_exprs(part)]
    return found


def test_enabled_reads_the_lifted_constant(tmp_path: Path) -> None:
    (tmp_path / "Seats.tla").write_text(SPEC, encoding="utf-8")
    (tmp_path / "Seats.cfg").write_text(CONFIG, encoding="utf-8")
    lifted = lift(prepare(load(tmp_path / "Seats.tla")).system)
    below = [e for action in lifted.system.actions for e in exprs_of(action.body)]
    trees = [e.tree for e in below if isinstance(e, ir.Enabled)]
    assert trees
    assert all(trees)
    assert not [e for e in below if isinstance(e, ir.Call) and e.name == "Guests"]
    machine = machine_of(lifted)
    one, two = model_value("g1"), model_value("g2")

    def steps(*taken: Value) -> set[str]:
        state = lifted.row({"Guests": set_of((one, two))}, (set_of(taken),))
        return {m.action.name for m in machine.movers if machine.successors(state, m)}

    assert steps() == {"Sit"}
    assert steps(one, two) == {"Leave"}
