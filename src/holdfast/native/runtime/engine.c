/* The search: level by level, alone or shared among workers (check/explore.py `run`). */

static void worker_start(Engine *e, Worker *w) {
    u32 n = e->m.variables;
    memset(w, 0, sizeof(Worker));
    w->e = e;
    w->c.engine = e;
    w->next = take_or_die(0, ((u64)n + 1) * sizeof(V));
    w->waiting = take_or_die(0, ((u64)n + 1) * sizeof(V));
    w->can_wait = !e->o.exact && !e->m.step_properties && !e->m.initial_properties;
    w->terms = take_or_die(0, ((u64)n + 1) * sizeof(u64));
    w->fired = take_or_die(0, ((u64)e->m.actions + 1) * sizeof(u64));
    memset(w->fired, 0, (word_size)((e->m.actions + 1) * sizeof(u64)));
    w->events = take_or_die(0, ((u64)e->predicates + 2) * sizeof(Event));
    memset(w->events, 0, (word_size)((e->predicates + 2) * sizeof(Event)));
    w->members = take_or_die(0, MEMBERS * sizeof(Memo));
    memset(w->members, 0, MEMBERS * sizeof(Memo));
    w->c.known = take_or_die(0, KNOWN * sizeof(Known));
    memset(w->c.known, 0, KNOWN * sizeof(Known));
    w->c.cells = take_or_die(0, CELLS * sizeof(Cell));
    memset(w->c.cells, 0, CELLS * sizeof(Cell));
    w->c.serial = w->serials = 1;
    w->c.changed = ~(u64)0;
    w->unseen = e->m.watched;
    w->seen = take_or_die(0, (u64)e->m.watched + 1);
    memset(w->seen, 0, (word_size)e->m.watched + 1);
    w->c.next = w->next;
    w->c.constants = e->constants;
}

EXPORT Engine *engine_new(const Model *model, const EngineOptions *options) {
    Engine *e = take_or_die(0, sizeof(Engine));
    Object empty;
    memset(e, 0, sizeof(Engine));
    e->m = *model;
    e->o = *options;
    if (!e->o.workers) e->o.workers = 1;
    e->predicates = FIRST_INITIAL_PROPERTY(model) + model->initial_properties;
    e->constants = take_or_die(0, ((u64)model->constants + 1) * sizeof(V));
    memset(e->constants, 0, (word_size)((model->constants + 1) * sizeof(V)));
    e->workers = take_or_die(0, e->o.workers * sizeof(Worker));
    for (u32 i = 0; i < e->o.workers; i++) worker_start(e, &e->workers[i]);
    for (u32 i = 0; i < POSITIONS; i++)
        e->positions[i] = argument_term(mix(KEY_INTEGER ^ ((u64)i + 1)));
    symmetry_start(e);
    object_in(&empty, OBJ_SET, 0, 0);
    e->empty_set = value_keep(&e->workers[0].c, (V)&empty);
    object_in(&empty, OBJ_TUPLE, 0, 0);
    e->empty_tuple = value_keep(&e->workers[0].c, (V)&empty);
    return e;
}

EXPORT void engine_free(Engine *e) {
    for (u32 i = 0; i < e->o.workers; i++) {
        Worker *w = &e->workers[i];
        arena_free(&w->step);
        arena_free(&w->permanent);
        free(w->next);
        free(w->terms);
        free(w->waiting);
        free(w->fired);
        free(w->events);
        free(w->members);
        free(w->c.known);
        free(w->c.cells);
        free(w->representatives);
        free(w->candidates.items);
        free(w->steps.items);
        free(w->seen);
    }
    symmetry_free(e);
    for (u32 i = 0; i < SHARDS; i++) {
        free(e->intern[i].objects);
        free(e->table[i].marks);
        free(e->table[i].claims);
    }
    free(e->level.items);
    free(e->next.items);
    free(e->kept.items);
    free(e->marks.items);
    free(e->exact.items);
    free(e->views.items);
    free(e->orders.items);
    free(e->actions.items);
    free(e->constants);
    free(e->workers);
    free(e);
}

