# make run    the bot: on Discord if .env or the environment configures it, else in the sandbox
# make test   lint, types, layers, all tests: some 6 minutes on 2 cores
# make soak   what takes longer; make soak-sample is a bounded part of it
# make env    only the environment, .venv
# make fmt    tidies the code
# make lock   takes newer versions of what pyproject.toml names into requirements.lock

PYTHON ?= python3
BIN := .venv/bin
FUZZ := $(BIN)/python -m engine fuzz --seed 1

.PHONY: run test soak soak-sample env lint fmt lock

run: env
	@exec $(BIN)/python bot.py

test: lint
	$(BIN)/python -m pytest -n 2 --dist worksteal

soak: env
	$(FUZZ) --games 2000 --deep 0.02
	$(BIN)/python -m pytest -n 2 --dist worksteal -m soak

soak-sample: env
	$(FUZZ) --games 200 --deep 0.02
	$(BIN)/python -m pytest -n 2 --dist worksteal -m soak --sample 0.1

# Compared by content, not by time: a fresh checkout or another branch with the same lock installs nothing anew.
env:
	@if ! cmp -s requirements.lock .venv/installed.lock || ! $(BIN)/python -c ''; then \
		set -e; \
		$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Seneschal needs Python 3.11 or newer: make PYTHON=python3.11 ...")'; \
		echo "Setting up .venv (only now; about a minute)"; \
		$(PYTHON) -m venv .venv; \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock; \
		cp requirements.lock .venv/installed.lock; \
	fi

lint: env
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

fmt: env
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# uv's lock holds for every Python and system that pyproject.toml allows, which pip's own freeze would not. It stays out
# of .venv, since nothing else needs it.
lock:
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check uv
	.venv-lock/bin/uv pip compile --quiet --system-certs --upgrade --universal --python-version 3.11 --generate-hashes \
		--extra dev --no-header --no-annotate --no-emit-index-url --no-emit-find-links pyproject.toml -o requirements.lock
	rm -r .venv-lock
