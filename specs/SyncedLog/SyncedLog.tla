----------------------------- MODULE SyncedLog ------------------------------
(* A primary replicates its log. Replicas write entries to a disk cache,    *)
(* and acknowledge them once they are on the disk: a crash loses the others.*)
(* An entry is committed when all replicas have acknowledged it.            *)
EXTENDS Naturals, Sequences

CONSTANTS Replica, Value, MaxLen

VARIABLES
  log,      \* the primary's log
  copy,     \* each replica's copy of it
  synced,   \* how many entries of the copy are on the disk
  acks,     \* acknowledgements in the network
  match,    \* primary: how many entries each replica has acknowledged
  commit    \* primary: how many entries are committed

vars == <<log, copy, synced, acks, match, commit>>

TypeOK ==
  /\ log \in Seq(Value) /\ Len(log) <= MaxLen
  /\ copy \in [Replica -> Seq(Value)]
  /\ synced \in [Replica -> 0..MaxLen]
  /\ acks \subseteq [from : Replica, count : 0..MaxLen]
  /\ match \in [Replica -> 0..MaxLen]
  /\ commit \in 0..MaxLen

Init ==
  /\ log = <<>>
  /\ copy = [r \in Replica |-> <<>>]
  /\ synced = [r \in Replica |-> 0]
  /\ acks = {}
  /\ match = [r \in Replica |-> 0]
  /\ commit = 0

Append1(v) ==
  /\ Len(log) < MaxLen
  /\ log' = Append(log, v)
  /\ UNCHANGED <<copy, synced, acks, match, commit>>

Replicate(r) ==
  /\ Len(copy[r]) < Len(log)
  /\ copy' = [copy EXCEPT ![r] = Append(@, log[Len(@) + 1])]
  /\ UNCHANGED <<log, synced, acks, match, commit>>

Sync(r) ==
  /\ synced[r] < Len(copy[r])
  /\ synced' = [synced EXCEPT ![r] = Len(copy[r])]
  /\ acks' = acks \cup {[from |-> r, count |-> Len(copy[r])]}
  /\ UNCHANGED <<log, copy, match, commit>>

Crash(r) ==
  /\ synced[r] < Len(copy[r])
  /\ copy' = [copy EXCEPT ![r] = SubSeq(@, 1, synced[r])]
  /\ UNCHANGED <<log, synced, acks, match, commit>>

RecvAck(a) ==
  /\ acks' = acks \ {a}
  /\ match' = [match EXCEPT ![a.from] = IF a.count > @ THEN a.count ELSE @]
  /\ UNCHANGED <<log, copy, synced, commit>>

Commit ==
  /\ \A r \in Replica : match[r] > commit
  /\ commit' = commit + 1
  /\ UNCHANGED <<log, copy, synced, acks, match>>

Next ==
  \/ \E v \in Value : Append1(v)
  \/ \E r \in Replica : Replicate(r) \/ Sync(r) \/ Crash(r)
  \/ \E a \in acks : RecvAck(a)
  \/ Commit

Spec == Init /\ [][Next]_vars

CommittedEverywhere ==
  \A r \in Replica :
    /\ Len(copy[r]) >= commit
    /\ \A i \in 1..commit : copy[r][i] = log[i]
=============================================================================
