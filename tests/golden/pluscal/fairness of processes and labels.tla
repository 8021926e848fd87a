VARIABLES pc, x, y

vars == <<pc, x, y>>

ProcSet == {"L"} \union {1, 2} \union {0}

Init == /\ x = 0
        /\ y = [self \in {1, 2} |-> 3]
        /\ pc = [self \in ProcSet |->
                   CASE self = "L" -> "a"
                     [] self \in {1, 2} -> "d"
                     [] self = 0 -> "f"]

a == /\ pc["L"] = "a"
     /\ x' = x + 1
     /\ pc' = [pc EXCEPT !["L"] = "b"]
     /\ y' = y

b == /\ pc["L"] = "b"
     /\ x' = x - 1
     /\ pc' = [pc EXCEPT !["L"] = "c"]
     /\ y' = y

c == /\ pc["L"] = "c"
     /\ TRUE
     /\ pc' = [pc EXCEPT !["L"] = "Done"]
     /\ UNCHANGED <<x, y>>

left == a \/ b \/ c

d(self) == /\ pc[self] = "d"
           /\ y' = [y EXCEPT ![self] = x]
           /\ pc' = [pc EXCEPT ![self] = "e"]
           /\ x' = x

e(self) == /\ pc[self] = "e"
           /\ x' = y[self]
           /\ pc' = [pc EXCEPT ![self] = "Done"]
           /\ y' = y

right(self) == d(self) \/ e(self)

f == /\ pc[0] = "f"
     /\ TRUE
     /\ pc' = [pc EXCEPT ![0] = "Done"]
     /\ UNCHANGED <<x, y>>

other == f

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet : pc[self] = "Done"
               /\ UNCHANGED vars

Next == \/ left
        \/ other
        \/ \E self \in {1, 2} : right(self)
        \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ WF_vars(Next)
        /\ /\ WF_vars(pc["L"] \notin {"b", "c"} /\ left)
           /\ SF_vars(a)
        /\ \A self \in {1, 2} : SF_vars(pc[self] /= "e" /\ right(self))

Termination == <>(\A self \in ProcSet : pc[self] = "Done")
