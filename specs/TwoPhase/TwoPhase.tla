---- MODULE TwoPhase ----
\* Two-phase commit: a transaction manager collects "prepared" messages and then tells
\* everybody to commit, or gives up and tells everybody to abort. Messages are never lost,
\* so a set that only grows is all the network that is needed.
CONSTANT RM  \* the resource managers

VARIABLES
  rmState,     \* what each resource manager has done
  tmState,     \* what the transaction manager has decided
  tmPrepared,  \* the resource managers that it knows to be prepared
  msgs         \* all messages ever sent

vars == <<rmState, tmState, tmPrepared, msgs>>

Message == [type : {"prepared"}, rm : RM] \union [type : {"commit", "abort"}]

TPTypeOK ==
  /\ rmState \in [RM -> {"working", "prepared", "committed", "aborted"}]
  /\ tmState \in {"init", "committed", "aborted"}
  /\ tmPrepared \subseteq RM
  /\ msgs \subseteq Message

TPInit ==
  /\ rmState = [r \in RM |-> "working"]
  /\ tmState = "init"
  /\ tmPrepared = {}
  /\ msgs = {}

------------------------------------------------------------------------------
\* The transaction manager

TMRcvPrepared(r) ==
  /\ tmState = "init"
  /\ [type |-> "prepared", rm |-> r] \in msgs
  /\ tmPrepared' = tmPrepared \union {r}
  /\ UNCHANGED <<rmState, tmState, msgs>>

TMCommit ==
  /\ tmState = "init"
  /\ tmPrepared = RM
  /\ tmState' = "committed"
  /\ msgs' = msgs \union {[type |-> "commit"]}
  /\ UNCHANGED <<rmState, tmPrepared>>

TMAbort ==
  /\ tmState = "init"
  /\ tmState' = "aborted"
  /\ msgs' = msgs \union {[type |-> "abort"]}
  /\ UNCHANGED <<rmState, tmPrepared>>

------------------------------------------------------------------------------
\* A resource manager

RMPrepare(r) ==
  /\ rmState[r] = "working"
  /\ rmState' = [rmState EXCEPT ![r] = "prepared"]
  /\ msgs' = msgs \union {[type |-> "prepared", rm |-> r]}
  /\ UNCHANGED <<tmState, tmPrepared>>

\* It may abort by itself as long as it has not promised anything.
RMChooseToAbort(r) ==
  /\ rmState[r] = "working"
  /\ rmState' = [rmState EXCEPT ![r] = "aborted"]
  /\ UNCHANGED <<tmState, tmPrepared, msgs>>

RMRcvCommit(r) ==
  /\ [type |-> "commit"] \in msgs
  /\ rmState' = [rmState EXCEPT ![r] = "committed"]
  /\ UNCHANGED <<tmState, tmPrepared, msgs>>

RMRcvAbort(r) ==
  /\ [type |-> "abort"] \in msgs
  /\ rmState' = [rmState EXCEPT ![r] = "aborted"]
  /\ UNCHANGED <<tmState, tmPrepared, msgs>>

------------------------------------------------------------------------------

TPNext ==
  \/ TMCommit
  \/ TMAbort
  \/ \E r \in RM :
       \/ TMRcvPrepared(r)
       \/ RMPrepare(r)
       \/ RMChooseToAbort(r)
       \/ RMRcvCommit(r)
       \/ RMRcvAbort(r)

TPSpec == TPInit /\ [][TPNext]_vars

\* The protocol does what TCommit asks for, with the same rmState.
TC == INSTANCE TCommit

TCConsistent == TC!TCConsistent
TCSpec == TC!TCSpec

=========================
