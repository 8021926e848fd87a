/* Operators of the modules Sequences, FiniteSets, TLC and Functions, and their extensions on
 * sets. A name here is builtin_Module_Operator; native/emit/runtime_table.py lists them. */

static V truth(u32 yes) { return yes ? V_TRUE : V_FALSE; }

/* The value, which must be a sequence; 0 after a trap. */
static Object *sequence(Context *c, V s) {
    if (IS_OBJECT(s) && KIND(s) == OBJ_RULE) s = rule_table(c, s);
    if (c->trap) return 0;
    if (IS_OBJECT(s) && KIND(s) == OBJ_TUPLE) return OBJECT(s);
    trap(c, TRAP_NOT_FUNCTION);
    return 0;
}

/* The value, which must be a function with a finite domain; 0 after a trap. */
static Object *table(Context *c, V f) {
    if (IS_OBJECT(f) && KIND(f) == OBJ_RULE) f = rule_table(c, f);
    if (c->trap) return 0;
    if (is_function(f)) return OBJECT(f);
    trap(c, TRAP_NOT_FUNCTION);
    return 0;
}

/* The function that maps each argument to its value; the first of equal ones wins. */
static V function_from(Context *c, u32 n, const V *arguments, const V *values) {
    V domain = set_of(c, n, arguments), *row;
    if (c->trap || !n) return ENGINE(c)->empty_tuple;
    if (OBJECT(domain)->unsorted) return trap(c, TRAP_KINDS);
    row = arena_take(c, OBJECT(domain)->n * (u64)sizeof(V));
    for (u32 i = n; i--;) {
        i64 place = set_find(c, domain, arguments[i]);
        if (c->trap) return V_FALSE;
        row[place] = values[i];
    }
    return function_of(c, domain, OBJECT(domain)->n, row);
}

/* ---- Sequences; those that would make a new string are left to the interpreter ---- */

V builtin_Sequences_Seq(Context *c, V base) { return set_sequences(c, base); }

V builtin_Sequences_Len(Context *c, V s) {
    Object *row;
    if (TAG(s) == TAG_STRING) return V_INT(ENGINE(c)->m.string_lengths[s >> 3]);
    row = sequence(c, s);
    return row ? V_INT(row->n) : V_FALSE;
}

V builtin_Sequences_Concat(Context *c, V s, V t) {
    Object *a, *b, *both;
    if (TAG(s) == TAG_STRING) return trap(c, TRAP_UNSUPPORTED);
    a = sequence(c, s);
    b = sequence(c, t);
    if (!a || !b) return V_FALSE;
    if (!b->n) return (V)a;
    if (!a->n) return (V)b;
    both = object_new(c, OBJ_TUPLE, a->n + b->n, 0);
    memcpy(both->items, a->items, (word_size)(a->n * sizeof(V)));
    memcpy(both->items + a->n, b->items, (word_size)(b->n * sizeof(V)));
    return (V)both;
}

V builtin_Sequences_Append(Context *c, V s, V element) {
    Object *row = sequence(c, s), *longer;
    u64 mark;
    if (!row) return V_FALSE;
    longer = object_new(c, OBJ_TUPLE, row->n + 1, 0);
    memcpy(longer->items, row->items, (word_size)(row->n * sizeof(V)));
    longer->items[row->n] = element;
    mark = row->mark ? known_mark(c, element) : 0;
    if (mark) {
        u64 term = mix(position_term(c, row->n) + mark);
        longer->mark = function_mark(function_sum(row->mark) + term);
    }
    return (V)longer;
}

V builtin_Sequences_Head(Context *c, V s) {
    Object *row = sequence(c, s);
    if (!row) return V_FALSE;
    return row->n ? row->items[0] : trap(c, TRAP_DOMAIN);
}

V builtin_Sequences_Tail(Context *c, V s) {
    Object *row;
    if (TAG(s) == TAG_STRING) return trap(c, TRAP_UNSUPPORTED);
    row = sequence(c, s);
    if (!row) return V_FALSE;
    return row->n ? tuple_of(c, row->n - 1, row->items + 1) : trap(c, TRAP_DOMAIN);
}

V builtin_Sequences_SubSeq(Context *c, V s, V first, V last) {
    Object *row;
    i64 low = INT_OF(first), high = INT_OF(last);
    if (TAG(s) == TAG_STRING) return trap(c, TRAP_UNSUPPORTED);
    row = sequence(c, s);
    if (!row) return V_FALSE;
    if (!both_numbers(first, last)) return trap(c, TRAP_NOT_NUMBER);
    if (low > high) return ENGINE(c)->empty_tuple;
    if (low < 1 || high > (i64)row->n) return trap(c, TRAP_DOMAIN);
    return tuple_of(c, (u32)(high - low + 1), row->items + low - 1);
}

/* ---- FiniteSets, FiniteSetsExt ---- */

V builtin_FiniteSets_Cardinality(Context *c, V set) {
    i64 size = set_size(c, set);
    return c->trap ? V_FALSE : V_INT(size);
}

V builtin_FiniteSets_IsFiniteSet(Context *c, V set) { return truth(set_is_finite(c, set)); }

