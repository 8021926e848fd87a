/* A token ring: a station works only while it has the token, and then passes the token on. Every station
   has the token again and again, because nothing else can happen for ever; but it need not work.

   173 states, 343 transitions.
*/

#define N 4

chan ring[N] = [1] of { bit };
byte working;
byte turn;

active [N] proctype station() {
    byte next = (_pid + 1) % N;

    if
    :: _pid == 0 -> ring[0]!1
    :: else
    fi;
    do
    :: ring[_pid]?1;
        if
        :: working++;
            turn = _pid;
            assert(working == 1);
            working--
        :: skip
        fi;
        ring[next]!1
    od
}

ltl exclusion { [] (working <= 1) }
ltl token_returns { [] <> (len(ring[0]) == 1) }
ltl all_work { [] <> (turn == 2) }
