# What concerns containers. The Makefile at the root takes this in.
.PHONY: secrets definitions dashboards image compose-test fresh-test

secrets: ## Draw the secrets of an installation in containers into deploy/secrets; what is there stays
	@deploy/make-secrets

definitions: $(VENV)/.running ## Print the broker's definitions, the dashboards and their page anew
	$(BIN)/python -m services.house.ops.broker_definitions >deploy/rabbitmq/topology.json
	$(BIN)/python deploy/grafana/build

image: ## Build the house's image, crupier:local
	docker build -f deploy/Dockerfile -t crupier:local .

compose-test: $(VENV)/.developing ## Bring the whole stack up in containers, play, kill, restore (CRUPIER_COMPOSE=short for less)
	CRUPIER_COMPOSE=$${CRUPIER_COMPOSE:-full} $(BIN)/pytest -p no:xdist -o timeout=1800 -v -rs --durations=0 --durations-min=1 tests/compose

fresh-test: ## Clone, run and test in a bare container that has only Python, git, make and curl
	$(PYTHON) -m tests.compose.fresh
