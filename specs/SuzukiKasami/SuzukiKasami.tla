---- MODULE SuzukiKasami ----
\* Mutual exclusion by a token: whoever has it may enter. Requests are numbered for each
\* process; the token carries the number of the last one that was served for each, and a queue
\* of those that wait. With Keep = TRUE a process that passes the token on keeps it, too.
EXTENDS Integers, Sequences

CONSTANTS
  Process,
  First,       \* the process that has the token at first
  MaxRequest,  \* numbers grow for ever; the search stops at this one
  Keep

ASSUME First \in Process /\ MaxRequest \in Nat /\ Keep \in BOOLEAN

VARIABLES
  at,        \* "idle", "waiting" or "critical"
  known,     \* known[p][q]: the highest request of q that p knows of
  has,       \* whether each process has the token
  served,    \* served[q]: the last request of q that was served, on the token
  queue,     \* the processes that the token visits next
  requests,  \* <<p, q, n>>: request n of p, on its way to q
  passing    \* the processes to which the token is on its way

vars == <<at, known, has, served, queue, requests, passing>>

TypeOK ==
  /\ at \in [Process -> {"idle", "waiting", "critical"}]
  /\ known \in [Process -> [Process -> Nat]]
  /\ has \in [Process -> BOOLEAN]
  /\ served \in [Process -> Nat]
  /\ queue \in Seq(Process)
  /\ requests \subseteq Process \X Process \X Nat
  /\ passing \subseteq Process

Init ==
  /\ at = [p \in Process |-> "idle"]
  /\ known = [p \in Process |-> [q \in Process |-> 0]]
  /\ has = [p \in Process |-> p = First]
  /\ served = [p \in Process |-> 0]
  /\ queue = <<>>
  /\ requests = {}
  /\ passing = {}

Ask(p) ==
  /\ at[p] = "idle"
  /\ ~has[p]
  /\ known[p][p] < MaxRequest
  /\ known' = [known EXCEPT ![p][p] = @ + 1]
  /\ requests' = requests \union {<<p, q, known[p][p] + 1>> : q \in Process \ {p}}
  /\ at' = [at EXCEPT ![p] = "waiting"]
  /\ UNCHANGED <<has, served, queue, passing>>

Pass(p, q) ==
  /\ has' = [has EXCEPT ![p] = Keep]
  /\ passing' = passing \union {q}

Hear(p) ==
  \E m \in requests :
    LET q == m[1]
        n == m[3]
    IN  /\ m[2] = p
        /\ requests' = requests \ {m}
        /\ known' = [known EXCEPT ![p][q] = IF n > @ THEN n ELSE @]
        /\ IF has[p] /\ at[p] = "idle" /\ n = served[q] + 1
           THEN Pass(p, q)
           ELSE UNCHANGED <<has, passing>>
        /\ UNCHANGED <<at, served, queue>>

Receive(p) ==
  /\ p \in passing
  /\ passing' = passing \ {p}
  /\ has' = [has EXCEPT ![p] = TRUE]
  /\ UNCHANGED <<at, known, served, queue, requests>>

Enter(p) ==
  /\ has[p]
  /\ at[p] = "waiting"
  /\ at' = [at EXCEPT ![p] = "critical"]
  /\ UNCHANGED <<known, has, served, queue, requests, passing>>

Queued(p) == \E i \in 1..Len(queue) : queue[i] = p

\* The process notes that its request is served, and appends one that waits and is not queued.
Finish(p) ==
  /\ at[p] = "critical"
  /\ at' = [at EXCEPT ![p] = "idle"]
  /\ served' = [served EXCEPT ![p] = known[p][p]]
  /\ LET waiting == {q \in Process \ {p} : known[p][q] = served[q] + 1 /\ ~Queued(q)}
         longer == IF waiting = {} THEN queue
                   ELSE Append(queue, CHOOSE q \in waiting : TRUE)
     IN  IF longer = <<>>
         THEN UNCHANGED <<has, passing, queue>>
         ELSE Pass(p, Head(longer)) /\ queue' = Tail(longer)
  /\ UNCHANGED <<known, requests>>

Next == \E p \in Process : Ask(p) \/ Hear(p) \/ Receive(p) \/ Enter(p) \/ Finish(p)

Spec == Init /\ [][Next]_vars

MutualExclusion ==
  \A p, q \in Process : at[p] = "critical" /\ at[q] = "critical" => p = q

=============================
