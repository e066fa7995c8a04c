"""Docstrings of what users call: each has an example, and the examples give what they say."""

import doctest

import numpy as np
import pytest

import tenferro as tf


def public():
    """{name: object} of the package's functions and classes, and of the classes' public methods and properties."""
    found = {}
    for name in tf.__all__:
        value = getattr(tf, name)
        if callable(value):
            found[name] = value
        if isinstance(value, type):
            members = [(member, getattr(value, member)) for member in vars(value) if not member.startswith("_")]
            found |= {f"{name}.{member}": method for member, method in members if callable(method)}
    return found


PUBLIC = public()


@pytest.mark.parametrize("name", PUBLIC)
def test_examples(name):
    text = PUBLIC[name].__doc__
    assert text
    example = doctest.DocTestParser().get_doctest(text, {"np": np, "tf": tf}, name, None, None)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(example)
    assert runner.failures == 0
    assert runner.tries > 0
