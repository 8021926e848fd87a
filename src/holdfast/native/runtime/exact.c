/* With `exact`, states are compared in full: a mark only says where to look. */

/* The values of a state, in the order of discovery; those being added are in the next level. */
static const u64 *exact_row(const Engine *e, u64 ordinal) {
    u64 n = e->m.variables, listed = n ? e->kept.n / n : e->orders.n;
    return ordinal < listed ? e->kept.items + ordinal * n
                            : e->next.items + (ordinal - listed) * n;
}

static void exact_grow(Engine *e) {
    u64 room = e->exact.room ? e->exact.room * 2 : 1024;
    u64 *slots = take_or_die(0, room * sizeof(u64));
    memset(slots, 0, (word_size)(room * sizeof(u64)));
    for (u64 i = 0; i < e->marks.n; i++) {
        u64 at = e->marks.items[i] & (room - 1);
        while (slots[at]) at = (at + 1) & (room - 1);
        slots[at] = i + 1;
    }
    free(e->exact.items);
    e->exact.items = slots;
    e->exact.room = room;
}

/* Whether a state, or its view, is none of those that are known. */
static u32 exact_claim(Worker *w, u64 mark, const V *state) {
    Engine *e = w->e;
    u64 n = e->m.variables, at;
    V *row = arena_take(&w->c, n * sizeof(V) + 8), seen = 0;
    if (e->m.view) seen = value_keep(&w->c, w->viewed);
    else
        for (u32 i = 0; i < n; i++) row[i] = value_keep(&w->c, state[i]);
    if (e->marks.n * 2 >= e->exact.room) exact_grow(e);
    for (at = mark & (e->exact.room - 1); e->exact.items[at]; at = (at + 1) & (e->exact.room - 1)) {
        u64 known = e->exact.items[at] - 1;
        if (e->marks.items[known] != mark) continue;
        if (e->m.view ? e->views.items[known] == seen
                      : !memcmp(exact_row(e, known), row, (word_size)(n * sizeof(V))))
            return 0;
    }
    e->exact.items[at] = e->marks.n + 1;
    if (e->m.view) words_add(&e->views, seen);
    return 1;
}
