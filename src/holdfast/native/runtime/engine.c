/* The search: level by level, alone or shared among workers (check/explore.py `run`). */

static void begin_together(Engine *e);
static void figures_within(Engine *e, Figures *f);
static void walk_free(RandomWalk *k);

static void worker_start(Engine *e, Worker *w) {
    u32 n = e->m.variables;
    memset(w, 0, sizeof(Worker));
    w->e = e;
    w->c.engine = e;
    w->next = take_or_die(0, ((u64)n + 1) * sizeof(V));
    w->waiting_values = take_or_die(0, ((u64)n + 1) * WAITING * sizeof(V));
    for (u32 i = 0; i < WAITING; i++) w->waiting[i].state = w->waiting_values + (u64)i * n;
    /* Where the time of each action is taken, none waits for the next. */
    w->can_wait = !e->o.exact && !e->m.step_properties && !e->m.initial_properties &&
                  !e->m.counters;
    w->quick = w->can_wait && e->o.keep_states < 2 && !e->m.view && !e->m.permutations &&
               !e->m.constraints && !e->m.action_constraints;
    w->c.made = take_or_die(0, ((u64)n + 1) * sizeof(V));
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
    w->c.counts = take_or_die(0, (2 * (u64)e->m.counters + 1) * sizeof(u64));
    memset(w->c.counts, 0, (word_size)((2 * (u64)e->m.counters + 1) * sizeof(u64)));
    w->c.stores = take_or_die(0, ((u64)e->m.stores + 1) * sizeof(i64));
    for (u32 i = 0; i < e->m.stores; i++) w->c.stores[i] = NO_NUMBER;
    w->c.next = w->next;
    w->c.constants = e->constants;
}

static void keep_empty_values(Engine *e) {
    Object empty;
    object_in(&empty, OBJ_SET, 0, 0);
    e->empty_set = value_keep(&e->workers[0].c, (V)&empty);
    object_in(&empty, OBJ_TUPLE, 0, 0);
    e->empty_tuple = value_keep(&e->workers[0].c, (V)&empty);
}

EXPORT Engine *engine_new(const Model *model, const EngineOptions *options) {
    Engine *e = take_or_die(0, sizeof(Engine));
    memset(e, 0, sizeof(Engine));
    e->m = *model;
    e->o = *options;
    if (!e->o.workers) e->o.workers = 1;
    e->predicates = FIRST_ASSERTION(model) + model->assertions;
    e->passes = (model->transient && !e->o.exposed) || model->assertions;
    e->constants = take_or_die(0, ((u64)model->constants + 1) * sizeof(V));
    memset(e->constants, 0, (word_size)((model->constants + 1) * sizeof(V)));
    e->workers = take_or_die(0, e->o.workers * sizeof(Worker));
    for (u32 i = 0; i < e->o.workers; i++) worker_start(e, &e->workers[i]);
    for (u32 i = 0; i < POSITIONS; i++)
        e->positions[i] = argument_term(mix(KEY_INTEGER ^ ((u64)i + 1)));
    table_start(&e->table, FIRST_ROOM, e->o.workers > 1 ? 2 : 1);
    symmetry_start(e);
    keep_empty_values(e);
    return e;
}

/* The search goes on in code that another compiler made of the same model. What the old code
 * had as data stays in use. */
EXPORT void engine_adopt(Engine *e, const Model *model) {
    e->m.prepare = model->prepare;
    e->m.init = model->init;
    e->m.action = model->action;
    e->m.predicate = model->predicate;
    e->m.view = model->view;
    e->m.column = model->column;
    e->m.observed.term = model->observed.term;
}

/* Before the search. What it points to belongs to the caller. */
EXPORT void engine_taken(Engine *e, const Taken *taken) { e->taken = *taken; }

/* Two codes can share a search if their compilers lay out its memory alike. */
#define PLACE_IN(type, member) ((u64) & ((type *)0)->member)
EXPORT u64 engine_layout(void) {
    const u64 facts[] = {
        sizeof(Engine), sizeof(Worker), sizeof(Context), sizeof(Model), sizeof(Known), sizeof(Cell),
        PLACE_IN(Engine, table), PLACE_IN(Engine, host), PLACE_IN(Engine, intern),
        PLACE_IN(Worker, steps), PLACE_IN(Worker, waiting), PLACE_IN(Worker, slices),
        PLACE_IN(Context, constants), PLACE_IN(Object, domain), PLACE_IN(Object, items),
    };
    u64 layout = 0;
    for (u32 i = 0; i < sizeof facts / sizeof *facts; i++) layout = mix(layout + facts[i]);
    return layout;
}

