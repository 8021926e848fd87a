---- MODULE LamportMutex ----
\* Lamport's mutual exclusion with logical clocks: a process asks everybody for the
\* critical section with a timestamp, and enters when all have answered and its request is
\* the oldest that it knows of. Channels keep the order of messages.
EXTENDS Integers, Sequences

CONSTANTS
  NumProcesses,
  MaxClock  \* clocks run for ever; the search stops at this one

ASSUME NumProcesses \in Nat \ {0} /\ MaxClock \in Nat

Process == 1..NumProcesses

Request(time) == [type |-> "request", time |-> time]
Acknowledge == [type |-> "acknowledge", time |-> 0]
Release == [type |-> "release", time |-> 0]

Message == {Acknowledge, Release} \union {Request(time) : time \in 1..(MaxClock + 1)}

VARIABLES
  clock,     \* the logical clock of each process
  request,   \* request[p][q]: when q asked to enter, as far as p knows; 0: it does not
  answered,  \* those who have answered each process's own request
  channel,   \* channel[p][q]: the messages on their way from p to q
  inside     \* the processes in the critical section

vars == <<clock, request, answered, channel, inside>>

TypeOK ==
  /\ clock \in [Process -> Nat \ {0}]
  /\ request \in [Process -> [Process -> Nat]]
  /\ answered \in [Process -> SUBSET Process]
  /\ channel \in [Process -> [Process -> Seq(Message)]]
  /\ inside \subseteq Process

Init ==
  /\ clock = [p \in Process |-> 1]
  /\ request = [p \in Process |-> [q \in Process |-> 0]]
  /\ answered = [p \in Process |-> {}]
  /\ channel = [p \in Process |-> [q \in Process |-> <<>>]]
  /\ inside = {}

\* The channels after p has sent a message to everybody else.
Broadcast(p, m) ==
  [channel EXCEPT ![p] = [q \in Process |-> IF q = p THEN @[q] ELSE Append(@[q], m)]]

\* Whether q's request, as p knows it, comes after p's own; equal times go by name.
GoesFirst(p, q) ==
  \/ request[p][q] = 0
  \/ request[p][p] < request[p][q]
  \/ request[p][p] = request[p][q] /\ p < q

------------------------------------------------------------------------------

Ask(p) ==
  /\ request[p][p] = 0
  /\ request' = [request EXCEPT ![p][p] = clock[p]]
  /\ channel' = Broadcast(p, Request(clock[p]))
  /\ answered' = [answered EXCEPT ![p] = {p}]
  /\ UNCHANGED <<clock, inside>>

ReceiveRequest(p, q) ==
  /\ channel[q][p] # <<>>
  /\ LET m == Head(channel[q][p])
     IN  /\ m.type = "request"
         /\ request' = [request EXCEPT ![p][q] = m.time]
         /\ clock' = [clock EXCEPT ![p] = IF m.time > @ THEN m.time + 1 ELSE @ + 1]
         /\ channel' = [channel EXCEPT ![q][p] = Tail(@), ![p][q] = Append(@, Acknowledge)]
  /\ UNCHANGED <<answered, inside>>

ReceiveAcknowledge(p, q) ==
  /\ channel[q][p] # <<>>
  /\ Head(channel[q][p]).type = "acknowledge"
  /\ answered' = [answered EXCEPT ![p] = @ \union {q}]
  /\ channel' = [channel EXCEPT ![q][p] = Tail(@)]
  /\ UNCHANGED <<clock, request, inside>>

Enter(p) ==
  /\ answered[p] = Process
  /\ \A q \in Process \ {p} : GoesFirst(p, q)
  /\ inside' = inside \union {p}
  /\ answered' = [answered EXCEPT ![p] = {}]
  /\ UNCHANGED <<clock, request, channel>>

Exit(p) ==
  /\ p \in inside
  /\ inside' = inside \ {p}
  /\ channel' = Broadcast(p, Release)
  /\ request' = [request EXCEPT ![p][p] = 0]
  /\ UNCHANGED <<clock, answered>>

ReceiveRelease(p, q) ==
  /\ channel[q][p] # <<>>
  /\ Head(channel[q][p]).type = "release"
  /\ request' = [request EXCEPT ![p][q] = 0]
  /\ channel' = [channel EXCEPT ![q][p] = Tail(@)]
  /\ UNCHANGED <<clock, answered, inside>>

Next ==
  \/ \E p \in Process : Ask(p) \/ Enter(p) \/ Exit(p)
  \/ \E p \in Process : \E q \in Process \ {p} :
       \/ ReceiveRequest(p, q)
       \/ ReceiveAcknowledge(p, q)
       \/ ReceiveRelease(p, q)

Spec == Init /\ [][Next]_vars

ClocksBounded == \A p \in Process : clock[p] <= MaxClock

------------------------------------------------------------------------------

MutualExclusion == \A p, q \in inside : p = q

\* At most a request, an answer and a release are on their way between two processes.
ShortChannels == \A p, q \in Process : Len(channel[p][q]) <= 3

=============================
