# dogpark: `make play` to play, `make test` to check everything, `make help` for the rest.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.ready
JOBS   ?= 2
# Tests of clocks, browsers and killed servers mostly wait: two workers more than cores keep these busy.
WORKERS ?= $(shell expr $(JOBS) + 2)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
# A checkout never uses another environment's packages.
unexport PYTHONPATH
unexport PYTHONHOME

PIP := $(BIN)/python -m pip --quiet

.PHONY: help setup studies play page web-check terminal test lint format types layers rules docs docs-serve golden reference \
        screenshots bench bench-server bench-web soak lock clean pytest

help: ## Show this list
	@echo "dogpark: five dog games, one table"
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(STAMP) ## Create .venv with everything in it (done by the others as needed)
	@echo "Ready: .venv"

$(STAMP): requirements/dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "dogpark needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1 || true)." >&2; \
	  echo "Name a newer one:  make $(or $(MAKECMDGOALS),setup) PYTHON=python3.12" >&2; exit 1; }
	@echo "Setting up .venv (once; about a minute)"
	@if ! $(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	  rm -rf $(VENV); \
	  $(PYTHON) -m venv $(VENV) || { \
	    echo "Could not create .venv; on Debian and Ubuntu, install python3-venv." >&2; exit 1; }; \
	fi
	@$(PIP) install --require-hashes -r requirements/dev.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

play: page ## Open the tables: serve all games here and print the address
	@$(BIN)/dogpark serve

page: $(STAMP) ## Build the page that people see in a browser
	@$(BIN)/python tools/page.py

terminal: $(STAMP) ## Play in the terminal
	@$(BIN)/dogpark play

test: $(STAMP) ## Check everything: style, types, layers, rules, docs, page, tests
	@$(MAKE) --jobs=$(JOBS) --output-sync lint types layers rules docs web-check
	@$(MAKE) pytest

lint: $(STAMP) ## Check style (ruff)
	@echo "== style"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo "Run 'make format'." >&2; exit 1; }

format: $(STAMP) ## Bring the code into style
	@$(BIN)/ruff check --fix-only --quiet . || true
	@$(BIN)/ruff format .

types: $(STAMP) ## Check types (mypy --strict)
	@echo "== types"
	@$(BIN)/mypy

layers: $(STAMP) ## Check that imports point down only (import-linter)
	@echo "== layers"
	@$(BIN)/lint-imports --no-logo

rules: $(STAMP) ## Show which code and tests stand for each rule; fail on an untested one
	@echo "== rules"
	@$(BIN)/python tools/rules_table.py

docs: $(STAMP) ## Build the pages into site/
	@echo "== docs"
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs --quiet build --strict

docs-serve: $(STAMP) ## Show the pages in a browser, rebuilt as you write
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve

web-check: $(STAMP) ## Check the page: types, unit tests, and that it builds
	@echo "== page"
	@$(BIN)/python tools/page.py check

# Not in the list: `make test` runs it, and `.venv/bin/pytest tests/…` is handier for one file.
pytest: page
	@tools/services.sh
	@echo "== compiling"
	@DOGPARK_CACHE=.pytest_cache/d/dogpark $(BIN)/dogpark doctor --warm >/dev/null
	@printf '%s\n' bonfire/watching bonfire/observing breath/observing | tr / ' ' | \
	  DOGPARK_CACHE=.pytest_cache/d/dogpark xargs -P $(JOBS) -I{} sh -c \
	  '$(BIN)/python -W ignore -m dogpark.kernel.native dogpark.games.{} >/dev/null'
	@echo "== tests"
	@$(BIN)/pytest -q -n $(WORKERS)

golden: $(STAMP) ## Write the golden playthroughs anew
	@$(BIN)/python -m tools.golden

reference: $(STAMP) ## Write the message reference, the page's types and the rules' positions anew
	@$(BIN)/python -m tools.reference
	@$(BIN)/python -m tools.page_types
	@$(BIN)/python -m tools.rule_pictures

screenshots: page ## Take pictures of every screen anew, into docs/img/screens
	@tools/services.sh
	@$(BIN)/python -m web.tools.screenshots

studies: $(STAMP) ## Play the studies of docs/lab.md again, with their pictures
	@$(BIN)/python -m tools.lab_studies

bench: $(STAMP) ## Measure speed
	@$(BIN)/python bench/run.py
	@$(BIN)/python bench/environments.py

bench-server: $(STAMP) ## Measure the server, beside boardgame.io's
	@$(BIN)/python -m bench.server.run

bench-web: page ## Measure the page in Chromium
	@tools/services.sh
	@$(BIN)/python -m web.tools.bench

soak: $(STAMP) ## Run the long random tests, and kill servers a hundred times
	@tools/services.sh
	@$(BIN)/pytest -m soak -n $(JOBS)

LOCK := CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --allow-unsafe \
        --generate-hashes --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-options

lock: ## Pin all dependencies anew, with hashes (UPGRADE=1 for the newest versions)
	@test -x $(BIN)/pip-compile || { $(PYTHON) -m venv $(VENV); $(PIP) install pip-tools; }
	@$(LOCK) $(if $(UPGRADE),--upgrade) --extra dev --extra docs --extra envs --extra lab --extra ray \
	  --output-file requirements/dev.lock pyproject.toml
	@$(LOCK) $(if $(UPGRADE),--upgrade) --constraint requirements/dev.lock \
	  --output-file requirements/runtime.lock pyproject.toml
	@! grep -nE '://|(^|[^-a-z])/[a-z]+/' requirements/*.lock || { \
	  echo "A lock file names an address or a local path." >&2; exit 1; }

clean: ## Remove everything that was built, .venv too
	@rm -rf $(VENV) site dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis \
	  .import_linter_cache .bench .benchmarks .coverage htmlcov \
	  web/node_modules web/src/words/compiled src/dogpark/page/dist
	@find . -name __pycache__ -type d -prune -not -path './.git/*' -exec rm -rf {} +