/* ---- levels ---- */

static u64 level_size(const Engine *e) {
    return e->m.variables ? e->level.n / e->m.variables : e->orders.n - e->first;
}

/* The level is through: what was found is the next one, unless something ended the search. */
static u32 next_level(Engine *e) {
    Words old = e->level;
    u64 found = e->m.variables ? e->next.n / e->m.variables : 0;
    Event event;
    e->first += level_size(e);
    e->level = e->next;
    e->next = old;
    e->next.n = 0;
    e->expanded = 0;
    if (!e->m.variables) found = e->orders.n - e->first;
    if (found) e->depth++;
    if (e->o.keep_states || e->o.exact) words_add_all(&e->kept, e->level.items, e->level.n);
    e->state = found ? RUN_MORE : RUN_DONE;
    if (engine_event(e, &event)) {
        u32 i = 0;
        while (i < e->o.workers && !e->workers[i].events[e->predicates + 1].found) i++;
        if (i < e->o.workers) e->state = RUN_TRAPPED;
        else if (!e->o.keep_going || !found) e->state = RUN_STOPPED;
    }
    return e->state;
}

EXPORT u32 engine_start(Engine *e) {
    Worker *w = &e->workers[0];
    begin_run(w, 0);
    w->c.now = w->next;
    if (e->m.prepare) e->m.prepare(&w->c);
    if (w->c.trap) {
        note(w, 0, 0, EVENT_PREPARE, w->c.trap);
        return e->state = RUN_TRAPPED;
    }
    initial_states(w);
    e->initial = e->orders.n;
    return next_level(e);
}

EXPORT u32 engine_advance(Engine *e, u64 budget) {
    Worker *w = &e->workers[0];
    u64 size = level_size(e);
    u32 n = e->m.variables;
    if (e->state != RUN_MORE) return e->state;
    if (e->o.workers > 1 && !e->expanded && size >= e->o.parallel_from) {
        for (u32 i = 0; i < e->o.workers; i++) {
            e->workers[i].collecting = 1;
            e->workers[i].candidates.n = 0;
        }
        e->cursor = 0;
        e->locked = 1;
        return RUN_PARALLEL;
    }
    for (; budget && e->expanded < size; budget--, e->expanded++)
        expand_state(w, e->first + e->expanded, e->level.items + e->expanded * n);
    return e->expanded < size ? RUN_MORE : next_level(e);
}

/* ---- levels that workers share ---- */

enum { SLICE = 64 };

/* Ends a search in the middle of a level: workers come back soon, and nothing is merged. */
EXPORT void engine_halt(Engine *e) { port_store(&e->halted, 1); }

EXPORT void engine_expand(Engine *e, u32 worker) {
    Worker *w = &e->workers[worker];
    u64 size = level_size(e), n = e->m.variables, at;
    while (!port_load(&e->halted) && (at = port_fetch_add(&e->cursor, SLICE)) < size) {
        u64 end = at + SLICE < size ? at + SLICE : size;
        for (; at < end; at++) expand_state(w, e->first + at, e->level.items + at * n);
    }
}

EXPORT void engine_settle(Engine *e, u32 worker) {
    Worker *w = &e->workers[worker];
    u64 n = e->m.variables, row = n + 3;
    for (u64 at = 0; at < w->candidates.n; at += row) {
        u64 *candidate = w->candidates.items + at;
        if (!table_owns(e, candidate[0], candidate[1])) {
            candidate[0] = 0;
            continue;
        }
        w->parent = candidate[1] >> PLACE_BITS;
        w->place = (u32)candidate[1] & ((1u << PLACE_BITS) - 1);
        w->c.action = (u32)candidate[2];
        w->c.trap = w->c.depth = 0;
        arena_release(&w->c, 0);
        if (w->unseen)
            watch_state(w, candidate + 3, e->level.items + (w->parent - 1 - e->first) * n);
        check_invariants(w, candidate + 3, e->level.items + (w->parent - 1 - e->first) * n);
    }
}

