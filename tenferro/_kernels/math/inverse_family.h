/* The functions of inverse.h, written once: included with REAL = f64 and REAL = f32. See exp_family.h for the style. */
#define INVERSE_PASTE(a, b) a##_##b
#define INVERSE_NAME(a, b) INVERSE_PASTE(a, b)
#define INVERSE_TYPE(a) a##v
#define INVERSE_VECTOR(a) INVERSE_TYPE(a)
#define F(name) INVERSE_NAME(name, REAL)
#define V INVERSE_VECTOR(REAL)
#define C(x) F(splat)(x)
#define CONST(name) C(INVERSE_CONSTANT(name))

/* The angle of the point (x, y) for |x| = a, |y| = b, `left` the sign of x: between 0 and pi. a + b is a moderate number. */
INLINE V F(angle_of_point)(V b, V a, V left)
{
    V zero = C(0), greater = F(max)(a, b), lesser = F(min)(a, b), lost, rest;
    F(mask) steep = F(gt)(b, a), near_half = F(gt)(lesser, C(0.25f) * greater), near_one = F(gt)(lesser, C(0.8125f) * greater);
    V slope = F(select)(near_one, C(1), F(select)(near_half, C(0.5f), zero));
    V head = F(angle_row)(near_half, near_one, steep, left, &rest);
    V flip = (V)(F(bits)(F(select)(steep, C(-0.0f), zero)) ^ F(bits)(left));

    V over = F(fnma)(slope, greater, lesser), under = F(product_sum)(slope, lesser, greater, &lost);
    over = (V)(F(bits)(over) ^ F(bits)(flip));
    V inverse = C(1) / under, q = over * inverse;
    V q_rest = F(fnma)(q, lost, F(defect)(q, under, over)) * inverse, square = q * q;
    V sum = F(fast_sum)(head, q, &lost);
    return sum + (F(fma)(q * square, F(arctan_rest)(square), rest + q_rest) + lost);
}

/* Zeros and infinities become points of the same angle, and the very large and small are scaled. */
COLD void F(far_points)(V *y, V *x)
{
    V b = *y, a = *x, most = F(max)(a, b), least = F(min)(a, b), zero = C(0), one = C(1), infinity = C(INFINITY);
    F(mask) unbounded = F(eq)(most, infinity) & F(eq)(a, a) & F(eq)(b, b);
    V scale = F(select)(F(lt)(least, CONST(ANGLE_TINY)), CONST(ANGLE_LIFT), one);
    scale = F(select)(F(gt)(most, CONST(ANGLE_LARGE)), one / CONST(ANGLE_LIFT), scale);
    *y = F(select)(unbounded, F(select)(F(eq)(b, infinity), one, zero), b * scale + zero * a); /* NaN if either is */
    *x = F(select)(unbounded, F(select)(F(eq)(a, infinity), one, zero), F(select)(F(eq)(most, zero), one, a * scale));
}

INLINE V F(arctan2)(V y, V x)
{
    V b = F(abs)(y), a = F(abs)(x), size = a + b, least = F(min)(a, b), left = (V)(F(bits)(x) & INVERSE_SIGN);
    F(mask) good = F(lt)(size, CONST(ANGLE_LARGE)) & F(gt)(size, CONST(ANGLE_TINY));
    good &= F(not)(F(gt)(least, C(0)) & F(lt)(least, CONST(ANGLE_TINY)));
    if (__builtin_expect(!F(all)(good), 0)) {
        V far_b = b, far_a = a; /* copies, so that a and b need not live in memory */
        F(far_points)(&far_b, &far_a);
        b = far_b, a = far_a;
    }
    return F(xorsign)(F(angle_of_point)(b, a, left), y);
}

/* From 7/2 up, 1 / x takes the place of (x - c) / (1 + x c), with a minus. */
INLINE V F(arctan)(V x)
{
    V a = F(abs)(x), zero = C(0), head, c = F(arctan_row)(F(max)(C(0.25f), F(min)(a, C(3.5f))), &head);
    F(mask) large = F(ge)(a, C(3.5f));
    V over = F(select)(large, C(-1), a - c), under = F(select)(large, a, F(fma)(a, c, C(1)));
    V q = over / under, square = q * q, tail = F(select)(large, CONST(HALF_PI_TAIL), zero);
    return F(copysign)(head + (q + F(fma)(q * square, F(arctan_rest)(square), tail)), x);
}

/* |x| <= 1/2: x itself, else s in two parts; and what arcsin has beyond it. */
INLINE V F(arcsin_parts)(V a, F(mask) wide, V *rest)
{
    V halved = F(fnma)(C(0.5f), a, C(0.5f)), root = F(sqrt)(halved);
    V root_rest = F(defect)(root, root, halved) * F(half_inverse_root)(halved);
    V v = F(select)(wide, root, a), square = F(select)(wide, halved, a * a);
    *rest = F(fma)(v * square, F(arcsin_rest)(square), F(select)(wide, root_rest, C(0)));
    return v;
}

INLINE V F(arcsin)(V x)
{
    V a = F(abs)(x), rest, lost, zero = C(0);
    F(mask) wide = F(gt)(a, C(0.5f));
    V v = F(arcsin_parts)(a, wide, &rest), factor = F(select)(wide, C(-2), C(1));
    V sum = F(fast_sum)(F(select)(wide, CONST(HALF_PI_HEAD), zero), factor * v, &lost);
    lost += F(select)(wide, CONST(HALF_PI_TAIL), zero);
    return F(xorsign)(sum + F(fma)(factor, rest, lost), x);
}

/* pi / 2 - arcsin x, 2 arcsin s, or pi - 2 arcsin s. */
INLINE V F(arccos)(V x)
{
    V a = F(abs)(x), rest, lost, zero = C(0);
    F(mask) wide = F(gt)(a, C(0.5f)), negative = F(lt)(x, zero);
    V v = F(arcsin_parts)(a, wide, &rest), factor = F(xorsign)(F(select)(wide, C(2), C(-1)), x);
    V turns = F(select)(wide, F(select)(negative, C(2), zero), C(1));
    V sum = F(fast_sum)(turns * CONST(HALF_PI_HEAD), factor * v, &lost);
    return sum + F(fma)(factor, rest, F(fma)(turns, CONST(HALF_PI_TAIL), lost));
}

#undef F
#undef V
#undef C
#undef CONST
#undef INVERSE_PASTE
#undef INVERSE_NAME
#undef INVERSE_TYPE
#undef INVERSE_VECTOR
