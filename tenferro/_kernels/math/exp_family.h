/* The functions of exp.h, written once: included with REAL = f64 and REAL = f32, where C(x) is a vector of x.
 *
 * A result that is a sum of parts keeps the leading one and its rounding error apart until the last addition:
 *
 *     sinh, cosh  s (1 + p) -+ 1 / (s (1 + p)): only s stands outside, all else is added to it at once
 *     sigmoid     1 / (1 + 2^n (1 + p)), n whole: 1 + 2^n is exact, and what it lacks is kept beside it
 *
 * A quotient in two parts is a reciprocal, a first quotient, and its defect times the reciprocal. What could overflow before
 * the end is computed at half its size.
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
INLINE V F(sixteenths)(V x, V factor, V *t)
{
    *t = F(fma)(x, factor, CONST(SIXTEENTH));
    return *t - CONST(SIXTEENTH);
}

INLINE V F(exp)(V x)
{
    V t, tail, n = F(sixteenths)(x, CONST(LOG2_E), &t);
    V r = F(tame)(F(fnma)(n, CONST(LN2_TAIL), F(fnma)(n, CONST(LN2_HEAD), x)));
    V head = F(power16)(t, &tail);
    V p = F(fma)(r * r, F(exp_rest)(r), r + tail);
    return F(scale16)(F(fma)(head, p, head), n, t);
}

INLINE V F(exp2)(V x)
{
    V tail, t = x + CONST(SIXTEENTH), n = t - CONST(SIXTEENTH), r = F(tame)(x - n);
    V head = F(power16)(t, &tail);
    return F(scale16)(F(fma)(head, F(base_rest)(r, tail, EXP_CONSTANT(EXP2)), head), n, t);
}

/* e^x / 2^halvings = s (1 + p), for x of which this does not overflow. */
INLINE V F(exp_parts)(V x, float halvings, V *p)
{
    V t, tail, n = F(sixteenths)(x, CONST(LOG2_E), &t);
    V r = F(fnma)(n, CONST(LN2_TAIL), F(fnma)(n, CONST(LN2_HEAD), x));
    V head = F(power16)(t, &tail);
    *p = F(fma)(r * r, F(exp_rest)(r), r + tail);
    return F(scale16)(head, n - C(halvings), t - C(halvings));
}

/* Half of cosh x is s + (s p + 1 / (4 s (1 + p))) with s (1 + p) = e^|x| / 2^2 ... */
INLINE V F(cosh)(V x)
{
    V p, s = F(exp_parts)(F(min)(CONST(SINH_HIGH), F(abs)(x)), 2, &p);
    V half = s + F(fma)(s, p, C(0.0625f) / F(fma)(s, p, s));
    return half + half;
}

/* ... and so is sinh x with a minus, where e^-x is not too near e^x: below 1 a polynomial is better and no dearer. */
INLINE V F(sinh)(V x)
{
    V a = F(abs)(x), p, s = F(exp_parts)(F(min)(CONST(SINH_HIGH), a), 2, &p);
    V half = s + F(fms)(s, p, C(0.0625f) / F(fma)(s, p, s));
    V xx = x * x, small = F(fma)(x * xx, F(sinh_rest)(xx), x);
    return F(select)(F(lt)(a, C(1)), small, F(copysign)(half + half, x));
}

/* numerator / denominator, both in two parts; the second must be of the order of the first's last bit. */
INLINE V F(quotient)(V x, V x_rest, V y, V y_rest)
{
    V inverse = C(1) / y, first = x * inverse;
    V defect = F(defect)(first, y, x) + F(fnma)(first, y_rest, x_rest);
    return F(fma)(defect, inverse, first);
}

/* e^x or 1 to the last bit, or a NaN as it came, where y is not right. */
COLD V F(sigmoid_far)(V x, V y)
{
    V far = F(select)(F(gt)(x, C(0)), C(1), F(select)(F(lt)(x, C(0)), F(exp)(x), x));
    return F(select)(F(le)(F(abs)(x), CONST(SIGMOID_FAR)), y, far);
}

/* The sum and its parts grow from the greatest on, each step with its error; what r lacks belongs to all of e^-x. */
INLINE V F(sigmoid)(V x)
{
    V t = F(fma)(x, -CONST(LOG2_E), CONST(WHOLE)), n = t - CONST(WHOLE), r_rest, one = C(1);
    V r = F(whole_rest)(x, n, -EXP_CONSTANT(LN2_HEAD), -EXP_CONSTANT(LN2_TAIL), &r_rest), square = r * r;
    V s = F(whole_power)(t), lost, lost_too, lost_last, sum = F(product_sum)(s, -r, F(fast_sum)(s, one, &lost), &lost_too);
    sum = F(product_sum)(s, square * F(sigmoid_rest)(r, square), sum, &lost_last);
    V rest = F(fnma)(r_rest, sum - one, (lost + lost_too) + lost_last), y = one / sum;
    y = F(fma)(F(fnma)(rest, y, F(defect)(sum, y, one)), y, y);
    return __builtin_expect(F(all)(F(le)(F(abs)(x), CONST(SIGMOID_FAR))), 1) ? y : F(sigmoid_far)(x, y);
}

#undef F
#undef V
#undef C
#undef CONST
#undef EXP_PASTE
#undef EXP_NAME
#undef EXP_TYPE
#undef EXP_VECTOR
