"""The tables of attempts, from ``tests/attempts/``."""

import importlib
import pkgutil

from tests import attempts

MODULES = [
    importlib.import_module(f"tests.attempts.{m.name}") for m in pkgutil.iter_modules(attempts.__path__)
]
RIGHT = {name: answers for module in MODULES for name, answers in module.RIGHT.items()}
WRONG = {name: answers for module in MODULES for name, answers in module.WRONG.items()}
# Of an exercise with many right answers: is this one? Said in other words than the check says it.
FULFILS = {name: holds for module in MODULES for name, holds in getattr(module, "FULFILS", {}).items()}
