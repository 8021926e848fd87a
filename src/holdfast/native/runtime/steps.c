/* The steps between states that were kept. */

/* The workers' rows, in the order of the states that steps leave, are merged. */
typedef struct Reader {
    u64 at, left, from; /* the next word; steps left of a state, and its ordinal from 1 */
    u64 step;           /* how many steps were read */
} Reader;

typedef struct Steps {
    Engine *e;
    u64 room;
    u32 *table; /* ordinals of states by their marks, from 1 */
    Reader *readers; /* by worker */
    const u64 *taken; /* the columns that are true over the step, if that was asked */
} Steps;

static void steps_begin(Engine *e, Steps *s) {
    s->e = e;
    s->room = 64;
    while (s->room < e->marks.n * 2) s->room *= 2;
    s->table = take_cleared(s->room * sizeof(u32));
    for (u64 i = 0; i < e->marks.n; i++) {
        u64 slot = e->marks.items[i] & (s->room - 1);
        while (s->table[slot]) slot = (slot + 1) & (s->room - 1);
        s->table[slot] = (u32)i + 1;
    }
    s->readers = take_cleared(e->o.workers * sizeof(Reader));
}

static void steps_end(Steps *s) {
    free(s->table);
    free(s->readers);
}

/* Brings a reader to a state that has steps; 0 if there is none. */
static u32 reader_ready(const Worker *w, Reader *r) {
    while (!r->left) {
        u64 head;
        if (r->at >= w->steps.n) return 0;
        head = w->steps.items[r->at++];
        r->left = head & (((u64)1 << PLACE_BITS) - 1);
        r->from = head >> PLACE_BITS;
    }
    return 1;
}

static u64 ordinal_of(const Steps *s, u64 mark) {
    u64 slot = mark & (s->room - 1);
    while (s->table[slot] && s->e->marks.items[s->table[slot] - 1] != mark)
        slot = (slot + 1) & (s->room - 1);
    return s->table[slot];
}

/* The next step: from, to, action; 0 if there is none. */
static u32 steps_next(Steps *s, u64 *step) {
    Engine *e = s->e;
    for (;;) {
        Reader *least = 0;
        Worker *w = 0;
        u64 to;
        for (u32 i = 0; i < e->o.workers; i++) {
            if (!reader_ready(&e->workers[i], &s->readers[i])) continue;
            if (least && least->from <= s->readers[i].from) continue;
            least = &s->readers[i];
            w = &e->workers[i];
        }
        if (!least) return 0;
        s->taken = w->taken.items + least->step * e->taken.words;
        step[0] = least->from - 1;
        step[2] = ((u16 *)w->actions.items)[least->step++];
        to = ordinal_of(s, w->steps.items[least->at++]);
        least->left--;
        /* A level that was not finished is not among the states that are kept. */
        if (!to || to > engine_kept(e)) continue;
        step[1] = to - 1;
        return 1;
    }
}

/* How many steps there are at most. */
EXPORT u64 engine_step_count(Engine *e) {
    u64 count = 0;
    for (u32 i = 0; i < e->o.workers; i++) count += e->workers[i].steps_n;
    return count;
}

/* All steps: from, to, action. */
EXPORT u64 engine_steps(Engine *e, u64 *steps) {
    Steps s;
    u64 count = 0;
    steps_begin(e, &s);
    while (steps_next(&s, steps + count * 3)) count++;
    steps_end(&s);
    return count;
}

static void sort_targets(u32 *items, u64 n) {
    for (u64 gap = n / 2; gap; gap /= 2)
        for (u64 i = gap; i < n; i++) {
            u32 item = items[i];
            u64 at = i;
            for (; at >= gap && items[at - gap] > item; at -= gap) items[at] = items[at - gap];
            items[at] = item;
        }
}

/* By state: whether it has no successors at all. */
static u8 *stuck_states(Engine *e) {
    u8 *stuck = take_cleared(engine_kept(e) + 1);
    for (u32 i = 0; i < e->o.workers; i++)
        for (u64 j = 0; j < e->workers[i].stuck.n; j++)
            if (e->workers[i].stuck.items[j] < engine_kept(e)) stuck[e->workers[i].stuck.items[j]] = 1;
    return stuck;
}

/* The steps by the state that they leave, each once: `first` has one place more than there are
 * states. If states may stutter, without the steps that change nothing; otherwise a state without
 * successors has a step to itself. */
EXPORT u64 engine_graph(Engine *e, u64 *first, u32 *target, u32 stutters) {
    Steps s;
    u64 step[3], states = engine_kept(e), n = 0, from = 0;
    u32 more;
    u8 *stuck = stuck_states(e);
    steps_begin(e, &s);
    first[0] = 0;
    do {
        more = steps_next(&s, step);
        while (from < (more ? step[0] : states)) {
            u64 begin = first[from];
            if (!stutters && stuck[from]) target[n++] = (u32)from;
            sort_targets(target + begin, n - begin);
            for (u64 i = begin, end = n; i < end; i++) {
                if (i == begin) n = begin;
                if (n == begin || target[n - 1] != target[i]) target[n++] = target[i];
            }
            first[++from] = n;
        }
        if (more && (step[0] != step[1] || !stutters)) target[n++] = (u32)step[1];
    } while (more);
    free(stuck);
    steps_end(&s);
    return n;
}

/* The same of steps over which columns were evaluated: `taken` are their rows. A step between states
 * that count as one may change something, and so may two steps to one state differ. */
EXPORT u64 engine_graph_taken(Engine *e, u64 *first, u32 *target, u64 *taken) {
    Steps s;
    u64 step[3], states = engine_kept(e), n = 0, from = 0, words = e->taken.words;
    steps_begin(e, &s);
    first[0] = 0;
    while (steps_next(&s, step)) {
        while (from < step[0]) first[++from] = n;
        for (u64 i = 0; i < words; i++) taken[n * words + i] = s.taken[i];
        target[n++] = (u32)step[1];
    }
    while (from < states) first[++from] = n;
    steps_end(&s);
    return n;
}

/* Whether a column had no value over some step. */
EXPORT u32 engine_untaken(Engine *e) {
    u32 some = 0;
    for (u32 i = 0; i < e->o.workers; i++) some |= e->workers[i].untaken;
    return some;
}

/* One column of the rows, as bits. */
EXPORT void taken_column(u64 n, const u64 *taken, u64 words, u32 number, u64 *bits) {
    for (u64 i = 0; i < n; i++)
        bits[i / 64] |= (taken[i * words + number / 64] >> (number & 63) & 1) << (i & 63);
}
