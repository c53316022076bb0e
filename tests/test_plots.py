"""What `plots.lines` draws: bands, axes, markers."""

import numpy as np

from helpers import plots


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
