# make demo   install into .venv, compare all resolvers on the bundled corpus, write build/demo.html
# make tools   installs what the checks need: ruff, mypy, pytest ...
# make test   what guards the figures: ruff, mypy, import contracts, pytest; within three minutes
# make test-all   that, and what is slow and rare: fuzzing, failing disks, whole corpora, packaging, pages in a Chromium
# make docs   the documentation site, into build/docs
# make coverage   the quick tests with coverage measured, the pages into build/coverage.html
# make fuzz   200,000 odd inputs to readers and commands; takes hours
# make mutants   which faults, put into 100 functions, the tests of their folders catch; after make coverage
# make dist   wheel and source distribution, into dist; both are installed elsewhere and held to the checkout
# make figures   the tables and charts of success rates, written into their pages; needs the corpora, takes half an hour
# make bench | clean
# Another interpreter: make demo PYTHON=python3.12

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check --progress-bar off --editable
PYTEST := $(BIN)/pytest -n auto --maxprocesses 4 --dist loadfile --durations 10

# A dot for each package; the whole output only if it fails.
INSTALL = echo "Installing into .venv, a dot for each package (one to three minutes)"; \
  { $(PIP) '.[$(EXTRAS)]' 2>&1; echo "exit $$?"; } | \
  awk '/^(Collecting|Obtaining|Requirement already)/ { printf "."; fflush() } { all = all "\n" $$0 } \
    /^exit / { print ""; if ($$2) { print all; exit $$2 } }'

.PHONY: demo tools test test-all coverage fuzz mutants docs dist figures bench clean
.NOTPARALLEL:

demo: .venv/.installed
	@mkdir -p build
	$(BIN)/anaphora compare --report build/demo.html
	@echo "The report is $(CURDIR)/build/demo.html"

tools: .venv/.installed-test

test: .venv/.installed-test
	$(eval BEGAN := $(shell date +%s))
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(PYTEST) -m "not slow"
	@echo "make test took $$(($$(date +%s) - $(BEGAN))) seconds; the dearest ten tests are listed above"

test-all: test
	$(PYTEST) -m slow

docs: .venv/.installed-docs
	NO_MKDOCS_2_WARNING=1 DISABLE_MKDOCS_2_WARNING=true $(BIN)/mkdocs build --strict --quiet -f experiments/docs/mkdocs.yml
	@echo "The site is $(CURDIR)/build/docs/index.html"

coverage: .venv/.installed-test
	rm -rf build/coverage*
	$(PYTEST) -m "not slow" --cov --cov-context=test --cov-report=term --cov-report=html

fuzz: .venv/.installed-test
	$(BIN)/python -m tests.fuzz 200000

mutants: .venv/.installed-test
	$(BIN)/python -m tests.mutants

dist: .venv/.installed-test
	rm -rf dist
	$(BIN)/hatchling build --directory dist
	$(BIN)/check-wheel-contents dist
	$(BIN)/python -m tests.installed dist/*

figures: .venv/.installed-test
	$(BIN)/python -m tests.resolvers.figures all
	$(BIN)/python -m tests.resolvers.chains.figures

bench: .venv/.installed-test
	$(BIN)/python -m tests.benchmarks

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps say what is installed. Python and the environment are looked at first, because a venv that failed
# half-way leaves a .venv/bin/python behind.
.venv/.created:
	@command -v $(PYTHON) >/dev/null || \
	  { echo "There is no $(PYTHON). Install Python 3.11 or later, or name one: make demo PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "$(PYTHON) is $$($(PYTHON) --version 2>&1); Python 3.11 or later is needed: make demo PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv --clear .venv || { rm -rf .venv; \
	  echo "$(PYTHON) cannot make a virtual environment. On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@touch $@

.venv/.installed: EXTRAS = live,systems,training
.venv/.installed: .venv/.created pyproject.toml
	@$(INSTALL)
	@touch $@

.venv/.installed-docs: EXTRAS = docs,live,systems,training
.venv/.installed-docs: .venv/.created pyproject.toml
	@$(INSTALL)
	@touch .venv/.installed $@

.venv/.installed-test: EXTRAS = test
.venv/.installed-test: .venv/.created pyproject.toml
	@$(INSTALL)
	@touch .venv/.installed .venv/.installed-docs $@
