VARIABLE x

vars == <<x>>

ProcSet == 1..2

Init == /\ x = 0

p(self) == /\ x /= self
           /\ x' = self

Next == \E self \in 1..2 : p(self)

Spec == Init /\ [][Next]_vars
