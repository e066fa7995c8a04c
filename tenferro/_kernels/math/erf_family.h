/* The functions of erf.h, written once: included with REAL = f64 and REAL = f32. See exp_family.h for the style. */
#define ERF_PASTE(a, b) a##_##b
#define ERF_NAME(a, b) ERF_PASTE(a, b)
#define ERF_TYPE(a) a##v
#define ERF_VECTOR(a) ERF_TYPE(a)
#define F(name) ERF_NAME(name, REAL)
#define V ERF_VECTOR(REAL)
#define C(x) F(splat)(x)
#define CONST(name) C(ERF_VALUE(name))
#define ERF_TABLE_OF ERF_VALUE(ERF_TABLE), ERF_VALUE(ERF_ROWS_OF), F(ERF_COLUMNS)
#define ERFC_TABLE_OF ERF_VALUE(ERFC_TABLE), ERF_VALUE(ERFC_ROWS_OF), F(ERFC_COLUMNS)

/* A row: center, value, c1, c1', c2, ... */
enum { F(ERF_COLUMNS) = ERF_VALUE(ERF_TERMS) + 3, F(ERFC_COLUMNS) = ERF_VALUE(ERFC_TERMS) + 3 };

INLINE V F(erf)(V x)
{
    V a = F(min)(CONST(ERF_LIMIT), F(abs)(x)), rest, c[4];
    V t = F(fma)(a, CONST(ERF_PER_ROW), CONST(WHOLE));
    F(lookup_four)(ERF_TABLE_OF, 0, F(bits)(t), c);
    V r = a - c[0], u = F(select)(F(eq)(t, CONST(WHOLE)), r * r, r);
    V sum = F(product_sum)(r, c[2], c[1], &rest);
    rest = F(fma)(r, F(row_polynomial)(u, c[3], ERF_TABLE_OF, F(bits)(t)), rest);
    V y = sum + rest;
    F(mask) tiny = F(lt)(a, CONST(ERF_TINY));
    if (__builtin_expect(F(any)(tiny), 0)) { /* the same in row 0, lifted: subnormal parts would be rounded one by one */
        V lifted = a * CONST(ERF_LIFT);
        sum = F(product_sum)(lifted, c[2], C(0), &rest);
        y = F(select)(tiny, (sum + F(fma)(lifted, c[3], rest)) * (C(1) / CONST(ERF_LIFT)), y);
    }
    return F(copysign)(y, x);
}

INLINE V F(erfc)(V x)
{
    x += C(0); /* +0 for -0: the sign decides between erfc and 2 - erfc */
    F(mask) negative = F(lt)(x, C(0));
    V a = F(min)(F(select)(negative, CONST(ERFC_LOW), CONST(ERFC_HIGH)), F(abs)(x)), c[4];
    V square_rest, square = F(two_product)(a, a, &square_rest);
    V t, n = F(sixteenths)(square, -CONST(LOG2_E), &t), tail, head = F(power16)(t, &tail);
    V r = F(fnma)(n, CONST(LN2_HEAD), -square) - F(fma)(n, CONST(LN2_TAIL), square_rest);
    V p = F(fma)(r * r, F(exp_rest)(r), r + tail);

    F(index) row = F(bits)(a + CONST(ERFC_SHIFT)) >> ERF_VALUE(ERFC_INDEX);
    F(lookup_four)(ERFC_TABLE_OF, 0, row, c);
    V g_rest, rest, sum_rest, from = a - c[0], g = F(product_sum)(from, c[2], c[1], &g_rest);
    g_rest = F(fma)(from, F(row_polynomial)(from, c[3], ERFC_TABLE_OF, row), g_rest);
    V y = F(two_product)(head, g, &rest);
    rest = F(fma)(head, g_rest, rest);
    rest = F(fma)(y + rest, p, rest); /* g_rest is more than an error: it wants the factor 1 + p too */

    V two = (V)(F(bits)(C(2)) - ((F(bits)(t) & ~15) << ERF_VALUE(ERFC_POWER))); /* 2^(1 - k) */
    y = F(fast_sum)(F(select)(negative, two, C(0)), F(xorsign)(y, x), &sum_rest);
    y = C(64) * (y + (sum_rest + F(xorsign)(rest, x))); /* g may be as small as 1/64, and scale16 wants 1 or more */
    return F(scale16)(y, n - C(6), t - C(6));
}

#undef F
#undef V
#undef C
#undef CONST
#undef ERF_TABLE_OF
#undef ERFC_TABLE_OF
#undef ERF_PASTE
#undef ERF_NAME
#undef ERF_TYPE
#undef ERF_VECTOR
