# Needs nothing but Python 3.11 or newer and make. Everything is installed into .venv, from the lock.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

# The lowest versions that pyproject.toml allows, and what of the suite is tried with them: every library and every room.
LOWEST := .venv-lowest
QUICK  := tests/test_*.py tests/bank tests/benches tests/browser/test_composer.py tests/cli tests/e2e/test_lobby.py tests/engines/test_*.py \
  tests/render/jockey/test_board.py tests/sandbox tests/slash_commands tests/db tests/tables/test_acting.py tests/tables/test_queries.py \
  tests/texts tests/ui/test_posting.py tests/ui/test_respond.py

# Where the game of examples/ is installed to be tried: beside the environment, which has only the games built in.
DERBY := .venv-derby

# The libraries of other bots, which are tried with the sandbox: hikari wants an aiohttp of its own, discord.js comes by npm.
STRANGERS := .venv-strangers

# Three workers on two cores: whole bots wait for processes and sockets, and somebody else works meanwhile. What Python and pytest
# have compiled is kept, whatever the environment says: else every worker and every bot in a process of its own compiles it anew.
TEST := -n 3 --dist worksteal
test test-long test-again test-postgresql test-derby test-lowest soak-ci fuzz: export PYTHONDONTWRITEBYTECODE :=

COMPILE := uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header

.PHONY: run test test-long test-again test-postgresql fuzz test-derby test-lowest soak-ci lint lock strangers sprites browser clean

run: $(VENV)/ready ## start Paddock: on Discord with a DISCORD_TOKEN, in the sandbox without one
	$(BIN)/paddock run

test: $(VENV)/ready-dev ## the test suite
	$(BIN)/pytest $(TEST) -m "not long"

# Marked as long: games by the thousand, kills at random, every interleaving of moves and posts. Plain `pytest` runs both.
test-long: $(VENV)/ready-dev ## what the suite leaves out because it plays on and on
	$(BIN)/pytest $(TEST) -m long

# Whole bots, sockets and browsers are tried, on machines that sometimes stand still for a second. What fails once and passes by itself
# is named in what this prints: it is looked into, it does not stop everybody. More than a few were no chance.
test-again: $(VENV)/ready-dev ## what failed in the last run, once more and one after another; no more than three
	$(BIN)/python -c "import json; failed = json.load(open('.pytest_cache/v/cache/lastfailed')); print('failed at first:', *failed, sep='\n  '); raise SystemExit(len(failed) > 3)"
	$(BIN)/pytest --last-failed --last-failed-no-failures none

# The tests bring up a server of their own; without PostgreSQL's programs they say so and are skipped.
test-postgresql: $(VENV)/ready-dev ## whatever stores, reads or moves rows, on PostgreSQL instead of SQLite
	$(BIN)/pytest $(TEST) --database postgresql tests/db tests/bank tests/tables tests/outbox

test-derby: $(VENV)/ready-dev ## the game that stands in examples/, installed: examined, played over the sandbox, typed
	rm -rf $(DERBY) && $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target $(DERBY) ./examples/dice-derby
	PYTHONPATH=$(DERBY) $(BIN)/pytest -p no:cacheprovider examples/dice-derby/tests tests/e2e/test_other_distributions.py
	PYTHONPATH=$(DERBY) $(BIN)/pytest -p no:cacheprovider tests/exam tests/games/test_alternative_texts.py tests/games/test_story.py -k dicederby --games 600
	MYPYPATH=examples/dice-derby $(BIN)/mypy --strict -p dice_derby

# What a hostile person may send: presses, forms, commands, race logs, editions, settings.
INPUTS ?= 100000
SEED   ?= 1

fuzz: $(VENV)/ready-dev ## as many hostile inputs as INPUTS says, others for every SEED: none may fail, or change what is not its sender's
	$(BIN)/pytest tests/fuzz --timeout 0 --inputs $(INPUTS) --hypothesis-seed $(SEED)

test-lowest: $(LOWEST)/ready ## the quick part of the suite, with the lowest versions that are allowed
	$(LOWEST)/bin/ruff check .
	$(LOWEST)/bin/pytest $(TEST) -m "not long" $(QUICK)

soak-ci: $(VENV)/ready-dev ## two minutes of every game in bad weather and under kills, always the same seed
	$(BIN)/paddock soak --minutes 2 --seed 1

lint: $(VENV)/ready-dev ## linters and type checks
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

sprites: $(VENV)/ready-dev ## the horses: their drawings, the sheets that are made of them, and the contact sheet
	$(BIN)/python -m render.art
	$(BIN)/python docs/pictures/draw_horses.py

# The lowest versions are installed without build isolation, so that the tools that build Paddock are in their lock; `editables`
# is what hatchling asks for besides when it installs in place, which no list in pyproject.toml says.
lock: ## resolve the newest versions that pyproject.toml allows into both locks, the lowest into a third, and other bots' libraries
	$(COMPILE) pyproject.toml -o requirements.lock
	$(COMPILE) --extra dev pyproject.toml -c requirements.lock -o requirements-dev.lock
	$(PYTHON) -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'], 'editables>=0.3', sep='\n')" | \
	  $(COMPILE) --resolution lowest-direct --extra dev pyproject.toml - -o requirements-lowest.lock
	echo "hikari>=2.5" | $(COMPILE) - -o tests/sandbox/strangers/requirements.lock
	npm update --prefix tests/sandbox/strangers --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund

strangers: $(STRANGERS)/ready ## hikari and, where npm is, discord.js: their bots play in the sandbox with the test suite

$(STRANGERS)/ready: tests/sandbox/strangers/requirements.lock tests/sandbox/strangers/package-lock.json
	$(PYTHON) -m venv --clear $(STRANGERS)
	$(STRANGERS)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r tests/sandbox/strangers/requirements.lock
	cp tests/sandbox/strangers/package.json tests/sandbox/strangers/package-lock.json $(STRANGERS)
	if command -v npm >/dev/null; then npm ci --prefix $(STRANGERS) --ignore-scripts --no-audit --no-fund --silent; else echo "no npm, and so no discord.js"; fi
	touch $@

clean: ## forget the virtual environment and every cache
	rm -rf $(VENV) $(LOWEST) $(DERBY) $(STRANGERS) .mypy_cache .ruff_cache .pytest_cache .hypothesis

# An environment without pip is only half made, or its Python was replaced by another version: it is made anew.
$(foreach each,$(VENV) $(LOWEST),$(if $(wildcard $(each)/pyvenv.cfg),$(shell \
  $(each)/bin/python -c "import pip" >/dev/null 2>&1 || rm -rf $(each))))

NEW_ENOUGH := $(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || \
  { echo "Paddock needs Python 3.11 or newer; name one, such as: make PYTHON=python3.12" >&2; exit 1; }
NO_VENV := { echo "$(PYTHON) cannot make a virtual environment; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }

$(BIN)/python:
	@$(NEW_ENOUGH)
	$(PYTHON) -m venv $(VENV) || $(NO_VENV)

$(VENV)/ready: requirements.lock pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	touch $@

$(VENV)/ready-dev: requirements-dev.lock $(VENV)/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	touch $@

$(LOWEST)/ready: requirements-lowest.lock pyproject.toml
	@$(NEW_ENOUGH)
	$(PYTHON) -m venv --clear $(LOWEST) || $(NO_VENV)
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-lowest.lock
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@
