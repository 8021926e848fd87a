/* Memory: per worker one arena for a step and one for what stays. */

enum { CHUNK_BYTES = 1 << 18 };

V trap(Context *c, u32 kind) {
    if (c->trap == TRAP_NONE) c->trap = kind;
    return V_FALSE;
}

/* The same for what answers yes or no. */
static u32 refuse(Context *c, u32 kind) {
    trap(c, kind);
    return 0;
}

/* Whoever waits for the search may end it in the middle of a step. */
INLINE void look_up(Context *c) {
    if (port_load(&ENGINE(c)->halted)) trap(c, TRAP_STOPPED);
}

/* Memory that is not there ends the process: nothing could be said without memory. */
static void *take_or_die(void *old, u64 bytes) {
    void *memory = realloc(old, (word_size)bytes);
    if (!memory) abort();
    return memory;
}

/* The same, all bits 0, for tables that are used here and there: the larger the pages, the
 * fewer of them must be found. */
static void *take_cleared(u64 bytes) {
    u64 page = (u64)1 << 21, from;
    void *memory = calloc((word_size)bytes, 1);
    if (!memory) abort();
    from = ((u64)memory + page - 1) & ~(page - 1);
    if (bytes >= 2 * page) port_large_pages((void *)from, ((u64)memory + bytes - from) & ~(page - 1));
    return memory;
}

#ifdef EXACT_ARENA

/* For the sanitizers: every piece is a chunk of its own and given back when it is released,
 * so that they see what reads beyond it or after its end. */
static void *arena_bytes(Arena *a, u64 bytes) {
    a->chunks = take_or_die(a->chunks, (a->n + 1) * sizeof(Chunk));
    a->chunks[a->n].bytes = take_or_die(0, bytes ? bytes : 1);
    return a->chunks[a->n++].bytes;
}

static u64 arena_place(Arena *a) { return a->n; }

static void arena_return(Arena *a, u64 at) {
    while (a->n > at) free(a->chunks[--a->n].bytes);
}

#else

static void arena_next_chunk(Arena *a, u64 bytes) {
    u64 room = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
    if (a->n && a->at + 1 < a->n && a->chunks[a->at + 1].room >= bytes) {
        a->at++;
        a->used = 0;
        return;
    }
    /* A chunk that is too small stays behind the new one, for later. */
    a->chunks = take_or_die(a->chunks, (a->n + 1) * sizeof(Chunk));
    if (a->n) a->at++;
    for (u32 i = a->n; i > a->at; i--) a->chunks[i] = a->chunks[i - 1];
    a->chunks[a->at].bytes = take_or_die(0, room);
    a->chunks[a->at].room = room;
    a->room += room;
    a->n++;
    a->used = 0;
}

static void *arena_bytes(Arena *a, u64 bytes) {
    void *place;
    bytes = (bytes + 7) & ~(u64)7;
    if (!a->n || a->chunks[a->at].room - a->used < bytes) arena_next_chunk(a, bytes);
    place = a->chunks[a->at].bytes + a->used;
    a->used += bytes;
    return place;
}

static u64 arena_place(Arena *a) { return (u64)a->at << 40 | a->used; }

static void arena_return(Arena *a, u64 at) {
    a->at = (u32)(at >> 40);
    a->used = at & (((u64)1 << 40) - 1);
}

#endif

static void arena_free(Arena *a) {
    for (u32 i = 0; i < a->n; i++) free(a->chunks[i].bytes);
    free(a->chunks);
}

#ifdef EXACT_ARENA

void *arena_more(Context *c, u64 bytes) { return arena_bytes(&WORKER(c)->step, bytes); }

u64 arena_mark(Context *c) { return arena_place(&WORKER(c)->step); }

void arena_release(Context *c, u64 at) {
    if (!at) c->serial = ++WORKER(c)->serials; /* what cells hold is gone */
    arena_return(&WORKER(c)->step, at);
}

void arena_rewind(Context *c, Place *p) {
    if (c->pinned == p->pinned) arena_return(&WORKER(c)->step, (u64)p->free);
    PLACE_HERE(c, *p);
}

#else

/* What is used of the step's chunk is known from the context, which takes from it. */
static void open_chunk(Context *c) {
    Arena *a = &WORKER(c)->step;
    c->free = a->chunks[a->at].bytes + a->used;
    c->end = a->chunks[a->at].bytes + a->chunks[a->at].room;
}

