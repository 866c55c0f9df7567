# Suites that take minutes. SHORT=1 is long enough to see that everything still works.
SHORT ?=
SEEDS ?= 50
BENCHES ?=

.PHONY: bench chaos

bench: $(VENV)/.developing ## Measure the house against its peers; BENCHES="evaluator ledger" for some; SHORT=1
	$(BIN)/python -m tests.bench $(if $(SHORT),--short) $(BENCHES)

chaos: $(VENV)/.developing ## Simulate SEEDS=50 of each game under faults, and take safeguards away; SHORT=1
	$(BIN)/python -m tests.simulation $(if $(SHORT),--seeds 3 --steps 600 --twice --mutants 4,--seeds $(SEEDS) --twice --mutants -1)
	$(if $(SHORT),,$(BIN)/pytest -m slow tests --ignore tests/compose)
