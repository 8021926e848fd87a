---- MODULE LockServerLive ----
\* Every client gets every lock, again and again, if nobody keeps one for ever: clients have
\* to return what they hold, and nobody is overlooked each time that a lock is free.
EXTENDS LockServer

FairSpec ==
  /\ Spec
  /\ \A c \in Client, s \in Server : SF_vars(Connect(c, s))
  /\ \A c \in Client, s \in Server : WF_vars(Disconnect(c, s))

\* No lock is lost.
FreeOrHeld == \A s \in Server : locked[s] \/ \E c \in Client : s \in held[c]

EveryoneConnects == \A c \in Client, s \in Server : []<>(s \in held[c])

===============================
