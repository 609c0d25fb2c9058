# make run      runs the bot: on Discord if .env or the environment configures it, otherwise in the sandbox
# make install  installs what the bot needs, in .venv
# make env      installs what tests and checks need as well
# make test     checks style, types and layers, and runs all tests
# make test-postgres  runs all tests that store anything on a PostgreSQL server (make test runs some of them)
# make soak     runs what takes longer; make soak-sample runs a small part of it
# make fmt      tidies the code
# make words    collects all texts for translators: docs/translating.md
# make sbom     lists everything that the bot is made of, for a release: seneschal.cdx.json (CycloneDX)
# make lock     updates requirements.lock and requirements-dev.lock to the newest versions that pyproject.toml allows

PYTHON ?= python3
BIN := .venv/bin
FUZZ := $(BIN)/python -m engine fuzz --seed 1

.PHONY: run test test-postgres soak soak-sample install env lint fmt words lock sbom

run: install
	@exec $(BIN)/python bot.py

test: lint
	$(BIN)/python -m pytest -n 2 --dist worksteal

test-postgres: env
	$(BIN)/python -m pytest -n 2 --dist worksteal --database postgres tests/storage tests/tables tests/cogs

soak: env
	$(FUZZ) --games 2000 --deep 0.02
	$(BIN)/python -m pytest -n 2 --dist worksteal -m soak

soak-sample: env
	$(FUZZ) --games 200 --deep 0.02
	$(BIN)/python -m pytest -n 2 --dist worksteal -m soak --sample 0.1

# Compared by content, not by time: with the same lock, a fresh checkout or another branch reinstalls nothing. The tests'
# requirements include the bot's.
install: LOCKS := requirements.lock requirements-dev.lock
env: LOCKS := requirements-dev.lock
install env:
	@for lock in $(LOCKS); do cmp -s $$lock .venv/installed.lock && $(BIN)/python -c '' && exit; done; set -e; \
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Seneschal needs Python 3.11 or newer: make PYTHON=python3.11 ...")'; \
	echo "Setting up .venv (only now; up to a minute)"; \
	$(PYTHON) -m venv .venv; \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(firstword $(LOCKS)); \
	cp $(firstword $(LOCKS)) .venv/installed.lock

lint: env
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

fmt: env
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

words: env
	$(BIN)/python -m locales.extract > locales/seneschal.pot

# The tools that make lists and locks stay out of .venv, since nothing else needs them.
sbom:
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check "cyclonedx-bom<8"
	.venv-lock/bin/cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible -o seneschal.cdx.json requirements.lock
	rm -r .venv-lock

# uv's lock holds for every Python and system that pyproject.toml allows, which pip's own freeze would not.
lock:
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check uv
	for lock in requirements.lock "requirements-dev.lock --extra dev"; do \
		.venv-lock/bin/uv pip compile --quiet --system-certs --upgrade --universal --python-version 3.11 --generate-hashes \
			--no-header --no-annotate --no-emit-index-url --no-emit-find-links pyproject.toml -o $$lock; \
	done
	rm -r .venv-lock
