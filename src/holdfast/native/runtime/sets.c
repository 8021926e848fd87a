/* Sets whose elements are listed, and the operators on all sets (interp/sets.py). */

/* ---- order ---- */

/* Orders two elements by their keys, or (with `slow`) as TLC does, either way round. */
static i64 order_elements(Context *c, V a, V b, u32 slow, u32 *refused) {
    if (a == b) return 0;
    if (!slow) return key_order(c, a, b, refused);
    value_compare(c, b, a);
    return value_compare(c, a, b);
}

static void insertion_sort(Context *c, V *a, u32 n, u32 slow, u32 *refused) {
    for (u32 i = 1; i < n; i++) {
        V value = a[i];
        u32 at = i;
        while (at && order_elements(c, a[at - 1], value, slow, refused) > 0) {
            a[at] = a[at - 1];
            at--;
        }
        a[at] = value;
        if (*refused || c->trap) return;
    }
}

static void merge_sort(Context *c, V *a, V *spare, u32 n, u32 slow, u32 *refused) {
    u32 half = n / 2, i = 0, j = half, k = 0;
    if (n <= 8) {
        insertion_sort(c, a, n, slow, refused);
        return;
    }
    merge_sort(c, a, spare, half, slow, refused);
    merge_sort(c, a + half, spare, n - half, slow, refused);
    if (*refused || c->trap) return;
    if (order_elements(c, a[half - 1], a[half], slow, refused) <= 0 && !*refused && !c->trap)
        return;
    memcpy(spare, a, (word_size)(half * sizeof(V)));
    while (i < half && j < n)
        a[k++] = order_elements(c, spare[i], a[j], slow, refused) <= 0 ? spare[i++] : a[j++];
    while (i < half) a[k++] = spare[i++];
}

/* Sorts and drops repetitions; 0 if some elements cannot be compared. */
static u32 sort_elements(Context *c, V *a, u32 *n) {
    u32 refused = 0, kept = 0, before = c->trap;
    u64 at = arena_mark(c);
    V *spare = *n > 8 ? arena_take(c, (u64)*n / 2 * sizeof(V) + 8) : 0;
    merge_sort(c, a, spare, *n, 0, &refused);
    if (refused) {
        u32 failed;
        refused = 0;
        c->trap = 0;
        merge_sort(c, a, spare, *n, 1, &refused);
        failed = c->trap;
        c->trap = before;
        if (failed) return 0;
    }
    arena_release(c, at);
    for (u32 i = 0; i < *n; i++)
        if (!kept || !same(c, a[kept - 1], a[i])) a[kept++] = a[i];
    *n = kept;
    return 1;
}

/* Drops repetitions from elements that have no order. */
static void drop_same(Context *c, V *a, u32 *n) {
    u32 kept = 0;
    for (u32 i = 0; i < *n; i++) {
        u32 j = 0;
        while (j < kept && !same(c, a[j], a[i])) j++;
        if (j == kept) a[kept++] = a[i];
    }
    *n = kept;
}

V set_of(Context *c, u32 n, const V *items) {
    Object *o;
    u32 rising = 1, unsorted = 0;
    if (!n) return ENGINE(c)->empty_set;
    o = object_new(c, OBJ_SET, n, 0);
    for (u32 i = 0; i < n; i++) {
        V e = canonical_element(c, items[i]);
        o->items[i] = e;
        unsorted |= IS_OBJECT(e) && OBJECT(e)->unsorted;
        rising &= !IS_OBJECT(e) && TAG(e) != TAG_MODEL &&
                  (!i || (TAG(e) == TAG(o->items[i - 1]) && (i64)e > (i64)o->items[i - 1]));
    }
    if (c->trap) return ENGINE(c)->empty_set;
    if (unsorted || (!rising && n > 1 && !sort_elements(c, o->items, &o->n))) {
        drop_same(c, o->items, &o->n);
        o->unsorted = 1;
    }
    return (V)o;
}

/* The set of some elements of a set, given in its order. */
V set_in_order(Context *c, u32 n, const V *items) {
    return n ? object_of(c, OBJ_SET, n, 0, items) : ENGINE(c)->empty_set;
}

/* ---- membership ---- */

static i64 find_atom(Object *o, V value) {
    u32 low = 0, high = o->n;
    if (o->n <= 8) {
        for (u32 i = 0; i < o->n; i++)
            if (o->items[i] == value) return i;
        return -1;
    }
    while (low < high) {
        u32 middle = (low + high) / 2;
        if ((i64)o->items[middle] < (i64)value) low = middle + 1;
        else high = middle;
    }
    return low < o->n && o->items[low] == value ? (i64)low : -1;
}

