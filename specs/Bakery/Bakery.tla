---- MODULE Bakery ----
\* Lamport's bakery: whoever wants to enter takes a number larger than all that it sees and
\* waits for those with smaller ones. Reading the other numbers takes one step each, so two
\* processes may get the same number; then the smaller name goes first.
EXTENDS Integers

CONSTANTS
  NumProcesses,
  MaxNumber  \* numbers grow for ever; the search stops at this one

ASSUME NumProcesses \in Nat \ {0} /\ MaxNumber \in Nat

Process == 1..NumProcesses

Before(number1, process1, number2, process2) ==
  \/ number1 < number2
  \/ number1 = number2 /\ process1 < process2

(*--algorithm Bakery
variables
  choosing = [p \in Process |-> FALSE],
  number = [p \in Process |-> 0];  \* 0: does not want to enter

process customer \in Process
variables
  unread = {},  \* the processes still to look at
  highest = 0;
begin
  Idle:
    while TRUE do
      choosing[self] := TRUE;
      unread := Process \ {self};
      highest := 0;
    Look:
      while unread # {} do
        with p \in unread do
          unread := unread \ {p};
          if number[p] > highest then
            highest := number[p];
          end if;
        end with;
      end while;
    Take:
      number[self] := highest + 1;
    Taken:
      choosing[self] := FALSE;
      unread := Process \ {self};
    Wait:
      while unread # {} do
        with p \in unread do
          await ~choosing[p];
          await number[p] = 0 \/ Before(number[self], self, number[p], p);
          unread := unread \ {p};
        end with;
      end while;
    Critical:
      skip;
    Leave:
      number[self] := 0;
    end while;
end process;
end algorithm; *)

TypeOK ==
  /\ choosing \in [Process -> BOOLEAN]
  /\ number \in [Process -> Nat]
  /\ unread \in [Process -> SUBSET Process]
  /\ highest \in [Process -> Nat]

MutualExclusion ==
  \A p, q \in Process : pc[p] = "Critical" /\ pc[q] = "Critical" => p = q

\* Whoever is inside comes before all who have finished looking at the numbers.
SmallestGoesFirst ==
  \A p, q \in Process :
    p # q /\ pc[p] = "Critical" /\ pc[q] \in {"Wait", "Critical"}
      => Before(number[p], p, number[q], q)

SmallNumbers == \A p \in Process : number[p] <= MaxNumber

=======================
