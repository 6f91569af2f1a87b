import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../api/query-client.ts";
import { useSession } from "../session/session.ts";
import { fetchPages } from "./fetch-pages.ts";

const loadCatalog = vi.hoisted(() => vi.fn<(part: string) => Promise<void>>(async () => undefined));
vi.mock("../i18n/i18n.ts", async (original) => ({ ...(await original<object>()), loadCatalog }));
vi.mock("../components/idle.ts", () => ({ idle: () => new Promise((resolve) => setTimeout(resolve)) }));

const BUILT = {
  files: [
    "/assets/login-1.js",
    "/assets/parts-1.js",
    "/assets/home-1.js",
    "/assets/game-1.js",
    "/assets/terms-1.js",
  ],
  pages: {
    "/pages/auth/login": [0, 1],
    "/": [1, 2],
    "/pages-sub/game/index": [1, 3],
    "/pages/legal/terms": [4],
  },
};
const fetched = vi.fn<(file: string) => Promise<Response>>();
const files = () => fetched.mock.calls.map(([file]) => file);

beforeEach(() => {
  fetched.mockImplementation(async () => new Response());
  vi.stubGlobal("fetch", fetched);
  useSession.getState().logIn({ token: "t", jwt: "j" }, "minh_anh88");
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
  useSession.getState().dropSession();
  Reflect.deleteProperty(navigator, "connection");
});

test("the files of the pages that are opened often are fetched once each, no others", async () => {
  await fetchPages(BUILT);
  expect(files()).toEqual(["/assets/parts-1.js", "/assets/home-1.js", "/assets/game-1.js"]);
  expect(loadCatalog.mock.calls.map(([part]) => part)).toContain("records");
});

test("a file that fails does not keep the others", async () => {
  fetched.mockRejectedValueOnce(new TypeError("no network"));
  await fetchPages(BUILT);
  expect(files()).toHaveLength(3);
});

test("the page that is shown has what it asks for first", async () => {
  let answer = (): void => undefined;
  const asked = queryClient.fetchQuery({
    queryKey: ["slow"],
    queryFn: () => new Promise<number>((resolve) => (answer = () => resolve(1))),
  });
  const done = fetchPages(BUILT);
  await new Promise((resolve) => setTimeout(resolve));
  expect(files()).toEqual([]);
  answer();
  await asked;
  await done;
  expect(files()).toHaveLength(3);
});

test.each([{ saveData: true }, { effectiveType: "2g" }, { effectiveType: "slow-2g" }])(
  "nothing is fetched ahead on a connection with %o",
  async (connection) => {
    Object.defineProperty(navigator, "connection", { configurable: true, value: connection });
    await fetchPages(BUILT);
    expect(files()).toEqual([]);
  },
);

test("nothing is fetched ahead for whoever is not logged in, or without a build", async () => {
  await fetchPages();
  useSession.getState().dropSession();
  await fetchPages(BUILT);
  expect(files()).toEqual([]);
});
