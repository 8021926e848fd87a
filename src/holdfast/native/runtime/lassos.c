/* The shortest fair lasso in the product of the state graph and a tableau
 * (check/liveness/lassos.py, which defines what is found): steps and components.
 *
 * A node is a state and a node of the tableau. A step of the product has marks: those of the
 * state it leaves, of the step, and of the tableau's edge. A set of marks is `words` words. */

typedef struct Graph {
    u64 states, initial;
    const u64 *first;  /* by state: its first step; then the number of steps */
    const u32 *target; /* by step */
    u64 words;         /* of each set of marks */
    const u64 *of_states, *of_steps, *still; /* marks by state, step, state; `of_steps` may be 0 */
    u64 atoms;         /* the marks of the first word that choose a row of the tableau */
    u32 bits;          /* a state has 2^bits nodes */
    u32 loops;         /* steps may lead from a state to itself */
    u32 stutters;      /* 1: every state may stutter, 0: none may */
    const u32 *edges;  /* by row and node: its first edge; then the number of edges */
    const u32 *next;   /* by edge */
    const u64 *kept;   /* by edge: marks */
    const u8 *starts;  /* by row and node: whether the formula is true there */
    u64 conditions;
    const u32 *bad, *good; /* by condition, the number of a mark; bad EVERY: all loops have it */
    u64 shorter_than;  /* 0: any length */
    u64 most_work;     /* visits of nodes, after which the lasso need not be shortest */
    const u64 *stop;   /* not 0: give up */
} Graph;

enum { MOST_WORDS = 16 };
#define EVERY 0xFFFFFFFFu

typedef struct Found {
    u64 length, loop; /* states in all, and the place that the last one leads back to */
    u64 shortest;
    u32 *states;
} Found;

enum { NOTHING, A_LASSO, STOPPED };

/* ---- marks ---- */

INLINE u32 has_mark(const u64 *marks, u32 number) { return marks[number / 64] >> (number & 63) & 1; }

INLINE void put_mark(u64 *marks, u32 number) { marks[number / 64] |= (u64)1 << (number & 63); }

INLINE void add_marks(const Graph *g, u64 *to, const u64 *marks) {
    for (u64 i = 0; i < g->words; i++) to[i] |= marks[i];
}

INLINE u32 has_any(const Graph *g, const u64 *marks, const u64 *wanted) {
    for (u64 i = 0; i < g->words; i++)
        if (marks[i] & wanted[i]) return 1;
    return 0;
}

/* Whether a loop with these marks meets all conditions. */
static u32 is_met(const Graph *g, const u64 *seen) {
    for (u64 i = 0; i < g->conditions; i++)
        if (!has_mark(seen, g->good[i]) && (g->bad[i] == EVERY || has_mark(seen, g->bad[i])))
            return 0;
    return 1;
}

/* ---- steps ---- */

typedef struct Walk {
    u64 step;
    u32 edge, end, target;
} Walk;

INLINE void walk_begin(const Graph *g, u32 node, Walk *w) {
    w->step = g->first[node >> g->bits];
    w->edge = w->end = 0;
}

/* The next step of a node, stuttering last, if it may; its marks. */
static u32 walk_next(const Graph *g, u32 node, Walk *w, u32 *to, u64 *marks) {
    u64 state = node >> g->bits, last = g->first[state + 1], n = g->words, row;
    const u64 *own = g->of_states + state * n, *more, *kept;
    while (w->edge == w->end) {
        if (w->step >= last + g->stutters) return 0;
        more = w->step == last ? g->still + state * n : g->of_steps ? g->of_steps + w->step * n : 0;
        w->target = w->step == last ? (u32)state : g->target[w->step];
        row = (more ? own[0] | more[0] : own[0]) & g->atoms;
        row = (row << g->bits) + (node & ((1u << g->bits) - 1));
        w->edge = g->edges[row];
        w->end = g->edges[row + 1];
        w->step++;
    }
    more = w->step > last ? g->still + state * n : g->of_steps ? g->of_steps + (w->step - 1) * n : 0;
    kept = g->kept + w->edge * n;
    for (u64 i = 0; i < n; i++) marks[i] = (more ? own[i] | more[i] : own[i]) | kept[i];
    *to = w->target << g->bits | g->next[w->edge++];
    return 1;
}

