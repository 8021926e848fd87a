/* What is asked of states that were kept: predicates as columns of bits, and states from
 * elsewhere. */

/* ---- states as words ---- */

EXPORT u64 engine_dump(Engine *e, u64 *words, u64 room) {
    u64 count = 0;
    for (u64 i = 0; i < e->kept.n; i++) {
        u64 left = count < room ? room - count : 0;
        count += value_write(&e->workers[0].c, e->kept.items[i], words + (left ? count : 0), left);
    }
    return count;
}

EXPORT u64 engine_kept(Engine *e) {
    return e->m.variables ? e->kept.n / e->m.variables : e->orders.n;
}

/* Adds states to those that are kept; strings and model values get the numbers of here. */
EXPORT u32 engine_load(Engine *e, u64 *words, u64 count, const u32 *strings, const u32 *models) {
    Context *c = &e->workers[0].c;
    const u64 *at = words, *end = words + count;
    for (u64 i = 0; i < count; i++) {
        if (TAG(words[i]) == TAG_STRING) words[i] = V_STRING(strings[words[i] >> 3]);
        if (TAG(words[i]) == TAG_MODEL) words[i] = V_MODEL(models[words[i] >> 3]);
    }
    while (at < end && !c->trap) {
        words_add(&e->kept, value_keep(c, value_read(c, &at)));
        arena_release(c, 0);
    }
    return c->trap;
}

/* Constants, for an engine that does not search. */
EXPORT u32 engine_prepare(Engine *e) {
    Worker *w = &e->workers[0];
    begin_run(w, 0);
    w->c.now = w->next;
    if (e->m.prepare) e->m.prepare(&w->c);
    return w->c.trap;
}

/* ---- columns ---- */

/* States that agree on some variables look the same to what depends on these alone. Gives
 * each state the number of its class, and the first state of each class. */
EXPORT u64 engine_classes(Engine *e, u32 n, const u32 *chosen, u64 *first, u32 *number) {
    u64 width = e->m.variables, states = engine_kept(e);
    u64 room = 64, classes = 0, *table;
    while (room < states * 2) room *= 2;
    table = take_or_die(0, room * sizeof(u64));
    memset(table, 0, (word_size)(room * sizeof(u64)));
    for (u64 s = 0; s < states; s++) {
        const V *state = e->kept.items + s * width;
        u64 at = 0;
        for (u32 i = 0; i < n; i++) at = mix(at + state[chosen[i]]);
        for (at &= room - 1; table[at]; at = (at + 1) & (room - 1)) {
            const V *known = e->kept.items + first[table[at] - 1] * width;
            u32 i = 0;
            while (i < n && known[chosen[i]] == state[chosen[i]]) i++;
            if (i == n) break;
        }
        if (!table[at]) {
            first[classes] = s;
            table[at] = ++classes;
        }
        number[s] = (u32)(table[at] - 1);
    }
    free(table);
    return classes;
}

/* The values of arguments, kept for as long as the engine is there. */
EXPORT u32 engine_arguments(Engine *e, const u64 *words, u64 count, V *args) {
    Context *c = &e->workers[0].c;
    for (u64 i = 0; i < count && !c->trap; i++) {
        args[i] = value_keep(c, value_read(c, &words));
        arena_release(c, 0);
    }
    return c->trap;
}

/* A predicate with parameters, for each row of arguments in each of some states: 0, 1, or 2
 * where it has no value. An engine that is halted does not look at all of them. */
EXPORT void engine_evaluate(Engine *e, u32 which, u64 states, const u64 *chosen, u32 n, u64 rows,
                            const V *args, u8 *found) {
    Worker *w = &e->workers[0];
    Context *c = &w->c;
    begin_run(w, 0);
    for (u64 s = 0; s < states && !port_load(&e->halted); s++) {
        c->now = e->kept.items + chosen[s] * e->m.variables;
        for (u64 r = 0; r < rows; r++) {
            u32 yes = e->m.column(c, which, args + r * n);
            found[r * states + s] = c->trap ? 2 : yes != 0;
            c->trap = c->depth = 0;
            arena_release(c, 0);
        }
    }
}

/* Spreads what was found for classes over the states: a bit for each state, in whole words. */
EXPORT void engine_spread(u64 states, const u32 *number, u64 classes, u64 rows, const u8 *found,
                          u64 *bits, u64 *failed) {
    for (u64 r = 0; r < rows; r++, found += classes)
        for (u64 at = 0; at < states; at += 64) {
            u64 end = at + 64 < states ? at + 64 : states, yes = 0, no = 0;
            for (u64 s = end; s-- > at;) {
                u64 value = found[number[s]];
                yes = yes << 1 | (value & 1);
                no = no << 1 | value >> 1;
            }
            *bits++ = yes;
            *failed++ = no;
        }
}

/* ---- truth ---- */

/* Where a formula is true, as bits; one more than the place where it has no value, or 0. */
EXPORT u64 engine_true_states(Engine *e, u32 which, const V *args, const u64 *stop, u64 *bits) {
    Worker *w = &e->workers[0];
    Context *c = &w->c;
    u64 states = engine_kept(e);
    begin_run(w, 0);
    for (u64 s = 0; s < states && !port_load(stop); s++) {
        u64 yes;
        c->now = e->kept.items + s * e->m.variables;
        c->serial = ++w->serials;
        yes = e->m.column(c, which, args) != 0;
        arena_release(c, 0);
        c->depth = 0;
        if (c->trap) {
            c->trap = 0;
            return s + 1;
        }
        bits[s / 64] |= yes << (s & 63);
    }
    return 0;
}

/* The same for steps; `only`: the states whose steps are looked at, or 0. */
EXPORT u64 engine_true_steps(Engine *e, u32 which, const V *args, const u64 *first,
                             const u32 *target, const u64 *only, const u64 *stop, u64 *bits) {
    Worker *w = &e->workers[0];
    Context *c = &w->c;
    u64 states = engine_kept(e);
    begin_run(w, 0);
    c->missing = 0;
    for (u64 s = 0; s < states && !port_load(stop); s++) {
        if (only && !(only[s / 64] >> (s & 63) & 1)) continue;
        c->now = e->kept.items + s * e->m.variables;
        for (u64 i = first[s]; i < first[s + 1]; i++) {
            u64 yes;
            c->next = e->kept.items + target[i] * (u64)e->m.variables;
            c->serial = ++w->serials;
            yes = e->m.column(c, which, args) != 0;
            arena_release(c, 0);
            c->depth = 0;
            if (c->trap) {
                c->trap = 0;
                c->next = w->next;
                return i + 1;
            }
            bits[i / 64] |= yes << (i & 63);
        }
    }
    c->next = w->next;
    return 0;
}

/* Adds a mark, of a set of `words` words, where a bit is set. */
EXPORT void add_mark(u64 n, const u64 *bits, u64 words, u32 number, u64 *marks) {
    marks += number / 64;
    for (u64 i = 0; i < n; i++, marks += words)
        *marks |= (bits[i / 64] >> (i & 63) & 1) << (number & 63);
}
