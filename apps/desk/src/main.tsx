import { CacheProvider } from "@emotion/react";
import { guardComposedKeys } from "@lotus/ui/composed-keys";
import { createRoot } from "react-dom/client";
import { createDesk } from "./app/create-desk.ts";
import { DeskApp } from "./app/desk-app.tsx";
import { adoptedCache } from "./style/adopted-sheet.ts";

guardComposedKeys();

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no root");
createRoot(root).render(
  <CacheProvider value={adoptedCache()}>
    <DeskApp {...createDesk(window.fetch.bind(window), sessionStorage)} />
  </CacheProvider>,
);