/* ---- the search for components ---- */

enum { UNSEEN = 0, GONE = 0xFFFFFFFF };

typedef struct Call {
    Walk walk;
    u32 node, low;
} Call;

/* A part of the graph that is searched by itself: some members, without some steps. */
typedef struct Part {
    u64 begin, end;
    u32 fair;
} Part;

typedef struct Lassos {
    const Graph *g;
    u32 *index;   /* by node, for Tarjan's algorithm */
    u32 *part;    /* by node: the part it belongs to, from 1; 0: none */
    u32 *stack;
    u64 height;
    Call *calls;
    u64 depth, calls_room;
    u32 *members; /* the nodes of the parts, one part after the other */
    u64 members_n, members_room;
    Part *parts;
    u64 *part_marks; /* by part: the marks of steps that it does without, and those it has */
    u64 parts_n, parts_room;
    u64 work;
    u32 stopped;
} Lassos;

INLINE u64 *without_of(const Lassos *l, u64 part) { return l->part_marks + part * 2 * l->g->words; }
INLINE u64 *seen_in(const Lassos *l, u64 part) { return without_of(l, part) + l->g->words; }

static u32 must_stop(Lassos *l) {
    if ((++l->work & 0xFFFF) == 0 && port_load(l->g->stop)) l->stopped = 1;
    return l->stopped;
}

static void add_member(Lassos *l, u32 node) {
    if (l->members_n == l->members_room) {
        l->members_room = l->members_room * 2 + 64;
        l->members = take_or_die(l->members, l->members_room * sizeof(u32));
    }
    l->members[l->members_n++] = node;
}

static void add_part(Lassos *l, u64 begin, const u64 *without) {
    u64 n = l->g->words;
    if (l->parts_n == l->parts_room) {
        l->parts_room = l->parts_room * 2 + 64;
        l->parts = take_or_die(l->parts, l->parts_room * sizeof(Part));
        l->part_marks = take_or_die(l->part_marks, l->parts_room * 2 * n * sizeof(u64));
    }
    l->parts[l->parts_n].begin = begin;
    l->parts[l->parts_n].end = l->members_n;
    l->parts[l->parts_n].fair = 0;
    for (u64 i = 0; i < n; i++) without_of(l, l->parts_n)[i] = without[i];
    for (u64 i = 0; i < n; i++) seen_in(l, l->parts_n)[i] = 0;
    l->parts_n++;
}

/* Whether a node by itself may have a fair loop. If stuttering is not its only loop, it is judged
 * later. */
static u32 may_loop(const Graph *g, u32 node, const u64 *without) {
    u64 marks[MOST_WORDS];
    u32 to, loops = 0, fair = 0;
    Walk w;
    walk_begin(g, node, &w);
    if (!g->loops) w.step = g->first[(node >> g->bits) + 1];
    while (walk_next(g, node, &w, &to, marks)) {
        if (to != node || has_any(g, marks, without)) continue;
        fair = is_met(g, marks);
        loops++;
    }
    return loops > 1 || fair;
}

/* A component has been found: the nodes on the stack from `at` on. */
static void add_component(Lassos *l, u64 at, const u64 *without) {
    u64 begin = l->members_n;
    for (u64 i = at; i < l->height; i++) l->index[l->stack[i]] = GONE;
    if (l->height - at == 1 && !may_loop(l->g, l->stack[at], without)) return;
    for (u64 i = at; i < l->height; i++) {
        l->part[l->stack[i]] = (u32)l->parts_n + 1;
        add_member(l, l->stack[i]);
    }
    add_part(l, begin, without);
}

