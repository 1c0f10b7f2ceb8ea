import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

/** A saved file has no server whose interface it could show. */
const noViewer = fileURLToPath(new URL("./src/features/api-docs/no-viewer.ts", import.meta.url));

/** The pages once more, in one file: what "Save as one file" puts a case into. It asks nothing of any network. */
export default defineConfig({
  plugins: [react(), viteSingleFile()],
  resolve: {
    alias: {
      "@/features/api-docs/viewer": noViewer,
      "@": fileURLToPath(new URL("./src", import.meta.url)),
    },
  },
  build: {
    target: "es2022",
    sourcemap: false,
    emptyOutDir: false,
    rolldownOptions: { input: fileURLToPath(new URL("./offline.html", import.meta.url)) },
  },
  publicDir: false,
});
