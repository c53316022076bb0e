"""What `plots.lines` draws: bands, axes, markers."""

import itertools

import numpy as np
import pytest
from matplotlib.text import Text

from helpers.pictures import plots, png
from tests.refusals import refusal, says


def band_of(axes):
    (band,) = axes.collections
    points = band.get_paths()[0].vertices
    return points[:, 1].min(), points[:, 1].max()


def test_a_band_is_given_by_its_half_width_or_by_its_two_edges():
    half = plots.lines([1, 2], {"a": [5, 5]}, "t", "x", "y", {"a": [1, 1]})
    edges = plots.lines([1, 2], {"a": [5, 5]}, "t", "x", "y", {"a": ([2, 2], [9, 9])})
    assert band_of(half.axes[0]) == (4, 6) and band_of(edges.axes[0]) == (2, 9)


def test_both_axes_or_only_the_horizontal_one_go_by_factors():
    for log, scales in ((False, ("linear", "linear")), (True, ("log", "log")), ("x", ("log", "linear"))):
        (axes,) = plots.lines([1, 3], {"a": [1, 2]}, "t", "x", "y", log=log).axes
        assert (axes.get_xscale(), axes.get_yscale()) == scales


def test_powers_of_two_are_written_out_and_others_are_left_alone():
    (axes,) = plots.lines([2, 64, 1024], {"a": [1, 2, 3]}, "t", "x", "y", log="x").axes
    assert [label.get_text() for label in axes.get_xticklabels()] == ["2", "64", "1 024"]
    (axes,) = plots.lines([10, 30], {"a": [1, 2]}, "t", "x", "y", log=True).axes
    assert "30" not in [label.get_text() for label in axes.get_xticklabels()]


def test_many_points_have_no_markers():
    for n, marked in ((10, True), (201, False)):
        (axes,) = plots.lines(np.arange(n), {"a": np.arange(n)}, "t", "x", "y").axes
        assert (axes.lines[0].get_marker() not in ("", "None")) == marked


def test_a_plot_names_its_lines_and_asks_for_fitting_numbers():
    figure = plots.lines(
        [1, 2], {"ours": [1, 2], "theirs": [2, 1]}, "t", "words", "seconds", {"ours": [0.1, 0.1]}
    )
    (axes,) = figure.axes
    assert {text.get_text() for text in axes.texts} == {"ours", "theirs"}
    np.testing.assert_array_equal(axes.lines[1].get_ydata(), [2, 1])
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("words", "seconds")
    with pytest.raises(ValueError, match=r"'ours' has shape \(3,\)"):
        plots.lines([1, 2], {"ours": [1, 2, 3]}, "t", "x", "y")


def test_names_of_lines_that_end_together_stand_apart():
    figure = plots.lines([1, 2], {"a": [1, 0.00], "b": [1, 0.01], "c": [0, 1]}, "t", "x", "y")
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in figure.axes[0].texts]
    assert not any(one.overlaps(two) for one, two in itertools.combinations(boxes, 2))


@pytest.mark.parametrize(
    ("changed", "parts"),
    [
        ({"x": []}, ["x has shape (0,)", "shape (n,)"]),
        ({"x": None}, ["x must be an array of real numbers", "got None"]),
        ({"x": "ab"}, ["x must be an array of real numbers", "got 'ab'"]),
        ({"x": [[1, 2]]}, ["x has shape (1, 2)"]),
        ({"x": [1, np.nan]}, ["x needs finite numbers"]),
        ({"series": [1, 2]}, ["series must be a dict", "got [1, 2]"]),
        ({"series": {"a": None}}, ["The line 'a' must be an array of real numbers", "got None"]),
        ({"series": {"a": [1j, 2]}}, ["The line 'a' must be an array of real numbers"]),
        ({"spread": {"a": [1]}}, ["The band 'a' has shape (1,), but x has shape (2,)"]),
        ({"spread": {"a": [[1, 2]]}}, ["The band 'a' has shape (1, 2)"]),
        ({"x": [0, 1], "log": "x"}, ["logarithmic axis", "above 0"]),
        ({"series": {"a": [1, -1]}, "log": True}, ["logarithmic axis", "above 0"]),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_words(changed, parts):
    given = {"x": [1, 2], "series": {"a": [1, 2]}, "title": "t", "x_label": "x", "y_label": "y"}
    says(refusal(plots.lines, **{**given, **changed}), *parts)


@pytest.mark.parametrize("text", ["cost $5 or $10", "a$b_$c", "$$"])
def test_a_dollar_begins_no_formula(text):
    """A dollar sign in a name, a title or a label is drawn; powers at a logarithmic axis are formulas."""
    (axes,) = (figure := plots.lines([10, 300], {text: [1, 200]}, text, text, text, log=True)).axes
    ours = [part for part in figure.findobj(Text) if part.get_text() == text]
    assert len(ours) == 4 and not any(part.get_parse_math() for part in ours)
    assert png.figure_png(figure)  # as a formula, the second could not be drawn
    assert all(tick.get_parse_math() for tick in axes.get_xticklabels() if "mathdefault" in tick.get_text())


def test_importing_the_plots_changes_no_global_style():
    import matplotlib

    before = dict(matplotlib.rcParams)
    plots.lines([1], {"a": [1]}, "t", "x", "y")
    assert dict(matplotlib.rcParams) == before
