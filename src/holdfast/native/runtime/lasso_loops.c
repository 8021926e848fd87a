/* The shortest fair lasso: distances, loops, and what Python calls. */

/* ---- distances ---- */

typedef struct Distances {
    u32 *queue, *before, *far; /* nodes, nearest first; by node: its predecessor, its distance */
    u64 n;
} Distances;

static void reach_node(Distances *d, u32 node, u32 before, u32 far) {
    if (d->far[node]) return;
    d->far[node] = far;
    d->before[node] = before;
    d->queue[d->n++] = node;
}

static void find_distances(Lassos *l, Distances *d) {
    const Graph *g = l->g;
    u64 nodes = g->states << g->bits, marks[MOST_WORDS];
    u32 to;
    Walk w;
    d->queue = take_or_die(0, (nodes + 1) * sizeof(u32));
    d->before = take_or_die(0, (nodes + 1) * sizeof(u32));
    d->far = take_cleared((nodes + 1) * sizeof(u32)); /* one more than the distance; 0: unseen */
    for (u64 s = 0; s < g->initial; s++)
        for (u32 t = 0; t < 1u << g->bits; t++)
            if (is_start(g, s, t)) reach_node(d, (u32)(s << g->bits) | t, 0, 1);
    for (u64 i = 0; i < d->n && !must_stop(l); i++) {
        u32 node = d->queue[i];
        walk_begin(g, node, &w);
        while (walk_next(g, node, &w, &to, marks)) reach_node(d, to, node, d->far[node] + 1);
    }
}

/* ---- visits ---- */

typedef struct Visit {
    u32 node, before;
} Visit;

/* Nodes with the marks seen on the way to them. */
typedef struct Visits {
    u64 words;
    Visit *items;
    u64 *seen;
    u64 n, room;
    u32 *table; /* places of items, from 1 */
    u64 table_room;
    u32 by_marks; /* a node is visited once for each set of marks, not once */
    Words loop;   /* the nodes of a loop after its start */
} Visits;

static void visits_begin(Visits *v, u64 words, u32 by_marks) {
    v->n = 0;
    v->words = words;
    v->by_marks = by_marks;
    if (!v->table_room) {
        v->table_room = 1024;
        v->table = take_or_die(0, v->table_room * sizeof(u32));
    }
    memset(v->table, 0, (word_size)(v->table_room * sizeof(u32)));
}

static u64 visit_place(const Visits *v, u32 node, const u64 *seen) {
    u64 at = node;
    for (u64 i = 0; v->by_marks && i < v->words; i++) at = at * 31 + seen[i];
    for (at = mix(at) & (v->table_room - 1); v->table[at]; at = (at + 1) & (v->table_room - 1)) {
        u64 known = v->table[at] - 1, i = 0;
        if (v->items[known].node != node) continue;
        while (v->by_marks && i < v->words && v->seen[known * v->words + i] == seen[i]) i++;
        if (!v->by_marks || i == v->words) break;
    }
    return at;
}

static void visits_grow(Visits *v) {
    v->table_room *= 2;
    v->table = take_or_die(v->table, v->table_room * sizeof(u32));
    memset(v->table, 0, (word_size)(v->table_room * sizeof(u32)));
    for (u64 i = 0; i < v->n; i++)
        v->table[visit_place(v, v->items[i].node, v->seen + i * v->words)] = (u32)i + 1;
}

