/* Steps through transient states, to the states proper behind them (interp/transient.py): depth
 * first, without recursion. Every path counts; one that returns to a state of its own ends. */

void assertion_begin(Context *c, u32 number) { words_add(&WORKER(c)->broken, number); }

void assertion_end(Context *c) { WORKER(c)->broken.n--; }

/* A move: its length in words, its action, the number of assertions that it violates, whether the
 * state is transient (2 if that is not known), the mark of the state (0 if it is not known), the
 * values of the state that it leads to, and these assertions. */
enum { MOVE = 5 };

/* The action being run has generated a state: it is visited when the action is through. */
static void collect_move(Worker *w, u32 transient, u64 mark) {
    u64 n = w->e->m.variables, broken = w->broken.n;
    u64 *move;
    words_room(&w->moves, MOVE + n + broken);
    move = w->moves.items + w->moves.n;
    move[0] = MOVE + n + broken;
    move[1] = w->c.action;
    move[2] = broken;
    move[3] = transient;
    move[4] = mark;
    copy_values(move + MOVE, w->c.next, (u32)n);
    copy_values(move + MOVE + n, w->broken.items, (u32)broken);
    w->moves.n += move[0];
    w->c.pinned++; /* its values must stay */
}

/* ---- the states on the path ---- */

static u32 is_same_state(Worker *w, const V *a, const V *b) {
    for (u32 i = 0; i < w->e->m.variables; i++)
        if (!value_equal(&w->c, a[i], b[i])) return 0;
    return 1;
}

/* The place of a state in the table: one that is free, or the state's own. */
static u64 path_place(Worker *w, u64 mark, const V *state) {
    u64 at = mark & (w->path_room - 1);
    for (; w->path_table[at]; at = (at + 1) & (w->path_room - 1)) {
        const Passed *p = &w->path[w->path_table[at] - 1];
        if (p->mark == mark && is_same_state(w, p->state, state)) break;
    }
    return at;
}

static void path_grow(Worker *w) {
    w->path_room = w->path_room ? 2 * w->path_room : 64;
    w->path = take_or_die(w->path, w->path_room / 2 * sizeof(Passed));
    free(w->path_table);
    w->path_table = take_cleared(w->path_room * sizeof(u32));
    for (u32 i = 1; i < w->path_n; i++) {
        Passed *p = &w->path[i];
        p->slot = p->mark & (w->path_room - 1);
        while (w->path_table[p->slot]) p->slot = (p->slot + 1) & (w->path_room - 1);
        w->path_table[p->slot] = i + 1;
    }
}

/* The path goes on from a state; the first is a state proper, or none. */
static Passed *path_enter(Worker *w) {
    Passed *p;
    if (2 * ((u64)w->path_n + 1) >= w->path_room) path_grow(w);
    p = &w->path[w->path_n++];
    memset(p, 0, sizeof(Passed));
    p->arena = arena_mark(&w->c);
    p->serial = ++w->serials;
    p->at = p->end = p->begin = w->moves.n;
    return p;
}

/* ---- visits ---- */

static void note_broken(Worker *w, const u64 *move) {
    const u64 *numbers = move + MOVE + w->e->m.variables;
    for (u64 i = 0; i < move[2]; i++) {
        u64 before = 0;
        while (numbers[before] != numbers[i]) before++;
        /* Once, however often it is violated on the way. */
        if (before == i) note(w, w->place, 0, FIRST_ASSERTION(&w->e->m) + (u32)numbers[i], 0);
    }
}

static void meet_proper(Worker *w, V *state, const V *root) {
    u64 at = arena_mark(&w->c);
    w->generated++;
    w->c.now = root ? root : state;
    w->c.next = state;
    w->c.depth = 0;
    w->c.serial = ++w->serials;
    meet_state(w, state, root);
    w->c.next = w->next;
    arena_release(&w->c, at);
}

