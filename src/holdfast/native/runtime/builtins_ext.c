/* Operators of the modules SequencesExt, Bags, Combinatorics and Bitwise. */

/* ---- SequencesExt ---- */

V builtin_SequencesExt_SetToSeq(Context *c, V set) {
    Object *o = OBJECT(set_listed(c, set));
    return tuple_of(c, o->n, o->items);
}

V builtin_SequencesExt_SetToSeqs(Context *c, V set) { return all_orders(c, set, 0); }

V builtin_SequencesExt_Contains(Context *c, V s, V element) {
    Object *row = sequence(c, s);
    for (u32 i = 0; row && i < row->n && !c->trap; i++)
        if (value_equal(c, row->items[i], element)) return V_TRUE;
    return V_FALSE;
}

V builtin_SequencesExt_Remove(Context *c, V s, V element) {
    Object *row = sequence(c, s);
    Buffer b = {0, 0, 0};
    for (u32 i = 0; row && i < row->n; i++)
        if (!value_equal(c, row->items[i], element)) buffer_add(c, &b, row->items[i]);
    return tuple_of(c, b.n, b.items);
}

V builtin_SequencesExt_RemoveAt(Context *c, V s, V place) {
    Object *row = sequence(c, s);
    Buffer b = {0, 0, 0};
    if (!row) return V_FALSE;
    if (TAG(place) != TAG_INT) return trap(c, TRAP_NOT_NUMBER);
    if (INT_OF(place) < 0 || INT_OF(place) > (i64)row->n + 1) return trap(c, TRAP_DOMAIN);
    for (u32 i = 0; i < row->n; i++)
        if ((i64)i + 1 != INT_OF(place)) buffer_add(c, &b, row->items[i]);
    return tuple_of(c, b.n, b.items);
}

V builtin_SequencesExt_Front(Context *c, V s) {
    Object *row;
    if (TAG(s) == TAG_STRING) return trap(c, TRAP_UNSUPPORTED);
    row = sequence(c, s);
    if (!row) return V_FALSE;
    return tuple_of(c, row->n ? row->n - 1 : 0, row->items);
}

V builtin_SequencesExt_Last(Context *c, V s) {
    Object *row = sequence(c, s);
    if (!row) return V_FALSE;
    return row->n ? row->items[row->n - 1] : trap(c, TRAP_DOMAIN);
}

V builtin_SequencesExt_Reverse(Context *c, V s) {
    Object *row = sequence(c, s), *reversed;
    if (!row || !row->n) return row ? (V)row : V_FALSE;
    reversed = object_new(c, OBJ_TUPLE, row->n, 0);
    for (u32 i = 0; i < row->n; i++) reversed->items[i] = row->items[row->n - 1 - i];
    return (V)reversed;
}

V builtin_SequencesExt_ToSet(Context *c, V s) { return builtin_Functions_Range(c, s); }

V builtin_SequencesExt_IsPrefix(Context *c, V s, V t) {
    Object *a, *b;
    if (TAG(s) == TAG_STRING && TAG(t) == TAG_STRING) return trap(c, TRAP_UNSUPPORTED);
    a = sequence(c, s);
    b = sequence(c, t);
    if (!a || !b || a->n > b->n) return V_FALSE;
    for (u32 i = 0; i < a->n; i++)
        if (!value_equal(c, a->items[i], b->items[i])) return V_FALSE;
    return V_TRUE;
}

V builtin_SequencesExt_LongestCommonPrefix(Context *c, V set) {
    Elements e;
    V value;
    Object *first = 0, *row;
    Buffer rows = {0, 0, 0};
    u32 n = 0;
    ordered_begin(c, &e, set);
    while (elements_next(c, &e, &value)) {
        if (TAG(value) == TAG_STRING) return trap(c, TRAP_UNSUPPORTED);
        row = sequence(c, value);
        if (!row) return V_FALSE;
        if (!first || row->n < n) n = row->n;
        if (!first) first = row;
        buffer_add(c, &rows, (V)row);
    }
    if (!first) return trap(c, TRAP_NO_WITNESS);
    for (u32 place = 0; place < n; place++)
        for (u32 i = 1; i < rows.n; i++)
            if (!value_equal(c, first->items[place], OBJECT(rows.items[i])->items[place])) {
                n = place;
                break;
            }
    return tuple_of(c, n, first->items);
}

V builtin_SequencesExt_FlattenSeq(Context *c, V s) {
    Object *parts = sequence(c, s);
    V all;
    if (!parts || !parts->n) return ENGINE(c)->empty_tuple;
    all = parts->items[0];
    for (u32 i = 1; i < parts->n && !c->trap; i++)
        all = builtin_Sequences_Concat(c, all, parts->items[i]);
    return all;
}

