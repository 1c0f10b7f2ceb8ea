import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const backend = process.env.SEGTIER_URL ?? "http://127.0.0.1:8765";
/** The secret of the server the development pages ask, as SEGTIER_SECRET or from its data folder. */
const kept = fileURLToPath(new URL("../.segtier/secret", import.meta.url));
const secret = process.env.SEGTIER_SECRET ?? (existsSync(kept) ? readFileSync(kept, "utf-8") : "");
const asked = { target: backend, headers: { Authorization: `Bearer ${secret.trim()}` } };

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  // Nothing is inlined: the content security policy allows no data: scripts, styles or fonts.
  build: { assetsInlineLimit: 0, target: "es2022", sourcemap: false },
  // Pages explain words by the glossary of the docs.
  server: {
    proxy: { "/api": asked, "/openapi.json": asked },
    fs: { allow: [".", "../docs"] },
  },
  test: {
    // Thousands of rows in jsdom take their time on a busy machine.
    testTimeout: 30_000,
    // Files share a page and what is imported: a fresh one for each took five times as long. `setup.ts` cleans up.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: "logic", environment: "node", include: ["src/**/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "components",
          environment: "jsdom",
          setupFiles: ["src/test/setup.ts"],
          include: ["src/**/*.test.tsx"],
        },
      },
    ],
    reporters: process.env.JUNIT_FILE
      ? ["default", ["junit", { outputFile: process.env.JUNIT_FILE }]]
      : ["default"],
  },
});
