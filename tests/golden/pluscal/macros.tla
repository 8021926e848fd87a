VARIABLES pc, x, y

vars == <<pc, x, y>>

Init == /\ x = [a |-> 1, b |-> <<1, 2>>]
        /\ y = 0
        /\ pc = "one"

one == /\ pc = "one"
       /\ x' = [x EXCEPT !.b[1] = y + 1]
       /\ pc' = "two"
       /\ y' = y

two == /\ pc = "two"
       /\ x' = [x EXCEPT !.a = (y - 1) * 2]
       /\ \E chosen \in {y - 1, 1} : y' = chosen
       /\ pc' = "Done"

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == pc = "Done" /\ UNCHANGED vars

Next == one \/ two \/ Terminating

Spec == Init /\ [][Next]_vars

Termination == <>(pc = "Done")