static u32 stands_at(Context *c, Object *part, Object *row, u32 at) {
    if (row->n - at < part->n) return 0;
    for (u32 i = 0; i < part->n; i++)
        if (!value_equal(c, part->items[i], row->items[at + i])) return 0;
    return 1;
}

static V replaced(Context *c, V new, V old, V s, u32 all) {
    Object *fresh, *part, *row;
    Buffer b = {0, 0, 0};
    u32 at = 0, done = 0;
    if (TAG(new) == TAG_STRING && TAG(old) == TAG_STRING && TAG(s) == TAG_STRING)
        return trap(c, TRAP_UNSUPPORTED);
    fresh = sequence(c, new);
    part = sequence(c, old);
    row = sequence(c, s);
    if (!fresh || !part || !row) return V_FALSE;
    if (!part->n && !row->n) return (V)fresh;
    while (at < row->n && !c->trap) {
        u32 found = (all || !done) && stands_at(c, part, row, at);
        if (found) {
            for (u32 i = 0; i < fresh->n; i++) buffer_add(c, &b, fresh->items[i]);
            at += part->n;
            done = 1;
        }
        if (!found || !part->n) buffer_add(c, &b, row->items[at++]);
    }
    return tuple_of(c, b.n, b.items);
}

V builtin_SequencesExt_ReplaceFirstSubSeq(Context *c, V new, V old, V s) {
    return replaced(c, new, old, s, 0);
}
V builtin_SequencesExt_ReplaceAllSubSeqs(Context *c, V new, V old, V s) {
    return replaced(c, new, old, s, 1);
}

/* ---- Bags: functions to positive numbers ---- */

static Object *bag(Context *c, V value, u32 positive) {
    Object *f = table(c, value);
    for (u32 i = 0; f && i < f->n; i++)
        if (TAG(f->items[i]) != TAG_INT || (positive && INT_OF(f->items[i]) <= 0)) {
            trap(c, TRAP_DOMAIN);
            return 0;
        }
    return f;
}

/* The number of copies, without an error for what cannot be in the bag. */
static i64 copies(Context *c, Object *f, V element) {
    i64 place;
    if (f->kind == OBJ_TUPLE)
        place = TAG(element) == TAG_INT && INT_OF(element) > 0 && INT_OF(element) <= (i64)f->n
                    ? INT_OF(element) - 1 : -1;
    else place = domain_place(c, OBJECT(f->domain), element);
    return place < 0 ? 0 : INT_OF(f->items[place]);
}

V builtin_Bags_IsABag(Context *c, V value) {
    Object *f = is_function(value) ? table(c, value) : 0;
    for (u32 i = 0; f && i < f->n; i++)
        if (TAG(f->items[i]) != TAG_INT || INT_OF(f->items[i]) <= 0) return V_FALSE;
    return truth(f != 0);
}

V builtin_Bags_EmptyBag(Context *c) { return ENGINE(c)->empty_tuple; }

V builtin_Bags_Add(Context *c, V left, V right) {
    Object *f = bag(c, left, 1), *g = bag(c, right, 1);
    Buffer arguments = {0, 0, 0}, values = {0, 0, 0};
    if (!f || !g) return V_FALSE;
    for (u32 i = 0; i < f->n + g->n; i++) {
        V element = i < f->n ? argument_at(f, i) : argument_at(g, i - f->n);
        buffer_add(c, &arguments, element);
        buffer_add(c, &values, number(c, copies(c, f, element) + copies(c, g, element)));
    }
    return function_from(c, arguments.n, arguments.items, values.items);
}

/* Traps if an element of one bag cannot be compared with those of another. */
static void check_same_kind(Context *c, Object *f, Object *elements) {
    V domain = set_listed(c, function_domain(c, (V)f));
    for (u32 i = 0; i < elements->n && !c->trap; i++) set_find(c, domain, argument_at(elements, i));
}

V builtin_Bags_Subtract(Context *c, V left, V right) {
    Object *f = bag(c, left, 0), *g = bag(c, right, 0);
    Buffer arguments = {0, 0, 0}, values = {0, 0, 0};
    if (!f || !g) return V_FALSE;
    check_same_kind(c, f, g);
    for (u32 i = 0; i < f->n && !c->trap; i++) {
        V element = argument_at(f, i);
        i64 rest = INT_OF(f->items[i]) - copies(c, g, element);
        if (rest > 0) {
            buffer_add(c, &arguments, element);
            buffer_add(c, &values, number(c, rest));
        }
    }
    return c->trap ? V_FALSE : function_from(c, arguments.n, arguments.items, values.items);
}

