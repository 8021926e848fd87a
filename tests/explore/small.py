"""A small spec: withdrawals from an account, with a race."""

from __future__ import annotations

WIRE = """---- MODULE Wire ----
EXTENDS Integers
CONSTANT N
VARIABLES account, pc
Init == /\\ account \\in [{"alice", "bob"} -> 1..2]
        /\\ pc = [p \\in 1..N |-> "check"]
Check(self) == /\\ pc[self] = "check"
               /\\ account["alice"] >= 1
               /\\ pc' = [pc EXCEPT ![self] = "withdraw"]
               /\\ UNCHANGED account
Withdraw(self) == /\\ pc[self] = "withdraw"
                  /\\ account' = [account EXCEPT !["alice"] = @ - 1]
                  /\\ pc' = [pc EXCEPT ![self] = "done"]
Next == \\E self \\in 1..N : Check(self) \\/ Withdraw(self)
Spec == Init /\\ [][Next]_<<account, pc>>
NoOverdrafts == \\A p \\in DOMAIN account : account[p] >= 0
NotNumber == account
====
"""
CONFIG = "SPECIFICATION Spec\nCONSTANT N = 2\nINVARIANT NoOverdrafts\nCHECK_DEADLOCK FALSE\n"
