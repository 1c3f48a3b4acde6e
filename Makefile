# Everything runs in environments that make builds itself (.venv, .venv-lowest, .venv-bench, .venv-lock); needed beforehand are only
# Python 3.11 or later with venv, make and a package index that pip can reach.

PYTHON ?= python3
WORKERS ?= 2

BIN := .venv/bin
PIP_FLAGS := --quiet --quiet --disable-pip-version-check

# Only wheels, each checked against its hash, and nothing beyond the lock; the project itself is built by the locked hatchling.
install_locked = -m pip install $(PIP_FLAGS) --no-deps --require-hashes --only-binary :all: -r
install_project = -m pip install $(PIP_FLAGS) --no-deps --no-build-isolation --editable .

define check_python
@command -v $(PYTHON) >/dev/null || { echo "accord needs Python 3.11 or later, and '$(PYTHON)' was not found: run make with PYTHON=/path/to/python3." >&2; exit 1; }
@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "accord needs Python 3.11 or later, and this is %d.%d: run make with PYTHON=/path/to/python3." % sys.version_info[:2])'
endef

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test test-deep test-lowest bench lint format stub scorecard notebooks atlas testbed docs docs-figures lock clean

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' $(MAKEFILE_LIST) | while IFS="$$(printf '\t')" read -r target text; do printf '  make %-10s %s\n' "$$target" "$$text"; done

demo: .venv/project  ## write report.html for the built-in example
	@$(BIN)/accord report -o report.html

# Where Python writes no bytecode, every process that a test starts compiles accord anew. With a worker for each core,
# threads of the linear algebra only take cores from one another. What is freed is kept for what comes next (by glibc; it
# means nothing elsewhere): giving pages back and asking for them again is most of the system's time. Stealing keeps the
# tests of a module, and what they share, with one worker.
test test-deep test-lowest: export PYTHONDONTWRITEBYTECODE =
test test-deep test-lowest: export OPENBLAS_NUM_THREADS = 1
test test-deep test-lowest: export MALLOC_TRIM_THRESHOLD_ = 134217728
test test-deep test-lowest: export MALLOC_MMAP_THRESHOLD_ = 33554432
SPREAD = -n $(WORKERS) --dist worksteal

test: lint  ## lint, then all tests and doctests
	@$(BIN)/python -m pytest -q $(SPREAD)

test-deep: export HYPOTHESIS_PROFILE = deep
test-deep: .venv/project  ## the tests that take minutes, and properties on more examples
	@$(BIN)/python -m pytest -q $(SPREAD) -m "deep or hypothesis"

# Not those of tools whose versions users do not have: the browser, the builder of the site, type checkers.
test-lowest: .venv-lowest/project  ## the tests of the package with the lowest versions that pyproject.toml allows
	@.venv-lowest/bin/python -m pytest -q $(SPREAD) --ignore=tests/browser --ignore=tests/docs --ignore=tests/editors

lint: .venv/project  ## ruff, mypy --strict, the import contract and spelling
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo "Some files are not formatted: run make format." >&2; exit 1; }
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo > .venv/import-contract.log || { cat .venv/import-contract.log >&2; exit 1; }
	@$(BIN)/codespell README.md CHANGELOG.md CONTRIBUTING.md docs src tools benchmarks
	@echo "ruff, mypy, the import contract and spelling: nothing to complain about"

format: .venv/project  ## format the code and mend what ruff can mend
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .

stub: .venv/project  ## renew src/accord/__init__.pyi, the public interface as editors see it
	@$(BIN)/python tools/write_stub.py
	@$(BIN)/ruff format --quiet src/accord/__init__.pyi
	@$(BIN)/ruff check --quiet --fix src/accord/__init__.pyi
	@$(BIN)/ruff format --quiet src/accord/__init__.pyi

scorecard: .venv/project  ## renew the scorecard that reports on spans show (minutes)
	@$(BIN)/python tools/write_span_scorecard.py

docs-figures: .venv/project  ## write the figures of plain pages anew, and what their commands print
	@$(BIN)/python tools/write_figures.py > /dev/null
	@$(BIN)/python tools/run_pages.py