static void enter_node(Lassos *l, u32 node, u32 number) {
    Call *c;
    if (l->depth == l->calls_room) {
        l->calls_room = l->calls_room * 2 + 256;
        l->calls = take_or_die(l->calls, l->calls_room * sizeof(Call));
    }
    c = &l->calls[l->depth++];
    c->node = node;
    c->low = l->index[node] = number;
    walk_begin(l->g, node, &c->walk);
    l->stack[l->height++] = node;
}

/* Tarjan's algorithm from one node on, in one part (0: everywhere). */
static void components_from(Lassos *l, u32 root, u32 part, const u64 *without, u32 *number) {
    u64 marks[MOST_WORDS];
    enter_node(l, root, ++*number);
    while (l->depth && !must_stop(l)) {
        Call *c = &l->calls[l->depth - 1];
        u32 node = c->node, to, low, more = 0;
        while (!more && walk_next(l->g, node, &c->walk, &to, marks)) {
            u32 known = l->index[to];
            if (known == GONE || (part && l->part[to] != part)) continue;
            if (has_any(l->g, marks, without)) continue;
            if (known == UNSEEN) more = 1;
            else if (known < c->low) c->low = known;
        }
        if (more) {
            enter_node(l, to, ++*number);
            continue;
        }
        low = c->low;
        l->depth--;
        if (l->depth && low < l->calls[l->depth - 1].low) l->calls[l->depth - 1].low = low;
        if (low == l->index[node]) {
            u64 at = l->height - 1;
            while (l->stack[at] != node) at--;
            add_component(l, at, without);
            l->height = at;
        }
    }
}

/* Judges a part: fair, without a fair loop, or (1) to be searched without more of its steps. */
static u32 judge_part(Lassos *l, u64 which, u64 *without) {
    const Graph *g = l->g;
    const Part p = l->parts[which];
    u64 marks[MOST_WORDS], *seen = seen_in(l, which);
    Walk w;
    u32 to, more = 0;
    for (u64 i = 0; i < g->words; i++) without[i] = without_of(l, which)[i];
    for (u64 i = p.begin; i < p.end && !must_stop(l); i++) {
        walk_begin(g, l->members[i], &w);
        while (walk_next(g, l->members[i], &w, &to, marks))
            if (l->part[to] == which + 1 && !has_any(g, marks, without)) add_marks(g, seen, marks);
    }
    for (u64 i = 0; i < g->conditions; i++) {
        if (has_mark(seen, g->good[i])) continue;
        if (g->bad[i] == EVERY) return 0;
        if (!has_mark(seen, g->bad[i])) continue;
        put_mark(without, g->bad[i]);
        more = 1;
    }
    l->parts[which].fair = !more;
    return more;
}

/* New parts take their nodes away from the part; what is left belongs to no loop. */
static void split_part(Lassos *l, u64 which, const u64 *without) {
    u64 begin = l->parts[which].begin, end = l->parts[which].end;
    u32 number = 0;
    for (u64 i = begin; i < end; i++) l->index[l->members[i]] = UNSEEN;
    for (u64 i = begin; i < end && !l->stopped; i++)
        if (l->index[l->members[i]] == UNSEEN)
            components_from(l, l->members[i], (u32)which + 1, without, &number);
}

/* Whether a node is where a behaviour that satisfies the formula may start. */
INLINE u32 is_start(const Graph *g, u64 state, u32 t) {
    u64 row = g->of_states[state * g->words] & g->atoms;
    return g->starts[(row << g->bits) + t];
}

static void find_parts(Lassos *l) {
    const Graph *g = l->g;
    u64 without[MOST_WORDS];
    u32 number = 0;
    memset(without, 0, sizeof without);
    for (u64 s = 0; s < g->initial && !l->stopped; s++)
        for (u32 t = 0; t < 1u << g->bits; t++) {
            u32 node = (u32)(s << g->bits) | t;
            if (is_start(g, s, t) && l->index[node] == UNSEEN)
                components_from(l, node, 0, without, &number);
        }
    for (u64 i = 0; i < l->parts_n && !l->stopped; i++)
        if (judge_part(l, i, without)) split_part(l, i, without);
}
