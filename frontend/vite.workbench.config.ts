import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Every component in each of its states on one page, for pictures; no part of what is shipped. */
export default defineConfig({
  plugins: [react()],
  base: "./",
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    target: "es2022",
    outDir: "../build/workbench",
    emptyOutDir: true,
    rolldownOptions: { input: fileURLToPath(new URL("./workbench.html", import.meta.url)) },
  },
  publicDir: false,
});
