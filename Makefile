# Everything a newcomer needs: `make play` and `make test`. Python 3.11 or newer is the only prerequisite.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Tests start hundreds of processes: each would compile every module anew if bytecode were not kept.
export PYTHONDONTWRITEBYTECODE =
export PARTIE_THOROUGH ?= 0

# What tests compile is optimised less: that takes a quarter less time, and they compute little. A thorough run has the
# code that people play with.
QUICK_CODE := $(if $(filter-out 0,$(PARTIE_THOROUGH)),0,1)
quick compile unit browser: export PARTIE_QUICK_CODE ?= $(QUICK_CODE)

.DEFAULT_GOAL := help
.PHONY: help play serve install check test thorough lint types quick compile collect unit golden web web-test browser docs map wasm device wheel site bench experiments lock format clean

help: ## Show what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Partie needs Python 3.11 or newer; set PYTHON=/path/to/python3."; exit 1; }
	$(PYTHON) -m venv $(VENV)

# The versions in requirements.lock, or the newest allowed ones where a pinned version does not exist for this Python.
# Bytecode is left to whoever imports a module first: making it for all modules of all packages takes 40 s.
install_packages = $(PIP) --no-compile --constraint requirements.lock --editable $(1) \
	|| { echo "requirements.lock does not fit this Python: installing the newest versions instead."; $(PIP) --no-compile --editable $(1); }

$(VENV)/.installed: pyproject.toml requirements.lock | $(BIN)/python
	$(call install_packages,.)
	@touch $@

$(VENV)/.tested: pyproject.toml requirements.lock | $(BIN)/python
	$(call install_packages,'.[test]')
	@touch $(VENV)/.installed $@

install: $(VENV)/.tested ## Install the package and everything its tests need into .venv

web: | $(BIN)/python ## Build the browser app into the package
	@$(BIN)/python tools/build_web.py

play: $(VENV)/.installed web ## Install, build, and serve the games on this machine
	@$(BIN)/python tools/play.py

check: $(VENV)/.tested ## Within a minute, for whoever edits: lint, types, quick tests
	@$(MAKE) --no-print-directory --jobs=2 --output-sync lint types quick

# What has passed and depends on nothing that has changed since is not run again, unless FORCE is set.
test: $(BIN)/python ## Everything: lint, types, unit, contract, service and browser tests; FORCE=1 runs unchanged parts, too
	@sh tools/need_chromium.sh
	@$(BIN)/python tools/run_parts.py $(if $(FORCE),--force)

# More random games and examples, and all games where an everyday run takes one of a kind (partie/testing/amounts.py).
thorough: ## The same with many more examples, for all games: before a release
	@$(MAKE) --no-print-directory test PARTIE_THOROUGH=1

lint: $(VENV)/.tested
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/lint-imports

types: $(VENV)/.tested
	$(BIN)/mypy

# What every game rests on; these folders compile no game of ours beyond Quarto, and start no server.
quick: $(VENV)/.tested
	$(BIN)/pytest -m "not slow" tests/core tests/cards tests/expert tests/search

web-test: web
	@$(BIN)/python tools/build_web.py check

# In processes of their own, two games at once: the tests after it find everything compiled.
compile: $(VENV)/.tested
	@$(BIN)/python -m partie.core.warm

# Imports all tests in one process, which writes their bytecode and that of all packages: otherwise the processes that
# test, starting at once, would each make it.
collect: $(VENV)/.tested
	@$(BIN)/pytest --collect-only -qq

# More workers than cores: many of these tests wait for a server or for a command.
unit: $(VENV)/.tested web compile ## Tests of rules, searches, service and command line
	$(BIN)/pytest -n 3 --dist loadscope --no-loadscope-reorder --durations 40 --ignore=tests/browser

golden: $(VENV)/.tested ## Write the golden playthroughs anew, after a deliberate change: look at the difference
	PARTIE_GOLDEN=write $(BIN)/pytest tests/games -k golden

# Each worker has a Chromium. While pages wait, the tests of `unit` run, which take longer.
browser: $(VENV)/.tested web ## Tests of the pages in Chromium
	@sh tools/need_chromium.sh
	$(BIN)/pytest -n 2 tests/browser

docs: $(VENV)/.tested ## Build the documentation site into build/site; a warning is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build

map: $(VENV)/.tested web ## Draw the world map of Axis & Allies anew
	$(BIN)/python tools/map/build.py

wasm: $(VENV)/.installed web ## Build the WebAssembly modules of all games into build/wasm
	$(BIN)/partie build wasm --out build/wasm

device: $(VENV)/.installed web ## Build all games for play without a server into build/device, and the pages with them
	@$(BIN)/python tools/build_device.py

# With the games for devices: a wheel can be installed where neither Node nor a compiler is.
wheel: device ## Pack a wheel with the pages and all games for devices into build/dist
	$(PIP) --upgrade hatchling
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir build/dist .

# Of some games only: GAMES="quarto hearts". With links to a server where people meet: SERVER=https://games.example.org.
site: $(VENV)/.installed web ## Build a site of plain files into build/static-site, for any web host: games without a server
	$(BIN)/python tools/build_site.py $(if $(SERVER),--server $(SERVER)) $(if $(OUT),--out $(OUT)) $(GAMES)

bench: $(VENV)/.installed ## Measure speed
	$(BIN)/partie bench

experiments: $(VENV)/.tested ## Play the round robins of examples/experiments (hours) and write docs/experiments
	$(BIN)/python benchmarks/experiments.py $(GAMES)

lock: $(VENV)/.tested ## Pin the newest versions of all packages in requirements.lock
	$(BIN)/python tools/lock.py

format: $(VENV)/.tested ## Format the code
	$(BIN)/ruff check --fix . && $(BIN)/ruff format .

clean: ## Remove everything that can be made again
	rm -rf $(VENV) build web/node_modules partie/service/static .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
