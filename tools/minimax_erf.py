"""Derives what ``erf.h`` in ``tenferro/_kernels/math`` contains; see ``minimax.py`` for how.

python tools/minimax_erf.py                 # the names
python tools/minimax_erf.py erf_f64 erfc_f64

A row is center, f(center), and a polynomial in the distance from the center. Centers are moved a little, to where the
function happens to be a number of the format but for a thousandth of its last bit: no tail of it need be kept.
"""

import sys
import textwrap

from minimax import BITS, c_float, entry, grid, main, minimax, mp, rounded


def erfcx(x):
    return mp.exp(x * x) * mp.erfc(x)


def erfcx_slope(x):
    return 2 * x * erfcx(x) - 2 / mp.sqrt(mp.pi)


def erf_slope(x):
    return 2 / mp.sqrt(mp.pi) * mp.exp(-x * x)


def lucky_center(function, slope, near, form):
    """The center near `near` and the value there; of 600 neighbours of the value the one with the best inverse."""
    exact, best = function(near), None
    bits = BITS[form]
    unit = mp.mpf(2) ** (mp.floor(mp.log(exact, 2)) + 1 - bits)
    for j in range(600):
        value = (mp.nint(exact / unit) + (j + 1) // 2 * (-1) ** j) * unit
        if value >= 1 and function is mp.erf:
            continue  # has no inverse
        center = near
        for _ in range(2 if form == "f64" and near < 3 else 5):
            center -= (function(center) - value) / slope(center)
        if abs(center - near) > (0.011 if form == "f64" else 0.04):
            break
        center = rounded(center, bits)
        left = abs(function(center) - value)
        if best is None or left < best[0]:
            best = (left, center, value)
        if left < unit / 1000:
            break
    return best[1:]


def row(function, slope, low, high, near, form, terms, split):
    """center, value, c1 (, what is missing of it), c2, ...; the greatest relative error."""
    center, value = lucky_center(function, slope, near, form)
    points = grid(low - center, high - center, 12 * (terms + 2))
    first = rounded(slope(center), BITS[form])
    weights = [1 / function(center + r) for r in points]
    kept = [center, value, first]
    targets = [function(center + r) - value - first * r for r in points]
    left = list(range(1 if split else 2, terms + 1))
    # the others are so small beside the first that rounding them does not show
    found, worst = minimax(
        [t / r for t, r in zip(targets, points, strict=True)], points, [k - 1 for k in left],
        [w * abs(r) for w, r in zip(weights, points, strict=True)],
    )  # fmt: skip
    return kept + [rounded(c, BITS[form]) for c in found], worst


def small_erf(form, terms, reach):
    """erf x = 9/8 x + x (c0 + c1 u + ...), u = x^2, as a row: center and value 0, c1 = 9/8."""
    points = grid(mp.mpf(2) ** -70, mp.mpf(reach) ** 2, 12 * (terms + 2))

    def rest(u):
        x = mp.sqrt(u)
        return mp.erf(x) / x - mp.mpf(9) / 8

    found, worst = minimax([rest(u) for u in points], points, list(range(terms)), [mp.mpf(1)] * len(points))
    return [mp.mpf(0), mp.mpf(0), mp.mpf(9) / 8, *(rounded(c, BITS[form]) for c in found)], worst


def c_row_list(name, rows, worst, form, width):
    """A macro that calls ROW for each row; short rows are filled up with zeros."""
    lines = [f"/* error 2^{mp.nstr(mp.log(worst, 2), 4)} */", f"#define {name}_{form.upper()}(ROW)"]
    for values in rows:
        texts = [c_float(v, form) for v in values] + ["0"] * (width - len(values))
        text = f"ROW({', '.join(texts)})"
        lines += textwrap.wrap(text, 116, initial_indent="    ", subsequent_indent="        ")
    return " \\\n".join(lines[1:]).join((lines[0] + "\n", "\n"))


def sixteen(rows):
    """Rows for numbers modulo 16: eight stand twice, for the levels that tell no more than eight apart."""
    return (rows + rows)[:16] if len(rows) == 8 else rows + [[]] * (16 - len(rows))


def erf_rows(form, count, step, terms, small_terms, width):
    """Row i stands for the x nearest to i * step."""
    rows, errors = [], []
    small, worst = small_erf(form, small_terms, step / 2)
    rows.append(small)
    errors.append(worst)
    for i in range(1, count):
        kept, worst = row(mp.erf, erf_slope, (i - 0.5) * step, (i + 0.5) * step, i * step, form, terms, True)
        rows.append(kept)
        errors.append(worst)
    return c_row_list("ERF_ROWS", sixteen(rows), max(errors), form, width)


def erfc_rows(form, count, shift, parts, terms, width):
    """Rows are so many parts of an octave of x + `shift`, and stand where the bits of x + `shift` point."""
    rows, errors = [], []
    for i in range(count):
        low, high = (shift * mp.mpf(2) ** (k // parts) * (1 + mp.mpf(k % parts) / parts) - shift for k in (i, i + 1))
        kept, worst = row(erfcx, erfcx_slope, low, high, (low + high) / 2, form, terms, True)
        rows.append(kept)
        errors.append(worst)
    rows += [[]] * ((8 if count <= 8 else 16) - count)
    before = (int(mp.log(shift, 2)) - 1) * parts  # of 2, whose exponent is a power of two, the bits are 0
    return c_row_list("ERFC_ROWS", sixteen(rows[-before:] + rows[:-before]), max(errors), form, width)


@entry
def erf_f64():
    return erf_rows("f64", 15, mp.mpf(105) / 256, 13, 7, 16)


@entry
def erf_f32():
    return erf_rows("f32", 8, mp.mpf(17) / 32, 8, 5, 11)


@entry
def erfc_f64():
    return erfc_rows("f64", 16, 2, 4, 14, 20)


@entry
def erfc_f32():
    return erfc_rows("f32", 7, 1, 2, 8, 11)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
