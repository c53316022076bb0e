"""The notebooks, and the tests of the helpers, with other versions: `make test-matrix`.

    make test-matrix                        every set
    make test-matrix ARGS="-s colab"        one of them

A set is versions that belong together: requirements/NAME.txt, under the first of its Pythons that is here.
Nothing is downloaded but packages; a set without a Python is a failure.
"""

import subprocess

import nox

nox.options.envdir = ".venv-nox"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.download_python = "never"
nox.options.error_on_missing_interpreters = True

# tests/tools needs more packages, and no other versions.
EVERYWHERE = ("tests/helpers", "tests/claims", "tests/notebooks/test_one_run.py")
SETS = {  # name: the Python that it has outside, then others that can have these versions; more tests
    "newest": (("3.13",), ()),
    "colab": (("3.13", "3.12", "3.11", "3.10"), ("tests/tools/publish/test_bundle.py", "tests/classic")),
    "colab-earlier": (("3.12",), ()),
    "oldest": (("3.10", "3.11", "3.12"), ()),  # numpy 1.26 ends with Python 3.12
}


def first_here(versions: tuple[str, ...]) -> str:
    """The first of these Pythons that starts: pyenv's shims do not always."""
    for version in versions:
        try:
            subprocess.run([f"python{version}", "-c", ""], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        return version
    return versions[0]  # nox then says that it is missing


def add(name: str) -> None:
    pythons, also = SETS[name]

    @nox.session(name=name, python=first_here(pythons))
    def session(session: nox.Session) -> None:
        session.install("-r", f"requirements/{name}.txt")
        # Matplotlib's list of fonts is this environment's own, and made before the tests: a list that another
        # one has left, or the notice that one is being made, would be words in a notebook.
        environment = {"MPLCONFIGDIR": f"{session.virtualenv.location}/matplotlib"}
        session.run("python", "-c", "import matplotlib.font_manager", env=environment)
        # Without the cache: make test's "last failed" are not those of another environment.
        command = ["python", "-m", "pytest", "--quiet", "-p", "no:cacheprovider"]
        session.run(*command, *(session.posargs or (*EVERYWHERE, *also)), env=environment)


for name in SETS:
    add(name)
