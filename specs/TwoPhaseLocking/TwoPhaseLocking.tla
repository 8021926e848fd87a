---- MODULE TwoPhaseLocking ----
\* Transactions that lock keys before they use them, and lock nothing once they have unlocked
\* something: their order is the same for all keys. With TwoPhase = FALSE they lock again.
CONSTANTS
  Transaction,
  Key,
  Nobody,
  TwoPhase

ASSUME Nobody \notin Transaction /\ TwoPhase \in BOOLEAN

VARIABLES
  owner,      \* the transaction that has locked each key, or Nobody
  shrinking,  \* the transactions that have unlocked something
  accessed,   \* accessed[k]: the transactions that have used k
  before      \* <<t, u>>: t has used a key before u did

vars == <<owner, shrinking, accessed, before>>

TypeOK ==
  /\ owner \in [Key -> Transaction \union {Nobody}]
  /\ shrinking \subseteq Transaction
  /\ accessed \in [Key -> SUBSET Transaction]
  /\ before \subseteq Transaction \X Transaction

Init ==
  /\ owner = [k \in Key |-> Nobody]
  /\ shrinking = {}
  /\ accessed = [k \in Key |-> {}]
  /\ before = {}

Lock(t, k) ==
  /\ owner[k] = Nobody
  /\ TwoPhase => t \notin shrinking
  /\ owner' = [owner EXCEPT ![k] = t]
  /\ UNCHANGED <<shrinking, accessed, before>>

Access(t, k) ==
  /\ owner[k] = t
  /\ accessed' = [accessed EXCEPT ![k] = @ \union {t}]
  /\ before' = before \union {<<u, t>> : u \in accessed[k] \ {t}}
  /\ UNCHANGED <<owner, shrinking>>

Unlock(t, k) ==
  /\ owner[k] = t
  /\ owner' = [owner EXCEPT ![k] = Nobody]
  /\ shrinking' = shrinking \union {t}
  /\ UNCHANGED <<accessed, before>>

Next == \E t \in Transaction, k \in Key : Lock(t, k) \/ Access(t, k) \/ Unlock(t, k)

Spec == Init /\ [][Next]_vars

\* Of two transactions that use the same keys, one comes first everywhere.
SameOrder == \A t, u \in Transaction : ~(<<t, u>> \in before /\ <<u, t>> \in before)

================================
