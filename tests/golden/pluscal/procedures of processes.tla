CONSTANT defaultInitValue
VARIABLES pc, result, stack, n, m, k, old, o

vars == <<pc, result, stack, n, m, k, old, o>>

ProcSet == {1} \union {2, 3}

Init == /\ result = 0
        /\ n = [self \in ProcSet |-> defaultInitValue]
        /\ m = [self \in ProcSet |-> 7]
        /\ k = [self \in ProcSet |-> n[self] + m[self]]
        /\ old = [self \in ProcSet |-> defaultInitValue]
        /\ o = [self \in ProcSet |-> defaultInitValue]
        /\ stack = [self \in ProcSet |-> <<>>]
        /\ pc = [self \in ProcSet |->
                   CASE self = 1 -> "m1" [] self \in {2, 3} -> "p1"]

t1(self) ==
  /\ pc[self] = "t1"
  /\ result' = k[self]
  /\ IF n[self] > 0
       THEN /\ /\ m' = [m EXCEPT ![self] = m[self]]
               /\ n' = [n EXCEPT ![self] = n[self] - 1]
            /\ k' = [k EXCEPT ![self] = n'[self] + m'[self]]
            /\ old' = [old EXCEPT ![self] = defaultInitValue]
            /\ pc' = [pc EXCEPT ![self] = "t1"]
       ELSE /\ pc' = [pc EXCEPT ![self] = "t2"]
            /\ UNCHANGED <<n, m, k, old>>
  /\ UNCHANGED <<stack, o>>

t2(self) ==
  /\ pc[self] = "t2"
  /\ /\ k' = [k EXCEPT ![self] = Head(stack[self]).k]
     /\ o' = [o EXCEPT ![self] = old[self]]
     /\ old' = [old EXCEPT ![self] = Head(stack[self]).old]
     /\ stack' =
          [stack EXCEPT ![self] = <<[procedure |-> "once",
                                     pc |-> Head(stack[self]).pc,
                                     o |-> o[self]]>> \o Tail(stack[self])]
  /\ pc' = [pc EXCEPT ![self] = "o1"]
  /\ UNCHANGED <<result, n, m>>

twice(self) == t1(self) \/ t2(self)

o1(self) == /\ pc[self] = "o1"
            /\ result' = result + o[self]
            /\ pc' = [pc EXCEPT ![self] = "o2"]
            /\ UNCHANGED <<stack, n, m, k, old, o>>

o2(self) == /\ pc[self] = "o2"
            /\ pc' = [pc EXCEPT ![self] = Head(stack[self]).pc]
            /\ o' = [o EXCEPT ![self] = Head(stack[self]).o]
            /\ stack' = [stack EXCEPT ![self] = Tail(stack[self])]
            /\ UNCHANGED <<result, n, m, k, old>>

once(self) == o1(self) \/ o2(self)

m1 == /\ pc[1] = "m1"
      /\ /\ m' = [m EXCEPT ![1] = result]
         /\ n' = [n EXCEPT ![1] = 2]
         /\ stack' =
              [stack EXCEPT ![1] = <<[procedure |-> "twice",
                                      pc |-> "m2",
                                      k |-> k[1],
                                      old |-> old[1],
                                      n |-> n[1],
                                      m |-> m[1]]>> \o stack[1]]
      /\ k' = [k EXCEPT ![1] = n'[1] + m'[1]]
      /\ old' = [old EXCEPT ![1] = defaultInitValue]
      /\ pc' = [pc EXCEPT ![1] = "t1"]
      /\ UNCHANGED <<result, o>>

m2 == /\ pc[1] = "m2"
      /\ /\ o' = [o EXCEPT ![1] = 9]
         /\ stack' =
              [stack EXCEPT ![1] = <<[procedure |-> "once",
                                      pc |-> "m4",
                                      o |-> o[1]]>> \o stack[1]]
      /\ pc' = [pc EXCEPT ![1] = "o1"]
      /\ UNCHANGED <<result, n, m, k, old>>

m3 == /\ pc[1] = "m3"
      /\ TRUE
      /\ pc' = [pc EXCEPT ![1] = "m4"]
      /\ UNCHANGED <<result, stack, n, m, k, old, o>>

m4 == /\ pc[1] = "m4"
      /\ /\ o' = [o EXCEPT ![1] = 1]
         /\ stack' =
              [stack EXCEPT ![1] = <<[procedure |-> "once",
                                      pc |-> "Done",
                                      o |-> o[1]]>> \o stack[1]]
      /\ pc' = [pc EXCEPT ![1] = "o1"]
      /\ UNCHANGED <<result, n, m, k, old>>

main == m1 \/ m2 \/ m3 \/ m4

p1(self) ==
  /\ pc[self] = "p1"
  /\ IF result > 0
       THEN /\ /\ o' = [o EXCEPT ![self] = 4]
               /\ stack' =
                    [stack EXCEPT ![self] = <<[procedure |-> "once",
                                               pc |-> "p3",
                                               o |-> o[self]]>>
                                              \o stack[self]]
            /\ pc' = [pc EXCEPT ![self] = "o1"]
       ELSE /\ pc' = [pc EXCEPT ![self] = "p2"]
            /\ UNCHANGED <<stack, o>>
  /\ UNCHANGED <<result, n, m, k, old>>

p2(self) == /\ pc[self] = "p2"
            /\ TRUE
            /\ pc' = [pc EXCEPT ![self] = "p3"]
            /\ UNCHANGED <<result, stack, n, m, k, old, o>>

p3(self) == /\ pc[self] = "p3"
            /\ TRUE
            /\ pc' = [pc EXCEPT ![self] = "Done"]
            /\ UNCHANGED <<result, stack, n, m, k, old, o>>

more(self) == p1(self) \/ p2(self) \/ p3(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet : pc[self] = "Done"
               /\ UNCHANGED vars

Next == \/ main
        \/ \E self \in ProcSet : twice(self) \/ once(self)
        \/ \E self \in {2, 3} : more(self)
        \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ /\ WF_vars(main)
           /\ WF_vars(twice(1))
           /\ WF_vars(once(1))
           /\ SF_vars(o1(1))

Termination == <>(\A self \in ProcSet : pc[self] = "Done")
