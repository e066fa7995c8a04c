"""Where to look for the greatest error of complex functions: both parts over all magnitudes, and the places that hurt.

Those are the unit circle (a logarithm near 0), the branch points 1, -1, i and -i, the axes, and parts of very different
magnitude, where a modulus or a quotient over- or underflows on the way though its value is a number.
"""

import numpy as np

from tenferro._cli import samples


def join(real, imag, dtype) -> np.ndarray:
    """A complex array of two real ones (an arithmetic sum would lose the sign of a zero)."""
    result = np.empty(real.shape, dtype)
    result.real, result.imag = real, imag
    return result


def one(domain, dtype, n, generator) -> np.ndarray:
    """About 6 `n` values of one operand."""
    part = dtype(0).real.dtype.type
    info = np.finfo(part)
    low, high = domain
    span = max(abs(low), abs(high))

    def small(count):
        signs = generator.choice([-1.0, 1.0], count)
        return (signs * np.exp2(generator.uniform(-2 * int(info.nmant), -1, count))).astype(part)

    anywhere = generator.permutation(samples.binades(part, max(1, n // 500), generator))
    half = min(n, anywhere.size // 2)
    points = generator.choice(np.array([1, -1, 1j, -1j, 0]), n)
    angle = generator.uniform(-np.pi, np.pi, n)
    pairs = [
        (generator.uniform(-span, span, n), generator.uniform(-span, span, n)),
        (generator.uniform(-2, 2, n), generator.uniform(-2, 2, n)),
        (anywhere[:half], anywhere[half : 2 * half]),
        (points.real + small(n), points.imag + small(n)),
        (np.cos(angle), np.sin(angle)),
        (generator.uniform(-span, span, n), np.where(generator.random(n) < 0.5, small(n), 0.0)),
    ]
    return np.concatenate([join(np.asarray(re, part), np.asarray(im, part), dtype) for re, im in pairs])


def operands(row, dtype, density: int, generator) -> list[np.ndarray]:
    """Inputs of a row."""
    domains = row.domain if len(row.domain) == row.nin else row.domain * row.nin
    found = [one(domain, dtype, 100 * density, generator) for domain in domains]
    if len(found) > 1:  # each kind of place against each other, and like against like
        found = [np.concatenate([x, generator.permutation(x)]) for x in found]
    if row.name == "power":  # the row's bound holds while the angle has digits
        with np.errstate(all="ignore"):
            turns = np.abs(found[1].astype(complex) * np.log(found[0].astype(complex)))
        found = [x[~(turns >= 2.0**46)] for x in found]
    return found


def steps(points, each: int, generator) -> list[np.ndarray]:
    """Neighbours of every point, as `samples.steps` finds them, in both parts."""
    parts = [part for x in points for part in (np.ascontiguousarray(x.real), np.ascontiguousarray(x.imag))]
    moved = samples.steps(parts, each, generator)
    return [join(re, im, points[0].dtype) for re, im in zip(moved[::2], moved[1::2], strict=True)]
