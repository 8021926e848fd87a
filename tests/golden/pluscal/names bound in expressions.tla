VARIABLES pc, S, f, x, i

vars == <<pc, S, f, x, i>>

ProcSet == S

Init == /\ S = {1, 2}
        /\ f = [i \in S |-> i]
        /\ x = [self \in S |-> 1]
        /\ i = [self \in S |-> [x |-> self, i |-> 2]]
        /\ pc = [self \in ProcSet |-> "a"]

a(self) == /\ pc[self] = "a"
           /\ x' = [x EXCEPT ![self] = x[self] + 1]
           /\ S' = {x'[self]} \union {y \in S : \E z \in S : z = x'[self] + y}
           /\ f' = [z \in S' |->
                      LET w == i[self].x + x'[self]
                      IN  [x |-> w, i |-> z].x]
           /\ \A y, z \in S' : CHOOSE v \in {y, z, x'[self]} : v = f'[y]
           /\ pc' = [pc EXCEPT ![self] = "Done"]
           /\ i' = i

p(self) == a(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet : pc[self] = "Done"
               /\ UNCHANGED vars

Next == \/ \E self \in S : p(self)
        \/ Terminating

Spec == Init /\ [][Next]_vars

Termination == <>(\A self \in ProcSet : pc[self] = "Done")
