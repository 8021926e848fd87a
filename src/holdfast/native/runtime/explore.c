/* One state at a time: its successors, what they are known by, what is checked of them
 * (check/explore.py `_expand` and `_meet`). */

/* ---- events ---- */

/* On paths through transient states, places come in the order of events, actions do not. */
static u32 event_before(const Engine *e, const Event *a, const Event *b) {
    if (a->parent != b->parent) return a->parent < b->parent;
    if (!e->passes && a->action != b->action) return a->action < b->action;
    if (a->place != b->place) return a->place < b->place;
    return a->stage < b->stage;
}

/* Remembers what happened if nothing happened earlier: by property, and traps together. */
static void note_event(Worker *w, const Event *event) {
    Engine *e = w->e;
    u32 index = event->trap ? e->predicates + 1
                            : event->what == EVENT_DEADLOCK ? e->predicates : event->what;
    Event *known = &w->events[index];
    u32 count = known->found + (known->found < 0xFFFFFFFF);
    if (event->trap == TRAP_STOPPED) return; /* not an error: what was under way is dropped */
    if (!known->found || event_before(e, event, known)) *known = *event;
    known->found = count;
    w->noted++;
}

static void note(Worker *w, u32 place, u32 stage, u32 what, u32 trap) {
    Event event;
    event.parent = w->parent;
    event.action = w->c.action;
    event.place = place;
    event.stage = stage;
    event.what = what;
    event.trap = trap;
    event.found = 1;
    note_event(w, &event);
}

/* ---- predicates ---- */

/* Whether a predicate holds; a trap is noted, and then it does not. `place` is that of the
 * state being met, from 1. */
static u32 holds(Worker *w, u32 which, u32 stage) {
    Context *c = &w->c;
    u32 yes, depth = c->depth;
    yes = w->e->m.predicate(c, which) != 0;
    c->depth = depth;
    if (c->trap) {
        note(w, w->place, stage, which, c->trap);
        c->trap = 0;
        return 2;
    }
    return yes;
}

/* The numbers of the first predicate of each group. */
#define FIRST_CONSTRAINT(m) ((m)->invariants)
#define FIRST_ACTION_CONSTRAINT(m) (FIRST_CONSTRAINT(m) + (m)->constraints)
#define FIRST_STEP_PROPERTY(m) (FIRST_ACTION_CONSTRAINT(m) + (m)->action_constraints)
#define FIRST_INITIAL_PROPERTY(m) (FIRST_STEP_PROPERTY(m) + (m)->step_properties)
#define FIRST_TRANSIENT(m) (FIRST_INITIAL_PROPERTY(m) + (m)->initial_properties)
#define FIRST_MAY_END(m) (FIRST_TRANSIENT(m) + (m)->transient)
#define FIRST_ASSERTION(m) (FIRST_MAY_END(m) + (m)->may_end)

/* Which variables of a state differ from one that satisfies the predicates, as bits. */
static u64 changes(const Engine *e, const V *state, const V *before) {
    u64 changed = 0;
    if (!before) return ~(u64)0;
    for (u32 i = 0; i < e->m.variables; i++)
        changed |= (u64)(state[i] != before[i]) << (i & 63);
    return changed;
}

/* 1 inside all constraints of states, 0 outside, 2 if that cannot be told. They are not about
 * transient states. */
static u32 is_state_inside(Worker *w, const V *state, const V *before) {
    const Model *m = &w->e->m;
    u32 first = FIRST_CONSTRAINT(m), inside = 1, transient = 0;
    w->c.now = state;
    if (w->e->o.exposed) transient = holds(w, FIRST_TRANSIENT(m), 0);
    w->c.changed = m->constraints ? changes(w->e, state, w->e->o.exposed ? 0 : before) : 0;
    if (transient) inside = transient;
    else
        for (u32 i = 0; i < m->constraints && inside == 1; i++) inside = holds(w, first + i, 0);
    w->c.now = before ? before : state;
    return inside;
}

/* The same of constraints of steps. */
static u32 is_step_inside(Worker *w) {
    const Model *m = &w->e->m;
    u32 first = FIRST_ACTION_CONSTRAINT(m), inside = 1;
    for (u32 i = 0; i < m->action_constraints && inside == 1; i++)
        inside = holds(w, first + i, 0);
    return inside;
}

static u32 is_inside(Worker *w, const V *state, const V *before) {
    u32 inside = is_state_inside(w, state, before);
    return inside == 1 && before ? is_step_inside(w) : inside;
}

