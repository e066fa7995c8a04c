/* The function of pow.h, written once: included with REAL = f64 and REAL = f32. See exp_family.h for the style. */
#define POW_PASTE(a, b) a##_##b
#define POW_NAME(a, b) POW_PASTE(a, b)
#define POW_TYPE(a) a##v
#define POW_VECTOR(a) POW_TYPE(a)
#define F(name) POW_NAME(name, REAL)
#define V POW_VECTOR(REAL)
#define C(x) F(splat)(x)
#define CONST(name) C(POW_CONSTANT(name))

/* |x|^y of positive finite |x| and finite y. */
INLINE V F(pow_positive)(V x, V y)
{
    V rest, log = F(log2_parts)(x, &rest), tail;
    V t = F(fma)(y, F(log2_near)(log, rest), CONST(SIXTEENTH)), n = t - CONST(SIXTEENTH);
    V r = F(tame)(F(fms)(y, rest, F(defect)(y, log, n)));
    V head = F(power16)(t, &tail);
    return F(scale16)(F(fma)(head, F(base_rest)(r, tail, POW_CONSTANT(EXP2)), head), n, t);
}

/* C99's pow, given z = |x|^y where that is a power of a finite number other than 0 by a finite one. An odd y is whole and
 * its half is not. The two rules without exception, 1^y = 1 and x^0 = 1, come last. */
INLINE V F(pow_special)(V x, V y, V z)
{
    V zero = C(0), one = C(1), infinity = C(INFINITY), a = F(abs)(x), half = y * C(0.5f);
    F(mask) whole = F(eq)(F(rint)(y), y), odd = whole & F(ne)(F(rint)(half), half);
    F(mask) endless = F(eq)(F(abs)(y), infinity), great = F(gt)(a, one), down = F(lt)(y, zero);
    V limit = F(select)((great & F(not)(down)) | (down & F(not)(great)), infinity, zero);
    limit = F(select)(F(eq)(a, one) & endless, one, limit);
    z = F(select)(endless | F(eq)(a, zero) | F(eq)(a, infinity), limit, z);
    z = F(select)(odd, F(xorsign)(z, x), z);
    z = F(select)(F(lt)(x, zero) & F(lt)(a, infinity) & F(not)(whole), C(NAN), z);
    z = F(select)(F(ne)(x, x) | F(ne)(y, y), x + y, z);
    return F(select)(F(eq)(x, one) | F(eq)(y, zero), one, z);
}

/* The lanes of a power z whose exponents are whole and small. */
COLD V F(pow_whole)(V x, V y, V z)
{
    V power = F(whole_lanes)(x, y);
    return F(select)(F(has_whole)(y) & F(ne)(y, C(0)) & F(lanes_safe)(power), power, z);
}

/* A square is the product, rounded once: the same bits as x * x. */
INLINE V F(pow)(V x, V y)
{
    V z = F(pow_positive)(F(pow_base)(x), y);
    if (__builtin_expect(F(plain_power)(x, y), 1))
        return z;
    z = F(pow_special)(x, y, z);
    if (F(any)(F(has_whole)(y)))
        z = F(pow_whole)(x, y, z);
    return F(select)(F(eq)(y, C(2)), x * x, z);
}

/* What of a whole power z is not safe, by the general way. */
COLD V F(pow_unsafe)(V x, V y, V z)
{
    return F(select)(F(whole_safe)(z), z, F(pow)(x, y));
}

/* Such a block once more: floats by doubles, with zeros and all. */
INLINE void F(pow_anew)(V *z, const V *x, V y, int n, int negative, int count)
{
    if (F(plain_exact)) {
        F(plain_block)(z, x, n, negative, count);
        return;
    }
    BLOCK(z[k] = F(pow_unsafe)(x[k], y, z[k]))
}

/* A row of one whole exponent. */
INLINE void F(pow_block)(V *out, const V *a, V y, int n, int negative, int count)
{
    V x[WHOLE_BLOCK], z[WHOLE_BLOCK];
    F(mask) safe = F(eq)(C(0), C(0));
    if (!F(by_pairs)(n, negative)) {
        F(plain_block)(out, a, n, negative, count);
        return;
    }
    BLOCK(x[k] = a[k])
    F(whole_block)(z, x, n, negative, count);
    if (negative || n > 2) {
        BLOCK(safe &= F(whole_safe)(z[k]))
        if (__builtin_expect(!F(all)(safe), 0))
            F(pow_anew)(z, x, y, n, negative, count);
    }
    BLOCK(out[k] = z[k])
}
INLINE void F(pow_one)(V *out, const V *x, V y, int n, int negative, ptrdiff_t nv)
{
    ptrdiff_t v = 0;
    for (; v <= nv - WHOLE_BLOCK; v += WHOLE_BLOCK)
        F(pow_block)(out + v, x + v, y, n, negative, WHOLE_BLOCK);
    _Pragma("GCC unroll 1") for (; v < nv; v++)
        F(pow_block)(out + v, x + v, y, n, negative, 1);
}

/* The exponent that all lanes of a row have, if it is whole, small and not 0; else 0. `one`: the row is known to have one. */
INLINE int F(pow_exponent)(const V *y, int one, ptrdiff_t nv)
{
    V first = C(y[0][0]);
    if (!F(all)(F(has_whole)(first)))
        return 0;
    for (ptrdiff_t v = 0; v < nv && !one; v++)
        if (!F(all)(F(eq)(y[v], first)))
            return 0;
    return (int)first[0];
}

#define POW_CASE(number) case number: F(pow_one)(out, x, y[0], number, 0, nv); return;
static void F(pow_row)(V *out, const V *x, const V *y, int one, ptrdiff_t nv)
{
    int n = nv > 0 ? F(pow_exponent)(y, one, nv) : 0;
    switch (n) {
    POW_CASE(1) POW_CASE(2) POW_CASE(3) POW_CASE(4) POW_CASE(5) POW_CASE(6) POW_CASE(7) POW_CASE(8)
    POW_CASE(9) POW_CASE(10) POW_CASE(11) POW_CASE(12) POW_CASE(13) POW_CASE(14) POW_CASE(15) POW_CASE(16)
    case 0:
        for (ptrdiff_t v = 0; v < nv; v++)
            out[v] = F(pow)(x[v], y[v]);
        return;
    default:
        if (n > 0)
            F(pow_one)(out, x, y[0], n, 0, nv);
        else
            F(pow_one)(out, x, y[0], -n, 1, nv);
    }
}

#undef POW_CASE
#undef F
#undef V
#undef C
#undef CONST
#undef POW_PASTE
#undef POW_NAME
#undef POW_TYPE
#undef POW_VECTOR
