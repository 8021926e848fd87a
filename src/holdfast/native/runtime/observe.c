/* What is observed of all states of a search: integer-valued terms, their extremes and those of
 * their differences and sums (interp/observe.py). A term may have no value in a state, or
 * several, its instances. Two terms of which neither has changed since the parent of a state were
 * compared there; so were two whose difference has been all that their ranges allow: such a pair is
 * closed, until one of the ranges widens. */

/* NO_NUMBER is the low of a term that has no value, and -high. */
enum { MOST_SCENES = 4096 };

/* A term in one state. */
typedef struct Sight {
    u32 changed, failed, undefined;
    u32 n, room; /* its instances, if there is not exactly one */
    i64 *items;
    V value;     /* of a control: what it was evaluated to, 0 if that is not an atom */
} Sight;

/* The terms in one state: extremes of the instances side by side, then the rest. */
typedef struct View {
    i64 *low, *high;
    Sight *sights;
    u32 *present, *moved; /* the terms with a value, and those that have changed */
} View;

typedef struct Observer {
    View now, before;
    u64 parent; /* the ordinal of the state that `before` is about, 0 if of none */
    u64 states, outside;
    u32 scenes;
    Scene **all; /* the first is about all states */
    u32 full;    /* there were more scenes */
} Observer;

static View view_new(u32 n) {
    View v;
    v.low = take_cleared(n * sizeof(i64));
    v.high = take_cleared(n * sizeof(i64));
    v.sights = take_cleared(n * sizeof(Sight));
    v.present = take_cleared(n * sizeof(u32));
    v.moved = take_cleared(n * sizeof(u32));
    return v;
}

static void view_free(View *v, u32 n) {
    for (u32 i = 0; i < n; i++) free(v->sights[i].items);
    free(v->low);
    free(v->high);
    free(v->sights);
    free(v->present);
    free(v->moved);
}

static i64 *filled(u64 n, i64 value) {
    i64 *items = take_or_die(0, (n + 1) * sizeof(i64));
    for (u64 i = 0; i < n; i++) items[i] = value;
    return items;
}

static Scene *scene_new(const Observed *o, u32 control, V value) {
    Scene *s = take_cleared(sizeof(Scene));
    u64 n = o->terms, triples = control || !o->triples ? 0 : n * n * n;
    u64 sums = o->sums ? n * n : 0;
    s->control = control;
    s->value = value;
    s->low = filled(n, NO_NUMBER);
    s->high = filled(n, -NO_NUMBER);
    s->first = take_cleared(n * sizeof(i64));
    s->step = take_cleared(n * sizeof(i64));
    s->absent = take_cleared(n * sizeof(u64));
    s->undefined = take_cleared(n * sizeof(u64));
    s->failed = take_cleared(n * sizeof(u64));
    s->least = filled(n * n, NO_NUMBER);
    s->most = filled(n * n, -NO_NUMBER);
    s->equal = take_cleared(n * n);
    s->closed = take_cleared(n * n);
    s->open = take_or_die(0, (n * n + 1) * sizeof(u32));
    s->opens = take_cleared(n * sizeof(u32));
    for (u64 i = 0; i < n * n; i++)
        if (i / n != i % n) s->open[i / n * n + s->opens[i / n]++] = (u32)(i % n);
    s->least_sum = filled(sums, NO_NUMBER);
    s->most_sum = filled(sums, -NO_NUMBER);
    s->least_triple = filled(triples, NO_NUMBER);
    s->most_triple = filled(triples, -NO_NUMBER);
    s->least_of = filled(o->sums_of, NO_NUMBER);
    s->most_of = filled(o->sums_of, -NO_NUMBER);
    s->zero = take_cleared(o->sums_of);
    return s;
}

static void scene_free(Scene *s) {
    free(s->low);
    free(s->high);
    free(s->first);
    free(s->step);
    free(s->absent);
    free(s->undefined);
    free(s->failed);
    free(s->least);
    free(s->most);
    free(s->equal);
    free(s->closed);
    free(s->open);
    free(s->opens);
    free(s->least_sum);
    free(s->most_sum);
    free(s->least_triple);
    free(s->most_triple);
    free(s->least_of);
    free(s->most_of);
    free(s->zero);
    free(s);
}

static void observer_free(Worker *w) {
    Observer *o = w->observer;
    u32 n = w->e->m.observed.terms + w->e->m.observed.controls;
    if (!o) return;
    view_free(&o->now, n);
    view_free(&o->before, n);
    for (u32 i = 0; i < o->scenes; i++) scene_free(o->all[i]);
    free(o->all);
    free(o);
}

