/* Readers and writers: several readers or one writer. Each test and the change after it are one atomic step.

   31 states, 88 transitions.
*/

#define READERS 3
#define WRITERS 2

byte reading, writing;

active [READERS] proctype reader() {
    do
    :: atomic { writing == 0 -> reading++ };
        assert(writing == 0);
        reading--
    od
}

active [WRITERS] proctype writer() {
    do
    :: atomic { writing == 0 && reading == 0 -> writing++ };
        assert(writing == 1 && reading == 0);
        writing--
    od
}

ltl exclusion { [] (writing == 0 || (writing == 1 && reading == 0)) }
ltl writers_enter { [] <> (writing == 1) }