static void visits_add(Visits *v, u32 node, const u64 *seen, u32 before) {
    u64 at = visit_place(v, node, seen);
    if (v->table[at]) return;
    if (v->n == v->room) {
        v->room = v->room * 2 + 256;
        v->items = take_or_die(v->items, v->room * sizeof(Visit));
        v->seen = take_or_die(v->seen, v->room * v->words * sizeof(u64));
    }
    v->items[v->n].node = node;
    v->items[v->n].before = before;
    for (u64 i = 0; i < v->words; i++) v->seen[v->n * v->words + i] = seen[i];
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

/* ---- loops ---- */

/* The marks that still matter: bad ones do not if there is a good one. */
static void reduce_marks(const Graph *g, const u64 *seen, u64 *kept) {
    for (u64 i = 0; i < g->words; i++) kept[i] = 0;
    for (u64 i = 0; i < g->conditions; i++) {
        if (has_mark(seen, g->good[i])) put_mark(kept, g->good[i]);
        else if (g->bad[i] != EVERY && has_mark(seen, g->bad[i])) put_mark(kept, g->bad[i]);
    }
}

/* The shortest fair loop from a node, of at most `most` steps (0: any number): its length, 0 if
 * there is none. After `enough` visits it gives up. */
static u64 shortest_loop(Lassos *l, Visits *v, u32 start, u64 most, u64 enough) {
    const Graph *g = l->g;
    u32 part = l->part[start], to;
    u64 length = 0, begin = 0, end, marks[MOST_WORDS], seen[MOST_WORDS];
    const u64 *without = without_of(l, part - 1);
    Walk w;
    memset(seen, 0, sizeof seen);
    visits_begin(v, g->words, 1);
    visits_add(v, start, seen, 0);
    for (end = 1; begin < end && (!most || length < most); end = v->n) {
        length++;
        for (; begin < end; begin++) {
            u32 node = v->items[begin].node;
            if (must_stop(l) || v->n > enough) return 0;
            walk_begin(g, node, &w);
            while (walk_next(g, node, &w, &to, marks)) {
                if (l->part[to] != part || has_any(g, marks, without)) continue;
                add_marks(g, marks, v->seen + begin * g->words);
                reduce_marks(g, marks, seen);
                if (to == start && is_met(g, seen)) {
                    v->loop.n = 0;
                    add_path(v, begin);
                    return length;
                }
                visits_add(v, to, seen, (u32)begin);
            }
        }
    }
    return 0;
}

/* The shortest way from a node to a step with a wanted mark, or to `goal` if none is wanted: it
 * is appended to the loop, and the marks on it are no longer wanted. */
static void go_on(Lassos *l, Visits *v, u32 from, u64 *wanted, u32 goal) {
    const Graph *g = l->g;
    u32 part = l->part[from], to;
    u64 marks[MOST_WORDS];
    const u64 *without = without_of(l, part - 1);
    Walk w;
    memset(marks, 0, sizeof marks);
    visits_begin(v, g->words, 0);
    visits_add(v, from, marks, 0);
    for (u64 i = 0; i < v->n && !must_stop(l); i++) {
        u32 node = v->items[i].node;
        walk_begin(g, node, &w);
        while (walk_next(g, node, &w, &to, marks)) {
            u32 there;
            if (l->part[to] != part || has_any(g, marks, without)) continue;
            there = wanted ? has_any(g, marks, wanted) : to == goal;
            add_marks(g, marks, v->seen + i * g->words);
            if (there) {
                add_path(v, i);
                words_add(&v->loop, to);
                for (u64 j = 0; wanted && j < g->words; j++) wanted[j] &= ~marks[j];
                return;
            }
            visits_add(v, to, marks, (u32)i);
        }
    }
}

/* A fair loop that need not be shortest: from one good mark to the next, and back. */
static u64 some_loop(Lassos *l, Visits *v, u32 start) {
    const Graph *g = l->g;
    u64 wanted[MOST_WORDS], *there = seen_in(l, l->part[start] - 1);
    u32 at = start;
    memset(wanted, 0, sizeof wanted);
    v->loop.n = 0;
    for (u64 i = 0; i < g->conditions; i++)
        if (has_mark(there, g->good[i])) put_mark(wanted, g->good[i]);
    while (has_any(g, wanted, wanted) && !l->stopped) {
        go_on(l, v, at, wanted, 0);
        if (v->loop.n) at = (u32)v->loop.items[v->loop.n - 1];
    }
    if (at != start || !v->loop.n) go_on(l, v, at, 0, start);
    return l->stopped ? 0 : v->loop.n--;
}

/* ---- lassos ---- */

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
    free(l.part_marks);
    free(d.queue);
    free(d.before);
    free(d.far);
    free(v.items);
    free(v.seen);
    free(v.table);
    free(v.loop.items);
    return l.stopped ? STOPPED : found->length ? A_LASSO : NOTHING;
}

EXPORT void lasso_free(Found *found) { free(found->states); }
