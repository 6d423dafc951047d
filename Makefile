# The words that work the same everywhere. Each sets up what it needs.
PYTHON := .venv/bin/python

.PHONY: run test check bench screenshots live lock translations

run: ## open the window
	@sh packaging/environment.sh run
	@$(PYTHON) -m desktop_agent

test: ## run all tests
	@sh packaging/environment.sh test
	@$(PYTHON) -m pytest

check: ## the house rules alone: style, types, layers, map
	@sh packaging/environment.sh test
	@$(PYTHON) -m pytest -n0 -q tests/test_house.py

bench: ## benchmarks of the program itself, with ratios against a baseline
	@sh packaging/environment.sh bench
	@$(PYTHON) -m pytest -n0 -s -m benchmark tests/benchmarks

screenshots: ## pictures of the window into screenshots/
	@sh packaging/environment.sh test
	@QT_QPA_PLATFORM=offscreen $(PYTHON) -m tests.ui.screenshots

live: ## provider tests against a real llama.cpp server (builds it: 10 minutes) and a real Ollama
	@sh packaging/environment.sh test
	@test -x .venv-live/bin/python || $(PYTHON) -m venv .venv-live
	@.venv-live/bin/python -m pip install --quiet 'llama-cpp-python[server]>=0.3' gguf
	@LIVE_PYTHON=$(CURDIR)/.venv-live/bin/python $(PYTHON) -m pytest -n0 -m live tests/live

lock: ## compile the lock files from pyproject.toml
	@sh packaging/environment.sh test
	@.venv/bin/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 \
		--group build pyproject.toml -o requirements.lock
	@.venv/bin/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 \
		--group build --group dev pyproject.toml -o requirements-dev.lock
	@.venv/bin/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 \
		--group build --group bench pyproject.toml -o requirements-bench.lock

translations: ## find the texts of the window, update the files of translations, compile them
	@sh packaging/environment.sh test
	@$(PYTHON) packaging/translations.py
