/* The shortest fair lasso in the product of the state graph and a tableau
 * (check/liveness/lassos.py, which defines what is found).
 *
 * A node is a state and a node of the tableau. A step of the product has marks: those of the
 * state it leaves, of the step, and of the tableau's edge. */

typedef struct Graph {
    u64 states, initial;
    const u64 *first;  /* by state: its first step; then the number of steps */
    const u32 *target; /* by step */
    const u64 *of_states, *of_steps, *still; /* marks; `of_steps` may be 0 */
    u64 atoms;         /* the marks that choose a row of the tableau */
    u32 bits;          /* a state has 2^bits nodes */
    const u32 *edges;  /* by row and node: its first edge; then the number of edges */
    const u32 *next;   /* by edge */
    const u64 *kept;   /* by edge: marks */
    const u8 *starts;  /* by row and node: whether the formula is true there */
    u64 conditions;
    const u64 *bad, *good; /* marks by condition; bad ~0: every loop has it */
    u64 shorter_than;  /* 0: any length */
    u64 most_work;     /* visits of nodes, after which the lasso need not be shortest */
    u64 *stop;         /* not 0: give up */
} Graph;

typedef struct Found {
    u64 length, loop; /* states in all, and the place that the last one leads back to */
    u64 shortest;
    u32 *states;
} Found;

enum { NOTHING, A_LASSO, STOPPED };

/* ---- steps ---- */

typedef struct Walk {
    u64 step;
    u32 edge, end, target;
    u64 marks;
} Walk;

INLINE void walk_begin(const Graph *g, u32 node, Walk *w) {
    w->step = g->first[node >> g->bits];
    w->edge = w->end = 0;
}

static u32 walk_next(const Graph *g, u32 node, Walk *w, u32 *to, u64 *marks) {
    u64 state = node >> g->bits, last = g->first[state + 1], row;
    while (w->edge == w->end) {
        if (w->step > last) return 0;
        w->marks = g->of_states[state];
        if (w->step == last) w->marks |= g->still[state];
        else if (g->of_steps) w->marks |= g->of_steps[w->step];
        w->target = w->step == last ? (u32)state : g->target[w->step];
        row = ((w->marks & g->atoms) << g->bits) + (node & ((1u << g->bits) - 1));
        w->edge = g->edges[row];
        w->end = g->edges[row + 1];
        w->step++;
    }
    *to = w->target << g->bits | g->next[w->edge];
    *marks = w->marks | g->kept[w->edge];
    w->edge++;
    return 1;
}

/* ---- the search ---- */

enum { UNSEEN = 0, GONE = 0xFFFFFFFF };

typedef struct Call {
    Walk walk;
    u32 node, low;
} Call;

/* A part of the graph that is searched by itself: nodes of `members`, without some steps. */
typedef struct Part {
    u64 begin, end, without, seen;
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
    u64 parts_n, parts_room;
    u64 work;
    u32 stopped;
} Lassos;

static u32 must_stop(Lassos *l) {
    if ((++l->work & 0xFFFF) == 0 && l->g->stop && port_load(l->g->stop)) l->stopped = 1;
    return l->stopped;
}

static void add_member(Lassos *l, u32 node) {
    if (l->members_n == l->members_room) {
        l->members_room = l->members_room * 2 + 64;
        l->members = take_or_die(l->members, l->members_room * sizeof(u32));
    }
    l->members[l->members_n++] = node;
}

static Part *add_part(Lassos *l, u64 begin, u64 end, u64 without) {
    Part *p;
    if (l->parts_n == l->parts_room) {
        l->parts_room = l->parts_room * 2 + 64;
        l->parts = take_or_die(l->parts, l->parts_room * sizeof(Part));
    }
    p = &l->parts[l->parts_n++];
    p->begin = begin;
    p->end = end;
    p->without = without;
    p->seen = 0;
    p->fair = 0;
    return p;
}

/* Whether a loop with these marks meets all conditions. */
static u32 is_met(const Graph *g, u64 seen) {
    for (u64 i = 0; i < g->conditions; i++)
        if (!(seen & g->good[i]) && (g->bad[i] == ~(u64)0 || seen & g->bad[i])) return 0;
    return 1;
}

/* The marks of the step by which a node leads to itself; 0 in `found` if there is none. */
static u64 loop_marks(const Graph *g, u32 node, u32 *found) {
    Walk w;
    u32 to;
    u64 marks;
    walk_begin(g, node, &w);
    w.step = g->first[(node >> g->bits) + 1];
    *found = 0;
    while (walk_next(g, node, &w, &to, &marks))
        if (to == node) {
            *found = 1;
            return marks;
        }
    return 0;
}