void *arena_more(Context *c, u64 bytes) {
    Arena *a = &WORKER(c)->step;
    void *place;
    arena_next_chunk(a, bytes);
    place = arena_bytes(a, bytes);
    open_chunk(c);
    return place;
}

u64 arena_mark(Context *c) {
    Arena *a = &WORKER(c)->step;
    if (a->n) a->used = (u64)(c->free - a->chunks[a->at].bytes);
    return arena_place(a);
}

void arena_release(Context *c, u64 at) {
    Arena *a = &WORKER(c)->step;
    if (!at) c->serial = ++WORKER(c)->serials; /* what cells hold is gone */
    arena_return(a, at);
    if (a->n) open_chunk(c);
}

void arena_rewind(Context *c, Place *p) {
    Arena *a = &WORKER(c)->step;
    u32 at = a->at;
    look_up(c);
    if (c->pinned == p->pinned && a->n) {
        while (at && a->chunks[at].bytes + a->chunks[at].room != p->end) at--;
        a->at = at;
        a->used = p->end ? (u64)(p->free - a->chunks[at].bytes) : 0;
        open_chunk(c);
    }
    PLACE_HERE(c, *p);
}

#endif

static void *take_permanent(Context *c, u64 bytes) {
    WORKER(c)->kept_bytes += bytes;
    return arena_bytes(&WORKER(c)->permanent, bytes);
}

static void words_room(Words *w, u64 more) {
    if (w->n + more > w->room) {
        w->room = w->room * 2 > w->n + more ? w->room * 2 : w->n + more + 64;
        w->items = take_or_die(w->items, w->room * sizeof(u64));
    }
}

static void words_add(Words *w, u64 item) {
    words_room(w, 1);
    w->items[w->n++] = item;
}

static void words_add_all(Words *w, const u64 *items, u64 n) {
    words_room(w, n);
    if (n) memcpy(w->items + w->n, items, (word_size)(n * sizeof(u64)));
    w->n += n;
}

void buffer_add(Context *c, Buffer *b, V value) {
    if (b->n == b->room) {
        u32 room = b->room ? b->room * 2 : 8;
        V *items;
        if (b->room >= 1u << 26) {
            trap(c, TRAP_CAPACITY);
            return;
        }
        items = arena_take(c, (u64)room * sizeof(V));
        if (b->n) memcpy(items, b->items, (word_size)(b->n * sizeof(V)));
        b->items = items;
        b->room = room;
    }
    b->items[b->n++] = value;
}

INLINE Object *object_in(void *memory, u32 kind, u32 n, V domain) {
    Object *o = memory;
    o->kind = (u8)kind;
    o->interned = 0;
    o->unsorted = 0;
    o->stays = 0;
    o->n = n;
    o->mark = 0;
    o->domain = domain;
    return o;
}

INLINE u64 object_bytes(u32 n) { return sizeof(Object) + (n > 1 ? n - 1 : 0) * (u64)sizeof(V); }

INLINE Object *object_new(Context *c, u32 kind, u32 n, V domain) {
    return object_in(arena_take(c, object_bytes(n)), kind, n, domain);
}

INLINE void copy_values(V *to, const V *from, u32 n) {
    const V *end = from + n;
    while (from < end) *to++ = *from++;
}

static V object_of(Context *c, u32 kind, u32 n, V domain, const V *items) {
    Object *o = object_new(c, kind, n, domain);
    copy_values(o->items, items, n);
    return (V)o;
}

/* Whether a value is canonical, as far as that can be told without looking into it. */
INLINE u32 is_plain(V a) {
    const Object *o = OBJECT(a);
    if (!IS_OBJECT(a)) return 1;
    return o->interned || o->stays == 4 || (o->kind == OBJ_SET && !o->unsorted);
}

/* A row of values: a tuple, record or function. */
static V row_object(Context *c, u32 kind, u32 n, V domain, const V *items) {
    Object *o = object_new(c, kind, n, domain);
    u32 plain = 1;
    for (u32 i = 0; i < n; i++) {
        o->items[i] = items[i];
        plain &= is_plain(items[i]);
    }
    if (plain) o->stays = 4;
    return (V)o;
}
