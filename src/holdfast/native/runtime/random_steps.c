/* Steps of random behaviours (check/simulate_interp.py): instances of actions are run in a random
 * order until one of them has a successor. What they lead to is remembered, because random
 * behaviours come to the same states again and again. */

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

/* ---- known states ---- */

static u64 digest_of(Worker *w, const V *state) {
    u64 sum = 0;
    for (u32 i = 0; i < w->e->m.variables; i++)
        sum += mix(position_term(&w->c, i) + value_mark(&w->c, state[i]));
    if (w->c.trap) note(w, w->place, 1, EVENT_KEY, w->c.trap);
    w->c.trap = 0;
    return function_mark(sum);
}

static KnownState **known_place_of(RandomWalk *k, u64 mark) {
    return k->states + (mark & (k->room - 1));
}

/* Memory for what is known of states, in large pages as long as there is room. */
static void *take_known(Worker *w, u64 bytes) {
    RandomWalk *k = w->walk;
    if (k->used + bytes > k->memory_bytes) k->used = k->memory_bytes;
    if (k->used == k->memory_bytes) return take_permanent(&w->c, bytes);
    k->used += bytes;
    return k->memory + k->used - bytes;
}

/* Remembers a state, whose values are interned, as one without a violation. */
static KnownState *know_state(Worker *w, u64 mark, const V *values) {
    RandomWalk *k = w->walk;
    u32 n = w->e->m.variables;
    u64 outcomes = k->remembers ? k->instances.n / 2 : 0, bytes = sizeof(KnownState);
    KnownState *state, **place = known_place_of(k, mark);
    if (*place && (*place)->mark == mark) return *place;
    bytes += (n + outcomes) * sizeof(u64);
    state = take_known(w, bytes);
    memset(state, 0, (word_size)bytes);
    state->mark = mark;
    state->values = state->outcomes + outcomes;
    copy_values(state->values, values, n);
    return *place = state;
}

/* The behaviour comes to a state whose values are interned. */
static void come_to(Worker *w, const V *values) {
    w->walk->now = know_state(w, digest_of(w, values), values);
}

/* ---- states that are generated ---- */

/* Checks a state and the step to it: 1 if it may be next. A known state satisfies the invariants
 * and the constraints. */
static u32 check_offered(Worker *w, const V *state, const V *before, u32 known) {
    u32 inside = known ? 1 : is_state_inside(w, state, before);
    if (inside == 1 && before) inside = is_step_inside(w);
    if (inside == 2 || (!known && !check_invariants(w, state, before))) return 0;
    check_step(w, !before);
    return inside;
}

/* Chooses a state among those that may be next, each with the same probability. */
static u32 is_chosen(RandomWalk *k) { return ++k->offered == 1 || !draw_below(k, k->offered); }

/* A successor: checked, and perhaps chosen. Its values are interned, and the state is known
 * from now on; but not if there are very many. */
static void offer_successor(Worker *w, const V *state, const V *before) {
    RandomWalk *k = w->walk;
    u32 keep = w->place <= MOST_INTERNED, noted = w->noted;
    KnownState *known = 0;
    u64 mark = 0;
    if (keep) {
        keep_values(w, k->met, state);
        mark = digest_of(w, k->met);
        known = *known_place_of(k, mark);
        if (known && known->mark != mark) known = 0;
        state = k->met;
    }
    if (w->noted != noted || !check_offered(w, state, before, known != 0)) return;
    if (w->noted != noted) return;
    if (keep) {
        if (!known) known = know_state(w, mark, k->met);
        words_add(&k->offers, (u64)known);
    }
    if (!is_chosen(k)) return;
    k->chosen = known;
    if (keep) return;
    copy_values(k->unknown, state, w->e->m.variables);
    w->c.pinned++; /* its values must stay until the step is over */
}

/* ---- instances of actions ---- */

#define ALL_BINDINGS (~(u64)0)

void bind_action(Context *c, u32 n, const V *values) {
    Worker *w = WORKER(c);
    RandomWalk *k = w->walk;
    if (!k->binding) {
        c->bound = values;
        w->e->m.action(c, c->action);
        return;
    }
    c->effects++;
    if (++k->bindings > MOST_BINDINGS) {
        trap(c, TRAP_STOPPED);
        return;
    }
    words_add(&k->instances, c->action);
    words_add(&k->instances, k->bound.n);
    for (u32 i = 0; i < n; i++) words_add(&k->bound, value_keep(c, values[i]));
}

