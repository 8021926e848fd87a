/* A lock for whoever comes first. A process that waits may wait for ever: `served` is violated by a cycle in which the other process
   takes the lock again and again. Weak fairness does not exclude this cycle, because the lock is taken in between.

   20 states, 33 transitions.
*/

bool locked;
bool waiting[2], inside[2];

active [2] proctype user() {
    do
    :: waiting[_pid] = true;
        atomic { !locked -> locked = true };
        waiting[_pid] = false;
        inside[_pid] = true;
        inside[_pid] = false;
        locked = false
    od
}

ltl exclusion { [] !(inside[0] && inside[1]) }
ltl served { [] (waiting[0] -> <> inside[0]) }
