import { QUICKNET } from "@lotus/beacon";
import { PUBLIC_PARTIES } from "@lotus/fair";
import { cosignerKey, formatVerifierKey, fromHex, SIGNATURE_TYPES, verifierKey } from "@lotus/tlog";
import { SAMPLE_KEYS, sampleDocument } from "@lotus/fair/testing/sample-draw";
import { hideToast, ToastHost } from "@lotus/ui";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { loadCatalog } from "../../../i18n/i18n.ts";

const FAIRNESS = {
  origin: SAMPLE_KEYS.log.name,
  policy: sampleDocument([]).policy,
  beacon: { hash: "0f".repeat(32), publicKey: "", genesis: 0, period: 3, scheme: "" },
  relays: [],
  // A server of today does not say so; one that lies says what it likes.
  runBy: { beacon: "public", witnesses: "public" },
  isWatched: true,
  draws: { sold: 12_345, voided: 2 },
};
const LICENCES = [
  { name: "react", version: "19.3.1", licence: "MIT", text: "Permission is hereby granted" },
  { name: "tiny", version: "1.0.0", licence: "ISC", text: "" },
];
const went = vi.hoisted((): string[] => []);
const check = vi.hoisted(() => ({ result: "latest" }));
vi.mock("../../../shell/navigation.ts", () => ({
  navigation: { push: async (url: string) => void went.push(url), back: async () => undefined },
}));
vi.mock("../../../shell/app-version.ts", () => ({ appVersion: { check: async () => check.result } }));

let licencesThere: boolean;
let fairness: typeof FAIRNESS | null;

beforeEach(() => {
  went.length = 0;
  licencesThere = true;
  fairness = FAIRNESS;
  vi.stubGlobal("fetch", async (url: string) => {
    const reply = (data: object) => Response.json({ code: 0, msg: "", data });
    if (url === "/licences.json")
      return licencesThere ? Response.json(LICENCES) : new Response("Not found", { status: 404 });
    if (fairness === null) throw new TypeError("Failed to fetch");
    return reply(fairness);
  });
});
afterEach(() => {
  act(hideToast);
  vi.unstubAllGlobals();
});

async function open() {
  const { Screen } = await import("./about.tsx");
  const words = loadCatalog("device");
  await renderScreen(
    <>
      <Screen />
      <ToastHost />
    </>,
    "en-US",
  );
  await words;
}

test("shows version, texts, the key of the log, and what the app is made of with its licences", async () => {
  await open();
  screen.getByText("Version 2.1.0");
  await screen.findByText(/^log\.example\+/u);
  screen.getByRole("button", { name: "Copy the key" });
  fireEvent.click(screen.getByRole("link", { name: "Terms" }));
  fireEvent.click(screen.getByRole("link", { name: "Privacy" }));
  fireEvent.click(screen.getByRole("link", { name: "Verify a draw" }));
  expect(went).toEqual(["/pages/legal/terms", "/pages/legal/privacy", "/pages-sub/fairness/index"]);
  fireEvent.click(await screen.findByRole("button", { name: /react/u }));
  within(screen.getByRole("dialog", { name: "react" })).getByText("Permission is hereby granted");
});

const NOT_KNOWN = "Not known as independent: treat as the house’s own";

test("says that beacon and witnesses are not known, whatever the server calls them", async () => {
  await open();
  await screen.findByText("log.example");
  expect(screen.getAllByText(NOT_KNOWN).length).toBe(2);
  expect(screen.queryByText("Known as independent")).toBeNull();
  screen.getByText(FAIRNESS.beacon.hash);
  screen.getByText("w3.example (not known to this app)");
  screen.getByText("2 of the last 12,345 with bets");
  expect(screen.queryByText(/^Too few witnesses/u)).toBeNull();
});

test("knows the public beacon and public witnesses by their keys, and not by their names", async () => {
  const listed = PUBLIC_PARTIES.witnesses[0];
  const own = PUBLIC_PARTIES.witnesses[1];
  if (listed === undefined || own === undefined) throw new Error("nobody is listed");
  const key = verifierKey(
    "renamed",
    SIGNATURE_TYPES.cosignature,
    fromHex(listed.publicKey, 32) ?? new Uint8Array(),
  );
  const lines = [
    `witness A ${formatVerifierKey(key)}`,
    `witness B ${formatVerifierKey(cosignerKey(own.name, new Uint8Array(32).fill(9)))}`,
    "group all all A B",
    "quorum all",
  ];
  const { hash, publicKey, genesisS: genesis, periodS: period } = QUICKNET;
  const beacon = { hash, publicKey, genesis, period, scheme: "" };
  fairness = { ...FAIRNESS, policy: `${lines.join("\n")}\n`, beacon };
  await open();
  await screen.findByText(`${listed.name} · ${listed.runBy}`);
  screen.getByText(`${own.name} (not known to this app)`);
  screen.getByText("drand quicknet");
  expect(screen.getAllByText("Known as independent").length).toBe(2);
});

test("the public beacon's hash with another key is not known", async () => {
  fairness = { ...FAIRNESS, beacon: { ...FAIRNESS.beacon, hash: QUICKNET.hash } };
  await open();
  expect((await screen.findAllByText(NOT_KNOWN)).length).toBe(2);
});

test("says that nobody watches, or that too few witnesses answer", async () => {
  fairness = {
    ...FAIRNESS,
    policy: "damaged",
    runBy: { beacon: "public", witnesses: "none" },
    isWatched: false,
  };
  await open();
  await screen.findByText("Nobody");
  expect(screen.queryByText(/^Too few witnesses/u)).toBeNull();
  fairness = { ...FAIRNESS, isWatched: false };
  await open();
  await screen.findByText(/^Too few witnesses/u);
});

test("shows nothing of draws while the server cannot be reached", async () => {
  fairness = null;
  await open();
  await vi.waitFor(() => expect(screen.queryByText("What draws are checked against")).toBeNull(), 10_000);
});

test.each([
  ["latest", "This is the newest version"],
  ["unreachable", "Cannot be reached right now. Try again later"],
  ["found", ""],
])("a check for a new version with the result %s shows %j", async (result, text) => {
  check.result = result;
  await open();
  const button = screen.getByRole("button", { name: "Check for a new version" });
  fireEvent.click(button);
  await vi.waitFor(() => expect(screen.getByRole("status").textContent).toBe(text));
});

test("a tap retries licences that failed to load", async () => {
  licencesThere = false;
  await open();
  const failure = await screen.findByRole("button", { name: /This page did not load/u });
  licencesThere = true;
  fireEvent.click(failure);
  await screen.findByRole("button", { name: /react/u });
});
