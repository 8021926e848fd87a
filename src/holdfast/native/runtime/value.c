/* The order and the equality of values, as ir/order.py defines them. */

static i64 sign(i64 a, i64 b) { return a < b ? -1 : a > b; }

/* ---- identity: never an error ---- */

static u32 same_rows(Context *c, const V *a, const V *b, u32 n) {
    for (u32 i = 0; i < n; i++)
        if (a[i] != b[i] && !same(c, a[i], b[i])) return 0;
    return 1;
}

static u32 contains_same(Context *c, Object *set, V value) {
    for (u32 i = 0; i < set->n; i++)
        if (same(c, set->items[i], value)) return 1;
    return 0;
}

static u32 same_unsorted(Context *c, Object *x, Object *y) {
    for (u32 i = 0; i < x->n; i++)
        if (!contains_same(c, y, x->items[i])) return 0;
    return 1;
}

/* Whether two values are the same one, whatever may be compared in TLA+. */
static u32 same(Context *c, V a, V b) {
    Object *x, *y;
    if (a == b) return 1;
    if (!IS_OBJECT(a) || !IS_OBJECT(b)) return 0;
    x = OBJECT(a);
    y = OBJECT(b);
    if (x->interned && y->interned) return 0;
    if (x->kind > OBJ_FUNCTION || y->kind > OBJ_FUNCTION) {
        if (x->kind == OBJ_GIVEN && y->kind == OBJ_GIVEN) return x->n == y->n;
        if (is_endless(a) || is_endless(b))
            return x->kind == OBJ_SEQUENCES && y->kind == OBJ_SEQUENCES &&
                   same(c, x->items[0], y->items[0]);
        a = value_canonical(c, a);
        b = value_canonical(c, b);
        if (c->trap) return 0;
        x = OBJECT(a);
        y = OBJECT(b);
    }
    if (x->kind != y->kind || x->n != y->n) return 0;
    if (x->mark && y->mark && x->mark != y->mark) return 0;
    if (x->kind >= OBJ_RECORD && x->domain != y->domain && !same(c, x->domain, y->domain)) return 0;
    if (x->unsorted || y->unsorted) return same_unsorted(c, x, y);
    return same_rows(c, x->items, y->items, x->n);
}

/* ---- keys: the order within one kind, refused between kinds ---- */

/* key_compare, the common cases in place. */
INLINE i64 key_order(Context *c, V a, V b, u32 *refused) {
    if (a == b) return 0;
    if (!IS_OBJECT(a) && TAG(a) == TAG(b) && TAG(a) != TAG_MODEL) return (i64)a < (i64)b ? -1 : 1;
    return key_compare(c, a, b, refused);
}

static i64 key_rows(Context *c, const V *a, const V *b, u32 n, u32 *refused) {
    for (u32 i = 0; i < n; i++) {
        i64 r = key_order(c, a[i], b[i], refused);
        if (r || *refused) return r;
    }
    return 0;
}

/* The arguments of a function, as key_compare meets them. */
static V argument_at(Object *f, u32 i) {
    return f->kind == OBJ_TUPLE ? V_INT((i64)i + 1) : OBJECT(f->domain)->items[i];
}

static i64 key_functions(Context *c, Object *x, Object *y, u32 *refused) {
    if (x->n != y->n) return sign(x->n, y->n);
    if (x->kind != OBJ_TUPLE || y->kind != OBJ_TUPLE) {
        if (x->kind != OBJ_TUPLE && x->domain == y->domain)
            return key_rows(c, x->items, y->items, x->n, refused);
        for (u32 i = 0; i < x->n; i++) {
            V p = argument_at(x, i), q = argument_at(y, i);
            i64 r = p == q ? 0 : key_compare(c, p, q, refused);
            if (r || *refused) return r;
        }
    }
    return key_rows(c, x->items, y->items, x->n, refused);
}

