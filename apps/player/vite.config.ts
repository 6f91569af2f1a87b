import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { firstPage } from "./build/first-page.ts";
import { layerOrder } from "./build/layer-order.ts";
import { licences } from "./build/licences.ts";
import { offlineShell } from "./build/offline-shell.ts";
import { precompress } from "./build/precompress.ts";
import { words, wordsChunkName } from "./build/words.ts";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [words(), firstPage(), react(), layerOrder(), licences(), offlineShell(), precompress()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: ["chrome111", "firefox128", "safari16.4"],
    // Everything is a file of its own: the strict page allows neither inline script nor data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: (chunk) => `assets/${wordsChunkName(chunk.facadeModuleId) ?? "[name]"}-[hash].js`,
        codeSplitting: {
          groups: [
            // What changes only with an upgrade of a library keeps its hash between releases of the app.
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
            // One file instead of a hundred of a few hundred bytes each.
            { name: "ui", test: /packages\/ui\/|node_modules\/lucide-react\// },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { "/api": "http://127.0.0.1:8080" } },
});
