/* The functions of hyperbolic.h, written once: included with REAL = f64 and REAL = f32. See exp_family.h for the style. */
#define HYPERBOLIC_PASTE(a, b) a##_##b
#define HYPERBOLIC_NAME(a, b) HYPERBOLIC_PASTE(a, b)
#define HYPERBOLIC_TYPE(a) a##v
#define HYPERBOLIC_VECTOR(a) HYPERBOLIC_TYPE(a)
#define F(name) HYPERBOLIC_NAME(name, REAL)
#define V HYPERBOLIC_VECTOR(REAL)
#define C(x) F(splat)(x)
#define CONST(name) C(HYPERBOLIC_CONSTANT(name))

/* sqrt(s + s_rest) as the value returned plus *rest; 0 of 0. With root = s p too large by a part d, so is p, and what is
 * missing by its first part in e = -2 d is missing p / 2 (1 + 3 e / 4). */
INLINE V F(root_parts)(V s, V s_rest, V *rest)
{
    V p = F(rough_rsqrt)(s);
    p *= F(rsqrt_repair)(F(fnma)(s * p, p, C(1)));
    V root = s * p, missing = (F(defect)(root, root, s) + s_rest) * p;
    *rest = missing * F(fma)(missing * p, C(0.375f), C(0.5f));
    return root;
}

/* log(greater + lesser + rest), greater >= lesser >= 0. */
INLINE V F(log_of_sum)(V greater, V lesser, V rest)
{
    V error, log_rest, u = F(fast_sum)(greater, lesser, &error), sum = F(ln_corrected)(u, error + rest, 0, &log_rest);
    return sum + log_rest;
}

/* log(2 a) of numbers so large that nothing else counts, y of the others; infinity and NaN of themselves. */
INLINE V F(log_twice)(V a, V y)
{
    F(mask) moderate = F(lt)(a, CONST(ARCSINH_HIGH));
    if (F(all)(moderate)) /* as where small numbers alone brought a vector here */
        return y;
    V rest, large = F(max)(CONST(ARCSINH_HIGH), a), sum = F(ln_corrected)(large, C(0), 0, &rest);
    V far = F(log_special)(a, sum + (rest + CONST(LN2)));
    return F(select)(moderate, y, far);
}

/* The 1 - s within product_sum is exact while 1 counts beside s. */
INLINE V F(plain_arcsinh)(V a)
{
    V s_rest, rest, s = F(product_sum)(a, a, C(1), &s_rest), root = F(root_parts)(s, s_rest, &rest);
    return F(log_of_sum)(root, a, rest);
}

COLD V F(any_arcsinh)(V x)
{
    V a = F(abs)(x), within = F(min)(CONST(ARCSINH_HIGH), F(max)(CONST(ARCSINH_LOW), a));
    V y = F(log_twice)(a, F(plain_arcsinh)(within));
    return F(or_sign)(F(select)(F(lt)(a, CONST(ARCSINH_LOW)), a, y), x);
}

INLINE V F(arcsinh)(V x)
{
    V a = F(abs)(x);
    if (__builtin_expect(!F(all)(F(ge)(a, CONST(ARCSINH_LOW)) & F(lt)(a, CONST(ARCSINH_HIGH))), 0))
        return F(any_arcsinh)(x);
    return F(or_sign)(F(plain_arcsinh)(a), x);
}

/* x^2 - 1 as t (t + 2), t = x - 1: exact near 1, and to the last bit where t^2 is the greater. */
INLINE V F(arccosh_in_parts)(V x)
{
    V t = x - C(1), s_rest, rest, s = F(product_sum)(t, t, t + t, &s_rest), root = F(root_parts)(s, s_rest, &rest);
    return F(log_of_sum)(x, root, rest);
}

INLINE V F(plain_arccosh)(V x); /* from 1 to ARCSINH_HIGH: of each type its own */

COLD V F(any_arccosh)(V x)
{
    V within = F(min)(CONST(ARCSINH_HIGH), F(max)(C(1), x)), y = F(log_twice)(x, F(plain_arccosh)(within));
    return F(select)(F(lt)(x, C(1)), C(NAN), y);
}

INLINE V F(arccosh)(V x)
{
    if (__builtin_expect(!F(all)(F(ge)(x, C(1)) & F(lt)(x, CONST(ARCSINH_HIGH))), 0))
        return F(any_arccosh)(x);
    return F(plain_arccosh)(x);
}

/* 1 - a = d + d_rest exactly. An |x| beyond 1 makes 1 + q negative. */
INLINE V F(arctanh_in_parts)(V x)
{
    V a = F(abs)(x), one = C(1), d = one - a, d_rest = (one - d) - a, inverse = one / d, twice = a + a;
    V q = twice * inverse, q_rest = F(fnma)(q, d_rest, F(defect)(q, d, twice)) * inverse;
    V u = one + q, log_rest, sum = F(ln_corrected)(u, q - (u - one), &q_rest, &log_rest);
    return F(or_sign)(F(log_special)(u, sum + log_rest) * C(0.5f), x);
}

#undef F
#undef V
#undef C
#undef CONST
#undef HYPERBOLIC_PASTE
#undef HYPERBOLIC_NAME
#undef HYPERBOLIC_TYPE
#undef HYPERBOLIC_VECTOR
