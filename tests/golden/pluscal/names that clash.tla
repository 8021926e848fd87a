\* Label run of procedure work at line 9 col 3 changed to run_
\* Label run of process first at line 15 col 3 changed to run_f
\* Process variable n of process first at line 13 col 11 changed to n_
\* Process variable n of process second at line 19 col 11 changed to n_s
\* Process variable arg of process second at line 19 col 18 changed to arg_
CONSTANT defaultInitValue
VARIABLES pc, x, stack, arg, n, n_, n_s, arg_

vars == <<pc, x, stack, arg, n, n_, n_s, arg_>>

ProcSet == {1} \union {2}

Init == /\ x = 0
        /\ arg = [self \in ProcSet |-> defaultInitValue]
        /\ n = [self \in ProcSet |-> 1]
        /\ n_ = [self \in {1} |-> 2]
        /\ n_s = 3
        /\ arg_ = n_s
        /\ stack = [self \in ProcSet |-> <<>>]
        /\ pc = [self \in ProcSet |->
                   CASE self \in {1} -> "run_f" [] self = 2 -> "run"]

run_(self) == /\ pc[self] = "run_"
              /\ n' = [n EXCEPT ![self] = arg[self]]
              /\ pc' = [pc EXCEPT ![self] = "out"]
              /\ UNCHANGED <<x, stack, arg, n_, n_s, arg_>>

out(self) == /\ pc[self] = "out"
             /\ pc' = [pc EXCEPT ![self] = Head(stack[self]).pc]
             /\ n' = [n EXCEPT ![self] = Head(stack[self]).n]
             /\ arg' = [arg EXCEPT ![self] = Head(stack[self]).arg]
             /\ stack' = [stack EXCEPT ![self] = Tail(stack[self])]
             /\ UNCHANGED <<x, n_, n_s, arg_>>

work(self) == run_(self) \/ out(self)

run_f(self) == /\ pc[self] = "run_f"
               /\ n_' = [n_ EXCEPT ![self] = n_[self] + x]
               /\ pc' = [pc EXCEPT ![self] = "loop"]
               /\ UNCHANGED <<x, stack, arg, n, n_s, arg_>>

loop(self) == /\ pc[self] = "loop"
              /\ pc' = [pc EXCEPT ![self] = "run_f"]
              /\ UNCHANGED <<x, stack, arg, n, n_, n_s, arg_>>

first(self) == run_f(self) \/ loop(self)

run == /\ pc[2] = "run"
       /\ arg_' = n_s
       /\ pc' = [pc EXCEPT ![2] = "call2"]
       /\ UNCHANGED <<x, stack, arg, n, n_, n_s>>

call2 == /\ pc[2] = "call2"
         /\ /\ arg' = [arg EXCEPT ![2] = n_s]
            /\ stack' =
                 [stack EXCEPT ![2] = <<[procedure |-> "work",
                                         pc |-> "Done",
                                         n |-> n[2],
                                         arg |-> arg[2]]>> \o stack[2]]
         /\ n' = [n EXCEPT ![2] = 1]
         /\ pc' = [pc EXCEPT ![2] = "run_"]
         /\ UNCHANGED <<x, n_, n_s, arg_>>

second == run \/ call2

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet : pc[self] = "Done"
               /\ UNCHANGED vars

Next == \/ second
        \/ \E self \in ProcSet : work(self)
        \/ \E self \in {1} : first(self)
        \/ Terminating

Spec == Init /\ [][Next]_vars

Termination == <>(\A self \in ProcSet : pc[self] = "Done")
