/* Random behaviours: an initial state, then a successor by an action chosen at random, and so on
 * (random_steps.c). Values of the states are interned as in a search, so that they are compared
 * by identity; when they have become many, all are dropped and made again. */

/* ---- states that are generated ---- */

/* The sample of initial states: each of those so far is in it with the same probability. */
static void offer_initial(Worker *w, const V *state) {
    RandomWalk *k = w->walk;
    u32 n = w->e->m.variables;
    u64 at = k->offered++;
    if (at < k->most) {
        words_room(&k->initial, n);
        k->initial.n += n;
    } else {
        at = draw_below(k, k->offered);
        if (at >= k->most) return;
    }
    keep_values(w, k->initial.items + at * n, state);
}

static void offer_state(Worker *w, V *state, const V *before) {
    for (u64 i = 0; i < w->broken.n; i++)
        note(w, w->place, 0, FIRST_ASSERTION(&w->e->m) + (u32)w->broken.items[i], 0);
    if (before) offer_successor(w, state, before);
    else if (check_offered(w, state, before, 0)) offer_initial(w, state);
}

/* ---- memory ---- */

static RandomWalk *walk_new(Engine *e) {
    u64 row = ((u64)e->m.variables + 1) * sizeof(V);
    RandomWalk *k = take_or_die(0, sizeof(RandomWalk));
    memset(k, 0, sizeof(RandomWalk));
    k->unknown = take_or_die(0, row);
    k->met = take_or_die(0, row);
    /* A behaviour has its transient states. */
    e->passes = 0;
    e->o.exposed = e->m.transient;
    return k;
}

/* A table for about as many states as there is room for. */
static void know_states(RandomWalk *k, u64 bytes) {
    k->room = 64;
    while (k->room < bytes / 256) k->room *= 2;
    k->states = take_cleared(k->room * sizeof(KnownState *));
    k->memory_bytes = bytes / 2 & ~(u64)7;
    k->memory = take_cleared(k->memory_bytes + 1);
}

static void walk_free(RandomWalk *k) {
    free(k->unknown);
    free(k->met);
    free(k->states);
    free(k->memory);
    free(k->offers.items);
    free(k->instances.items);
    free(k->bound.items);
    free(k->order.items);
    free(k->initial.items);
    free(k->starts.items);
    free(k->saved.items);
    free(k->counts);
    free(k);
}

/* Forgets all values, also those of constants, and computes the constants again. */
static void drop_values(Engine *e) {
    Worker *w = &e->workers[0];
    intern_free(e);
    memset(e->intern, 0, sizeof e->intern);
    arena_return(&w->permanent, 0);
    w->kept_bytes = w->values = 0;
    memset(w->members, 0, MEMBERS * sizeof(Memo));
    memset(w->c.known, 0, KNOWN * sizeof(Known));
    w->walk->used = w->walk->starts.n = 0;
    memset(w->walk->states, 0, (word_size)(w->walk->room * sizeof(KnownState *)));
    memset(e->constants, 0, (word_size)((e->m.constants + 1) * sizeof(V)));
    arena_release(&w->c, 0);
    keep_empty_values(e);
    engine_prepare(e);
}

static void save_value(Worker *w, V value) {
    Words *saved = &w->walk->saved;
    u64 room = saved->room - saved->n, size;
    size = value_write(&w->c, value, saved->items + (room ? saved->n : 0), room);
    if (size > room) {
        words_room(saved, size);
        value_write(&w->c, value, saved->items + saved->n, size);
    }
    saved->n += size;
}

static void load_state(Worker *w, V *state, const u64 *words) {
    for (u32 i = 0; i < w->e->m.variables; i++)
        state[i] = value_keep(&w->c, value_read(&w->c, &words));
    arena_release(&w->c, 0);
}

/* Drops all values but those of the state the behaviour has come to. */
static void renew_values(Worker *w) {
    RandomWalk *k = w->walk;
    k->saved.n = 0;
    for (u32 i = 0; i < w->e->m.variables; i++) save_value(w, k->now->values[i]);
    drop_values(w->e);
    bind_actions(w);
    load_state(w, k->met, k->saved.items);
    come_to(w, k->met);
}

/* ---- initial states ---- */

EXPORT u32 simulate_start(Engine *e, u64 seed, u64 most) {
    Worker *w = &e->workers[0];
    if (!w->walk) w->walk = walk_new(e);
    w->walk->random = stream_of(seed, 0);
    w->walk->most = most;
    if (engine_prepare(e)) {
        note(w, 0, 0, EVENT_PREPARE, w->c.trap);
        return e->state = RUN_TRAPPED;
    }
    initial_states(w);
    e->initial = w->walk->offered;
    if (port_load(&e->halted)) return e->state = RUN_MORE;
    return e->state = w->noted ? RUN_STOPPED : RUN_DONE;
}

