"""For whoever maintains the course; no learner needs it.

``course`` is the course as files, ``environment`` makes .venv for ``make lab`` and ``make test``,
``execute`` runs the notebooks and keeps their outputs, ``browser`` is JupyterLab in a real browser.
``publish/`` makes bundles, pages, paper, the browser edition and addresses; ``measure/`` times, weighs, and
tries other versions; ``data/`` makes stored numbers again; ``teach/`` is for teachers.
"""
