/* Fingerprints (ir/fingerprint.py), canonical values, and one object per kept value. */

/* The keys of the kinds, KEY of ir/fingerprint.py. */
#define KEY_BOOLEAN 0x491EB2D782FCF06FULL
#define KEY_INTEGER 0x2CB506C8D379F9CEULL
#define KEY_SET 0x7E7F2FEEE2E16B5AULL
#define KEY_ELEMENT 0xDF65E6A41FAB9CD4ULL
#define KEY_FUNCTION 0x9E94A2E25AA9C119ULL
#define KEY_ARGUMENT 0xE759D5CE0F9FA4E7ULL
#define FIRST_FACTOR 0xBF58476D1CE4E5B9ULL
#define OTHER_FACTOR 0x94D049BB133111EBULL

#if defined(__TINYC__) /* it inlines no function */
#define mix(word)                                          \
    ({                                                     \
        u64 mixed_ = (word);                               \
        mixed_ = (mixed_ ^ (mixed_ >> 30)) * FIRST_FACTOR; \
        mixed_ = (mixed_ ^ (mixed_ >> 27)) * OTHER_FACTOR; \
        mixed_ ^ (mixed_ >> 31);                           \
    })
#else
INLINE u64 mix(u64 word) {
    word = (word ^ (word >> 30)) * FIRST_FACTOR;
    word = (word ^ (word >> 27)) * OTHER_FACTOR;
    return word ^ (word >> 31);
}
#endif

/* The word that mix makes this of. */
INLINE u64 unmix(u64 word) {
    word = (word ^ (word >> 31) ^ (word >> 62)) * 0x319642B2D24D8EC3ULL;
    word = (word ^ (word >> 27) ^ (word >> 54)) * 0x96DE1B173F119089ULL;
    return word ^ (word >> 30) ^ (word >> 60);
}

static u64 atom_mark(Context *c, V a) {
    switch (TAG(a)) {
    case TAG_INT:
        return mix(KEY_INTEGER ^ (u64)INT_OF(a));
    case TAG_BOOL:
        return mix(KEY_BOOLEAN ^ (a >> 3));
    case TAG_STRING:
        return ENGINE(c)->m.string_marks[a >> 3];
    default:
        return ENGINE(c)->m.model_marks[a >> 3];
    }
}

INLINE u64 element_term(u64 mark) { return mix(KEY_ELEMENT ^ mark); }
INLINE u64 argument_term(u64 mark) { return mix(KEY_ARGUMENT ^ mark); }
INLINE u64 position_term(Context *c, u32 i) {
    return i < POSITIONS ? ENGINE(c)->positions[i] : argument_term(mix(KEY_INTEGER ^ ((u64)i + 1)));
}
INLINE u64 set_mark(u64 sum) { return mix(KEY_SET ^ sum); }
INLINE u64 function_mark(u64 sum) { return mix(KEY_FUNCTION ^ sum); }

/* The sums in the marks of sets and functions: what is added or changed changes only them. */
INLINE u64 set_sum(u64 mark) { return unmix(mark) ^ KEY_SET; }
INLINE u64 function_sum(u64 mark) { return unmix(mark) ^ KEY_FUNCTION; }

/* value_mark, the common cases in place. */
INLINE u64 mark_of(Context *c, V a) {
    if (IS_OBJECT(a) && OBJECT(a)->mark) return OBJECT(a)->mark;
    if (TAG(a) == TAG_INT) return mix(KEY_INTEGER ^ (u64)INT_OF(a));
    if (TAG(a) == TAG_STRING) return ENGINE(c)->m.string_marks[a >> 3];
    return value_mark(c, a);
}

static u64 object_mark(Context *c, Object *o) {
    u64 sum = 0;
    u32 n = o->n;
    if (o->kind == OBJ_SET) {
        if (o->unsorted) trap(c, TRAP_KINDS);
        for (u32 i = 0; i < n; i++) sum += element_term(mark_of(c, o->items[i]));
        return set_mark(sum);
    }
    if (o->kind == OBJ_TUPLE) {
        for (u32 i = 0; i < n; i++) sum += mix(position_term(c, i) + mark_of(c, o->items[i]));
    } else {
        const V *arguments = OBJECT(o->domain)->items;
        for (u32 i = 0; i < n; i++)
            sum += mix(argument_term(mark_of(c, arguments[i])) + mark_of(c, o->items[i]));
    }
    return function_mark(sum);
}

u64 value_mark(Context *c, V a) {
    Object *o;
    if (!IS_OBJECT(a)) return atom_mark(c, a);
    o = OBJECT(a);
    if (o->mark) return o->mark;
    if (o->kind > OBJ_FUNCTION) {
        a = value_canonical(c, a);
        return c->trap ? 0 : value_mark(c, a);
    }
    o->mark = object_mark(c, o);
    return o->mark;
}

