/* Sets known by their construction: membership, size, listing (interp/lazy_sets.py,
 * given_sets.py, derived_sets.py). */

/* ---- making them ---- */

V set_interval(Context *c, V low, V high) {
    V bounds[2];
    if (TAG(low) != TAG_INT || TAG(high) != TAG_INT) return trap(c, TRAP_NOT_NUMBER);
    bounds[0] = low;
    bounds[1] = high;
    return object_of(c, OBJ_INTERVAL, 2, 0, bounds);
}

V set_subsets(Context *c, V base) {
    return is_set(base) ? object_of(c, OBJ_SUBSETS, 1, 0, &base) : trap(c, TRAP_NOT_SET);
}

V set_functions(Context *c, V domain, V range) {
    if (!is_set(domain) || !is_set(range)) return trap(c, TRAP_NOT_SET);
    return object_of(c, OBJ_FUNCTIONS, 1, domain, &range);
}

static V set_rows(Context *c, u32 kind, V names, u32 n, const V *sets) {
    for (u32 i = 0; i < n; i++)
        if (!is_set(sets[i])) return trap(c, TRAP_NOT_SET);
    return object_of(c, kind, n, names, sets);
}

V set_records(Context *c, V names, u32 n, const V *sets) {
    return set_rows(c, OBJ_RECORDS, names, n, sets);
}

V set_product(Context *c, u32 n, const V *sets) { return set_rows(c, OBJ_PRODUCT, 0, n, sets); }

V set_sequences(Context *c, V base) {
    return is_set(base) ? object_of(c, OBJ_SEQUENCES, 1, 0, &base) : trap(c, TRAP_NOT_SET);
}

V set_given(Context *c, u32 which) {
    Object *o = object_new(c, OBJ_GIVEN, 0, 0);
    o->n = which;
    return (V)o;
}

V set_filtered(Context *c, V base, Filter test, u32 n, const V *kept) {
    Object *o;
    if (!is_set(base)) return trap(c, TRAP_NOT_SET);
    o = object_new(c, OBJ_FILTERED, n + 1, base);
    o->items[0] = (V)test;
    if (n) memcpy(o->items + 1, kept, (word_size)(n * sizeof(V)));
    return (V)o;
}

static u32 passes(Context *c, Object *filtered, V element) {
    Filter test = (Filter)filtered->items[0];
    return test(c, filtered->items + 1, element) && !c->trap;
}

/* ---- membership ---- */

/* A value of another kind: no element if it is an untyped model value, else an error. */
static u32 no_element(Context *c, V value) {
    if (TAG(value) != TAG_MODEL || model_type(c, value)) trap(c, TRAP_KINDS);
    return 0;
}

static u32 all_contained(Context *c, const V *sets, u32 stride, Object *row) {
    for (u32 i = 0; i < row->n; i++)
        if (!set_contains(c, sets[i * stride], row->items[i])) return 0;
    return 1;
}

/* Whether the domain of a function is this set. */
static u32 has_domain(Context *c, Object *f, V domain) {
    if (f->kind != OBJ_TUPLE) return f->domain == domain || value_equal(c, domain, f->domain);
    return value_equal(c, set_interval(c, V_INT(1), V_INT(f->n)), domain);
}

static u32 numbered_domain(Object *f) {
    Object *domain = OBJECT(f->domain);
    for (u32 i = 0; i < domain->n; i++)
        if (TAG(domain->items[i]) != TAG_INT) return 0;
    return 1;
}

static u32 row_contains(Context *c, Object *o, V value) {
    Object *f;
    if (!is_function(value)) return no_element(c, value);
    if (KIND(value) == OBJ_RULE) value = rule_table(c, value);
    if (c->trap) return 0;
    f = OBJECT(value);
    switch (o->kind) {
    case OBJ_FUNCTIONS:
        return has_domain(c, f, o->domain) && all_contained(c, o->items, 0, f);
    case OBJ_RECORDS:
        if (f->kind != OBJ_RECORD) return f->n || f->kind != OBJ_TUPLE ? no_element(c, value) : 0;
        if (f->domain != o->domain && !same(c, f->domain, o->domain)) return 0;
        return all_contained(c, o->items, 1, f);
    case OBJ_PRODUCT:
        if (f->kind == OBJ_TUPLE) return f->n == o->n && all_contained(c, o->items, 1, f);
        return f->kind == OBJ_FUNCTION && numbered_domain(f) ? 0 : no_element(c, value);
    default:
        return f->kind == OBJ_TUPLE ? all_contained(c, o->items, 0, f) : no_element(c, value);
    }
}