/* A component has been found: the nodes on the stack from `at` on. */
static void add_component(Lassos *l, u64 at, u64 without) {
    const Graph *g = l->g;
    u64 count = l->height - at;
    u32 loops;
    for (u64 i = at; i < l->height; i++) l->index[l->stack[i]] = GONE;
    if (count == 1) {
        u64 marks = loop_marks(g, l->stack[at], &loops);
        if (!loops || marks & without || !is_met(g, marks)) return;
    }
    for (u64 i = at; i < l->height; i++) {
        l->part[l->stack[i]] = (u32)l->parts_n + 1;
        add_member(l, l->stack[i]);
    }
    add_part(l, l->members_n - count, l->members_n, without);
}

static void call(Lassos *l, u32 node, u32 number) {
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
static void components_from(Lassos *l, u32 root, u32 part, u64 without, u32 *number) {
    call(l, root, ++*number);
    while (l->depth) {
        Call *c = &l->calls[l->depth - 1];
        u32 node = c->node, to, low, more = 0;
        u64 marks;
        if (must_stop(l)) return;
        while (walk_next(l->g, node, &c->walk, &to, &marks)) {
            u32 known = l->index[to];
            if (marks & without || known == GONE || (part && l->part[to] != part)) continue;
            if (known == UNSEEN) {
                call(l, to, ++*number);
                more = 1;
                break;
            }
            if (known < c->low) c->low = known;
        }
        if (more) continue;
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

/* Judges a part: fair, without a fair loop, or to be searched without more of its steps. */
static u64 judge_part(Lassos *l, u64 which) {
    const Graph *g = l->g;
    Part *p = &l->parts[which];
    u64 more = 0, marks;
    Walk w;
    u32 to;
    for (u64 i = p->begin; i < p->end && !must_stop(l); i++) {
        walk_begin(g, l->members[i], &w);
        while (walk_next(g, l->members[i], &w, &to, &marks))
            if (l->part[to] == which + 1 && !(marks & p->without)) p->seen |= marks;
    }
    for (u64 i = 0; i < g->conditions; i++)
        if (!(p->seen & g->good[i])) {
            if (g->bad[i] == ~(u64)0) return 0;
            more |= p->seen & g->bad[i];
        }
    p->fair = !more;
    return more;
}

static void split_part(Lassos *l, u64 which, u64 without) {
    u64 begin = l->parts[which].begin, end = l->parts[which].end;
    u32 number = 0;
    /* New parts take their nodes away; what is left belongs to none. */
    for (u64 i = begin; i < end; i++) l->index[l->members[i]] = UNSEEN;
    for (u64 i = begin; i < end && !l->stopped; i++)
        if (l->index[l->members[i]] == UNSEEN)
            components_from(l, l->members[i], (u32)which + 1, without, &number);
}

static void find_parts(Lassos *l) {
    const Graph *g = l->g;
    u32 number = 0, width = 1u << g->bits;
    for (u64 s = 0; s < g->initial && !l->stopped; s++)
        for (u32 t = 0; t < width; t++) {
            u32 node = (u32)(s << g->bits) | t;
            if (!g->starts[((g->of_states[s] & g->atoms) << g->bits) + t]) continue;
            if (l->index[node] == UNSEEN) components_from(l, node, 0, 0, &number);
        }
    for (u64 i = 0; i < l->parts_n && !l->stopped; i++) {
        u64 more = judge_part(l, i);
        if (more) split_part(l, i, l->parts[i].without | more);
    }
}

/* ---- distances ---- */

typedef struct Distances {
    u32 *queue, *before, *far; /* nodes, nearest first; by node: its predecessor, its distance */
    u64 n;
} Distances;

static void find_distances(Lassos *l, Distances *d) {
    const Graph *g = l->g;
    u32 width = 1u << g->bits, to;
    u64 nodes = g->states << g->bits, marks;
    Walk w;
    d->queue = take_or_die(0, (nodes + 1) * sizeof(u32));
    d->before = take_or_die(0, (nodes + 1) * sizeof(u32));
    d->far = take_cleared((nodes + 1) * sizeof(u32)); /* one more than the distance; 0: unseen */
    d->n = 0;
    for (u64 s = 0; s < g->initial; s++)
        for (u32 t = 0; t < width; t++) {
            u32 node = (u32)(s << g->bits) | t;
            if (!g->starts[((g->of_states[s] & g->atoms) << g->bits) + t]) continue;
            d->far[node] = 1;
            d->before[node] = node;
            d->queue[d->n++] = node;
        }
    for (u64 i = 0; i < d->n && !must_stop(l); i++) {
        walk_begin(g, d->queue[i], &w);
        while (walk_next(g, d->queue[i], &w, &to, &marks)) {
            if (d->far[to]) continue;
            d->far[to] = d->far[d->queue[i]] + 1;
            d->before[to] = d->queue[i];
            d->queue[d->n++] = to;
        }
    }
}

/* ---- loops ---- */

typedef struct Visit {
    u64 seen;  /* the marks on the way that tell this visit from others */
    u64 marks; /* all marks on the way */
    u32 node, before;
} Visit;

typedef struct Visits {
    Visit *items;
    u64 n, room;
    u32 *table; /* places of items, from 1 */
    u64 table_room;
    Words loop; /* the nodes of a loop after its start */
} Visits;

static void visits_begin(Visits *v) {
    v->n = 0;
    if (!v->table_room) {
        v->table_room = 1024;
        v->table = take_or_die(0, v->table_room * sizeof(u32));
    }
    memset(v->table, 0, (word_size)(v->table_room * sizeof(u32)));
}

static u64 visit_place(const Visits *v, u32 node, u64 seen) {
    u64 at = mix(seen * 31 + node) & (v->table_room - 1);
    while (v->table[at]) {
        const Visit *known = &v->items[v->table[at] - 1];
        if (known->node == node && known->seen == seen) break;
        at = (at + 1) & (v->table_room - 1);
    }
    return at;
}

static void visits_grow(Visits *v) {
    v->table_room *= 2;
    v->table = take_or_die(v->table, v->table_room * sizeof(u32));
    memset(v->table, 0, (word_size)(v->table_room * sizeof(u32)));
    for (u64 i = 0; i < v->n; i++)
        v->table[visit_place(v, v->items[i].node, v->items[i].seen)] = (u32)i + 1;
}

/* Adds a visit unless the node was visited with the same marks. */
static void visits_add(Visits *v, u32 node, u64 seen, u64 marks, u32 before) {
    u64 at = visit_place(v, node, seen);
    Visit *new;
    if (v->table[at]) return;
    if (v->n == v->room) {
        v->room = v->room * 2 + 256;
        v->items = take_or_die(v->items, v->room * sizeof(Visit));
    }
    new = &v->items[v->n];
    new->node = node;
    new->seen = seen;
    new->marks = marks;
    new->before = before;
    v->table[at] = (u32)++v->n;
    if (v->n * 2 > v->table_room) visits_grow(v);
}

/* Appends the nodes on the way to a visit to the loop, without the first. */
static void add_path(Visits *v, u64 last) {
    u64 length = 0;
    for (u64 i = last; i; i = v->items[i].before) length++;
    words_room(&v->loop, length);
    v->loop.n += length;
    for (u64 i = last, at = v->loop.n; i; i = v->items[i].before)
        v->loop.items[--at] = v->items[i].node;
}

/* The marks that still matter: bad ones do not if there is a good one. */
static u64 reduced(const Graph *g, u64 seen) {
    u64 kept = 0;
    for (u64 i = 0; i < g->conditions; i++) {
        u64 good = seen & g->good[i];
        kept |= good ? good : g->bad[i] == ~(u64)0 ? 0 : seen & g->bad[i];
    }
    return kept;
}

/* The shortest fair loop from a node, of at most `most` steps (0: any number): its length, 0 if
 * there is none. After `enough` visits it gives up. */
static u64 shortest_loop(Lassos *l, Visits *v, u32 start, u64 most, u64 enough) {
    const Graph *g = l->g;
    u32 part = l->part[start], to;
    u64 length = 0, begin = 0, end, marks, without = l->parts[part - 1].without;
    Walk w;
    visits_begin(v);
    visits_add(v, start, 0, 0, 0);
    for (end = 1; begin < end && (!most || length < most); end = v->n) {
        length++;
        for (; begin < end; begin++) {
            u32 node = v->items[begin].node;
            if (must_stop(l) || v->n > enough) return 0;
            walk_begin(g, node, &w);
            while (walk_next(g, node, &w, &to, &marks)) {
                u64 seen;
                if (l->part[to] != part || marks & without) continue;
                seen = reduced(g, v->items[begin].seen | marks);
                if (to == start && is_met(g, seen)) {
                    v->loop.n = 0;
                    add_path(v, begin);
                    return length;
                }
                visits_add(v, to, seen, 0, (u32)begin);
            }
        }
    }
    return 0;
}

/* The shortest way from a node to a step with a wanted mark, or to `goal` if none is wanted: it
 * is appended to the loop, and the marks on it are returned. */
static u64 way_to(Lassos *l, Visits *v, u32 from, u64 wanted, u32 goal) {
    const Graph *g = l->g;
    u32 part = l->part[from], to;
    u64 marks, without = l->parts[part - 1].without;
    Walk w;
    visits_begin(v);
    visits_add(v, from, 0, 0, 0);
    for (u64 i = 0; i < v->n && !must_stop(l); i++) {
        u32 node = v->items[i].node;
        walk_begin(g, node, &w);
        while (walk_next(g, node, &w, &to, &marks)) {
            if (l->part[to] != part || marks & without) continue;
            if (wanted ? (marks & wanted) != 0 : to == goal) {
                add_path(v, i);
                words_add(&v->loop, to);
                return v->items[i].marks | marks;
            }
            visits_add(v, to, 0, v->items[i].marks | marks, (u32)i);
        }
    }
    return 0;
}

/* A fair loop that need not be shortest: from one good mark to the next, and back. */
static u64 some_loop(Lassos *l, Visits *v, u32 start) {
    const Graph *g = l->g;
    u64 wanted = 0, there = l->parts[l->part[start] - 1].seen;
    u32 at = start;
    v->loop.n = 0;
    for (u64 i = 0; i < g->conditions; i++) wanted |= there & g->good[i];
    while (wanted && !l->stopped) {
        wanted &= ~way_to(l, v, at, wanted, 0);
        at = (u32)v->loop.items[v->loop.n - 1];
    }
    if (at != start || !v->loop.n) way_to(l, v, at, 0, start);
    return l->stopped ? 0 : v->loop.n--;
}

static void keep_lasso(const Lassos *l, const Distances *d, const Visits *v, u32 start,
                       Found *found) {
    u64 bits = l->g->bits, at = d->far[start];
    u32 node = start;
    found->loop = at - 1;
    found->length = at + v->loop.n;
    found->states = take_or_die(found->states, found->length * sizeof(u32));
    for (u64 i = 0; i < v->loop.n; i++) found->states[at + i] = (u32)v->loop.items[i] >> bits;
    for (; at; node = d->before[node]) found->states[--at] = node >> bits;
}

static void find_shortest(Lassos *l, const Distances *d, Visits *v, Found *found) {
    u64 best = l->g->shorter_than, left = l->g->most_work;
    found->shortest = 1;
    for (u64 i = 0; i < d->n && !l->stopped && found->shortest; i++) {
        u32 node = d->queue[i], part = l->part[node];
        u64 far = d->far[node] - 1, length;
        if (best && far + 1 >= best) break;
        if (!part || !l->parts[part - 1].fair) continue;
        length = shortest_loop(l, v, node, best ? best - far - 1 : 0, left);
        if (v->n > left) {
            found->shortest = 0;
            if (!best) length = some_loop(l, v, node);
        }
        left -= v->n < left ? v->n : left;
        if (!length || l->stopped) continue;
        keep_lasso(l, d, v, node, found);
        best = found->length;
    }
}

/* ---- from Python ---- */

EXPORT u32 find_lasso(const Graph *g, Found *found) {
    Lassos l;
    Distances d;
    Visits v;
    u64 nodes = g->states << g->bits;
    u32 some = 0;
    memset(&l, 0, sizeof l);
    memset(&d, 0, sizeof d);
    memset(&v, 0, sizeof v);
    memset(found, 0, sizeof *found);
    l.g = g;
    l.index = take_cleared((nodes + 1) * sizeof(u32));
    l.part = take_cleared((nodes + 1) * sizeof(u32));
    l.stack = take_or_die(0, (nodes + 1) * sizeof(u32));
    find_parts(&l);
    free(l.index);
    free(l.stack);
    free(l.calls);
    for (u64 i = 0; i < l.parts_n; i++) some |= l.parts[i].fair;
    if (some && !l.stopped) {
        find_distances(&l, &d);
        find_shortest(&l, &d, &v, found);
    }
    free(l.part);
    free(l.members);
    free(l.parts);
    free(d.queue);
    free(d.before);
    free(d.far);
    free(v.items);
    free(v.table);
    free(v.loop.items);
    return l.stopped ? STOPPED : found->length ? A_LASSO : NOTHING;
}

EXPORT void lasso_free(Found *found) { free(found->states); }
