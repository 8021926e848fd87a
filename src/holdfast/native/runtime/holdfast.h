/* The interface between the code generated for a system and the runtime.
 *
 * Header-free C99, for gcc, clang and tcc alike; what differs between compilers is in
 * port.h. A value is one 64-bit word. Small ones are the word itself, others point to an
 * object that never changes: either temporary, in the arena of the step being computed, or
 * interned, one object per value, once it is part of a kept state.
 *
 * Errors do not unwind. An operation that fails records a trap in the context and returns
 * some value; generated code goes on, looks at the trap in every loop and at the end of a
 * step, and drops the step. The interpreter then evaluates that step again and says what
 * is wrong.
 */
#ifndef HOLDFAST_H
#define HOLDFAST_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

typedef u64 V;

#if defined(__TINYC__)
#define INLINE static inline
#else
#define INLINE static inline __attribute__((unused))
#endif

/* Calls of hidden functions are direct; tests ask to see them all. */
#if defined(__GNUC__) && !defined(__TINYC__) && !defined(EXPORT_ALL)
#define HIDDEN_BEGIN _Pragma("GCC visibility push(hidden)")
#define HIDDEN_END _Pragma("GCC visibility pop")
#else
#define HIDDEN_BEGIN
#define HIDDEN_END
#endif

/* The low three bits of a value. */
enum { TAG_OBJECT = 0, TAG_INT = 1, TAG_BOOL = 2, TAG_STRING = 3, TAG_MODEL = 4 };

#define V_FALSE ((V)TAG_BOOL)
#define V_TRUE ((V)(8 | TAG_BOOL))
#define V_INT(i) (((V)(i) << 3) | TAG_INT) /* -2^60 .. 2^60-1, else TRAP_OVERFLOW */
#define INT_OF(v) ((i64)(v) >> 3)
#define V_STRING(id) (((V)(id) << 3) | TAG_STRING) /* id: the rank of the string in the order */
#define V_MODEL(id) (((V)(id) << 3) | TAG_MODEL)   /* id: the rank of the name in the order */
#define TAG(v) ((u32)(v) & 7)

/* Kinds of objects. The first four are canonical values, the others are sets that are not
 * listed; they are listed when compared with others, hashed or kept in a state. */
enum {
    OBJ_SET,      /* n elements, sorted by value_compare, no repetitions */
    OBJ_TUPLE,    /* n values: a sequence or tuple, also the empty function */
    OBJ_RECORD,   /* n values in the order of the names of its shape (a set of strings) */
    OBJ_FUNCTION, /* n values in the order of its domain, which is neither 1..n nor of strings */
    OBJ_INTERVAL, /* items: low, high */
    OBJ_SUBSETS,  /* items: the base */
    OBJ_FUNCTIONS, /* domain; items: the range */
    OBJ_RECORDS,  /* domain: the names; items: the set of each field */
    OBJ_PRODUCT,  /* items: the sets */
    OBJ_SEQUENCES, /* items: the base */
    OBJ_GIVEN,    /* Nat, Int, ...: which one is in n */
    OBJ_SIZED_SUBSETS, /* items: the base, the size */
    OBJ_FILTERED, /* domain: the base; items: the test, then what it keeps */
    OBJ_UNITED, OBJ_COMMON, OBJ_REMAINING, /* items: two sets; union, intersection, difference */
    OBJ_FLATTENED, /* items: the set of sets */
    OBJ_RULE      /* a function that is not tabulated; items: the rule, then what it keeps */
};

enum { GIVEN_NAT, GIVEN_INT, GIVEN_REAL, GIVEN_STRING, GIVEN_ANY };

typedef struct Object {
    u8 kind;
    u8 interned;
    u8 unsorted;   /* a set with elements that cannot be compared: only for membership */
    u8 stays;      /* 1: not in the arena of a step; 2: items[n] is the lazy set, listed, too;
                      4: a row all parts of which are canonical, temporary or not */
    u32 n;         /* the number of items */
    u64 mark;      /* the fingerprint of the value, 0 until it is computed */
    V domain;      /* of a record or function: the set of its arguments */
    V items[1];
} Object;

