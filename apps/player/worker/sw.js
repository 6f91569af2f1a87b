/*
 * Keeps the shell of the app for when the house cannot be reached. `SHELL` is written above this by the build:
 * { version, files, words: { locale: file } }. Whatever is asked of /api goes straight to the house, and so does
 * every page while the house answers: what is kept here is only for when it does not.
 */
const CACHE = `lotus-shell-${SHELL.version}`;
/** How long a page is waited for before the kept one is shown. */
const PATIENCE_MS = 4000;
const WORDS = Object.values(SHELL.words);

// Takes its turn when no page of an older version is open any more: a worker that pushes the old one out may lose the
// request that is just under way, and pages come from the house anyway.
self.addEventListener("install", (event) => event.waitUntil(install(event)));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("push", (event) => event.waitUntil(tell(event.data)));
self.addEventListener("notificationclick", (event) => event.waitUntil(openFrom(event.notification)));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(askForAnew(event)));
self.addEventListener("message", (event) => event.waitUntil(keepWords(event.data.words)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return;
  // A file with a hash in its name is the same wherever it comes from; any other belongs to the page of its build.
  if (request.mode === "navigate") event.respondWith(houseOrKept("/", request));
  else if (pathname.startsWith("/assets/") && (SHELL.files.includes(pathname) || WORDS.includes(pathname)))
    event.respondWith(keptOrHouse(pathname, request));
  else if (pathname !== "/" && SHELL.files.includes(pathname))
    event.respondWith(houseOrKept(pathname, request));
});

async function install(event) {
  // Calls need not wait until a worker has been woken, where the browser can be told so.
  await event.addRoutes?.([{ condition: { urlPattern: { pathname: "/api/*" } }, source: "network" }]);
  const cache = await caches.open(CACHE);
  // Files without a hash in their name are asked for anew.
  const asked = SHELL.files.map(
    (file) => new Request(file, { cache: file.startsWith("/assets/") ? "default" : "no-cache" }),
  );
  await cache.addAll(asked);
  for (const locale of await spokenBefore()) await keepWords(locale);
}

/** Drops the shells of other versions, and serves the pages that came before any worker. */
async function takeOver() {
  for (const name of await caches.keys())
    if (name.startsWith("lotus-shell-") && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

/** The locales whose words an earlier version kept. */
async function spokenBefore() {
  const names = (await caches.keys()).filter((name) => name.startsWith("lotus-shell-") && name !== CACHE);
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const paths = kept.flat().map(({ url }) => new URL(url).pathname);
  return Object.keys(SHELL.words).filter((locale) =>
    paths.some((path) => path.startsWith(`/assets/words-${locale}-`)),
  );
}

/** Keeps the words of one locale, the last that was spoken, and drops those of any other. */
async function keepWords(locale) {
  const file = SHELL.words[locale];
  // A worker whose shell a newer one has dropped may still be spoken to: it must not begin a shell anew.
  if (file === undefined || !(await caches.has(CACHE))) return;
  const cache = await caches.open(CACHE);
  if ((await cache.match(file)) === undefined) await cache.add(file);
  for (const other of WORDS) if (other !== file) await cache.delete(other);
}

/** A file as the house serves it; the kept one when it cannot be reached, is too slow, or is down. */
async function houseOrKept(path, request) {
  const kept = await caches.match(path, { cacheName: CACHE });
  if (kept === undefined) return fetch(request);
  try {
    const answer = await Promise.race([fetch(request), tooLate()]);
    return answer.status >= 500 ? kept : answer;
  } catch {
    return kept;
  }
}

function tooLate() {
  return new Promise((_resolve, reject) => setTimeout(() => reject(new Error("too late")), PATIENCE_MS));
}

async function keptOrHouse(path, request) {
  return (await caches.match(path, { cacheName: CACHE, ignoreVary: true })) ?? fetch(request);
}

/** Shows what was pushed, unless somebody looks at the app on this device: there the stream has told it already. */
async function tell(data) {
  const { title, body, tag, url, lang } = data.json();
  const windows = await self.clients.matchAll({ type: "window" });
  if (windows.some(({ focused, visibilityState }) => focused && visibilityState === "visible")) return;
  const shown = { body, tag, lang, data: { url }, icon: "/icon-192.png", badge: "/icon-192.png" };
  await self.registration.showNotification(title, shown);
}

/** Opens the page of a notification, in a window of the app where there is one: never another site's. */
async function openFrom(notification) {
  notification.close();
  const { origin, pathname, search } = new URL(notification.data?.url ?? "/", self.location.origin);
  const path = origin === self.location.origin ? pathname + search : "/";
  const [open] = await self.clients.matchAll({ type: "window" });
  if (open === undefined) {
    await self.clients.openWindow(path);
    return;
  }
  await open.focus();
  // A window of this origin alone is among the clients, and it has no target parameter.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  open.postMessage({ open: path });
}

/** The browser has another address now: the app, which has the session, hands it in when it is next open. */
async function askForAnew({ oldSubscription, newSubscription }) {
  const key = oldSubscription?.options.applicationServerKey;
  if (newSubscription == null && key != null)
    await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  for (const client of await self.clients.matchAll({ type: "window" })) {
    // As above.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    client.postMessage({ subscribed: true });
  }
}
