/* The states that are known, by their marks: one table for all workers, without locks.
 *
 * A place holds a mark, or 0 if it is free. With several workers the next word is the claim:
 * the least order that has reached the state, all bits turned, so that 0 is the greatest. A
 * place is taken once and for ever by one exchange, and a claim only becomes better.
 *
 * Marks are placed by the first bits of a product, and a table that grows keeps their order:
 * it is read and written from one end to the other. Nobody asks a table that is growing. The
 * worker that needs it waits until all are here (those who are outside do not count), and
 * they move it together. */

enum { FIRST_ROOM = 1024, PARTS = 64, MOST_FRESH = 1024 };
enum { STAGE_OPEN, STAGE_STOPPING, STAGE_MOVING };

INLINE u64 table_home(const Table *t, u64 mark) { return mark * 0x9E3779B97F4A7C15ULL >> t->shift; }

static void table_start(Table *t, u64 room, u32 width) {
    t->room = room;
    t->width = width;
    t->most = room / 4 * 3;
    t->shift = 64;
    for (u64 left = room; left > 1; left /= 2) t->shift--;
    t->places = take_cleared(room * width * sizeof(u64));
}

/* The place of a mark, or the free one where it belongs; nobody is claiming. */
static u64 *table_place(const Table *t, u64 mark) {
    u64 at = table_home(t, mark), *place;
    for (;; at = (at + 1) & (t->room - 1)) {
        place = t->places + at * t->width;
        if (!*place || *place == mark) return place;
    }
}

/* ---- growth ---- */

/* Moves one of the parts of a table; others may be moving other parts. */
static void table_move(const Table *from, const Table *to, u32 part, u32 locked) {
    u64 size = from->room / PARTS, end = (part + 1) * size;
    for (u64 i = part * size; i < end; i++) {
        const u64 *old = from->places + i * from->width;
        u64 at, *place;
        if (!*old) continue;
        for (at = table_home(to, *old);; at = (at + 1) & (to->room - 1)) {
            place = to->places + at * to->width;
            if (locked) {
                if (port_cas(place, 0, *old)) break;
            } else if (!*place) {
                *place = *old;
                break;
            }
        }
        if (to->width > 1) place[1] = old[1];
    }
}

static void table_moved(Engine *e) {
    free(e->table.places);
    e->larger.n = e->table.n;
    e->table = e->larger;
}

static void table_grow(Engine *e) {
    table_start(&e->larger, e->table.room * 2, e->table.width);
    for (u32 i = 0; i < PARTS; i++) table_move(&e->table, &e->larger, i, 0);
    table_moved(e);
}

/* A worker comes to where the table is used, and goes. */
static void table_enter(Engine *e) {
    for (;;) {
        port_lock(&e->gate);
        if (e->stage == STAGE_OPEN) break;
        port_unlock(&e->gate);
        port_yield();
    }
    e->inside++;
    port_unlock(&e->gate);
}

static void table_leave(Engine *e) {
    port_lock(&e->gate);
    e->inside--;
    port_unlock(&e->gate);
}

/* Moves parts as long as there are some; who moves the last one opens the table again. */
static void table_help(Engine *e) {
    u64 part;
    while ((part = port_fetch_add(&e->part, 1)) < PARTS) {
        table_move(&e->table, &e->larger, (u32)part, 1);
        if (port_fetch_add(&e->moved, 1) + 1 < PARTS) continue;
        port_lock(&e->gate);
        table_moved(e);
        port_store(&e->stage, STAGE_OPEN);
        e->growths++;
        e->waiting = 0; /* they are about to go on */
        port_unlock(&e->gate);
    }
}

/* Waits until all workers are here, grows the table with them, and comes back. */
static void table_stop(Engine *e) {
    u64 growths, stage;
    port_lock(&e->gate);
    growths = e->growths;
    if (e->stage == STAGE_OPEN) {
        /* Another worker may have had the same need a moment ago. */
        if (port_load(&e->table.n) < e->table.most) growths--;
        else port_store(&e->stage, STAGE_STOPPING);
    }
    if (growths == e->growths) e->waiting++;
    while (e->growths == growths) {
        if (e->stage == STAGE_STOPPING && e->waiting == e->inside) {
            table_start(&e->larger, e->table.room * 2, e->table.width);
            e->part = e->moved = 0;
            port_store(&e->stage, STAGE_MOVING);
        }
        stage = e->stage;
        port_unlock(&e->gate);
        if (stage == STAGE_MOVING) table_help(e);
        port_yield();
        port_lock(&e->gate);
    }
    port_unlock(&e->gate);
}

/* Makes sure that the worker may take a place: a few are counted ahead, since all count. */
static void table_reserve(Worker *w) {
    Engine *e = w->e;
    for (;;) {
        u64 known = port_load(&e->table.n), left = e->table.most - known, few;
        if (known < e->table.most) {
            few = left / (2 * e->o.workers);
            few = few < 1 ? 1 : few > MOST_FRESH ? MOST_FRESH : few;
            if (!port_cas(&e->table.n, known, known + few)) continue;
            w->fresh = few;
            return;
        }
        if (e->locked) table_stop(e);
        else table_grow(e);
    }
}

/* ---- claims ---- */

/* No state has the mark 0, which says that a place is free. */
INLINE u64 state_mark(u64 mark) { return mark ? mark : 1; }

static u32 claim_shared(Worker *w, u64 mark, u64 order) {
    Table *t = &w->e->table;
    u64 at, known, *place;
    if (port_load(&w->e->stage) != STAGE_OPEN) table_stop(w->e);
    if (!w->fresh) table_reserve(w);
    for (at = table_home(t, mark);; at = (at + 1) & (t->room - 1)) {
        place = t->places + at * 2;
        known = port_load(place);
        if (!known && port_cas(place, 0, mark)) {
            w->fresh--;
            break;
        }
        if (!known) known = port_load(place);
        if (known == mark) break;
    }
    for (order = ~order;;) {
        known = port_load(place + 1);
        if (known >= order) return 0;
        if (port_cas(place + 1, known, order)) return 1;
    }
}

/* Claims a mark for whoever reached it in this order: 1 if nobody reached it before. */
static u32 table_claim(Worker *w, u64 mark, u64 order) {
    Table *t = &w->e->table;
    u64 *place;
    if (t->width > 1) return claim_shared(w, mark, order);
    place = table_place(t, mark);
    if (*place) return 0;
    if (t->n == t->most) {
        table_grow(w->e);
        place = table_place(t, mark);
    }
    *place = mark;
    t->n++;
    return 1;
}

/* Brings the place of a mark closer. */
INLINE void table_prefetch(const Engine *e, u64 mark) {
    const Table *t = &e->table;
    port_prefetch(t->places + table_home(t, mark) * t->width);
}

/* Whether the mark still belongs to this order; only when nobody is claiming. */
INLINE u32 table_owns(const Engine *e, u64 mark, u64 order) {
    return table_place(&e->table, mark)[1] == ~order;
}
