"""Times several ways of doing the same work beside each other, in one process, taking turns.

A machine's speed drifts from second to second, so two figures can be compared only if both were taken at every moment.
Hence the turns: each round runs every way for a few calls and then goes round again, and the least time of a call
counts. A way that three rounds have shown to be many times slower than the best has given its figure and leaves the
ring, so that the time goes to those that are close.

Calls of a few microseconds are timed some at a time, because the clock itself costs 50 ns; longer ones singly.
"""

import gc
import time

#: a single timed piece should last at least this long, ns
PIECE = 20_000
#: one way's turn lasts about this long, s; its first calls find other ways' data in the cache and other libraries'
#: threads spinning
TURN = 0.004
#: ways this many times slower than the best leave after three rounds
HOPELESS = 4.0


def piece(call, count):
    """The time of a call, ns, of `count` timed at once."""
    clock = time.perf_counter_ns
    if count == 1:
        start = clock()
        call()
        return clock() - start
    span = range(count)
    start = clock()
    for _ in span:
        call()
    return (clock() - start) / count


def _turn(call, count, seconds):
    """The least time of a call, ns, over one turn."""
    best = float("inf")
    end = time.perf_counter() + seconds
    while True:
        best = min(best, piece(call, count))
        if time.perf_counter() > end:
            return best


def race(ways: dict, seconds: float = 0.3, rounds: int = 7, pause: float = 0.0, before=None) -> dict:
    """The least time of a call of each way, in ns.

    Parameters
    ----------
    ways : dict
        Name to a function without arguments.
    seconds : float
        About how long all of it may take (slow ways take their least number of rounds regardless).
    rounds : int
        How often each way gets its turn at least.
    pause : float
        Seconds of quiet before each turn, in which the threads of the one before stop spinning.
    before : function, optional
        Called with a way's name before each of its turns, outside the time.
    """
    prepare = before or (lambda name: None)
    counts = {}
    for name, call in ways.items():  # also the warm-up: compilation, pools, pages
        prepare(name)
        call()
        once = min(piece(call, 1) for _ in range(3))
        counts[name] = max(1, int(PIECE / max(once, 1)))
    best = dict.fromkeys(ways, float("inf"))
    running = list(ways)
    turn = min(TURN, seconds / (rounds * len(ways)))
    end, done = time.perf_counter() + seconds, 0
    collecting = gc.isenabled()
    gc.disable()
    try:
        while done < rounds or time.perf_counter() < end:
            for name in running:
                if pause:
                    time.sleep(pause)
                prepare(name)
                best[name] = min(best[name], _turn(ways[name], counts[name], turn))
            done += 1
            if done == 3:
                leader = min(best.values())
                running = [name for name in running if best[name] < HOPELESS * leader]
    finally:
        if collecting:
            gc.enable()
    return best


def geometric_mean(values) -> float:
    """The geometric mean; NaN of nothing."""
    import math

    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")
