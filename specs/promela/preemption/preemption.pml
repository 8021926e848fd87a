/* Two tasks with priorities and a lock: a task moves only if no task with a higher priority can. While the slow task holds the lock,
   it has the highest priority, so the urgent one cannot interrupt its critical section.

   12 states, 12 transitions.
*/

bool locked;
byte done;

active proctype slow() priority 1 {
    atomic { !locked -> locked = true };
    set_priority(_pid, 10);
    done++;
    locked = false;
    set_priority(_pid, 1)
}

active proctype urgent() priority 5 {
    atomic { !locked -> locked = true };
    done++;
    assert(get_priority(_pid) == 5);
    locked = false
}
