import { resolve } from "node:path";

const E2E = resolve(import.meta.dirname, "..");

export const REPOSITORY = resolve(E2E, "..");
export const BACKEND = resolve(REPOSITORY, "backend");
export const PYTHON = resolve(BACKEND, ".venv/bin/python");
export const CORPUS = resolve(REPOSITORY, "../shared/corpus");
export const IMAGES = resolve(REPOSITORY, "docs/images");
export const MAKE_DBM11203 = resolve(E2E, "fixtures/make_dbm11203.py");
export const MAKE_LARGE = resolve(E2E, "fixtures/make_large.py");
