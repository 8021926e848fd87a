/* The states that are known, by their marks. */

static void table_grow(Engine *e, TableShard *s) {
    u64 room = s->room ? s->room * 2 : 64;
    u64 *marks = take_or_die(0, room * sizeof(u64)), *claims = 0;
    memset(marks, 0, (word_size)(room * sizeof(u64)));
    if (e->o.workers > 1) claims = take_or_die(0, room * sizeof(u64));
    for (u64 i = 0; i < s->room; i++) {
        if (s->marks[i]) {
            u64 at = s->marks[i] & (room - 1);
            while (marks[at]) at = (at + 1) & (room - 1);
            marks[at] = s->marks[i];
            if (claims) claims[at] = s->claims[i];
        }
    }
    free(s->marks);
    free(s->claims);
    s->marks = marks;
    s->claims = claims;
    s->room = room;
}

/* The place of a mark, or the free one where it belongs. */
static u64 table_place(TableShard *s, u64 mark) {
    u64 at = mark & (s->room - 1);
    while (s->marks[at] && s->marks[at] != mark) at = (at + 1) & (s->room - 1);
    return at;
}

/* No state has the mark 0, which says that a place is free. */
INLINE u64 state_mark(u64 mark) { return mark ? mark : 1; }

/* Claims a mark for whoever reached it in this order: 1 if nobody reached it before. */
static u32 table_claim(Engine *e, u64 mark, u64 order) {
    TableShard *s = &e->table[mark >> (64 - SHARD_BITS)];
    u32 first;
    u64 at;
    if (e->locked) port_lock(&s->lock);
    if (s->n * 4 >= s->room * 3) table_grow(e, s);
    at = table_place(s, mark);
    first = !s->marks[at];
    if (first) {
        s->marks[at] = mark;
        s->n++;
    } else if (s->claims && s->claims[at] > order) {
        first = 1;
    }
    if (first && s->claims) s->claims[at] = order;
    if (e->locked) port_unlock(&s->lock);
    return first;
}

/* Brings the place of a mark closer. Another worker may be moving the table: then it is in vain. */
INLINE void table_prefetch(const Engine *e, u64 mark) {
    const TableShard *s = &e->table[mark >> (64 - SHARD_BITS)];
    if (s->room) port_prefetch(s->marks + (mark & (s->room - 1)));
}

/* Whether the mark still belongs to this order; only when nobody is claiming. */
static u32 table_owns(Engine *e, u64 mark, u64 order) {
    TableShard *s = &e->table[mark >> (64 - SHARD_BITS)];
    return s->claims[table_place(s, mark)] == order;
}
