"""Where to look for the greatest error of a function that has too many inputs to try them all.

1. Every binade of both signs, so that no magnitude is passed over, and the domain in which the function is used.
2. Edges, found and not listed: wherever the exact result changes its kind between two neighbouring samples (number to
infinity, normal to subnormal, to zero, its sign, saturation at a constant), the change is bisected to the very input,
and its neighbours on both sides are tried. 3. Multiples of pi/2, where a sine or cosine has lost the most: the doubles
nearest to one in each binade, from the continued fraction of 2**e * 2/pi. 4. The climb: steps of every length from the
worst inputs known, keeping what is worse, until nothing is.

For two operands: magnitudes against magnitudes, the domain, a grid of special values, and for powers the curve where
the result over- or underflows.
"""

from functools import cache

import numpy as np

_BITS = {"float32": np.dtype(np.int32), "float64": np.dtype(np.int64)}
#: neighbours tried on each side of an edge
BESIDE = 64
#: values that meet each other in the grid of two operands, with both signs
SPECIAL = (0.0, 1.0, 2.0, 3.0, 0.5, 0.25, 10.0, 1.5, 7.0, 1e10, 1e-10, np.inf, np.nan)


def ordered(x: np.ndarray) -> np.ndarray:
    """Floats as integers in the order of the numbers: neighbours are one apart."""
    bits = x.view(_BITS[x.dtype.name])
    return np.where(bits < 0, np.iinfo(bits.dtype).min - bits, bits)


def from_ordered(order: np.ndarray, dtype) -> np.ndarray:
    """The inverse of `ordered`, held within the finite numbers."""
    kind = _BITS[np.dtype(dtype).name]
    top = int(ordered(np.array([np.finfo(dtype).max]))[0])
    order = np.clip(order, -top, top).astype(kind)
    return np.where(order < 0, np.iinfo(kind).min - order, order).astype(kind).view(dtype)


def binades(dtype, each: int, generator) -> np.ndarray:
    """`each` random numbers from every binade of both signs, subnormals included."""
    info = np.finfo(dtype)
    kind = _BITS[np.dtype(dtype).name]
    exponents = np.arange((1 << int(info.bits - 1 - info.nmant)) - 1)
    field = np.repeat(exponents.astype(kind), each) << kind.type(info.nmant)
    significand = generator.integers(0, 1 << int(info.nmant), field.size, dtype=kind)
    # numbers with few digits are where functions are exact, and where ties lie
    short = generator.random(field.size) < 0.1
    significand[short] &= ~kind.type((1 << (int(info.nmant) - 6)) - 1)
    positive = (field | significand).view(dtype)
    return np.concatenate([positive, -positive])


def within(domain, n: int, dtype, generator) -> np.ndarray:
    """Uniform numbers of an interval."""
    return generator.uniform(*domain, n).astype(dtype)


def specials(dtype) -> np.ndarray:
    """Zeros, ones, infinities, NaN, the ends of the normal and subnormal numbers, with both signs."""
    info = np.finfo(dtype)
    ends = [
        info.max,
        info.tiny,
        info.smallest_subnormal,
        np.nextafter(info.tiny, dtype(0)),
        1 + info.eps,
        1 - info.epsneg,
    ]
    values = np.array([*SPECIAL, *ends], dtype)
    return np.concatenate([values, -values])


def _kind(exact: np.ndarray, info) -> np.ndarray:
    """A number for each kind of result: changes of it are edges."""
    with np.errstate(all="ignore"):
        magnitude = np.abs(exact)
        kind = np.select(
            [
                np.isnan(exact),
                magnitude >= info.max,
                magnitude == 0,
                magnitude < info.tiny * info.eps,
                magnitude < info.tiny,
            ],
            [0, 1, 2, 3, 4],
            5,
        )
        kind += 6 * np.signbit(exact)
        for constant in (1.0, np.pi / 2, np.pi):  # saturation
            kind += 12 * (np.abs(magnitude - constant) < info.eps * constant / 4)
    return kind


