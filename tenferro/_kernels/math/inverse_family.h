/* The functions of inverse.h, written once: included with REAL = f64 and REAL = f32. See exp_family.h for the style. */
#define INVERSE_PASTE(a, b) a##_##b
#define INVERSE_NAME(a, b) INVERSE_PASTE(a, b)
#define INVERSE_TYPE(a) a##v
#define INVERSE_VECTOR(a) INVERSE_TYPE(a)
#define F(name) INVERSE_NAME(name, REAL)
#define V INVERSE_VECTOR(REAL)
#define C(x) F(splat)(x)
#define CONST(name) C(INVERSE_CONSTANT(name))

/* x with its sign flipped where that of `sign` is set; `sign` holds nothing else. */
static inline V F(flipped)(V x, V sign) { return (V)(F(bits)(x) ^ F(bits)(sign)); }

/* The angle of the point (x, y) for |x| = a, |y| = b, `left` the sign of x: between 0 and pi. a + b is a moderate number. */
static inline V F(angle)(V b, V a, V left, int plain)
{
    V zero = C(0), greater = F(max)(a, b), lesser = F(min)(a, b), lost;
    F(mask) steep = F(gt)(b, a), near_half = F(gt)(lesser, C(0.25f) * greater), near_one = F(gt)(lesser, C(0.8125f) * greater);
    V slope = F(select)(near_one, C(1), F(select)(near_half, C(0.5f), zero));
    V flip = F(select)(steep, C(-0.0f), zero);
    V offset = F(select)(steep, CONST(PI_HEAD) * C(0.5f), zero), offset_rest = F(select)(steep, CONST(PI_LEFT) * C(0.5f), zero);
    if (!plain) {
        F(mask) beyond = F(lt)((V)(F(bits)(left) | F(bits)(C(1))), zero);
        offset = F(select)(steep, offset, F(select)(beyond, CONST(PI_HEAD), zero));
        offset_rest = F(select)(steep, offset_rest, F(select)(beyond, CONST(PI_LEFT), zero));
        flip = F(flipped)(flip, left);
    }
    V base = F(select)(near_one, CONST(PI_HEAD) * C(0.25f), F(select)(near_half, CONST(ATAN_HALF_HEAD), zero));
    V rest = F(select)(near_one, CONST(PI_LEFT) * C(0.25f), F(select)(near_half, CONST(ATAN_HALF_LEFT), zero));
    offset += F(flipped)(base, flip);
    rest = offset_rest + F(flipped)(rest, flip);

    V over = F(flipped)(F(fnma)(slope, greater, lesser), flip), under = F(fast_sum)(greater, slope * lesser, &lost);
    V inverse = C(1) / under, q = over * inverse;
    V q_rest = (F(defect)(q, under, over) - q * lost) * inverse, square = q * q;
    V sum = F(fast_sum)(offset, q, &lost);
    rest = F(fma)(q * square, F(arctan_rest)(square), rest + q_rest) + lost;
    return sum + rest;
}

/* Zeros, infinities and NaN become points of the same angle, and all others are brought near 1. */
static __attribute__((noinline, cold)) void F(far_points)(V *y, V *x)
{
    V b = F(abs)(*y), a = F(abs)(*x), most = F(max)(a, b), zero = C(0), one = C(1), infinity = C(INFINITY);
    F(mask) unbounded = F(eq)(most, infinity) & F(eq)(a, a) & F(eq)(b, b);
    V scale = F(select)(F(gt)(most, CONST(ANGLE_LARGE)), C(1) / CONST(ANGLE_LIFT), one);
    scale = F(select)(F(lt)(most, CONST(ANGLE_SMALL)), CONST(ANGLE_LIFT), scale);
    *y = F(select)(unbounded, F(select)(F(eq)(b, infinity), one, zero), b * scale + zero * a); /* NaN if either is */
    *x = F(select)(unbounded, F(select)(F(eq)(a, infinity), one, zero), F(select)(F(eq)(most, zero), one, a * scale));
}

static inline V F(arctan2)(V y, V x)
{
    V b = F(abs)(y), a = F(abs)(x), size = a + b, left = (V)(F(bits)(x) & INVERSE_SIGN);
    if (__builtin_expect(!F(all)(F(lt)(size, CONST(ANGLE_LARGE)) & F(gt)(size, CONST(ANGLE_SMALL))), 0)) {
        V far_b = b, far_a = a; /* copies, so that a and b need not live in memory */
        F(far_points)(&far_b, &far_a);
        b = far_b, a = far_a;
    }
    return F(xorsign)(F(angle)(b, a, left, 0), y);
}

static inline V F(arctan)(V x)
{
    return F(xorsign)(F(angle)(F(min)(CONST(ARCTAN_LARGE), F(abs)(x)), C(1), C(0), 1), x);
}

/* |x| <= 1/2: x itself, else s in two parts; and what arcsin has beyond it. */
static inline V F(arcsin_parts)(V a, F(mask) wide, V *rest)
{
    V halved = F(fnma)(C(0.5f), a, C(0.5f)), root = F(sqrt)(halved);
    V root_rest = F(defect)(root, root, halved) * F(half_inverse_root)(halved);
    V v = F(select)(wide, root, a), square = F(select)(wide, halved, a * a);
    *rest = F(fma)(v * square, F(arcsin_rest)(square), F(select)(wide, root_rest, C(0)));
    return v;
}

static inline V F(arcsin)(V x)
{
    V a = F(abs)(x), rest, lost, zero = C(0);
    F(mask) wide = F(gt)(a, C(0.5f));
    V v = F(arcsin_parts)(a, wide, &rest), factor = F(select)(wide, C(-2), C(1));
    V sum = F(fast_sum)(F(select)(wide, CONST(PI_HEAD) * C(0.5f), zero), factor * v, &lost);
    lost += F(select)(wide, CONST(PI_LEFT) * C(0.5f), zero);
    return F(xorsign)(sum + F(fma)(factor, rest, lost), x);
}

/* pi / 2 - arcsin x, 2 arcsin s, or pi - 2 arcsin s. */
static inline V F(arccos)(V x)
{
    V a = F(abs)(x), rest, lost, zero = C(0);
    F(mask) wide = F(gt)(a, C(0.5f)), negative = F(lt)(x, zero);
    V v = F(arcsin_parts)(a, wide, &rest), factor = F(xorsign)(F(select)(wide, C(2), C(-1)), x);
    V turns = F(select)(wide, F(select)(negative, C(1), zero), C(0.5f));
    V sum = F(fast_sum)(turns * CONST(PI_HEAD), factor * v, &lost);
    return sum + F(fma)(factor, rest, F(fma)(turns, CONST(PI_LEFT), lost));
}

#undef F
#undef V
#undef C
#undef CONST
#undef INVERSE_PASTE
#undef INVERSE_NAME
#undef INVERSE_TYPE
#undef INVERSE_VECTOR