static u32 flattened_contains(Context *c, Object *o, V value) {
    Elements e;
    V set;
    elements_begin(c, &e, o->items[0]);
    while (elements_next(c, &e, &set))
        if (set_contains(c, set, value)) return !c->trap;
    return 0;
}

static u32 given_contains(Context *c, u32 which, V value) {
    if (which == GIVEN_ANY) return 1;
    if (which == GIVEN_STRING) return TAG(value) == TAG_STRING || no_element(c, value);
    if (TAG(value) != TAG_INT) return no_element(c, value);
    return which != GIVEN_NAT || INT_OF(value) >= 0;
}

static u32 lazy_contains(Context *c, V set, V value) {
    Object *o = OBJECT(set);
    switch (o->kind) {
    case OBJ_INTERVAL:
        if (TAG(value) == TAG_INT)
            return INT_OF(o->items[0]) <= INT_OF(value) && INT_OF(value) <= INT_OF(o->items[1]);
        return INT_OF(o->items[0]) > INT_OF(o->items[1]) ? 0 : no_element(c, value);
    case OBJ_SUBSETS:
        return is_set(value) ? set_subset(c, value, o->items[0]) : refuse(c, TRAP_NOT_SET);
    case OBJ_SIZED_SUBSETS:
        if (size_of(c, value) != INT_OF(o->items[1]) || c->trap) return 0;
        return set_subset(c, value, o->items[0]);
    case OBJ_GIVEN:
        return given_contains(c, o->n, value);
    case OBJ_FILTERED:
        return set_contains(c, o->domain, value) && !c->trap && passes(c, o, value);
    case OBJ_UNITED:
        return set_contains(c, o->items[0], value) ||
               (!c->trap && set_contains(c, o->items[1], value));
    case OBJ_COMMON:
        return set_contains(c, o->items[0], value) && set_contains(c, o->items[1], value);
    case OBJ_REMAINING:
        return set_contains(c, o->items[0], value) && !set_contains(c, o->items[1], value) &&
               !c->trap;
    case OBJ_FLATTENED:
        return flattened_contains(c, o, value);
    default:
        return row_contains(c, o, value);
    }
}

/* ---- size ---- */

static i64 times(i64 a, i64 b) {
    i64 product;
    if (!a || !b) return 0;
    return a == ENOUGH || b == ENOUGH || port_mul_overflows(a, b, &product) ? ENOUGH : product;
}

static i64 choose_count(i64 n, i64 k) {
    i64 result = 1;
    for (i64 i = 0; i < k; i++) {
        i64 more;
        if (port_mul_overflows(result, n - i, &more)) return ENOUGH;
        result = more / (i + 1);
    }
    return result;
}

static i64 functions_count(Context *c, Object *o) {
    i64 arguments = size_of(c, o->domain), values = size_of(c, o->items[0]), result = 1;
    if (c->trap) return 0;
    if (values <= 1) return arguments ? values : 1;
    for (i64 i = 0; i < arguments && result != ENOUGH; i++) result = times(result, values);
    return result;
}

static i64 lazy_size(Context *c, Object *o) {
    i64 size = 1;
    if (o->stays == 2) return OBJECT(o->items[o->n])->n;
    switch (o->kind) {
    case OBJ_INTERVAL:
        size = INT_OF(o->items[1]) - INT_OF(o->items[0]) + 1;
        return size > 0 ? size : 0;
    case OBJ_SUBSETS:
        size = size_of(c, o->items[0]);
        return size < 62 ? (i64)1 << size : ENOUGH;
    case OBJ_SIZED_SUBSETS:
        return choose_count(size_of(c, o->items[0]), INT_OF(o->items[1]));
    case OBJ_FUNCTIONS:
        return functions_count(c, o);
    case OBJ_RECORDS:
    case OBJ_PRODUCT:
        for (u32 i = 0; i < o->n; i++) size = times(size, size_of(c, o->items[i]));
        return size;
    case OBJ_GIVEN:
    case OBJ_SEQUENCES:
        trap(c, TRAP_NOT_ENUMERABLE);
        return 0;
    default:
        return OBJECT(lazy_listed(c, (V)o))->n;
    }
}

/* The number of elements; ENOUGH if it cannot be told. */
static i64 size_of(Context *c, V set) {
    if (is_listed(set)) {
        if (OBJECT(set)->unsorted) trap(c, TRAP_KINDS);
        return OBJECT(set)->n;
    }
    if (is_set(set)) return lazy_size(c, OBJECT(set));
    trap(c, TRAP_NOT_SET);
    return 0;
}

