"""The lab of words on a map: cosines, landmarks, neighbours."""

import pytest

from helpers.labs import word_map
from helpers.labs.word_map import word_map_lab
from helpers.pictures import Map, Table
from tests.helpers.labs.seen import panel


def test_a_problem_goes_away_with_the_next_good_text():
    lab = word_map_lab()
    lab.set(text="")
    assert "type one or more words" in lab.problem and lab.problem in lab.alert
    lab.set(text="bank")
    assert lab.problem == "" and lab.alert == ""


def test_word_map_shows_cosines_and_keeps_landmarks_in_place():
    lab = word_map_lab()
    vectors = word_map.load_vectors()
    table = panel(lab, Table)
    assert table.numbers[0][1] == pytest.approx(word_map.cosine(vectors["bank"], vectors["money"]))

    def landmarks():
        return {str(p.word): p.at for p in panel(lab, Map).points if p.faint}

    before = landmarks()
    lab.set(text="cat computer king")
    assert all(landmarks()[word] == pytest.approx(before[word]) for word in landmarks() if word in before)
    assert panel(lab, Map).limit > max(abs(value) for place in before.values() for value in place)
    assert len(landmarks()) >= 12 and "computer" not in landmarks()


def test_word_map_names_neighbours_and_the_nearest_pair():
    """Word map names the neighbours of the first word and the nearest pair."""
    lab = word_map_lab()
    lab.set(text="apple fruit juice microsoft")
    near = [word for word, _ in word_map.load_vectors().neighbours("apple", 3)]
    assert f"The three nearest to apple among all words here: {', '.join(near)}." in lab.picture.words_said
    assert "Most alike in your list: fruit and juice (0.79)" in lab.picture.words_said


def test_a_refused_text_leaves_its_sentence_in_order():
    """It stands among words from left to right, as one piece."""
    lab = word_map_lab()
    lab.set(text="\u0646\u0635 \u0646\u0635")
    wanted = "None of these has a vector here: \u2068'\u0646\u0635 \u0646\u0635'\u2069. Try common words."
    assert lab.problem == wanted and lab.failures == []