/* Checks a group of properties, those of a state or of a step; stops at the first trap. */
static u32 check_group(Worker *w, u32 first, u32 count, u32 stage) {
    for (u32 i = 0; i < count; i++) {
        u32 yes = holds(w, first + i, stage + i);
        if (yes == 2) return 0;
        if (!yes) note(w, w->place, stage + i, first + i, 0);
    }
    return 1;
}

/* What has changed since the parent, which satisfies all invariants, unless the search goes on
 * after a violation, or it is transient. */
static u64 doubts(const Engine *e, const V *state, const V *parent) {
    return changes(e, state, e->o.keep_going || e->o.exposed ? 0 : parent);
}

static u32 check_invariants(Worker *w, const V *state, const V *parent) {
    const V *before = w->c.now;
    const Model *m = &w->e->m;
    u32 well = 0, transient, first;
    w->c.changed = doubts(w->e, state, parent);
    w->c.now = state;
    transient = w->e->o.exposed ? holds(w, FIRST_TRANSIENT(m), 2) : 0;
    first = transient ? m->invariants - m->everywhere : 0;
    if (transient != 2) well = check_group(w, first, m->invariants - first, 2 + first);
    w->c.now = before;
    return well;
}

/* A state without successors is deadlocked unless it may end, and proper if it is transient. */
static void check_stuck(Worker *w, const V *state) {
    const Model *m = &w->e->m;
    u32 stage = 2 + m->invariants;
    w->place = 0;
    w->c.action = m->actions;
    w->c.now = state;
    w->c.changed = ~(u64)0;
    w->c.serial = ++w->serials;
    if (w->e->o.exposed && holds(w, FIRST_TRANSIENT(m), 2) == 1)
        check_group(w, 0, m->invariants - m->everywhere, 2);
    if (m->check_deadlock && !(m->may_end && holds(w, FIRST_MAY_END(m), stage)))
        note(w, 0, stage + 1, EVENT_DEADLOCK, 0);
}

static void check_step(Worker *w, u32 initial) {
    const Model *m = &w->e->m;
    u32 stage = 2 + m->invariants;
    if (initial) check_group(w, FIRST_INITIAL_PROPERTY(m), m->initial_properties, stage);
    else check_group(w, FIRST_STEP_PROPERTY(m), m->step_properties, stage);
}

/* ---- keys ---- */

/* What a state is known by: its mark or that of its view, the least of its permutations. */
static u64 key_of(Worker *w, const V *state) {
    Context *c = &w->c;
    const Model *m = &w->e->m;
    u64 sum = 0, mark;
    if (m->view) {
        const V *before = c->now;
        c->now = m->permutations ? least_state(c, state) : state;
        w->viewed = value_canonical(c, m->view(c));
        mark = value_mark(c, w->viewed);
        c->now = before;
    } else {
        for (u32 i = 0; i < m->variables; i++)
            sum += w->parent && state[i] == c->now[i]
                       ? w->terms[i]
                       : mix(position_term(c, i) + value_mark(c, state[i]));
        mark = function_mark(sum);
        if (m->permutations && !c->trap) mark = representative(w, state, mark);
    }
    if (c->trap) {
        note(w, w->place, 1, EVENT_KEY, c->trap);
        c->trap = 0;
        return 0;
    }
    return state_mark(mark);
}

/* ---- states ---- */

static void keep_values(Worker *w, u64 *place, const V *state) {
    for (u32 i = 0; i < w->e->m.variables; i++) place[i] = value_keep(&w->c, state[i]);
}

/* How states were reached, by their ordinals: there is room for some more, how one of them
 * was reached, and they are counted. Of an action 16 bits are kept. */
static void log_room(Engine *e, u64 more) {
    if (e->o.keep_states > 1 || e->o.exact) words_room(&e->marks, more);
    words_room(&e->orders, more);
    e->actions.n = e->orders.n / 4;
    words_room(&e->actions, more / 4 + 2);
}
INLINE void log_at(Engine *e, u64 ordinal, u64 mark, u64 order, u32 action) {
    if (e->o.keep_states > 1 || e->o.exact) e->marks.items[ordinal] = mark;
    e->orders.items[ordinal] = order;
    ((u16 *)e->actions.items)[ordinal] = (u16)action;
}
static void log_count(Engine *e, u64 more) {
    if (e->o.keep_states > 1 || e->o.exact) e->marks.n += more;
    e->orders.n += more;
}

