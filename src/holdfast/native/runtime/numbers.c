/* Arithmetic on checked integers (interp/numbers.py). */

INLINE u32 both_numbers(V a, V b) { return TAG(a) == TAG_INT && TAG(b) == TAG_INT; }

static V number(Context *c, i64 i) {
    return i >= INT_LEAST && i <= INT_MOST ? V_INT(i) : trap(c, TRAP_OVERFLOW);
}

V num_add(Context *c, V a, V b) {
    return both_numbers(a, b) ? number(c, INT_OF(a) + INT_OF(b)) : trap(c, TRAP_NOT_NUMBER);
}

V num_sub(Context *c, V a, V b) {
    return both_numbers(a, b) ? number(c, INT_OF(a) - INT_OF(b)) : trap(c, TRAP_NOT_NUMBER);
}

V num_mul(Context *c, V a, V b) {
    i64 product;
    if (!both_numbers(a, b)) return trap(c, TRAP_NOT_NUMBER);
    if (port_mul_overflows(INT_OF(a), INT_OF(b), &product)) return trap(c, TRAP_OVERFLOW);
    return number(c, product);
}

/* Rounded down, as in Python. */
V num_div(Context *c, V a, V b) {
    i64 x, y;
    if (!both_numbers(a, b)) return trap(c, TRAP_NOT_NUMBER);
    x = INT_OF(a);
    y = INT_OF(b);
    if (!y) return trap(c, TRAP_DOMAIN);
    return number(c, x / y - (x % y != 0 && (x < 0) != (y < 0)));
}

/* `/` of real numbers, where the quotient is an integer. */
V num_divide(Context *c, V a, V b) {
    if (both_numbers(a, b) && INT_OF(b) && INT_OF(a) % INT_OF(b)) return trap(c, TRAP_NO_VALUE);
    return num_div(c, a, b);
}

V num_mod(Context *c, V a, V b) {
    i64 r;
    if (!both_numbers(a, b)) return trap(c, TRAP_NOT_NUMBER);
    if (INT_OF(b) <= 0) return trap(c, TRAP_DOMAIN);
    r = INT_OF(a) % INT_OF(b);
    return V_INT(r < 0 ? r + INT_OF(b) : r);
}

V num_divide_truncated(Context *c, V a, V b) {
    if (!both_numbers(a, b)) return trap(c, TRAP_NOT_NUMBER);
    return INT_OF(b) ? number(c, INT_OF(a) / INT_OF(b)) : trap(c, TRAP_DOMAIN);
}

V num_remainder_truncated(Context *c, V a, V b) {
    if (!both_numbers(a, b)) return trap(c, TRAP_NOT_NUMBER);
    return INT_OF(b) ? V_INT(INT_OF(a) % INT_OF(b)) : trap(c, TRAP_DOMAIN);
}

#define WIDEST 4096

/* Numbers have 61 bits, so that only a negative one changes if the width is larger. */
V num_wrap(Context *c, V a, V width) {
    i64 bits = INT_OF(width);
    if (!both_numbers(a, width) || bits < 1 || bits > WIDEST) return trap(c, TRAP_NOT_NUMBER);
    if (bits > 61) return INT_OF(a) < 0 ? trap(c, TRAP_OVERFLOW) : a;
    return number(c, INT_OF(a) & (((i64)1 << bits) - 1));
}

V num_wrap_signed(Context *c, V a, V width) {
    i64 bits = INT_OF(width), half, rest;
    if (!both_numbers(a, width) || bits < 1 || bits > WIDEST) return trap(c, TRAP_NOT_NUMBER);
    if (bits > 61) return a;
    half = (i64)1 << (bits - 1);
    rest = INT_OF(a) & (2 * half - 1);
    return V_INT(rest < half ? rest : rest - 2 * half);
}

V num_pow(Context *c, V a, V b) {
    i64 base, exponent, result = 1;
    if (!both_numbers(a, b) || INT_OF(b) < 0) return trap(c, TRAP_NOT_NUMBER);
    base = INT_OF(a);
    exponent = INT_OF(b);
    if (!base && !exponent) return trap(c, TRAP_NO_VALUE);
    if (base == 0 || base == 1) return exponent ? a : V_INT(1);
    if (base == -1) return V_INT(exponent & 1 ? -1 : 1);
    for (; exponent; exponent--)
        if (port_mul_overflows(result, base, &result)) return trap(c, TRAP_OVERFLOW);
    return number(c, result);
}

V num_neg(Context *c, V a) {
    return TAG(a) == TAG_INT ? number(c, -INT_OF(a)) : trap(c, TRAP_NOT_NUMBER);
}

V num_less(Context *c, V a, V b) {
    if (!both_numbers(a, b)) return trap(c, TRAP_NOT_NUMBER);
    return (i64)a < (i64)b ? V_TRUE : V_FALSE;
}

V num_at_most(Context *c, V a, V b) {
    if (!both_numbers(a, b)) return trap(c, TRAP_NOT_NUMBER);
    return (i64)a <= (i64)b ? V_TRUE : V_FALSE;
}
