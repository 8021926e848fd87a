VARIABLES pc, lock, served, tries, budget, home

vars == <<pc, lock, served, tries, budget, home>>

ProcSet == 1..2

Init == /\ lock = "free"
        /\ served = [i \in 1..2 |-> 0]
        /\ tries = [self \in 1..2 |-> 0]
        /\ budget \in [1..2 -> 0..tries[CHOOSE self \in 1..2 : TRUE]]
        /\ home = [self \in 1..2 |-> self]
        /\ pc = [self \in ProcSet |-> "ask"]

ask(self) == /\ pc[self] = "ask"
             /\ lock = "free"
             /\ lock' = self
             /\ tries' = [tries EXCEPT ![self] = tries[self] + 1]
             /\ pc' = [pc EXCEPT ![self] = "hold"]
             /\ UNCHANGED <<served, budget, home>>

hold(self) == /\ pc[self] = "hold"
              /\ served' = [served EXCEPT ![self] = @ + tries[self]]
              /\ TRUE
              /\ pc' = [pc EXCEPT ![self] = "free"]
              /\ UNCHANGED <<lock, tries, budget, home>>

free(self) == /\ pc[self] = "free"
              /\ lock' = "free"
              /\ pc' = [pc EXCEPT ![self] = "ask"]
              /\ UNCHANGED <<served, tries, budget, home>>

client(self) == ask(self) \/ hold(self) \/ free(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet : pc[self] = "Done"
               /\ UNCHANGED vars

Next == \/ \E self \in 1..2 : client(self)
        \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ \A self \in 1..2 : WF_vars(client(self))

Termination == <>(\A self \in ProcSet : pc[self] = "Done")
