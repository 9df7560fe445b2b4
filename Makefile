# Everything is done in a virtual environment in .venv, made on first use and brought up to date when a requirements file changes.

PYTHON  ?= python3
PORT    ?= 8501
ADDRESS ?= localhost
OPTIONS ?=
DATA    ?=
WORKERS ?= 2
TESTS   ?=
ROOM    ?=
TREE    ?=
NAMES   ?=
SPARK_VERSION ?= 3

VENV := .venv
PY   := $(VENV)/bin/python
PIP  := $(PY) -m pip install --quiet --disable-pip-version-check
APP  := $(VENV)/app.stamp
DEV  := $(VENV)/dev.stamp
SPARK := .venv-spark-$(SPARK_VERSION)

# A worker takes a file of tests at a time, so that what a file shares is built once; tests/conftest.py says in which order.
# One that ended at a test is not begun again: it would meet the same test.
SPREAD := -n $(WORKERS) --dist loadfile --no-loadscope-reorder --max-worker-restart=0 --durations=10 --durations-min=1
PYTEST := $(PY) -m pytest $(SPREAD)
# What takes its time of lint runs beside the tests; beside all of them in the moments in which they wait for a browser or a server.
BESIDE_LINT := $(PY) -m tools.lint_and_test $(MAKE_COMMAND) -- $(SPREAD)
PATIENT_LINT := $(PY) -m tools.lint_and_test nice -n 19 $(MAKE_COMMAND) -- $(SPREAD)

# The tests start Python some hundred times. What it has compiled it keeps, also where that is switched off elsewhere.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help run check test fuzz mutants peers spark class-db browsers lint lint-python lint-ruff lint-types lint-js format types docs picture browser release bench bench-sessions bench-class bench-static clean

help: ## Show this list
	@echo "rankviz. Usage: make TARGET [NAME=value]"; echo
	@sed -nE 's/^([a-z-]+):.*## (.*)/  \1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r target text; do \
		printf '%-18s %s\n' "$$target" "$$text"; done

run: $(APP) ## Start the page (PORT=8501; ADDRESS=0.0.0.0 lets others in; DATA= a folder of run files; OPTIONS= other Streamlit options)
	RANKVIZ_DATA="$(DATA)" $(PY) -m streamlit run app.py --server.port $(PORT) --server.address $(ADDRESS) $(OPTIONS)

check: lint-ruff ## Check format, rules and types, and run the fast tests beside (TESTS= which ones)
	$(BESIDE_LINT) -m "not slow and not browser" $(TESTS)

test: browser lint-ruff ## Do all of check, and run the slow tests and those in a real browser too
	$(PATIENT_LINT) $(TESTS)

fuzz: $(DEV) ## Draw examples at random, fifty times as many (LONG=1, or 10; TESTS= which ones); a failure says how it is repeated
	RANKVIZ_LONG=$(or $(LONG),1) $(PYTEST) -o faulthandler_timeout=0 -m "not browser" -q $(TESTS)

mutants: browser ## Plant 150 faults, one at a time, and print which of them the tests find (ROOM= a list; TREE= another checkout)
	$(PY) -m tools.mutants --workers $(WORKERS) $(if $(ROOM),--room $(ROOM)) $(if $(TREE),--tree $(TREE))

peers: $(DEV) ## Ask the heavy libraries again what they answered when recorded (NAMES= groups in tools/recorders/environments; all: GBs)
	@$(PIP) -r requirements-peers.txt
	$(PY) -m pytest tests/libraries/test_live_libraries.py tests/libraries/test_live_objects.py
	$(PY) -m tools.peers $(NAMES)

spark: $(DEV) $(SPARK)/packages.stamp ## Evaluate runs in PySpark and compare (installs 900 MB, Java too; SPARK_VERSION=4 needs Java 17 on your machine)
	$(PY) -m pytest tests/engines/test_spark.py

class-db: $(DEV) ## Test the class on a private PostgreSQL and behind nginx, which are taken away again (needs the packages postgresql, nginx)
	@$(PIP) "psycopg[binary] >=3.2, <4"
	@$(PY) -m tools.class_db $(TESTS)

browsers: browser ## Visit each page in WebKit and Firefox and compare what is said with Chromium (installs both, or says how; TESTS=)
	@$(PIP) -r requirements-browsers.txt
	$(PY) -m tools.browsers $(TESTS)

lint: lint-python lint-js

lint-js: $(DEV)
	$(PY) -m tools.lint_js

lint-python: lint-ruff lint-types

lint-ruff: $(DEV)
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .

