/* Dining philosophers who take the left fork first. When each holds one fork, nobody can go on: an invalid end
   state.

   206 states, 549 transitions, 1 error.
*/

#define N 4

bool taken[N];
byte eating;

active [N] proctype philosopher() {
    byte left = _pid, right = (_pid + 1) % N;

    do
    :: atomic { !taken[left] -> taken[left] = true };
        atomic { !taken[right] -> taken[right] = true };
        eating++;
        eating--;
        taken[right] = false;
        taken[left] = false
    od
}
