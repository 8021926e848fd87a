/* Random behaviours: an initial state, then one of the generated successors, and so on
 * (check/simulate_interp.py). Values of the states are interned as in a search, so that they
 * are compared by identity; when they have become many, all are dropped and made again. */

#define GOLDEN 0x9E3779B97F4A7C15ULL

/* ---- random numbers: splitmix64, a stream for each behaviour (interp/walks.py) ---- */

static u64 stream_of(u64 seed, u64 number) { return mix(mix(seed) + number * GOLDEN); }

/* A number below n, which has at most 32 bits. */
static u64 draw_below(RandomWalk *k, u64 n) {
    u64 drawn;
    k->random += GOLDEN;
    drawn = mix(k->random);
    return ((drawn >> 32) * n) >> 32;
}

/* ---- states that are generated ---- */

/* The sample of initial states: each of those so far is in it with the same probability. */
static void offer_initial(Worker *w, const V *state) {
    RandomWalk *k = w->walk;
    u32 n = w->e->m.variables;
    u64 at = k->offered++;
    if (at < k->most) {
        words_room(&k->initial, n);
        k->initial.n += n;
        words_add(&k->places, 0);
    } else {
        at = draw_below(k, k->offered);
        if (at >= k->most) return;
    }
    keep_values(w, k->initial.items + at * n, state);
    k->places.items[at] = w->place;
}

/* The mark of a successor; 0 if it has none, which is noted. */
static u64 mark_from(Worker *w, const V *state, const V *before) {
    u64 sum = 0;
    for (u32 i = 0; i < w->e->m.variables; i++)
        sum += state[i] == before[i] ? w->terms[i]
                                     : mix(position_term(&w->c, i) + value_mark(&w->c, state[i]));
    if (!w->c.trap) return state_mark(function_mark(sum));
    note(w, w->place, 1, EVENT_KEY, w->c.trap);
    w->c.trap = 0;
    return 0;
}

/* Checks a state and the step to it: 1 if it may be next. Random behaviours come to the same
 * states again and again: those that were found within the constraints and without a violation
 * are remembered by their marks, as far as there is room. */
static u32 check_offered(Worker *w, const V *state, const V *before, u64 mark) {
    RandomWalk *k = w->walk;
    u64 *fine = mark ? k->fine + (mark & (2 * k->room - 1)) : 0;
    u32 known = fine && *fine == mark, state_inside = 1, inside = 1, noted = w->noted;
    if (!known) state_inside = is_state_inside(w, state, before);
    if (state_inside == 1 && before) inside = is_step_inside(w);
    if (state_inside == 2 || inside == 2) return 0;
    if (!known && !check_invariants(w, state, before)) return 0;
    if (!known && fine && state_inside && w->noted == noted) *fine = mark;
    check_step(w, !before);
    return state_inside && inside;
}

/* A generated state: checked, and perhaps chosen. Interned values are checked faster, because
 * what is known of them is remembered; but those of very many states are not interned. */
static void offer_state(Worker *w, V *state, const V *before) {
    RandomWalk *k = w->walk;
    u32 n = w->e->m.variables, keep = before && w->place <= MOST_KNOWN;
    u64 mark = before ? mark_from(w, state, before) : 0, how = ORDER(w->c.action, w->place);
    if (before && !mark) return;
    if (keep) keep_values(w, k->met, state);
    if (!check_offered(w, keep ? k->met : state, before, mark)) return;
    if (!before) {
        offer_initial(w, state);
        return;
    }
    if (keep) {
        words_add(&k->offers, mark);
        words_add(&k->offers, how);
        words_add_all(&k->offers, k->met, n);
    }
    if (++k->offered != 1 && draw_below(k, k->offered)) return;
    copy_values(k->chosen, keep ? k->met : state, n);
    k->mark = mark;
    k->how = how;
    w->c.pinned += !keep; /* its values must stay until the step is over */
}

/* ---- known successors ---- */

static KnownVisit **known_visit(RandomWalk *k) { return k->visits + (k->here & (k->room - 1)); }

/* Remembers the successors of the state, which are all in `offers`. */
static void remember_visit(Worker *w, u64 generated) {
    RandomWalk *k = w->walk;
    KnownVisit *v = take_permanent(&w->c, sizeof(KnownVisit) + k->offers.n * sizeof(u64));
    v->mark = k->here;
    v->generated = generated;
    v->n = (u32)k->offered;
    copy_values(v->words, k->offers.items, (u32)k->offers.n);
    *known_visit(k) = v;
}

/* Chooses one of the known successors, by the same random numbers as if they were generated. */
static void choose_again(Worker *w, const KnownVisit *v) {
    RandomWalk *k = w->walk;
    u32 n = w->e->m.variables, at = 0;
    const u64 *step;
    for (u32 i = 2; i <= v->n; i++)
        if (!draw_below(k, i)) at = i - 1;
    step = v->words + (u64)at * (n + STEP_WORDS);
    k->offered = v->n;
    w->generated += v->generated;
    if (!v->n) return;
    k->mark = step[0];
    k->how = step[1];
    copy_values(k->chosen, step + STEP_WORDS, n);
}

/* ---- memory ---- */

static RandomWalk *walk_new(Engine *e) {
    u64 row = ((u64)e->m.variables + 1) * sizeof(V);
    RandomWalk *k = take_or_die(0, sizeof(RandomWalk));
    memset(k, 0, sizeof(RandomWalk));
    k->chosen = take_or_die(0, row);
    k->now = take_or_die(0, row);
    k->before = take_or_die(0, row);
    k->met = take_or_die(0, row);
    k->lasting = e->workers[0].kept_bytes;
    return k;
}

