import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { floorFiles } from "../player/build/floor-files.ts";
import { floorOf, targetOf } from "../player/build/floor.ts";
import { precompress } from "../player/build/precompress.ts";
import { withoutPreloads } from "../player/build/served-files.ts";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), floorFiles("desk"), withoutPreloads(), precompress()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: targetOf(floorOf("desk")),
    // Everything is a file of its own: the strict page allows neither inline script nor data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What changes only with an upgrade of a library keeps its hash between releases of the desk.
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: "admin", test: /node_modules\// },
          ],
        },
      },
    },
  },
  server: {
    port: 5174,
    strictPort: true,
    proxy: { "/desk/api": `http://127.0.0.1:${process.env["DESK_PORT"] ?? 8081}` },
  },
});
