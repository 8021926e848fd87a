CONSTANT defaultInitValue
VARIABLES pc, n, total, last

vars == <<pc, n, total, last>>

Init == /\ n \in 1..3
        /\ total = 0
        /\ last = defaultInitValue
        /\ pc = "Lbl_1"

Lbl_1 == /\ pc = "Lbl_1"
         /\ IF n > 0
              THEN /\ total' = total + n
                   /\ last' = n
                   /\ n' = n - 1
                   /\ pc' = "Lbl_1"
              ELSE /\ PrintT(<<total, last>>)
                   /\ total' = 0
                   /\ pc' = "Done"
                   /\ UNCHANGED <<n, last>>

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == pc = "Done" /\ UNCHANGED vars

Next == Lbl_1 \/ Terminating

Spec == Init /\ [][Next]_vars

Termination == <>(pc = "Done")
