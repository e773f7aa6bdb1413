# Needs nothing but Python 3.11 or newer and make. Everything is installed into .venv, from the lock.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

.PHONY: run test lint lock browser clean

run: $(VENV)/ready ## start Paddock: on Discord with a DISCORD_TOKEN, in the sandbox without one
	$(BIN)/paddock run

test: $(VENV)/ready-dev ## the whole test suite
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder

lint: $(VENV)/ready-dev ## linters and type checks
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

lock: ## resolve the newest versions that pyproject.toml allows into both locks
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header pyproject.toml -o requirements.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --extra dev pyproject.toml -c requirements.lock -o requirements-dev.lock

clean: ## forget the virtual environment and every cache
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/ready: requirements.lock pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	touch $@

$(VENV)/ready-dev: requirements-dev.lock $(VENV)/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	touch $@
