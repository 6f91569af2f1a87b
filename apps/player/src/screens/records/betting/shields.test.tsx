import { verifyRound } from "@lotus/beacon/verify";
import type { BetRecord } from "@lotus/contract";
import { type BetFault, type BetReport, checkBet, type DrawFault } from "@lotus/fair";
import { SAMPLE_BET, SAMPLE_PAYOUT, sampleBet, type SampleBetOptions } from "@lotus/fair/testing/sample-bet";
import { SAMPLE_ODDS, SAMPLE_TRUST, sampleNumbers } from "@lotus/fair/testing/sample-draw";
import { drawFor } from "@lotus/games";
import { type Locale, LOCALES } from "@lotus/locales";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ShieldState } from "../../../features/fairness/own-bets.ts";
import { OwnBetsContext } from "../../../features/fairness/use-shield.ts";
import type { TrustState } from "../../../features/fairness/checks.ts";
import { loadCatalog } from "../../../i18n/i18n.ts";
import { bet } from "../../../testing/bets.ts";
import { fakeOwnBets, type FakeOwnBets } from "../../../testing/fake-own-bets.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { navigation } from "../../../shell/navigation.ts";
import { href } from "../../../shell/routes.ts";
import { savedFiles } from "../../../testing/saved-files.ts";
import { Screen } from "./betting.tsx";

const { orderNo, periodNo: prizeNo } = SAMPLE_BET;
/** On 24 November wherever the test runs: the phone shows its own time. */
const CHECKED_AT = new Date(2026, 10, 24, 10, 20).getTime();

const PUBLIC: TrustState = {
  pinnedBy: "build",
  hasChanged: false,
  beacon: "public",
  witnesses: "public",
  witnessNames: ["w2.example"],
  operators: ["Operator 2"],
};

const draw = drawFor("five-digits");

/** The check of a sample; honest, where nothing else is said. */
function reportOf(options: Partial<SampleBetOptions> = {}): BetReport {
  return checkBet(sampleBet({ numbers: sampleNumbers(draw), ...options }), {
    trust: SAMPLE_TRUST,
    draw,
    verifyRound,
    oddsTable: SAMPLE_ODDS,
    payoutOf: () => ({ payout: "9.75", refund: "0.00" }),
    askedToCancel: false,
  });
}

const FILES = [
  { name: `receipt-${orderNo}.json`, type: "application/json", text: '{"receipt":1}' },
  { name: `close-${prizeNo}.tlog-proof`, type: "text/plain", text: "c2sp.org/tlog-proof@v1\n" },
];

let orders: BetRecord[];
let own: FakeOwnBets;

