/** What every visit needs, but no page in order to be shown: one file, loaded behind the first page. */
export { startLive } from "../live/live.ts";
export { fetchPages } from "./fetch-pages.ts";
export { cacheShell } from "../shell/offline-shell.ts";
export { startBehind } from "./start-behind.ts";
