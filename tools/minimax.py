"""Derives the polynomials and tables of ``tenferro/_kernels/math/*.h`` and prints them as C, in hexadecimal floats.

    python tools/minimax.py                 # the names
    python tools/minimax.py exp_f64 log_f64 # what these headers contain, to paste
    python tools/minimax.py --check log_f64 # whether the headers hold that; without names, all

Each function below is one entry: it says what is approximated, on which interval, by which powers, and in which format
the coefficients are kept. Two steps find them:

1. `minimax` solves the weighted minimax problem by Remez exchange on a dense Chebyshev grid, in 200-bit arithmetic.
2. `fit` rounds the coefficient of the lowest power to its format, subtracts that term from the function, solves again
   for the rest, and so on: each coefficient repairs the rounding of those before it. It returns the error left.
"""

import re
import struct
import sys
from pathlib import Path

import mpmath as mp

mp.mp.prec = 200
ENTRIES = {}
BITS = {"f64": 53, "f32": 24}
HEADERS = Path(__file__).resolve().parents[1] / "tenferro" / "_kernels" / "math"


def entry(function):
    """Registers `function` under its name for the command line; it returns the C text."""
    ENTRIES[function.__name__] = function
    return function


def rounded(value, bits=53):
    """`value` to `bits` significant bits, ties to even."""
    with mp.workprec(bits):
        return +mp.mpf(value)


def grid(low, high, points):
    """Chebyshev points of [low, high], both ends included."""
    middle, half = (mp.mpf(low) + high) / 2, (mp.mpf(high) - low) / 2
    return [middle - half * mp.cos(mp.pi * i / (points - 1)) for i in range(points)]


def extrema(errors, count):
    """Indices of `count` alternating extremes of `errors`: one for each run of one sign, then the ends trimmed."""
    best = []
    for index, error in enumerate(errors):
        if best and (errors[best[-1]] > 0) == (error > 0):
            if abs(error) > abs(errors[best[-1]]):
                best[-1] = index
        else:
            best.append(index)
    while len(best) > count:
        del best[0 if abs(errors[best[0]]) < abs(errors[best[-1]]) else -1]
    return best


def least_squares(targets, points, powers, weights):
    """What `minimax` falls back on where powers of one parity have no unique alternation about zero."""
    rows = mp.matrix([[w * x**k for k in powers] for x, w in zip(points, weights, strict=True)])
    wanted = mp.matrix([w * t for t, w in zip(targets, weights, strict=True)])
    solution = mp.lu_solve(rows.T * rows, rows.T * wanted)
    return list(solution), max(abs(e) for e in wanted - rows * solution)


def minimax(targets, points, powers, weights):
    """Coefficients c that minimise max |weight * (target - sum c_k x^k)| over `points`, and that maximum."""
    count = len(powers) + 1
    chosen = [round(i * (len(points) - 1) / (count - 1)) for i in range(count)]
    best = None
    for _ in range(40):
        system = mp.matrix(count, count)
        for row, index in enumerate(chosen):
            for column, power in enumerate(powers):
                system[row, column] = points[index] ** power
            system[row, count - 1] = (-1) ** row / weights[index]
        try:
            solution = mp.lu_solve(system, mp.matrix([targets[index] for index in chosen]))
        except ZeroDivisionError:
            return least_squares(targets, points, powers, weights)
        coefficients, level = list(solution)[:-1], abs(solution[count - 1])
        errors = [
            w * (t - sum(c * x**k for c, k in zip(coefficients, powers, strict=True)))
            for x, t, w in zip(points, targets, weights, strict=True)
        ]
        worst = max(map(abs, errors))
        if best is None or worst < best[1]:  # after a rounding one extreme too many may make the exchange go round
            best = coefficients, worst
        found = extrema(errors, count)
        if len(found) < count or worst <= level * (1 + mp.mpf("1e-6")):
            break
        chosen = found
    return best


