VARIABLES pc, x, y

vars == <<pc, x, y>>

Init == /\ x = 0
        /\ y = 1
        /\ pc = "a"

a == /\ pc = "a"
     /\ \/ /\ x' = 1
           /\ y' = y
        \/ /\ y' = 2
           /\ x = 0
           /\ x' = x
        \/ /\ TRUE
           /\ UNCHANGED <<x, y>>
     /\ pc' = "a2"

a2 == /\ pc = "a2"
      /\ IF x = 1
           THEN /\ y' = x
                /\ x' = x
           ELSE /\ IF x = 2
                     THEN /\ TRUE
                          /\ UNCHANGED <<x, y>>
                     ELSE /\ /\ x' = 3
                             /\ y' = x
      /\ pc' = "b"

b == /\ pc = "b"
     /\ \/ /\ x' = 2
           /\ pc' = "inner"
        \/ /\ pc' = "a"
           /\ x' = x
     /\ y' = y

inner == /\ pc = "inner"
         /\ y' = x
         /\ pc' = "c"
         /\ x' = x

c == /\ pc = "c"
     /\ \E i \in 1..2 :
          LET j == i + x
          IN  \E k \in {j, y} :
                /\ x' = i
                /\ y' = j + k + x'
     /\ pc' = "Done"

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == pc = "Done" /\ UNCHANGED vars

Next == a \/ a2 \/ b \/ inner \/ c \/ Terminating

Spec == Init /\ [][Next]_vars

Termination == <>(pc = "Done")
