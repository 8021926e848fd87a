VARIABLES pc, x

vars == <<pc, x>>

Init == /\ x = 0
        /\ pc = "a"

a == /\ pc = "a"
     /\ IF x = 0
          THEN /\ x' = 1
               /\ pc' = "b"
          ELSE /\ IF x = 1
                    THEN /\ pc' = "e"
                    ELSE /\ pc' = "g"
               /\ x' = x

b == /\ pc = "b"
     /\ IF x = 1
          THEN /\ pc' = "c"
          ELSE /\ pc' = "e"
     /\ x' = x

c == /\ pc = "c"
     /\ x' = 2
     /\ pc' = "d"

d == /\ pc = "d"
     /\ TRUE
     /\ pc' = "g"
     /\ x' = x

e == /\ pc = "e"
     /\ IF x < 3
          THEN /\ x' = x + 1
               /\ pc' = "f"
          ELSE /\ x' = 0
               /\ pc' = "g"

f == /\ pc = "f"
     /\ TRUE
     /\ pc' = "e"
     /\ x' = x

g == /\ pc = "g"
     /\ TRUE
     /\ pc' = "Done"
     /\ x' = x

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == pc = "Done" /\ UNCHANGED vars

Next == a \/ b \/ c \/ d \/ e \/ f \/ g \/ Terminating

Spec == Init /\ [][Next]_vars

Termination == <>(pc = "Done")