def edges(function, x: np.ndarray) -> np.ndarray:
    """Inputs around every change of kind of `function`'s exact result between neighbours of the sorted `x`."""
    info = np.finfo(x.dtype)
    order = np.unique(ordered(x[np.isfinite(x)]))

    def kind_at(where):
        return _kind(function(from_ordered(where, x.dtype)), info)

    kinds = kind_at(order)
    at = np.flatnonzero(kinds[1:] != kinds[:-1])
    if at.size > 2000:  # a function that changes sign with every sample has no edges to speak of
        at = at[:: at.size // 2000 + 1]
    low, high, low_kind = order[at], order[at + 1], kinds[at]
    for _ in range(info.bits):
        middle = low + (high - low) // 2
        same = kind_at(middle) == low_kind
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    around = np.unique(low)[:, None] + np.arange(-BESIDE, BESIDE + 1)
    return from_ordered(around.ravel(), x.dtype)


@cache
def near_half_pi() -> np.ndarray:
    """Doubles m * 2**e with m < 2**53 that come closest to a multiple of pi/2, for every e."""
    import mpmath

    found = []
    with mpmath.workprec(2300):
        unit = mpmath.mpf(2) / mpmath.pi
        digits = 1150
        scaled = int(mpmath.floor(mpmath.ldexp(unit, digits)))  # 2/pi to `digits` bits
    for exponent in range(-52, 972):
        numerator, denominator = scaled << (exponent + 52), 1 << (digits + 52)
        # convergents p/q of 2**exponent * 2/pi: q * 2**exponent is nearly p * pi/2
        before, q = 0, 1
        numerator %= denominator
        while numerator:
            quotient, rest = divmod(denominator, numerator)
            before, q = q, quotient * q + before
            if q >= 1 << 53:
                break
            if q >= 1 << 36:
                found.append(np.ldexp(float(q), exponent))
            denominator, numerator = numerator, rest
    values = np.array(sorted(set(found)))
    return np.concatenate([values, -values])


def steps(points: list[np.ndarray], each: int, generator) -> list[np.ndarray]:
    """`each` neighbours of every point, at distances of every magnitude in one operand or all."""
    result = []
    for operand in points:
        order = ordered(operand)
        reach = 20 if operand.dtype == np.float32 else 46
        length = np.exp2(generator.uniform(0, reach, (each, order.size))).astype(order.dtype)
        length *= generator.choice(np.array([-1, 1], order.dtype), length.shape)
        if len(points) > 1:
            length *= generator.random(length.shape) < 0.7
        result.append(from_ordered((order + length).ravel(), operand.dtype))
    return result


def unary(row, dtype, function, density: int, generator) -> np.ndarray:
    """Inputs for a function of one operand; `function` gives its exact result."""
    parts = [binades(dtype, density, generator), specials(dtype)]
    low, high = row.domain[0]
    for scale in (1.0, 0.1, 4.0):
        parts.append(within((low * scale, high * scale), 400 * density, dtype, generator))
    if row.name in ("sin", "cos", "tan"):
        with np.errstate(over="ignore"):
            parts.append(near_half_pi().astype(dtype))
    if row.name in ("sinpi", "cospi", "gamma", "lgamma"):  # integers, halves, and what lies beside them
        halves = (np.arange(-800, 800) / 2).astype(dtype)
        parts += [halves, np.nextafter(halves, dtype(np.inf)), np.nextafter(halves, dtype(-np.inf))]
    ones = ordered(np.array([1.0, -1.0, 0.5, -0.5, 2.0], dtype))[:, None] + np.arange(-BESIDE, BESIDE + 1)
    parts.append(from_ordered(ones.ravel(), dtype))
    every = np.concatenate(parts)
    coarse = np.unique(np.concatenate([binades(dtype, 2, generator), every[:: max(1, every.size // 20000)]]))
    return np.concatenate([every, edges(function, coarse)])


def several(row, dtype, density: int, generator) -> list[np.ndarray]:
    """Inputs for a function of two or three operands."""
    n = 2000 * density
    domains = row.domain if len(row.domain) == row.nin else row.domain * row.nin
    parts = [[within(domain, n, dtype, generator) for domain in domains]]
    parts.append([generator.permutation(binades(dtype, max(1, n // 4094), generator))[:n] for _ in domains])
    shortest = min(map(len, parts[-1]))
    parts[-1] = [operand[:shortest] for operand in parts[-1]]
    base = generator.permutation(binades(dtype, max(1, n // 4094), generator))[:n]
    with np.errstate(over="ignore"):  # magnitudes that can cancel or carry
        close = base * np.exp2(generator.uniform(-30, 30, base.size)).astype(dtype)
    parts.append([base, *[generator.permutation(close) if i else close for i in range(row.nin - 1)]])
    grid = np.meshgrid(*[specials(dtype)] * row.nin)
    parts.append([operand.ravel() for operand in grid])
    if row.name == "power":
        parts += _power_edges(dtype, n, generator)
    return [np.concatenate(operands).astype(dtype) for operands in zip(*parts, strict=True)]


def _power_edges(dtype, n, generator):
    """Bases near 1 with large exponents, and the curve where the result leaves the range."""
    info = np.finfo(dtype)
    near = (1 + generator.choice([-1, 1], n) * np.exp2(generator.uniform(-int(info.nmant), -1, n))).astype(dtype)
    base = np.exp2(generator.uniform(-100, 100, n)).astype(dtype)
    both = np.concatenate([near, base])
    with np.errstate(all="ignore"):
        logarithm = np.log2(both.astype(np.longdouble))
        targets = generator.uniform(info.minexp - int(info.nmant) - 2, info.maxexp + 1, both.size)
        targets[::3] = generator.choice([info.maxexp, info.minexp, info.minexp - int(info.nmant)], targets[::3].size)
        exponent = (targets / logarithm).astype(dtype)
    integers = generator.integers(-40, 40, n).astype(dtype)
    return [[both, exponent], [-np.abs(generator.permutation(near)), integers], [near * 3, integers / 2]]