def fit(function, low, high, powers, formats, weight=lambda x: 1, fixed=()):
    """Rounded coefficients of `powers` (ascending) for `function` on [low, high], and the greatest weighted error.

    `fixed` holds terms that are given, as (power, value). `formats` names the format of each coefficient ("f64", "f32",
    or a number of bits). The grid has an even number of points: a weight may have its pole in the middle. What is left
    after a rounding is divided by its lowest power, so that polynomials with a constant term remain to be found.
    """
    points = grid(low, high, 24 * (len(powers) + 2))
    targets = [function(x) - sum(v * x**k for k, v in fixed) for x in points]
    weights = [abs(mp.mpf(weight(x))) for x in points]
    kept, left, before = [], list(powers), None
    for form in formats:
        least = left[0]
        scaled = [t / x**least for x, t in zip(points, targets, strict=True)]
        scaled_weights = [w * abs(x) ** least for x, w in zip(points, weights, strict=True)]
        coefficients, worst = minimax(scaled, points, [power - least for power in left], scaled_weights)
        if before is not None:  # the solution before, less its first, may have stayed the better one
            earlier = max(
                abs(w * (t - sum(c * x ** (k - least) for c, k in zip(before, left, strict=True))))
                for x, t, w in zip(points, scaled, scaled_weights, strict=True)
            )
            coefficients = before if earlier < worst else coefficients
        before = coefficients[1:]
        value = rounded(coefficients[0], BITS.get(form, form))
        left.pop(0)
        kept.append(value)
        targets = [t - value * x**least for x, t in zip(points, targets, strict=True)]
    worst = max(abs(w * t) for w, t in zip(weights, targets, strict=True))
    return kept, worst


def c_float(value, form="f64"):
    """The C text of a value that the format holds exactly."""
    number = float(value)
    if form == "f32":
        number = struct.unpack("f", struct.pack("f", number))[0]
    assert mp.mpf(number) == value, f"{value} is no {form}"
    text = number.hex()
    mantissa, exponent = text.split("p")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}p{exponent}{'f' if form == 'f32' else ''}".replace("p+", "p")


def c_polynomial(name, kept, worst, form="f64"):
    """One macro whose arguments are the coefficients from the lowest power up, with its error as a comment."""
    values = ", ".join(c_float(value, form) for value in kept)
    return f"/* error 2^{mp.nstr(mp.log(worst, 2), 4)} */\n#define {name} {values}\n"


def c_table(name, values, form="f64", per_line=4):
    """A static array."""
    kind = {"f64": "double", "f32": "float"}[form]
    texts = [c_float(value, form) for value in values]
    rows = [", ".join(texts[i : i + per_line]) for i in range(0, len(texts), per_line)]
    body = ",\n    ".join(rows)
    return f"static const {kind} {name}[{len(values)}] = {{\n    {body},\n}};\n"


def c_rows(name, rows, form="f64"):
    """A list of rows as simd.h's tables take it: a macro that calls ROW for each."""
    texts = [f"    ROW({', '.join(c_float(value, form) for value in row)})" for row in rows]
    return f"#define {name}(ROW) \\\n" + " \\\n".join(texts) + "\n"


def head_and_tail(value, bits, form="f64"):
    """`value` as a head of few bits, so that small multiples of it are exact, and the rest."""
    head = rounded(value, bits)
    return head, rounded(value - head, BITS[form])


# --- exp.h ---

#: half the distance of the multiples of ln 2 / 16, and a little for the rounding of the reduction
REACH = mp.log(2) / 32 * mp.mpf("1.0001")


def exp_power(name, base, form, degree):
    """b^r - 1 = r (c0 + c1 r + ...), absolute error, |r| within half a step of 1/16 in the exponent of two."""
    reach = REACH / mp.log(base)
    powers = list(range(degree))
    found = fit(lambda r: mp.expm1(r * mp.log(base)) / r, -reach, reach, powers, [form] * degree, weight=lambda r: r)
    return c_polynomial(f"{name}_{form.upper()}", *found, form)


def exp_rest(name, form, terms, weight, low=-REACH, high=REACH):
    """e^r = 1 + r + r^2 (c0 + c1 r + ...)."""
    powers = list(range(terms))
    found = fit(lambda r: (mp.expm1(r) - r) / r**2, low, high, powers, [form] * terms, weight=weight)
    return c_polynomial(f"{name}_{form.upper()}", *found, form)