#define OBJECT(v) ((Object *)(v))

enum {
    TRAP_NONE, TRAP_KINDS, TRAP_DOMAIN, TRAP_NO_WITNESS, TRAP_NOT_ENUMERABLE, TRAP_NOT_BOOLEAN,
    TRAP_NOT_NUMBER, TRAP_NOT_SET, TRAP_NOT_FUNCTION, TRAP_OVERFLOW, TRAP_TOO_LARGE, TRAP_ENDLESS,
    TRAP_UNASSIGNED, TRAP_NO_CASE, TRAP_PATTERN, TRAP_CAPACITY, TRAP_ASSERT, TRAP_UNSUPPORTED,
    TRAP_HOST, TRAP_CONSTANT, TRAP_NO_VALUE, TRAP_STOPPED
};

#define NO_NUMBER ((i64)1 << 62) /* beyond all numbers that are values */

typedef struct Context Context; /* one per worker: arena, trap, states, random numbers */

/* What generated code may touch of a context. */
struct Context {
    const V *now;   /* the current state: one value per variable */
    V *next;        /* the next state, 0 for a variable that has no value yet */
    u32 missing;    /* how many of them */
    u32 trap;       /* the first trap of this step */
    u32 depth;      /* calls under way, for TRAP_ENDLESS */
    u32 action;     /* the action being run */
    u32 choice;     /* counts the states that this action has generated from `now` */
    u32 composed;   /* states between the halves of A \cdot B */
    u32 reached;    /* what is evaluated is about the state that a step leads to */
    u64 changed;    /* bit by variable: in the state whose predicates are asked, it may differ
                       from a state that satisfies them all; ~0 if nothing is known */
    u8 *free, *end; /* what is left of the arena's chunk */
    u64 pinned;     /* how often something that stays came to point into the arena */
    u64 effects;    /* counts what a formula or step has done beside having a value */
    u32 open;       /* how many loops give variables candidates for next values */
    struct Known *known; /* a table of KNOWN values */
    struct Cell *cells;  /* CELLS values of definitions */
    u64 serial;          /* another number for each state that is looked at */
    u64 stack;           /* where the first call under way stands on the stack, which grows down */
    void *engine;   /* the runtime's own */
    V *constants;   /* what Model.prepare computes once */
    const V *bound; /* in a simulation: the values of the names that are bound around the action */
    u64 *counts;    /* Model.counters counters, and as many that nobody reads */
    i64 *stores;    /* by store: the least number that did not fit, NO_NUMBER if all did */
    V *made;        /* a copy of `now`, for actions that change a few variables of it */
};

/* The value of an expression that up to four other values decide. */
enum { KNOWN = 2048 };
typedef struct Known {
    u64 which;
    V a, b, d, e, value;
} Known;
INLINE Known *known_place(Context *c, u32 which, V a, V b, V d, V e) {
    u64 mixed = ((((((u64)which << 32) ^ a) * 31 + b) * 31 + d) * 31 + e) * 0x9E3779B97F4A7C15ULL;
    return c->known + (mixed >> 53);
}
INLINE V known_value(Context *c, u32 which, V a, V b, V d, V e) {
    const Known *k = known_place(c, which, a, b, d, e);
    u32 same = k->which == which && k->a == a && k->b == b && k->d == d && k->e == e;
    return same ? k->value : 0;
}

/* The value of a definition in the state that is looked at, until another one is. */
enum { CELLS = 64 };
typedef struct Cell {
    const V *now;
    u64 serial;
    V value;
} Cell;
INLINE V cell_value(Context *c, u32 which) {
    const Cell *cell = c->cells + which;
    return cell->now == c->now && cell->serial == c->serial ? cell->value : 0;
}
INLINE V cell_keep(Context *c, u32 which, V value) {
    Cell *cell = c->cells + which;
    if (c->trap) return value;
    cell->now = c->now;
    cell->serial = c->serial;
    c->pinned++;
    return cell->value = value;
}