static i64 key_compare(Context *c, V a, V b, u32 *refused) {
    Object *x, *y;
    if (a == b) return 0;
    if (TAG(a) != TAG(b)) {
        *refused = 1;
        return 0;
    }
    if (!IS_OBJECT(a)) {
        if (TAG(a) == TAG_MODEL && model_type(c, a) != model_type(c, b)) *refused = 1;
        return (i64)a < (i64)b ? -1 : 1;
    }
    x = OBJECT(a);
    y = OBJECT(b);
    if (x->kind > OBJ_FUNCTION || y->kind > OBJ_FUNCTION || x->unsorted || y->unsorted ||
        (x->kind == OBJ_SET) != (y->kind == OBJ_SET)) {
        *refused = 1;
        return 0;
    }
    if (x->kind != OBJ_SET) return key_functions(c, x, y, refused);
    if (x->n != y->n) return sign(x->n, y->n);
    return key_rows(c, x->items, y->items, x->n, refused);
}

/* ---- compare: TLC's order, with its errors ---- */

static i64 compare_kinds(Context *c, V b) {
    if (TAG(b) == TAG_MODEL && !model_type(c, b)) return 1;
    trap(c, TRAP_KINDS);
    return 0;
}

static i64 compare_models(Context *c, V a, V b) {
    u32 type = model_type(c, a);
    if (TAG(b) != TAG_MODEL) {
        if (type) trap(c, TRAP_KINDS);
        return -1;
    }
    if (type && model_type(c, b) && type != model_type(c, b)) trap(c, TRAP_KINDS);
    return sign((i64)a, (i64)b);
}

static i64 compare_rows(Context *c, const V *a, const V *b, u32 n) {
    for (u32 i = 0; i < n && !c->trap; i++) {
        i64 r = a[i] == b[i] ? 0 : value_compare(c, a[i], b[i]);
        if (r) return r;
    }
    return 0;
}

/* The order of two lazy sets if it is known without their elements: 1 if it is. */
static u32 compare_unlisted(Context *c, Object *x, Object *y, i64 *order) {
    if (x->kind != y->kind) return 0;
    switch (x->kind) {
    case OBJ_INTERVAL: {
        i64 mine = size_of(c, (V)x), others = size_of(c, (V)y);
        *order = sign(mine, others);
        if (!*order && mine) *order = sign(INT_OF(x->items[0]), INT_OF(y->items[0]));
        return 1;
    }
    case OBJ_SUBSETS:
    case OBJ_SEQUENCES:
        *order = value_compare(c, x->items[0], y->items[0]);
        return 1;
    case OBJ_GIVEN:
        *order = sign(x->n, y->n);
        return x->n == y->n || (x->n <= GIVEN_REAL && y->n <= GIVEN_REAL);
    default:
        return 0;
    }
}

static i64 compare_sets(Context *c, V a, V b) {
    i64 order, mine, others;
    if (is_lazy_set(a) && is_lazy_set(b) && compare_unlisted(c, OBJECT(a), OBJECT(b), &order))
        return order;
    mine = size_of(c, a);
    others = size_of(c, b);
    if (c->trap) return 0;
    if (mine != others) return sign(mine, others);
    a = set_listed(c, a); /* traps if the sizes are ENOUGH, which says nothing */
    b = set_listed(c, b);
    if (c->trap) return 0;
    return compare_rows(c, OBJECT(a)->items, OBJECT(b)->items, OBJECT(a)->n);
}

/* A function and a sequence of the same length, by their domains. */
static i64 compare_with_numbered(Context *c, Object *f) {
    Object *domain = OBJECT(f->domain);
    for (u32 i = 0; i < f->n; i++) {
        V argument = domain->items[i];
        if (TAG(argument) != TAG_INT) {
            trap(c, TRAP_KINDS);
            return 0;
        }
        if (INT_OF(argument) != (i64)i + 1) return sign(INT_OF(argument), (i64)i + 1);
    }
    return 0;
}

