---- MODULE TwoPhaseCommit ----
\* TwoPhaseCommit with a mistake: whoever voted yes may still vote no.
CONSTANT Node

VARIABLES
  votedYes,
  votedNo,
  alive,      \* the nodes that have not failed
  goCommit,   \* the nodes told to commit: none or all
  goAbort,    \* the nodes told to abort: none or all
  committed,  \* the nodes that decided to commit
  aborted,    \* the nodes that decided to abort
  mayAbort    \* TRUE as soon as there is a reason to abort: a vote against, or a failure

vars == <<votedYes, votedNo, alive, goCommit, goAbort, committed, aborted, mayAbort>>

TypeOK ==
  /\ votedYes \in SUBSET Node
  /\ votedNo \in SUBSET Node
  /\ alive \in SUBSET Node
  /\ goCommit \in SUBSET Node
  /\ goAbort \in SUBSET Node
  /\ committed \in SUBSET Node
  /\ aborted \in SUBSET Node
  /\ mayAbort \in BOOLEAN

Init ==
  /\ votedYes = {}
  /\ votedNo = {}
  /\ alive = Node
  /\ goCommit = {}
  /\ goAbort = {}
  /\ committed = {}
  /\ aborted = {}
  /\ mayAbort = FALSE

------------------------------------------------------------------------------
\* A node

VoteYes(n) ==
  /\ n \in alive
  /\ n \notin votedNo
  /\ n \notin committed
  /\ n \notin aborted
  /\ votedYes' = votedYes \union {n}
  /\ UNCHANGED <<votedNo, alive, goCommit, goAbort, committed, aborted, mayAbort>>

\* Whoever votes no need not wait for the others.
VoteNo(n) ==
  /\ n \in alive
  /\ n \notin committed
  /\ n \notin aborted
  /\ votedNo' = votedNo \union {n}
  /\ aborted' = aborted \union {n}
  /\ mayAbort' = TRUE
  /\ UNCHANGED <<votedYes, alive, goCommit, goAbort, committed>>

Fail(n) ==
  /\ n \in alive
  /\ alive' = alive \ {n}
  /\ mayAbort' = TRUE
  /\ UNCHANGED <<votedYes, votedNo, goCommit, goAbort, committed, aborted>>

Commit(n) ==
  /\ n \in alive
  /\ n \in goCommit
  /\ committed' = committed \union {n}
  /\ UNCHANGED <<votedYes, votedNo, alive, goCommit, goAbort, aborted, mayAbort>>

Abort(n) ==
  /\ n \in alive
  /\ n \in goAbort
  /\ aborted' = aborted \union {n}
  /\ UNCHANGED <<votedYes, votedNo, alive, goCommit, goAbort, committed, mayAbort>>

------------------------------------------------------------------------------
\* The coordinator

Undecided == goCommit = {} /\ goAbort = {}

TellToCommit ==
  /\ Undecided
  /\ votedYes = Node
  /\ goCommit' = Node
  /\ UNCHANGED <<votedYes, votedNo, alive, goAbort, committed, aborted, mayAbort>>

TellToAbort ==
  /\ Undecided
  /\ \E n \in Node : n \in votedNo \/ n \notin alive
  /\ goAbort' = Node
  /\ UNCHANGED <<votedYes, votedNo, alive, goCommit, committed, aborted, mayAbort>>

------------------------------------------------------------------------------

Next ==
  \/ \E n \in Node : VoteYes(n) \/ VoteNo(n) \/ Fail(n) \/ Commit(n) \/ Abort(n)
  \/ TellToCommit
  \/ TellToAbort

Spec == Init /\ [][Next]_vars

\* Nobody aborts what another commits, all of them wanted what one commits, and nobody aborts
\* without a reason.
Atomicity ==
  /\ \A m, n \in Node : m \in committed => n \notin aborted
  /\ \A m, n \in Node : m \in committed => n \in votedYes
  /\ \A n \in Node : n \in aborted => mayAbort

===============================
