/* Values as rows of words, to pass them to and from Python. */

static u32 has_domain_word(u32 kind) {
    return kind == OBJ_RECORD || kind == OBJ_FUNCTION || kind == OBJ_FUNCTIONS ||
           kind == OBJ_RECORDS;
}

static void write_word(u64 word, u64 *words, u64 room, u64 *at) {
    if (*at < room) words[*at] = word;
    (*at)++;
}

static void write_value(Context *c, V a, u64 *words, u64 room, u64 *at) {
    Object *o;
    if (!IS_OBJECT(a)) {
        write_word(a, words, room, at);
        return;
    }
    o = OBJECT(a);
    if (o->kind == OBJ_RULE || o->kind == OBJ_FILTERED) {
        a = o->kind == OBJ_RULE ? rule_table(c, a) : set_listed(c, a);
        write_value(c, a, words, room, at);
        return;
    }
    write_word((u64)o->n << 16 | (u64)o->kind << 8 | TAG_WORDS, words, room, at);
    if (has_domain_word(o->kind)) write_value(c, o->domain, words, room, at);
    for (u32 i = 0; i < o->n && o->kind != OBJ_GIVEN; i++)
        write_value(c, o->items[i], words, room, at);
}

EXPORT u64 value_write(Context *c, V a, u64 *words, u64 room) {
    u64 at = 0;
    write_value(c, a, words, room, &at);
    return at;
}

/* Elements of sets may come in any order, the rest as it is held. */
EXPORT V value_read(Context *c, const u64 **words) {
    u64 word = *(*words)++;
    u32 kind = (u32)(word >> 8) & 0xFF, n = (u32)(word >> 16);
    V domain, *items;
    if ((word & 7) != TAG_WORDS) return word;
    if (kind == OBJ_GIVEN) return set_given(c, n);
    domain = has_domain_word(kind) ? value_read(c, words) : 0;
    items = arena_take(c, (u64)n * sizeof(V) + 8);
    for (u32 i = 0; i < n; i++) items[i] = value_read(c, words);
    if (kind == OBJ_SET) return set_of(c, n, items);
    if (kind == OBJ_TUPLE) return tuple_of(c, n, items);
    return object_of(c, kind, n, domain, items);
}