static u32 is_transient(Worker *w, const V *state) {
    u64 at = arena_mark(&w->c);
    u32 yes;
    if (!w->e->m.transient || w->e->o.exposed) return 0;
    w->c.now = state;
    w->c.depth = 0;
    w->c.serial = ++w->serials;
    yes = holds(w, FIRST_TRANSIENT(&w->e->m), 0);
    arena_release(&w->c, at);
    return yes;
}

/* The path comes to a state: that is met, or passed unless the path has passed it before. */
static void visit(Worker *w, const u64 *move, const V *root) {
    u32 n = w->e->m.variables, transient;
    V *state;
    u64 mark, slot;
    Passed *p;
    w->c.action = (u32)move[1];
    if (++w->place >= (1u << PLACE_BITS)) {
        note(w, w->place, 0, EVENT_ACTION, TRAP_CAPACITY);
        return;
    }
    note_broken(w, move);
    /* The row of moves may move while the state is looked at. */
    state = arena_take(&w->c, ((u64)n + 1) * sizeof(V));
    copy_values(state, move + MOVE, n);
    mark = move[4];
    transient = move[3] < 2 && !w->e->o.exposed ? (u32)move[3] : is_transient(w, state);
    if (!transient) meet_proper(w, state, root);
    if (transient != 1) return;
    w->c.now = root ? root : state;
    if (!mark) mark = key_of(w, state);
    if (!mark) return;
    p = path_enter(w);
    slot = path_place(w, mark, state);
    if (w->path_table[slot]) {
        w->path_n--;
        return;
    }
    p->state = state;
    p->mark = mark;
    p->slot = slot;
    p->action = w->c.action;
    w->path_table[slot] = w->path_n;
}

/* Runs the next action from a state of the path. */
static void run_next(Worker *w, Passed *p) {
    Context *c = &w->c;
    u32 a;
    c->now = p->state;
    c->serial = p->serial;
    a = next_action(w, p->next);
    p->next = a + 1;
    p->end = p->begin;
    if (a >= w->e->m.actions) return;
    make_ready(w, p->state, p->mark);
    begin_run(w, a);
    c->now = p->state;
    w->e->m.action(c, a);
    if (c->trap) {
        /* It comes after all that was visited so far, and nothing of the action is visited. */
        note(w, w->place, 0xFFFFFFFF, EVENT_ACTION, c->trap);
        c->trap = 0;
        w->moves.n = p->begin;
        p->moved = 1;
    } else {
        w->generated += c->composed;
        w->fired[a] += w->emitted;
        p->moved |= w->emitted > 0;
    }
    w->emitted = 0;
    p->end = w->moves.n;
}

/* The path turns back from its last state, which is proper if nothing comes after it. */
static void path_leave(Worker *w, const V *root) {
    Passed *p = &w->path[w->path_n - 1];
    if (w->path_n > 1) {
        w->path_table[p->slot] = 0;
        w->c.action = (u32)p->action;
        if (!p->moved) meet_proper(w, (V *)p->state, root);
        claim_waiting(w);
        arena_release(&w->c, p->arena);
        w->made_of = 0; /* another state may come to its place */
    }
    w->path_n--;
}

/* All paths from a state proper, or those of the moves to initial states that were collected if
 * there is none; whether there is a step. */
static u32 pass_from(Worker *w, const V *root) {
    Passed *p = path_enter(w);
    u32 moved = 0;
    p->state = root;
    if (!root) {
        p->at = p->begin = 0;
        p->next = w->e->m.actions;
    }
    while (w->path_n) {
        p = &w->path[w->path_n - 1];
        if (port_load(&w->e->halted) || w->place >= (1u << PLACE_BITS)) {
            moved = p->moved = 1; /* for all that is known */
            p->at = p->end;
            p->next = w->e->m.actions;
        }
        if (p->at < p->end) {
            const u64 *move = w->moves.items + p->at;
            p->at += move[0];
            p->moved = moved = 1;
            visit(w, move, root);
        } else if (p->next < w->e->m.actions) {
            w->moves.n = p->at = p->begin;
            run_next(w, p);
            moved |= p->moved;
        } else {
            w->moves.n = p->begin;
            path_leave(w, root);
        }
    }
    return moved;
}
