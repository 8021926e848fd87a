"""Models for the tests of `holdfast tlc`: one spec, a configuration for each outcome."""

from __future__ import annotations

from pathlib import Path

TANK = r"""---- MODULE Tank ----
EXTENDS Naturals, Sequences, TLC
CONSTANT Max
VARIABLES level, log
vars == <<level, log>>
ASSUME Max > 0
Init == level \in 0..1 /\ log = <<>>
Fill(k) == level + k <= Max /\ level' = level + k /\ log' = [by |-> k, seen |-> {level}]
Drain ==
    \/ level > 2 /\ level' = 0 /\ UNCHANGED log
    \/ level = 2 /\ level' = 1 /\ UNCHANGED log
Next == (\E k \in 1..2 : Fill(k)) \/ Drain
Spec == Init /\ [][Next]_vars
Small == level < 9
Low == level < 3
Dry == level = 0
Up == [][level' > level]_vars
Full == <>(level = Max)
Seen == [twice |-> 2 * level]
NextUp == \E k \in 1..2 : Fill(k)
NextAssert == Fill(1) \/ (level = 2 /\ Assert(FALSE, "overflow") /\ UNCHANGED vars)
NextHead == Fill(1) \/ (level = 2 /\ level' = Head(<<>>) /\ UNCHANGED log)
NextPart == Fill(1) \/ (level = 2 /\ log' = log)
NextPrint == Fill(1) /\ PrintT(<<"level", level>>)
InitNone == level \in {} /\ log = <<>>
After == TLCGet("distinct") < 3
====
"""
_INIT = "INIT Init\nCONSTANT Max = 3\n"
CONFIGS = {
    "holds": "SPECIFICATION Spec\nCONSTANT Max = 3\nINVARIANT Small\n",
    "invariant": "SPECIFICATION Spec\nCONSTANT Max = 3\nINVARIANT Low\n",
    "initial": "SPECIFICATION Spec\nCONSTANT Max = 3\nINVARIANT Dry\n",
    "initial_property": "SPECIFICATION Spec\nCONSTANT Max = 3\nPROPERTY Dry\n",
    "action": "SPECIFICATION Spec\nCONSTANT Max = 3\nPROPERTY Up\n",
    "alias": "SPECIFICATION Spec\nCONSTANT Max = 3\nINVARIANT Low\nALIAS Seen\n",
    "deadlock": f"{_INIT}NEXT NextUp\n",
    "assertion": f"{_INIT}NEXT NextAssert\n",
    "evaluation": f"{_INIT}NEXT NextHead\n",
    "incomplete": f"{_INIT}NEXT NextPart\n",
    "printed": f"{_INIT}NEXT NextPrint\nCHECK_DEADLOCK FALSE\n",
    "no_initial_state": "INIT InitNone\nNEXT Next\nCONSTANT Max = 3\n",
    "assumption": "SPECIFICATION Spec\nCONSTANT Max = 0\n",
    "postcondition": "SPECIFICATION Spec\nCONSTANT Max = 3\nPOSTCONDITION After\n",
    "no_constant": "SPECIFICATION Spec\n",
    "no_name": "SPECIFICATION Spec\nCONSTANT Max = 3\nINVARIANT Missing\n",
    "conflict": f"{_INIT}NEXT Next\nSPECIFICATION Spec\n",
    "keyword": f"{_INIT}NEXT Next\nSOMETHING Else\n",
}
EXITS = {
    "holds": 0,
    "invariant": 12,
    "initial": 12,
    "initial_property": 13,
    "action": 13,
    "alias": 12,
    "deadlock": 11,
    "assertion": 14,
    "evaluation": 75,
    "incomplete": 75,
    "printed": 0,
    "no_initial_state": 20,
    "assumption": 10,
    "postcondition": 10,
    "no_constant": 151,
    "no_name": 151,
    "conflict": 151,
    "keyword": 255,
}


def write_models(folder: Path) -> None:
    """Write the spec and its configurations."""
    (folder / "Tank.tla").write_text(TANK, encoding="utf-8")
    for name, text in CONFIGS.items():
        (folder / f"{name}.cfg").write_text(text, encoding="utf-8")
