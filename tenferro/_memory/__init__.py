"""Memory: `pool` hands out aligned blocks and keeps idle ones; `buffer` makes them Python objects and arrays."""