notebooks: .venv/project  ## run the notebooks of docs/notebooks and keep what they show
	@$(BIN)/python tools/run_notebooks.py

# FOLDER has index.csv and the raw ratings, which are not part of the project; JOBS are processes. What is done is kept in
# build/rows until all is, so that an interrupted run goes on.
FOLDER ?= ../shared/data/atlas
JOBS ?= 1
atlas: .venv/project  ## measure public data sets (FOLDER) and renew the table of the atlas
	@OPENBLAS_NUM_THREADS=1 $(BIN)/python tools/survey_atlas.py $(FOLDER) --jobs $(JOBS) --rows build/rows

testbed: .venv/project  ## try what the pages claim on public data sets (FOLDER) and renew docs/testbed.json
	@OPENBLAS_NUM_THREADS=1 $(BIN)/python tools/try_claims.py $(FOLDER) --jobs $(JOBS) --rows build/rows

docs: .venv/project  ## build the site into docs/_build, no warning allowed, and run its examples
	@$(BIN)/python -m sphinx -q -W --keep-going docs docs/_build
	@$(BIN)/python -m pytest -q --doctest-glob='*.md' README.md docs
	@echo "The site is in docs/_build/index.html"

bench: .venv-bench/sources .venv-bench/project  ## time accord against its peers
	@.venv-bench/bin/python benchmarks/labels.py
	@.venv-bench/bin/python benchmarks/consensus.py
	@.venv-bench/bin/python benchmarks/alignment.py
	@.venv-bench/bin/python benchmarks/relations.py
	@.venv-bench/bin/python benchmarks/reproducibility.py
	@.venv-bench/bin/python benchmarks/formats.py
	@.venv-bench/bin/python benchmarks/sweeps.py

lock: .venv-lock/bin/uv  ## renew requirements/*.lock (UPGRADE=1: to the newest versions)
	@for name in dev bench; do \
		.venv-lock/bin/uv pip compile --quiet $(if $(UPGRADE),--upgrade) --universal --python-version 3.11 --only-binary :all: \
			--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
			$$( [ ! -f requirements/$$name.override ] || echo --override requirements/$$name.override ) \
			pyproject.toml requirements/$$name.in -o requirements/$$name.lock || exit; \
	done
	@.venv-lock/bin/uv pip compile --quiet --no-header --no-annotate --no-deps --resolution lowest-direct --all-extras \
		--universal --python-version 3.11 --only-binary :all: pyproject.toml -o .venv-lock/lowest.txt
	@.venv-lock/bin/uv pip compile --quiet $(if $(UPGRADE),--upgrade) --all-extras --universal --python-version 3.11 --only-binary :all: \
		--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
		--constraint .venv-lock/lowest.txt pyproject.toml requirements/dev.in -o requirements/lowest.lock

clean:  ## remove the environments, caches and everything built
	@rm -rf .venv .venv-lowest .venv-bench .venv-lock build dist docs/_build docs/measures report.html .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find src tests benchmarks docs -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# Two stamps for each environment: a new lock builds it anew, a new pyproject.toml only installs the project again.
.venv/locked: requirements/dev.lock
.venv-lowest/locked: requirements/lowest.lock
.venv-bench/locked: requirements/bench.lock
.venv/locked .venv-lowest/locked .venv-bench/locked:
	$(check_python)
	@echo "Building $(@D) from $< (about half a minute) ..."
	@$(PYTHON) -m venv --clear $(@D)
	@$(@D)/bin/python $(install_locked) $<
	@touch $@

.venv/project .venv-lowest/project .venv-bench/project: %/project: %/locked pyproject.toml
	@$*/bin/python $(install_project)
	@touch $@

# zss has no wheel: it is built from its hashed source
.venv-bench/sources: requirements/bench-sdist.txt .venv-bench/locked
	@.venv-bench/bin/python -m pip install $(PIP_FLAGS) --no-deps --no-build-isolation --require-hashes --no-binary zss -r $<
	@touch $@

.venv-lock/bin/uv:
	$(check_python)
	@$(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/python -m pip install $(PIP_FLAGS) --only-binary :all: uv
