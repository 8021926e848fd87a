/* What a state is known by where model values may be exchanged: the least mark over all
 * permutations of the model, or the view of the least state.
 *
 * A value has a row of marks, one for each permutation. Those of model values are made with
 * the engine. A kept object has its row in front of it, as long as there is memory for rows;
 * a row that is the same everywhere is none. Of a temporary object it is computed when it
 * is asked for. Only parts that model values occur in are looked at. */

enum { MOST_ROW_BYTES = 1 << 29, REPRESENTATIVES = 1 << 14 };

/* `interned` of an object: that its row is in front of it, or that it has one to compute. */
enum { ROW_NONE = 1, ROW_HELD = 2, ROW_COMPUTED = 3 };

static void symmetry_start(Engine *e) {
    const Model *m = &e->m;
    u64 n = (u64)m->models * m->permutations;
    if (!m->permutations) return;
    e->model_rows = take_or_die(0, (2 * n + 1) * sizeof(u64));
    for (u32 i = 0; i < m->models; i++)
        for (u32 p = 0; p < m->permutations; p++) {
            u64 mark = m->model_marks[m->permuted[(u64)p * m->models + i]];
            e->model_rows[(u64)i * m->permutations + p] = mark;
            e->model_rows[n + (u64)i * m->permutations + p] = argument_term(mark);
        }
    e->model_moves = take_or_die(0, m->models + 1);
    for (u32 i = 0; i < m->models; i++) {
        e->model_moves[i] = 0;
        for (u32 p = 0; p < m->permutations; p++)
            e->model_moves[i] |= m->permuted[(u64)p * m->models + i] != i;
    }
}

static void symmetry_free(Engine *e) {
    free(e->model_rows);
    free(e->model_moves);
}

static u64 *compute_row(Context *c, Object *o);

/* The marks of a value by permutation; 0 if it is the same in all of them. */
static const u64 *row_of(Context *c, V a) {
    Engine *e = ENGINE(c);
    Object *o;
    if (TAG(a) == TAG_MODEL)
        return e->model_moves[a >> 3] ? e->model_rows + (a >> 3) * e->m.permutations : 0;
    if (!IS_OBJECT(a)) return 0;
    o = OBJECT(a);
    if (o->interned == ROW_NONE) return 0;
    if (o->interned == ROW_HELD) return (const u64 *)o - e->m.permutations;
    return compute_row(c, o);
}

static u64 *add_element(u64 *sums, const u64 *row, u32 permutations) {
    for (u32 p = 0; p < permutations; p++) sums[p] += element_term(row[p]);
    return sums;
}

/* Adds the terms of one argument and value; at least one of them has a row. */
static void add_argument(Context *c, u64 *sums, Object *o, u32 i, const u64 *row) {
    Engine *e = ENGINE(c);
    u32 permutations = e->m.permutations;
    V argument = o->kind == OBJ_TUPLE ? 0 : OBJECT(o->domain)->items[i];
    const u64 *arguments = argument ? row_of(c, argument) : 0;
    u64 mark = row ? 0 : value_mark(c, o->items[i]), term;
    if (arguments && TAG(argument) == TAG_MODEL) {
        arguments += (u64)e->m.models * permutations; /* their terms are known, too */
        for (u32 p = 0; p < permutations; p++) sums[p] += mix(arguments[p] + (row ? row[p] : mark));
    } else if (arguments) {
        for (u32 p = 0; p < permutations; p++)
            sums[p] += mix(argument_term(arguments[p]) + (row ? row[p] : mark));
    } else {
        term = argument ? argument_term(value_mark(c, argument)) : position_term(c, i);
        for (u32 p = 0; p < permutations; p++) sums[p] += mix(term + row[p]);
    }
}

static u32 argument_moves(Context *c, Object *o, u32 i) {
    return o->kind != OBJ_TUPLE && row_of(c, OBJECT(o->domain)->items[i]) != 0;
}

static u64 *compute_row(Context *c, Object *o) {
    u32 permutations = ENGINE(c)->m.permutations, set = o->kind == OBJ_SET;
    u64 *sums = 0, same = 0, bytes = permutations * (u64)sizeof(u64);
    for (u32 i = 0; i < o->n; i++) {
        const u64 *row = row_of(c, o->items[i]);
        if (!row && (set || !argument_moves(c, o, i))) {
            u64 mark = value_mark(c, o->items[i]);
            if (set) same += element_term(mark);
            else if (o->kind == OBJ_TUPLE) same += mix(position_term(c, i) + mark);
            else same += mix(argument_term(value_mark(c, OBJECT(o->domain)->items[i])) + mark);
            continue;
        }
        if (!sums) {
            sums = arena_take(c, bytes);
            memset(sums, 0, (word_size)bytes);
        }
        if (set) add_element(sums, row, permutations);
        else add_argument(c, sums, o, i, row);
    }
    if (!sums) return 0;
    for (u32 p = 0; p < permutations; p++)
        sums[p] = set ? set_mark(sums[p] + same) : function_mark(sums[p] + same);
    return sums;
}

