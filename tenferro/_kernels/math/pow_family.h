/* The function of pow.h, written once: included with REAL = f64 and REAL = f32. See exp_family.h for the style. */
#define POW_PASTE(a, b) a##_##b
#define POW_NAME(a, b) POW_PASTE(a, b)
#define POW_TYPE(a) a##v
#define POW_VECTOR(a) POW_TYPE(a)
#define F(name) POW_NAME(name, REAL)
#define V POW_VECTOR(REAL)
#define C(x) F(splat)(x)
#define CONST(name) C(POW_CONSTANT(name))

/* log2 x in two parts, for x positive and finite. */
INLINE V F(log2_parts)(V x, V *rest)
{
    F(reduced) a = F(reduce_log2)(x);
    V r = a.r, k_head = CONST(LOG2_HEAD), k_tail = CONST(LOG2_TAIL);
    V linear_rest, linear = F(two_product)(r, k_head, &linear_rest);
    V square_rest, square = F(two_product)(r, r, &square_rest);
    V bend_rest, bend = F(pow_bend)(r, square, &bend_rest);
    V lost, factor = F(fast_sum)(k_head * C(-0.5f), bend, &lost); /* of the square */
    V factor_rest = F(fma)(k_tail, C(-0.5f), bend_rest + lost);
    V curve_rest, curve = F(two_product)(square, factor, &curve_rest);
    V lost_too, sum = F(fast_sum)(a.exponent + a.head, linear, &lost);
    sum = F(fast_sum)(sum, curve, &lost_too);
    curve_rest = F(fma)(square_rest, factor, F(fma)(square, factor_rest, curve_rest));
    linear_rest = F(fma)(r, k_tail, linear_rest);
    *rest = (lost + lost_too) + (linear_rest + (curve_rest + a.tail));
    return sum;
}

/* |x|^y of positive finite |x| and finite y. */
INLINE V F(pow_positive)(V x, V y)
{
    V log_rest, log = F(log2_parts)(x, &log_rest), tail;
    V lost, power = F(two_product)(y, log, &lost);
    V t = power + CONST(SIXTEENTH), n = t - CONST(SIXTEENTH);
    V r = F(tame)((power - n) + F(fma)(y, log_rest, lost));
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

/* A square is the product, rounded once: the same bits as x * x. */
INLINE V F(pow)(V x, V y)
{
    V z = F(pow_positive)(F(abs)(x), y);
    z = __builtin_expect(F(plain_power)(x, y), 1) ? z : F(pow_special)(x, y, z);
    return F(select)(F(eq)(y, C(2)), x * x, z);
}

#undef F
#undef V
#undef C
#undef CONST
#undef POW_PASTE
#undef POW_NAME
#undef POW_TYPE
#undef POW_VECTOR
