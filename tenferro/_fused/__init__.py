"""Fused programs: NumPy code recorded once, planned once, run many times.

::

    call -> tracer -> Graph -> passes -> Graph -> planner -> Plan of Programs -> prepare -> run

Each stage takes one immutable record and returns the next.
"""
