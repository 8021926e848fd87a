# The commands of the project. None is needed to use holdfast, nor to run its tests.

PYTHON ?= python3
BIN := .venv/bin
RUN := $(BIN)/python -m

.DEFAULT_GOAL := check
.PHONY: setup check fmt lint test test-all golden replay fuzz bench bench-infer docs ci help

setup: $(BIN)/holdfast ## make .venv with holdfast (editable) and the development tools

$(BIN)/holdfast: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -c constraints.txt -e ".[dev]"
	touch $@

check: lint ## (default) format, lint, types, layers, sizes, fast tests
	$(RUN) pytest -q -n auto -m "not slow and not tlc and not spin"

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/size.py
	$(RUN) tools.web_check

fmt: setup ## format and apply safe fixes
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

test: setup ## all tests except slow, tlc and spin
	$(RUN) pytest -n auto -m "not slow and not tlc and not spin"

test-all: setup ## all tests, also those marked slow
	$(RUN) pytest -n auto -m ""

golden: setup ## rewrite tests/golden and the expect blocks, then show what changed
	$(RUN) pytest -q --update || true
	git diff --stat tests

COMMIT ?= main
replay: setup ## compare IR, C and SMT-LIB of all specs with COMMIT (main): a refactor changes nothing
	$(RUN) tools.replay $(COMMIT)

fuzz: setup ## the property tests, 5000 examples each
	HYPOTHESIS_PROFILE=long $(RUN) pytest -n auto -m hypothesis

bench: setup ## the speed of check; beside TLC if HOLDFAST_TLC is its class path
	$(RUN) bench

bench-infer: setup ## infer the invariants of all benchmark protocols; of endive's specs if HOLDFAST_ENDIVE is their folder
	$(RUN) bench.infer
	$(if $(HOLDFAST_ENDIVE),$(RUN) bench.infer --specs $(HOLDFAST_ENDIVE))

docs: setup ## make the generated pages, then check links and examples
	$(BIN)/python -m tools.docs
	$(RUN) pytest -q tests/test_docs.py

ci: ## what a continuous integration service runs, in a fresh environment
	.ci/run

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
