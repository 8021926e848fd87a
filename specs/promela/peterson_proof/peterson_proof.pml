/* Peterson's algorithm with an invariant that is inductive: every statement preserves it.

   A process is inside from the end of its wait to the reset of its flag. Only one process is: the other one waits, and
   set `turn` after it. `ncrit` counts the processes between `enter` and `exit`.

       holdfast prove peterson_proof.pml --invariant inductive

   55 states, 99 transitions.
*/

#define outside(i) (user[i]@start || user[i]@again)
#define waits(i) user[i]@wait
#define critical(i) (user[i]@critical || user[i]@exit)
#define inside(i) (user[i]@enter || critical(i) || user[i]@reset)

bool turn, flag[2];
byte ncrit;

active [2] proctype user() {
start:
    assert(_pid == 0 || _pid == 1);
again:
    flag[_pid] = 1;
    turn = _pid;
wait:
    (flag[1 - _pid] == 0 || turn == 1 - _pid);
enter:
    ncrit++;
critical:
    assert(ncrit == 1);
exit:
    ncrit--;
reset:
    flag[_pid] = 0;
    goto again
}

ltl exclusion { [] (ncrit <= 1) }

ltl inductive { [] (
    flag[0] == !outside(0) && flag[1] == !outside(1) &&
    ncrit == critical(0) + critical(1) &&
    !(inside(0) && inside(1)) &&
    (!(inside(0) && waits(1)) || turn == 1) &&
    (!(inside(1) && waits(0)) || turn == 0)) }