static Observer *observer_of(Worker *w) {
    const Observed *m = &w->e->m.observed;
    Observer *o = w->observer;
    if (o) return o;
    o = w->observer = take_cleared(sizeof(Observer));
    o->now = view_new(m->terms + m->controls);
    o->before = view_new(m->terms + m->controls);
    o->all = take_cleared(MOST_SCENES * sizeof(Scene *));
    o->all[o->scenes++] = scene_new(m, 0, 0);
    return o;
}

/* ---- the terms in a state ---- */

static void add_instance(Sight *s, i64 value) {
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 8;
        s->items = take_or_die(s->items, s->room * sizeof(i64));
    }
    s->items[s->n++] = value;
}

/* The number that a value is, Booleans being 0 and 1; whether it is one. */
INLINE u32 number_of(V value, i64 *number) {
    if (TAG(value) == TAG_INT) *number = INT_OF(value);
    else if (TAG(value) == TAG_BOOL) *number = value == V_TRUE;
    else return 0;
    return 1;
}

/* All instances: the numbers in a set. */
static void see_instances(Context *c, View *v, u32 term, V set) {
    Sight *s = &v->sights[term];
    const Object *o;
    set = value_canonical(c, set);
    if (c->trap || !is_listed(set)) return;
    o = OBJECT(set);
    for (u32 i = 0; i < o->n; i++) {
        i64 number;
        if (!number_of(o->items[i], &number)) continue;
        add_instance(s, number);
        if (number < v->low[term]) v->low[term] = number;
        if (number > v->high[term]) v->high[term] = number;
    }
}

static void see_term(Worker *w, View *v, u32 term) {
    Context *c = &w->c;
    Sight *s = &v->sights[term];
    u32 depth = c->depth;
    i64 number;
    V value = w->e->m.observed.term(c, term);
    if (TAG(value) == TAG_INT && !c->trap) {
        v->low[term] = v->high[term] = INT_OF(value);
        s->value = value;
        s->n = 1;
        s->failed = s->undefined = 0;
        c->depth = depth;
        return;
    }
    s->n = 0;
    s->value = IS_OBJECT(value) || c->trap ? 0 : value;
    v->low[term] = NO_NUMBER;
    v->high[term] = -NO_NUMBER;
    if (!c->trap) {
        if (number_of(value, &number)) {
            v->low[term] = v->high[term] = number;
            s->n = 1;
        } else if (IS_OBJECT(value)) {
            see_instances(c, v, term, value);
        }
    }
    /* An argument outside the domain of a function: the condition is part of the relation. */
    s->failed = c->trap && c->trap != TRAP_DOMAIN;
    s->undefined = !s->n && !s->failed && (c->trap || !IS_OBJECT(value));
    c->trap = 0;
    c->depth = depth;
}

/* All terms, or (`changed`) those that depend on variables that have changed since `old`. */
static void see_state(Worker *w, View *v, const V *state, const View *old, u64 changed) {
    const Observed *m = &w->e->m.observed;
    Context *c = &w->c;
    const V *now = c->now;
    u64 serial = c->serial, at = arena_mark(c);
    c->now = state;
    c->serial = ++w->serials;
    for (u32 i = 0; i < m->terms + m->controls; i++) {
        v->sights[i].changed = !old || m->variables[i] & changed;
        if (v->sights[i].changed) see_term(w, v, i);
    }
    arena_release(c, at);
    c->now = now;
    c->serial = serial;
}

/* Which terms differ from those in the parent; those that were not looked at do not. */
static void compare_views(Worker *w, View *v, const View *old) {
    const Observed *m = &w->e->m.observed;
    for (u32 i = 0; i < m->terms + m->controls; i++) {
        Sight *s = &v->sights[i];
        const Sight *was = &old->sights[i];
        if (!s->changed) {
            v->low[i] = old->low[i];
            v->high[i] = old->high[i];
            s->failed = was->failed;
            s->undefined = was->undefined;
            s->value = was->value;
            if (s->n != was->n || was->n > 1) {
                s->n = 0;
                if (was->n == 1) s->n = 1;
                else for (u32 k = 0; k < was->n; k++) add_instance(s, was->items[k]);
            }
            continue;
        }
        s->changed = v->low[i] != old->low[i] || v->high[i] != old->high[i] || s->n != was->n ||
                     s->value != was->value || s->failed != was->failed ||
                     s->undefined != was->undefined;
        if (s->n > 1 && s->n == was->n)
            s->changed |= memcmp(s->items, was->items, (word_size)(s->n * sizeof(i64))) != 0;
    }
}

/* ---- what is remembered of them ---- */