/* The worker whose next candidate comes first. */
static u32 first_worker(Engine *e, u64 *at, u64 row) {
    u32 best = e->o.workers;
    u64 least = ~(u64)0;
    for (u32 i = 0; i < e->o.workers; i++) {
        Words *found = &e->workers[i].candidates;
        while (at[i] < found->n && !found->items[at[i]]) at[i] += row;
        if (at[i] < found->n && found->items[at[i] + 1] < least) {
            least = found->items[at[i] + 1];
            best = i;
        }
    }
    return best;
}

EXPORT u32 engine_merge(Engine *e) {
    u64 n = e->m.variables, row = n + 3, *at = take_or_die(0, e->o.workers * sizeof(u64));
    u32 i;
    memset(at, 0, (word_size)(e->o.workers * sizeof(u64)));
    while ((i = first_worker(e, at, row)) < e->o.workers) {
        u64 *candidate = e->workers[i].candidates.items + at[i];
        log_state(e, candidate[0], candidate[1], (u32)candidate[2]);
        words_add_all(&e->next, candidate + 3, n);
        at[i] += row;
    }
    free(at);
    for (i = 0; i < e->o.workers; i++) e->workers[i].collecting = 0;
    e->locked = 0;
    e->expanded = level_size(e);
    return next_level(e);
}

/* ---- what came of it ---- */

EXPORT void engine_figures(Engine *e, Figures *f) {
    memset(f, 0, sizeof(Figures));
    for (u32 i = 0; i < e->o.workers; i++) {
        f->generated += e->workers[i].generated;
        f->values += e->workers[i].values;
        f->bytes += e->workers[i].kept_bytes;
    }
    for (u32 i = 0; i < SHARDS; i++) {
        f->bytes += e->table[i].room * (e->o.workers > 1 ? 16 : 8);
        f->bytes += e->intern[i].room * 8;
    }
    f->bytes += 8 * (e->level.room + e->next.room + e->kept.room);
    f->bytes += 8 * (e->orders.room + e->actions.room);
    f->distinct = e->orders.n;
    f->initial = e->initial;
    f->frontier = e->orders.n - e->first - e->expanded;
    f->expanded = e->first + e->expanded;
    f->digest = e->digest;
    f->depth = e->depth;
    f->state = e->state;
}

static u32 first_event(Engine *e, u32 from, u32 to, Event *found) {
    found->found = 0;
    for (u32 i = 0; i < e->o.workers; i++)
        for (u32 j = from; j < to; j++) {
            Event *known = &e->workers[i].events[j];
            u32 count = found->found + known->found;
            if (known->found && (!found->found || event_before(known, found))) *found = *known;
            found->found = count;
        }
    return found->found;
}

EXPORT u32 engine_event(Engine *e, Event *found) {
    return first_event(e, 0, e->predicates + 2, found);
}

EXPORT u32 engine_event_of(Engine *e, u32 what, Event *found) {
    u32 index = what == EVENT_DEADLOCK ? e->predicates : what;
    return first_event(e, index, index + 1, found);
}

EXPORT void engine_step(Engine *e, u64 ordinal, u64 *parent, u32 *action, u32 *place) {
    u64 order = e->orders.items[ordinal];
    *parent = order >> PLACE_BITS;
    *place = (u32)order & ((1u << PLACE_BITS) - 1);
    *action = (u32)(e->actions.items[ordinal / 4] >> ordinal % 4 * 16) & 0xFFFF;
}

EXPORT u64 engine_fired(Engine *e, u32 action) {
    u64 fired = 0;
    for (u32 i = 0; i < e->o.workers; i++) fired += e->workers[i].fired[action];
    return fired;
}

EXPORT const V *engine_states(Engine *e) { return e->kept.items; }

EXPORT Context *engine_context(Engine *e, u32 worker) { return &e->workers[worker].c; }