static i64 compare_functions(Context *c, V a, V b) {
    Object *x, *y;
    a = KIND(a) == OBJ_RULE ? rule_table(c, a) : a;
    if (!is_function(b)) return compare_kinds(c, b);
    b = KIND(b) == OBJ_RULE ? rule_table(c, b) : b;
    if (c->trap) return 0;
    x = OBJECT(a);
    y = OBJECT(b);
    if (x->kind == OBJ_TUPLE) {
        if (x->n != y->n) return sign(x->n, y->n);
        if (y->kind == OBJ_TUPLE) return compare_rows(c, x->items, y->items, x->n);
        return -compare_with_numbered(c, y);
    }
    if (y->kind == OBJ_TUPLE) {
        if (x->kind == OBJ_RECORD && y->n) trap(c, TRAP_KINDS);
        return x->n != y->n ? sign(x->n, y->n) : compare_with_numbered(c, x);
    }
    if (x->domain != y->domain) {
        i64 r;
        if (x->kind == OBJ_RECORD && y->kind != OBJ_RECORD && !same(c, x->domain, y->domain))
            trap(c, TRAP_KINDS);
        if (x->n != y->n) return sign(x->n, y->n);
        r = compare_rows(c, OBJECT(x->domain)->items, OBJECT(y->domain)->items, x->n);
        if (r || c->trap) return r;
    }
    return compare_rows(c, x->items, y->items, x->n);
}

i64 value_compare(Context *c, V a, V b) {
    if (a == b) return 0;
    switch (TAG(a)) {
    case TAG_MODEL:
        return compare_models(c, a, b);
    case TAG_OBJECT:
        if (is_function(a)) return compare_functions(c, a, b);
        return is_set(b) ? compare_sets(c, a, b) : compare_kinds(c, b);
    default:
        return TAG(a) == TAG(b) ? sign((i64)a, (i64)b) : compare_kinds(c, b);
    }
}

/* ---- equality ---- */

/* Whether two lazy sets are equal if it is known without their elements: 1 if it is. */
static u32 equal_unlisted(Context *c, Object *x, Object *y, u32 *equal) {
    u32 mine, others;
    i64 order = 0;
    if (x->kind != y->kind) return 0;
    switch (x->kind) {
    case OBJ_SUBSETS:
        *equal = value_equal(c, x->items[0], y->items[0]);
        return 1;
    case OBJ_FUNCTIONS:
        if (set_is_empty(c, x->domain) || set_is_empty(c, y->domain)) {
            *equal = value_equal(c, x->domain, y->domain);
        } else if (set_is_finite(c, x->items[0]) && set_is_empty(c, x->items[0])) {
            *equal = set_is_finite(c, y->items[0]) && set_is_empty(c, y->items[0]);
        } else {
            *equal = value_equal(c, x->domain, y->domain) &&
                     value_equal(c, x->items[0], y->items[0]);
        }
        return 1;
    case OBJ_RECORDS:
    case OBJ_PRODUCT:
        mine = set_is_empty(c, (V)x);
        others = set_is_empty(c, (V)y);
        *equal = mine && others;
        if (mine || others) return 1;
        *equal = x->n == y->n && (x->kind == OBJ_PRODUCT || same(c, x->domain, y->domain));
        for (u32 i = 0; i < x->n && *equal; i++) *equal = value_equal(c, x->items[i], y->items[i]);
        return 1;
    default:
        if (!compare_unlisted(c, x, y, &order)) return 0;
        *equal = order == 0;
        return 1;
    }
}

u32 value_equal(Context *c, V a, V b) {
    u32 known;
    if (a == b) return 1;
    if (TAG(a) == TAG(b)) {
        if (!IS_OBJECT(a) && TAG(a) != TAG_MODEL) return 0;
        if (is_lazy_set(a) && is_lazy_set(b) && equal_unlisted(c, OBJECT(a), OBJECT(b), &known))
            return known;
        if (is_listed(a) && is_listed(b) && (OBJECT(a)->unsorted || OBJECT(b)->unsorted) &&
            same(c, a, b))
            return 1;
    }
    return value_compare(c, a, b) == 0 && !c->trap;
}
