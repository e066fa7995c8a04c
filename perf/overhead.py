"""What a call costs beside its work, ns a call.

The first table: tenferro and NumPy on 1, 100 and 1000 elements; direct calls with and without ``out=``, on arrays and
with a Python scalar; a chain of six operations, by NumPy, call by call and fused. The second: every *form* of a call on
one element (kinds of operands, keywords, ways to call), beside NumPy's call of the same form, or beside the plain fused
call where NumPy has no such form.
"""

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import numpy as np  # noqa: E402
import report  # noqa: E402
import timing  # noqa: E402

SIZES = (1, 100, 1000)


def six(x, y):
    """Six operations."""
    return np.sqrt(np.exp(x * y - x) + y * y)


def cases(n):
    """{what: {library: call}}."""
    import tenferro as tf

    x, y = np.linspace(0.1, 1.0, n), np.linspace(0.5, 1.5, n)
    out = np.empty(n)
    found = {
        "add(x, y)": {"tenferro": lambda: tf.add(x, y), "numpy": lambda: np.add(x, y)},
        "add(x, y, out=out)": {"tenferro": lambda: tf.add(x, y, out=out), "numpy": lambda: np.add(x, y, out=out)},
        "add(x, 1.5)": {"tenferro": lambda: tf.add(x, 1.5), "numpy": lambda: np.add(x, 1.5)},
        "exp(x)": {"tenferro": lambda: tf.exp(x), "numpy": lambda: np.exp(x)},
        "less(x, y)": {"tenferro": lambda: tf.less(x, y), "numpy": lambda: np.less(x, y)},
    }
    if hasattr(tf, "fuse"):
        fused = tf.fuse(six)
        found["six operations, fused"] = {"tenferro": lambda: fused(x, y), "numpy": lambda: six(x, y)}
    return found


def operand_forms(tf):
    """Direct calls by the kinds of their operands: {what: (tenferro, numpy)}."""
    a, b, i, c = np.array([1.5]), np.array([2.5]), np.array([3]), np.array([1 + 2j])
    f, h, zero, mask = np.array([1.5], "f4"), np.array([1.5], "f2"), np.array(1.5), np.array([True])
    scalar, single, whole = np.float64(1.5), np.float32(1.5), np.int64(3)
    return {
        "exp(1.3)": (lambda: tf.exp(1.3), lambda: np.exp(1.3)),
        "exp(3)": (lambda: tf.exp(3), lambda: np.exp(3)),
        "exp(True)": (lambda: tf.exp(True), lambda: np.exp(True)),
        "exp(1j)": (lambda: tf.exp(1j), lambda: np.exp(1j)),
        "exp(float64)": (lambda: tf.exp(scalar), lambda: np.exp(scalar)),
        "exp(float32)": (lambda: tf.exp(single), lambda: np.exp(single)),
        "exp(0-d)": (lambda: tf.exp(zero), lambda: np.exp(zero)),
        "exp([1.0])": (lambda: tf.exp([1.0]), lambda: np.exp([1.0])),
        "exp(float16 array)": (lambda: tf.exp(h), lambda: np.exp(h)),
        "exp(complex array)": (lambda: tf.exp(c), lambda: np.exp(c)),
        "real(complex array)": (lambda: tf.real(c), lambda: np.real(c)),
        "add(1.5, 2.5)": (lambda: tf.add(1.5, 2.5), lambda: np.add(1.5, 2.5)),
        "add(1, 2)": (lambda: tf.add(1, 2), lambda: np.add(1, 2)),
        "add(float64, float64)": (lambda: tf.add(scalar, scalar), lambda: np.add(scalar, scalar)),
        "add(float64, 2.5)": (lambda: tf.add(scalar, 2.5), lambda: np.add(scalar, 2.5)),
        "add(a, 1.5)": (lambda: tf.add(a, 1.5), lambda: np.add(a, 1.5)),
        "add(a, 2)": (lambda: tf.add(a, 2), lambda: np.add(a, 2)),
        "add(a, True)": (lambda: tf.add(a, True), lambda: np.add(a, True)),
        "add(a, 1j)": (lambda: tf.add(a, 1j), lambda: np.add(a, 1j)),
        "add(a, float64)": (lambda: tf.add(a, scalar), lambda: np.add(a, scalar)),
        "add(a, 0-d)": (lambda: tf.add(a, zero), lambda: np.add(a, zero)),
        "add(a, float32 array)": (lambda: tf.add(a, f), lambda: np.add(a, f)),
        "add(float32 array, 2.5)": (lambda: tf.add(f, 2.5), lambda: np.add(f, 2.5)),
        "add([1.0], [2.0])": (lambda: tf.add([1.0], [2.0]), lambda: np.add([1.0], [2.0])),
        "add(a, [2.0])": (lambda: tf.add(a, [2.0]), lambda: np.add(a, [2.0])),
        "add(int array, 2)": (lambda: tf.add(i, 2), lambda: np.add(i, 2)),
        "add(int array, int64)": (lambda: tf.add(i, whole), lambda: np.add(i, whole)),
        "less(int array, 1000)": (lambda: tf.less(i, 1000), lambda: np.less(i, 1000)),
        "power(int array, 2)": (lambda: tf.power(i, 2), lambda: np.power(i, 2)),
        "power(a, 2)": (lambda: tf.power(a, 2), lambda: np.power(a, 2)),
        "power(a, 3)": (lambda: tf.power(a, 3), lambda: np.power(a, 3)),
        "ldexp(a, 2)": (lambda: tf.ldexp(a, 2), lambda: np.ldexp(a, 2)),
        "where(mask, a, b)": (lambda: tf.where(mask, a, b), lambda: np.where(mask, a, b)),
        "where(True, a, b)": (lambda: tf.where(True, a, b), lambda: np.where(True, a, b)),
        "where(mask, a, 0.0)": (lambda: tf.where(mask, a, 0.0), lambda: np.where(mask, a, 0.0)),
        "clip(a, 0.0, 1.0)": (lambda: tf.clip(a, 0.0, 1.0), lambda: np.clip(a, 0.0, 1.0)),
        "clip(a, a, b)": (lambda: tf.clip(a, a, b), lambda: np.clip(a, a, b)),
    }


