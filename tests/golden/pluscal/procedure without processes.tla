CONSTANT defaultInitValue
VARIABLES pc, value, stack, n, saved

vars == <<pc, value, stack, n, saved>>

Init == /\ value = 1
        /\ n = defaultInitValue
        /\ saved = n
        /\ stack = <<>>
        /\ pc = "start"

f1 == /\ pc = "f1"
      /\ IF n > 1
           THEN /\ value' = value * n
                /\ /\ n' = n - 1
                   /\ stack' = <<[procedure |-> "multiply",
                                  pc |-> "f2",
                                  saved |-> saved,
                                  n |-> n]>> \o stack
                /\ saved' = n'
                /\ pc' = "f1"
           ELSE /\ pc' = "f2"
                /\ UNCHANGED <<value, stack, n, saved>>

f2 == /\ pc = "f2"
      /\ pc' = Head(stack).pc
      /\ saved' = Head(stack).saved
      /\ n' = Head(stack).n
      /\ stack' = Tail(stack)
      /\ value' = value

multiply == f1 \/ f2

start == /\ pc = "start"
         /\ /\ n' = 4
            /\ stack' = <<[procedure |-> "multiply",
                           pc |-> "Done",
                           saved |-> saved,
                           n |-> n]>> \o stack
         /\ saved' = n'
         /\ pc' = "f1"
         /\ value' = value

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == pc = "Done" /\ UNCHANGED vars

Next == multiply \/ start \/ Terminating

Spec == Init /\ [][Next]_vars

Termination == <>(pc = "Done")
