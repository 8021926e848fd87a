/* The elements of a set of functions, records or tuples one by one, the last column fastest.
 *
 * A formula that rejects a function may have asked for few of its values. Then it rejects all
 * functions that have these values, and they are passed over: conflict-directed backjumping
 * (Prosser 1993). For this the function is given as a candidate, whose rule notes what it is
 * asked for. The order of those that are given, and every answer, stay as they are.
 *
 * `scratch` of an enumeration holds the number of columns, the columns, the domain, the
 * values, the watch or 0; `row` the places in the columns, `at` how many rows were given.
 */

/* A column of a set of rows: its elements, listed in the order of enumeration. */
typedef struct Column {
    const V *items;
    u32 n;
} Column;

enum { MOST_WATCHED = 64, FEWEST_ROWS = 64, TRIES = 64, MANY = 1 << 24 };

typedef struct Watch {
    V domain;
    u64 asked;   /* columns of the candidate that were asked for, as bits */
    u64 effects; /* Context.effects when it was given */
    u64 rows;    /* how many there are, or MANY */
    u64 passed;  /* how many were passed over lately */
    u64 until;   /* when `at` has come so far it is seen whether that is enough */
    u64 blamed[MOST_WATCHED]; /* by column: the earlier ones that its elements were rejected for */
    u64 below[MOST_WATCHED];  /* by column: rows that have the same element there, or MANY */
} Watch;

static Column column_of(Context *c, V set) {
    Column column;
    Elements e;
    Buffer b = {0, 0, 0};
    V value;
    if (is_listed(set) && !OBJECT(set)->unsorted) {
        column.items = OBJECT(set)->items;
        column.n = OBJECT(set)->n;
        return column;
    }
    elements_begin(c, &e, set);
    while (elements_next(c, &e, &value)) {
        if (b.n >= ENGINE(c)->o.largest_set) trap(c, TRAP_TOO_LARGE);
        buffer_add(c, &b, value);
    }
    column.items = b.items;
    column.n = b.n;
    return column;
}

static void rows_begin(Context *c, Elements *e, Object *o) {
    u32 n = o->n;
    V domain = o->domain;
    Column *columns, range = {0, 0};
    if (o->kind == OBJ_FUNCTIONS) {
        domain = set_listed(c, o->domain);
        range = column_of(c, o->items[0]);
        n = OBJECT(domain)->n;
    }
    columns = arena_take(c, ((u64)n + 1) * sizeof(Column));
    e->row = arena_take(c, ((u64)n + 1) * sizeof(V));
    e->count = !c->trap;
    for (u32 i = 0; i < n && e->count; i++) { /* what follows an empty column is never listed */
        columns[i] = o->kind == OBJ_FUNCTIONS ? range : column_of(c, o->items[i]);
        if (!columns[i].n) e->count = 0;
        e->row[i] = 0;
    }
    e->scratch[0] = n;
    e->scratch[1] = (u64)columns;
    e->scratch[2] = domain;
    e->scratch[3] = (u64)arena_take(c, ((u64)n + 1) * sizeof(V));
    e->scratch[4] = 0;
}

static V candidate_value(Context *c, const V *kept, V argument) {
    Watch *w = (Watch *)(kept[0] - TAG_INT);
    const Object *domain = OBJECT(w->domain);
    i64 place = 0;
    while (place < domain->n && domain->items[place] != argument) place++;
    if (place == domain->n) place = domain_place(c, OBJECT(w->domain), argument);
    if (place < 0) return trap(c, TRAP_DOMAIN);
    w->asked |= (u64)1 << place;
    return kept[1 + place];
}

INLINE u32 is_candidate(V a) {
    return IS_OBJECT(a) && KIND(a) == OBJ_RULE && OBJECT(a)->items[0] == (V)candidate_value;
}

V candidate_settled(Context *c, V a) {
    Watch *w;
    if (!is_candidate(a)) return a;
    w = (Watch *)(OBJECT(a)->items[1] - TAG_INT);
    w->asked = ~(u64)0;
    return function_of(c, w->domain, OBJECT(a)->n - 2, OBJECT(a)->items + 2);
}

