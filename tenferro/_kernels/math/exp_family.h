/* The functions of exp.h, written once: included with REAL = f64 and REAL = f32, where C(x) is a vector of x.
 *
 * A result that is a sum of parts keeps the leading one and its rounding error apart until the last addition:
 *
 *     expm1       s = 2^n, e^x - 1 = (s - 1) + s r + s (r^2 q + tails)       exact difference, one fused product, small rest
 *     sinh, cosh  the same with s = 2^n and 2^-n, (s1 -+ s2), and the even and odd part of e^r: no division
 *     tanh        E / (E + 2) with E = expm1(2 |x|) in two parts; sigmoid  1 / (1 + e^-|x|) or e^-|x| / (1 + e^-|x|)
 *
 * A quotient in two parts is a reciprocal, a first quotient, and its defect times the reciprocal. What could overflow before
 * the end is computed at a quarter or half of its size.
 */
#define EXP_PASTE(a, b) a##_##b
#define EXP_NAME(a, b) EXP_PASTE(a, b)
#define EXP_TYPE(a) a##v
#define EXP_VECTOR(a) EXP_TYPE(a)
#define F(name) EXP_NAME(name, REAL)
#define V EXP_VECTOR(REAL)
#define C(x) F(splat)(x)
#define CONST(name) C(EXP_CONSTANT(name))

/* Rounds x * factor to sixteenths, leaving their sum with SIXTEENTH in t. */
static inline V F(sixteenths)(V x, V factor, V *t)
{
    *t = F(fma)(x, factor, CONST(SIXTEENTH));
    return *t - CONST(SIXTEENTH);
}

static inline V F(exp)(V x)
{
    V t, tail, n = F(sixteenths)(x, CONST(LOG2_E), &t);
    V r = F(tame)(F(fnma)(n, CONST(LN2_TAIL), F(fnma)(n, CONST(LN2_HEAD), x)));
    V head = F(power16)(t, &tail);
    V p = F(fma)(r * r, F(exp_rest)(r), r + tail);
    return F(scale16)(F(fma)(head, p, head), n, t);
}

static inline V F(exp2)(V x)
{
    V tail, t = x + CONST(SIXTEENTH), n = t - CONST(SIXTEENTH), r = F(tame)(x - n);
    V head = F(power16)(t, &tail);
    return F(scale16)(F(fma)(head, F(base_rest)(r, tail, EXP_CONSTANT(EXP2)), head), n, t);
}

static inline V F(exp10)(V x)
{
    V t, tail, n = F(sixteenths)(x, CONST(LOG2_10), &t);
    V r = F(tame)(F(fnma)(n, CONST(LOG10_2_TAIL), F(fnma)(n, CONST(LOG10_2_HEAD), x)));
    V head = F(power16)(t, &tail);
    return F(scale16)(F(fma)(head, F(base_rest)(r, tail, EXP_CONSTANT(EXP10)), head), n, t);
}

/* (e^x - 1) / 2^halvings as the value returned plus *rest, for x of which neither overflows. */
static inline V F(expm1_parts)(V x, float halvings, V *rest)
{
    V t, tail, n = F(sixteenths)(x, CONST(LOG2_E), &t);
    V near = F(fnma)(n, CONST(LN2_HEAD), x), r = F(fnma)(n, CONST(LN2_TAIL), near);
    V r_rest = F(fnma)(n, CONST(LN2_TAIL), near - r);
    V head = F(power16)(t, &tail);
    V s = F(scale16)(head, n - C(halvings), t - C(halvings));
    V lost, lost_too, difference = F(two_sum)(s, C(halvings > 0 ? -0.5f : -1), &lost);
    V sum = F(product_sum)(s, r, difference, &lost_too);
    V small = F(fma)(tail, r, tail) + r_rest; /* the tail belongs to all of e^r: here its product with r can be seen */
    *rest = F(fma)(s, F(fma)(r * r, F(expm1_rest)(r), small), lost + lost_too);
    return sum;
}

/* x where it is so small that the function is x to the last bit (and subnormals and -0 have no bit to lose), else y. */
static inline V F(unless_tiny)(V x, V y)
{
    return F(select)(F(lt)(F(abs)(x), CONST(EXP_TINY)), x, y);
}

static inline V F(expm1)(V x)
{
    V rest, tamed = F(max)(CONST(EXPM1_LOW), F(min)(CONST(EXPM1_HIGH), x));
    V half = F(expm1_parts)(tamed, 1, &rest) + rest;
    return F(unless_tiny)(x, half + half);
}