static u32 is_uniform(const u64 *row, u32 n, u64 mark) {
    u32 i = 0;
    while (i < n && row[i] == mark) i++;
    return i == n;
}

/* Memory for an object that is being kept: its parts are kept already. */
static Object *object_with_row(Context *c, Object *o, V domain, const V *items) {
    Engine *e = ENGINE(c);
    u64 bytes = e->m.permutations * (u64)sizeof(u64), *row = 0;
    Object *known;
    u32 held;
    u64 at = arena_mark(c);
    Object *parts = object_in(arena_take(c, object_bytes(o->n)), o->kind, o->n, domain);
    memcpy(parts->items, items, (word_size)(o->n * sizeof(V)));
    row = compute_row(c, parts);
    if (row && is_uniform(row, e->m.permutations, o->mark)) row = 0;
    held = row && WORKER(c)->row_bytes + bytes <= MOST_ROW_BYTES / e->o.workers;
    known = take_permanent(c, object_bytes(o->n) + (held ? bytes : 0));
    if (held) {
        memcpy(known, row, (word_size)bytes);
        known = (Object *)((u8 *)known + bytes);
        WORKER(c)->row_bytes += bytes;
    }
    object_in(known, o->kind, o->n, domain);
    known->interned = held ? ROW_HELD : row ? ROW_COMPUTED : ROW_NONE;
    arena_release(c, at);
    return known;
}

/* The least mark of a state over all permutations; `least` is its own. */
static u64 least_permuted(Context *c, const V *state, u64 least) {
    const Model *m = &ENGINE(c)->m;
    u64 *sums = 0, same = 0, bytes = m->permutations * (u64)sizeof(u64);
    for (u32 i = 0; i < m->variables; i++) {
        const u64 *row = row_of(c, state[i]);
        u64 term = position_term(c, i);
        if (!row) {
            same += mix(term + value_mark(c, state[i]));
            continue;
        }
        if (!sums) {
            sums = arena_take(c, bytes);
            memset(sums, 0, (word_size)bytes);
        }
        for (u32 p = 0; p < m->permutations; p++) sums[p] += mix(term + row[p]);
    }
    for (u32 p = 0; sums && p < m->permutations; p++) {
        u64 mark = function_mark(sums[p] + same);
        if (mark < least) least = mark;
    }
    return least;
}

/* The same, from memory where a state comes up again. */
static u64 representative(Worker *w, const V *state, u64 mark) {
    u64 *known;
    if (!w->representatives) {
        w->representatives = take_or_die(0, 2 * REPRESENTATIVES * sizeof(u64));
        memset(w->representatives, 0, 2 * REPRESENTATIVES * sizeof(u64));
    }
    known = w->representatives + 2 * (mark & (REPRESENTATIVES - 1));
    if (known[0] != mark) {
        known[1] = least_permuted(&w->c, state, mark);
        known[0] = mark;
    }
    return known[1];
}

/* ---- with a view ---- */

static V permuted_function(Context *c, Object *o, u32 p);

/* The value with its model values exchanged. */
static V permuted_value(Context *c, V a, u32 p) {
    const Model *m = &ENGINE(c)->m;
    Object *o;
    V *items;
    if (TAG(a) == TAG_MODEL) return V_MODEL(m->permuted[(u64)p * m->models + (a >> 3)]);
    if (!row_of(c, a)) return a;
    o = OBJECT(a);
    if (o->kind == OBJ_FUNCTION) return permuted_function(c, o, p);
    items = arena_take(c, o->n * sizeof(V));
    for (u32 i = 0; i < o->n; i++) items[i] = permuted_value(c, o->items[i], p);
    return o->kind == OBJ_SET ? set_of(c, o->n, items)
                              : row_object(c, o->kind, o->n, o->domain, items);
}

static V permuted_function(Context *c, Object *o, u32 p) {
    V domain = permuted_value(c, o->domain, p), *values = arena_take(c, o->n * sizeof(V));
    for (u32 i = 0; i < o->n && !c->trap; i++) {
        V argument = permuted_value(c, OBJECT(o->domain)->items[i], p);
        i64 place = set_find(c, domain, argument);
        if (place >= 0) values[place] = permuted_value(c, o->items[i], p);
    }
    return c->trap ? V_FALSE : function_of(c, domain, o->n, values);
}

/* The least state over all permutations, variable by variable. */
static const V *least_state(Context *c, const V *state) {
    const Model *m = &ENGINE(c)->m;
    V *known = arena_take(c, m->variables * sizeof(V)), *row = known;
    for (u32 i = 0; i < m->variables; i++) known[i] = value_canonical(c, state[i]);
    const V *least = known;
    for (u32 p = 0; p < m->permutations && !c->trap; p++) {
        i64 order = 0;
        if (row == least) row = arena_take(c, m->variables * sizeof(V));
        for (u32 i = 0; i < m->variables && order <= 0 && !c->trap; i++) {
            u32 variable = m->compared[i];
            row[variable] = permuted_value(c, known[variable], p);
            if (!order) order = value_compare(c, row[variable], least[variable]);
        }
        if (order < 0) least = row;
    }
    return least;
}
