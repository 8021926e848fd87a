/* What the files of the runtime share and generated code does not see. */
#ifndef HOLDFAST_INTERNAL_H
#define HOLDFAST_INTERNAL_H

#include "port.h"

#define ENOUGH ((i64)0x7FFFFFFFFFFFFFFFLL) /* a size that is too large to be counted */
#define INT_LEAST (-((i64)1 << 60))
#define INT_MOST (((i64)1 << 60) - 1)

/* ---- memory (arena.c) ---- */

typedef struct Chunk {
    u8 *bytes;
    u64 room;
} Chunk;

/* Chunks of memory that are filled one after the other and given back all at once. */
typedef struct Arena {
    Chunk *chunks;
    u32 n, at;
    u64 used; /* bytes of chunk `at` */
    u64 room; /* bytes of all chunks */
} Arena;

/* A row of words that grows. */
typedef struct Words {
    u64 *items;
    u64 n, room;
} Words;

/* ---- interning (intern.c) and states (table.c): tables in shards, each with a lock ---- */

enum { SHARD_BITS = 6, SHARDS = 1 << SHARD_BITS };
enum { POSITIONS = 64, MOST_LISTED = 4096, MEMBERS = 1 << 12 };

/* Marks of sets with more elements than this are computed from those of similar ones. */
enum { FEW = 4 };

typedef struct Interned {
    u64 room;
    struct Interned *older; /* a smaller one that a worker may still be looking at */
    u64 objects[1];
} Interned;

typedef struct InternShard {
    u64 lock;
    Interned *table;
    u64 n, room;
    u64 apart[4]; /* workers that use different shards do not share a line of the cache */
} InternShard;

/* A set of marks in places of `width` words: the mark, and with several workers the claim. */
typedef struct Table {
    u64 *places;
    u64 room, most; /* places, and how many of them may be taken */
    u32 shift, width;
    u64 n;
} Table;

/* States that have been generated wait a little before they are claimed. */
enum { WAITING = 8 };
typedef struct Waiting {
    u64 mark;
    u32 place, action;
    const V *before;
    V *state;
    const V *base;      /* it is this state but for some variables, if it is not 0: */
    const u16 *changed; /* these, and `state` has their values */
    u32 n;
} Waiting;

/* ---- workers and the engine (explore.c, level.c) ---- */

typedef struct Memo {
    V set, value;
    u64 yes;
} Memo;

/* A state that behaviours have come to, or could have: it is within the constraints and
 * without a violation. They come to the same ones again and again. */
enum { MOST_REMEMBERED = 256 }; /* instances of actions for which outcomes are remembered */
typedef struct KnownState {
    u64 mark;
    V *values;
    u64 disabled[MOST_REMEMBERED / 64]; /* bit by instance of an action: it has no successor */
    u64 outcomes[1]; /* by instance: an Outcome, a KnownState with ONLY, or 0 if it is not known */
} KnownState;

/* What an instance of an action leads to. */
typedef struct Outcome {
    u64 generated;
    u32 moved; /* there are successors, perhaps outside the constraints */
    u32 n;     /* how many of them are within */
    KnownState *states[1];
} Outcome;

/* A random behaviour under way (random_steps.c, simulate.c). */
enum { MOST_INTERNED = 256 };     /* successors by one instance of an action */
enum { MOST_BINDINGS = 1 << 12 }; /* of an action, as in interp/walks.py */
typedef struct RandomWalk {
    u64 random;      /* the state of the generator */
    Words instances; /* for each its action, and where its values are in `bound` */
    Words bound;     /* values of names that are bound around actions */
    Words order;     /* the numbers of the instances */
    u32 binding;     /* bindings are collected, not run; */
    u64 bindings;    /* those of this action so far */
    u64 offered;     /* how many states could be next so far; or initial states, all together */
    Words offers;    /* the first of them */
    KnownState *chosen; /* the one chosen among them; or 0, */
    V *unknown;         /* and its values, which are not interned */
    u32 action;         /* and its action */
    V *met;             /* a generated state, interned */
    KnownState *now, *before; /* the state the behaviour has come to, and the one before it */
    u64 room;                 /* of the following table, a power of 2 */
    KnownState **states;      /* by the last bits of their marks */
    u32 remembers;            /* outcomes */
    u8 *memory;               /* for what is known of states, */
    u64 used, memory_bytes;   /* how much of it is in use, and all */
    u64 *counts;     /* by name and column: how often it occurred in this behaviour */
    Words starts;    /* by number of an initial state: the state if it is known, or 0 */
    Words initial;   /* while initial states are made: those in the sample, */
    u64 most;        /* and how many it may have */
    u64 lasting;     /* bytes of the values that cannot be dropped; 0 before actions are bound */
    Words saved;     /* the state as words, while interned values are dropped */
} RandomWalk;

