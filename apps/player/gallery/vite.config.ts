import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { layerOrder } from "../build/layer-order.ts";
import { words } from "../build/words.ts";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [words(), react(), layerOrder()],
  build: { target: "chrome111", assetsInlineLimit: 0 },
});
