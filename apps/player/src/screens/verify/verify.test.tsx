import { CALLS } from "@lotus/contract";
import { checkDraw, type DrawReport, type PeriodLog } from "@lotus/fair";
import {
  SAMPLE_PARTIES,
  SAMPLE_PERIOD,
  SAMPLE_TRUST,
  type SampleEntry,
  sampleDocument,
  sampleEntries,
  sampleNumbers,
  sampleSkipped,
  sampleVoid,
} from "@lotus/fair/testing/sample-draw";
import { sampleLogOf } from "@lotus/fair/testing/sample-log";
import { verifyRound } from "@lotus/beacon/verify";
import { drawFor } from "@lotus/games";
import { type Locale, LOCALES } from "@lotus/locales";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TrustState } from "../../features/fairness/checks.ts";
import { VerifierContext } from "../../features/fairness/verifier.ts";
import { savedFiles } from "../../testing/saved-files.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { formatsOf } from "../../i18n/formats.ts";
import { loadCatalog } from "../../i18n/i18n.ts";
import { useSession } from "../../session/session.ts";
import { serverClock } from "../../api/server-clock.ts";
import { Screen } from "./verify.tsx";

const GAME = {
  gameCode: "FFC",
  name: "FFC 1 phút",
  family: "five-digits",
  cycleMinutes: 1,
  on: true,
  current: null,
  last: null,
};

const PUBLIC: TrustState = {
  pinnedBy: "build",
  hasChanged: false,
  beacon: "public",
  witnesses: "public",
  witnessNames: ["w2.example", "w3.example", "w4.example"],
  operators: ["Operator 2", "Operator 3", "Operator 4"],
};

/** What the server answers for the proof; null: it cannot be reached. */
let proof: unknown;
let trust: TrustState;
/** What the log says about the period, if it was read. */
let log: PeriodLog | null;
/** What the check of this device reports, in place of that of the proof. */
let report: ((report: DrawReport) => DrawReport) | undefined;

const verifier = {
  checkDraw: (document: unknown, expected: { gameCode: string; prizeNo: string }) => {
    const found = checkDraw(document, {
      trust: { ...SAMPLE_TRUST, parties: SAMPLE_PARTIES },
      draw: drawFor("five-digits"),
      verifyRound,
      expected,
      log,
    });
    return Promise.resolve({ report: report?.(found) ?? found, trust });
  },
  checkBet: () => Promise.reject(new Error("no bet here")),
};

