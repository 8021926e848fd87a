/* What generated code uses besides the runtime: the common cases, decided in place. */
#include "port.h"

/* Called in many places: what is inlined must be compiled in each of them. */
#if defined(__TINYC__)
#define NEARBY static
#else
#define NEARBY static __attribute__((noinline, unused))
#endif

INLINE u32 is_true(Context *c, V v) {
    if (v == V_TRUE) return 1;
    if (v != V_FALSE) trap(c, TRAP_NOT_BOOLEAN);
    return 0;
}
#define truth_of(yes) ((yes) ? V_TRUE : V_FALSE)

NEARBY u32 are_equal(Context *c, V a, V b) {
    u32 tag = TAG(a);
    if (tag == TAG(b)) {
        if (tag == TAG_OBJECT) { /* sequences and listed sets of different sizes */
            const Object *x = OBJECT(a), *y = OBJECT(b);
            if (x->kind == y->kind && x->kind <= OBJ_TUPLE && x->n != y->n && !x->unsorted &&
                !y->unsorted)
                return 0;
        }
    }
    if (UNTYPED && (tag == TAG_MODEL || TAG(b) == TAG_MODEL)) { /* equal to nothing else */
        V other = tag == TAG_MODEL ? b : a;
        if (TAG(other) != TAG_OBJECT || OBJECT(other)->kind <= OBJ_FUNCTION) return 0;
    }
    return value_equal(c, a, b);
}
#define EQUAL(c, a, b) \
    ((a) == (b) ? 1 : TAG(a) == TAG(b) && TAG(a) - 1 < 3 ? 0 : are_equal(c, a, b))
#if defined(__TINYC__) /* it inlines no function */
#define equals(c, x, y) ({ V x_ = (x), y_ = (y); EQUAL(c, x_, y_); })
#else
INLINE u32 equals(Context *c, V a, V b) { return EQUAL(c, a, b); }
#endif

/* Integers are compared, added and subtracted as they are: the tag is the same in both. */
#define BOTH_INT(a, b) (TAG(a) == TAG_INT && TAG(b) == TAG_INT)
INLINE u32 is_less(Context *c, V a, V b) {
    return BOTH_INT(a, b) ? (i64)a < (i64)b : is_true(c, num_less(c, a, b));
}
INLINE u32 is_at_most(Context *c, V a, V b) {
    return BOTH_INT(a, b) ? (i64)a <= (i64)b : is_true(c, num_at_most(c, a, b));
}

#define FITS(i) ((i64)((u64)(i) << 3) >> 3 == (i))
INLINE V fast_add(Context *c, V a, V b) {
    i64 sum = INT_OF(a) + INT_OF(b);
    return BOTH_INT(a, b) && FITS(sum) ? V_INT(sum) : num_add(c, a, b);
}
INLINE V fast_sub(Context *c, V a, V b) {
    i64 difference = INT_OF(a) - INT_OF(b);
    return BOTH_INT(a, b) && FITS(difference) ? V_INT(difference) : num_sub(c, a, b);
}

/* Small listed sets are looked through, by identity: atoms are equal only if they are the
 * same word. UNTYPED: no model value has a type, so all of them can be compared. */
enum { LOOKED_THROUGH = 16 };
#define is_listed_set(set) \
    (TAG(set) == TAG_OBJECT && OBJECT(set)->kind == OBJ_SET && !OBJECT(set)->unsorted)
NEARBY u32 fast_in(Context *c, V v, V set) {
    if (is_listed_set(set) && OBJECT(set)->n <= LOOKED_THROUGH) {
        u32 n = OBJECT(set)->n, tag = TAG(v);
        const V *items = OBJECT(set)->items, *end = items + n;
        for (const V *item = items; item < end; item++)
            if (*item == v) return 1;
        if (!n && tag != TAG_OBJECT) return 0;
        if (n && tag != TAG_OBJECT && (tag != TAG_MODEL || UNTYPED) && TAG(items[0]) == tag &&
            TAG(items[n - 1]) == tag)
            return 0;
    }
    return set_contains(c, set, v);
}
NEARBY V fast_apply(Context *c, V function, V argument) {
    if (TAG(function) == TAG_OBJECT) {
        const Object *o = OBJECT(function);
        if (o->kind == OBJ_TUPLE) {
            if (TAG(argument) == TAG_INT && (u64)INT_OF(argument) - 1 < o->n)
                return o->items[INT_OF(argument) - 1];
        } else if ((o->kind == OBJ_RECORD || o->kind == OBJ_FUNCTION) && o->n <= LOOKED_THROUGH) {
            const V *keys = OBJECT(o->domain)->items, *end = keys + o->n;
            for (const V *key = keys; key < end; key++)
                if (*key == argument) return o->items[key - keys];
        }
    }
    return function_apply(c, function, argument);
}