V builtin_FiniteSetsExt_kSubset(Context *c, V count, V set) {
    V items[2];
    if (TAG(count) != TAG_INT) return trap(c, TRAP_NOT_NUMBER);
    if (INT_OF(count) < 0 && is_listed(set)) return ENGINE(c)->empty_set;
    items[0] = set_listed(c, set);
    items[1] = count;
    if (INT_OF(count) < 0 || INT_OF(count) > (i64)OBJECT(items[0])->n) return ENGINE(c)->empty_set;
    return object_of(c, OBJ_SIZED_SUBSETS, 2, 0, items);
}

static V extreme(Context *c, V set, i64 direction) {
    Elements e;
    V value, best = 0;
    elements_begin(c, &e, set);
    while (elements_next(c, &e, &value)) {
        if (TAG(value) != TAG_INT) return trap(c, TRAP_NOT_NUMBER);
        if (!best || (direction > 0 ? (i64)value > (i64)best : (i64)value < (i64)best))
            best = value;
    }
    return best ? best : trap(c, TRAP_NO_WITNESS);
}

V builtin_FiniteSetsExt_Max(Context *c, V set) { return extreme(c, set, 1); }
V builtin_FiniteSetsExt_Min(Context *c, V set) { return extreme(c, set, -1); }

/* ---- TLC ---- */

V builtin_TLC_Assert(Context *c, V condition, V out) {
    (void)out;
    return condition == V_TRUE ? V_TRUE : trap(c, TRAP_ASSERT);
}

V builtin_TLC_OnePoint(Context *c, V argument, V value) {
    return function_from(c, 1, &argument, &value);
}

V builtin_TLC_Extend(Context *c, V left, V right) {
    Object *f = table(c, left), *g = table(c, right);
    V *arguments, *values, domain;
    u32 n;
    if (!f || !g) return V_FALSE;
    domain = set_listed(c, function_domain(c, (V)f));
    n = f->n + g->n;
    arguments = arena_take(c, n * (u64)sizeof(V) + 8);
    values = arena_take(c, n * (u64)sizeof(V) + 8);
    for (u32 i = 0; i < n; i++) {
        Object *from = i < f->n ? f : g;
        u32 at = i < f->n ? i : i - f->n;
        arguments[i] = argument_at(from, at);
        values[i] = from->items[at];
        if (from == g) set_find(c, domain, arguments[i]);
    }
    return c->trap ? V_FALSE : function_from(c, n, arguments, values);
}

/* The next order of places, as Python's itertools.permutations has them; 0 after the last. */
static u32 next_permutation(u32 *places, u32 n) {
    u32 i = n - 1, j = n - 1, swap;
    while (i && places[i - 1] >= places[i]) i--;
    if (!i) return 0;
    while (places[j] <= places[i - 1]) j--;
    swap = places[i - 1];
    places[i - 1] = places[j];
    places[j] = swap;
    for (j = n - 1; i < j; i++, j--) {
        swap = places[i];
        places[i] = places[j];
        places[j] = swap;
    }
    return 1;
}

/* All orders of the elements of a set, as functions on it or as sequences. */
static V all_orders(Context *c, V set, u32 as_functions) {
    V domain = set_listed(c, set), *row;
    u32 n = OBJECT(domain)->n, *places = arena_take(c, n * (u64)sizeof(u32) + 8);
    u64 count = 1;
    Buffer b = {0, 0, 0};
    for (u64 i = 2; i <= n && count <= ENGINE(c)->o.largest_set; i++) count *= i;
    if (count > ENGINE(c)->o.largest_set) trap(c, TRAP_TOO_LARGE);
    if (c->trap) return V_FALSE;
    for (u32 i = 0; i < n; i++) places[i] = i;
    row = arena_take(c, n * (u64)sizeof(V) + 8);
    do {
        for (u32 i = 0; i < n; i++) row[i] = OBJECT(domain)->items[places[i]];
        buffer_add(c, &b, as_functions ? function_of(c, domain, n, row) : tuple_of(c, n, row));
    } while (n && next_permutation(places, n));
    return set_of(c, b.n, b.items);
}

V builtin_TLC_Permutations(Context *c, V set) { return all_orders(c, set, 1); }
V builtin_TLC_Any(Context *c) { return set_given(c, GIVEN_ANY); }

V builtin_TLC_TLCEval(Context *c, V value) {
    u32 before = c->trap;
    V listed;
    c->trap = 0;
    listed = value_canonical(c, value);
    if (c->trap == TRAP_NOT_ENUMERABLE) {
        c->trap = 0;
        listed = value;
    }
    if (before) c->trap = before;
    return listed;
}

/* ---- Functions ---- */

V builtin_Functions_Range(Context *c, V function) {
    Object *f = table(c, function);
    return f ? set_of(c, f->n, f->items) : V_FALSE;
}

V builtin_Functions_IsInjective(Context *c, V function) {
    Object *f = table(c, function);
    for (u32 i = 0; f && i < f->n; i++)
        for (u32 j = i + 1; j < f->n; j++)
            if (value_equal(c, f->items[i], f->items[j])) return V_FALSE;
    return truth(!c->trap);
}

V builtin_Functions_IsRestriction(Context *c, V narrow, V wide) {
    V outer = set_listed(c, function_domain(c, wide)), inner = function_domain(c, narrow), x;
    Elements e;
    if (c->trap) return V_FALSE;
    elements_begin(c, &e, inner);
    while (elements_next(c, &e, &x)) {
        if (!contains_same(c, OBJECT(outer), x)) return V_FALSE;
        if (!value_equal(c, function_apply(c, narrow, x), function_apply(c, wide, x)))
            return V_FALSE;
    }
    return truth(!c->trap);
}