V builtin_Bags_IsPart(Context *c, V left, V right) {
    Object *f = bag(c, left, 0), *g = bag(c, right, 0);
    if (!f || !g) return V_FALSE;
    check_same_kind(c, g, f);
    for (u32 i = 0; i < f->n; i++)
        if (INT_OF(f->items[i]) > copies(c, g, argument_at(f, i))) return V_FALSE;
    return truth(!c->trap);
}

V builtin_Bags_CopiesIn(Context *c, V element, V value) {
    Object *f = bag(c, value, 0);
    if (!f) return V_FALSE;
    set_find(c, set_listed(c, function_domain(c, (V)f)), element);
    return c->trap ? V_FALSE : V_INT(copies(c, f, element));
}

V builtin_Bags_BagIn(Context *c, V element, V value) {
    V count = builtin_Bags_CopiesIn(c, element, value);
    return truth(!c->trap && INT_OF(count) > 0);
}

V builtin_Bags_SetToBag(Context *c, V set) {
    V domain = set_listed(c, set), *ones = arena_take(c, OBJECT(domain)->n * (u64)sizeof(V) + 8);
    for (u32 i = 0; i < OBJECT(domain)->n; i++) ones[i] = V_INT(1);
    return function_of(c, domain, OBJECT(domain)->n, ones);
}

V builtin_Bags_BagToSet(Context *c, V value) {
    Object *f = table(c, value);
    return f ? set_listed(c, function_domain(c, (V)f)) : V_FALSE;
}

static void add_copies(Context *c, Buffer *elements, Buffer *counts, V element, V count) {
    u32 i = 0;
    while (i < elements->n && !same(c, elements->items[i], element)) i++;
    if (i < elements->n) {
        counts->items[i] = num_add(c, counts->items[i], count);
    } else {
        buffer_add(c, elements, element);
        buffer_add(c, counts, count);
    }
}

V builtin_Bags_BagUnion(Context *c, V bags) {
    Object *all = OBJECT(set_listed(c, bags));
    Buffer elements = {0, 0, 0}, counts = {0, 0, 0};
    for (u32 i = 0; i < all->n && !c->trap; i++) {
        Object *f = bag(c, all->items[i], 0);
        for (u32 j = 0; f && j < f->n; j++)
            add_copies(c, &elements, &counts, argument_at(f, j), f->items[j]);
    }
    return c->trap ? V_FALSE : function_from(c, elements.n, elements.items, counts.items);
}

V builtin_Bags_BagCardinality(Context *c, V value) {
    Object *f = bag(c, value, 1);
    V sum = V_INT(0);
    for (u32 i = 0; f && i < f->n; i++) sum = num_add(c, sum, f->items[i]);
    return sum;
}

V builtin_BagsExt_BagAdd(Context *c, V value, V element) {
    return builtin_Bags_Add(c, value, builtin_TLC_OnePoint(c, element, V_INT(1)));
}

V builtin_BagsExt_BagRemove(Context *c, V value, V element) {
    return builtin_Bags_Subtract(c, value, builtin_TLC_OnePoint(c, element, V_INT(1)));
}

/* ---- Combinatorics, Bitwise ---- */

V builtin_Combinatorics_choose(Context *c, V total, V chosen) {
    i64 n = INT_OF(total), k = INT_OF(chosen), count;
    if (!both_numbers(total, chosen) || n < 0 || k < 0) return trap(c, TRAP_NOT_NUMBER);
    if (k > n) return V_INT(0);
    count = choose_count(n, k < n - k ? k : n - k);
    return count > INT_MOST ? trap(c, TRAP_OVERFLOW) : V_INT(count);
}


V builtin_Bitwise_And(Context *c, V a, V b) {
    return both_numbers(a, b) ? V_INT(INT_OF(a) & INT_OF(b)) : trap(c, TRAP_NOT_NUMBER);
}
V builtin_Bitwise_Or(Context *c, V a, V b) {
    return both_numbers(a, b) ? V_INT(INT_OF(a) | INT_OF(b)) : trap(c, TRAP_NOT_NUMBER);
}
V builtin_Bitwise_Xor(Context *c, V a, V b) {
    return both_numbers(a, b) ? V_INT(INT_OF(a) ^ INT_OF(b)) : trap(c, TRAP_NOT_NUMBER);
}

V builtin_Bitwise_Not(Context *c, V a) {
    i64 bits = INT_OF(a), all = 1;
    if (TAG(a) != TAG_INT || bits < 0) return trap(c, TRAP_NOT_NUMBER);
    while (all <= bits) all *= 2;
    return V_INT(~bits & (all - 1));
}

V builtin_Bitwise_shiftR(Context *c, V a, V places) {
    if (!both_numbers(a, places) || INT_OF(places) < 0) return trap(c, TRAP_NOT_NUMBER);
    return V_INT(INT_OF(a) >> (INT_OF(places) > 62 ? 62 : INT_OF(places)));
}
