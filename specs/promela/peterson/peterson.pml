/* Peterson's algorithm: mutual exclusion for two processes.

   `ncrit` counts the processes in the critical section. `tester` is a constant: a relation between it and
   `ncrit` that holds in every state is a bound of `ncrit`.

   55 states, 99 transitions.
*/

bool turn, flag[2];
byte ncrit;
byte tester = 1;

active [2] proctype user() {
    assert(_pid == 0 || _pid == 1);
again:
    flag[_pid] = 1;
    turn = _pid;
    (flag[1 - _pid] == 0 || turn == 1 - _pid);
    ncrit++;
    assert(ncrit == 1); /* critical section */
    ncrit--;
    flag[_pid] = 0;
    goto again
}

ltl exclusion { [] (ncrit <= 1) }
ltl progress0 { [] (flag[0] -> <> !flag[0]) }
