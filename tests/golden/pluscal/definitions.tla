VARIABLES pc, x

(* define statement *)
Double(n) == 2 * n

Small == x < Double(10)

VARIABLE mine

vars == <<pc, x, mine>>

ProcSet == {1}

Init == /\ x = 0
        /\ mine = [self \in {1} |-> Double(2)]
        /\ pc = [self \in ProcSet |-> "a"]

a(self) == /\ pc[self] = "a"
           /\ x' = Double(x) + mine[self]
           /\ pc' = [pc EXCEPT ![self] = "Done"]
           /\ mine' = mine

p(self) == a(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet : pc[self] = "Done"
               /\ UNCHANGED vars

Next == \/ \E self \in {1} : p(self)
        \/ Terminating

Spec == Init /\ [][Next]_vars

Termination == <>(\A self \in ProcSet : pc[self] = "Done")
