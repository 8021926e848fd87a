/* Levels that workers share. Each expands slices of the level and collects candidates, the
 * states it claimed. Then those that an earlier claim has taken are dropped, and the others
 * put where they belong: the order of states is that of one worker. */

enum { SLICE = 64, AHEAD = 12 };

/* Rows of candidates: mark, order, action, then the values of the state. */
enum { CANDIDATE = 3 };

static void begin_together(Engine *e) {
    u64 slices = (level_size(e) + SLICE - 1) / SLICE;
    for (u32 i = 0; i < e->o.workers; i++) {
        e->workers[i].collecting = 1;
        e->workers[i].candidates.n = e->workers[i].slices.n = 0;
    }
    e->found.n = 0;
    words_room(&e->found, slices + 1);
    e->found.n = slices;
    e->placing = e->cursor = 0;
    e->locked = 1;
}

/* Ends a search in the middle of a level or of a step: workers come back soon, and nothing is
 * merged. */
EXPORT void engine_halt(Engine *e) { port_store(&e->halted, 1); }

/* Workers come back when their slices are through, or go on when engine_expand is called again. */
EXPORT void engine_rest(Engine *e, u32 yes) { port_store(&e->resting, yes); }

EXPORT void engine_expand(Engine *e, u32 worker) {
    Worker *w = &e->workers[worker];
    u64 size = level_size(e), n = e->m.variables, at;
    table_enter(e);
    while (!port_load(&e->halted) && !port_load(&e->resting) &&
           (at = port_fetch_add(&e->cursor, SLICE)) < size) {
        u64 end = at + SLICE < size ? at + SLICE : size;
        words_add(&w->slices, at / SLICE);
        for (; at < end; at++) expand_state(w, e->first + at, e->level.items + at * n);
        words_add(&w->slices, w->candidates.n);
    }
    table_leave(e);
}

/* How far a shared level is, while workers are at it. */
static void figures_within(Engine *e, Figures *f) {
    u64 taken = port_load(&e->cursor), size = level_size(e);
    f->expanded += taken < size ? taken : size;
    for (u32 i = 0; i < e->o.workers; i++)
        f->pending += e->workers[i].candidates.n / (e->m.variables + CANDIDATE);
}

static const V *parent_of(const Engine *e, u64 order) {
    return e->level.items + ((order >> PLACE_BITS) - 1 - e->first) * e->m.variables;
}

/* What is asked of a candidate once it is known to stay. */
static void settle_candidate(Worker *w, u64 *candidate) {
    const V *before = parent_of(w->e, candidate[1]);
    if (!w->unseen && !w->e->m.observed.term && !(candidate[2] & DOUBTFUL)) return;
    w->parent = candidate[1] >> PLACE_BITS;
    w->place = (u32)candidate[1] & ((1u << PLACE_BITS) - 1);
    w->c.action = (u32)candidate[2];
    w->c.trap = w->c.depth = 0;
    arena_release(&w->c, 0);
    if (w->unseen) watch_state(w, candidate + CANDIDATE, before);
    if (w->e->m.observed.term) observe_state(w, candidate + CANDIDATE, before, 1);
    if (candidate[2] & DOUBTFUL) check_invariants(w, candidate + CANDIDATE, before);
}

EXPORT void engine_settle(Engine *e, u32 worker) {
    Worker *w = &e->workers[worker];
    u64 row = e->m.variables + CANDIDATE, at = 0;
    u64 *items = w->candidates.items, ahead = AHEAD * row;
    for (u64 i = 0; i < w->slices.n; i += 2) {
        u64 stay = 0;
        for (; at < w->slices.items[i + 1]; at += row) {
            if (at + ahead < w->candidates.n) table_prefetch(e, items[at + ahead]);
            if (table_owns(e, items[at], items[at + 1])) {
                stay++;
                settle_candidate(w, items + at);
            } else {
                items[at] = 0;
            }
        }
        e->found.items[w->slices.items[i]] = stay;
    }
}

/* Makes room for the next level: by slice the number of states becomes where they begin. */
static void make_room(Engine *e) {
    u64 begin = 0;
    for (u64 i = 0; i < e->found.n; i++) {
        u64 count = e->found.items[i];
        e->found.items[i] = begin;
        begin += count;
    }
    words_room(&e->next, begin * e->m.variables);
    log_room(e, begin);
    e->next.n = begin * e->m.variables;
    e->placed = begin;
}

EXPORT void engine_place(Engine *e, u32 worker) {
    Worker *w = &e->workers[worker];
    u64 n = e->m.variables, row = n + CANDIDATE, at = 0;
    port_lock(&e->gate);
    if (!e->placing) make_room(e);
    e->placing = 1;
    port_unlock(&e->gate);
    w->digest = 0;
    for (u64 i = 0; i < w->slices.n; i += 2) {
        u64 to = e->found.items[w->slices.items[i]];
        for (; at < w->slices.items[i + 1]; at += row) {
            const u64 *candidate = w->candidates.items + at;
            if (!candidate[0]) continue;
            w->digest += mix(candidate[0]);
            log_at(e, e->orders.n + to, candidate[0], candidate[1], (u32)candidate[2]);
            copy_values(e->next.items + to * n, candidate + CANDIDATE, (u32)n);
            to++;
        }
    }
}

EXPORT u32 engine_merge(Engine *e) {
    for (u32 i = 0; i < e->o.workers; i++) {
        e->digest += e->workers[i].digest;
        e->workers[i].collecting = 0;
    }
    log_count(e, e->placed);
    intern_settle(e);
    e->locked = 0;
    e->expanded = level_size(e);
    return next_level(e);
}