static void log_state(Engine *e, u64 mark, u64 order, u32 action) {
    log_room(e, 1);
    log_at(e, e->orders.n, mark, order, action);
    log_count(e, 1);
    e->digest += mix(mark);
}

/* Adds a new state to the next level, or to what the worker has found: room for its values. */
static u64 *add_row(Worker *w, u64 mark, u64 order) {
    Engine *e = w->e;
    u32 n = e->m.variables;
    Words *rows = w->collecting ? &w->candidates : &e->next;
    if (w->collecting) {
        words_add(rows, mark);
        words_add(rows, order);
        words_add(rows, w->c.action);
    } else {
        log_state(e, mark, order, w->c.action);
    }
    words_room(rows, n);
    rows->n += n;
    return rows->items + rows->n - n;
}

static u64 *add_state(Worker *w, u64 mark, u64 order, const V *state) {
    u64 *row = add_row(w, mark, order);
    keep_values(w, row, state);
    return row;
}

/* Which columns are true over the step that is being taken. */
static void log_taken(Worker *w) {
    const Taken *t = &w->e->taken;
    Context *c = &w->c;
    u64 *row, serial = c->serial;
    u32 depth = c->depth;
    words_room(&w->taken, t->words);
    row = w->taken.items + w->taken.n;
    w->taken.n += t->words;
    for (u64 i = 0; i < t->words; i++) row[i] = 0;
    for (u64 i = 0; i < t->count; i++) {
        c->serial = ++w->serials;
        if (w->e->m.column(c, t->columns[i], t->args + t->first[i]))
            row[i / 64] |= (u64)1 << (i & 63);
        w->untaken |= c->trap != 0;
        c->trap = 0;
        c->depth = depth;
    }
    c->serial = serial;
}

/* Remembers a step to a state that is within the constraints; of an action 16 bits are kept. */
static void log_step(Worker *w, u64 mark) {
    words_add(&w->steps, mark);
    w->actions.n = w->steps_n / 4;
    words_room(&w->actions, 1);
    ((u16 *)w->actions.items)[w->steps_n++] = (u16)w->c.action;
    if (w->e->taken.count) log_taken(w);
}

/* Before and after the steps of a state. */
static void log_state_begin(Worker *w) {
    if (w->e->o.keep_states < 2) return;
    w->steps_head = w->steps.n;
    words_add(&w->steps, w->parent << PLACE_BITS);
}
static void log_state_end(Worker *w) {
    if (w->e->o.keep_states < 2) return;
    w->steps.items[w->steps_head] |= w->steps.n - w->steps_head - 1;
}

/* Whether all invariants hold; nothing is noted. */
static u32 is_well(Worker *w, const V *state, const V *parent) {
    Context *c = &w->c;
    const V *before = c->now;
    const Model *m = &w->e->m;
    u32 well = 1, depth = c->depth, transient;
    c->changed = doubts(w->e, state, parent);
    c->now = state;
    transient = w->e->o.exposed && m->predicate(c, FIRST_TRANSIENT(m));
    for (u32 i = transient ? m->invariants - m->everywhere : 0; i < m->invariants && well; i++)
        well = m->predicate(c, i) != 0 && !c->trap;
    well &= !c->trap;
    c->now = before;
    c->trap = 0;
    c->depth = depth;
    return well;
}

/* With the action of a candidate: an invariant does not hold, or cannot be told. */
#define DOUBTFUL ((u64)1 << 32)

/* A new state that has been added. */
static u32 check_added(Worker *w, u64 *kept, const V *before) {
    if (w->collecting) {
        /* What is counted is evaluated for the states that stay, not for all candidates. */
        if (w->e->m.counters || !is_well(w, kept, before)) kept[-1] |= DOUBTFUL;
        return 1;
    }
    if (w->unseen) watch_state(w, kept, before);
    if (w->e->m.observed.term) observe_state(w, kept, before, 1);
    return w->e->m.invariants ? check_invariants(w, kept, before) : 1;
}

/* A state within the constraints: kept and checked if it is new. */
static u32 claim_state(Worker *w, u64 mark, const V *state, const V *before) {
    u64 order = ORDER(w->parent, w->place);
    if (!(w->e->o.exact ? exact_claim(w, mark, state) : table_claim(w, mark, order))) return 1;
    return check_added(w, add_state(w, mark, order, state), before);
}

