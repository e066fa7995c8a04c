"""Derives what ``gamma.h`` in ``tenferro/_kernels/math`` contains; see ``minimax.py`` and ``minimax_erf.py`` for how.

python tools/minimax_gamma.py gamma_f64 lgamma_f64 stirling_f64

Rows are quarters of an octave, in the order of the last two bits of an exponent: [2, 4), [4, 8), [1/2, 1), [1, 2).
"""

import sys

from minimax import c_polynomial, entry, fit, main, mp
from minimax_erf import c_row_list, row


def gamma_slope(x):
    return mp.gamma(x) * mp.digamma(x)


def quotient(x):
    """log gamma(x) / ((x - 1) (x - 2))."""
    x = mp.mpf(x)
    if x in (1, 2):
        x += mp.mpf(2) ** -100
    return mp.loggamma(x) / ((x - 1) * (x - 2))


def quotient_slope(x):
    square = (x - 1) * (x - 2)
    return (mp.digamma(x) - quotient(x) * (2 * x - 3)) / square


def octave_rows(name, function, slope, terms, end):
    rows, errors = [], []
    for exponent in (1, 2, -1, 0):
        if 2**exponent >= end:
            rows += [[]] * 4
            continue
        for quarter in range(4):
            low, high = (mp.mpf(2) ** exponent * (1 + mp.mpf(quarter + k) / 4) for k in (0, 1))
            kept, worst = row(function, slope, low, high, (low + high) / 2, "f64", terms, True)
            rows.append(kept)
            errors.append(worst)
    return c_row_list(name, rows, max(errors), "f64", 16, terms + 3)


def stirling(w):
    """x times what log gamma(x) lacks in Stirling's formula, for x = 1 / sqrt(w)."""
    x = 1 / mp.sqrt(w)
    return x * (mp.loggamma(x) - ((x - mp.mpf(1) / 2) * mp.log(x) - x + mp.log(2 * mp.pi) / 2))


@entry
def gamma_f64():
    return octave_rows("GAMMA_ROWS", mp.gamma, gamma_slope, 13, 4)


@entry
def lgamma_f64():
    return octave_rows("LGAMMA_ROWS", quotient, quotient_slope, 13, 8)


@entry
def stirling_f64():
    powers = list(range(10))
    found = fit(stirling, mp.mpf(2) ** -24, mp.mpf(2) ** -4, powers, ["f64"] * 10, weight=mp.sqrt)
    return c_polynomial("STIRLING_F64", *found)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