/* A function with these values; its watch is marked as a number, it is no value. */
static V candidate_of(Context *c, Watch *w, u32 n, const V *items) {
    Object *o = object_new(c, OBJ_RULE, n + 2, w->domain);
    o->items[0] = (V)candidate_value;
    o->items[1] = (V)w + TAG_INT;
    copy_values(o->items + 2, items, n);
    w->asked = 0;
    w->effects = c->effects;
    return (V)o;
}

/* Whether as many rows were passed over as were given. An eighth of all shows how it goes on: a
 * candidate takes a little longer than a row. */
static u32 is_worth_it(const Elements *e, Watch *w) {
    u64 tries = TRIES + w->rows / 8;
    u32 enough = w->passed >= tries;
    w->until = e->at + tries;
    w->passed = 0;
    return enough;
}

u32 elements_watch(Context *c, Elements *e) {
    u32 n = (u32)e->scratch[0];
    u64 rows = 1;
    Watch *w;
    if (e->listed || KIND(e->set) != OBJ_FUNCTIONS || !e->count || c->trap) return 0;
    if (n < 2 || n > MOST_WATCHED || OBJECT(e->scratch[2])->unsorted) return 0;
    w = arena_take(c, sizeof(Watch));
    memset(w, 0, sizeof(Watch));
    for (u32 i = n; i--;) {
        w->below[i] = rows;
        rows *= ((Column *)e->scratch[1])[i].n;
        if (rows > MANY) rows = MANY;
    }
    if (rows < FEWEST_ROWS) return 0;
    w->rows = rows;
    w->domain = e->scratch[2];
    is_worth_it(e, w);
    e->scratch[4] = (u64)w;
    return 1;
}

/* The next row that differs in a column that the last one was rejected for. Once all elements
 * of a column are through, those before it that they were rejected for are to blame. */
static void rows_jump(Context *c, Elements *e, Watch *w) {
    u32 n = (u32)e->scratch[0], at = n;
    u64 all = n == 64 ? ~(u64)0 : ((u64)1 << n) - 1;
    u64 blame = c->effects == w->effects ? w->asked & all : all;
    const Column *columns = (Column *)e->scratch[1];
    while (blame) {
        for (at--; !(blame >> at & 1); at--) {
            w->passed += (columns[at].n - 1 - e->row[at]) * w->below[at];
            w->blamed[at] = e->row[at] = 0;
        }
        w->blamed[at] |= blame & ~((u64)1 << at);
        if (++e->row[at] < columns[at].n) return;
        blame = w->blamed[at];
        w->blamed[at] = e->row[at] = 0;
    }
    e->count = 0;
}

static void rows_step(Elements *e) {
    u32 i = (u32)e->scratch[0];
    const Column *columns = (Column *)e->scratch[1];
    while (i && ++e->row[i - 1] == columns[i - 1].n) e->row[--i] = 0;
    if (!i) e->count = 0;
}

static u32 rows_next(Context *c, Elements *e, V *value) {
    u32 n = (u32)e->scratch[0];
    Column *columns = (Column *)e->scratch[1];
    Watch *w = (Watch *)e->scratch[4];
    V *items = (V *)e->scratch[3];
    if (!e->count || c->trap) return 0;
    if (e->at++) {
        if (w) rows_jump(c, e, w);
        else rows_step(e);
        if (!e->count) return 0;
    }
    if (w && e->at == w->until && !is_worth_it(e, w)) e->scratch[4] = (u64)(w = 0);
    for (u32 j = 0; j < n; j++) items[j] = columns[j].items[e->row[j]];
    if (w) *value = candidate_of(c, w, n, items);
    else if (KIND(e->set) == OBJ_PRODUCT) *value = tuple_of(c, n, items);
    else if (KIND(e->set) == OBJ_RECORDS) *value = record_of(c, e->scratch[2], n, items);
    else *value = function_of(c, e->scratch[2], n, items);
    return 1;
}