beforeEach(() => {
  orders = [bet({ orderNo, prizeNo, status: "won", payout: "9.75", total: "10.00" })];
  own = fakeOwnBets();
  const sum = { bet: "10.00", payout: "9.75" };
  vi.stubGlobal("fetch", (input: string) => {
    const data = input.includes("orderList")
      ? { list: orders, nextCursor: null, sum }
      : { list: [], rules: [] };
    return Promise.resolve(Response.json({ code: 0, msg: "", data }));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The rows of the bets. */
async function showRows(locale: Locale = "en-US"): Promise<HTMLElement[]> {
  await renderScreen(null, locale);
  await Promise.all([loadCatalog("records"), loadCatalog("shield")]);
  await renderScreen(
    <OwnBetsContext value={own}>
      <Screen query={{}} />
    </OwnBetsContext>,
    locale,
  );
  return screen.findAllByRole("button", { name: /Direct/u });
}

/** The row of the only bet. */
async function showList(locale?: Locale): Promise<HTMLElement> {
  const [row] = await showRows(locale);
  if (row === undefined) throw new Error("no row");
  return row;
}

/** The part of the bet's details about its check. */
async function showDetail(locale: Locale = "en-US"): Promise<HTMLElement> {
  fireEvent.click(await showList(locale));
  const card = within(await screen.findByRole("dialog")).getByRole("region");
  // The check is read while the details open.
  await vi.waitFor(() => expect(card.querySelector("p")?.textContent).not.toBe(""));
  return card;
}

const know = (state: ShieldState, report: BetReport = reportOf(), trust: Partial<TrustState> = {}) =>
  own.know(orderNo, {
    shield: { state, checkedAt: state === "waiting" ? null : CHECKED_AT },
    check: { report, trust: { ...PUBLIC, ...trust } },
    files: FILES,
  });

const STATES = [
  ["checked", "Checked on this phone", /paid by the rules. Nobody could change it/u],
  ["refunded", "Returned, checked", /You cancelled this bet.*Your stake is returned/u],
  ["unwitnessed", "You must trust the house", /random source or the witnesses are not on this app’s list/u],
  ["notShown", "Not shown in time", /did not show it the sealed bets before the random value existed/u],
  ["waiting", "Being checked", /This phone is now checking/u],
  ["unavailable", "Cannot be checked now", /tries again by itself/u],
  ["failed", "Something is wrong", /show it to support, or to anybody you trust/u],
] as const satisfies readonly (readonly [ShieldState, string, RegExp])[];

describe.each(STATES)("a bet that is %s", (state, word, sentence) => {
  test("says so in its row, beside an icon", async () => {
    know(state);
    const row = await showList();
    const shield = within(row).getByText(word);
    expect(shield.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
    expect(shield.dataset["state"]).toBe(state);
  });

  test("says so in its details, in a sentence", async () => {
    know(state);
    const card = await showDetail();
    expect(card.textContent).toMatch(sentence);
    expect(card.dataset["state"]).toBe(state);
    const when = within(card).queryByText(/^Last check: 11\/24/u);
    expect(when === null).toBe(state === "waiting");
  });
});

describe("the row of a bet", () => {
  test("waits for the draw without claiming that it is being checked", async () => {
    orders = [bet({ orderNo, prizeNo, status: "notDrawn" })];
    expect(within(await showList()).getByText("Not checked yet")).toBeDefined();
  });

  test("lets the bet be watched, whenever it was placed, and says when it is over", async () => {
    orders = [
      bet({ orderNo, prizeNo, status: "notDrawn" }),
      bet({ orderNo: "2", prizeNo, status: "cancelled" }),
    ];
    await showRows();
    expect(own.watched).toEqual([
      { orderNo, gameCode: "FFC", periodNo: prizeNo, isOver: false },
      { orderNo: "2", gameCode: "FFC", periodNo: prizeNo, isOver: true },
    ]);
  });

  test("changes by itself when the check ends", async () => {
    const row = await showList();
    expect(within(row).getByText("Being checked")).toBeDefined();
    act(() => know("checked"));
    expect(within(row).getByText("Checked on this phone")).toBeDefined();
    expect(within(row).queryByText("Being checked")).toBeNull();
  });
});

describe("the details of a bet", () => {
  test("change by themselves when the check ends", async () => {
    const card = await showDetail();
    expect(within(card).getByText("Being checked")).toBeDefined();
    act(() => know("failed", reportOf({ inClose: null })));
    expect(await within(card).findByText("Something is wrong")).toBeDefined();
    // In what is wrong, and in its step.
    expect(await within(card).findAllByText("Your bet is missing from the sealed bets")).toHaveLength(2);
  });

  test("say what a bet would have been paid whose draw did not take place", async () => {
    know("notShown", { ...reportOf(), wouldBe: { payout: "9.75", refund: "0.00" } });
    expect((await showDetail()).textContent).toMatch(
      /Had the draw taken place, this bet would have been paid .?9.75/u,
    );
  });

  test("say that nobody watches, if nobody does", async () => {
    know("unwitnessed", reportOf(), { witnesses: "none" });
    expect((await showDetail()).textContent).toMatch(/nobody outside the house put a seal/u);
  });

  test("say that the draw did not take place, if that is why the stake is returned", async () => {
    const report = reportOf();
    know("refunded", { ...report, draw: { ...report.draw, voided: { by: "rule" } } });
    expect((await showDetail()).textContent).toMatch(/The draw of this bet did not take place/u);
  });

  test("call nothing correct if the log does not show that the stake was returned", async () => {
    const report = reportOf();
    const draw = { ...report.draw, version: 1, voided: { by: "rule" } } as const;
    know("unwitnessed", { ...report, verdict: "refunded", draw });
    const card = await showDetail();
    expect(card.textContent).toMatch(/did not show refunds yet: look at your account/u);
    expect(within(card).getAllByRole("heading")[0]?.textContent).toBe("You must trust the house");
  });

  test("say that the operator has changed who watches it", async () => {
    know("failed", reportOf(), { hasChanged: true });
    const card = await showDetail();
    expect(within(card).getByText("The house has changed who watches it")).toBeDefined();
    expect(card.textContent).toMatch(/Ask support why before you bet again/u);
  });

  test("have each step folded away, with its outcome for readers of the screen", async () => {
    know("failed", reportOf({ paid: null }));
    const card = await showDetail();
    const folded = card.querySelector("details");
    expect(folded?.open).toBe(false);
    const steps = within(card)
      .getAllByRole("heading", { level: 3 })
      .slice(1)
      .map((heading) => heading.textContent);
    expect(steps).toEqual([
      "The house signed your receipt: agrees",
      "Your bet is among the sealed bets: agrees",
      "Game, draw, odds and time are right: agrees",
      "The odds are those of the published table: agrees",
      "The draw checks out: agrees",
      "The payout follows the rules: does not agree",
    ]);
  });

  test("show the steps to come while nothing has been checked", async () => {
    const card = await showDetail();
    expect(within(card).getAllByText(": not checked yet")).toHaveLength(6);
  });

  test("save the evidence of what is wrong, and each of its files", async () => {
    const saved = savedFiles();
    know("failed", reportOf({ paid: null }));
    const card = await showDetail();
    fireEvent.click(within(card).getByRole("button", { name: "Save the evidence" }));
    await vi.waitFor(() => expect(saved).toHaveLength(1));
    fireEvent.click(within(card).getByRole("button", { name: `close-${prizeNo}.tlog-proof` }));
    await vi.waitFor(() => expect(saved).toHaveLength(2));
    expect(saved).toMatchObject(FILES.map(({ name, text }) => ({ name, text })));
  });

  test.each(STATES.filter(([state]) => state !== "failed"))("offer no evidence of %s", async (state) => {
    know(state);
    expect(within(await showDetail()).queryByRole("button", { name: "Save the evidence" })).toBeNull();
  });

  test("lead to the draw on the Verify screen", async () => {
    const push = vi.spyOn(navigation, "push").mockResolvedValue({ ok: true });
    know("failed", reportOf({ paid: null }));
    await showDetail();
    fireEvent.click(screen.getByRole("button", { name: "Verify" }));
    expect(push).toHaveBeenCalledWith(href("verify", { code: "FFC", prize: prizeNo }));
  });
});

/** A report with these faults alone. */
const faulty = (faults: readonly BetFault[], ofDraw: readonly DrawFault[] = []): BetReport => {
  const honest = reportOf();
  return {
    ...honest,
    verdict: "invalid",
    steps: [{ step: "receipt", state: "failed", faults }],
    draw: { ...honest.draw, steps: [{ step: "close", state: "failed", faults: ofDraw }] },
  };
};

const PLAIN = [
  "other-order",
  "not-in-batch",
  "bad-receipt-signature",
  "rewritten-log",
  "not-in-close",
  "forged-cancellation",
  "bad-cancellation-time",
  "other-game",
  "other-period",
  "other-round",
  "other-odds",
  "not-on-sale",
  "invalid-draw",
  "unknown-bet",
  "foreign-payout",
  "not-in-payouts",
  "missing-payout",
] as const;

describe("what is wrong", () => {
  const saidOf = async (report: BetReport, locale: Locale = "en-US"): Promise<string[]> => {
    know("failed", report);
    const list = (await showDetail(locale)).querySelector("ul");
    return [...(list?.querySelectorAll("li") ?? [])].map((item) => item.textContent);
  };

  test.each(LOCALES)("is said in %s, each in words of its own", async (locale) => {
    const said = await saidOf(
      faulty([...PLAIN.map((name) => ({ name })), { name: "malformed", field: "leaf.odds" }]),
      locale,
    );
    expect(new Set(said).size).toBe(PLAIN.length + 1);
    expect(said.filter((text) => /shield\.|undefined/u.test(text))).toEqual([]);
    expect(said.at(-1)).toContain("leaf.odds");
  });

  test("names both amounts, with what was returned of the stake", async () => {
    const wrong = (due: object, paid: object | null) =>
      faulty([{ name: "wrong-payout", due: { ...NOTHING, ...due }, paid: paid && { ...NOTHING, ...paid } }]);
    expect(await saidOf(wrong({ payout: "1950.00" }, { payout: "19.50" }))).toEqual([
      "By the rules you get 1,950.00, but the house wrote down 19.50",
    ]);
    expect(await saidOf(wrong({ payout: "1.00", refund: "2.00" }, null))).toEqual([
      "By the rules you get 1.00 and 2.00 returned, but the house wrote down 0.00",
    ]);
  });

  test("includes what is wrong with the draw, each thing once", async () => {
    const late = { name: "too-late", type: "close" } as const;
    expect(await saidOf(faulty([{ name: "invalid-draw" }], [late, late]))).toEqual([
      "The draw itself does not check out",
      "Close of the sale: sealed too late",
    ]);
  });

  test("is what the check of a forged payout finds", async () => {
    const paid = { ...SAMPLE_PAYOUT, payout: "0.75" };
    expect(await saidOf(reportOf({ paid }))).toEqual([
      "By the rules you get 9.75, but the house wrote down 0.75",
    ]);
  });
});

const NOTHING = { payout: "0.00", refund: "0.00" };
