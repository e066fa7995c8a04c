/* The functions of log.h, written once: included with REAL = f64 and REAL = f32. See exp_family.h for the style. */
#define LOG_PASTE(a, b) a##_##b
#define LOG_NAME(a, b) LOG_PASTE(a, b)
#define LOG_TYPE(a) a##v
#define LOG_VECTOR(a) LOG_TYPE(a)
#define F(name) LOG_NAME(name, REAL)
#define V LOG_VECTOR(REAL)
#define C(x) F(splat)(x)
#define CONST(name) C(LOG_CONSTANT(name))

/* r of x, the significand and the exponent, the row's head and tail, and -c. */
typedef struct {
    V r, m, exponent, head, tail, minus_c;
} F(reduced);

#define REDUCE(table)                                                                                  \
    F(reduced) a;                                                                                      \
    a.m = F(split)(x, &a.exponent);                                                                    \
    a.minus_c = F(lookup16_triple)(LOG_CONSTANT(table), F(log_row)(a.m), &a.head, &a.tail);            \
    a.r = F(defect)(a.m, a.minus_c, C(-1)); /* m c - 1 */                                              \
    return a;

INLINE F(reduced) F(reduce_ln)(V x)
{
    REDUCE(LN_TABLE)
}

INLINE F(reduced) F(reduce_log2)(V x)
{
    REDUCE(LOG2_TABLE)
}

INLINE F(reduced) F(reduce_log10)(V x)
{
    REDUCE(LOG10_TABLE)
}

INLINE V F(log)(V x)
{
    F(reduced) a = F(reduce_ln)(x);
    V heads = F(fma)(a.exponent, CONST(LN2_GRID), a.head);
    return F(log_special)(x, F(ln_total)(heads, a.r, F(ln_rest)(a.r), a.exponent, a.tail));
}

INLINE V F(log2)(V x)
{
    F(reduced) a = F(reduce_log2)(x);
    V q = F(log2_rest)(a.r);
    return F(log_special)(x, F(log_total)(a.exponent + a.head, a.r, LOG_CONSTANT(LOG2_HEAD), q, a.tail));
}

INLINE V F(log10)(V x)
{
    F(reduced) a = F(reduce_log10)(x);
    V heads = F(fma)(a.exponent, CONST(LG2_GRID), a.head), tails = F(fma)(a.exponent, CONST(LG2_REST), a.tail);
    return F(log_special)(x, F(log_total)(heads, a.r, LOG_CONSTANT(LOG10_HEAD), F(log10_rest)(a.r), tails));
}

/* log(u + error) in two parts, for an error below u's last bit or u = 1, and u positive and finite.
 * error c / 2^k is what r lacks; 2^-k comes from the bits of m and u (where u is huge the error is 0, and 2^-k anything).
 * *more, if there is any, is to error what error is to u. */
INLINE V F(ln_corrected)(V u, V error, const V *more, V *rest)
{
    F(reduced) a = F(reduce_ln)(u);
    V factor = F(power_between)(a.m, F(min)(u, CONST(LOG_HUGE))) * a.minus_c;
    V r_rest, r = F(fast_sum)(a.r, -(error * factor), &r_rest);
    if (more)
        r_rest = F(fnma)(*more, factor, r_rest);
    V lost, sum = F(fast_sum)(F(fma)(a.exponent, CONST(LN2_GRID), a.head), r, &lost);
    V tails = F(fma)(a.exponent, CONST(LN2_REST), a.tail) + (lost + r_rest);
    *rest = F(fma)(r * r, F(ln_rest)(r), tails);
    return sum;
}

/* u - 1 is exact, and so is x - (u - 1), wherever 1 counts beside x. */
INLINE V F(log1p)(V x)
{
    V u = C(1) + x, rest, sum = F(ln_corrected)(u, x - (u - C(1)), 0, &rest);
    return F(or_sign)(F(log_special)(u, sum + rest), x);
}

/* x or e^x to the last bit, or a NaN as it came, where y is not right. */
COLD V F(softplus_far)(V x, V y)
{
    V far = F(select)(F(lt)(x, C(0)), F(exp)(x), x);
    return F(select)(F(le)(F(abs)(x), CONST(SOFTPLUS_FAR)), y, far);
}

INLINE V F(softplus)(V x)
{
    V a = F(or_sign)(x, C(-0.0f)), power_rest, t, n = F(sixteenths)(a, CONST(LOG2_E), &t);
    V power = F(softplus_powers)(t, &power_rest), s = F(softplus_scale)(power, t);
    V r = F(fnma)(n, CONST(LN2_HEAD), a) - F(fma)(n, CONST(LN2_TAIL), power_rest);
    V q = s * F(fma)(r * r, F(exp_rest)(r), r), e = s + q;
    V head, tail, c = F(lookup16_triple)(LOG_CONSTANT(SOFTPLUS_TABLE), F(bits)(F(fma)(e, C(15), CONST(WHOLE))), &head, &tail);
    V rest, near = F(fma)(c, e, c - C(1));
    V sum = F(two_sum)(F(max)(x, C(0)), F(fma)(c, s, head), &rest);
    V y = sum + (rest + F(fma)(c, q, F(fma)(near * near, F(softplus_rest)(near), tail)));
    return __builtin_expect(F(all)(F(ge)(a, -CONST(SOFTPLUS_FAR))), 1) ? y : F(softplus_far)(x, y);
}

#undef F
#undef V
#undef C
#undef CONST
#undef REDUCE
#undef LOG_PASTE
#undef LOG_NAME
#undef LOG_TYPE
#undef LOG_VECTOR