/* The mark if it can be told without an error, else 0: for marks computed ahead. */
static u64 known_mark(Context *c, V a) {
    u32 before;
    u64 mark;
    if (!IS_OBJECT(a)) return mark_of(c, a);
    if (OBJECT(a)->mark) return OBJECT(a)->mark;
    before = c->trap;
    mark = value_mark(c, a);
    if (c->trap == before) return mark;
    c->trap = before;
    return 0;
}

/* The mark of a function whose value at one place has changed, 0 if it must be computed. */
static u64 changed_mark(Context *c, Object *f, u32 place, V value) {
    u64 old, new, term;
    if (!f->mark || f->n <= 1) return 0;
    old = known_mark(c, f->items[place]);
    new = known_mark(c, value);
    if (!old || !new) return 0;
    term = f->kind == OBJ_TUPLE ? position_term(c, place)
                                : argument_term(value_mark(c, OBJECT(f->domain)->items[place]));
    return function_mark(function_sum(f->mark) - mix(term + old) + mix(term + new));
}

/* ---- canonical values ---- */

static V canonical_row(Context *c, Object *o) {
    for (u32 i = 0; i < o->n; i++) {
        V new = value_canonical(c, o->items[i]);
        if (new != o->items[i]) {
            Object *copy = OBJECT(object_of(c, o->kind, o->n, o->domain, o->items));
            for (u32 j = i; j < o->n; j++) copy->items[j] = value_canonical(c, o->items[j]);
            if (!c->trap) copy->stays = 4;
            return (V)copy;
        }
    }
    if (!c->trap) o->stays = 4;
    return (V)o;
}

V value_listed(Context *c, V a) {
    Object *o;
    if (!IS_OBJECT(a)) return a;
    o = OBJECT(a);
    if (o->interned) return a;
    switch (o->kind) {
    case OBJ_SET:
        return o->unsorted ? trap(c, TRAP_KINDS) : a;
    case OBJ_TUPLE:
    case OBJ_RECORD:
    case OBJ_FUNCTION:
        return canonical_row(c, o);
    case OBJ_RULE:
        a = rule_table(c, a);
        return c->trap ? V_FALSE : value_canonical(c, a);
    default:
        /* The interpreter may keep one inside another value. */
        if (is_endless(a)) return trap(c, TRAP_HOST);
        a = set_listed(c, a);
        return c->trap ? V_FALSE : value_canonical(c, a);
    }
}

/* The value as an element of a set: infinite sets stay as they are. */
INLINE V canonical_element(Context *c, V a) {
    if (!IS_OBJECT(a) || OBJECT(a)->interned || is_endless(a)) return a;
    if (OBJECT(a)->kind == OBJ_SET) return a;
    return value_canonical(c, a);
}

/* ---- interning ---- */

/* Tables are read without a lock: what is in them stays, and one that has been replaced is
 * there until nobody can be looking at it. */

static void intern_forget(InternShard *s) {
    Interned *old = s->table ? s->table->older : 0;
    while (old) {
        Interned *older = old->older;
        free(old);
        old = older;
    }
    if (s->table) s->table->older = 0;
}

/* All workers are through: replaced tables can go. */
static void intern_settle(Engine *e) {
    for (u32 i = 0; i < SHARDS; i++) intern_forget(&e->intern[i]);
}

static void intern_free(Engine *e) {
    intern_settle(e);
    for (u32 i = 0; i < SHARDS; i++) free(e->intern[i].table);
}

static void intern_grow(Engine *e, InternShard *s) {
    Interned *old = s->table, *new;
    u64 room = old ? old->room * 2 : 16;
    new = take_cleared(sizeof(Interned) + room * sizeof(u64));
    new->room = room;
    new->older = old;
    for (u64 i = 0; old && i < old->room; i++) {
        if (old->objects[i]) {
            u64 at = OBJECT(old->objects[i])->mark & (room - 1);
            while (new->objects[at]) at = (at + 1) & (room - 1);
            new->objects[at] = old->objects[i];
        }
    }
    port_store((u64 *)&s->table, (u64)new);
    s->room = room;
    if (!e->locked) intern_forget(s);
}

static u32 interned_as(const Object *known, const Object *o, V domain, const V *items) {
    return known->mark == o->mark && known->kind == o->kind && known->n == o->n &&
           known->domain == domain && !memcmp(known->items, items, (word_size)(o->n * sizeof(V)));
}

/* The object with these parts in a table, or the place where it belongs. */
static u64 *intern_place(Interned *t, const Object *o, V domain, const V *items) {
    u64 at = o->mark & (t->room - 1), known;
    while ((known = port_load(&t->objects[at])) && !interned_as(OBJECT(known), o, domain, items))
        at = (at + 1) & (t->room - 1);
    return &t->objects[at];
}

