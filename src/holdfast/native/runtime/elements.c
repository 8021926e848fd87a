/* The elements of a set one by one, in the order in which TLC meets them.
 *
 * `scratch` of an enumeration holds, by the kind of the set:
 *   subsets     the size of those under way; `row` has the places of their elements
 *   rows        see rows.c
 *   derived     the inner enumeration or enumerations
 */

static Elements *inner_elements(Context *c, V set) {
    Elements *inner = arena_take(c, sizeof(Elements));
    elements_begin(c, inner, set);
    return inner;
}

static void subsets_begin(Context *c, Elements *e, Object *o) {
    V base = set_listed(c, o->items[0]);
    u32 n = OBJECT(base)->n;
    e->scratch[0] = 0;
    e->scratch[1] = base;
    e->row = arena_take(c, ((u64)n + 1) * sizeof(V));
    e->count = !c->trap;
    if (o->kind == OBJ_SIZED_SUBSETS) {
        u32 size = (u32)INT_OF(o->items[1]);
        e->scratch[0] = size;
        for (u32 i = 0; i < size; i++) e->row[i] = i;
    }
}

static V subset_at(Context *c, Elements *e) {
    u32 k = (u32)e->scratch[0];
    Object *subset;
    if (!k) return ENGINE(c)->empty_set;
    subset = object_new(c, OBJ_SET, k, 0);
    for (u32 i = 0; i < k; i++) subset->items[i] = OBJECT(e->scratch[1])->items[e->row[i]];
    return (V)subset;
}

/* The next combination by least different place, then the first of the next size. */
static u32 subsets_next(Context *c, Elements *e, V *value) {
    u32 n = OBJECT(e->scratch[1])->n, k = (u32)e->scratch[0], i = k;
    if (!e->count || c->trap) return 0;
    *value = subset_at(c, e);
    while (i && e->row[i - 1] == n - k + i - 1) i--;
    if (i) {
        e->row[i - 1]++;
        for (u32 j = i; j < k; j++) e->row[j] = e->row[j - 1] + 1;
    } else {
        e->scratch[0] = ++k;
        for (u32 j = 0; j < k && k <= n; j++) e->row[j] = j;
        if (k > n) e->count = 0;
    }
    return 1;
}

/* The next combination as a binary number, whose lowest bit is the least element. */
static u32 sized_subsets_next(Context *c, Elements *e, V *value) {
    u32 n = OBJECT(e->scratch[1])->n, k = (u32)e->scratch[0], i = 0;
    if (!e->count || c->trap) return 0;
    *value = subset_at(c, e);
    while (i < k && e->row[i] + 1 == (i + 1 < k ? e->row[i + 1] : n)) i++;
    if (i == k) {
        e->count = 0;
        return 1;
    }
    e->row[i]++;
    for (u32 j = 0; j < i; j++) e->row[j] = j;
    return 1;
}

static void derived_begin(Context *c, Elements *e, Object *o) {
    u32 first = 0;
    switch (o->kind) {
    case OBJ_FILTERED:
        e->scratch[0] = (u64)inner_elements(c, o->domain);
        elements_watch(c, (Elements *)e->scratch[0]);
        return;
    case OBJ_UNITED:
        e->scratch[1] = (u64)inner_elements(c, o->items[1]);
        break;
    case OBJ_COMMON:
        first = set_is_finite(c, o->items[0]) ? 0 : 1;
        e->scratch[1] = o->items[!first];
        break;
    case OBJ_REMAINING:
        e->scratch[1] = o->items[1];
        break;
    default:
        e->scratch[1] = 0;
    }
    e->scratch[0] = (u64)inner_elements(c, o->items[first]);
}

static u32 flattened_next(Context *c, Elements *e, V *value) {
    V set;
    for (;;) {
        if (e->scratch[1] && elements_next(c, (Elements *)e->scratch[1], value)) return 1;
        if (!elements_next(c, (Elements *)e->scratch[0], &set)) return 0;
        e->scratch[1] = (u64)inner_elements(c, set);
        c->pinned++;
    }
}

static u32 derived_next(Context *c, Elements *e, V *value) {
    Object *o = OBJECT(e->set);
    Elements *inner = (Elements *)e->scratch[0];
    Place before;
    if (o->kind == OBJ_FLATTENED) return flattened_next(c, e, value);
    if (o->kind == OBJ_UNITED)
        return elements_next(c, inner, value) || elements_next(c, (Elements *)e->scratch[1], value);
    PLACE_HERE(c, before);
    while (elements_next(c, inner, value)) {
        u32 yes = o->kind == OBJ_FILTERED ? passes(c, o, *value)
                                          : set_contains(c, e->scratch[1], *value) ==
                                                (o->kind == OBJ_COMMON);
        if (c->trap) return 0;
        if (yes) {
            *value = candidate_settled(c, *value);
            return 1;
        }
        PLACE_CUT(c, before);
    }
    return 0;
}

void elements_begin(Context *c, Elements *e, V set) {
    Object *o;
    e->set = set;
    e->at = e->count = 0;
    e->listed = 0;
    if (!is_set(set)) {
        trap(c, TRAP_NOT_SET);
        e->set = ENGINE(c)->empty_set;
        return;
    }
    o = OBJECT(set);
    if (o->stays == 2) {
        e->set = o->items[o->n];
        o = OBJECT(e->set);
    }
    switch (o->kind) {
    case OBJ_SET:
        e->count = o->n;
        e->listed = o->items;
        if (o->unsorted) e->count = refuse(c, TRAP_KINDS);
        return;
    case OBJ_INTERVAL:
        e->count = (u64)lazy_size(c, o);
        return;
    case OBJ_SUBSETS:
    case OBJ_SIZED_SUBSETS:
        subsets_begin(c, e, o);
        return;
    case OBJ_FUNCTIONS:
    case OBJ_RECORDS:
    case OBJ_PRODUCT:
        rows_begin(c, e, o);
        return;
    case OBJ_GIVEN:
    case OBJ_SEQUENCES:
        trap(c, TRAP_NOT_ENUMERABLE);
        e->set = ENGINE(c)->empty_set;
        return;
    default:
        derived_begin(c, e, o);
    }
}

u32 elements_more(Context *c, Elements *e, V *value) {
    Object *o = OBJECT(e->set);
    look_up(c);
    if (c->trap) return 0;
    switch (o->kind) {
    case OBJ_SET: /* after a trap, the empty one */
        return 0;
    case OBJ_INTERVAL:
        if (e->at == e->count) return 0;
        *value = o->items[0] + (e->at++ << 3);
        return 1;
    case OBJ_SUBSETS:
        return subsets_next(c, e, value);
    case OBJ_SIZED_SUBSETS:
        return sized_subsets_next(c, e, value);
    case OBJ_FUNCTIONS:
    case OBJ_RECORDS:
    case OBJ_PRODUCT:
        return rows_next(c, e, value);
    default:
        return derived_next(c, e, value);
    }
}

void ordered_begin(Context *c, Elements *e, V set) {
    elements_begin(c, e, is_lazy_set(set) && !comes_in_order(c, set) ? set_listed(c, set) : set);
}

void choice_begin(Context *c, Elements *e, V set) { ordered_begin(c, e, set); }