/* numerator / denominator, both in two parts; the second must be of the order of the first's last bit. */
static inline V F(quotient)(V x, V x_rest, V y, V y_rest)
{
    V inverse = C(1) / y, first = x * inverse;
    V defect = F(defect)(first, y, x) + F(fnma)(first, y_rest, x_rest);
    return F(fma)(defect, inverse, first);
}

static inline V F(tanh)(V x)
{
    V a = F(min)(CONST(TANH_HIGH), F(abs)(x));
    V rest, lost, e = F(expm1_parts)(a + a, 0, &rest);
    e = F(fast_sum)(e, rest, &rest);
    V sum = F(two_sum)(e, C(2), &lost);
    return F(unless_tiny)(x, F(copysign)(F(quotient)(e, rest, sum, lost + rest), x));
}

static inline V F(sigmoid)(V x)
{
    V a = F(max)(CONST(SIGMOID_LOW), -F(abs)(x));
    V t, tail, over_rest, n = F(sixteenths)(a, CONST(LOG2_E), &t);
    V r = F(fnma)(n, CONST(LN2_TAIL), F(fnma)(n, CONST(LN2_HEAD), a));
    V head = F(power16)(t, &tail);
    V p = F(fma)(r * r, F(exp_rest)(r), r + tail), zero = C(0);
    V lost, lost_too, s = F(scale16)(head, n, t);
    V sum = F(product_sum)(s, p, F(fast_sum)(C(1), s, &lost), &lost_too);
    F(mask) negative = F(lt)(x, zero);
    V over = F(product_sum)(head, p, head, &over_rest);
    V y = F(quotient)(F(select)(negative, over, C(1)), F(select)(negative, over_rest, zero), sum, lost + lost_too);
    return F(scale16)(y, F(select)(negative, n, zero), F(select)(negative, t, CONST(SIXTEENTH)));
}

/* The four numbers that sinh and cosh are made of, a quarter of their size: 2^n and 2^-n with tails, and r with its rest. */
typedef struct {
    V up, up_tail, down, down_tail, r, r_rest;
} F(both);

static inline F(both) F(both_powers)(V a)
{
    F(both) b;
    V t, n = F(sixteenths)(a, CONST(LOG2_E), &t), opposite = CONST(SIXTEENTH) - n;
    V near = F(fnma)(n, CONST(LN2_HEAD), a);
    b.r = F(fnma)(n, CONST(LN2_TAIL), near);
    b.r_rest = F(fnma)(n, CONST(LN2_TAIL), near - b.r);
    b.up = F(scale16)(F(power16)(t, &b.up_tail), n - 2, t - 2);
    b.down = F(scale16)(F(power16)(opposite, &b.down_tail), -n - 2, opposite - 2);
    return b;
}

/* (up + down) cosh r + (up - down) sinh r: for the rest it is enough that both are right to their own last bit. */
static inline V F(cosh)(V x)
{
    F(both) b = F(both_powers)(F(min)(CONST(SINH_HIGH), F(abs)(x)));
    V rr = b.r * b.r, even = rr * F(cosh_rest)(rr), odd = F(fma)(b.r * rr, F(sinh_rest)(rr), b.r);
    V lost, sum = F(fast_sum)(b.up, b.down, &lost);
    V rest = F(fma)(b.down, b.down_tail - odd + even, F(fma)(b.up, b.up_tail + odd + even, lost));
    V half = sum + rest;
    return half + half;
}

/* (up - down) cosh r + (up + down) sinh r, whose leading parts are the difference and the sum times r. */
static inline V F(sinh)(V x)
{
    F(both) b = F(both_powers)(F(min)(CONST(SINH_HIGH), F(abs)(x)));
    V rr = b.r * b.r, even = rr * F(cosh_rest)(rr), odd = F(fma)(b.r * rr, F(sinh_rest)(rr), b.r_rest);
    V lost, sum_lost, lost_too, difference = F(fast_sum)(b.up, -b.down, &lost), sum = F(fast_sum)(b.up, b.down, &sum_lost);
    V lead = F(product_sum)(sum, b.r, difference, &lost_too);
    V up = b.up * b.up_tail, down = b.down * b.down_tail;
    V tails = F(fma)(up + down + sum_lost, b.r, up - down) + (lost + lost_too);
    V rest = F(fma)(sum, odd, F(fma)(difference, even, tails));
    V half = lead + rest;
    return F(unless_tiny)(x, F(copysign)(half + half, x));
}

#undef F
#undef V
#undef C
#undef CONST
#undef EXP_PASTE
#undef EXP_NAME
#undef EXP_TYPE
#undef EXP_VECTOR
