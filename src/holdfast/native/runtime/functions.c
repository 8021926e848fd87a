/* Functions, tuples and records (interp/functions.py). */

V tuple_of(Context *c, u32 n, const V *items) {
    return n ? row_object(c, OBJ_TUPLE, n, 0, items) : ENGINE(c)->empty_tuple;
}

V record_of(Context *c, V names, u32 n, const V *values) {
    return row_object(c, OBJ_RECORD, n, names, values);
}

static u32 form_of(Object *domain) {
    if (!domain->n) return OBJ_TUPLE;
    if (TAG(domain->items[0]) == TAG_STRING) return OBJ_RECORD; /* then all are strings */
    if (domain->items[0] == V_INT(1) && domain->items[domain->n - 1] == V_INT(domain->n))
        return OBJ_TUPLE;
    return OBJ_FUNCTION;
}

V function_of(Context *c, V domain, u32 n, const V *values) {
    u32 form;
    if (!n) return ENGINE(c)->empty_tuple;
    if (is_lazy_set(domain)) {
        if (KIND(domain) == OBJ_INTERVAL && OBJECT(domain)->items[0] == V_INT(1))
            return row_object(c, OBJ_TUPLE, n, 0, values);
        domain = set_listed(c, domain);
    }
    if (c->trap || !is_listed(domain) || OBJECT(domain)->unsorted || OBJECT(domain)->n != n)
        return trap(c, TRAP_KINDS);
    form = form_of(OBJECT(domain));
    return row_object(c, form, n, form == OBJ_TUPLE ? 0 : domain, values);
}

V function_rule(Context *c, V domain, Rule rule, u32 n, const V *kept) {
    Object *o;
    if (!is_set(domain)) return trap(c, TRAP_NOT_SET);
    o = object_new(c, OBJ_RULE, n + 1, domain);
    o->items[0] = (V)rule;
    if (n) memcpy(o->items + 1, kept, (word_size)(n * sizeof(V)));
    return (V)o;
}

static V rule_apply(Context *c, Object *o, V argument) {
    Rule rule = (Rule)o->items[0];
    look_up(c);
    return rule(c, o->items + 1, argument);
}

/* The same function with all its values. */
static V rule_table(Context *c, V function) {
    Object *o = OBJECT(function);
    V domain, *values;
    u32 n;
    if (is_candidate(function)) return candidate_settled(c, function);
    domain = set_listed(c, o->domain);
    n = OBJECT(domain)->n;
    if (c->trap) return ENGINE(c)->empty_tuple;
    values = arena_take(c, (u64)n * sizeof(V) + 8);
    for (u32 i = 0; i < n; i++) values[i] = rule_apply(c, o, OBJECT(domain)->items[i]);
    return c->trap ? ENGINE(c)->empty_tuple : function_of(c, domain, n, values);
}

/* The rule of `[f EXCEPT ![a] = v]`: f, a and v are kept. */
static V rule_except(Context *c, const V *kept, V argument) {
    return same(c, kept[1], argument) ? kept[2] : rule_apply(c, OBJECT(kept[0]), argument);
}

/* The place of an argument in the domain of a record or function, -1 if it is not there; never
 * an error. */
static i64 domain_place(Context *c, Object *domain, V argument) {
    u32 low = 0, high = domain->n, refused = 0;
    argument = canonical_element(c, argument);
    if (!IS_OBJECT(argument) && (domain->n <= 8 || TAG(argument) == TAG_MODEL)) {
        for (u32 i = 0; i < domain->n; i++)
            if (domain->items[i] == argument) return i;
        return -1;
    }
    while (low < high) {
        u32 middle = (low + high) / 2;
        i64 r = key_compare(c, domain->items[middle], argument, &refused);
        if (refused) break;
        if (r == 0) return middle;
        if (r < 0) low = middle + 1;
        else high = middle;
    }
    if (refused)
        for (u32 i = 0; i < domain->n; i++)
            if (same(c, domain->items[i], argument)) return i;
    return -1;
}

V function_value(Context *c, V function, V argument) {
    Object *f;
    i64 place;
    if (!is_function(function)) return trap(c, TRAP_NOT_FUNCTION);
    f = OBJECT(function);
    if (f->kind == OBJ_TUPLE) {
        if (TAG(argument) == TAG_INT && INT_OF(argument) > 0 && INT_OF(argument) <= (i64)f->n)
            return f->items[INT_OF(argument) - 1];
        return trap(c, TRAP_DOMAIN);
    }
    if (f->kind == OBJ_RULE) {
        if (is_candidate(function)) return candidate_value(c, f->items + 1, argument);
        if (!set_contains(c, f->domain, argument) || c->trap) return trap(c, TRAP_DOMAIN);
        return rule_apply(c, f, argument);
    }
    place = domain_place(c, OBJECT(f->domain), argument);
    return place < 0 ? trap(c, TRAP_DOMAIN) : f->items[place];
}

V function_domain(Context *c, V function) {
    if (!is_function(function)) return trap(c, TRAP_NOT_FUNCTION);
    if (KIND(function) == OBJ_TUPLE) return set_interval(c, V_INT(1), V_INT(OBJECT(function)->n));
    return OBJECT(function)->domain;
}

/* The place that EXCEPT changes, -1 if there is none; an error where TLC has one. */
static i64 except_place(Context *c, Object *f, V argument) {
    i64 place;
    if (f->kind == OBJ_TUPLE) {
        if (f->n && TAG(argument) != TAG_INT) return (i64)refuse(c, TRAP_DOMAIN) - 1;
        if (!f->n || INT_OF(argument) < 1 || INT_OF(argument) > (i64)f->n) return -1;
        return INT_OF(argument) - 1;
    }
    if (f->kind == OBJ_RULE) return set_contains(c, f->domain, argument) ? 0 : -1;
    place = domain_place(c, OBJECT(f->domain), argument);
    return place < 0 ? set_find(c, f->domain, argument) : place;
}

u32 function_has(Context *c, V function, V argument) {
    return function_place(c, function, argument) >= 0;
}

i64 function_place(Context *c, V function, V argument) {
    i64 place;
    if (!is_function(function)) return (i64)refuse(c, TRAP_NOT_FUNCTION) - 1;
    place = except_place(c, OBJECT(function), argument);
    return c->trap ? -1 : place;
}

V function_put(Context *c, V function, i64 place, V argument, V value) {
    Object *f = OBJECT(function), *changed;
    if (f->kind == OBJ_RULE) {
        V kept[3];
        kept[0] = function;
        kept[1] = canonical_element(c, argument);
        kept[2] = value;
        return function_rule(c, f->domain, rule_except, 3, kept);
    }
    if (f->items[place] == value) return function;
    changed = object_new(c, f->kind, f->n, f->domain);
    copy_values(changed->items, f->items, f->n);
    changed->items[place] = value;
    changed->mark = changed_mark(c, f, (u32)place, value);
    if ((f->interned || f->stays == 4) && is_plain(value)) changed->stays = 4;
    return (V)changed;
}

V function_with(Context *c, V function, V argument, V value) {
    i64 place;
    if (!is_function(function)) return trap(c, TRAP_NOT_FUNCTION);
    place = except_place(c, OBJECT(function), argument);
    return place < 0 || c->trap ? function : function_put(c, function, place, argument, value);
}