def keyword_forms(tf):
    """Direct calls by their keywords: {what: (tenferro, numpy)}."""
    a, b, f, mask = np.array([1.5]), np.array([2.5]), np.array([1.5], "f4"), np.array([True])
    out, narrow = np.zeros(1), np.zeros(1, "f4")
    engine = tf.CpuEngine()
    return {
        "add(a, b)": (lambda: tf.add(a, b), lambda: np.add(a, b)),
        "add(a, b, out)": (lambda: tf.add(a, b, out), lambda: np.add(a, b, out)),
        "add(a, b, out=out)": (lambda: tf.add(a, b, out=out), lambda: np.add(a, b, out=out)),
        "add(a, b, out=(out,))": (lambda: tf.add(a, b, out=(out,)), lambda: np.add(a, b, out=(out,))),
        "add(a, a, out=a)": (lambda: tf.add(b, b, out=b), lambda: np.add(b, b, out=b)),
        "add(a, b, out=float32)": (lambda: tf.add(a, b, out=narrow), lambda: np.add(a, b, out=narrow)),
        "add(a, b, where=mask, out=out)": (
            lambda: tf.add(a, b, where=mask, out=out),
            lambda: np.add(a, b, where=mask, out=out),
        ),
        "add(a, b, where=True)": (lambda: tf.add(a, b, where=True), lambda: np.add(a, b, where=True)),
        "add(a, b, order='C')": (lambda: tf.add(a, b, order="C"), lambda: np.add(a, b, order="C")),
        "add(a, b, casting='safe')": (lambda: tf.add(a, b, casting="safe"), lambda: np.add(a, b, casting="safe")),
        "add(a, b, dtype='f8')": (lambda: tf.add(a, b, dtype="f8"), lambda: np.add(a, b, dtype="f8")),
        "add(a, b, dtype=np.float64)": (
            lambda: tf.add(a, b, dtype=np.float64),
            lambda: np.add(a, b, dtype=np.float64),
        ),
        "add(a, b, dtype='f4', casting='same_kind')": (
            lambda: tf.add(a, b, dtype="f4", casting="same_kind"),
            lambda: np.add(a, b, dtype="f4", casting="same_kind"),
        ),
        "exp(f, dtype='f8')": (lambda: tf.exp(f, dtype="f8"), lambda: np.exp(f, dtype="f8")),
        "engine.add(a, b)": (lambda: engine.add(a, b), lambda: np.add(a, b)),
        "engine.exp(a, out=out)": (lambda: engine.exp(a, out=out), lambda: np.exp(a, out=out)),
        "engine.exp(1.3)": (lambda: engine.exp(1.3), lambda: np.exp(1.3)),
    }


