VARIABLES pc, f, r, g, h

vars == <<pc, f, r, g, h>>

ProcSet == 1..2

Init == /\ f = <<1, 2, 3>>
        /\ r = [a |-> 1, b |-> 2]
        /\ g = [self \in 1..2 |-> <<1, 2>>]
        /\ h = [self \in 1..2 |-> 0]
        /\ pc = [self \in ProcSet |-> "s"]

s(self) == /\ pc[self] = "s"
           /\ /\ f' = [f EXCEPT ![1] = f[2], ![2] = f[1]]
              /\ r' = [r EXCEPT !.a = h[self]]
           /\ pc' = [pc EXCEPT ![self] = "t"]
           /\ UNCHANGED <<g, h>>

t(self) == /\ pc[self] = "t"
           /\ /\ g' = [g EXCEPT ![self][1] = g[self][2],
                                ![self][2] = g[self][1]]
              /\ h' = [h EXCEPT ![self] = g[self][self]]
           /\ f' = [f EXCEPT ![h'[self]] = g'[self][1]]
           /\ pc' = [pc EXCEPT ![self] = "Done"]
           /\ r' = r

p(self) == s(self) \/ t(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet : pc[self] = "Done"
               /\ UNCHANGED vars

Next == \/ \E self \in 1..2 : p(self)
        \/ Terminating

Spec == Init /\ [][Next]_vars

Termination == <>(\A self \in ProcSet : pc[self] = "Done")
