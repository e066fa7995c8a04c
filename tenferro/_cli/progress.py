"""A line that tells how far a long job is and how long it will still take."""

import sys
import time


def duration(seconds: float) -> str:
    """Seconds in words: ``42 s``, ``3:07 min``, ``1:02 h``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02} min"
    return f"{whole // 3600}:{whole % 3600 // 60:02} h"


class Progress:
    """Shows ``[#####.....]  48 %  1:10 min left  words``: rewritten on a terminal, a line now and then elsewhere."""

    WIDTH = 24
    #: seconds between two states, on a terminal and in a file
    PAUSES = (0.1, 60.0)

    def __init__(self, total: float, stream=None):
        self.total = total
        self.done = 0.0
        self.stream = stream or sys.stderr
        self.terminal = self.stream.isatty()
        self.begun = self.shown = time.monotonic()

    def advance(self, amount: float, words: str = "") -> None:
        """Counts `amount` as done."""
        self.done += amount
        now = time.monotonic()
        if now - self.shown < self.PAUSES[not self.terminal]:
            return
        self.shown = now
        self.show(words)

    def show(self, words: str) -> None:
        """Writes the line as it now stands."""
        share = min(self.done / self.total, 1.0) if self.total else 1.0
        left = (time.monotonic() - self.begun) * (1 - share) / share if share else 0
        bar = "#" * round(share * self.WIDTH)
        line = f"[{bar:.<{self.WIDTH}}] {share:4.0%}  {duration(left)} left  {words}"
        self.stream.write(f"\r\033[K{line}" if self.terminal else f"{line}\n")
        self.stream.flush()

    def close(self) -> None:
        """Takes the line away."""
        if self.terminal:
            self.stream.write("\r\033[K")
            self.stream.flush()