EXPORT void engine_free(Engine *e) {
    for (u32 i = 0; i < e->o.workers; i++) {
        Worker *w = &e->workers[i];
        arena_free(&w->step);
        arena_free(&w->permanent);
        free(w->next);
        free(w->terms);
        free(w->waiting_values);
        free(w->fired);
        free(w->events);
        free(w->members);
        free(w->c.known);
        free(w->c.cells);
        free(w->c.counts);
        free(w->c.stores);
        free(w->representatives);
        free(w->candidates.items);
        free(w->slices.items);
        free(w->steps.items);
        free(w->actions.items);
        free(w->taken.items);
        free(w->stuck.items);
        free(w->seen);
        free(w->c.made);
        free(w->broken.items);
        free(w->moves.items);
        free(w->path);
        free(w->path_table);
        observer_free(w);
        if (w->walk) walk_free(w->walk);
    }
    symmetry_free(e);
    intern_free(e);
    free(e->table.places);
    free(e->found.items);
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
    if (port_load(&e->halted)) return e->state;
    if (w->c.trap) {
        note(w, 0, 0, EVENT_PREPARE, w->c.trap);
        return e->state = RUN_TRAPPED;
    }
    initial_states(w);
    e->initial = e->orders.n;
    return port_load(&e->halted) ? e->state : next_level(e);
}

EXPORT u32 engine_advance(Engine *e, u64 budget) {
    Worker *w = &e->workers[0];
    u64 size = level_size(e);
    u32 n = e->m.variables;
    if (e->state != RUN_MORE) return e->state;
    if (e->o.workers > 1 && !e->expanded && size >= e->o.parallel_from) {
        begin_together(e);
        return RUN_PARALLEL;
    }
    for (; budget && e->expanded < size && !port_load(&e->halted); budget--, e->expanded++)
        expand_state(w, e->first + e->expanded, e->level.items + e->expanded * n);
    /* A step that was cut short must not count as one without successors. */
    return e->expanded < size || port_load(&e->halted) ? RUN_MORE : next_level(e);
}

/* ---- what came of it ---- */

/* Also asked while workers are at work: then each figure is one of a moment ago. */
EXPORT void engine_figures(Engine *e, Figures *f) {
    u64 known;
    memset(f, 0, sizeof(Figures));
    for (u32 i = 0; i < e->o.workers; i++) {
        f->generated += e->workers[i].generated + e->workers[i].emitted;
        f->values += e->workers[i].values;
        f->bytes += e->workers[i].kept_bytes + e->workers[i].step.room;
    }
    f->bytes += 8 * e->table.room * e->table.width;
    for (u32 i = 0; i < SHARDS; i++) f->bytes += 8 * e->intern[i].room;
    f->bytes += 8 * (e->level.room + e->next.room + e->kept.room);
    f->bytes += 8 * (e->orders.room + e->actions.room);
    for (u32 i = 0; i < e->o.workers; i++)
        f->bytes += 8 * (e->workers[i].steps.room + e->workers[i].actions.room);
    f->distinct = e->orders.n;
    f->initial = e->initial;
    f->expanded = e->first + e->expanded;
    if (e->locked && !port_load(&e->halted)) figures_within(e, f);
    known = f->distinct + f->pending;
    f->frontier = known > f->expanded ? known - f->expanded : 0;
    f->digest = e->digest;
    f->depth = e->depth;
    f->newest = e->depth + (e->next.n > 0);
    f->state = e->state;
}

static u32 first_event(Engine *e, u32 from, u32 to, Event *found) {
    found->found = 0;
    for (u32 i = 0; i < e->o.workers; i++)
        for (u32 j = from; j < to; j++) {
            Event *known = &e->workers[i].events[j];
            u32 count = found->found + known->found;
            if (known->found && (!found->found || event_before(e, known, found))) *found = *known;
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
    *action = ((u16 *)e->actions.items)[ordinal];
}

EXPORT u64 engine_fired(Engine *e, u32 action) {
    u64 fired = 0;
    for (u32 i = 0; i < e->o.workers; i++) fired += e->workers[i].fired[action];
    return fired;
}

EXPORT void engine_counts(Engine *e, u64 *counts) {
    for (u32 i = 0; i < e->o.workers; i++)
        for (u32 j = 0; j < e->m.counters; j++) counts[j] += e->workers[i].c.counts[j];
}

EXPORT void engine_found(Engine *e, u64 *counts) {
    for (u64 i = e->initial; i < e->orders.n; i++) counts[((u16 *)e->actions.items)[i]]++;
}

EXPORT const V *engine_states(Engine *e) { return e->kept.items; }

EXPORT Context *engine_context(Engine *e, u32 worker) { return &e->workers[worker].c; }