/* The place of a value in a set whose elements do not all compare with it by key. */
static i64 find_slowly(Context *c, Object *o, V value) {
    for (u32 i = 0; i < o->n; i++)
        if (same(c, o->items[i], value)) return i;
    if (o->unsorted || (IS_OBJECT(value) && OBJECT(value)->unsorted)) trap(c, TRAP_KINDS);
    for (u32 i = 0; i < o->n && !c->trap; i++) value_compare(c, value, o->items[i]);
    return -1;
}

static i64 set_find(Context *c, V set, V value) {
    Object *o = OBJECT(set);
    u32 low = 0, high = o->n, refused = 0;
    V first;
    if (is_lazy_set(value) && !is_endless(value)) value = lazy_listed(c, value);
    else value = canonical_element(c, value);
    if (c->trap || !o->n) return -1;
    first = o->items[0];
    /* Of a sorted set only the first elements can be model values, all others are alike. */
    if (!o->unsorted && !IS_OBJECT(value) && TAG(first) == TAG(value) && TAG(value) != TAG_MODEL)
        return find_atom(o, value);
    if (o->unsorted) return find_slowly(c, o, value);
    while (low < high && !refused) {
        u32 middle = (low + high) / 2;
        i64 r = key_order(c, o->items[middle], value, &refused);
        if (refused) break;
        if (r == 0) return middle;
        if (r < 0) low = middle + 1;
        else high = middle;
    }
    return refused ? find_slowly(c, o, value) : -1;
}

/* Membership of a kept value in a lazy set that stays is remembered: type invariants ask for
 * the same values in state after state. Errors are not. */
static u32 known_member(Context *c, V set, V value) {
    Memo *memo = &WORKER(c)->members[mix(set ^ value * 31) & (MEMBERS - 1)];
    u32 yes;
    if (memo->set == set && memo->value == value) return memo->yes;
    yes = lazy_contains(c, set, value);
    if (!c->trap) {
        memo->set = set;
        memo->value = value;
        memo->yes = yes;
    }
    return yes;
}

u32 set_contains(Context *c, V set, V value) {
    if (is_listed(set)) return set_find(c, set, value) >= 0;
    if (!is_set(set)) return refuse(c, TRAP_NOT_SET);
    if (OBJECT(set)->stays && IS_OBJECT(value) && OBJECT(value)->interned)
        return known_member(c, set, value);
    return lazy_contains(c, set, value);
}

/* ---- two sets ---- */

u32 set_is_listable(Context *c, V set) {
    Object *o = OBJECT(set);
    if (!IS_OBJECT(set)) return 0;
    if (o->kind == OBJ_SET) return 1;
    if (o->kind != OBJ_INTERVAL) return 0;
    /* One that is too large to be listed waits like other lazy sets. */
    return INT_OF(o->items[1]) - INT_OF(o->items[0]) < (i64)ENGINE(c)->o.largest_set;
}

/* An interval that stays is listed already. */
INLINE V listed_interval(V set) {
    Object *o = OBJECT(set);
    return IS_OBJECT(set) && o->kind == OBJ_INTERVAL && o->stays == 2 ? o->items[o->n] : set;
}

static V pair_of_sets(Context *c, u32 kind, V a, V b) {
    V both[2];
    both[0] = a;
    both[1] = b;
    return object_of(c, kind, 2, 0, both);
}

/* Traps if an element of one set cannot be compared with one of the other. */
static void check_pairs(Context *c, Object *x, Object *y) {
    Object *small = x->n <= y->n ? x : y, *large = x->n <= y->n ? y : x;
    for (u32 i = 0; i < small->n && !c->trap; i++) set_find(c, (V)large, small->items[i]);
}

static u32 alike(V a, V b) {
    return TAG(a) == TAG(b) && (!IS_OBJECT(a) || KIND(a) == KIND(b));
}

static V union_unsorted(Context *c, Object *x, Object *y) {
    V *all;
    if (y->n == 1 || !alike(x->items[0], y->items[0])) check_pairs(c, x, y);
    all = arena_take(c, ((u64)x->n + y->n) * sizeof(V));
    memcpy(all, x->items, (word_size)(x->n * sizeof(V)));
    memcpy(all + x->n, y->items, (word_size)(y->n * sizeof(V)));
    return set_of(c, x->n + y->n, all);
}