/* The object with these parts, which are interned themselves. */
static V intern_parts(Context *c, Object *o, V domain, const V *items) {
    Engine *e = ENGINE(c);
    InternShard *s = &e->intern[o->mark >> (64 - SHARD_BITS)];
    Interned *t = (Interned *)port_load((u64 *)&s->table);
    u64 *place = t ? intern_place(t, o, domain, items) : 0;
    Object *known = place ? OBJECT(port_load(place)) : 0;
    if (known) return (V)known;
    if (e->locked) {
        port_lock(&s->lock);
        place = s->table ? intern_place(s->table, o, domain, items) : 0;
        known = place ? OBJECT(*place) : 0;
    }
    if (!known) {
        if (!s->table || s->n * 2 >= s->table->room) {
            intern_grow(e, s);
            place = intern_place(s->table, o, domain, items);
        }
        if (e->m.permutations) {
            known = object_with_row(c, o, domain, items);
        } else {
            known = object_in(take_permanent(c, object_bytes(o->n)), o->kind, o->n, domain);
            known->interned = 1;
        }
        known->mark = o->mark;
        memcpy(known->items, items, (word_size)(o->n * sizeof(V)));
        port_store(place, (u64)known);
        s->n++;
        WORKER(c)->values++;
    }
    if (e->locked) port_unlock(&s->lock);
    return (V)known;
}

static V intern_object(Context *c, Object *o) {
    V small[16], *items = small, domain = 0;
    if (o->interned) return (V)o;
    if (!o->mark) value_mark(c, (V)o); /* of a domain: the mark of a function does not need it */
    if (o->n > 16) items = arena_take(c, o->n * (u64)sizeof(V));
    for (u32 i = 0; i < o->n; i++)
        items[i] = IS_OBJECT(o->items[i]) ? intern_object(c, OBJECT(o->items[i])) : o->items[i];
    if (o->domain) domain = intern_object(c, OBJECT(o->domain));
    return intern_parts(c, o, domain, items);
}

V value_keep(Context *c, V a) {
    if (!IS_OBJECT(a) || OBJECT(a)->interned) return a;
    a = value_canonical(c, a);
    if (!IS_OBJECT(a)) return a;
    value_mark(c, a);
    return c->trap ? V_FALSE : intern_object(c, OBJECT(a));
}

/* A lazy set that stays is listed once if it is small and comes in order, so that it is
 * enumerated without making its elements again. 0 if it is not. */
static V listing(Context *c, Object *o) {
    u32 before = c->trap;
    u64 most = ENGINE(c)->o.largest_set;
    V set = 0;
    if (o->kind < OBJ_INTERVAL || o->kind > OBJ_FILTERED || is_endless((V)o)) return 0;
    c->trap = 0;
    if (set_is_finite(c, (V)o) && comes_in_order(c, (V)o) && o->kind != OBJ_SIZED_SUBSETS &&
        (o->kind != OBJ_FILTERED || size_of(c, o->domain) <= MOST_LISTED) && !c->trap) {
        ENGINE(c)->o.largest_set = most < MOST_LISTED ? most : MOST_LISTED;
        set = value_keep(c, lazy_listed(c, (V)o));
        ENGINE(c)->o.largest_set = most;
    }
    if (c->trap) set = 0;
    c->trap = before;
    return set;
}

static V copy_permanent(Context *c, Object *o) {
    u32 n = o->kind == OBJ_GIVEN ? 0 : o->n, first = o->kind == OBJ_FILTERED || o->kind == OBJ_RULE;
    V domain = o->domain ? value_permanent(c, o->domain) : 0, listed = listing(c, o);
    Object *copy = object_in(take_permanent(c, object_bytes(n + 1)), o->kind, o->n, domain);
    copy->unsorted = o->unsorted;
    for (u32 i = 0; i < n; i++)
        copy->items[i] = i < first ? o->items[i] : value_permanent(c, o->items[i]);
    copy->stays = listed ? 2 : 1;
    if (listed) copy->items[n] = listed;
    return (V)copy;
}

INLINE u32 is_lasting(V a) { return !IS_OBJECT(a) || !a || OBJECT(a)->interned; }

V known_keep(Context *c, u32 which, V a, V b, V d, V e, V value) {
    Known *k = known_place(c, which, a, b, d, e);
    if (c->trap || k->which) return value;
    if (!is_lasting(a) || !is_lasting(b) || !is_lasting(d) || !is_lasting(e)) return value;
    /* Listing a lazy set changes a limit that all workers share. */
    if (ENGINE(c)->locked && !is_canonical(value)) return value;
    if (is_listed(value) && OBJECT(value)->n > MOST_LISTED) return value;
    value = value_permanent(c, value);
    if (c->trap) return value;
    k->which = which;
    k->a = a;
    k->b = b;
    k->d = d;
    k->e = e;
    return k->value = value;
}

/* Whether a value and all that it is made of can be kept as it is. */
static u32 is_canonical(V a) {
    Object *o;
    if (!IS_OBJECT(a)) return 1;
    o = OBJECT(a);
    if (o->interned) return 1;
    if (o->kind > OBJ_FUNCTION || o->unsorted) return 0;
    for (u32 i = 0; i < o->n; i++)
        if (!is_canonical(o->items[i])) return 0;
    return 1;
}

V value_permanent(Context *c, V a) {
    if (!IS_OBJECT(a) || OBJECT(a)->interned) return a;
    return is_canonical(a) ? value_keep(c, a) : copy_permanent(c, OBJECT(a));
}
