# make run    the bot: on Discord if .env or the environment configures it, else in the sandbox
# make test   lint, types, all tests (under 5 minutes on 2 cores)
# make soak   what takes longer; make soak-sample is a bounded part of it
# make env    the environment alone; make fmt tidies the code; make lock renews the pinned versions

PYTHON ?= python3
BIN := .venv/bin
PACKAGES := engine storage tables cogs sandbox

.PHONY: env run test lint soak soak-sample fmt lock

# Compared by content, not by time: a fresh checkout or a switched branch installs nothing anew.
env:
	@if ! cmp -s requirements.lock .venv/installed.lock || ! $(BIN)/python -c '' 2>/dev/null; then \
		set -e; \
		$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Seneschal needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make $(MAKECMDGOALS) PYTHON=python3.11")'; \
		echo "Setting up .venv (once; about a minute)"; \
		$(PYTHON) -m venv .venv; \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock; \
		cp requirements.lock .venv/installed.lock; \
	fi

run: env
	@exec $(BIN)/python bot.py

lint: env
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

test: lint
	$(BIN)/python -m pytest -n 2

fmt: env
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
