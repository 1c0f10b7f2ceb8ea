# run: install what is missing, build the pages, start Segtier on this machine.
# test: install what the tests need, then check what is checked each time; ends with "N passed, N failed".
# prove: check everything there is. Takes hours, and writes docs/internals/proved.md.
PYTHON ?= python3
VENV := backend/.venv
# What Python has compiled is kept, whatever the machine's environment says: each process would else compile all of it anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup run wheel image check test prove screens openapi docs collector sections sentences statements settings security sbom lab

help:
	@echo "make run      start Segtier on this machine (ARGS=\"--port 0\" is passed on)"
	@echo "make check    format, lint, types, borders, and the tests that a change reaches"
	@echo "make test     before a commit: what is tested each time, and a part of what is left to make prove"
	@echo "make prove    everything, for hours; writes docs/internals/proved.md"
	@echo "make wheel    all of Segtier in one file that pip installs: dist/segtier-VERSION-py3-none-any.whl"
	@echo "make image    the container image, by docker, podman or buildah (after make test, which installs what this needs)"
	@echo "make setup    install what run needs, start nothing"
	@echo "make docs     build docs/ as a site in build/site; broken links fail"
	@echo "make screens  take the pictures of docs/images anew, once charts have finished drawing"
	@echo "make openapi  write the OpenAPI document the pages and the clients are typed by, and the types"
	@echo "make settings write docs/operate/settings.md and .env.example from the settings"
	@echo "make security write the list of threats in docs/internals/threats.md from the register of their tests"
	@echo "make lab      measure moves in a real engine on modelled devices (HOURS=1 LANES=2), append them to docs/internals/lab-rows.ndjson"
	@echo "make sbom     write what Segtier is made of (CycloneDX) to build/sbom, without a network"
	@echo "make collector  write the SQL*Plus collector from its catalogue, docs/use/privileges.md and docs/internals/collector-files.md"
	@echo "make sections write docs/internals/report-sections.md from real reports, which lie in ../shared/corpus"
	@echo "make sentences write the approved sentences for people, which tests name by code (backend/tests/approved)"
	@echo "make statements have the Oracle grammar read statements that are new, and remember them"

setup:
	@$(PYTHON) scripts/set_up.py

run:
	@start=$$(date +%s.%N); $(PYTHON) scripts/set_up.py && exec $(VENV)/bin/segtier serve --since "$$start" $(ARGS)

wheel:
	@$(PYTHON) scripts/make_wheel.py

image:
	@cd backend && $(abspath $(VENV))/bin/python -m tests.team.images

check:
	@$(PYTHON) scripts/run_checks.py --changed

test:
	@$(PYTHON) scripts/run_checks.py

prove:
	@$(PYTHON) scripts/run_checks.py --prove

docs:
	@cd scripts && $(PYTHON) -c 'import set_up; set_up.install_python("dev.txt")'
	@$(PYTHON) scripts/docs_site.py

screens:
	@$(PYTHON) scripts/set_up.py
	@cd e2e && { test -d node_modules || npm ci; } && UPDATE_SCREENSHOTS=1 npx playwright test specs/10-screenshots.spec.ts --project=embedded

openapi:
	@$(VENV)/bin/segtier openapi > frontend/src/api/openapi.json.new
	@mv frontend/src/api/openapi.json.new frontend/src/api/openapi.json
	@$(VENV)/bin/python scripts/page_options.py > frontend/src/api/options.json.new
	@mv frontend/src/api/options.json.new frontend/src/api/options.json
	@$(VENV)/bin/python scripts/page_question.py
	@cd frontend && npm run --silent api
	@$(VENV)/bin/python scripts/client_types.py

sections:
	@$(VENV)/bin/python scripts/report_sections.py

sentences:
	@$(VENV)/bin/python scripts/sentences.py

statements:
	@$(VENV)/bin/python scripts/verify_statements.py

settings:
	@$(VENV)/bin/python scripts/settings_page.py

security:
	@$(VENV)/bin/python scripts/security_page.py

sbom:
	@$(PYTHON) scripts/sbom.py

collector:
	@$(VENV)/bin/python scripts/collector.py

HOURS ?= 1
LANES ?= 2
lab:
	@$(PYTHON) scripts/set_up.py
	@cd backend && $(abspath $(VENV))/bin/python -m lab.ground.run --hours $(HOURS) --lanes $(LANES) $(ARGS)
	@cd backend && $(abspath $(VENV))/bin/python -m lab.ground.hold --write
