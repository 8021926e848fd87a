/* A scheduler that decides which task may run: a task is provided with the processor while `running` is its number.
   It is a round robin, and each task has a quantum of two steps.

   54 states, 55 transitions.
*/

#define TASKS 3
#define QUANTUM 2

byte running = 1;
byte used;
byte work[TASKS + 1];

active proctype scheduler() {
    do
    :: used == QUANTUM ->
        d_step {
            used = 0;
            running = running % TASKS + 1
        }
    od
}

active [TASKS] proctype task() provided (running == _pid) {
    do
    :: used < QUANTUM ->
        atomic {
            used++;
            work[_pid] = (work[_pid] + 1) % 3
        }
    od
}

ltl quantum { [] (used <= QUANTUM) }
ltl every_task { [] <> (running == 3) }