/* How many words there are; with places for nothing, they are only counted. */
EXPORT u64 simulate_initial(Engine *e, u64 *begins, u64 *words, u64 room) {
    Worker *w = &e->workers[0];
    RandomWalk *k = w->walk;
    u32 n = e->m.variables;
    k->saved.n = 0;
    for (u64 s = 0; s * n < k->initial.n; s++) {
        if (begins) begins[s] = k->saved.n;
        for (u32 i = 0; i < n; i++) save_value(w, k->initial.items[s * n + i]);
    }
    for (u64 i = 0; i < room && i < k->saved.n; i++) words[i] = k->saved.items[i];
    return k->saved.n;
}

/* ---- one behaviour ---- */

static void count_columns(Worker *w, const Simulation *s, u64 level) {
    RandomWalk *k = w->walk;
    Context *c = &w->c;
    w->parent = level;
    for (u32 i = 0; i < s->columns; i++) {
        u32 yes;
        if (s->of_steps[i] && level == 1) continue;
        begin_run(w, 0);
        c->now = s->of_steps[i] ? k->before->values : k->now->values;
        if (s->of_steps[i]) c->next = k->now->values;
        yes = w->e->m.column(c, i, 0);
        if (c->trap) note(w, 0, 0, EVENT_COLUMN + i, c->trap);
        else k->counts[s->names + i] += yes != 0;
        arena_release(c, 0);
    }
    c->trap = 0;
    c->next = w->next;
}

/* The behaviour goes on to the state that was chosen. */
static void take_step(Worker *w, const Simulation *s) {
    RandomWalk *k = w->walk;
    k->before = k->now;
    k->counts[s->named[k->action]]++;
    if (k->chosen) {
        k->now = k->chosen;
        return;
    }
    keep_values(w, k->met, k->unknown);
    come_to(w, k->met);
}

/* The behaviour begins in an initial state, which is perhaps known. */
static void begin_at(Worker *w, const Simulation *s, u64 initial) {
    RandomWalk *k = w->walk;
    while (k->starts.n < s->initials) words_add(&k->starts, 0);
    k->now = (KnownState *)k->starts.items[initial];
    if (k->now) return;
    load_state(w, k->met, s->words + s->begins[initial]);
    come_to(w, k->met);
    k->starts.items[initial] = (u64)k->now;
}

static void begin_walk(Worker *w, const Simulation *s, u64 number) {
    RandomWalk *k = w->walk;
    k->random = stream_of(s->seed, number);
    w->parent = 1;
    if (!k->lasting) bind_actions(w);
    begin_at(w, s, draw_below(k, s->initials));
    k->order.n = 0;
    for (u64 i = 0; i < k->instances.n / 2; i++) words_add(&k->order, i);
    memset(k->counts, 0, (word_size)(((u64)s->names + s->columns) * sizeof(u64)));
}

/* One behaviour; its level when it ended, and whether no step was possible there. */
static u64 walk_along(Worker *w, const Simulation *s, u64 *digest, u32 *stuck) {
    RandomWalk *k = w->walk;
    u64 level = 1;
    for (;; level++) {
        *digest = mix(*digest + k->now->mark);
        if (s->columns) count_columns(w, s, level);
        if (w->noted || level > s->depth || port_load(&w->e->halted)) break;
        if (k->used == k->memory_bytes || w->kept_bytes > k->lasting + s->most_bytes / 2)
            renew_values(w);
        choose_step(w, level);
        if (w->noted || !k->offered || port_load(&w->e->halted)) break;
        take_step(w, s);
    }
    *stuck = level <= s->depth;
    return level;
}

static void add_counts(const RandomWalk *k, Simulation *s, u64 states) {
    u64 *counts = s->counts;
    for (u32 i = 0; i < s->names + s->columns; i++, counts += COUNTS) {
        u64 times = k->counts[i];
        counts[0] += times;
        counts[1] += times != 0;
        counts[2] += times * times;
        counts[3] += times * states;
    }
    s->states += states;
    s->squares += states * states;
}

EXPORT u32 simulate_run(Engine *e, Simulation *s) {
    Worker *w = &e->workers[0];
    RandomWalk *k;
    if (!w->walk) w->walk = walk_new(e);
    k = w->walk;
    if (!k->room) know_states(k, s->most_bytes);
    free(k->counts);
    k->counts = take_or_die(0, ((u64)s->names + s->columns + 1) * sizeof(u64));
    for (u64 i = 0; i < s->count; i++) {
        u64 digest = 0, level, generated = w->generated;
        u32 stuck;
        begin_walk(w, s, s->first + i);
        level = walk_along(w, s, &digest, &stuck);
        if (port_load(&e->halted)) return e->state = RUN_MORE;
        s->generated += w->generated - generated;
        add_counts(k, s, level);
        s->behaviours++;
        if (level - 1 > s->longest) s->longest = level - 1;
        if (w->noted) {
            s->failed = s->first + i;
            return e->state = RUN_STOPPED;
        }
        s->stuck += stuck;
        s->digest += mix(digest);
    }
    return e->state = RUN_DONE;
}
