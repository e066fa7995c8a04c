/* The functions of trig.h, written once: included with REAL = f64 and REAL = f32. See exp_family.h
 * for the style. */
#define TRIG_PASTE(a, b) a##_##b
#define TRIG_NAME(a, b) TRIG_PASTE(a, b)
#define TRIG_TYPE(a) a##v
#define TRIG_VECTOR(a) TRIG_TYPE(a)
#define F(name) TRIG_NAME(name, REAL)
#define V TRIG_VECTOR(REAL)
#define C(x) F(splat)(x)
#define CONST(name) C(TRIG_CONSTANT(name))

/* The function's turn of a >= 0. For cosine, k PI is subtracted first: what is left, less PI / 2, keeps its error near 0. */
INLINE F(turn) F(turn_of)(V a, int kind)
{
    F(turn) y;
    V unit = C(kind == TURN_TANGENT ? 0.5f : 1), e, t, n, near;
    if (kind == TURN_COSINE) {
        t = F(fma)(a, CONST(ONE_PI), C(-0.5f)) + CONST(WHOLE);
        n = t - CONST(WHOLE);
        V from = F(defect)(n, CONST(PI), a), quarter = CONST(PI) * C(0.5f);
        near = F(fast_sum)(quarter, -from, &e);
        n = C(-0.5f) - n;
    } else {
        t = F(fma)(a, CONST(ONE_PI) / unit, CONST(WHOLE));
        n = t - CONST(WHOLE);
        near = F(defect)(n, CONST(PI) * unit, a);
        e = C(0);
    }
    V next = n * (CONST(PI_SHORT) * unit);
    y.r = near - next;
    y.lo = near - y.r - next;
    y.lo = kind == TURN_COSINE ? (V)(y.lo + e) : y.lo;
    y.lo = F(fnma)(n, CONST(PI_REST) * unit, y.lo);
    y.sign = F(bits)(F(parity)(t));
    if (__builtin_expect(!F(all)(F(lt)(a, CONST(TRIG_FAR))), 0)) {
        F(turn) far = y; /* copies, so that a and y need not live in memory */
        V from = a;
        F(far_turns)(&from, &far, kind);
        y = far;
    }
    return y;
}

/* sin(r + lo), |r| <= pi / 2: r + chord r^3 is summed exactly, and the rest is 0 again at the maximum of the sine, where all errors count
 * most. What rounding took from r^2 counts by the slope there; the factor of lo stands for the cosine, and is within 0.04. */
INLINE V F(sine_of)(V r, V lo)
{
    V square_lost, lost, sum_lost, square = F(two_product)(r, r, &square_lost);
    V second = F(two_product)(square, CONST(SIN_CHORD), &lost), sum = F(product_sum)(r, second, r, &sum_lost);
    V rest = F(fma)(square, F(sine_rest)(square), F(fma)(square_lost, C(-0.131f), lost));
    return sum + F(fma)(r, rest, F(fma)(lo, F(fnma)(square, C(0.42f), C(1)), sum_lost));
}

INLINE V F(sin)(V x)
{
    F(turn) a = F(turn_of)(F(abs)(x), TURN_SINE);
    return (V)(F(bits)(F(sine_of)(a.r, a.lo)) ^ a.sign ^ (F(bits)(x) & TRIG_SIGN));
}

INLINE V F(cos)(V x)
{
    F(turn) a = F(turn_of)(F(abs)(x), TURN_COSINE);
    return (V)(F(bits)(F(sine_of)(a.r, a.lo)) ^ a.sign);
}

/* sin(pi r), but 0 where r is, whatever the sign says. */
INLINE V F(sine_of_turns)(V r, V lost, V t, int cosine)
{
    V lo, angle = F(two_product)(r, CONST(PI), &lo);
    lo = F(fma)(r, CONST(PI_TAIL), lo);
#ifndef HAVE_FMA
    lo = F(select)(F(lt)(F(abs)(r), CONST(TURNS_TINY)), C(0), lo);
#endif
    if (cosine)
        lo = F(fma)(lost, CONST(PI), lo);
    return (V)(F(bits)(F(sine_of)(angle, lo)) ^ F(bits)(F(parity)(t))) + C(0);
}

/* |x| or, where that is so large that adding WHOLE would not leave an integer, what is left of it in [0, 2). */
INLINE V F(within_turns)(V x)
{
    V a = F(abs)(x);
    if (__builtin_expect(!F(all)(F(lt)(a, CONST(WHOLE_FAR))), 0))
        a -= C(2) * F(trunc)(C(0.5f) * a);
    return a;
}

INLINE V F(sinpi)(V x)
{
    V a = F(within_turns)(x), t = a + CONST(WHOLE);
    return F(xorsign)(F(sine_of_turns)(a - (t - CONST(WHOLE)), a, t, 0), x);
}

INLINE V F(cospi)(V x)
{
    V a = F(within_turns)(x), t = (a - C(0.5f)) + CONST(WHOLE), n = t - CONST(WHOLE) + C(0.5f);
    V r = n - a, lost = (n - r) - a;
    return F(sine_of_turns)(r, lost, t, 1);
}

#undef F
#undef V
#undef C
#undef CONST
#undef TRIG_PASTE
#undef TRIG_NAME
#undef TRIG_TYPE
#undef TRIG_VECTOR