lint-types: $(DEV)
	$(PY) -m mypy

format: $(DEV) ## Format the code and fix what ruff can fix by itself
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

types: $(DEV) ## Write the types that the JavaScript has of messages from those in Python
	$(PY) -m tools.lint_js --write-types

docs: $(DEV) ## Rewrite the tables and the Python reference in docs/ from the data and the docstrings
	$(PY) -m tools.docs

picture: browser ## Take the picture of the page that README shows
	$(PY) -m tools.picture

browser: $(DEV)
	@$(PY) -m tools.chromium

release: $(DEV) ## Build the wheel, the page as files without a server, and the lessons' sheets into dist/ (PYODIDE= a folder that has it)
	$(PY) -m tools.release $(if $(PYODIDE),--pyodide $(PYODIDE))

bench: browser ## Measure page and Learn (ROUNDS=40), start, look-up and run files beside floors and peers (SCALE=0.1 for smaller files)
	$(PY) -m benchmarks.page $(if $(ROUNDS),--rounds $(ROUNDS))
	$(PY) -m benchmarks.startup $(if $(ROUNDS),--rounds $(ROUNDS))
	$(PY) -m benchmarks.lookup
	$(PY) -m benchmarks.mistakes
	$(PY) -m benchmarks.exercises
	$(PY) -m benchmarks.learn $(if $(ROUNDS),--rounds $(ROUNDS))
	$(PY) -m benchmarks.runs $(if $(SCALE),--scale $(SCALE))
	$(PY) -m benchmarks.run_objects $(if $(SCALE),--scale $(SCALE))
	$(PY) -m benchmarks.run_lookup $(if $(SCALE),--scale $(SCALE))

bench-sessions: $(DEV) ## Measure many visitors editing, and students practising, at once (SESSIONS=200, ROUNDS=10)
	$(PY) -m benchmarks.sessions $(if $(SESSIONS),--sessions $(SESSIONS)) $(if $(ROUNDS),--rounds $(ROUNDS))
	$(PY) -m benchmarks.learn --students $(or $(SESSIONS),200) --rounds $(or $(ROUNDS),10)

bench-class: browser ## Measure a class of 200 phones beside bare routes, and two processes where nginx and PostgreSQL are (PHONES=200, ROUNDS=20)
	$(PY) -m benchmarks.classroom $(if $(PHONES),--phones $(PHONES)) $(if $(ROUNDS),--rounds $(ROUNDS))

bench-static: browser ## Measure the page without a server beside the page that has one (PYODIDE= an unpacked release, ROUNDS=20)
	$(PY) -m benchmarks.static $(if $(PYODIDE),--pyodide "$(PYODIDE)") $(if $(ROUNDS),--rounds $(ROUNDS))

clean: ## Remove .venv, .venv-spark-* and everything else that can be rebuilt
	rm -rf $(VENV) .venv-spark-* tools/javascript/node_modules test-results build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp is newer than the files whose packages it stands for; installing again is quick when nothing changed. The package itself is
# installed as it stands here, so that $(VENV)/bin/rankviz follows every change.
$(APP): requirements.txt pyproject.toml | $(PY)
	@echo "Installing what the page needs into $(VENV) (a minute or two the first time) ..."
	@$(PIP) -r requirements.txt -e .
	@touch $@

$(DEV): requirements-dev.txt requirements.txt pyproject.toml | $(PY)
	@echo "Installing what the checks and tests need into $(VENV) (a few minutes the first time) ..."
	@$(PIP) -r requirements-dev.txt -e .
	@touch $@ $(APP)

# PySpark needs another pandas than the page.
$(SPARK)/packages.stamp: requirements-spark.txt | $(PY)
	@echo "Installing PySpark and what it needs into $(SPARK) (a few minutes the first time) ..."
	@test -x $(SPARK)/bin/python || $(PY) -m venv $(SPARK)
	@$(SPARK)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-spark.txt "pyspark ==$(SPARK_VERSION).*"
	@touch $@

$(PY):
	@command -v $(PYTHON) >/dev/null || { \
		echo "rankviz needs Python 3.11 or newer, but there is no '$(PYTHON)'. Name yours: make PYTHON=/path/to/python"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "rankviz needs Python 3.11 or newer, but '$(PYTHON)' is $$($(PYTHON) -V 2>&1). Name a newer one: make PYTHON=python3.11"; \
		exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
		echo "'$(PYTHON)' cannot make virtual environments. On Debian and Ubuntu install them with: apt-get install python3-venv"; \
		exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)