/* A clock of any unit, for the part of each action in the time of all. */
#if defined(__x86_64__)
INLINE u64 clock_ticks(void) {
    u32 low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (u64)high << 32 | low;
}
#elif defined(__aarch64__) && !defined(__TINYC__)
INLINE u64 clock_ticks(void) {
    u64 ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
}
#else
INLINE u64 clock_ticks(void) { return 0; }
#endif

HIDDEN_BEGIN

/* The value, kept if there is a place for it. */
V known_keep(Context *c, u32 which, V a, V b, V d, V e, V value);

V trap(Context *c, u32 kind); /* records the trap if it is the first, returns V_FALSE */

/* ---- values (value.c) ---- */
i64 value_compare(Context *c, V a, V b); /* the order of ir/order.py; traps as it raises */
u32 value_equal(Context *c, V a, V b);   /* ir/order.py equal */
u64 value_mark(Context *c, V a);         /* ir/fingerprint.py, the same number */
V value_listed(Context *c, V a);         /* the general case of value_canonical */
INLINE V value_canonical(Context *c, V a) { /* lists every lazy set in it */
    return TAG(a) == TAG_OBJECT && !OBJECT(a)->interned && OBJECT(a)->stays != 4
               ? value_listed(c, a)
               : a;
}
V value_keep(Context *c, V a);           /* the interned object of the value */
V value_permanent(Context *c, V a);      /* the value where no step ends its life, lazy or not */

/* ---- sets (sets.c) ---- */
V set_of(Context *c, u32 n, const V *items); /* sorts, drops repetitions */
V set_in_order(Context *c, u32 n, const V *items); /* they are sorted */
V set_interval(Context *c, V low, V high);
V set_subsets(Context *c, V base);
V set_functions(Context *c, V domain, V range);
V set_records(Context *c, V names, u32 n, const V *sets); /* names: the shape */
V set_product(Context *c, u32 n, const V *sets);
V set_sequences(Context *c, V base);
V set_given(Context *c, u32 which);
u32 set_contains(Context *c, V set, V value);
u32 set_subset(Context *c, V a, V b);
V set_union(Context *c, V a, V b);
V set_intersection(Context *c, V a, V b);
V set_difference(Context *c, V a, V b);
V set_big_union(Context *c, V sets);
i64 set_size(Context *c, V set);

u32 set_is_finite(Context *c, V set);
V set_listed(Context *c, V set); /* the same set as an OBJ_SET; traps if it has too many elements */

/* {x \in base : test(x)} over a base that is neither listed nor an interval: tested when
 * asked. `kept` are the values that the test uses beside the element. */
typedef u32 (*Filter)(Context *c, const V *kept, V element);
V set_filtered(Context *c, V base, Filter test, u32 n, const V *kept);
/* A listed set or an interval that can be: filters and functions are computed at once */
u32 set_is_listable(Context *c, V set);

/* Enumeration in the order of interp/sets.py `elements`. */
typedef struct Elements {
    V set;
    u64 at, count;
    u64 scratch[6];
    V *row;
    const V *listed; /* the elements if they are listed, else 0 */
} Elements;
void elements_begin(Context *c, Elements *e, V set);
u32 elements_more(Context *c, Elements *e, V *value); /* the general case of the next one */
INLINE u32 elements_next(Context *c, Elements *e, V *value) {
    if (!e->listed) return elements_more(c, e, value);
    if (e->at == e->count || c->trap) return 0;
    *value = e->listed[e->at++];
    return 1;
}
/* What follows has no effect but by Context.effects unless it ends the loop: functions may be
 * given as candidates, which do not outlive their round, and 1 is answered. */
u32 elements_watch(Context *c, Elements *e);
V candidate_settled(Context *c, V a); /* the function itself, to be kept */
V value_open(Context *c, V a); /* canonical, but for a candidate, which emit_state settles */
void choice_begin(Context *c, Elements *e, V set);  /* for CHOOSE; then elements_next */
void ordered_begin(Context *c, Elements *e, V set); /* least first, each once: for folds */