def wide_rest(name, form, terms, rate, low, high, weight):
    """(e^(rate x) - 1) / |rate| = sign x + x^2 (c0 + c1 x + ...), rate x between such powers of two."""
    sign = 1 if rate > 0 else -1
    low, high = (end * mp.log(2) / abs(rate) * mp.mpf("1.0001") for end in (mp.mpf(low), mp.mpf(high)))
    powers = list(range(terms))
    found = fit(lambda x: (mp.expm1(rate * x) / abs(rate) - sign * x) / x**2, low, high, powers, [form] * terms,
                weight=weight)  # fmt: skip
    return c_polynomial(f"{name}_{form.upper()}", *found, form)


def odd_rest(name, function, form, terms, reach):
    """f(x) = x + x^3 (c0 + c1 x^2 + ...) for |x| < reach, relative error."""

    def rest(u):
        return (function(mp.sqrt(u)) / mp.sqrt(u) - 1) / u

    powers = list(range(terms))
    found = fit(rest, mp.mpf(2) ** -80, mp.mpf(reach) ** 2, powers, [form] * terms, weight=lambda u: u)
    return c_polynomial(f"{name}_{form.upper()}", *found, form)


def split_constants(form, head_bits):
    """ln 2 in two parts, the first short enough for exact products with n, and its reciprocal."""
    head, tail = head_and_tail(mp.log(2), head_bits, form)
    values = (("LN2_HEAD", head), ("LN2_TAIL", tail), ("LOG2_E", rounded(1 / mp.log(2), BITS[form])))
    return "".join([f"#define {name}_{form.upper()} {c_float(value, form)}\n" for name, value in values])


def sixteenths(form):
    """2^(i/16), rounded, and the relative tail left off."""
    exact = [mp.mpf(2) ** (mp.mpf(i) / 16) for i in range(16)]
    heads = [rounded(value, BITS[form]) for value in exact]
    tails = [rounded((value - head) / head, BITS[form]) for value, head in zip(exact, heads, strict=True)]
    return heads, tails


@entry
def exp_f64():
    parts = [split_constants("f64", 36), exp_rest("EXP", "f64", 5, lambda r: r**2)]
    parts.append(exp_power("EXP2", 2, "f64", 6))
    parts += [exp_rest("EXPM1", "f64", 7, abs, high=2 * REACH), odd_rest("SINH", mp.sinh, "f64", 7, 1)]
    parts.append(wide_rest("SIGMOID", "f64", 10, -1, "-0.5", "0.5", lambda x: x**2))
    parts.append(wide_rest("TANH", "f64", 11, 2, "-0.375", "0.625", abs))
    return "".join(parts) + c_rows("POWERS_ROWS", zip(*sixteenths("f64"), strict=True))


#: expm1_f32 has no n, and r = x, up to here: e^x - 1 is -1/8 at its other end
EXPM1_NEAR = "0.1335"

#: tanh_f32's intervals are quarters of the octaves of 1 + TANH_STEP |x|, which ends below 16 at |x| = TANH_HIGH
TANH_STEP = mp.mpf("1.625")
TANH_HIGH = mp.mpf("9.1875")


def lucky(function, inverse, middle, form, candidates):
    """A number of the format next to `middle` whose value is, nearly, a number of the format, and that number."""
    start = rounded(inverse(rounded(function(middle), BITS[form])), BITS[form])
    unit = mp.mpf(2) ** (mp.floor(mp.log(start, 2)) + 1 - BITS[form])
    places = [rounded(start + k * unit, BITS[form]) for k in range(-candidates, candidates)]
    pairs = [(x, rounded(function(x), BITS[form])) for x in places]
    return min(pairs, key=lambda pair: abs(function(pair[0]) - pair[1]))


