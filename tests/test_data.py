"""The files of data/: small enough for a learner to download."""

from tools.course import ROOT

LARGEST = {"data/glove/vectors.npy": 400_000}  # bytes; any other file 50 000 unless it is listed here


def test_the_files_in_data_are_small():
    for path in (ROOT / "data").rglob("*"):
        if path.is_file():
            name = path.relative_to(ROOT).as_posix()
            assert path.stat().st_size <= LARGEST.get(name, 50_000), (
                f"{name}: learners download it; see LARGEST"
            )
