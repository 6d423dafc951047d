# The words that work the same everywhere. Each sets up what it needs.
PYTHON := .venv/bin/python

.PHONY: run test thorough check bench chaos soak docs package screenshots baseline size live lock translations

run: ## open the window
	@sh packaging/environment.sh run
	@$(PYTHON) -m desktop_agent

test: ## run all tests
	@sh packaging/environment.sh test
	@$(PYTHON) -m pytest

thorough: ## all tests, with twenty times the examples for each property
	@sh packaging/environment.sh test
	@EXAMPLES=thorough $(PYTHON) -m pytest --timeout 1200 -o faulthandler_timeout=3600

check: ## the house rules alone: style, types, layers, map
	@sh packaging/environment.sh test
	@$(PYTHON) -m pytest -n0 -q tests/test_house.py

baseline: ## what the program does into build/baseline, to be compared after a restructuring
	@sh packaging/environment.sh test && $(PYTHON) -m tests.baseline record build/baseline

bench: ## benchmarks of the program itself, with ratios against a baseline
	@sh packaging/environment.sh bench
	@mkdir -p build && rm -f build/figures.jsonl
	@FIGURES=$(CURDIR)/build/figures.jsonl $(PYTHON) -m pytest -n0 -s -m benchmark tests/benchmarks \
		--ignore tests/benchmarks/soak; ended=$$?; \
		$(PYTHON) packaging/docs/performance.py build/figures.jsonl && exit $$ended

chaos: ## faults of every kind, 20 random seeds each, into the table of the documentation
	@sh packaging/environment.sh test
	@mkdir -p build && rm -f build/chaos.jsonl
	@CHAOS_ROWS=$(CURDIR)/build/chaos.jsonl $(PYTHON) -m pytest -m 'not live' tests/chaos; ended=$$?; \
		$(PYTHON) -m tests.chaos.table build/chaos.jsonl resources/docs/chaos.md && exit $$ended

soak: ## 2,000 questions, one after another: what grows, what is left
	@sh packaging/environment.sh test
	@$(PYTHON) -m pytest -n0 -s -m benchmark tests/benchmarks/soak

docs: ## the documentation as a site in build/docs
	@sh packaging/environment.sh test
	@$(PYTHON) packaging/docs/build.py --pictures

package: ## what people install: dist/, for the system that this is run on
	@sh packaging/linux/build.sh

screenshots: ## pictures of the window into screenshots/
	@sh packaging/environment.sh test
	@QT_QPA_PLATFORM=offscreen $(PYTHON) -m tests.ui.screenshots

size: ## how large the program is
	@python3 packaging/size.py

live: ## provider tests against a real llama.cpp server (builds it: 10 minutes) and a real Ollama
	@sh packaging/environment.sh test
	@test -x .venv-live/bin/python || $(PYTHON) -m venv .venv-live
	@.venv-live/bin/python -m pip install --quiet 'llama-cpp-python[server]>=0.3' gguf
	@LIVE_PYTHON=$(CURDIR)/.venv-live/bin/python $(PYTHON) -m pytest -n0 -m live tests/live

lock: export UV_SYSTEM_CERTS ?= true
lock: export UV_NATIVE_TLS ?= true
lock: ## compile the lock files from pyproject.toml
	@sh packaging/environment.sh test
	@.venv/bin/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 \
		--group build pyproject.toml -o requirements.lock
	@.venv/bin/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 \
		--group build --group dev pyproject.toml -o requirements-dev.lock
	@.venv/bin/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 \
		--group build --group bench pyproject.toml -o requirements-bench.lock
	@.venv/bin/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 \
		--group freeze pyproject.toml -o requirements-freeze.lock

translations: ## find the texts of the window, update the files of translations, compile them
	@sh packaging/environment.sh test
	@$(PYTHON) packaging/translations.py