/* Tables for about as many states as there may be values. */
static void walk_tables(RandomWalk *k, u64 bytes) {
    k->room = 64;
    while (k->room < bytes / 256) k->room *= 2;
    k->fine = take_cleared(2 * k->room * sizeof(u64));
    k->visits = take_cleared(k->room * sizeof(KnownVisit *));
}

static void walk_free(RandomWalk *k) {
    free(k->chosen);
    free(k->now);
    free(k->before);
    free(k->met);
    free(k->fine);
    free(k->visits);
    free(k->offers.items);
    free(k->initial.items);
    free(k->places.items);
    free(k->path.items);
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
    memset(w->walk->visits, 0, (word_size)(w->walk->room * sizeof(KnownVisit *)));
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
    for (u32 i = 0; i < w->e->m.variables; i++) save_value(w, k->now[i]);
    drop_values(w->e);
    load_state(w, k->now, k->saved.items);
    k->lasting = w->kept_bytes;
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
EXPORT u64 simulate_initial(Engine *e, u64 *begins, u64 *places, u64 *words, u64 room) {
    Worker *w = &e->workers[0];
    RandomWalk *k = w->walk;
    u32 n = e->m.variables;
    k->saved.n = 0;
    for (u64 s = 0; s < k->places.n; s++) {
        if (begins) begins[s] = k->saved.n;
        for (u32 i = 0; i < n; i++) save_value(w, k->initial.items[s * n + i]);
    }
    for (u64 i = 0; places && i < k->places.n; i++) places[i] = k->places.items[i];
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
        c->now = s->of_steps[i] ? k->before : k->now;
        if (s->of_steps[i]) c->next = k->now;
        yes = w->e->m.column(c, i, 0);
        if (c->trap) note(w, 0, 0, EVENT_COLUMN + i, c->trap);
        else k->counts[s->names + i] += yes != 0;
        arena_release(c, 0);
    }
    c->trap = 0;
    c->next = w->next;
}

static u64 state_digest(Worker *w, const V *state) {
    u64 sum = 0;
    for (u32 i = 0; i < w->e->m.variables; i++)
        sum += mix(position_term(&w->c, i) + value_mark(&w->c, state[i]));
    return function_mark(sum);
}

/* Generates all successors of the state, and chooses one of them. */
static void offer_successors(Worker *w, u64 level) {
    const Model *m = &w->e->m;
    RandomWalk *k = w->walk;
    u64 generated = w->generated;
    u32 moved = 0;
    w->parent = level;
    w->place = 0;
    w->e->depth = (u32)level;
    k->offered = k->offers.n = 0;
    arena_release(&w->c, 0);
    for (u32 i = 0; i < m->variables; i++)
        w->terms[i] = mix(position_term(&w->c, i) + value_mark(&w->c, k->now[i]));
    for (u32 a = 0; a < m->actions; a++) {
        begin_run(w, a);
        w->c.now = k->now;
        m->action(&w->c, a);
        moved |= w->emitted || w->c.trap;
        end_run(w);
    }
    if (!moved && m->check_deadlock) {
        w->c.action = m->actions;
        note(w, 0, 0, EVENT_DEADLOCK, 0);
    }
    if (!w->noted && w->place <= MOST_KNOWN && !port_load(&w->e->halted))
        remember_visit(w, w->generated - generated);
}

/* The behaviour goes on to the state that was chosen. */
static void take_step(Worker *w, const Simulation *s) {
    RandomWalk *k = w->walk;
    V *before = k->before;
    keep_values(w, before, k->chosen);
    k->before = k->now;
    k->now = before;
    k->here = k->mark;
    words_add(&k->path, k->how & ((1u << PLACE_BITS) - 1));
    k->counts[s->named[k->how >> PLACE_BITS]]++;
}

static void begin_walk(Worker *w, const Simulation *s, u64 number) {
    RandomWalk *k = w->walk;
    u64 at;
    k->random = stream_of(s->seed, number);
    at = draw_below(k, s->initials);
    k->path.n = 0;
    words_add(&k->path, s->places[at]);
    load_state(w, k->now, s->words + s->begins[at]);
    k->here = state_digest(w, k->now);
    memset(k->counts, 0, (word_size)(((u64)s->names + s->columns) * sizeof(u64)));
}

/* One behaviour; its level when it ended, and whether no step was possible there. */
static u64 walk_along(Worker *w, const Simulation *s, u64 *digest, u32 *stuck) {
    RandomWalk *k = w->walk;
    u64 level = 1;
    for (;; level++) {
        const KnownVisit *v;
        *digest = mix(*digest + k->here);
        if (s->columns) count_columns(w, s, level);
        if (w->noted || level > s->depth || port_load(&w->e->halted)) break;
        if (w->kept_bytes > k->lasting + s->most_bytes) renew_values(w);
        v = *known_visit(k);
        if (v && v->mark == k->here) choose_again(w, v);
        else offer_successors(w, level);
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
    if (!k->room) walk_tables(k, s->most_bytes);
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
            s->length = k->path.n;
            s->path = k->path.items;
            return e->state = RUN_STOPPED;
        }
        s->stuck += stuck;
        s->digest += mix(digest);
    }
    return e->state = RUN_DONE;
}
