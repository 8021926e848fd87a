--------------------------- MODULE RevocableLocks ---------------------------
(* A lock manager. Clients keep read locks in their cache until revoked; a *)
(* write lock is granted when all revocations have been acknowledged.      *)
EXTENDS FiniteSets
CONSTANTS Client, None

VARIABLES mode,      \* what each client is doing
          readers,   \* manager: clients that may have a read lock
          writer,    \* manager: the client with the write lock
          next,      \* manager: the client for which locks are being revoked
          msgs       \* messages between clients and manager, in any order
vars == <<mode, readers, writer, next, msgs>>

Modes == {"idle", "asking", "cached", "reading", "writing"}
Kinds == {"AskRead", "AskWrite", "GrantRead", "GrantWrite", "Revoke", "Revoked", "Unlock"}

Msg(k, c) == [kind |-> k, client |-> c]
Send(m) == msgs' = msgs \cup {m}
Reply(m, r) == m \in msgs /\ msgs' = (msgs \ {m}) \cup r
Enter(c, a, b) == mode[c] = a /\ mode' = [mode EXCEPT ![c] = b]

TypeOK == /\ mode \in [Client -> Modes]
          /\ readers \subseteq Client
          /\ writer \in Client \cup {None}
          /\ next \in Client \cup {None}
          /\ msgs \subseteq [kind : Kinds, client : Client]

Init == /\ mode = [c \in Client |-> "idle"]
        /\ readers = {} /\ writer = None /\ next = None /\ msgs = {}

\* Steps of a client
Ask(c, k) == /\ Enter(c, "idle", "asking") /\ Send(Msg(k, c))
             /\ UNCHANGED <<readers, writer, next>>

GetRead(c) == /\ Enter(c, "asking", "cached") /\ Reply(Msg("GrantRead", c), {})
              /\ UNCHANGED <<readers, writer, next>>

GetWrite(c) == /\ Enter(c, "asking", "writing") /\ Reply(Msg("GrantWrite", c), {})
               /\ UNCHANGED <<readers, writer, next>>

Read(c) == /\ Enter(c, "cached", "reading") \/ Enter(c, "reading", "cached")
           /\ UNCHANGED <<readers, writer, next, msgs>>

\* A revocation that overtakes the grant, or arrives during a read, waits.
GiveUp(c) == /\ Enter(c, "cached", "idle")
             /\ Reply(Msg("Revoke", c), {Msg("Revoked", c)})
             /\ UNCHANGED <<readers, writer, next>>

EndWrite(c) == /\ Enter(c, "writing", "idle") /\ Send(Msg("Unlock", c))
               /\ UNCHANGED <<readers, writer, next>>

\* Steps of the manager
GrantRead(c) == /\ writer = None /\ next = None
                /\ Reply(Msg("AskRead", c), {Msg("GrantRead", c)})
                /\ readers' = readers \cup {c}
                /\ UNCHANGED <<mode, writer, next>>

StartRevoking(c) == /\ writer = None /\ next = None /\ next' = c
                    /\ Reply(Msg("AskWrite", c), {Msg("Revoke", r) : r \in readers})
                    /\ UNCHANGED <<mode, readers, writer>>

Revoked(c) == /\ Reply(Msg("Revoked", c), {}) /\ readers' = readers \ {c}
              /\ UNCHANGED <<mode, writer, next>>

GrantWrite == /\ next # None /\ readers = {}
              /\ writer' = next /\ next' = None /\ Send(Msg("GrantWrite", next))
              /\ UNCHANGED <<mode, readers>>

Unlock(c) == /\ Reply(Msg("Unlock", c), {}) /\ writer' = None
             /\ UNCHANGED <<mode, readers, next>>

Next == \/ GrantWrite
        \/ \E c \in Client, k \in {"AskRead", "AskWrite"} : Ask(c, k)
        \/ \E c \in Client : \/ GetRead(c) \/ GetWrite(c) \/ Read(c) \/ GiveUp(c) \/ EndWrite(c)
                             \/ GrantRead(c) \/ StartRevoking(c) \/ Revoked(c) \/ Unlock(c)
Spec == Init /\ [][Next]_vars

NoReaderDuringWrite == \A c, d \in Client :
  c # d /\ mode[c] = "writing" => mode[d] \notin {"cached", "reading", "writing"}
=============================================================================