/* ---- functions, tuples, records (functions.c) ---- */
V tuple_of(Context *c, u32 n, const V *items);
V record_of(Context *c, V names, u32 n, const V *values); /* in the order of `names` */
/* in the order of the domain; chooses the form */
V function_of(Context *c, V domain, u32 n, const V *values);
V function_value(Context *c, V function, V argument); /* the general case of function_apply */
INLINE V function_apply(Context *c, V function, V argument) {
    if (TAG(function) == TAG_OBJECT && OBJECT(function)->kind == OBJ_TUPLE &&
        TAG(argument) == TAG_INT && (u64)INT_OF(argument) - 1 < OBJECT(function)->n)
        return OBJECT(function)->items[INT_OF(argument) - 1];
    return function_value(c, function, argument);
}
V function_domain(Context *c, V function);
/* EXCEPT one place; unchanged outside the domain */
V function_with(Context *c, V function, V argument, V value);
u32 function_has(Context *c, V function, V argument);
/* The place that EXCEPT changes, -1 if there is none, and the function changed there. */
i64 function_place(Context *c, V function, V argument);
V function_put(Context *c, V function, i64 place, V argument, V value);

/* [x \in domain |-> rule(x)] over a domain that is neither listed nor an interval, or a
 * function that is defined by itself: evaluated where it is applied. */
typedef V (*Rule)(Context *c, const V *kept, V argument);
V function_rule(Context *c, V domain, Rule rule, u32 n, const V *kept);

/* ---- numbers (numbers.c) ---- */
V num_add(Context *c, V a, V b);
V num_sub(Context *c, V a, V b);
V num_mul(Context *c, V a, V b);
V num_div(Context *c, V a, V b);
V num_divide(Context *c, V a, V b); /* `/`: traps unless the quotient is an integer */
V num_mod(Context *c, V a, V b);
V num_divide_truncated(Context *c, V a, V b); /* rounded toward zero */
V num_remainder_truncated(Context *c, V a, V b);
V num_wrap(Context *c, V a, V width); /* modulo 2^width, from 0 */
V num_wrap_signed(Context *c, V a, V width); /* modulo 2^width, from -2^(width - 1) */
V num_pow(Context *c, V a, V b);
V num_neg(Context *c, V a);
V num_less(Context *c, V a, V b); /* V_TRUE or V_FALSE */
V num_at_most(Context *c, V a, V b);

/* ---- scratch memory: lives until the end of the step ---- */
void *arena_more(Context *c, u64 bytes); /* the general case of arena_take */
INLINE void *arena_take(Context *c, u64 bytes) {
    void *place = c->free;
    bytes = (bytes + 7) & ~(u64)7;
    if ((u64)(c->end - c->free) < bytes) return arena_more(c, bytes);
    c->free += bytes;
    return place;
}
u64 arena_mark(Context *c);             /* a place to go back to */
void arena_release(Context *c, u64 at); /* only what nothing kept points to */

/* Where the arena was before a round of a loop, none of whose temporaries is needed by the
 * next. They are given back when the arena has come to another chunk, all at once, unless
 * something that stays has come to point to one of them. */
typedef struct Place {
    u8 *free, *end;
    u64 pinned;
} Place;
void arena_rewind(Context *c, Place *p);      /* of a formula */
void arena_rewind_step(Context *c, Place *p); /* of an action, which may have made states */
#ifdef EXACT_ARENA /* as soon as possible, so that the sanitizers see who reads them */
#define PLACE_HERE(c, p) ((p).free = (u8 *)arena_mark(c), (p).pinned = (c)->pinned)
#define PLACE_BACK(c, p, rewind) rewind(c, &(p))
#define PLACE_CUT(c, p) arena_rewind(c, &(p))
#else
#define PLACE_HERE(c, p) \
    ((p).free = (c)->free, (p).end = (c)->end, (p).pinned = (c)->pinned)
#define PLACE_BACK(c, p, rewind) \
    if ((c)->end != (p).end) rewind(c, &(p))
#define PLACE_CUT(c, p) /* at once */ \
    if ((c)->end == (p).end && (c)->pinned == (p).pinned) (c)->free = (p).free; \
    else arena_rewind(c, &(p))