/* The instances of one action; one with too many bindings is a single instance. */
static void bind_instances(Worker *w, u32 action) {
    RandomWalk *k = w->walk;
    u64 instances = k->instances.n, bound = k->bound.n;
    begin_run(w, action);
    k->bindings = 0;
    w->e->m.bind(&w->c, action);
    if (k->bindings > MOST_BINDINGS) {
        w->c.trap = 0;
        k->instances.n = instances;
        k->bound.n = bound;
        words_add(&k->instances, action);
        words_add(&k->instances, ALL_BINDINGS);
    }
    if (w->c.trap) note(w, 0, 0, EVENT_ACTION, w->c.trap);
    w->c.trap = 0;
    arena_release(&w->c, 0);
}

static void bind_actions(Worker *w) {
    RandomWalk *k = w->walk;
    k->instances.n = k->bound.n = 0;
    k->binding = 1;
    for (u32 a = 0; a < w->e->m.actions; a++) bind_instances(w, a);
    k->binding = 0;
    k->remembers = k->instances.n / 2 <= MOST_REMEMBERED;
    k->lasting = w->kept_bytes;
}

/* ---- steps ---- */

/* Generates the successors by an instance of an action, and chooses one of them. */
static void run_instance(Worker *w, const u64 *instance, u32 *moved) {
    const RandomWalk *k = w->walk;
    const Model *m = &w->e->m;
    u32 action = (u32)instance[0];
    w->place = 0;
    begin_run(w, action);
    w->c.now = k->now->values;
    if (instance[1] == ALL_BINDINGS) m->bind(&w->c, action);
    else {
        w->c.bound = k->bound.items + instance[1];
        m->action(&w->c, action);
    }
    *moved |= w->emitted || w->c.trap;
    end_run(w);
}

#define DISABLED(state, instance) ((state)->disabled[(instance) / 64] >> ((instance) % 64) & 1)
#define ONLY 1 /* in a pointer to a state: it is the only one that was generated */

/* The same, remembered for when a behaviour comes to this state again. */
static void run_and_remember(Worker *w, u64 instance, u32 *moved) {
    RandomWalk *k = w->walk;
    u64 generated = w->generated;
    u32 made = 0;
    Outcome *o;
    k->offers.n = 0;
    arena_release(&w->c, 0);
    run_instance(w, k->instances.items + 2 * instance, &made);
    *moved |= made;
    generated = w->generated - generated;
    if (!k->remembers || w->noted || w->place > MOST_INTERNED || port_load(&w->e->halted)) return;
    if (!made && !generated) {
        k->now->disabled[instance / 64] |= (u64)1 << (instance % 64);
        return;
    }
    if (k->offers.n == 1 && generated == 1) {
        k->now->outcomes[instance] = k->offers.items[0] | ONLY;
        return;
    }
    o = take_known(w, sizeof(Outcome) + k->offers.n * sizeof(KnownState *));
    o->generated = generated;
    o->moved = made;
    o->n = (u32)k->offers.n;
    copy_values((V *)o->states, k->offers.items, o->n);
    k->now->outcomes[instance] = (u64)o;
}

/* Chooses one of the known successors, by the same random numbers as if they were generated. */
static void choose_again(Worker *w, u64 outcome, u32 *moved) {
    RandomWalk *k = w->walk;
    const Outcome *o = (const Outcome *)outcome;
    if (outcome & ONLY) {
        k->chosen = (KnownState *)(outcome - ONLY);
        k->offered = *moved = 1;
        w->generated++;
        return;
    }
    for (u32 i = 0; i < o->n; i++)
        if (is_chosen(k)) k->chosen = o->states[i];
    w->generated += o->generated;
    *moved |= o->moved;
}

/* Runs instances of actions in a random order, until one of them has a successor, of which one
 * is chosen. The order of instances so far is as good a start as any. */
static void choose_step(Worker *w, u64 level) {
    RandomWalk *k = w->walk;
    u64 *order = k->order.items, n = k->order.n, drawn = 0;
    u32 moved = 0;
    w->parent = level;
    w->e->depth = (u32)level;
    k->offered = 0;
    for (u64 i = 0; i < n && !k->offered && !w->noted && !port_load(&w->e->halted); i++) {
        u64 at = i + draw_below(k, n - i);
        drawn = order[at];
        order[at] = order[i];
        order[i] = drawn;
        if (k->remembers && DISABLED(k->now, drawn)) continue;
        if (k->remembers && k->now->outcomes[drawn])
            choose_again(w, k->now->outcomes[drawn], &moved);
        else run_and_remember(w, drawn, &moved);
    }
    if (n) k->action = (u32)k->instances.items[2 * drawn];
    if (!moved) check_stuck(w, k->now->values);
}