/* The same of a state that differs from another in some variables. */
static void claim_made(Worker *w, const Waiting *first) {
    u64 order = ORDER(w->parent, w->place), *row;
    u32 n = w->e->m.variables;
    if (!table_claim(w, first->mark, order)) return;
    row = add_row(w, first->mark, order);
    copy_values(row, first->base, n);
    for (u32 i = 0; i < first->n; i++) row[first->changed[i]] = first->state[i];
    if (first->base == first->before)
        for (u32 i = 0; i < first->n; i++)
            row[first->changed[i]] = value_keep(&w->c, first->state[i]);
    else keep_values(w, row, row);
    check_added(w, row, first->before);
}

/* States that were generated wait until there are some more, or the end of the expansion:
 * meanwhile their places in the table come into the cache. */
static void claim_oldest(Worker *w) {
    Waiting *first = &w->waiting[w->oldest];
    u32 place = w->place, action = w->c.action;
    w->oldest = (w->oldest + 1) % WAITING;
    w->waits--;
    w->place = first->place;
    w->c.action = first->action;
    w->c.serial = ++w->serials;
    if (first->base) claim_made(w, first);
    else claim_state(w, first->mark, first->state, first->before);
    w->place = place;
    w->c.action = action;
}

static void claim_waiting(Worker *w) {
    u64 serial = w->c.serial;
    while (w->waits) claim_oldest(w);
    w->c.serial = serial;
}

static Waiting *let_wait(Worker *w, u64 mark, const V *before) {
    Waiting *last;
    table_prefetch(w->e, mark);
    if (w->waits == WAITING) claim_oldest(w);
    last = &w->waiting[(w->oldest + w->waits++) % WAITING];
    last->base = 0;
    last->mark = mark;
    last->before = before;
    last->place = w->place;
    last->action = w->c.action;
    return last;
}

/* A generated state: kept if new and within the constraints, checked if so or not. */
static void meet_state(Worker *w, V *state, const V *before) {
    u32 inside = is_inside(w, state, before), well = 1;
    if (inside == 2) return;
    if (inside) {
        u64 mark = key_of(w, state);
        if (!mark) return;
        if (w->e->o.keep_states > 1 && w->parent) log_step(w, mark);
        if (w->can_wait) {
            copy_values(let_wait(w, mark, before)->state, state, w->e->m.variables);
            return;
        }
        well = claim_state(w, mark, state, before);
    } else {
        if (w->e->m.observed.term) observe_state(w, state, before, 0);
        well = check_invariants(w, state, before);
    }
    if (well) check_step(w, !before);
}

static void offer_state(Worker *w, V *state, const V *before);
static void collect_move(Worker *w, u32 transient, u64 mark);
static u32 pass_from(Worker *w, const V *root);

static void settle_next(Context *c) {
    for (u32 i = 0; i < ENGINE(c)->m.variables; i++) c->next[i] = value_canonical(c, c->next[i]);
}

u64 look_at_other_state(Context *c) {
    u64 serial = c->serial;
    c->serial = ++WORKER(c)->serials;
    return serial;
}

void emit_state(Context *c) {
    Worker *w = WORKER(c);
    const V *before = w->parent ? c->now : 0;
    V *next = c->next;
    u32 missing = c->missing, depth = c->depth;
    u64 at, serial = c->serial;
    look_up(c);
    if (c->trap) return;
    if (missing) {
        trap(c, TRAP_UNASSIGNED);
        return;
    }
    if (c->open) {
        settle_next(c);
        if (c->trap) return;
    }
    w->emitted++;
    c->effects++;
    c->choice++;
    if (w->e->passes) {
        collect_move(w, 2, 0);
        return;
    }
    w->place++;
    if (w->place >= (1u << PLACE_BITS)) {
        trap(c, TRAP_CAPACITY);
        return;
    }
    at = arena_mark(c);
    c->serial = ++w->serials;
    if (w->walk) offer_state(w, next, before);
    else meet_state(w, next, before);
    arena_release(c, at);
    c->serial = serial;
    c->next = next;
    c->missing = missing;
    c->depth = depth;
}

/* ---- states that differ from the current one in some variables ---- */

INLINE u64 term_of(Context *c, u32 i, V value) {
    return mix(position_term(c, i) + value_mark(c, value));
}

/* What an action changes is changed in a copy of the current state: the one that is expanded, or
 * a transient one, with its mark. */
static void make_ready(Worker *w, const V *state, u64 mark) {
    Context *c = &w->c;
    u32 n = w->e->m.variables;
    if (!w->e->m.makes || w->made_of == state) return;
    w->made_of = state;
    copy_values(c->made, state, n);
    w->sum = 0;
    if (state == w->root)
        for (u32 i = 0; i < n; i++) w->sum += w->terms[i];
    else if (w->quick) w->sum = function_sum(mark);
}