beforeEach(() => {
  trust = PUBLIC;
  report = undefined;
  log = null;
  vi.spyOn(serverClock, "now").mockReturnValue(SAMPLE_PERIOD.openAt);
  vi.stubGlobal("fetch", (input: string) => {
    if (input.includes("/proof/") && proof === null) return Promise.reject(new TypeError("Failed to fetch"));
    const results = { list: [], nextCursor: null };
    const data = input.includes("/proof/")
      ? proof
      : input.includes("/history/")
        ? results
        : input.includes("/liability")
          ? null
          : { serverTime: 0, list: [GAME] };
    return Promise.resolve(Response.json({ code: 0, msg: "", data }));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const show = async (locale: Locale = "en-US", prize: string = SAMPLE_PERIOD.periodNo) => {
  await renderScreen(null, locale);
  await loadCatalog("verify");
  return renderScreen(
    <VerifierContext value={verifier}>
      <Screen query={{ code: "FFC", prize }} />
    </VerifierContext>,
    locale,
  );
};

const entries = () => sampleEntries(sampleNumbers(drawFor("five-digits")));
const before = (type: string) =>
  entries().slice(
    0,
    entries().findIndex((entry) => entry.type === type),
  );

/** The answer below a question, and what is said of it. */
function answerTo(question: string): { answer: string; state: string | undefined; words: string } {
  const item = screen.getByRole("heading", { level: 3, name: question }).closest("li");
  if (item === null) throw new Error("no answer");
  const [answer, ...words] = item.querySelectorAll("p");
  return {
    answer: answer?.textContent ?? "",
    state: answer?.dataset["state"],
    words: words.map((each) => each.textContent).join(" "),
  };
}

/** The phone shows its own time. */
const { time, clock } = formatsOf("en-US");
const KNOW = "Could anybody know the numbers?";
const CHANGE = "Could anybody change the bets?";
const WATCH = "Who keeps watch?";

describe("a draw that holds", () => {
  test("under a public beacon and public witnesses is fair: nobody could know or change it", async () => {
    proof = sampleDocument(entries());
    await show();
    expect(await screen.findByRole("heading", { name: "Fair, checked on this phone" })).toBeDefined();
    expect(screen.getByText(/^6 of 6 steps agree/u)).toBeDefined();
    expect(answerTo(KNOW)).toMatchObject({ answer: "No, nobody", state: "good" });
    expect(answerTo(KNOW).words).toMatch(
      new RegExp(
        `The sale closed at ${time(SAMPLE_PERIOD.closeAt)}\\. .* only at ${clock(SAMPLE_PERIOD.closeAt)}:5\\d\\.`,
        "u",
      ),
    );
    expect(answerTo(CHANGE)).toMatchObject({ answer: "No, nobody", state: "good" });
    expect(answerTo(CHANGE).words).toMatch(/^3 bets stand in the public book, sealed at /u);
    expect(answerTo(WATCH)).toEqual({
      answer: "2 independent witnesses",
      state: "good",
      words: "Sealed by: Operator 2, Operator 3",
    });
    expect(screen.getByText(/is fixed in this app/u)).toBeDefined();
  });

  test("is amber if the operator runs the beacon, and says what it could do", async () => {
    proof = sampleDocument(entries());
    trust = { ...PUBLIC, beacon: "house", pinnedBy: "first-seen" };
    await show();
    await screen.findByRole("heading", { name: "Correct, but you must trust the house" });
    expect(answerTo(KNOW)).toMatchObject({ answer: "Yes, the house could", state: "warn" });
    expect(answerTo(KNOW).words).toContain("could know the value early");
    expect(answerTo(CHANGE).state).toBe("good");
    expect(screen.getByText(/This phone remembers/u)).toBeDefined();
  });

  test("is amber if the operator runs the witnesses", async () => {
    proof = sampleDocument(entries());
    trust = { ...PUBLIC, witnesses: "house" };
    await show();
    await screen.findByRole("heading", { name: "Correct, but you must trust the house" });
    expect(answerTo(KNOW).state).toBe("good");
    expect(answerTo(CHANGE)).toMatchObject({ answer: "Yes, the house could", state: "warn" });
    expect(answerTo(WATCH)).toEqual({
      answer: "Nobody that this app knows as independent",
      state: "warn",
      words: "The house named these witnesses: w2.example, w3.example",
    });
  });

  test("says that nobody watched if there are no witnesses", async () => {
    proof = sampleDocument(entries());
    trust = { ...PUBLIC, witnesses: "none", witnessNames: [], operators: [] };
    await show();
    await screen.findByRole("heading", { name: "Correct, but nobody watched" });
    expect(answerTo(CHANGE)).toMatchObject({ answer: "Yes, the house could", state: "warn" });
    expect(answerTo(CHANGE).words).toContain("the house could have rewritten it");
    expect(answerTo(WATCH)).toMatchObject({ answer: "Nobody", state: "warn" });
  });

  test("says so too if the policy needs no witness, whatever the server claims", async () => {
    proof = sampleDocument(entries());
    report = (found) => ({ ...found, isWatched: false });
    await show();
    await screen.findByRole("heading", { name: "Correct, but nobody watched" });
  });

  test("is red if the server now names another beacon or other witnesses", async () => {
    proof = sampleDocument(entries());
    trust = { ...PUBLIC, hasChanged: true };
    await show();
    await screen.findByRole("heading", { name: "The house has changed who watches it" });
  });
});

describe("before the draw", () => {
  test("what is fixed so far is checked, and the time of the numbers is said", async () => {
    proof = sampleDocument(before("close"));
    await show();
    await screen.findByRole("heading", { name: "Not drawn yet" });
    expect(
      screen.getByText(
        new RegExp(`^Everything that is fixed so far is right\\. .*${time(SAMPLE_PERIOD.drawAt)}\\.$`, "u"),
      ),
    ).toBeDefined();
    expect(answerTo(KNOW).words).toMatch(/^The sale closes at/u);
    expect(answerTo(CHANGE)).toMatchObject({ answer: "Not sealed yet", state: "open" });
    expect(answerTo(WATCH)).toMatchObject({ answer: "3 independent witnesses", state: "open" });
  });

  test("after its time the draw is late", async () => {
    vi.mocked(serverClock.now).mockReturnValue(SAMPLE_PERIOD.drawAt + 5_000);
    proof = sampleDocument(before("draw"));
    await show();
    await screen.findByRole("heading", { name: "The draw is late" });
    expect(answerTo(CHANGE)).toMatchObject({ answer: "No, nobody", state: "good" });
  });
});

test.each([
  ["the house cancelled", () => [...before("close"), sampleVoid()], /^The house cancelled it before/u],
  [
    "was not sealed in time",
    () => [...before("close"), { ...(entries()[4] as SampleEntry), cosignedAt: SAMPLE_PERIOD.drawAt / 1000 }],
    /^The bets were not sealed in time/u,
  ],
  [
    "the server skipped",
    () => [...before("close"), sampleSkipped("202611210001", "202611210009")],
    /^The house was not running then/u,
  ],
])("a period that %s was not drawn, and says why", async (_what, logged, words) => {
  const document = sampleDocument(logged());
  [proof, log] = [document, sampleLogOf(document)];
  await show();
  await screen.findByRole("heading", { name: "This draw did not take place" });
  expect(screen.getByText(words)).toBeDefined();
  expect(screen.queryByRole("heading", { name: KNOW })).toBeNull();
});

test("that a period was not drawn is only what the house says, until the log was read", async () => {
  proof = sampleDocument([...before("close"), sampleVoid()]);
  await show();
  await screen.findByRole("heading", { name: "The house says this draw did not take place" });
  expect(screen.getByText(/^To be sure, your phone reads the public book/u)).toBeDefined();
});

describe("a draw that does not hold is red and names what is wrong", () => {
  const right = () => sampleDocument(entries());
  const late = () =>
    entries().map((entry) =>
      entry.type === "close" ? { ...entry, cosignedAt: SAMPLE_PERIOD.drawAt / 1000 } : entry,
    );

  test.each([
    ["other numbers", () => ({ ...right(), numbers: [8, 2, 5, 9, 9] }), "Other numbers come out"],
    ["a late close", () => sampleDocument(late()), "Close of the sale: sealed too late"],
    [
      "a lone witness",
      () =>
        sampleDocument(
          entries().map((entry) => (entry.type === "close" ? { ...entry, witnesses: [0] } : entry)),
        ),
      "Close of the sale: too few witnesses sealed it",
    ],
    [
      "two closes",
      () => {
        const found = right();
        const close = found.entries.filter(({ type }) => type === "close");
        return { ...found, entries: [...found.entries, ...close] };
      },
      "Close of the sale: there are two where only one is allowed",
    ],
    [
      "another beacon",
      () => ({ ...right(), beacon: { ...right().beacon, hash: "0".repeat(64) } }),
      "The random source is not the one that this phone knows",
    ],
    [
      "a forged round",
      () => ({ ...right(), beacon: { ...right().beacon, signature: "8".repeat(96) } }),
      "The random value is not genuine",
    ],
    ["a damaged field", () => ({ ...right(), round: "soon" }), "The proof is damaged at “round”"],
    ["an older scheme", () => ({ scheme: "lot-fair/1" }), "The proof is damaged at “scheme”"],
  ])("%s", async (_what, document, fault) => {
    proof = document();
    await show();
    await screen.findByRole("heading", { name: "This draw does not check out" });
    const verdict = within(screen.getByRole("status"));
    expect(verdict.getByText(fault)).toBeDefined();
    expect(verdict.getByText(/^Download the proof and show it/u)).toBeDefined();
    expect(screen.queryByRole("heading", { name: "Fair, checked on this phone" })).toBeNull();
  });

  test("a proof of another period, even if it is valid", async () => {
    proof = right();
    await show("en-US", "202611210004");
    await screen.findByRole("heading", { name: "This draw does not check out" });
    expect(within(screen.getByRole("status")).getByText("The proof is about another draw")).toBeDefined();
  });

  test("and the question that it is about has no answer any more", async () => {
    proof = sampleDocument(late());
    await show();
    await screen.findByRole("heading", { name: "This draw does not check out" });
    expect(answerTo(CHANGE)).toEqual({ answer: "It does not agree", state: "wrong", words: "" });
    expect(answerTo(WATCH).state).toBe("wrong");
    expect(answerTo(KNOW).state).toBe("good");
  });

  test.each(LOCALES)("in the language of %s", async (locale) => {
    proof = sampleDocument(late());
    await show(locale);
    const verdict = await screen.findByRole("status");
    expect(verdict.textContent).not.toMatch(/verify\.|\{/u);
  });
});

test("the technical part has every hash and entry, and the file is saved as it came", async () => {
  const saved = savedFiles();
  proof = sampleDocument(entries());
  await show();
  fireEvent.click(await screen.findByText("For experts: hashes, entries, signatures"));
  expect(screen.getByText(/^Round [\d.,]+, published at/u)).toBeDefined();
  for (const name of ["House", "Announcement", "Close of the sale", "Result", "Payouts"])
    expect(screen.getByRole("heading", { level: 4, name: new RegExp(name, "iu") })).toBeDefined();
  const [, inside] = screen.getAllByRole("button", { name: "Download the proof" });
  if (inside === undefined) throw new Error("no button");
  fireEvent.click(inside);
  await vi.waitFor(() => expect(saved[0]?.name).toBe(`proof-FFC-${SAMPLE_PERIOD.periodNo}.json`));
  expect(JSON.parse(saved[0]?.text ?? "")).toEqual(proof);
});

test("without a connection the screen says so, and a tap tries again", async () => {
  proof = null;
  await show();
  await screen.findByText("You are offline", {}, { timeout: 15_000 });
  proof = sampleDocument(entries());
  act(() => screen.getByRole("button", { name: "Try again" }).click());
  await screen.findByRole("heading", { name: "Fair, checked on this phone" });
}, 30_000);

test("a player also finds the own balance here", async () => {
  proof = sampleDocument(entries());
  useSession.setState({ accessToken: "token" });
  await show();
  await screen.findByRole("heading", { name: "Is your balance in the sum?" });
  act(() => {
    useSession.setState({ accessToken: "" });
  });
});

test("the period is chosen from a sheet of results", async () => {
  proof = sampleDocument(entries());
  await show();
  fireEvent.click(await screen.findByRole("button", { name: /Draw 202611210003/u }));
  expect(within(screen.getByRole("dialog")).getByRole("radio", { name: "FFC 1 phút" })).toBeDefined();
});

test("the sample is what the call answers", () => {
  expect(CALLS.proof.data.safeParse(sampleDocument(entries())).success).toBe(true);
});
