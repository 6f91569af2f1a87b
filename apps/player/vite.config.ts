import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { slimCalls } from "./build/slim-calls.ts";
import { floorFiles } from "./build/floor-files.ts";
import { floorOf, targetOf } from "./build/floor.ts";
import { firstPage } from "./build/first-page.ts";
import { hashedBoot } from "./build/hashed-boot.ts";
import { layerOrder } from "./build/layer-order.ts";
import { licences } from "./build/licences.ts";
import { loadParts } from "./build/load-parts.ts";
import { offlineShell } from "./build/offline-shell.ts";
import { precompress } from "./build/precompress.ts";
import { servedFiles, withoutPreloads } from "./build/served-files.ts";
import { words, wordsChunkName } from "./build/words.ts";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    loadParts(),
    slimCalls(),
    words(),
    firstPage(),
    react(),
    layerOrder(),
    licences(),
    floorFiles("player"),
    hashedBoot(),
    offlineShell(),
    withoutPreloads(),
    servedFiles(),
    precompress(),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: targetOf(floorOf("player")),
    // Everything is a file of its own: the strict page allows neither inline script nor data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        chunkFileNames: (chunk) => `assets/${wordsChunkName(chunk.facadeModuleId) ?? "[name]"}-[hash].js`,
        codeSplitting: {
          groups: [
            // What changes only with an upgrade of a library keeps its hash between releases of the app.
            { name: "react", priority: 3, test: /node_modules\/(react|react-dom|scheduler)\// },
            // Few files instead of a hundred of a few hundred bytes each: a round trip costs a phone more than a kilobyte.
            {
              name: "ui",
              priority: 3,
              tags: ["$initial"],
              test: /packages\/ui\/|\/(lucide-react|@tanstack)\//,
            },
            {
              name: "app",
              priority: 2,
              tags: ["$initial"],
              test: /^(?!.*(?:\/zod\/|contract\/(?:\w+-)?fields))/,
            },
            // The offline shell keeps it, for a page that cannot be loaded.
            { name: "pond", priority: 2, test: /artwork\/lotus-pond/ },
            // What checks forms: no page shows one at its first look.
            { name: "schemas", priority: 1, test: /\/zod\/|contract\/(?:\w+-)?fields/ },
            // Parts of pages, which nearly every page has.
            {
              name: "parts",
              priority: 1,
              minShareCount: 3,
              test: /packages\/ui\/(?!beside|field\/(?!amount\.))|\/(lucide-react|@tanstack(?!.*(?:infiniteQueryObserver|useInfiniteQuery)))\//,
            },
            // What many screens share that are opened later, by the kind of screen.
            {
              name: "draws",
              minShareCount: 3,
              test: /\/src\/(artwork|features\/(lobby-games|draw)|components\/use-server-second)[./]/,
            },
            {
              name: "lists",
              minShareCount: 3,
              test: /\/src\/(queries\/|api\/wire-money|features\/(record-list|balance)\/|components\/(clipboard|pull-to-refresh)\/|components\/(save-sheet|matches-search|avatar|failed-state)\.)|@tanstack\/.*(?:infiniteQueryObserver|useInfiniteQuery)/,
            },
            {
              name: "forms",
              minShareCount: 3,
              test: /\/src\/(components\/form\/|features\/(password\/|passkeys\/late-ceremony)|session\/remembered-password|shell\/after-login)|packages\/ui\/field\/(?!amount\.)/,
            },
            // The rules of the games, a family at a time: each file runs in a task of its own.
            { name: "bets-five", minShareCount: 3, test: /packages\/games\/five-digits\// },
            { name: "bets-mark", minShareCount: 3, test: /packages\/games\/mark-six\// },
            { name: "bets", minShareCount: 3, test: /packages\/games\// },
            // What a slip says of its bets.
            {
              name: "slips",
              minShareCount: 2,
              test: /\/src\/features\/(slip\/(assess|game-mode|slip-figures|slip-offer|odds-text)|explain\/|bet-result\/bet-words|fairness\/own-bet-of|outcomes\/while-sending)/,
            },
          ],
        },
      },
    },
  },
  worker: {
    format: "es",
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The rules of the games are as large as the rest of what checks bets.
            { name: "rules", test: /packages\/(games|money)\// },
            // Changes only with an upgrade of the library; the pairing stays apart, as most pages never need it.
            {
              name: "curves",
              test: /@noble\/(?!curves\/(bls12-381|abstract\/(bls|tower|weierstrass|hash-to-curve)))/,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { "/api": `http://127.0.0.1:${process.env["PORT"] ?? 8080}` },
  },
});