def tanh_row(low, high):
    """Centre and head, then the coefficients of (tanh a - head) / (a - centre); from 0 on of tanh a / a - 1."""
    if low == 0:
        found, worst = fit(lambda a: mp.tanh(a) / a - 1, mp.mpf(2) ** -40, high, range(1, 6), ["f32"] * 5)
        return [mp.mpf(0)] * 3 + found, worst
    centre, head = lucky(mp.tanh, mp.atanh, (low + high) / 2, "f32", 100)

    def slope(d):
        return (mp.tanh(centre + d) - mp.tanh(centre)) / d

    ends = low - centre, high - centre
    found, worst = fit(slope, *ends, range(6), ["f32"] * 6, weight=lambda d: d / mp.tanh(low))
    return [centre, head, *found], worst


def tanh_rows():
    """The table: the lowest bits of the exponent of 1 and two of its fraction make 12 the first interval's row."""
    ends = [(2 ** mp.mpf(i // 4) * (1 + mp.mpf(i % 4) / 4) - 1) / TANH_STEP for i in range(17)]
    rows = [tanh_row(low, min(high, TANH_HIGH)) for low, high in zip(ends, ends[1:], strict=False)]
    worst = mp.nstr(mp.log(max(row[1] for row in rows), 2), 4)
    return f"/* error 2^{worst} */\n" + c_rows("TANH_ROWS", [row for row, _ in rows[4:] + rows[:4]], "f32")


@entry
def exp_f32():
    parts = [split_constants("f32", 12), exp_rest("EXP", "f32", 2, lambda r: r**2)]
    parts.append(exp_power("EXP2", 2, "f32", 3))
    near = mp.mpf(EXPM1_NEAR)
    parts += [exp_rest("EXPM1", "f32", 4, abs, -near, near), odd_rest("SINH", mp.sinh, "f32", 4, 1)]
    parts.append(wide_rest("SIGMOID", "f32", 5, -1, "-0.5", "0.5", lambda x: x**2))
    parts.append(tanh_rows())
    heads, tails = sixteenths("f32")
    return "".join(parts) + c_table("POWERS_F32", heads, "f32") + c_table("POWER_TAILS_F32", tails, "f32")


# --- log.h, pow.h ---

#: Heads of the logarithms are multiples of this: then exponent * head + head is exact.
LOG_GRID = {"f64": mp.mpf(2) ** -42, "f32": mp.mpf(2) ** -16}


def on_grid(value, form):
    return mp.nint(value / LOG_GRID[form]) * LOG_GRID[form]


def reciprocal(low, high, below_one):
    """The short c nearest to 1/m for m in [low, high), such that m c - 1 has no more bits than m: it is exact."""
    best = (1, None)
    for fraction in range(3, 8):
        for k in range(2 ** (fraction - 1), 2 ** (fraction + 1)):
            c = mp.mpf(k) / 2**fraction
            reach = max(abs(low * c - 1), abs(high * c - 1))
            bits = fraction + int(mp.floor(mp.log(reach, 2))) + (1 if below_one else 0)
            if bits <= 0 and reach < best[0]:
                best = (reach, c)
    return best[1]


def log_rows():
    """For 16 intervals of the significand, by its first four bits: c, and whether the exponent counts one more."""
    rows = []
    for i in range(16):
        size = mp.mpf(1) if i < 8 else mp.mpf(1) / 2
        low, high = size * (1 + mp.mpf(i) / 16), size * (1 + mp.mpf(i + 1) / 16)
        exact_one = i in (0, 15)  # next to 1, where the logarithm is small, r must be all there is
        rows.append((mp.mpf(1) if exact_one else reciprocal(low, high, i >= 8), i >= 8))
    return rows


def log_reach():
    """The least and the greatest r = m c - 1 of all rows."""
    ends = []
    for i, (c, halved) in enumerate(log_rows()):
        ends += [c * (1 + mp.mpf(i + k) / 16) / (2 if halved else 1) - 1 for k in (0, 1)]
    return min(ends), max(ends)


def log_table(base, form):
    """Rows -c, head and tail of -log c, with log 2 added where the significand was halved."""
    unit = mp.log(2) / mp.log(base)
    rows = []
    for c, halved in log_rows():
        value = -mp.log(c) / mp.log(base)
        head = on_grid(value, form) + (on_grid(unit, form) if halved else 0)
        value += unit if halved else 0
        rows.append((-c, head, rounded(value - head, BITS[form])))
    return rows


def log_polynomial(name, base, form, terms):
    """ln: log(1 + r) = r + r^2 (c0 + c1 r + ...); else r (head + c0 + c1 r + ...) with the head of 1 / ln b."""
    low, high, powers = *log_reach(), list(range(terms))
    if base == mp.e:
        found = fit(lambda r: (mp.log1p(r) - r) / r**2, low, high, powers, [form] * terms, weight=lambda r: r)
        return c_polynomial(f"{name}_{form.upper()}", *found, form)
    head = rounded(1 / mp.log(base), BITS[form])
    found = fit(lambda r: mp.log1p(r) / mp.log(base) / r - head, low, high, powers, [form] * terms)
    text = c_polynomial(f"{name}_{form.upper()}", *found, form)
    return f"#define {name}_HEAD_{form.upper()} {c_float(head, form)}\n{text}"


def logarithms(form, terms):
    parts = []
    for name, base, unit in (("LN", mp.e, "LN2"), ("LOG2", 2, ""), ("LOG10", 10, "LG2")):
        if unit:
            value = mp.log(2) / mp.log(base)
            head = on_grid(value, form)
            parts.append(f"#define {unit}_GRID_{form.upper()} {c_float(head, form)}\n")
            rest = rounded(value - head, BITS[form])
            parts.append(f"#define {unit}_REST_{form.upper()} {c_float(rest, form)}\n")
        parts.append(log_polynomial(name, base, form, terms + (base != mp.e)))
        rows = log_table(base, form)
        if form == "f64":
            parts.append(c_rows(f"{name}_ROWS", rows))
        else:
            parts.append(c_table(f"{name}_TABLE_F32", [row[i] for i in range(3) for row in rows], form))
    return "".join(parts)


@entry
def log_f64():
    return logarithms("f64", 10)


@entry
def log_f32():
    return logarithms("f32", 4)


def less_sixteenths(value, i, form):
    """The number whose bits are those of `value` less i sixteenths of a unit of the exponent."""
    real, whole, mantissa = {"f64": ("<d", "<q", 52), "f32": ("<f", "<i", 23)}[form]
    (bits,) = struct.unpack(whole, struct.pack(real, float(value)))
    return mp.mpf(struct.unpack(real, struct.pack(whole, bits - (i << (mantissa - 4))))[0])


def softplus_parts(form, terms, power_bits, unit):
    """2^(i/16) to few bits, less i sixteenths in the bits, with what its logarithm is more than i ln 2 / 16; then, for
    the rows of e = i / 15, a short c next to 1 / (1 + e), c - 1 - log c on a grid, what that leaves off;
    (log(1 + r) - r) / r^2."""
    powers = [rounded(mp.mpf(2) ** (mp.mpf(i) / 16), power_bits) for i in range(16)]
    rests = [rounded(mp.log(power) - i * mp.log(2) / 16, BITS[form]) for i, power in enumerate(powers)]
    rows, reach = [], mp.mpf(0)
    for i in range(16):
        c = mp.nint(1024 / (1 + mp.mpf(i) / 15)) / 1024
        head = mp.nint((c - 1 - mp.log(c)) / unit) * unit
        rows.append((c, head, rounded(c - 1 - mp.log(c) - head, BITS[form])))
        ends = [(1 + max(i + side, mp.mpf(0)) / 15) * c - 1 for side in (-mp.mpf("0.5001"), mp.mpf("0.5001"))]
        reach = max(reach, *map(abs, ends))
    found = fit(
        lambda r: (mp.log1p(r) - r) / r**2, -reach, reach, list(range(terms)), [form] * terms, weight=lambda r: r
    )
    text = c_polynomial(f"SOFTPLUS_{form.upper()}", *found, form)
    pairs = [(less_sixteenths(power, i, form), rest) for i, (power, rest) in enumerate(zip(powers, rests, strict=True))]
    if form == "f64":
        return text + c_rows("SOFTPLUS_POWERS_ROWS", pairs) + c_rows("SOFTPLUS_ROWS", rows)
    for name, table in (("SOFTPLUS_POWERS", pairs), ("SOFTPLUS_TABLE", rows)):
        text += c_table(f"{name}_F32", [row[i] for i in range(len(table[0])) for row in table], form)
    return text


@entry
def softplus_f64():
    return softplus_parts("f64", 9, 24, mp.mpf(2) ** -42)


@entry
def softplus_f32():
    return softplus_parts("f32", 4, 8, mp.mpf(2) ** -20)


def power_logarithm(form, terms):
    """log2(1 + r) = r K + r^2 (-K / 2 + r (c0 + c1 r + ...)), K and K / 2 in two parts; error relative to r."""
    k, (low, high) = 1 / mp.log(2), log_reach()
    tail = c_float(rounded(k - rounded(k, BITS[form]), BITS[form]), form)

    def rest(r):
        return (mp.log1p(r) - r + r**2 / 2) * k / r**3

    if form == "f32":  # log(1 + r) = r - r^2 / 2 (1 + r (c0 + c1 r + ...)), and K in two parts beside it

        def bracket(r):
            return -2 * (mp.log1p(r) - r + r**2 / 2) / r**3

        kept, worst = fit(bracket, low, high, list(range(terms)), [form] * terms, weight=lambda r: r**2 / 2)
        return f"#define LOG2_TAIL_F32 {tail}\n" + c_polynomial("POW_F32", kept, worst, form)
    (first, *others), worst = fit(rest, low, high, list(range(terms)), [form] * terms, weight=lambda r: r**2)
    lines = [f"#define LOG2_TAIL_{form.upper()} {tail}", f"#define POW_FIRST_{form.upper()} {c_float(first, form)}"]
    return "\n".join(lines) + "\n" + c_polynomial(f"POW_{form.upper()}", others, worst, form)


@entry
def pow_f64():
    return power_logarithm("f64", 10)


@entry
def pow_f32():
    return power_logarithm("f32", 4)


# --- hyperbolic.h ---


@entry
def hyperbolic_f32():
    return odd_rest("ARCTANH", mp.atanh, "f32", 4, mp.mpf("0.273"))


# --- root.h ---


def inverse_root(name, n, form, terms, reach):
    """(1 - e)^(-1/n) for |e| < reach: what repairs a rough inverse root."""
    powers = list(range(terms))
    found = fit(lambda e: (1 - e) ** (-mp.mpf(1) / n), -mp.mpf(reach), mp.mpf(reach), powers, [form] * terms)
    return c_polynomial(f"{name}_{form.upper()}", *found, form)


@entry
def root():
    found = [inverse_root("RSQRT", 2, form, terms, "0.0694") for form, terms in (("f64", 6), ("f32", 3))]
    return "".join(found + [inverse_root("CBRT", 3, form, terms, "0.1213") for form, terms in (("f64", 7), ("f32", 4))])


# --- the command line ---


def definitions(text):
    """The text of each macro and table by its name, without comments and layout."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).replace("\\\n", " ")
    macros = re.findall(r"^#define (\w+)(.*)$", text, re.MULTILINE)
    tables = re.findall(r"^static const \w+ (\w+)(\[[^;]*);", text, re.MULTILINE)
    return {name: "".join(body.split()) for name, body in macros + tables}


def check(names):
    """Whether the headers hold what the entries print; says what they don't."""
    held = {}
    for path in sorted(HEADERS.glob("*.h")):
        held |= definitions(path.read_text(encoding="utf-8"))
    wrong = 0
    for name in names or ENTRIES:
        wanted = definitions(ENTRIES[name]())
        assert wanted, f"{name} prints nothing"
        for key, text in wanted.items():
            if held.get(key) != text:
                wrong += 1
                print(f"{name}: {key} differs" if key in held else f"{name}: {key} is in no header")
    return wrong != 0


def main(names):
    if names[:1] == ["--check"]:
        return check(names[1:])
    if not names:
        print("\n".join(ENTRIES))
        return 0
    for name in names:
        print(ENTRIES[name]())
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