#endif

/* A growing list of values in the arena, for comprehensions. */
typedef struct Buffer {
    V *items;
    u32 n, room;
} Buffer;
void buffer_add(Context *c, Buffer *b, V value);

/* An operator that only Python can compute (host.c), by its number. */
V host_call(Context *c, u32 which, u32 n, const V *args);

/* To be called when `now` becomes another state; what it returns is put back into `serial`. */
u64 look_at_other_state(Context *c);

/* Generated code calls this for every next (or initial) state that it has filled in. While
 * initial states are made, `now` is the same array as `next`. */
void emit_state(Context *c);

/* The same for an action that has given next values to these variables of `made`, and keeps all
 * others. Whether the state is transient: 0 no, 1 yes, 2 that is not known. */
void emit_made(Context *c, u32 n, const u16 *changed, u32 transient);
INLINE V *made_state(Context *c) { return c->next = c->made; }

/* An assertion is false; until its end, every state that is generated violates it. */
void assertion_begin(Context *c, u32 number);
void assertion_end(Context *c);

/* The action being run stores a number: does it fit? */
void store_number(Context *c, u32 which, V value, i64 low, i64 high);

/* In a simulation: the values of the names that are bound around the action being run. */
void bind_action(Context *c, u32 n, const V *values);

HIDDEN_END

/* ---- the model: what generated code says about itself ---- */

/* The terms whose extremes are kept during a search (observe.c), then the controls: terms whose
 * values divide the states into scenes. */
typedef struct Observed {
    u32 terms, controls;
    u32 sums, triples; /* whether those of a + b, and of a + b - d, are kept */
    V (*term)(Context *c, u32 which);
    const u64 *variables; /* by term: those it depends on, as bits, modulo 64 */
    u32 sums_of, width;   /* sums of `width` terms with factors, and numbers added to them */
    const u32 *sum_terms;
    const i64 *sum_factors, *sum_offsets;
} Observed;

/* Predicates are numbered through: invariants, constraints, action constraints, step
 * properties, initial properties, whether a state is transient, whether it may end. Those about
 * steps read `now` and `next`, the others `now`. Then come assertions, which are no predicates. */
typedef struct Model {
    u32 variables, actions;
    u32 invariants, constraints, action_constraints, step_properties, initial_properties;
    u32 check_deadlock;
    u32 constants;             /* the length of Context.constants */
    u32 strings, models;       /* how many ranks there are; a rank that is not in use has mark 0 */
    const u64 *string_marks;   /* by rank: the fingerprint of the string */
    const u32 *string_lengths; /* by rank: the number of characters */
    const u64 *model_marks;    /* by rank: the fingerprint of the model value */
    const u32 *model_types;    /* by rank: the character that is its type, 0 if it is untyped */
    u32 permutations;          /* of the symmetry, without the identity */
    const u32 *permuted;       /* a row of `models` ranks for each of them */
    const u32 *compared;       /* the variables, in the order in which states are compared */
    void (*prepare)(Context *c); /* fills c->constants, by value_permanent; may be 0 */
    void (*init)(Context *c);
    void (*action)(Context *c, u32 action);
    void (*bind)(Context *c, u32 action); /* calls bind_action for each binding; or 0, and then
                                             `action` runs all of them */
    u32 (*predicate)(Context *c, u32 which);
    V (*view)(Context *c); /* of `now`; 0 if states are known by themselves */
    u32 (*column)(Context *c, u32 which, const V *args); /* what is asked of kept states; or 0 */
    u32 watched;                  /* the first columns: is each true in some state? */
    const u64 *watched_variables; /* by column: those it depends on, as bits, modulo 64 */
    u32 counters;                 /* the length of Context.counts; 0 unless code counts */
    u32 transient, may_end;       /* how many predicates of these kinds there are, at most one */
    u32 assertions;               /* in actions */
    u32 stores;                   /* in actions, of numbers that may not fit */
    u32 everywhere;               /* the last invariants: they are about transient states, too */
    Observed observed;
    u32 (*next_action)(Context *c, u32 from); /* the first action from a number on that can be
                                                 enabled in `now`; 0 if they all can */
    const u8 *makes; /* by action: whether it uses emit_made; 0 if none does */
} Model;

