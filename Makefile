# The two commands of the README are `make play` and `make test`; both do all their own set-up.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -path src/branchline/server/pages -prune -o \( -name '*.py' -o -name '*.json' \) -print) pyproject.toml setup.py
PAGES := src/branchline/server/pages
CLIENT := $(shell find client -path client/node_modules -prune -o -type f -print)

# What tests the engine itself: these run on both builds.
ENGINE_TESTS := tests/engine tests/titles tests/laws tests/playthroughs

.PHONY: play client terminal test test-client check format bench bench-server clean

play: $(VENV)/installed $(PAGES)/index.html
	@BRANCHLINE_CLIENT=$(PAGES) $(BIN)/branchline serve --browser $(if $(PORT),--port $(PORT))

# A game in the terminal.
terminal: $(VENV)/installed
	@$(BIN)/branchline play $(TITLE)

test: check
	@echo "== the tests, core uncompiled, with coverage of the engine"
	BRANCHLINE_PURE=1 $(BIN)/python -m pytest -n auto --cov --cov-report=term --cov-report=json:$(VENV)/coverage.json $(ENGINE_TESTS)
	$(BIN)/python tools/branch_coverage.py $(VENV)/coverage.json 95
	@echo "== the tests, core compiled"
	$(BIN)/python -m pytest -n auto --doctest-glob='*.md' --ignore=tests/e2e tests README.md docs
	@$(MAKE) --no-print-directory test-client

# The client by itself, then whole games in a real browser.
test-client: $(VENV)/developed $(PAGES)/index.html
	@echo "== the client"
	cd client && npm run --silent check
	cd client && npm run --silent test
	@echo "== the page in a browser"
	$(BIN)/python -m pytest -n 2 --dist loadfile -m 'not quiet' tests/e2e
	$(BIN)/python -m pytest -s -m quiet tests/e2e

check: $(VENV)/developed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	MYPYPATH=src:tests $(BIN)/mypy tests
	MYPYPATH=src:tests $(BIN)/mypy tools benchmarks
	$(BIN)/lint-imports

format: $(VENV)/developed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/installed
	$(BIN)/branchline bench

bench-server: $(VENV)/developed
	$(BIN)/python benchmarks/load.py

# A virtual environment; on a bare Debian its package is fetched first, where we may.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Branchline needs Python 3.11 or newer."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { sh tools/get-venv && $(PYTHON) -m venv --clear $(VENV); }

# The package is installed, not linked: src stays uncompiled, and no stale compiled file can shadow it.
$(VENV)/installed: $(BIN)/python $(SOURCES)
	$(BIN)/pip install --quiet --disable-pip-version-check '.[server]'
	@touch $@

$(VENV)/developed: $(BIN)/python $(SOURCES)
	$(BIN)/pip install --quiet --disable-pip-version-check '.[dev]'
	@touch $@ $(VENV)/installed

# The browser client, built into the server's package.
client: $(PAGES)/index.html

client/node_modules/installed: client/package.json client/package-lock.json
	@command -v npm >/dev/null || { echo "The browser client is built with Node 20 or newer and npm: please install them."; exit 1; }
	cd client && npm ci --no-fund --no-audit --loglevel=error
	@touch $@

$(PAGES)/index.html: client/node_modules/installed $(CLIENT)
	cd client && npm run --silent build -- --logLevel warn

clean:
	rm -rf client/node_modules $(PAGES) artifacts
	rm -rf $(VENV) build *.egg-info src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
