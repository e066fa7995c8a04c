"""Derives what ``trig.h`` and ``inverse.h`` in ``tenferro/_kernels/math`` contain; see ``minimax.py`` for how.

python tools/minimax_circular.py                    # the names
python tools/minimax_circular.py trig_f64 trig_f32
"""

import sys

from minimax import BITS, c_float, c_polynomial, c_rows, c_table, entry, extrema, main, mp, odd_rest, rounded

#: how far past half a step rounding may leave what the reduction makes of x
SLACK = 1 + mp.mpf(2) ** -18


def pi_in_parts(form, short):
    """pi: all bits of the format, then `short` bits (exact when multiplied by a small integer), then all bits again."""
    lines, left = [], +mp.pi
    for name, bits in (("PI", BITS[form]), ("PI_SHORT", short), ("PI_REST", BITS[form])):
        part = rounded(left, bits)
        left -= part
        lines.append(f"#define {name}_{form.upper()} {c_float(part, form)}")
    for name, value in (("PI_TAIL", mp.pi - rounded(mp.pi, BITS[form])), ("ONE_PI", 1 / mp.pi)):
        lines.append(f"#define {name}_{form.upper()} {c_float(rounded(value, BITS[form]), form)}")
    return "\n".join(lines) + "\n"


#: the slope in x^2 of sin x / x from 0 to (pi / 2)^2, short enough for floats: what the other terms add is 0 at
#: both ends
SIN_CHORD = rounded(4 * (2 / mp.pi - 1) / mp.pi**2, 20)


def sine(form, terms):
    """sin x = x + chord x^3 + x^3 (c0 + c1 x^2 + ...)."""
    text = odd_rest("SIN", lambda x: mp.sin(x) - SIN_CHORD * x**3, form, terms, mp.pi / 2 * SLACK)
    return f"#define SIN_CHORD_{form.upper()} {c_float(SIN_CHORD, form)}\n" + text


def best_on_columns(columns, target, reach, points=400):
    """Coefficients c that minimise max |target(u) - sum c_k columns_k(u)| for 0 < u < reach, and that maximum."""
    places = [reach * (1 - mp.cos(mp.pi * (i + mp.mpf(1) / 2) / points)) / 2 for i in range(points)]
    rows, targets = [[column(u) for column in columns] for u in places], [target(u) for u in places]
    count = len(columns) + 1
    chosen = [int((i + 0.5) * (points - 1) / count) for i in range(count)]
    for _ in range(30):
        system = mp.matrix([rows[index] + [(-1) ** i] for i, index in enumerate(chosen)])
        solution = mp.lu_solve(system, mp.matrix([targets[index] for index in chosen]))
        errors = [
            t - sum(a * c for a, c in zip(row, solution, strict=False)) for row, t in zip(rows, targets, strict=True)
        ]
        found, worst = extrema(errors, count), max(map(abs, errors))
        if len(found) < count or worst <= abs(solution[count - 1]) * mp.mpf("1.0001"):
            break
        chosen = found
    return list(solution)[:-1], worst


def tangent(form, over, under):
    """tan x = (x + x^3 (a0 + a1 x^2 + ...)) / (1 - x^2 / 2 + x^4 (b0 + b1 x^2 + ...)) for |x| <= pi / 4.

    With the half given, that is linear in all coefficients; each is rounded in turn, those of low powers first.
    """

    def ratio(u):
        return mp.tan(mp.sqrt(u)) / mp.sqrt(u)

    columns = [(k, "A", lambda u, k=k: u ** (k + 1)) for k in range(over)]
    columns += [(k + 0.5, "B", lambda u, k=k: -ratio(u) * u ** (k + 2)) for k in range(under)]
    columns.sort(key=lambda column: column[0])
    kept, reach = [], (mp.pi / 4 * SLACK) ** 2
    while len(kept) < len(columns):

        def target(u):
            return (
                ratio(u) * (1 - u / 2)
                - 1
                - sum(c * column(u) for c, (_, _, column) in zip(kept, columns, strict=False))
            )

        found, worst = best_on_columns([column for _, _, column in columns[len(kept) :]], target, reach)
        kept.append(rounded(found[0], BITS[form]))
    parts = {"A": [], "B": []}
    for c, (_, part, _) in zip(kept, columns, strict=True):
        parts[part].append(c)
    return "".join(
        c_polynomial(f"TAN_{name}_{form.upper()}", parts[key], worst, form)
        for name, key in (("OVER", "A"), ("UNDER", "B"))
    )


@entry
def trig_f64():
    return pi_in_parts("f64", 31) + sine("f64", 8) + tangent("f64", 3, 4)


@entry
def trig_f32():
    return pi_in_parts("f32", 13) + sine("f32", 5) + odd_rest("TAN", mp.tan, "f32", 7, mp.pi / 4 * SLACK)