/* A state on a path through transient states (passing.c). */
typedef struct Passed {
    const V *state;
    u64 mark, slot;      /* and its place in the table of the path */
    u64 arena, serial;   /* what its expansion takes begins here */
    u64 begin, at, end;  /* the moves of the last action that was run, and the next one to visit */
    u64 action;          /* that led to it */
    u32 next;            /* the action to be run next */
    u32 moved;
} Passed;

typedef struct Worker {
    Context c; /* first: a Context of the runtime is a Worker */
    struct Engine *e;
    Arena step;      /* temporaries of one step */
    Arena permanent; /* interned values */
    u64 kept_bytes, values;
    V *next;    /* what c.next points to while an action runs */
    u64 *terms; /* by variable: its term in the mark of the state that is expanded */
    u64 sum;    /* of the terms of the state that c.made is a copy of, */
    const V *made_of, *root; /* that state, and the one that is expanded */
    u32 quick;  /* nothing but invariants is asked of states; they are known by their marks */
    u64 parent; /* its ordinal, from 1; 0 while initial states are made */
    u32 place;  /* states generated from it so far */
    u32 emitted; /* by the action being run */
    u32 collecting; /* new states are candidates, to be merged when the level is through */
    u64 generated, digest;
    u64 *fired;
    u8 *seen;         /* by watched formula: whether it was true, or failed */
    u32 unseen;
    V viewed;         /* the view of the state whose key was computed last */
    Words steps;      /* with keep_states 2, for each state that is expanded: its ordinal and the
                         number of its steps, then where each of them leads */
    Words actions;    /* by step: the action, four to a word */
    u64 steps_n, steps_head; /* how many steps there are; where those of the state begin */
    Words stuck;      /* with keep_states 2: the ordinals of states without successors */
    Words taken;      /* by step: the columns that are true over it */
    u32 untaken;      /* one of them had no value */
    Words candidates; /* mark, order, action, then one value per variable */
    Memo *members;    /* whether a value is an element of a set, as far as it is remembered */
    Event *events;    /* by property: the first violation; then the first trap */
    u32 can_wait;     /* nothing but invariants is asked of a state that is generated */
    Words broken;     /* the assertions that are false on the way through the action being run */
    Words moves;      /* the states that actions have led to, where they are not met at once */
    Passed *path;     /* through transient states */
    u32 path_n;
    u64 path_room;    /* of the table, in which each has a place by its mark, from 1 */
    u32 *path_table;
    Waiting waiting[WAITING]; /* a ring */
    u32 oldest, waits;        /* the place of the first, and how many there are */
    V *waiting_values;
    RandomWalk *walk;       /* 0 unless behaviours are simulated */
    struct Observer *observer; /* 0 unless terms are observed */
    u32 noted;        /* how many events were noted */
    u64 serials;      /* how many were given to c.serial */
    u64 *representatives; /* marks of states and the least ones of their permutations */
    u64 row_bytes;
    u64 fresh;        /* how many places of the table it may still take */
    Words slices;     /* of the level: the number of each, and where its candidates end */
    u8 apart[128];    /* from the next worker, so that they do not share a line of the cache */
} Worker;

