"""The bench beside PyTorch: its goals notice a loss; the one for memory is kept, which needs no PyTorch."""

import math
import os

import numpy as np
import pytest

from tools.measure import speed

JUDGED = [name for name in speed.ours(speed.Setting(2, 2, 1, float, False)) if name not in speed.INFORMATION]
SETTINGS = [setting for setting in speed.settings() if setting.n == speed.FROM]


def result(threads=1, name="weights", n=512, ratio=1.0, tables=1.0):
    setting = speed.Setting(n, 64, 8, np.float64, False)
    return speed.Result(threads, name, setting, ratio, 1.0, math.nan, tables)


@pytest.mark.parametrize("name", JUDGED)
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_our_memory_keeps_its_goal_and_one_table_more_would_not(setting, name):
    needed = speed.tables(setting, name)
    goal = speed.allowed(1, name, setting)[1]
    assert needed <= goal < needed + 1


@pytest.mark.parametrize("threads", [1, None])
def test_a_small_array_is_not_judged(threads):
    assert speed.missed(result(threads, n=64, ratio=99, tables=99)) == []


@pytest.mark.parametrize("name", sorted(speed.INFORMATION))
def test_what_is_only_shown_is_not_judged(name):
    assert speed.missed(result(None, name, ratio=99, tables=99)) == []


def test_each_goal_that_is_missed_is_named():
    assert speed.missed(result(ratio=1.99)) == []
    assert speed.missed(result(ratio=2.01)) == ["time, the goal is 2.00"]
    assert speed.missed(result(tables=2.51)) == ["memory, the goal is 2.50"]
    assert len(speed.missed(result(ratio=3, tables=3))) == 2
    assert "FAIL: memory" in speed.line(result(tables=3)) and "FAIL" not in speed.line(result())


@pytest.mark.parametrize(("name", "each"), [("weights", 3), ("attention", 2), ("multi-head", 2)])
def test_with_all_threads_small_products_have_a_goal_a_core(name, each):
    goal = each * (os.cpu_count() or 1)
    assert speed.missed(result(None, name, ratio=goal - 0.01)) == []
    assert speed.missed(result(None, name, ratio=goal + 0.01)) != []
    assert speed.missed(result(None, name, n=2048, ratio=2.01)) != []
