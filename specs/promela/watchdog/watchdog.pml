/* A worker that a watchdog may interrupt at any step, with `unless`. What it held is then released, so the resource
   is free whenever the worker is idle.

   216 states, 367 transitions.
*/

mtype = { idle, working, saving };

chan reset = [0] of { bit };
mtype mode = idle;
bool held;
byte progress_made, resets;

active proctype worker() {
    do
    :: {
            mode = working;
            held = true;
            progress_made = (progress_made + 1) % 3;
            mode = saving;
            progress_made = (progress_made + 1) % 3;
            held = false;
            mode = idle
        } unless {
            reset?1;
            atomic {
                held = false;
                progress_made = 0;
                mode = idle
            }
        };
        assert(!held && mode == idle)
    od
}

active proctype watchdog() {
end:
    do
    :: mode == saving -> reset!1;
        resets = (resets + 1) % 2
    od
}

ltl released { [] (mode == idle -> <> !held) }