void emit_made(Context *c, u32 n, const u16 *changed, u32 transient) {
    Worker *w = WORKER(c);
    const V *now = c->now, *made = c->made;
    Waiting *last;
    u64 sum = w->sum;
    look_up(c);
    if (!w->quick || transient == 2 || (w->broken.n && !transient)) {
        c->missing = 0;
        emit_state(c);
        return;
    }
    for (u32 k = 0; k < n; k++) {
        u32 i = changed[k];
        if (made[i] != now[i])
            sum += term_of(c, i, made[i]) -
                   (now == w->root ? w->terms[i] : term_of(c, i, now[i]));
    }
    if (c->trap) return;
    w->emitted++;
    c->effects++;
    c->choice++;
    if (transient && w->e->passes) {
        collect_move(w, transient, state_mark(function_mark(sum)));
        return;
    }
    w->place++;
    if (w->place >= (1u << PLACE_BITS)) {
        trap(c, TRAP_CAPACITY);
        return;
    }
    if (w->e->passes) w->generated++;
    last = let_wait(w, state_mark(function_mark(sum)), w->root);
    last->base = now;
    last->changed = changed;
    last->n = n;
    for (u32 k = 0; k < n; k++) last->state[k] = made[changed[k]];
}

/* The state that waits may be made of what is given back: it is claimed first. */
void arena_rewind_step(Context *c, Place *p) {
    u64 serial = c->serial;
    u32 depth = c->depth;
    if (c->trap) return;
    c->serial = ++WORKER(c)->serials;
    claim_waiting(WORKER(c));
    c->serial = serial;
    c->depth = depth;
    arena_rewind(c, p);
}

static void begin_run(Worker *w, u32 action) {
    Context *c = &w->c;
    c->trap = c->depth = c->choice = c->composed = 0;
    c->action = action;
    w->emitted = 0;
    if (w->e->m.makes && w->e->m.makes[action] && w->parent) return;
    c->next = w->next;
    c->missing = w->e->m.variables;
    memset(w->next, 0, (word_size)(c->missing * sizeof(V)));
}

static void end_run(Worker *w) {
    Context *c = &w->c;
    if (c->trap) {
        /* Successors of an action are met once all are known, initial states one by one. */
        note(w, w->parent ? 0 : w->place + 1, 0, EVENT_ACTION, c->trap);
        c->trap = 0;
        if (w->parent) w->emitted = c->composed = 0;
    }
    w->generated += (u64)w->emitted + c->composed;
    w->emitted = 0;
}

/* The first action from a number on that can be enabled in the current state. */
INLINE u32 next_action(Worker *w, u32 from) {
    return w->e->m.next_action ? w->e->m.next_action(&w->c, from) : from;
}

/* Whether one of them has led anywhere. */
static u32 run_actions(Worker *w, const V *state) {
    u32 moved = 0;
    w->c.now = state;
    make_ready(w, state, 0);
    for (u32 a = next_action(w, 0); a < w->e->m.actions; a = next_action(w, a + 1)) {
        begin_run(w, a);
        w->c.now = state;
        w->e->m.action(&w->c, a);
        moved |= w->emitted || w->c.trap;
        w->fired[a] += w->emitted;
        end_run(w);
    }
    return moved;
}

static void expand_state(Worker *w, u64 ordinal, const V *state) {
    u32 moved;
    w->parent = ordinal + 1;
    w->place = 0;
    arena_release(&w->c, 0);
    log_state_begin(w);
    for (u32 i = 0; i < w->e->m.variables; i++)
        w->terms[i] = mix(position_term(&w->c, i) + value_mark(&w->c, state[i]));
    w->root = state;
    w->made_of = 0;
    moved = w->e->passes ? pass_from(w, state) : run_actions(w, state);
    claim_waiting(w);
    log_state_end(w);
    if (moved) return;
    if (w->e->o.keep_states > 1) words_add(&w->stuck, ordinal);
    check_stuck(w, state);
}

static void initial_states(Worker *w) {
    w->parent = 0;
    w->place = 0;
    begin_run(w, 0);
    arena_release(&w->c, 0);
    w->c.now = w->next;
    w->e->m.init(&w->c);
    if (w->e->passes) {
        u32 found = w->c.trap;
        w->emitted = w->c.trap = 0;
        pass_from(w, 0);
        w->c.composed = 0;
        w->c.trap = found;
    }
    end_run(w);
    claim_waiting(w);
}
