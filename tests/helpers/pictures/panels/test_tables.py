"""Tables: every number is there, also in narrow cells."""

import numpy as np

from helpers.pictures import Word, weights_table
from tests.helpers.pictures.panels.shapes_of import inside, texts


def test_a_narrow_table_keeps_every_number():
    names = [Word(name) for name in ("I", "love", "apple", "phones", "so", "much")]
    wide, narrow = (weights_table(names, np.eye(6), narrow=slim) for slim in (False, True))
    assert narrow.drawn().width < wide.drawn().width
    assert [t.text for t in texts(narrow)].count("1.00") == 6 and inside(narrow)