def fused_forms(tf):
    """Fused calls: {what: (tenferro, the undecorated function)}."""
    a, b, out = np.array([1.5]), np.array([2.5]), np.zeros(1)
    scalar, whole = np.float64(1.5), np.int64(3)

    def one(x):
        return np.exp(x)

    def two(x, y):
        return np.exp(x) * y

    def plain(x, y):
        return x * y + x

    def both(x, y):
        return x + y, x * y

    def in_place(x, y):
        x = x + y
        x += y
        x *= y
        return x

    def named(x, y=1.0, *, scale=2.0):
        return x * y * scale

    made = {function: tf.fuse(function) for function in (one, two, plain, both, in_place, named)}
    text = tf.evaluate
    forms = {
        "f(x)": (one, (a,), {}),
        "f(1.5)": (one, (1.5,), {}),
        "f(float64)": (one, (scalar,), {}),
        "f(x, y)": (two, (a, b), {}),
        "f(x, 2.5)": (two, (a, 2.5), {}),
        "f(x, 2)": (two, (a, 2), {}),
        "f(x, float64)": (two, (a, scalar), {}),
        "f(float64, float64)": (two, (scalar, scalar), {}),
        "f(float64, int64)": (two, (scalar, whole), {}),
        "f(1.5, 2.5)": (two, (1.5, 2.5), {}),
        "two results": (both, (a, b), {}),
        "x += y": (in_place, (a, b), {}),
        "f(x, y=y)": (named, (a,), {"y": b}),
        "f(x, y=y, scale=3.0)": (named, (a,), {"y": b, "scale": 3.0}),
    }
    found = {}
    for what, (function, args, keywords) in forms.items():
        ours = made[function]
        found[what] = (
            lambda ours=ours, args=args, keywords=keywords: ours(*args, **keywords),
            lambda function=function, args=args, keywords=keywords: function(*args, **keywords),
        )
    found["f(x, y, out=out)"] = (
        lambda: made[plain](a, b, out=out),
        lambda: np.add(np.multiply(a, b, out=out), a, out=out),
    )
    names = {"a": a, "b": b}
    found["evaluate('a*b + a')"] = (lambda: text("a*b + a", names), lambda: plain(a, b))
    found["evaluate('a*b + a', out=out)"] = (
        lambda: text("a*b + a", names, out=out),
        lambda: np.add(np.multiply(a, b, out=out), a, out=out),
    )
    return found


def beside_plain(tf):
    """Ways to run one fused function, beside the plain call: {what: call}, the plain one first."""
    a, b, out = np.array([1.5]), np.array([2.5]), np.zeros(1)

    def function(x, y):
        return np.exp(x) * y

    fused = tf.fuse(function)
    prepared = tf.trace(function, a, b).compile().prepare(None, a, b)
    return {
        "f(x, y)": lambda: fused(a, b),
        "f(x, y, out=out)": lambda: fused(a, b, out=out),
        "prepared.run(x, y)": lambda: prepared.run(a, b),
    }


def form_rows(tf, seconds):
    """A row for each form: what, the other's ns, ours, their ratio; the slowest first."""
    rows = []
    for forms in (operand_forms(tf), keyword_forms(tf), fused_forms(tf)):
        for what, (ours, theirs) in forms.items():
            ns = timing.race({"tenferro": ours, "numpy": theirs}, seconds=seconds, rounds=21)
            rows.append([what, "NumPy", ns["numpy"], ns["tenferro"], ns["numpy"] / ns["tenferro"]])
    ns = timing.race(beside_plain(tf), seconds=2 * seconds, rounds=21)
    first, *others = ns
    rows += [[what, f"fused {first}", ns[first], ns[what], ns[first] / ns[what]] for what in others]
    return sorted(rows, key=lambda row: row[-1])


def main():
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=0.4)
    parser.add_argument("--json")
    options = parser.parse_args()
    import tenferro

    rows = []
    for n in SIZES:
        for what, ways in cases(n).items():
            ns = timing.race(ways, seconds=options.seconds, rounds=21)
            rows.append([what, n, ns["numpy"], ns["tenferro"], ns["numpy"] / ns["tenferro"]])
    rows.sort(key=lambda row: row[-1])
    tables = [
        report.table("Cost of a call, ns", ["call", "n", "NumPy", "tenferro", "ratio"], rows),
        report.table(
            "Forms of a call on one element, ns, the slowest first",
            ["form", "beside", "other", "tenferro", "ratio"],
            form_rows(tenferro, options.seconds),
        ),
    ]
    report.publish("overhead", tables, options.json)


if __name__ == "__main__":
    main()