/* ---- the engine (explore.c), called from Python ---- */

typedef struct Engine Engine;
typedef struct EngineOptions {
    u32 workers;
    u32 keep_going;  /* look for violations of other properties after the first */
    u32 keep_states; /* 1: do not drop states that have been expanded; 2: remember the steps too */
    u32 parallel_from; /* the smallest level that workers share; smaller ones are run by one */
    u64 largest_set; /* as in interp/members.py */
    u32 exact;       /* compare states in full, with one worker and without symmetry */
    u32 exposed;     /* transient states are states as others, but invariants are not about them */
} EngineOptions;

enum { RUN_MORE, RUN_PARALLEL, RUN_DONE, RUN_STOPPED, RUN_TRAPPED };

Engine *engine_new(const Model *model, const EngineOptions *options);
void engine_free(Engine *e);
void engine_adopt(Engine *e, const Model *model); /* nobody is at work */
u64 engine_layout(void);
u32 engine_start(Engine *e); /* constants and initial states */
/* Expands up to `budget` states of the current level and begins the next level when it is
 * through. RUN_PARALLEL: each worker calls engine_expand, then (all being through) each
 * engine_settle, each engine_place, then one engine_merge, which answers like engine_advance. */
u32 engine_advance(Engine *e, u64 budget);
void engine_expand(Engine *e, u32 worker);
void engine_rest(Engine *e, u32 yes); /* from any thread: engine_expand comes back for a while */
void engine_halt(Engine *e); /* from any thread: engine_expand comes back, the search is over */
void engine_settle(Engine *e, u32 worker);
void engine_place(Engine *e, u32 worker);
u32 engine_merge(Engine *e);

/* What happened, where: `parent` is the ordinal of a state, from 1 (0: no state, it was among
 * the initial ones), `place` that of the state reached among all those generated from it, over
 * all actions, from 1 (0: the action itself). `what`: the number of a predicate or assertion, or
 * one of these. If transient states are passed, their successors are among those generated, and an
 * action has the place of the last state before it. */
enum { EVENT_DEADLOCK = 0x10000, EVENT_ACTION, EVENT_KEY, EVENT_PREPARE };
typedef struct Event {
    u64 parent;
    u32 action, place, stage, what;
    u32 trap;  /* 0: the property is violated */
    u32 found; /* how many events were found, of which this is the first */
} Event;
typedef struct Figures {
    u64 generated, distinct, initial, frontier, expanded, values, bytes, digest;
    u64 pending; /* states found in a level that is not through: some may not be new */
    u32 depth, newest, state; /* levels: of the states that are expanded, of the newest one */
} Figures;
void engine_figures(Engine *e, Figures *f);
u32 engine_event(Engine *e, Event *found);                /* the first event, 0 if there is none */
u32 engine_event_of(Engine *e, u32 what, Event *found);   /* the first violation of one property */
/* How a state (its ordinal from 0) was first reached: parent and place as in an Event. */
void engine_step(Engine *e, u64 ordinal, u64 *parent, u32 *action, u32 *place);
u64 engine_fired(Engine *e, u32 action);                  /* states that an action generated */
void engine_counts(Engine *e, u64 *counts);               /* the counters of all workers, added */
i64 engine_stored(Engine *e, u32 which); /* the least number that a store truncated, or NO_NUMBER */
void engine_found(Engine *e, u64 *counts);                /* by action: states it reached first */
const V *engine_states(Engine *e);                        /* with keep_states: all, in order */
Context *engine_context(Engine *e, u32 worker);

/* Python's part of host_call, for an engine with one worker: it is given the arguments as
 * words, one value after the other, and points to the words of the result; a trap or 0. */