/* A set and one more element; 0 if it does not compare with the others by key. */
static V union_one(Context *c, V a, V element) {
    Object *x = OBJECT(a), *o;
    u32 low = 0, high = x->n, refused = 0;
    u64 mark;
    while (low < high) {
        u32 middle = (low + high) / 2;
        i64 r = key_order(c, x->items[middle], element, &refused);
        if (refused) return 0;
        if (r == 0) return a;
        if (r < 0) low = middle + 1;
        else high = middle;
    }
    o = object_new(c, OBJ_SET, x->n + 1, 0);
    memcpy(o->items, x->items, (word_size)(low * sizeof(V)));
    o->items[low] = element;
    memcpy(o->items + low + 1, x->items + low, (word_size)((x->n - low) * sizeof(V)));
    mark = x->mark && x->n > FEW ? known_mark(c, element) : 0;
    if (mark) o->mark = set_mark(set_sum(x->mark) + element_term(mark));
    return (V)o;
}

static V union_listed(Context *c, V a, V b) {
    Object *x = OBJECT(a), *y = OBJECT(b), *o;
    u32 i = 0, j = 0, k = 0, refused = 0;
    if (!y->n || a == b) return a;
    if (!x->n) return b;
    if (x->unsorted || y->unsorted) return union_unsorted(c, x, y);
    if (y->n == 1) {
        V one = union_one(c, a, y->items[0]);
        return one ? one : union_unsorted(c, x, y);
    }
    o = object_new(c, OBJ_SET, x->n + y->n, 0);
    while (i < x->n && j < y->n) {
        i64 r = key_order(c, x->items[i], y->items[j], &refused);
        if (refused) return union_unsorted(c, x, y);
        o->items[k++] = r <= 0 ? x->items[i] : y->items[j];
        i += r <= 0;
        j += r >= 0;
    }
    while (i < x->n) o->items[k++] = x->items[i++];
    while (j < y->n) o->items[k++] = y->items[j++];
    o->n = k;
    return k == x->n ? a : k == y->n ? b : (V)o;
}

V set_union(Context *c, V a, V b) {
    if (is_listed(a) && is_listed(b)) return union_listed(c, a, b);
    if (!is_set(a) || !is_set(b)) return trap(c, TRAP_NOT_SET);
    a = listed_interval(a);
    b = listed_interval(b);
    if (!set_is_listable(c, a)) {
        V other = a;
        if (!set_is_listable(c, b)) return pair_of_sets(c, OBJ_UNITED, a, b);
        a = b;
        b = other;
    }
    a = set_listed(c, a);
    if (c->trap) return ENGINE(c)->empty_set;
    if (!OBJECT(a)->n) return b;
    if (!set_is_listable(c, b)) return pair_of_sets(c, OBJ_UNITED, a, b);
    b = set_listed(c, b);
    return c->trap ? ENGINE(c)->empty_set : union_listed(c, a, b);
}

/* The elements of a listable set that are (or are not) in another. */
static V those_in(Context *c, V set, V other, u32 wanted) {
    Elements e;
    Buffer b = {0, 0, 0};
    V value;
    elements_begin(c, &e, set);
    while (elements_next(c, &e, &value))
        if (set_contains(c, other, value) == wanted && !c->trap) buffer_add(c, &b, value);
    if (c->trap) return ENGINE(c)->empty_set;
    if (is_listed(set) && b.n == OBJECT(set)->n) return set;
    return set_in_order(c, b.n, b.items);
}

/* The same where the other is the smaller set: its elements are looked up in the first. */
static V those_found(Context *c, V set, V other, u32 wanted) {
    Object *x = OBJECT(set), *y = OBJECT(other), *o;
    u8 *found = arena_take(c, x->n);
    u32 k = 0;
    u64 gone = 0;
    memset(found, 0, x->n);
    for (u32 i = 0; i < y->n && !c->trap; i++) {
        i64 at = set_find(c, set, y->items[i]);
        if (at < 0) continue;
        found[at] = 1;
        if (x->mark && !wanted && x->n > FEW) gone += element_term(value_mark(c, x->items[at]));
    }
    if (c->trap) return ENGINE(c)->empty_set;
    o = object_new(c, OBJ_SET, x->n, 0);
    for (u32 i = 0; i < x->n; i++)
        if (found[i] == wanted) o->items[k++] = x->items[i];
    o->n = k;
    if (x->mark && !wanted && x->n > FEW) o->mark = set_mark(set_sum(x->mark) - gone);
    return k == x->n ? set : (V)o;
}