struct Engine {
    Model m;
    EngineOptions o;
    Worker *workers;
    V *constants;
    V empty_set, empty_tuple;
    u64 positions[POSITIONS]; /* the terms of the first arguments of sequences */
    u64 *model_rows; /* by model value: its marks by permutation; then their terms as arguments */
    u8 *model_moves; /* by model value: whether a permutation changes it */
    u32 passes; /* states are visited when the action is through: some may be transient */
    u32 locked; /* several workers are at work: tables need their locks */
    Table table;
    Words level, next; /* states, one value per variable */
    Words kept;        /* all states, with keep_states */
    Words marks;       /* by ordinal: what it is known by, with keep_states 2 or exact */
    Words exact, views; /* with exact: ordinals by mark; by ordinal the view */
    Words orders;      /* by ordinal: the order in which it was reached */
    Words actions;     /* by ordinal: the action, four to a word */
    u64 first;    /* ordinal of the first state of the level */
    u64 expanded; /* states of the level that are through */
    u64 initial, digest;
    u32 depth, state, predicates;
    u64 halted;  /* workers are to stop in the middle of a level */
    u64 resting; /* so that other code may go on with it */
    Host host;
    Taken taken;
    Words found; /* by slice of a shared level: its new states, then where they begin */
    u64 placed;  /* how many there are */
    u64 stage;   /* whether the table is being grown; with the following it is table.c's */
    u64 apart[16];
    u64 gate, inside, waiting, growths, part, moved, placing; /* `gate` locks all but two */
    Table larger;
    u64 also_apart[16];
    u64 cursor;  /* the next state of the level that no worker has taken */
    u64 at_last[16];
    InternShard intern[SHARDS];
};

/* An order says how a state was reached: its parent's ordinal, then its place among the
 * states generated from it. Orders of later levels are greater. */
enum { PLACE_BITS = 28 };
#define ORDER(parent, place) ((u64)(parent) << PLACE_BITS | (place))

#define WORKER(c) ((Worker *)(c))
#define ENGINE(c) (WORKER(c)->e)
#define IS_OBJECT(v) (TAG(v) == TAG_OBJECT)
#define KIND(v) (OBJECT(v)->kind)

static Object *object_with_row(Context *c, Object *o, V domain, const V *items);
static u32 is_canonical(V a);
static void *take_permanent(Context *c, u64 bytes);
static void words_add(Words *w, u64 item);
INLINE Object *object_new(Context *c, u32 kind, u32 n, V domain);
static u32 same(Context *c, V a, V b);
static i64 key_compare(Context *c, V a, V b, u32 *refused);
static i64 size_of(Context *c, V set);
static V lazy_listed(Context *c, V set);
static V rule_table(Context *c, V function);
static i64 set_find(Context *c, V set, V value);
static u32 set_is_empty(Context *c, V set);
static u32 lazy_contains(Context *c, V set, V value);
static u32 comes_in_order(Context *c, V set);
static i64 domain_place(Context *c, Object *domain, V argument);

INLINE u32 is_set(V v) {
    u32 kind;
    if (!IS_OBJECT(v)) return 0;
    kind = KIND(v);
    return kind == OBJ_SET || (kind >= OBJ_INTERVAL && kind <= OBJ_FLATTENED);
}
INLINE u32 is_lazy_set(V v) {
    return IS_OBJECT(v) && KIND(v) >= OBJ_INTERVAL && KIND(v) <= OBJ_FLATTENED;
}
INLINE u32 is_endless(V v) {
    return IS_OBJECT(v) && (KIND(v) == OBJ_GIVEN || KIND(v) == OBJ_SEQUENCES);
}
INLINE u32 is_function(V v) {
    if (!IS_OBJECT(v)) return 0;
    return KIND(v) == OBJ_RULE || (KIND(v) >= OBJ_TUPLE && KIND(v) <= OBJ_FUNCTION);
}
INLINE u32 is_listed(V v) { return IS_OBJECT(v) && KIND(v) == OBJ_SET; }
INLINE u32 model_type(Context *c, V v) { return ENGINE(c)->m.model_types[v >> 3]; }

#endif