/* EXCEPT: the place that is changed, and the value that is there. */
NEARBY i64 fast_place(Context *c, V function, V argument) {
    if (TAG(function) == TAG_OBJECT) {
        const Object *o = OBJECT(function);
        if (o->kind == OBJ_TUPLE) {
            if (TAG(argument) == TAG_INT && (u64)INT_OF(argument) - 1 < o->n)
                return INT_OF(argument) - 1;
        } else if ((o->kind == OBJ_RECORD || o->kind == OBJ_FUNCTION) && o->n <= LOOKED_THROUGH) {
            const V *keys = OBJECT(o->domain)->items, *end = keys + o->n;
            for (const V *key = keys; key < end; key++)
                if (*key == argument) return key - keys;
        }
    }
    return function_place(c, function, argument);
}
INLINE V value_at(Context *c, V function, i64 place, V argument) {
    return OBJECT(function)->kind == OBJ_RULE ? function_value(c, function, argument)
                                              : OBJECT(function)->items[place];
}

/* Enumeration: the elements of a listed set are taken from it directly. */
typedef struct Loop {
    const V *at, *end;
    u32 listed;
    Elements e;
} Loop;
INLINE u32 loop_listed(Loop *l, V set) {
    if (TAG(set) == TAG_OBJECT && OBJECT(set)->stays == 2) set = OBJECT(set)->items[OBJECT(set)->n];
    l->listed = is_listed_set(set);
    if (l->listed) {
        l->at = OBJECT(set)->items;
        l->end = l->at + OBJECT(set)->n;
    }
    return l->listed;
}
INLINE void loop_elements(Context *c, Loop *l, V set) {
    if (!loop_listed(l, set)) elements_begin(c, &l->e, set);
}
INLINE u32 loop_watch(Context *c, Loop *l) {
    u32 kind = l->listed ? OBJ_SET : OBJECT(l->e.set)->kind;
    return kind == OBJ_FUNCTIONS ? elements_watch(c, &l->e) : 0;
}
INLINE u32 loop_watched(Context *c, Loop *l, V set) {
    loop_elements(c, l, set);
    return loop_watch(c, l);
}
INLINE void loop_choice(Context *c, Loop *l, V set) {
    if (!loop_listed(l, set)) choice_begin(c, &l->e, set);
    loop_watch(c, l);
}
INLINE void loop_ordered(Context *c, Loop *l, V set) {
    if (!loop_listed(l, set)) ordered_begin(c, &l->e, set);
}
#define loop_next(c, l, value)                         \
    (!(l)->listed ? elements_next(c, &(l)->e, (value)) \
                  : (l)->at != (l)->end && (*(value) = *(l)->at++, 1))

/* The value of a variable, an argument or a constant that may have none. */
INLINE V present(Context *c, V v) { return v ? v : trap(c, TRAP_UNASSIGNED); }
NEARBY V no_constant(Context *c, u32 number) { /* why there is none stands behind them */
    u64 why = c->constants[CONSTANTS + number];
    return trap(c, why ? (u32)why : TRAP_CONSTANT);
}
#define constant_of(c, v, number) ((v) ? (v) : no_constant(c, number))

/* What a function keeps for later must be a value: this one stands for none. */
#define V_ABSENT ((V)7)
INLINE V given_later(V v) { return v ? v : V_ABSENT; }
INLINE V given(V v) { return v == V_ABSENT ? 0 : v; }

/* Evaluating ahead what may not be needed: a failure counts only if the value is used. */
INLINE u32 try_begin(Context *c) {
    u32 before = c->trap;
    c->trap = 0;
    return before;
}
INLINE V try_end(Context *c, u32 before, V v) {
    if (c->trap && c->trap != TRAP_CAPACITY && c->trap != TRAP_STOPPED) {
        v = 0;
        c->trap = 0;
    }
    if (before) c->trap = before;
    return v;
}

/* The parts of a tuple that a pattern binds. */
INLINE u32 is_row(Context *c, V v, u32 n) {
    if (TAG(v) == TAG_OBJECT && OBJECT(v)->kind == OBJ_TUPLE && OBJECT(v)->n == n) return 1;
    trap(c, TRAP_PATTERN);
    return 0;
}

/* A thread has a stack of some megabytes: calls with many local values use it up earlier. */
enum { MAX_CALLS = 5000, MAX_STACK = 3 << 20 };
INLINE u32 enter(Context *c) {
    u8 here;
    if (c->trap) return 0;
    if (!c->depth) c->stack = (u64)&here;
    if (c->depth >= MAX_CALLS || (i64)(c->stack - (u64)&here) > MAX_STACK) {
        trap(c, TRAP_ENDLESS);
        return 0;
    }
    c->depth++;
    return 1;
}

/* In place of a constant that is not computed before the search. */
INLINE V constant_later(Context *c) { return trap(c, TRAP_UNASSIGNED); }
