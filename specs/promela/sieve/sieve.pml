/* The sieve of Eratosthenes as a chain of processes: the first number that a process receives is a prime; it
   starts the next process and hands on what its prime does not divide.

   568 states, 1,280 transitions.
*/

#define LAST 11

mtype = { number, eof };

byte primes, largest;

proctype filter(chan input) {
    chan output = [0] of { mtype, byte };
    byte prime, next;

    if
    :: input?number(prime);
        d_step {
            primes++;
            assert(prime > largest);
            largest = prime
        };
        run filter(output);
        do
        :: input?number(next);
            if
            :: next % prime != 0 -> output!number(next)
            :: else
            fi
        :: input?eof(_) -> break
        od;
        output!eof(0)
    :: input?eof(_)
    fi
}

init {
    chan output = [0] of { mtype, byte };
    byte i;

    run filter(output);
    for (i : 2 .. LAST) {
        output!number(i)
    }
    output!eof(0);
    _nr_pr == 1;
    assert(primes == 5 && largest == 11)
}