def places(name, value):
    """64 zeros and 1280 places of a number below 1, as words."""
    with mp.workprec(1500):
        digits = int(mp.floor(mp.ldexp(value(), 1280)))
    words = [0] + [digits >> (1216 - 64 * i) & (2**64 - 1) for i in range(20)]
    texts = [f"0x{word:016x}" for word in words]
    body = ",\n    ".join(", ".join(texts[i : i + 5]) for i in range(0, len(texts), 5))
    return f"static const uint64_t {name}[{len(words)}] = {{\n    {body},\n}};\n"


@entry
def trig_bits():
    """The places of 1 / pi; pi / 4 as two words."""
    quarter = int(mp.nint(mp.ldexp(mp.pi, 126)))
    table = places("ONE_PI_BITS", lambda: 1 / mp.pi)
    return table + f"/* pi / 4: 0x{quarter >> 64:016x}, 0x{quarter & (2**64 - 1):016x} */\n"


@entry
def exp2_bits():
    """The places of ln 2 / pi."""
    return places("LN2_PI_BITS", lambda: mp.log(2) / mp.pi)


@entry
def complex_power():
    """1 / n! in two parts, and those that need one."""
    values = [1 / mp.factorial(n) for n in range(1, 16)]
    heads = [rounded(value) for value in values]
    rows = {
        "HEADS": heads[:8],
        "TAILS": [rounded(value - head) for value, head in zip(values[:8], heads, strict=False)],
        "REST": heads[8:],
    }
    return "".join(
        f"#define OVER_FACTORIAL_{name} {', '.join(c_float(x, 'f64') for x in row)}\n" for name, row in rows.items()
    )


def point_near(x, form):
    """The format's number near x whose arctangent, of some thousands, is nearest to a number of the format; both."""
    best, step = (1,), mp.ldexp(1, int(mp.floor(mp.log(x, 2))) - BITS[form] + 1)
    for i in range(-1000, 1000):
        point = rounded(x, BITS[form]) + i * step
        head = rounded(mp.atan(point), BITS[form])
        best = min(best, (abs(mp.atan(point) / head - 1), point, head))
    return best[1:]


def arctan_rows(form):
    """Rows c, atan c for each quarter of an octave from 5/16 to 7/2, by the last four bits of exponent and first
    two of fraction.

    Below are zeros, above only pi / 2. The last bits of c are chosen so that atan c needs no second part.
    """
    rows = []
    for i in range(16):
        size = 2 if i < 4 else mp.mpf(2) ** (i // 4 - 3)
        low, high = size * (1 + mp.mpf(i % 4) / 4), size * (1 + mp.mpf(i % 4 + 1) / 4)
        rows.append(point_near(mp.tan((mp.atan(low) + mp.atan(high)) / 2), form))
    rows[3], rows[4] = (mp.mpf(0), rounded(mp.pi / 2, BITS[form])), (mp.mpf(0), mp.mpf(0))
    return rows


def angle_rows(form):
    """Angles in two parts by steps of slope (0, 1/2, 1, none), + 4 where it is nearer to the y axis, + 8 left of it."""
    rows = []
    for i in range(16):
        slope = mp.atan((mp.mpf(0), mp.mpf(1) / 2, mp.mpf(1), mp.mpf(0))[i % 4])
        value = mp.pi / 2 - slope if i & 4 else slope
        value = mp.pi - value if i & 8 else value
        head = rounded(value, BITS[form])
        rows.append((head, rounded(value - head, BITS[form])))
    return rows


def inverse(form, atan_terms, asin_terms):
    lines = []
    for name, value in (("HALF_PI", mp.pi / 2),):
        head, tail = rounded(value, BITS[form]), rounded(value - rounded(value, BITS[form]), BITS[form])
        lines += [f"#define {name}_HEAD_{form.upper()} {c_float(head, form)}"]
        lines += [f"#define {name}_TAIL_{form.upper()} {c_float(tail, form)}"]
    parts = ["\n".join(lines) + "\n", odd_rest("ARCTAN", mp.atan, form, atan_terms, mp.mpf(5) / 16)]
    parts.append(odd_rest("ARCSIN", mp.asin, form, asin_terms, mp.mpf(1) / 2))
    for name, rows in (("ARCTAN", arctan_rows(form)), ("ANGLE", angle_rows(form))):
        if form == "f64":
            parts.append(c_rows(f"{name}_ROWS", rows))
        else:
            parts.append(c_table(f"{name}_TABLE_F32", [row[i] for i in range(2) for row in rows], form))
    return "".join(parts)


@entry
def inverse_f64():
    return inverse("f64", 9, 12)


@entry
def inverse_f32():
    return inverse("f32", 4, 5)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
