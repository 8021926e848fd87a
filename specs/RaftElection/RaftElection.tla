---- MODULE RaftElection ----
\* How Raft elects a leader: a server that hears nothing starts a new term and asks for
\* votes; each server votes once per term; a majority makes a leader. A server must not
\* forget its vote when it restarts: with Durable = FALSE it does, and two leaders appear.
EXTENDS Integers, FiniteSets

CONSTANTS
  Server,
  Nil,      \* no server
  MaxTerm,
  Durable   \* whether a vote survives a restart

ASSUME Nil \notin Server /\ Durable \in BOOLEAN

VARIABLES
  term,      \* the latest term that each server knows of
  role,      \* "follower", "candidate" or "leader"
  votedFor,  \* the server that it voted for in this term
  granted,   \* the servers that a candidate knows to have voted for it
  msgs       \* all messages ever sent

vars == <<term, role, votedFor, granted, msgs>>

Message ==
  [type : {"request"}, term : 1..MaxTerm, from : Server]
    \union [type : {"vote"}, term : 1..MaxTerm, from : Server, to : Server]

TypeOK ==
  /\ term \in [Server -> 0..MaxTerm]
  /\ role \in [Server -> {"follower", "candidate", "leader"}]
  /\ votedFor \in [Server -> Server \union {Nil}]
  /\ granted \in [Server -> SUBSET Server]
  /\ msgs \subseteq Message

Majority(servers) == 2 * Cardinality(servers) > Cardinality(Server)

Init ==
  /\ term = [s \in Server |-> 0]
  /\ role = [s \in Server |-> "follower"]
  /\ votedFor = [s \in Server |-> Nil]
  /\ granted = [s \in Server |-> {}]
  /\ msgs = {}

------------------------------------------------------------------------------

\* No leader was heard of in time: stand for election in the next term.
Timeout(s) ==
  /\ role[s] # "leader"
  /\ term[s] < MaxTerm
  /\ term' = [term EXCEPT ![s] = @ + 1]
  /\ role' = [role EXCEPT ![s] = "candidate"]
  /\ votedFor' = [votedFor EXCEPT ![s] = s]
  /\ granted' = [granted EXCEPT ![s] = {s}]
  /\ msgs' = msgs \union {[type |-> "request", term |-> term[s] + 1, from |-> s]}

\* A message of a later term makes anybody a follower in that term.
LearnTerm(s) ==
  \E m \in msgs :
    /\ m.term > term[s]
    /\ term' = [term EXCEPT ![s] = m.term]
    /\ role' = [role EXCEPT ![s] = "follower"]
    /\ votedFor' = [votedFor EXCEPT ![s] = Nil]
    /\ granted' = [granted EXCEPT ![s] = {}]
    /\ UNCHANGED msgs

GrantVote(s) ==
  \E m \in msgs :
    /\ m.type = "request"
    /\ m.term = term[s]
    /\ votedFor[s] = Nil
    /\ votedFor' = [votedFor EXCEPT ![s] = m.from]
    /\ msgs' = msgs \union {[type |-> "vote", term |-> term[s], from |-> s, to |-> m.from]}
    /\ UNCHANGED <<term, role, granted>>

CountVote(s) ==
  \E m \in msgs :
    /\ m.type = "vote"
    /\ m.to = s
    /\ m.term = term[s]
    /\ role[s] = "candidate"
    /\ m.from \notin granted[s]
    /\ granted' = [granted EXCEPT ![s] = @ \union {m.from}]
    /\ UNCHANGED <<term, role, votedFor, msgs>>

BecomeLeader(s) ==
  /\ role[s] = "candidate"
  /\ Majority(granted[s])
  /\ role' = [role EXCEPT ![s] = "leader"]
  /\ UNCHANGED <<term, votedFor, granted, msgs>>

\* The term is on disk, and so is the vote if it is durable; the rest is lost.
Restart(s) ==
  /\ role' = [role EXCEPT ![s] = "follower"]
  /\ granted' = [granted EXCEPT ![s] = {}]
  /\ votedFor' = IF Durable THEN votedFor ELSE [votedFor EXCEPT ![s] = Nil]
  /\ UNCHANGED <<term, msgs>>

Next ==
  \E s \in Server :
    \/ Timeout(s)
    \/ LearnTerm(s)
    \/ GrantVote(s)
    \/ CountVote(s)
    \/ BecomeLeader(s)
    \/ Restart(s)

Spec == Init /\ [][Next]_vars

------------------------------------------------------------------------------

ElectionSafety ==
  \A s, t \in Server :
    role[s] = "leader" /\ role[t] = "leader" /\ term[s] = term[t] => s = t

\* Why it holds: whoever is counted has sent a vote, and nobody votes twice in a term.
VotesAreSent ==
  \A s \in Server : \A voter \in granted[s] \ {s} :
    [type |-> "vote", term |-> term[s], from |-> voter, to |-> s] \in msgs

OneVotePerTerm ==
  \A m, n \in {v \in msgs : v.type = "vote"} :
    m.from = n.from /\ m.term = n.term => m.to = n.to

=============================
