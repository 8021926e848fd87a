/* Formulas that are waited for: whether each was ever true in a kept state. */

enum { SEEN_TRUE = 1, SEEN_FAIL = 2 };

static u64 changes(const Engine *e, const V *state, const V *before);

/* `before` is the state that it was reached from, 0 if that is not known: a formula that
 * depends on what has not changed since is still false. */
static void watch_state(Worker *w, const V *state, const V *before) {
    Context *c = &w->c;
    const Model *m = &w->e->m;
    const V *now = c->now;
    u64 changed = changes(w->e, state, before);
    c->now = state;
    for (u32 i = 0; i < m->watched; i++) {
        u32 yes;
        if (w->seen[i] || !(m->watched_variables[i] & changed)) continue;
        yes = m->column(c, i, 0);
        if (yes || c->trap) {
            w->seen[i] = c->trap ? SEEN_FAIL : SEEN_TRUE;
            w->unseen--;
        }
        c->trap = c->depth = 0;
    }
    c->now = now;
}

/* Bits: that it was true, that it had no value. */
EXPORT u32 engine_seen(Engine *e, u32 which) {
    u32 found = 0;
    for (u32 i = 0; i < e->o.workers; i++) found |= e->workers[i].seen[which];
    return found;
}

/* ---- numbers that do not fit where they are stored ---- */

void store_number(Context *c, u32 which, V value, i64 low, i64 high) {
    i64 n = TAG(value) == TAG_INT ? INT_OF(value) : low;
    if ((n < low || n > high) && n < c->stores[which]) c->stores[which] = n;
}

EXPORT i64 engine_stored(Engine *e, u32 which) {
    i64 least = NO_NUMBER;
    for (u32 i = 0; i < e->o.workers; i++) {
        i64 n = e->workers[i].c.stores[which];
        if (n < least) least = n;
    }
    return least;
}