typedef u32 (*Host)(u32 which, const u64 *words, u64 count, const u64 **reply);
void engine_host(Engine *e, Host host);
/* Strings that Python has made get the next ranks: all marks and lengths, old and new. */
void engine_strings(Engine *e, u32 count, const u64 *marks, const u32 *lengths);
u32 engine_level(Engine *e); /* of the state that is looked at; 0 in the initial predicate */

/* Columns, with arguments, that are evaluated over each step when it is taken: for a symmetry or
 * a view, where the state that is kept need not be the one that the step leads to. */
typedef struct Taken {
    u64 count, words;   /* how many, and words of a row of bits */
    const u32 *columns;
    const u64 *first;   /* by column: the place of its first argument */
    V *args;
} Taken;
void engine_taken(Engine *e, const Taken *taken);

/* What was observed in all states, or (control: its number from 1) in those in which a control has
 * a value. By term, or by pair or triple of terms; low > high where there was no value. A pair is
 * compared at one of its two places or at both. */
typedef struct Scene {
    u64 states;
    V value;
    u32 control;
    i64 *low, *high;
    i64 *first, *step; /* a value, and the greatest common divisor of the distances to it */
    u64 *absent;     /* the states in which a term has no value; among these ... */
    u64 *undefined, *failed; /* those in which it is no number or set, or cannot be evaluated */
    i64 *least, *most;    /* a - b */
    u8 *equal;
    i64 *least_sum, *most_sum;
    i64 *least_triple, *most_triple;
    i64 *least_of, *most_of; /* by sum with factors */
    u8 *zero;                /* whether it was 0 */
    u8 *closed;              /* of a pair: its difference has been all that it can be */
    u32 *open, *opens;       /* by term: the others with which it is compared, and their number */
} Scene;
/* How many scenes a worker has, one more than there can be if there were more. */
u32 engine_scenes(Engine *e, u32 worker, u64 *states, u64 *outside);
const Scene *engine_scene(Engine *e, u32 worker, u32 number);

/* ---- random behaviours (simulate.c), for an engine with one worker ---- */

/* What is wanted, and what came of it. A behaviour depends on the seed, its number and the
 * initial states to choose from, on nothing else. */
typedef struct Simulation {
    u64 seed, first, count; /* the behaviours first .. first + count - 1, from 1 */
    u64 depth;              /* how many steps each may have */
    u64 most_bytes;         /* of interned values, before they are dropped and made again */
    u64 initials;           /* the initial states to choose from ... */
    const u64 *begins;      /* ... by number: where its words begin, */
    const u64 *words;       /* ... and the words of their values */
    u32 names;              /* how many names the actions have, */
    const u32 *named;       /* and by action the number of its name */
    u32 columns;            /* the columns of the model that are counted */
    const u8 *of_steps;     /* by column: whether it is about steps */
    /* Of the behaviours that came to their end, unless something ended the simulation. */
    u64 behaviours, states, generated, longest, stuck, digest;
    u64 squares; /* the sum of the squares of their numbers of states */
    u64 *counts; /* COUNTS for each name and then for each column: how often it occurred, in how
                    many behaviours; by behaviour, the sum of the squares of how often, and of
                    its products with the number of states */
    u64 failed;  /* the number of the behaviour in which there is an event, or 0 */
} Simulation;
enum { COUNTS = 4 };
enum { EVENT_COLUMN = 0x20000 }; /* and its number: a column has no value */

/* Constants and initial states, all of which are checked; a sample of at most `most` is
 * given back by simulate_initial, as words. Answers like engine_start. */
u32 simulate_start(Engine *e, u64 seed, u64 most);
u64 simulate_initial(Engine *e, u64 *begins, u64 *words, u64 room);
u32 simulate_run(Engine *e, Simulation *s); /* RUN_DONE, RUN_STOPPED, or RUN_MORE if halted */

/* Values as words, to pass them to and from Python: an atom is its V; an object is a word
 * (n << 16 | kind << 8 | TAG_WORDS), its domain if it has one, its items. */
enum { TAG_WORDS = 5 };
u64 value_write(Context *c, V a, u64 *words, u64 room); /* how many words it takes */
V value_read(Context *c, const u64 **words);

#endif