/* ---- finite, empty, listed ---- */

static u32 all_finite(Context *c, Object *o) {
    for (u32 i = 0; i < o->n; i++)
        if (!set_is_finite(c, o->items[i])) return 0;
    return 1;
}

static u32 flattened_finite(Context *c, Object *o) {
    Elements e;
    V set;
    elements_begin(c, &e, o->items[0]);
    while (elements_next(c, &e, &set))
        if (!set_is_finite(c, set)) return 0;
    return 1;
}

u32 set_is_finite(Context *c, V set) {
    Object *o;
    if (!is_set(set)) return refuse(c, TRAP_NOT_SET);
    o = OBJECT(set);
    switch (o->kind) {
    case OBJ_GIVEN:
    case OBJ_SEQUENCES:
        return 0;
    case OBJ_SUBSETS:
        return set_is_finite(c, o->items[0]);
    case OBJ_FUNCTIONS:
        return set_is_finite(c, o->domain) && set_is_finite(c, o->items[0]);
    case OBJ_RECORDS:
    case OBJ_PRODUCT:
    case OBJ_UNITED:
        return all_finite(c, o);
    case OBJ_FILTERED:
        if (set_is_finite(c, o->domain)) return 1;
        break;
    case OBJ_COMMON:
        if (set_is_finite(c, o->items[0]) || set_is_finite(c, o->items[1])) return 1;
        break;
    case OBJ_REMAINING:
        if (set_is_finite(c, o->items[0])) return 1;
        if (set_is_finite(c, o->items[1])) return 0;
        break;
    case OBJ_FLATTENED:
        return flattened_finite(c, o);
    default:
        return 1;
    }
    trap(c, TRAP_NOT_ENUMERABLE);
    return 0;
}

static u32 set_is_empty(Context *c, V set) {
    Elements e;
    V value;
    if (is_endless(set)) return 0;
    if (is_listed(set)) return !OBJECT(set)->n;
    elements_begin(c, &e, set);
    return !elements_next(c, &e, &value);
}

/* Whether enumeration yields the elements in their order, each once. */
static u32 comes_in_order(Context *c, V set) {
    Object *o = OBJECT(set);
    switch (o->kind) {
    case OBJ_FILTERED:
        return comes_in_order(c, o->domain);
    case OBJ_FUNCTIONS:
    case OBJ_REMAINING:
        return comes_in_order(c, o->items[0]);
    case OBJ_RECORDS:
    case OBJ_PRODUCT:
        for (u32 i = 0; i < o->n; i++)
            if (!comes_in_order(c, o->items[i])) return 0;
        return 1;
    case OBJ_COMMON:
        return comes_in_order(c, o->items[set_is_finite(c, o->items[0]) ? 0 : 1]);
    case OBJ_UNITED:
    case OBJ_FLATTENED:
    case OBJ_GIVEN:
    case OBJ_SEQUENCES:
        return 0;
    default:
        return 1;
    }
}

static V lazy_listed(Context *c, V set) {
    Elements e;
    Buffer b = {0, 0, 0};
    u64 most = ENGINE(c)->o.largest_set;
    u32 in_order = KIND(set) != OBJ_SIZED_SUBSETS && comes_in_order(c, set);
    V value;
    if (OBJECT(set)->stays == 2) return OBJECT(set)->items[OBJECT(set)->n];
    if (KIND(set) <= OBJ_SIZED_SUBSETS && size_of(c, set) > (i64)most) trap(c, TRAP_TOO_LARGE);
    if (c->trap) return ENGINE(c)->empty_set;
    elements_begin(c, &e, set);
    while (elements_next(c, &e, &value) && !c->trap) {
        if (b.n >= most) trap(c, TRAP_TOO_LARGE);
        /* Endless sets may be elements, as in ir/construct.py. */
        buffer_add(c, &b, canonical_element(c, value));
    }
    if (c->trap) return ENGINE(c)->empty_set;
    return in_order ? set_in_order(c, b.n, b.items) : set_of(c, b.n, b.items);
}

V set_listed(Context *c, V set) {
    if (is_listed(set)) {
        if (OBJECT(set)->unsorted) trap(c, TRAP_KINDS);
        return set;
    }
    if (is_set(set)) return lazy_listed(c, set);
    trap(c, TRAP_NOT_SET);
    return ENGINE(c)->empty_set;
}
