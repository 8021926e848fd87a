---- MODULE DiningPhilosophers ----
\* Philosophers round a table, a fork between any two neighbours. If all take the fork on
\* their left first, all can end up waiting for the one on their right. If one of them is
\* Contrary and starts on the right, that cannot happen.
EXTENDS Integers

CONSTANTS
  NumPhilosophers,
  Contrary  \* whether the last philosopher takes the right fork first

ASSUME NumPhilosophers \in Nat \ {0, 1} /\ Contrary \in BOOLEAN

Philosopher == 0..(NumPhilosophers - 1)

Left(p) == p
Right(p) == (p + 1) % NumPhilosophers

IsContrary(p) == Contrary /\ p = NumPhilosophers - 1
First(p) == IF IsContrary(p) THEN Right(p) ELSE Left(p)
Second(p) == IF IsContrary(p) THEN Left(p) ELSE Right(p)

Nobody == -1

(*--algorithm Dining
variables
  fork = [f \in Philosopher |-> Nobody];  \* who holds it

fair+ process philosopher \in Philosopher
variables hungry = TRUE;
begin
  Think:
    while TRUE do
      hungry := TRUE;
      TakeFirst:
        await fork[First(self)] = Nobody;
        fork[First(self)] := self;
      TakeSecond:
        await fork[Second(self)] = Nobody;
        fork[Second(self)] := self;
      Eat:
        hungry := FALSE;
      PutFirst:
        fork[First(self)] := Nobody;
      PutSecond:
        fork[Second(self)] := Nobody;
    end while;
end process;
end algorithm; *)

TypeOK ==
  /\ fork \in [Philosopher -> Philosopher \union {Nobody}]
  /\ hungry \in [Philosopher -> BOOLEAN]

Eating(p) == pc[p] \in {"Eat", "PutFirst"}

BothForks == \A p \in Philosopher : Eating(p) => fork[Left(p)] = p /\ fork[Right(p)] = p

NeighboursDoNotEat == \A p \in Philosopher : ~(Eating(p) /\ Eating(Right(p)))

\* Everybody eats again and again, because of the `fair+` above: whoever can take a fork
\* again and again takes it at last. With `fair` alone a neighbour may always be quicker.
EverybodyEats == \A p \in Philosopher : hungry[p] ~> ~hungry[p]

===================================
