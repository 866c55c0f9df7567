# Everything that this project can be told to do. `make` alone lists it.
# One environment, .venv, made from the locked requirements; each target makes what it needs of it.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/bash
MAKEFLAGS += --no-print-directory

PYTHON ?= $(shell for each in python3 python3.14 python3.13 python3.12 python3.11; do \
	command -v $$each >/dev/null && $$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' && echo $$each && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore $(BIN)/python -m pip install --quiet --require-hashes

# RabbitMQ, PostgreSQL and Chromium for the tests: installed where they are missing and that is allowed (root on Debian).
# CRUPIER_TEST_INSTALL=0 forbids it; the tests then say what they skipped.
export CRUPIER_TEST_INSTALL ?= 1

TESTS ?= tests
# One more than the cores of a small machine: a test before a browser or a broker mostly waits.
PROCESSES ?= 3
GAME ?= spain_draw
HANDS ?= 200000
SEED ?= 1
ROUNDS ?= 2000
TABLES ?= 20

CHECKS := "ruff check" "ruff format --check" "mypy" "lint-imports" \
	"python -m services.house.trace --check" "python -m services.house.printed --check"

.PHONY: help venv run test check house-test simulate migrate clean

help: ## List what can be done
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | sed -E 's/^([a-z-]+):.*## (.*)/  make \1|\2/' | column -t -s '|'

venv: $(VENV)/.developing ## Make the environment for running and for developing

run: $(VENV)/.running ## Open the house: http://127.0.0.1:8000, or PORT=…; data in ./var, or CRUPIER_DATA=…
	@exec $(BIN)/crupier run

test: $(VENV)/.developing ## Run the tests, on SQLite, and on RabbitMQ and PostgreSQL where they can be had
	$(BIN)/pytest -n $(PROCESSES) -m "not slow" $(TESTS)

check: $(VENV)/.developing ## Hold the sources to their style, types, borders and laws
	@failed=; for each in $(CHECKS); do echo "== $$each"; $(BIN)/$$each || failed="$$failed, $$each"; done; \
	test -z "$$failed" || { echo "not clean: $${failed#, }" >&2; exit 1; }

house-test: $(VENV)/.developing ## Play ROUNDS=2000 at TABLES=20 in a house of processes, and kill some on the way
	$(BIN)/python -m tests.broker.house --rounds $(ROUNDS) --tables $(TABLES) --seed $(SEED)

simulate: $(VENV)/.running ## Play HANDS=200000 of GAME=spain_draw on the pure rules
	$(BIN)/crupier simulate $(GAME) --hands $(HANDS) --seed $(SEED)

migrate: $(VENV)/.running ## Bring the databases that CRUPIER_* name to this release
	$(BIN)/crupier migrate

clean: ## Remove the environment and what tools have left behind; data in ./var stays
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache dist
	find services shared tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, and none was found; set PYTHON=…" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.running: requirements/run.lock deploy/image/build.lock pyproject.toml | $(BIN)/python
	$(PIP) -r requirements/run.lock -r deploy/image/build.lock
	$(PIP:--require-hashes=) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.developing: requirements/dev.lock | $(VENV)/.running
	$(PIP) -r requirements/dev.lock
	@touch $@

-include deploy/deploy.mk
-include tests/slow.mk
