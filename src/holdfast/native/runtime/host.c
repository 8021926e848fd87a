/* Operators that only Python can compute, such as Print, TLCGet or reading a file. */

static V readable(Context *c, V a) {
    return IS_OBJECT(a) && (KIND(a) == OBJ_INTERVAL || KIND(a) == OBJ_GIVEN)
               ? a
               : value_canonical(c, a);
}

V host_call(Context *c, u32 which, u32 n, const V *args) {
    Engine *e = ENGINE(c);
    const u64 *reply = 0;
    u64 count = 0, room, *words;
    u32 failed;
    V *values = arena_take(c, (u64)n * sizeof(V) + 8);
    if (!e->host) trap(c, TRAP_HOST);
    for (u32 i = 0; i < n && !c->trap; i++) {
        values[i] = readable(c, args[i]);
        if (!c->trap) count += value_write(c, values[i], 0, 0);
    }
    if (c->trap) return V_FALSE;
    c->effects++; /* it may print, or answer otherwise the next time */
    words = arena_take(c, count * sizeof(u64) + 8);
    room = count;
    count = 0;
    for (u32 i = 0; i < n; i++) count += value_write(c, values[i], words + count, room - count);
    failed = e->host(which, words, count, &reply);
    return failed ? trap(c, failed) : value_read(c, &reply);
}

EXPORT void engine_host(Engine *e, Host host) {
    e->host = host;
    /* Python may ask how many states there are. */
    for (u32 i = 0; i < e->o.workers; i++) e->workers[i].can_wait = e->workers[i].quick = 0;
}

EXPORT void engine_strings(Engine *e, u32 count, const u64 *marks, const u32 *lengths) {
    e->m.strings = count;
    e->m.string_marks = marks;
    e->m.string_lengths = lengths;
}

EXPORT u32 engine_level(Engine *e) {
    const Worker *w = &e->workers[0];
    return (w->parent ? e->depth : 0) + w->c.reached;
}
