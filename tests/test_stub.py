"""The stub names what the package has, and its generated part is fresh."""

import ast
import importlib.util
from pathlib import Path

import tenferro as tf

ROOT = Path(__file__).resolve().parent.parent
STUB = ROOT / "tenferro" / "__init__.pyi"


def load_facade():
    spec = importlib.util.spec_from_file_location("facade", ROOT / "tools" / "facade.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_part_is_fresh():
    text = STUB.read_text()
    assert load_facade().stub(text) == text, "run: python tools/facade.py"


def test_every_public_name_is_typed():
    tree = ast.parse(STUB.read_text())
    named = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            named.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            named.add(node.target.id)
        elif isinstance(node, ast.Assign):
            named.update(target.id for target in node.targets)
    missing = set(tf.__all__) - named
    assert not missing, f"not in __init__.pyi: {sorted(missing)}"
