VARIABLE hour

vars == <<hour>>

Init == /\ hour = 0

Next ==
  IF hour = 12
    THEN /\ hour' = 1
    ELSE /\ hour' = hour + 1

Spec == Init /\ [][Next]_vars
