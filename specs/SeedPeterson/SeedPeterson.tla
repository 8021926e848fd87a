---------------------------- MODULE SeedPeterson ----------------------------
(* Peterson's algorithm for two processes, statement by statement, with a     *)
(* counter of the processes in the critical section and a constant to compare *)
(* it with: the example of Vaziri and Holzmann, "Invariant Discovery in Spin".*)
EXTENDS Integers, TLC

(* --algorithm SeedPeterson
variables
    turn = 0,
    flag = [p \in {0, 1} |-> 0],
    ncrit = 0,
    tester = 1;

process user \in {0, 1}
begin
  start:
    assert self \in {0, 1};
  ask:
    flag[self] := 1;
  give:
    turn := self;
  wait:
    await flag[1 - self] = 0 \/ turn = 1 - self;
  enter:
    ncrit := ncrit + 1;
  critical:
    assert ncrit = 1;
  leave:
    ncrit := ncrit - 1;
  rest:
    flag[self] := 0;
    goto ask;
end process;
end algorithm; *)

MutualExclusion == ncrit <= 1
=============================================================================