static u64 common_divisor(u64 a, u64 b) {
    while (b) {
        u64 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void note_step(Scene *s, u32 term, i64 value, u32 is_first) {
    i64 apart = value - s->first[term];
    if (is_first) s->first[term] = value;
    else if (s->step[term] != 1 && apart)
        s->step[term] = (i64)common_divisor((u64)s->step[term], (u64)(apart < 0 ? -apart : apart));
}

/* Compare a term with all others again. */
static void reopen(Scene *s, u32 n, u32 a) {
    for (u32 b = 0; b < n; b++)
        if (s->closed[(u64)a * n + b]) {
            s->closed[(u64)a * n + b] = s->closed[(u64)b * n + a] = 0;
            s->open[(u64)a * n + s->opens[a]++] = b;
            s->open[(u64)b * n + s->opens[b]++] = a;
        }
}

static void note_values(Scene *s, const View *v, u32 n, u32 term) {
    const Sight *t = &v->sights[term];
    u32 is_first = s->low[term] == NO_NUMBER;
    if (t->n == 1) note_step(s, term, v->low[term], is_first);
    else for (u32 i = 0; i < t->n; i++) note_step(s, term, t->items[i], is_first && !i);
    if (v->low[term] >= s->low[term] && v->high[term] <= s->high[term]) return;
    if (v->low[term] < s->low[term]) s->low[term] = v->low[term];
    if (v->high[term] > s->high[term]) s->high[term] = v->high[term];
    reopen(s, n, term);
}

/* Whether two terms have a value in common; their extremes overlap. Instances are in order. */
static u32 have_common(const View *v, u32 a, u32 b) {
    const Sight *s = &v->sights[a], *t = &v->sights[b];
    for (u32 i = 0, j = 0; i < s->n && j < t->n;) {
        i64 x = s->n == 1 ? v->low[a] : s->items[i], y = t->n == 1 ? v->low[b] : t->items[j];
        if (x == y) return 1;
        if (x < y) i++;
        else j++;
    }
    return 0;
}

static void close_one(Scene *s, u32 n, u32 a, u32 b) {
    u32 *row = s->open + (u64)a * n, i = 0;
    while (row[i] != b) i++;
    row[i] = row[--s->opens[a]];
    s->closed[(u64)a * n + b] = 1;
}

/* The other half of a pair after a change of the first; closes a pair that cannot change again. */
static void settle_pair(Scene *s, u32 n, u32 a, u32 b) {
    u64 ours = (u64)a * n + b, others = (u64)b * n + a;
    i64 least = s->low[a] - s->high[b], most = s->high[a] - s->low[b];
    s->least[others] = -s->most[ours];
    s->most[others] = -s->least[ours];
    s->equal[others] = s->equal[ours];
    if (s->least[ours] > least || s->most[ours] < most) return;
    if (least <= 0 && most >= 0 && !s->equal[ours]) return;
    close_one(s, n, a, b);
    close_one(s, n, b, a);
}

static void note_differences(Scene *s, const View *v, u32 n, u32 a) {
    i64 low = v->low[a], high = v->high[a];
    i64 *least = s->least + (u64)a * n, *most = s->most + (u64)a * n;
    u8 *equal = s->equal + (u64)a * n;
    const u32 *open = s->open + (u64)a * n;
    /* From the last on: a pair that is closed is replaced by one that has been looked at. */
    for (u32 i = s->opens[a]; i-- > 0;) {
        u32 b = open[i], news = 0;
        i64 down = low - v->high[b], up = high - v->low[b];
        if (down < least[b]) least[b] = down, news = 1;
        if (up > most[b]) most[b] = up, news = 1;
        if (down <= 0 && up >= 0 && !equal[b] && have_common(v, a, b)) equal[b] = 1, news = 1;
        if (news) settle_pair(s, n, a, b);
    }
}

static void note_sums(Scene *s, const View *v, u32 n, u32 a) {
    i64 *least = s->least_sum + (u64)a * n, *most = s->most_sum + (u64)a * n;
    for (u32 b = 0; b < n; b++) {
        i64 down = v->low[a] + v->low[b], up = v->high[a] + v->high[b];
        if (down < least[b]) least[b] = down;
        if (up > most[b]) most[b] = up;
    }
}

/* a + b - d for some terms d. */
static void note_triples(Scene *s, const View *v, u32 n, u32 a, u32 b, const u32 *some, u32 count) {
    u64 row = ((u64)a * n + b) * n;
    i64 *least = s->least_triple + row, *most = s->most_triple + row;
    i64 low = v->low[a] + v->low[b], high = v->high[a] + v->high[b];
    for (u32 i = 0; i < count; i++) {
        u32 d = some[i];
        if (low - v->high[d] < least[d]) least[d] = low - v->high[d];
        if (high - v->low[d] > most[d]) most[d] = high - v->low[d];
    }
}

/* For all triples with a term that has changed, or all of them. */
static void note_all_triples(Scene *s, View *v, u32 n, u32 all) {
    u32 present = 0, moved = 0;
    for (u32 a = 0; a < n; a++)
        if (v->sights[a].n) {
            v->present[present++] = a;
            if (all || v->sights[a].changed) v->moved[moved++] = a;
        }
    for (u32 i = 0; i < present; i++) {
        u32 a = v->present[i];
        for (u32 j = i + 1; j < present; j++) {
            u32 b = v->present[j];
            if (all || v->sights[a].changed || v->sights[b].changed)
                note_triples(s, v, n, a, b, v->present, present);
            else
                note_triples(s, v, n, a, b, v->moved, moved);
        }
    }
}

#define LARGE ((i64)1 << 31) /* a sum of such numbers might not fit: nothing holds of it */

/* A sum with factors, if all its terms are one number. */
static void note_sum_of(Scene *s, const Observed *m, const View *v, u32 which, u32 all) {
    const u32 *terms = m->sum_terms + (u64)which * m->width;
    const i64 *factors = m->sum_factors + (u64)which * m->width;
    i64 sum = m->sum_offsets[which];
    u32 changed = all;
    for (u32 i = 0; i < m->width; i++) changed |= v->sights[terms[i]].changed;
    if (!changed) return;
    for (u32 i = 0; i < m->width; i++) {
        i64 value = v->low[terms[i]];
        if (v->sights[terms[i]].n != 1) return;
        if (value > LARGE || value < -LARGE) {
            s->least_of[which] = -LARGE * LARGE / 2;
            s->most_of[which] = LARGE * LARGE / 2;
            s->zero[which] = 1;
            return;
        }
        sum += factors[i] * value;
    }
    if (sum < s->least_of[which]) s->least_of[which] = sum;
    if (sum > s->most_of[which]) s->most_of[which] = sum;
    s->zero[which] |= sum == 0;
}

static void note_scene(Scene *s, const Observed *m, View *v, u32 all) {
    u32 n = m->terms;
    s->states++;
    for (u32 a = 0; a < n; a++) {
        const Sight *t = &v->sights[a];
        if (!t->n) {
            s->absent[a]++;
            s->undefined[a] += t->undefined;
            s->failed[a] += t->failed;
            continue;
        }
        if (all || t->changed) {
            note_values(s, v, n, a);
            note_differences(s, v, n, a);
            if (m->sums) note_sums(s, v, n, a);
        }
    }
    if (m->triples && !s->control) note_all_triples(s, v, n, all);
    for (u32 i = 0; i < m->sums_of; i++) note_sum_of(s, m, v, i, all);
}

static Scene *scene_of(Observer *o, const Observed *m, u32 control, V value) {
    for (u32 i = 1; i < o->scenes; i++)
        if (o->all[i]->control == control && o->all[i]->value == value) return o->all[i];
    if (o->scenes == MOST_SCENES) {
        o->full = 1;
        return 0;
    }
    return o->all[o->scenes++] = scene_new(m, control, value);
}

/* The state that is being expanded. */
static const V *kept_parent(const Worker *w) {
    return w->e->level.items + (w->parent - 1 - w->e->first) * w->e->m.variables;
}

/* A state that is checked: `before` is the state that it was reached from, or 0; `kept` unless it
 * is outside the constraints. */
static void observe_state(Worker *w, const V *state, const V *before, u32 kept) {
    const Observed *m = &w->e->m.observed;
    Observer *o = observer_of(w);
    View *now = &o->now;
    /* Only a state that is kept was observed itself. */
    if (before && before != kept_parent(w)) before = 0;
    if (before && o->parent != w->parent) {
        see_state(w, &o->before, before, 0, 0);
        o->parent = w->parent;
    }
    see_state(w, now, state, before ? &o->before : 0, changes(w->e, state, before));
    if (before) compare_views(w, now, &o->before);
    o->states += kept;
    o->outside += !kept;
    note_scene(o->all[0], m, now, !before);
    for (u32 i = 0; i < m->controls; i++) {
        const Sight *control = &now->sights[m->terms + i];
        Scene *s = control->value ? scene_of(o, m, i + 1, control->value) : 0;
        if (s) note_scene(s, m, now, !before || control->changed);
    }
}

/* ---- for Python ---- */

EXPORT u32 engine_scenes(Engine *e, u32 worker, u64 *states, u64 *outside) {
    const Observer *o = e->workers[worker].observer;
    if (!o) return 0;
    *states = o->states;
    *outside = o->outside;
    return o->full ? MOST_SCENES + 1 : o->scenes;
}

EXPORT const Scene *engine_scene(Engine *e, u32 worker, u32 number) {
    return e->workers[worker].observer->all[number];
}