/* A set without one element: the common case of those_found. */
static V without_one(Context *c, V set, V element) {
    Object *x = OBJECT(set), *o;
    i64 at = set_find(c, set, element);
    u32 place = (u32)at;
    if (at < 0 || c->trap) return set;
    if (x->n == 1) return ENGINE(c)->empty_set;
    o = object_new(c, OBJ_SET, x->n - 1, 0);
    memcpy(o->items, x->items, (word_size)(place * sizeof(V)));
    memcpy(o->items + place, x->items + place + 1, (word_size)((x->n - 1 - place) * sizeof(V)));
    if (x->mark && x->n > FEW)
        o->mark = set_mark(set_sum(x->mark) - element_term(value_mark(c, x->items[place])));
    return (V)o;
}

static V part_of(Context *c, V a, V b, u32 wanted) {
    a = listed_interval(a);
    b = listed_interval(b);
    if (!wanted && is_listed(a) && is_listed(b) && OBJECT(b)->n == 1 && OBJECT(a)->n &&
        !OBJECT(a)->unsorted)
        return without_one(c, a, OBJECT(b)->items[0]);
    if (is_listed(a) && is_listed(b)) {
        if (OBJECT(a)->unsorted) return trap(c, TRAP_KINDS);
        if (OBJECT(a)->n > OBJECT(b)->n && !OBJECT(b)->unsorted)
            return those_found(c, a, b, wanted);
    }
    return those_in(c, a, b, wanted);
}

/* What is no set is an error as soon as an element is looked for in it. */
V set_intersection(Context *c, V a, V b) {
    if (set_is_listable(c, a)) return part_of(c, a, b, 1);
    if (set_is_listable(c, b)) return part_of(c, b, a, 1);
    if (!is_set(a) || !is_set(b)) return trap(c, TRAP_NOT_SET);
    return pair_of_sets(c, OBJ_COMMON, a, b);
}

V set_difference(Context *c, V a, V b) {
    if (set_is_listable(c, a)) return part_of(c, a, b, 0);
    if (!is_set(a) || !is_set(b)) return trap(c, TRAP_NOT_SET);
    return pair_of_sets(c, OBJ_REMAINING, a, b);
}

static u32 subset_unlisted(Context *c, Object *x, Object *y, u32 *known) {
    if (x->kind == OBJ_SUBSETS && y->kind == OBJ_SUBSETS) {
        *known = set_subset(c, x->items[0], y->items[0]);
        return 1;
    }
    *known = 1;
    return x->kind == OBJ_INTERVAL && y->kind == OBJ_INTERVAL &&
           INT_OF(y->items[0]) <= INT_OF(x->items[0]) && INT_OF(x->items[1]) <= INT_OF(y->items[1]);
}

u32 set_subset(Context *c, V a, V b) {
    Elements e;
    V value;
    u32 known;
    if (!is_set(a)) return refuse(c, TRAP_NOT_SET);
    if (a == b && is_listed(a)) return 1;
    if (IS_OBJECT(b) && subset_unlisted(c, OBJECT(a), OBJECT(b), &known)) return known;
    if (is_listed(a)) {
        Object *o = OBJECT(a);
        if (o->unsorted)
            return is_listed(b) && same_unsorted(c, o, OBJECT(b)) ? 1 : refuse(c, TRAP_KINDS);
        for (u32 i = 0; i < o->n; i++)
            if (!set_contains(c, b, o->items[i])) return 0;
        return 1;
    }
    elements_begin(c, &e, a);
    while (elements_next(c, &e, &value))
        if (!set_contains(c, b, value)) return 0;
    return !c->trap;
}

V set_big_union(Context *c, V sets) {
    Buffer b = {0, 0, 0};
    Object *o;
    if (!is_set(sets)) return trap(c, TRAP_NOT_SET);
    if (!is_listed(sets)) return object_of(c, OBJ_FLATTENED, 1, 0, &sets);
    o = OBJECT(sets);
    if (o->n == 1 && is_listed(o->items[0])) return o->items[0];
    for (u32 i = 0; i < o->n; i++) {
        if (!is_set(o->items[i])) return trap(c, TRAP_NOT_SET);
        if (!is_listed(o->items[i])) return object_of(c, OBJ_FLATTENED, 1, 0, &sets);
        for (u32 j = 0; j < OBJECT(o->items[i])->n; j++)
            buffer_add(c, &b, OBJECT(o->items[i])->items[j]);
    }
    sets = set_of(c, b.n, b.items);
    return OBJECT(sets)->unsorted ? trap(c, TRAP_KINDS) : sets;
}

i64 set_size(Context *c, V set) {
    i64 size = size_of(c, set);
    if (size > INT_MOST) trap(c, TRAP_OVERFLOW);
    return size;
}
